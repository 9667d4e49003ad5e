//! The bot to compare with: about the fewest lines that play with teloxide. Games in memory,
//! teloxide's own polling and client, nothing checked, nothing kept, no limits.

use std::sync::Arc;

use dashmap::DashMap;
use teloxide::dispatching::UpdateFilterExt;
use teloxide::dptree;
use teloxide::payloads::{EditMessageTextSetters, SendMessageSetters};
use teloxide::prelude::{CallbackQuery, Dispatcher, Message, Request, Requester, Update};
use teloxide::types::{ChatId, InlineKeyboardButton, InlineKeyboardMarkup};
use teloxide::{Bot, RequestError};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, MoveCode};
use zerosum_search::tictactoe::solution::TicTacToeSolution;

type Games = Arc<DashMap<ChatId, TicTacToe>>;

/// Plays until the process is told to stop.
pub(crate) async fn play(bot: Bot) {
    let games = Games::default();
    let solution = Arc::new(TicTacToeSolution::compute());
    let schema = dptree::entry()
        .branch(Update::filter_message().endpoint(start))
        .branch(Update::filter_callback_query().endpoint(press));
    let mut dispatcher = Dispatcher::builder(bot, schema)
        .dependencies(dptree::deps![games, solution])
        .default_handler(async |_| {})
        .build();
    dispatcher.dispatch().await;
}

async fn start(bot: Bot, message: Message, games: Games) -> Result<(), RequestError> {
    let game = TicTacToe::default();
    games.insert(message.chat.id, game);
    bot.send_message(message.chat.id, "Your move").reply_markup(keyboard(&game)).send().await?;
    Ok(())
}

async fn press(
    bot: Bot,
    query: CallbackQuery,
    games: Games,
    solution: Arc<TicTacToeSolution>,
) -> Result<(), RequestError> {
    let (Some(message), Some(data)) = (&query.message, &query.data) else { return Ok(()) };
    let chat = message.chat().id;
    let mut game = games.get(&chat).map(|game| *game).unwrap_or_default();
    match data.parse() {
        Ok(cell) => {
            let is_legal = game.play(MoveCode(cell)).is_ok();
            if let Some(reply) = solution.choose(&game, Seed(0))
                && is_legal
            {
                // A move of the solution is legal.
                let _ = game.play(reply);
            }
        }
        Err(_) => game = TicTacToe::default(),
    }
    games.insert(chat, game);
    bot.answer_callback_query(query.id).send().await?;
    let text = if game.outcome().is_some() { "Game over" } else { "Your move" };
    bot.edit_message_text(chat, message.id(), text).reply_markup(keyboard(&game)).send().await?;
    Ok(())
}

fn keyboard(game: &TicTacToe) -> InlineKeyboardMarkup {
    let mut rows: Vec<Vec<InlineKeyboardButton>> = (0..3)
        .map(|row| {
            let cells = row * 3..row * 3 + 3;
            cells
                .map(|cell| {
                    let label = match game.mark(MoveCode(cell)) {
                        Some(Side::First) => "X",
                        Some(Side::Second) => "O",
                        None => "·",
                    };
                    InlineKeyboardButton::callback(label, cell.to_string())
                })
                .collect()
        })
        .collect();
    if game.outcome().is_some() {
        rows.push(vec![InlineKeyboardButton::callback("Play again", "again")]);
    }
    InlineKeyboardMarkup::new(rows)
}
