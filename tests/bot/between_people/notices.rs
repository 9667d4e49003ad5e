//! A new message notifies the player who is to move, or gets an offer, unless they are at the board; a player
//! who has lost the message of a game gets another one.

use std::time::Duration;

use serde_json::Value;
use zerosum_playground::calls::Call;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;
use zerosum_session::game::clock::TimeControl;

use crate::between_people::two_chats::{sent, table_of_two, table_of_two_under};
use crate::game::panels::offer_draw;
use crate::support::grid::grid_of;
use crate::support::harness::Table;

const GONE: &str = "message to edit not found";

/// Lets two minutes pass without any activity, across a restart.
async fn rest(table: &mut Table) {
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    for statement in [
        "UPDATE boards SET placed = placed - 120000000, first_acted = first_acted - 120000000, \
         second_acted = second_acted - 120000000",
        "UPDATE placements SET placed = placed - 120000000",
    ] {
        database.execute(statement, []).expect("it is a statement");
    }
    drop(database);
    table.start_bot();
}

fn delete(table: &Table, message: &MessageView) {
    let deleted = table.playground.delete_message(message.chat_id, message.message_id);
    deleted.expect("it is there");
}

/// Returns whether this message makes a sound, once this number of messages were sent to its chat.
async fn is_loud(table: &Table, message: &MessageView, sent: usize) -> bool {
    let last = table.playground.until(|snapshot| {
        let is_one = |call: &&Call| call.method == "sendMessage" && call.ok();
        let sends = snapshot.calls().filter(is_one);
        let mut sends = sends.filter(|call| call.chat_id == Some(message.chat_id));
        sends.nth(sent - 1).map(|call| call.params["disable_notification"].clone())
    });
    last.await.expect("it was sent") == Value::Null
}

