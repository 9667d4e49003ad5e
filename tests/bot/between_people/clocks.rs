//! Games between people with a clock: chosen by command, not redrawn as time passes, and ended by the bot
//! when time is up.

use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;

use crate::start::invitations::opening;
use crate::support::grid::grid_of;
use crate::support::harness::Table;

/// Lets this number of seconds of play time pass.
pub(crate) const LATER: &str = "UPDATE zerosum_instance SET played = played + ?1 * 1000000";

/// Advances play time at once, as if other processes had lived through it, after all due clocks have started.
pub(crate) async fn pass(table: &Table, seconds: i64) {
    all_run(table).await;
    execute(table, LATER, seconds);
}

/// Waits until all due clocks have started.
pub(crate) async fn all_run(table: &Table) {
    while waiting(table) > 0 {
        tokio::task::yield_now().await;
    }
}

/// Number of clocks that are yet to start.
pub(crate) fn waiting(table: &Table) -> i64 {
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let waiting = "SELECT COUNT(*) FROM boards WHERE clock LIKE '% - -' AND is_over = 0 AND guest IS NOT NULL";
    database.query_row(waiting, [], |row| row.get(0)).expect("it counts")
}

/// Play time as stored in the database.
pub(crate) fn played(table: &Table) -> i64 {
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let played = "SELECT played FROM zerosum_instance";
    database.query_row(played, [], |row| row.get(0)).expect("it is there")
}

pub(crate) fn execute(table: &Table, statement: &str, value: i64) {
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let wait = std::time::Duration::from_secs(5);
    database.busy_timeout(wait).expect("it may wait");
    let changed = database.execute(statement, [value]).expect("it is a statement");
    assert!(changed > 0, "{statement}");
}

