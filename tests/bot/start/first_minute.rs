//! The first minute: a new player plays the easy game, wins, and is offered more when it is time.

use zerosum::engine::Engine;
use zerosum::play::games::transitions::with_engine_replies;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_search::level::Level;
use zerosum_session::choice::Choice;
use zerosum_session::{Action, Actor, Session, SessionId, UserId};

use crate::start::menus::{choice_of, turn};
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::{Table, data_of};

pub(crate) const AGAIN: &str = "🔁 Play again";
const EASY: &str = "🙂 Quick game you can win";
const WON: &str = "🎉 You won – three in a row!";
pub(crate) const OFFER_HARDER: &str = "Two wins in a row!\nHarder?";
const OFFER_EASIER: &str = "Two losses in a row.\nEasier?";
const RESIGNED: &str = "You resigned.\nzerosum wins.";

/// The session that a board of cells shows.
pub(crate) fn id_of(board: &MessageView) -> SessionId {
    match tap::decode(data_of(board, 0, 0)) {
        Ok(Tap::Act { id, .. }) => id,
        other => panic!("a cell asks for {other:?}"),
    }
}

/// Moves by which a person wins, found by trying all of them, since the session determines the engine's
/// answers.
fn winning_line(engine: &Engine, session: &Session, user: UserId) -> Option<Vec<MoveCode>> {
    let side = session.seat_of(user).expect("it is their game");
    let mut moves = Vec::new();
    session.position().legal_moves(&mut moves);
    moves.into_iter().find_map(|code| {
        let next = session.apply(Actor::User(user), session.revision(), Action::Play(code));
        let next = with_engine_replies(engine, next.expect("the move is legal"));
        let mut line = match next.outcome() {
            Some(Outcome::Win(winner)) => (winner == side).then(Vec::new)?,
            Some(Outcome::Draw) => return None,
            None => winning_line(engine, &next, user)?,
        };
        line.insert(0, code);
        Some(line)
    })
}

/// The cells by which a new game on 3x3 is won.
fn winning_cells(user: i64, board: &MessageView, choice: Choice) -> Vec<usize> {
    let person = UserId(user.unsigned_abs());
    let begun = Session::against_engine(id_of(board), person, choice);
    winning_cells_of(&with_engine_replies(&Engine::new(), begun), person)
}

/// The cells by which a person wins a game on 3x3 as it stands.
pub(crate) fn winning_cells_of(session: &Session, person: UserId) -> Vec<usize> {
    let line = winning_line(&Engine::new(), session, person).expect("this level can be beaten");
    line.into_iter().map(|MoveCode(cell)| cell.into()).collect()
}

/// Wins a new game on 3x3 against the beginner by taps, after a hint.
pub(crate) async fn win_with_hint(table: &Table, user: i64, board: &MessageView) -> MessageView {
    let person = UserId(user.unsigned_abs());
    let begun = Session::against_engine(id_of(board), person, beginner(Side::First));
    let hinted = begun.apply(Actor::User(person), begun.revision(), Action::Hint);
    let hinted = hinted.expect("there are hints");
    assert_eq!(table.toast(&table.press(user, board, "💡 Hint")).await, "");
    let mut board = table.changed(board).await;
    for cell in winning_cells_of(&hinted, person) {
        board = table.play(user, &board, cell).await;
    }
    board
}

/// Wins a new game on 3x3 by taps.
pub(crate) async fn win(
    table: &Table,
    user: i64,
    board: &MessageView,
    choice: Choice,
) -> MessageView {
    let mut board = board.clone();
    for cell in winning_cells(user, &board, choice) {
        board = table.play(user, &board, cell).await;
    }
    board
}

/// Wins a new game on 3x3 against the beginner by typed moves.
pub(crate) async fn win_by_typing(table: &Table, user: i64, board: &MessageView) -> MessageView {
    let mut board = board.clone();
    for cell in winning_cells(user, &board, beginner(Side::First)) {
        let name = format!("{}{}", ["a", "b", "c"][cell % 3], cell / 3 + 1);
        board = table.ask(user, user, &name).await;
    }
    board
}

/// Gives up the player's only game.
async fn give_up(table: &Table, user: i64, board: &MessageView) -> MessageView {
    table.playground.settled().await.expect("all is settled");
    table.ask(user, user, "/resign").await;
    table.until(board, is_over).await
}

pub(crate) fn beginner(side: Side) -> Choice {
    Choice { side, level: Level::Beginner, ..Choice::default() }
}