/// Waits until a message is reduced to a note.
async fn until_note(table: &Table, message: &MessageView) {
    let note = table.until(message, |now| now.keyboard.is_empty()).await;
    assert!(!note.text.is_empty(), "{note:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_slow_game_the_player_to_move_is_sent_the_board_unless_they_are_at_it() {
    let mut table = table_of_two().await;
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, old) = sent(&table).await;
    rest(&mut table).await;
    let of_anna = table.play(anna, &of_anna, 4).await;
    let of_boris = table.read(boris).await;
    assert_eq!(grid_of(&of_boris).crosses(), 1, "{of_boris:?}");
    // The third message, after an answer to /start and the first board.
    assert!(is_loud(&table, &of_boris, 3).await);
    until_note(&table, &old).await;
    // Both are at the board now.
    let of_boris = table.play(boris, &of_boris, 0).await;
    let of_anna = table.until(&of_anna, |now| grid_of(now).noughts() == 1).await;
    let of_anna = table.play(anna, &of_anna, 1).await;
    let of_boris = table.until(&of_boris, |now| grid_of(now).crosses() == 2).await;
    // A restart does not forget which players were at the board.
    table.restart_bot().await;
    let of_boris = table.play(boris, &of_boris, 7).await;
    let of_anna = table.until(&of_anna, |now| grid_of(now).noughts() == 2).await;
    rest(&mut table).await;
    let of_anna = table.play(anna, &of_anna, 8).await;
    let newer = table.read(boris).await;
    assert_eq!(grid_of(&newer).crosses(), 3);
    until_note(&table, &of_boris).await;
    assert_eq!(table.now(&of_anna), of_anna);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_the_board_comes_anew_and_to_its_topic() {
    for has_topics in [false, true] {
        let mut table = Table::new().await;
        let (anna, boris, group) = (table.anna, table.boris, table.group);
        let topic = has_topics.then(|| table.playground.add_topic(group).expect("a supergroup"));
        match topic {
            Some(topic) => {
                table.playground.send_text_in_topic(anna, group, topic, "/new").expect("she can")
            }
            None => table.say(anna, group, "/new"),
        };
        let old = table.read(group).await;
        rest(&mut table).await;
        // No opponent waits for Boris, who joins by a move, and Anna is notified.
        assert_eq!(table.try_cell(boris, &old, 4).await, "");
        let board = table.read(group).await;
        assert_eq!((grid_of(&board).crosses(), board.topic), (1, topic), "{board:?}");
        assert!(is_loud(&table, &board, 2).await);
        until_note(&table, &old).await;
        let board = table.play(anna, &board, 0).await;
        table.play(boris, &board, 1).await;
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_whose_message_is_gone_comes_anew_for_the_player_to_move() {
    let mut table = table_of_two().await;
    table.expect_refusals(&[GONE]);
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, of_boris) = sent(&table).await;
    delete(&table, &of_boris);
    let of_anna = table.play(anna, &of_anna, 4).await;
    let of_boris = table.read(boris).await;
    assert_eq!(grid_of(&of_boris).crosses(), 1);
    // A player whose opponent is to move gets the lost board once it is their turn.
    delete(&table, &of_anna);
    assert_eq!(table.try_cell(boris, &of_boris, 0).await, "");
    let of_anna = table.read(anna).await;
    assert_eq!(grid_of(&of_anna).noughts(), 1);
    delete(&table, &of_anna);
    assert_eq!(table.try_cell(anna, &of_anna, 1).await, "");
    let of_boris = table.until(&of_boris, |now| grid_of(now).crosses() == 2).await;
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    assert_eq!(table.try_cell(boris, &of_boris, 7).await, "");
    let of_anna = table.read(anna).await;
    assert_eq!((grid_of(&of_anna).crosses(), grid_of(&of_anna).noughts()), (2, 2));
    table.play(anna, &of_anna, 8).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_of_a_quick_game_comes_anew_without_a_sound_and_only_if_it_is_gone() {
    let mut table = Table::new().await;
    table.expect_refusals(&[GONE]);
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let topic = table.playground.add_topic(group).expect("it is a supergroup");
    table.playground.send_text_in_topic(anna, group, topic, "/new 3m").expect("she can");
    let open = table.read(group).await;
    rest(&mut table).await;
    let board = table.play(boris, &open, 4).await;
    rest(&mut table).await;
    let board = table.play(anna, &board, 0).await;
    delete(&table, &board);
    assert_eq!(table.try_cell(boris, &board, 1).await, "");
    let board = table.read(group).await;
    assert_eq!((grid_of(&board).crosses(), board.topic), (2, Some(topic)), "{board:?}");
    assert!(!is_loud(&table, &board, 2).await);
    table.play(anna, &board, 7).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_offer_is_told_of_like_a_move_and_comes_anew_if_its_message_is_gone() {
    let mut table = table_of_two().await;
    table.expect_refusals(&[GONE]);
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, of_boris) = sent(&table).await;
    let of_anna = table.play(anna, &of_anna, 4).await;
    table.until(&of_boris, |now| grid_of(now).crosses() == 1).await;
    rest(&mut table).await;
    assert_eq!(table.toast(&offer_draw(&table, anna, &of_anna).await).await, "");
    let offered = table.read(boris).await;
    assert!(offered.text.contains("Anna предлагает ничью."), "{offered:?}");
    until_note(&table, &of_boris).await;
    let of_boris = table.play(boris, &offered, 0).await;
    let of_anna = table.until(&of_anna, |now| grid_of(now).noughts() == 1).await;
    let of_anna = table.play(anna, &of_anna, 1).await;
    let of_boris = table.until(&of_boris, |now| grid_of(now).crosses() == 2).await;
    // Anna, who waits for Boris's move, has lost her message and gets an offer.
    delete(&table, &of_anna);
    assert_eq!(table.toast(&offer_draw(&table, boris, &of_boris).await).await, "");
    let of_anna = table.read(anna).await;
    assert!(of_anna.text.contains("Борис offers a draw."), "{of_anna:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_stopped_bot_has_not_shown_is_told_of_after_its_start() {
    let mut table = table_of_two().await;
    table.expect_refusals(&["Too Many Requests"]);
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, of_boris) = sent(&table).await;
    let fault = Fault::too_many_requests(3_600);
    table.playground.fault(fault.on("editMessageText").in_chat(boris));
    table.play(anna, &of_anna, 4).await;
    rest(&mut table).await;
    let anew = table.read(boris).await;
    assert_eq!(grid_of(&anew).crosses(), 1, "{anew:?}");
    assert!(is_loud(&table, &anew, 3).await);
    until_note(&table, &of_boris).await;
    table.finish().await;
}

const TROUBLE: &str = "Internal Server Error";

/// Makes this number of messages to this chat fail.
fn trouble(table: &mut Table, chat: i64, times: u32) {
    table.expect_refusals(&[TROUBLE]);
    let fault = Fault::error(500, TROUBLE).on("sendMessage").in_chat(chat).times(times);
    table.playground.fault(fault);
}

/// Waits until this number of messages have failed.
pub(crate) async fn until_refused(table: &Table, count: usize) {
    let refused = table.playground.until(|snapshot| {
        let is_refused = |call: &&Call| call.method == "sendMessage" && !call.ok();
        (snapshot.calls().filter(is_refused).count() >= count).then_some(())
    });
    refused.await.expect("they are refused");
}

/// Checks that Boris is told of Anna's move by a new board, and that the old one is reduced to a note.
async fn told_anew(table: Table, old: &MessageView) {
    let anew = table.read(table.boris).await;
    assert_eq!(grid_of(&anew).crosses(), 1, "{anew:?}");
    assert!(is_loud(&table, &anew, 3).await);
    until_note(&table, old).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_cannot_be_sent_anew_is_told_of_once_it_can() {
    let mut table = table_of_two_under(TimeControl::Day).await;
    let (of_anna, old) = sent(&table).await;
    rest(&mut table).await;
    let boris = table.boris;
    // The bot tries five times, and again in the sweep.
    trouble(&mut table, boris, 7);
    table.play(table.anna, &of_anna, 4).await;
    told_anew(table, &old).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_a_bot_was_about_to_send_anew_is_told_of_after_its_start() {
    let mut table = table_of_two().await;
    let (of_anna, old) = sent(&table).await;
    rest(&mut table).await;
    let boris = table.boris;
    trouble(&mut table, boris, 5);
    table.play(table.anna, &of_anna, 4).await;
    until_refused(&table, 5).await;
    table.restart_bot().await;
    told_anew(table, &old).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_on_its_way_is_not_drawn_where_it_was_meanwhile() {
    let mut table = table_of_two_under(TimeControl::Day).await;
    let (of_anna, old) = sent(&table).await;
    rest(&mut table).await;
    let slow = Fault::new(FaultKind::Delay(Duration::from_secs(4)));
    table.playground.fault(slow.on("sendMessage").in_chat(table.boris));
    table.play(table.anna, &of_anna, 4).await;
    let anew = table.read(table.boris).await;
    assert_eq!(grid_of(&anew).crosses(), 1, "{anew:?}");
    until_note(&table, &old).await;
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    assert_eq!(table.count_calls("editMessageText", table.boris), 1, "the note");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_that_is_held_keeps_no_game_elsewhere_waiting() {
    let mut table = table_of_two_under(TimeControl::Day).await;
    table.expect_refusals(&["Too Many Requests"]);
    let (of_anna, _) = sent(&table).await;
    rest(&mut table).await;
    let held = Fault::too_many_requests(3_600).on("sendMessage").in_chat(table.boris);
    table.playground.fault(held);
    table.play(table.anna, &of_anna, 4).await;
    until_refused(&table, 1).await;
    // A game with a clock whose board does not arrive at first.
    let (oksana, group) = (table.oksana, table.group);
    trouble(&mut table, group, 5);
    table.say(oksana, group, "/new 3m");
    table.read(group).await;
    table.finish().await;
}
