//! Updates that cannot arrive although Telegram answers every call: no clock runs meanwhile, and the host is
//! informed.

use std::time::Duration;

use zerosum_playground::fault::Fault;
use zerosum_playground::settings::Settings;
use zerosum_playground::views::MessageView;

use crate::between_people::clocks::{all_run, begun, execute, played};
use crate::host::readiness::{READY, until_answered};
use crate::support::gate::Gate;
use crate::support::grid::grid_of;
use crate::support::harness::{Table, Way};
use crate::support::patience::until;

const INTERRUPTED: (u16, &str) = (503, "not ready: updates do not arrive\n");

/// A table whose bot has yet to be started, in a Telegram that accepts answers to old presses.
async fn table(way: Way) -> Table {
    let callback_lifetime = Duration::from_secs(600);
    let mut table = Table::of(Settings { callback_lifetime, ..Settings::default() }).await;
    table.way = way;
    table
}

/// Leaves this number of milliseconds to the side to move.
async fn leave_time(table: &Table, millis: i64) {
    all_run(table).await;
    let almost = "UPDATE zerosum_instance SET played = (SELECT MIN(due) FROM boards) - ?1 * 1000";
    execute(table, almost, millis);
}

/// Waits until the method was called this many more times.
async fn until_called(table: &Table, method: &str, more: usize) {
    let before = table.count_all_calls(method);
    until(async || {
        let calls = table.count_all_calls(method);
        if calls >= before + more { Ok(()) } else { Err(calls) }
    })
    .await;
}

/// Has Anna, who is to move, press just in time. Her press waits at Telegram until updates arrive again.
async fn move_that_waits(
    table: &Table,
    board: &MessageView,
    asked_by: &str,
    interrupt: impl AsyncFnOnce(),
    go_on: impl AsyncFnOnce(),
) {
    until_answered(table, READY).await;
    interrupt().await;
    let press = table.press_cell(table.anna, board, 0);
    until_answered(table, INTERRUPTED).await;
    // A balancer that sends no updates to a bot that is not ready must not prolong the interruption.
    assert_eq!(table.ask_as_host("/readyz?exclude=updates").await, (200, "ready\n".to_owned()));
    // Enough time for the press to arrive afterwards, however slow the machine is.
    leave_time(table, 30_000).await;
    let before = played(table);
    until_called(table, asked_by, 3).await;
    assert_eq!(played(table), before, "play time stands");
    assert_eq!(table.now(board), *board);
    go_on().await;
    assert_eq!(table.toast(&press).await, "");
    let moved = table.changed(board).await;
    assert_eq!((grid_of(&moved).crosses(), grid_of(&moved).noughts()), (1, 1), "{moved:?}");
    until_answered(table, READY).await;
    // Afterwards clocks run as before.
    leave_time(table, 500).await;
    let over = table.until(&moved, |now| now.text.contains("Time is up")).await;
    assert!(over.text.contains("Time is up: Anna wins."), "{over:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_clock_runs_out_while_another_program_gets_the_updates() {
    let mut table = table(Way::Polling).await;
    table.start_bot();
    let board = begun(&table, "/new 3m").await;
    let conflict = "Conflict: terminated by other getUpdates request";
    let fault = Fault::error(409, conflict).times(100_000).on("getUpdates");
    let interrupt = async || {
        table.playground.fault(fault.clone());
        // The poll in progress ends without updates.
        until_called(&table, "getUpdates", 1).await;
    };
    move_that_waits(&table, &board, "getUpdates", interrupt, async || {
        table.playground.clear_faults();
    })
    .await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_clock_runs_out_while_the_proxy_of_the_webhook_is_down() {
    let mut table = table(Way::Webhook).await;
    table.gate = Some(Gate::new().await);
    table.start_bot();
    let board = begun(&table, "/new 3m").await;
    let gate = table.gate.as_ref().expect("there is one");
    let interrupt = async || gate.set_open(false);
    move_that_waits(&table, &board, "getWebhookInfo", interrupt, async || gate.set_open(true))
        .await;
    table.finish().await;
}
