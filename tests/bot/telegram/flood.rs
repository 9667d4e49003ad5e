//! One user presses as fast as presses can be delivered, while others play.

use tokio::sync::watch;
use zerosum_playground::Playground;
use zerosum_playground::views::{MessageView, Snapshot};

use crate::support::grid::grid_of;
use crate::support::harness::{Table, Way, data_of};

const TOO_FAST: &str = "Too many taps at once. Please wait a moment.";

/// Number of presses that wait to be delivered at any time.
const PRESSES_WAITING: usize = 400;

/// Number of presses made at once.
const BURST: usize = 100;

/// Upper bound on the presses made; the playground forgets presses beyond a slightly larger number.
const PRESSES_MAX: usize = 15_000;

/// Presses the same cell again and again until told to stop, and returns the presses.
async fn flood(
    playground: Playground,
    board: MessageView,
    done: watch::Receiver<bool>,
) -> Vec<String> {
    let mut presses = Vec::new();
    let (user, message) = (board.chat_id, board.message_id);
    let is_low = |snapshot: &Snapshot<'_>| {
        (snapshot.pending_updates() < PRESSES_WAITING || *done.borrow()).then_some(())
    };
    while !*done.borrow() && presses.len() < PRESSES_MAX {
        playground.until(is_low).await.expect("the bot takes in what is there");
        for _ in 0..BURST {
            let press = playground.press_data(user, user, message, data_of(&board, 1, 1));
            presses.push(press.expect("the person is in the chat"));
        }
    }
    presses
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_presses_is_refused_to_its_user_and_to_no_other() {
    let mut table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let (stop, stopped) = watch::channel(false);
    let flooding = tokio::spawn(flood(table.playground.clone(), board.clone(), stopped));
    let people: Vec<i64> = (0..50).map(|_| table.playground.add_user("Eva", Some("en"))).collect();
    for person in &people {
        table.say(*person, *person, "/new");
    }
    let mut boards = Vec::new();
    for person in &people {
        boards.push(table.read(*person).await);
    }
    for _ in 0..3 {
        let press = |board: &MessageView| {
            table.press_cell(board.chat_id, board, grid_of(board).calm_cell())
        };
        let presses: Vec<String> = boards.iter().map(press).collect();
        for press in &presses {
            assert_eq!(table.toast(press).await, "", "another user pays for the flood");
        }
        for board in &mut boards {
            *board = table.changed(board).await;
        }
    }
    stop.send_replace(true);
    let presses = flooding.await.expect("the flood does not panic");
    table.new_game(table.boris).await;
    let is_taken_in = |snapshot: &Snapshot<'_>| (snapshot.pending_updates() == 0).then_some(());
    table.playground.until(is_taken_in).await.expect("all of it is taken in");
    table.stop_bot().await;
    presses.iter().for_each(|press| table.playground.expire_press(press));
    table.leave_unanswered(table.anna);
    // No press is answered twice: the playground would refuse the second answer.
    let told = |press: &&String| {
        let answer = table.playground.look(|snapshot| snapshot.answer(press));
        answer.is_some_and(|answer| answer.text == TOO_FAST)
    };
    let told = presses.iter().filter(told).count();
    // A webhook gets the presses of a user one after the other.
    let is_refused = told > 0 || table.way == Way::Webhook;
    assert!(is_refused, "of {} presses none is refused", presses.len());
    let board = table.now(&board);
    assert_eq!((grid_of(&board).crosses(), board.edits), (1, 1));
    table.finish().await;
}
