//! Readiness of the bot, as seen by a load balancer that sends updates elsewhere meanwhile.

use std::time::{Duration, Instant};

use zerosum_playground::fault::{Fault, FaultKind};

use crate::host::metrics::scrape;
use crate::support::fickle::FickleStore;
use crate::support::harness::Table;
use crate::support::patience::until;

/// Waits for an answer to `GET /readyz`.
pub(crate) async fn until_answered(table: &Table, expected: (u16, &str)) {
    until(async || {
        let answer = table.ask_as_host("/readyz").await;
        if (answer.0, answer.1.as_str()) == expected { Ok(()) } else { Err(answer) }
    })
    .await;
}

pub(crate) const READY: (u16, &str) = (200, "ready\n");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_without_its_store_is_alive_and_not_ready() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    until_answered(&table, READY).await;
    store.fail_to_read(true);
    until_answered(&table, (503, "not ready: the store does not answer\n")).await;
    assert_eq!(table.ask_as_host("/healthz").await, (200, "ok\n".to_owned()));
    assert_eq!(scrape(&table).await.value("zerosum_ready{part=\"store\"}"), 0.0);
    store.fail_to_read(false);
    until_answered(&table, READY).await;
    assert_eq!(scrape(&table).await.value("zerosum_ready{part=\"store\"}"), 1.0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_without_telegram_is_alive_and_not_ready() {
    let mut table = Table::new().await;
    table.expect_refusals(&["was cut"]);
    until_answered(&table, READY).await;
    // Once an update is confirmed, a poll waits.
    table.ask(table.anna, table.anna, "/help").await;
    table.playground.settled().await.expect("all is settled");
    let cut = Fault::new(FaultKind::CutConnection).times(100_000);
    table.playground.fault(cut);
    // The poll in progress delivers this; every call after it, including the answer, runs into the trouble.
    table.say(table.anna, table.anna, "/help");
    until_answered(&table, (503, "not ready: Telegram does not answer\n")).await;
    assert_eq!(table.ask_as_host("/healthz").await, (200, "ok\n".to_owned()));
    assert_eq!(scrape(&table).await.value("zerosum_ready{part=\"telegram\"}"), 0.0);
    table.playground.clear_faults();
    until_answered(&table, READY).await;
    table.ask(table.boris, table.boris, "/help").await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_has_not_met_telegram_yet_is_starting() {
    let mut table = Table::without_bot().await;
    table.expect_refusals(&["was cut"]);
    let cut = Fault::new(FaultKind::CutConnection).times(100_000);
    table.playground.fault(cut.on("getMe"));
    table.start_bot();
    let both = "not ready: is starting\nnot ready: Telegram does not answer\n";
    until_answered(&table, (503, both)).await;
    table.playground.clear_faults();
    until_answered(&table, READY).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asking_often_costs_the_store_nothing() {
    let table = Table::new().await;
    until_answered(&table, READY).await;
    let began = Instant::now();
    for _ in 0..300 {
        assert_eq!(table.ask_as_host("/readyz").await.0, 200);
    }
    let pings = "zerosum_store_calls_total{operation=\"ping\",outcome=\"done\"}";
    let periods = began.elapsed().as_secs_f64() / 2.0;
    assert!(scrape(&table).await.value(pings) <= periods + 3.0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_leaves_is_not_ready_any_more() {
    let mut table = Table::new().await;
    let board = table.new_game(table.anna).await;
    until_answered(&table, READY).await;
    // The edit is in flight for a while, and leaving waits for it.
    let slow = FaultKind::Delay(Duration::from_millis(1_500));
    table.playground.fault(Fault::new(slow).on("editMessageText"));
    assert_eq!(table.try_cell(table.anna, &board, 4).await, "");
    let leaving = table.begin_to_stop();
    until_answered(&table, (503, "not ready: is leaving\n")).await;
    leaving.await;
    table.changed(&board).await;
    table.finish().await;
}