/// A game of Boris, who has begun, with Anna, who is to move.
pub(crate) async fn begun(table: &Table, words: &str) -> MessageView {
    let open = table.ask(table.anna, table.group, words).await;
    let board = table.play(table.boris, &open, 4).await;
    assert_eq!(grid_of(&board).crosses(), 1);
    board
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_without_time_loses_although_no_one_does_anything() {
    let table = Table::new().await;
    let open = table.ask(table.anna, table.group, "/new 5+3").await;
    let rule = "⏳ five minutes each, plus three seconds after each move";
    assert!(open.text.ends_with(rule), "{open:?}");
    // While a seat is open, there is no such button.
    assert!(open.find_button("⏱").is_none(), "{open:?}");
    let cell = open.keyboard[0][0].data.clone().expect("a cell");
    let id = cell.split(':').nth(2).expect("it names its game");
    let press = table.press_data(table.oksana, &open, &format!("1:ck:{id}"));
    assert_eq!(table.toast(&press).await, "Годинник не йде.");
    let board = table.play(table.boris, &open, 4).await;
    assert!(board.text.contains("5:00  ·  ⏳ 5:00"), "{board:?}");
    let press = table.press(table.boris, &board, "⏱");
    let toast = table.toast(&press).await;
    assert!(toast.starts_with("У ⭕ осталось ") && toast.contains(" мин "), "{toast}");
    pass(&table, 400).await;
    let over = table.until(&board, |board| board.text.contains("Time is up")).await;
    assert!(over.text.contains("Time is up: Борис wins."), "{over:?}");
    assert!(!over.text.contains('⏳'), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_costs_no_player_time_and_ends_games_that_were_over_before() {
    let mut table = Table::new().await;
    let board = begun(&table, "/new 3m").await;
    assert!(board.text.contains("⏳ three minutes for each move"), "{board:?}");
    pass(&table, 100).await;
    table.restart_bot().await;
    let press = table.press(table.anna, &board, "⏱");
    let toast = table.toast(&press).await;
    assert!(toast.starts_with("⭕ has 1 min "), "{toast}");
    let board = table.play(table.anna, &board, 0).await;
    table.stop_bot().await;
    pass(&table, 200).await;
    table.start_bot();
    let over = table.until(&board, |board| board.text.contains("Time is up")).await;
    assert!(over.text.contains("Time is up: Anna wins."), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_two_people_leave_alone_for_a_week_is_over() {
    let mut table = Table::new().await;
    let board = begun(&table, "/new").await;
    table.stop_bot().await;
    let week = 8 * 24 * 60 * 60;
    execute(&table, "UPDATE boards SET touched = touched - ?1 * 1000000", week);
    table.start_bot();
    let over = table.until(&board, |board| board.text.contains("week")).await;
    assert!(over.text.contains("Anna hasn’t moved for a week. Борис wins."), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_cannot_move_during_maintenance_has_not_abandoned_the_game() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_OWNER_IDS", table.anna);
    table.start_bot();
    let abandoned = begun(&table, "/new").await;
    let (quick, slow) = (begun(&table, "/new 3m").await, begun(&table, "/new 5+3").await);
    table.ask(table.anna, table.anna, "/maintenance on").await;
    table.stop_bot().await;
    let week = 8 * 24 * 60 * 60;
    execute(&table, "UPDATE boards SET touched = touched - ?1 * 1000000", week);
    pass(&table, 200).await;
    table.start_bot();
    // Each look finds expired clocks first; by the second one the first look is over.
    for timed in [&quick, &slow] {
        table.until(timed, |now| now.text.contains("Time is up")).await;
        pass(&table, 200).await;
    }
    assert_eq!(table.now(&abandoned), abandoned);
    table.ask(table.anna, table.anna, "/maintenance off").await;
    let over = table.until(&abandoned, |now| now.text.contains("week")).await;
    assert!(over.text.contains("Anna hasn’t moved for a week. Борис wins."), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_is_no_clock_against_the_bot() {
    let table = Table::new().await;
    for (chat, words) in [(table.anna, "/new 5+3"), (table.group, "/new perfect day")] {
        table.say(table.anna, chat, words);
        let answer = table.read(table.anna).await;
        assert!(answer.text.contains("I play without a clock."), "{answer:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_starter_chooses_the_clock_by_a_button_until_an_opponent_comes() {
    let mut table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new").await;
    assert!(!board.text.contains('⏳'), "{board:?}");
    let press = table.press(table.boris, &board, "⏱ No clock");
    assert!(table.toast(&press).await.starts_with("Это чужая партия."));
    let press = table.press(table.anna, &board, "⏱ No clock");
    assert_eq!(table.toast(&press).await, "");
    let day = table.changed(&board).await;
    assert!(day.text.ends_with("⏳ a day for each move"), "{day:?}");
    // A double tap asks for the same once.
    let again = table.press_data(table.anna, &day, data_of_button(&board, "⏱ No clock"));
    assert_ne!(table.toast(&again).await, "");
    table.restart_bot().await;
    let press = table.press(table.anna, &day, "⏱ A day a move");
    assert_eq!(table.toast(&press).await, "");
    let quick = table.changed(&day).await;
    assert!(quick.text.ends_with("⏳ three minutes for each move"), "{quick:?}");
    table.restart_bot().await;
    let board = table.play(table.boris, &quick, 4).await;
    assert!(board.find_button("⏱ 3 min a move").is_none(), "{board:?}");
    let press = table.press(table.anna, &board, "⏱");
    assert!(table.toast(&press).await.starts_with("⭕ has "));
    // Any user can send any data.
    let cell = board.keyboard[0][0].data.clone().expect("a cell");
    let seen = cell.rsplit_once(':').expect("it has fields").0;
    let press = table.press_data(table.anna, &board, &format!("{seen}:cnone"));
    let late = "The clock can be changed only until somebody joins.";
    assert_eq!(table.toast(&press).await, late);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_was_switched_off_stays_off_after_a_restart() {
    let mut table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new 5+3").await;
    let press = table.press(table.anna, &board, "⏱ 5 min + 3 s");
    assert_eq!(table.toast(&press).await, "");
    let open = table.changed(&board).await;
    assert!(!open.text.contains('⏳'), "{open:?}");
    table.restart_bot().await;
    let board = table.play(table.boris, &open, 4).await;
    assert!(!board.text.contains('⏳') && board.find_button("⏱").is_none(), "{board:?}");
    table.finish().await;
}

/// Data of the button with this label.
fn data_of_button<'a>(message: &'a MessageView, label: &str) -> &'a str {
    let button = message.keyboard.iter().flatten().find(|button| button.text == label);
    button.and_then(|button| button.data.as_deref()).expect("there is such a button")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_starter_in_any_chat_chooses_a_clock_until_an_opponent_comes() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.posted(table.group).await;
    assert_eq!(table.try_cell(anna, &board, 4).await, "");
    let board = table.changed(&board).await;
    let others = table.press(boris, &board, "⏱ No clock");
    assert_eq!(table.toast(&others).await, "Это чужая партия.");
    assert_eq!(table.toast(&table.press(anna, &board, "⏱ No clock")).await, "");
    let board = table.until(&board, |now| now.text.contains("⏳ a day for each move")).await;
    let played = table.play(boris, &board, 0).await;
    assert!(played.text.contains("⏳ a day for each move"), "{played:?}");
    assert_eq!(played.find_button("⏱ A day a move"), None, "{played:?}");
    let left = table.toast(&table.press(anna, &played, "⏱")).await;
    assert!(left.starts_with("❌ has 23 h 59 min") || left.starts_with("❌ has 24 h"), "{left}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_with_a_clock_that_could_not_be_sent_are_sent_as_soon_as_calls_succeed_again() {
    let mut table = Table::new().await;
    table.expect_refusals(&["the connection was cut"]);
    let (anna, boris) = (table.anna, table.boris);
    let invitation = table.ask(anna, anna, "/invite 3m").await;
    // Each sending is tried twice, and the bot cannot tell whether it has got through.
    for chat in [anna, boris] {
        let cut = Fault::new(FaultKind::CutConnection).on("sendMessage");
        table.playground.fault(cut.in_chat(chat).times(2));
    }
    table.say(boris, boris, &opening(&invitation));
    let (of_boris, of_anna) = (table.read(boris).await, table.read(anna).await);
    table.play(anna, &of_anna, 4).await;
    let of_boris = table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    table.play(boris, &of_boris, 0).await;
    table.finish().await;
}
