//! A bot that plays perfect tic-tac-toe, in about the fewest lines: teloxide's dispatcher, a map from chats to
//! games, and for each press the move, the reply of depth-aware minimax, and an edit.
//!
//! `TELOXIDE_TOKEN=… cargo run --example minimal`. Games are kept in memory, and nothing is checked or limited:
//! `zerosum` itself is what it takes to do this for many people and lose nothing.

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

#[tokio::main]
async fn main() {
    play(Bot::from_env()).await;
}

/// The game of each chat.
type Games = Arc<DashMap<ChatId, TicTacToe>>;

/// Plays until the process is told to stop.
pub(crate) async fn play(bot: Bot) {
    let games = Games::default();
    // Minimax to the end of the game, once for every position: wins soon, loses late.
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

/// Begins a game at any message.
async fn start(bot: Bot, message: Message, games: Games) -> Result<(), RequestError> {
    let game = TicTacToe::default();
    games.insert(message.chat.id, game);
    bot.send_message(message.chat.id, "Your move").reply_markup(keyboard(&game)).send().await?;
    Ok(())
}

/// Makes the move of a press and the reply, and shows both.
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
                // Always legal.
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
        rows.push(vec![InlineKeyboardButton::callback("🔁 Play again", "again")]);
    }
    InlineKeyboardMarkup::new(rows)
}