/// The lines below the players, without praise and milestones.
fn said(board: &MessageView) -> String {
    let mut lines: Vec<&str> =
        board.text.lines().skip(1).filter(|line| !line.starts_with('🌟')).collect();
    if let Some(first) = lines.first_mut().filter(|line| line.starts_with('🎉')) {
        let end = first.find('!').map_or(first.len(), |end| end + 1);
        // Praise stands after it, or in a line of its own on a board whose width it would change.
        let is_alone = end == first.len();
        *first = &first[..end];
        if is_alone && lines.len() > 1 {
            lines.remove(1);
        }
    }
    lines.join("\n")
}

fn labels_below(board: &MessageView) -> Vec<&str> {
    board.keyboard[3..].iter().flatten().map(|button| button.text.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_game_can_be_won_in_every_language() {
    let table = Table::new().await;
    let people = [
        (
            table.anna,
            EASY,
            WON,
            ["🔁 Play again", "🔄 Swap sides", "💪 Harder: casual", "🧭 Review", "🔗 Share"],
        ),
        (
            table.boris,
            "🙂 Быстрая игра: можно победить",
            "🎉 Вы победили: три в ряд!",
            ["🔁 Ещё раз", "🔄 Поменяться", "💪 Сложнее: любитель", "🧭 Разбор", "🔗 Поделиться"],
        ),
        (
            table.oksana,
            "🙂 Швидка гра: можна перемогти",
            "🎉 Ви перемогли: три в ряд!",
            ["🔁 Ще раз", "🔄 Помінятися", "💪 Складніше: аматор", "🧭 Розбір", "🔗 Поділитися"],
        ),
    ];
    for (user, easy, won, labels) in people {
        let welcome = table.ask(user, user, "/start").await;
        assert_eq!(welcome.keyboard.len(), 3);
        let press = table.press(user, &welcome, easy);
        assert_eq!(table.toast(&press).await, "");
        let board = table.read(user).await;
        let over = win(&table, user, &board, beginner(Side::First)).await;
        assert_eq!(said(&over), won);
        // One move may complete two rows.
        assert!([3, 5].contains(&grid_of(&over).winning_cells().len()), "{over:?}");
        assert_eq!(labels_below(&over), labels);
        // The next level is a tap away, on a board of its own.
        let next = table.go_on(user, &over, labels[2]).await;
        assert_eq!(grid_of(&next).marks(), 0);
        assert_eq!(grid_of(&table.now(&over)), grid_of(&over));
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_won_by_typing_counts_as_what_is_won_by_tapping() {
    let table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new beginner x").await;
    win(&table, anna, &board, beginner(Side::First)).await;
    let board = table.ask(anna, anna, "/new beginner x").await;
    let board = win_by_typing(&table, anna, &board).await;
    assert_eq!(said(&board), format!("{WON}\n{OFFER_HARDER}"));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn something_harder_is_offered_after_two_wins_and_once() {
    let table = Table::new().await;
    let anna = table.anna;
    let mut board = table.ask(anna, anna, "/new beginner x").await;
    // A win, a loss and a win are not two wins in a row.
    let ends = [
        (true, false),
        (false, false),
        (true, false),
        (true, true),
        (true, false),
        (true, false),
        (true, false),
    ];
    for (number, (is_won, is_offered)) in ends.into_iter().enumerate() {
        let over = match is_won {
            true => win(&table, anna, &board, beginner(Side::First)).await,
            false => give_up(&table, anna, &board).await,
        };
        let result = if is_won { WON } else { RESIGNED };
        let offer = if is_offered { format!("\n{OFFER_HARDER}") } else { String::new() };
        let expected = format!("{result}{offer}");
        assert_eq!(said(&over), expected, "game {number}");
        // A harder level is a tap away after every win.
        assert_eq!(over.find_button("💪 Harder: casual").is_some(), is_won, "game {number}");
        board = table.go_on(anna, &over, AGAIN).await;
        // The old board shows its result and asks nothing more.
        assert_eq!(said(&table.now(&over)), result, "game {number}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn something_easier_is_offered_after_two_losses_and_once_for_each_level() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let mut board = table.ask(anna, anna, "/new casual x").await;
    let ends = [("casual", false), ("casual", true), ("casual", false), ("casual", false)];
    for (number, (level, is_offered)) in ends.into_iter().enumerate() {
        assert!(board.text.contains(&format!("zerosum ({level})")), "{board:?}");
        table.restart_bot().await;
        let over = give_up(&table, anna, &board).await;
        let offer = if is_offered { format!("\n{OFFER_EASIER}") } else { String::new() };
        let expected = format!("{RESIGNED}{offer}");
        assert_eq!(said(&over), expected, "game {number}");
        assert!(over.find_button("🙂 Easier: beginner").is_some());
        board = table.go_on(anna, &over, AGAIN).await;
    }
    table.restart_bot().await;
    let over = give_up(&table, anna, &board).await;
    // No level is easier than beginner, however many losses there are.
    let mut board = table.go_on(anna, &over, "🙂 Easier: beginner").await;
    for _ in 0..3 {
        table.restart_bot().await;
        let over = give_up(&table, anna, &board).await;
        assert_eq!(said(&over), RESIGNED);
        assert_eq!(labels_below(&over), [AGAIN, "🔄 Swap sides"]);
        board = table.go_on(anna, &over, AGAIN).await;
    }
    // An offer made at one level is still made at another one.
    table.ask(anna, anna, "/resign").await;
    // It is counted before its board is drawn.
    table.until(&board, is_over).await;
    for (command, is_offered) in [("/new strong", false), ("/new strong", true)] {
        let board = table.ask(anna, anna, command).await;
        let over = give_up(&table, anna, &board).await;
        assert_eq!(said(&over).contains(OFFER_EASIER), is_offered, "{over:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_member_of_a_group_is_offered_another_level_in_words() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    for _ in 0..3 {
        let board = table.ask(anna, group, "/new beginner").await;
        let over = win(&table, anna, &board, beginner(Side::First)).await;
        assert_eq!(said(&over), "🎉 Anna won – three in a row!");
        assert!(over.find_button("💪 Harder: casual").is_some());
    }
    // Nor does it count for the games they play alone.
    let board = table.ask(anna, anna, "/new beginner x").await;
    let over = win(&table, anna, &board, beginner(Side::First)).await;
    assert_eq!(said(&over), WON);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_offered_as_it_was_played_last() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let heading = async |table: &Table, command: &str| {
        let board = table.ask(anna, anna, command).await;
        board.text.lines().next().expect("a board has a text").to_owned()
    };
    let three = "❌ zerosum (casual)  ·  ⭕ You";
    let gomoku = "Gomoku 15×15  ·  ⚫\u{fe0f} You  ·  ⚪\u{fe0f} zerosum (beginner)";
    assert_eq!(heading(&table, "/new 3x3 casual o").await, three);
    assert_eq!(heading(&table, "/new gomoku beginner x").await, gomoku);
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    assert_eq!(heading(&table, "/new").await, gomoku);
    assert_eq!(heading(&table, "/new 3x3").await, three);
    assert_eq!(heading(&table, "/new").await, three);
    assert_eq!(heading(&table, "/new гомоку").await, gomoku);
    for (tile, level, side) in
        [("3×3", Level::Casual, Side::Second), ("Gomoku 15×15", Level::Beginner, Side::First)]
    {
        let tiles = table.ask(anna, anna, "/games").await;
        let choice = choice_of(&turn(&table, anna, &tiles, tile).await);
        assert_eq!((choice.level, choice.side), (level, side), "{tile}");
        // In a group the same tile ignores private games.
        let tiles = table.ask(anna, table.group, "/games").await;
        let choice = choice_of(&turn(&table, anna, &tiles, tile).await);
        assert_eq!(
            (choice.level, choice.side),
            (Level::floor_of(choice.spec), Side::First),
            "{tile}"
        );
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_begins_at_its_own_level_after_any_other_game() {
    let table = Table::new().await;
    let heading = async |user: i64, command: &str| {
        let board = table.ask(user, user, command).await;
        board.text.lines().next().expect("a board has a text").to_owned()
    };
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let three = heading(anna, "/new 3x3").await;
    for (command, level) in [
        ("/new gomoku", "novice"),
        ("/new ultimate", "novice"),
        ("/new strategic", "novice"),
        ("/new sheep", "beginner"),
        ("/new 6x6", "novice"),
        // The level of one game is not that of another one.
        ("/new gomoku strong", "strong"),
        ("/new 7x7", "novice"),
        ("/new gomoku", "strong"),
        ("/new", "strong"),
    ] {
        let heading = heading(anna, command).await;
        assert!(heading.contains(&format!("zerosum ({level})")), "{command}: {heading}");
    }
    // A game of 3x3 is perfect, unless another level was chosen in it.
    assert_eq!(heading(anna, "/new 3x3").await, three);
    assert_eq!(heading(boris, "/new гомоку").await.matches("(ученик)").count(), 1);
    assert_eq!(heading(boris, "/new 3x3").await, "❌ Вы  ·  ⭕ zerosum (безошибочный)");
    assert_eq!(heading(oksana, "/new").await, "❌ Ви  ·  ⭕ zerosum (безпомилковий)");
    assert_eq!(heading(anna, "/new 3x3 casual").await, "❌ You  ·  ⭕ zerosum (casual)");
    assert!(heading(anna, "/new gomoku beginner").await.contains("(beginner)"));
    assert_eq!(heading(anna, "/new 3x3").await, "❌ You  ·  ⭕ zerosum (casual)");
    table.finish().await;
}
