//! From one game to the next: the new one in a message of its own, the old one as it ended.

use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::{MessageView, Snapshot};
use zerosum_render::tap::{self, Tap};
use zerosum_session::choice::Next;

use crate::support::fickle::FickleStore;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::{Table, data_of};

const AGAIN: &str = "🔁 Play again";
const GONE_ON: &str = "Another game after this one has already begun.";
const NOT_MODIFIED: &str = "message is not modified";

/// Data of the button that goes on in this way from a finished board.
fn data_for(over: &MessageView, next: Next) -> String {
    match tap::decode(data_of(over, 3, 0)) {
        Ok(Tap::Again { id, seen, .. }) => tap::encode(Tap::Again { id, seen, next }),
        other => panic!("a finished board offers {other:?}"),
    }
}

/// A board of a game that the user has resigned in a chat where they have no other game.
pub(crate) async fn finished(table: &Table, user: i64, chat: i64) -> MessageView {
    let board = table.ask(user, chat, "/new perfect").await;
    let board = table.play(user, &board, 4).await;
    table.ask(user, chat, "/resign").await;
    table.until(&board, is_over).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taps_of_several_people_on_a_finished_board_start_one_game_of_its_owner() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    for _ in 0..5 {
        let over = finished(&table, anna, group).await;
        let presses: Vec<(i64, String)> = [anna, table.boris, anna, table.oksana, anna]
            .into_iter()
            .map(|user| (user, table.press(user, &over, AGAIN)))
            .collect();
        let mut started = 0;
        for (user, press) in &presses {
            let toast = table.toast(press).await;
            match *user == anna {
                true if toast.is_empty() => started += 1,
                true => assert_eq!(toast, GONE_ON),
                false => assert!(toast.contains("/new"), "{toast}"),
            }
        }
        assert_eq!(started, 1);
        let board = table.read(group).await;
        assert!(
            board.text.starts_with("❌ Anna  ·  ⭕ zerosum (perfect)\nAnna to move"),
            "{board:?}"
        );
        let left = table.until(&over, |now| now.keyboard.len() == 3).await;
        assert_eq!((&left.text, grid_of(&left)), (&over.text, grid_of(&over)));
        table.play(anna, &board, 0).await;
        table.ask(anna, group, "/resign").await;
        table.until(&board, is_over).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_wish_for_another_game_changes_no_message_but_its_own() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let of_boris = table.ask(boris, group, "/new perfect").await;
    let of_boris = table.play(boris, &of_boris, 4).await;
    let over = finished(&table, anna, group).await;
    // A press on another player's board.
    let press = table.press_data(anna, &of_boris, &data_for(&over, Next::Same));
    assert_eq!(table.toast(&press).await, "");
    table.read(group).await;
    let press = table.press_data(anna, &of_boris, &data_for(&over, Next::Same));
    assert_eq!(table.toast(&press).await, GONE_ON);
    let left = table.until(&over, |now| now.keyboard.len() == 3).await;
    assert_eq!(left.text, over.text);
    // A press on a message that is no board.
    let over = finished(&table, table.oksana, table.oksana).await;
    let help = table.ask(table.oksana, table.oksana, "/help").await;
    let press = table.press_data(table.oksana, &help, &data_for(&over, Next::OtherSide));
    assert_eq!(table.toast(&press).await, "");
    table.read(table.oksana).await;
    table.until(&over, |now| now.keyboard.len() == 3).await;
    // A press for a level that does not exist.
    let other = finished(&table, boris, boris).await;
    let press = table.press_data(boris, &other, &data_for(&other, Next::Harder));
    assert_ne!(table.toast(&press).await, "");
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    let now = [&of_boris, &other, &help].map(|message| table.now(message));
    assert_eq!(now, [of_boris.clone(), other, help]);
    table.play(boris, &of_boris, grid_of(&of_boris).calm_cell()).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_cannot_go_on_now_can_go_on_later() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let anna = table.anna;
    let over = finished(&table, anna, anna).await;
    store.fail_to_write(true);
    let press = table.press(anna, &over, AGAIN);
    let away =
        "I can’t save moves right now, so nothing has changed. Please try again in a moment.";
    assert_eq!(table.toast(&press).await, away);
    assert_eq!(table.now(&over), over);
    store.fail_to_write(false);
    let board = table.go_on(anna, &over, AGAIN).await;
    table.play(anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_next_board_that_cannot_be_sent_comes_after_a_restart_and_once() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests"]);
    let anna = table.anna;
    let over = finished(&table, anna, anna).await;
    table.playground.fault(Fault::too_many_requests(3_600).on("sendMessage"));
    let press = table.press(anna, &over, "🔄 Swap sides");
    assert_eq!(table.toast(&press).await, "");
    let pressed = table.playground.last_update_id();
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    let board = table.read(anna).await;
    assert!(board.text.starts_with("❌ zerosum (perfect)  ·  ⭕ You"), "{board:?}");
    // A press tells the bot that the message exists.
    table.play(anna, &board, grid_of(&board).calm_cell()).await;
    // The buttons stay until the next board is there; a press delivered again starts nothing more.
    assert!(table.now(&over).find_button("🔄 Swap sides").is_some());
    table.expect_refusals(&["query is too old"]);
    table.playground.redeliver(pressed).expect("the update is known");
    let left = table.changed(&over).await;
    assert!(left.find_button("🔄 Swap sides").is_none(), "{left:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_next_board_that_never_came_is_brought_by_the_buttons_that_were_left() {
    let mut table = Table::new().await;
    table.expect_refusals(&["the connection was cut"]);
    let anna = table.anna;
    let over = finished(&table, anna, anna).await;
    table.playground.fault(Fault::new(FaultKind::CutConnection).on("sendMessage").times(2));
    assert_eq!(table.toast(&table.press(anna, &over, AGAIN)).await, "");
    let has_given_up = |snapshot: &Snapshot<'_>| (snapshot.pending_faults() == 0).then_some(());
    table.playground.until(has_given_up).await.expect("it is tried twice");
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.now(&over), over, "the buttons stay until the next board is there");
    // While the second try is being given up, a press finds it under way.
    let board = loop {
        table.toast(&table.press(anna, &over, AGAIN)).await;
        table.playground.settled().await.expect("all is settled");
        if table.now(&over) != over {
            break table.read(anna).await;
        }
    };
    assert_eq!(grid_of(&board).marks(), 0);
    assert!(table.now(&over).find_button(AGAIN).is_none());
    table.play(anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_stays_as_it_ended_when_others_follow() {
    let mut table = Table::new().await;
    // After a restart the bot does not know that the old board has no buttons left to remove.
    table.expect_refusals(&[NOT_MODIFIED]);
    let anna = table.anna;
    let first = finished(&table, anna, anna).await;
    let ended = grid_of(&first);
    let mut over = first.clone();
    for next in ["🔄 Swap sides", AGAIN, "🙂 Easier: strong"] {
        let board = table.go_on(anna, &over, next).await;
        let board = table.play(anna, &board, grid_of(&board).calm_cell()).await;
        table.playground.settled().await.expect("all is settled");
        table.restart_bot().await;
        table.ask(anna, anna, "/resign").await;
        over = table.until(&board, is_over).await;
    }
    let now = table.now(&first);
    assert_eq!((grid_of(&now), now.text), (ended, first.text.clone()));
    for cell in 0..9 {
        let told = table.try_cell(anna, &first, cell).await;
        assert_eq!(told, "The game is over. /new starts another one.");
    }
    let press = table.press_data(anna, &first, &data_for(&first, Next::Easier));
    assert_eq!(table.toast(&press).await, GONE_ON);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_was_left_stays_so_when_a_start_draws_it_again() {
    let mut table = Table::new().await;
    table.expect_refusals(&[NOT_MODIFIED]);
    let anna = table.anna;
    let over = finished(&table, anna, anna).await;
    table.go_on(anna, &over, AGAIN).await;
    let other = finished(&table, table.boris, table.boris).await;
    let left = table.now(&over);
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    // Imitates a kill: the boards were drawn, but that was not recorded.
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    database.execute("UPDATE boards SET shown = 1", []).expect("the boards are there");
    let refused = table.refused_calls().len();
    table.start_bot();
    let is_swept = |snapshot: &zerosum_playground::views::Snapshot<'_>| {
        let edits = snapshot.calls().filter(|call| call.error.is_some()).count();
        (edits >= refused + 2).then_some(())
    };
    table.playground.until(is_swept).await.expect("both are drawn again");
    assert_eq!([table.now(&over), table.now(&other)], [left, other]);
    table.finish().await;
}
