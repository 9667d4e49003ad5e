//! No clock runs against a player who cannot see the board, and taking a move back returns the time it cost.

use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;
use zerosum_session::game::clock::PlayTime;

use crate::between_people::clocks::{LATER, begun, execute, pass, waiting};
use crate::start::invitations::opening;
use crate::support::fickle::FickleStore;
use crate::support::grid::grid_of;
use crate::support::harness::Table;

const CUT: &str = "the connection was cut";

/// More calls than any test makes.
const ALWAYS: u32 = 1_000_000;

/// Lets much time pass regardless of waiting clocks, until games out of time have been looked for twice.
async fn pass_for_others(table: &Table) {
    for _ in 0..2 {
        let quick = begun(table, "/new 3m").await;
        let others = waiting(table);
        while waiting(table) > others.min(1) {
            tokio::task::yield_now().await;
        }
        execute(table, LATER, 1_000);
        table.until(&quick, |now| now.text.contains("Time is up")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_of_a_new_game_waits_until_the_board_has_come() {
    let mut table = Table::new().await;
    table.expect_refusals(&[CUT]);
    let (anna, boris) = (table.anna, table.boris);
    let invitation = table.ask(anna, anna, "/invite 5+3").await;
    for chat in [anna, boris] {
        let fault = Fault::new(FaultKind::CutConnection).on("sendMessage").in_chat(chat);
        table.playground.fault(fault.times(ALWAYS));
    }
    table.say(boris, boris, &opening(&invitation));
    while waiting(&table) == 0 {
        tokio::task::yield_now().await;
    }
    pass_for_others(&table).await;
    assert_eq!(waiting(&table), 1, "it is in play, and its clock stands");
    table.playground.clear_faults();
    let (of_anna, of_boris) = (table.read(anna).await, table.read(boris).await);
    assert!(of_anna.text.contains("⏳ 5:00  ·  5:00"), "{of_anna:?}");
    pass(&table, 299).await;
    let of_anna = table.play(anna, &of_anna, 4).await;
    let of_boris = table.until(&of_boris, |now| grid_of(now).marks() == 1).await;
    pass(&table, 301).await;
    table.until(&of_boris, |now| now.text.contains("Ваше время вышло")).await;
    table.until(&of_anna, |now| now.text.contains("ran out of time. You win.")).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_waits_while_a_move_cannot_be_shown_and_a_restart_loses_no_start() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    table.expect_refusals(&[CUT]);
    let invitation = table.ask(anna, anna, "/invite 5+3").await;
    let of_boris = table.ask(boris, boris, &opening(&invitation)).await;
    let of_anna = table.read(anna).await;
    let fault = Fault::new(FaultKind::CutConnection).on("editMessageText").in_chat(boris);
    table.playground.fault(fault.times(ALWAYS));
    let of_anna = table.play(anna, &of_anna, 4).await;
    pass_for_others(&table).await;
    assert_eq!(table.now(&of_anna), of_anna, "his time has not passed");
    assert_eq!(waiting(&table), 1, "his clock stands");
    table.playground.clear_faults();
    let of_boris = table.until(&of_boris, |now| grid_of(now).marks() == 1).await;
    pass(&table, 100).await;
    table.restart_bot().await;
    let left = table.toast(&table.press(boris, &of_boris, "⏱")).await;
    assert!(left.contains("3 мин ") || left.contains("4 мин "), "{left}");
    // A clock that has been started is not started again.
    pass(&table, 250).await;
    table.until(&of_boris, |now| now.text.contains("Ваше время вышло")).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_could_not_be_started_is_started_later() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let (anna, boris) = (table.anna, table.boris);
    store.fail_starts(1);
    let invitation = table.ask(anna, anna, "/invite 5+3").await;
    table.ask(boris, boris, &opening(&invitation)).await;
    table.read(anna).await;
    is_running(&store).await;
    assert_eq!(store.starts_to_fail(), 0);
    table.finish().await;
}

/// Waits until a clock runs.
async fn is_running(store: &FickleStore) {
    let ever = PlayTime(i64::MAX);
    while store.overdue(ever, None, 1).await.expect("it can be read").is_empty() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_is_taken_back_gives_both_the_time_they_had() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = begun(&table, "/new 5+3").await;
    pass(&table, 60).await;
    // A process that has just started asks for the play time.
    table.restart_bot().await;
    let board = table.play(anna, &board, 0).await;
    assert!(board.text.contains("⏳ 5:00  ·  4:0"), "{board:?}");
    pass(&table, 30).await;
    let asks = table.press(anna, &board, "↩️");
    assert_eq!(table.toast(&asks).await, "");
    let asked = table.until(&board, |now| now.find_button("↩️ Allow").is_some()).await;
    table.restart_bot().await;
    let allows = table.press(boris, &asked, "↩️ Allow");
    assert_eq!(table.toast(&allows).await, "");
    let back = table.until(&asked, |now: &MessageView| grid_of(now).marks() == 1).await;
    assert!(back.text.contains("5:00  ·  ⏳ 5:00"), "{back:?}");
    // Going further back takes back his own first move as well.
    let asks = table.press(boris, &back, "↩️");
    assert_eq!(table.toast(&asks).await, "");
    let asked = table.until(&back, |now| now.find_button("↩️ Allow").is_some()).await;
    assert_eq!(table.toast(&table.press(anna, &asked, "↩️ Allow")).await, "");
    let back = table.until(&asked, |now: &MessageView| grid_of(now).marks() == 0).await;
    assert!(back.text.contains("⏳ 5:00  ·  5:00"), "{back:?}");
    table.finish().await;
}
