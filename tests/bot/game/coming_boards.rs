//! Boards that are on their way to a chat: no move typed before they come is for them, and no command brings a second
//! copy.

use std::time::Duration;

use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::{MessageView, Snapshot};
use zerosum_search::level::Level;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::{Seat, Session, SessionId, UserId};
use zerosum_store::OpenGames;

use crate::game::next_game::finished;
use crate::host::metrics::at_rest;
use crate::support::fickle::FickleStore;
use crate::support::grid::{grid_of, is_board};
use crate::support::harness::Table;

const LATE: &str = "The board has moved on. This is how it stands now.";
const AGAIN: &str = "🔁 Play again";

/// Longer than any test, which lets a board that is held up come by clearing the faults.
const LATER: Duration = Duration::from_secs(3_600);

/// Lets the next message to a chat come, or its sending end, in this way.
fn let_next(table: &Table, chat: i64, kind: FaultKind) {
    table.playground.fault(Fault::new(kind).on("sendMessage").in_chat(chat));
}

/// Waits until the bot sends the message that comes in another way.
async fn is_on_its_way(table: &Table) {
    let is_sent = |snapshot: &Snapshot<'_>| (snapshot.pending_faults() == 0).then_some(());
    table.playground.until(is_sent).await.expect("it is sent");
}

/// Has Anna wait for an opponent, and Boris come. Returns his board; hers comes in this way.
async fn paired(table: &Table, kind: FaultKind) -> MessageView {
    let (anna, boris) = (table.anna, table.boris);
    let_next(table, anna, kind);
    table.say(boris, boris, "/opponent 3x3 24h");
    let messages = [table.read(boris).await, table.read(boris).await];
    is_on_its_way(table).await;
    messages.into_iter().find(is_board).expect("one is his board")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_not_for_a_new_game_whose_board_has_yet_to_come() {
    let table = Table::new().await;
    let anna = table.anna;
    table.ask(anna, anna, "/opponent 3x3 x 24h").await;
    let board = table.ask(anna, anna, "/new gomoku beginner x").await;
    at_rest(&table).await;
    let of_boris = paired(&table, FaultKind::Delay(LATER)).await;
    let late = table.ask(anna, anna, "b2").await;
    assert_eq!(late.text, LATE);
    assert_eq!(table.now(&board), board);
    table.playground.clear_faults();
    let new = table.read(anna).await;
    assert!(new.text.starts_with("❌ You  ·  ⭕ Борис"), "{new:?}");
    assert_eq!(grid_of(&new).crosses(), 0, "{new:?}");
    table.until(&of_boris, |board| grid_of(board).crosses() == 0).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_in_reply_to_a_board_that_has_come_is_for_it_before_its_message_is_known() {
    let table = Table::new().await;
    let anna = table.anna;
    table.ask(anna, anna, "/opponent 3x3 x 24h").await;
    at_rest(&table).await;
    let of_boris = paired(&table, FaultKind::DelayAnswer(LATER)).await;
    let new = table.read(anna).await;
    table.playground.reply_text(anna, anna, new.message_id, "b2").expect("it is there");
    table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    table.playground.clear_faults();
    table.until(&new, |board| grid_of(board).crosses() == 1).await;
    assert_eq!(table.now(&new).edits, 1, "no second copy comes");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_on_its_way_is_what_a_command_brings() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let over = finished(&table, anna, group).await;
    at_rest(&table).await;
    let_next(&table, group, FaultKind::Delay(LATER));
    assert_eq!(table.toast(&table.press(anna, &over, AGAIN)).await, "");
    is_on_its_way(&table).await;
    table.say(anna, group, "/board");
    let help = table.ask(anna, group, "/help").await;
    assert!(!is_board(&help), "{help:?}");
    table.playground.clear_faults();
    let board = table.read(group).await;
    assert!(is_board(&board), "{board:?}");
    // A test ends with no unread message, so no second copy has come.
    at_rest(&table).await;
    let down = table.ask(anna, group, "/board").await;
    assert!(is_board(&down), "{down:?}");
    table.changed(&board).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beside_other_processes_a_board_is_left_to_the_one_that_sends_it() {
    let store = FickleStore::new();
    store.share();
    let mut table = Table::with_store(store.shared()).await;
    // Beside other processes the view of an own message is uncertain.
    table.allow_refusals("message is not modified");
    let anna = table.anna;
    table.ask(anna, anna, "/help").await;
    // Another process has just begun a game, and sends its board.
    let user = UserId(anna.unsigned_abs());
    let seats = BySide { first: Seat::Human(user), second: Seat::Engine(Level::Best) };
    let session = Session::new(SessionId(1), GameSpec::TicTacToe, seats);
    let board = Board::new(session, user, ChatId(anna));
    store.create(&board, OpenGames::ANY).await.expect("the store works");
    table.say(anna, anna, "/board");
    assert_eq!(table.ask(anna, anna, "b2").await.text, LATE);
    // That process has gone without sending it.
    store.advance(11_000_000, 0);
    let board = table.ask(anna, anna, "/board").await;
    assert!(is_board(&board) && grid_of(&board).marks() == 0, "{board:?}");
    table.play(anna, &board, 4).await;
    table.finish().await;
}
