//! Reports that a group has become a supergroup, which may come again and again: they empty nothing of others.

use crate::host::metrics::{at_rest, scrape};
use crate::support::harness::Table;
use crate::support::patience::until;

/// More reports than there are sweeps between the agings that drop an idle entry.
const REPORTS: u32 = 61;

/// Has a group become a supergroup, and returns the update that reports it.
async fn upgraded(table: &Table) -> i64 {
    let group = table.playground.add_basic_group("Hikers", &[table.oksana]);
    table.playground.upgrade_group(group).expect("it is a basic group");
    let report = table.playground.last_update_id();
    at_rest(table).await;
    report
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_report_empties_no_caches() {
    let table = Table::new().await;
    let report = upgraded(&table).await;
    let board = table.new_game(table.anna).await;
    let live = async || at_rest(&table).await.value("zerosum_live_games");
    assert_eq!(live().await, 1.0);
    table.playground.redeliver(report).expect("the update is known");
    assert_eq!(live().await, 1.0);
    table.play(table.anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sweeps_that_reports_wake_do_not_make_limits_forget() {
    let table = Table::new().await;
    let (boris, group) = (table.boris, table.group);
    let report = upgraded(&table).await;
    let told = table.ask(boris, group, "/new 99x99").await;
    assert_eq!(told.text, "На доске бывает от 3 до 20 столбцов и строк.");
    let sweeps = async || {
        let exposition = scrape(&table).await;
        let calls = exposition.counted("zerosum_store_calls_total");
        let is_sweep = |series: &&str| series.contains("operation=\"behind\"");
        calls.into_iter().filter(|(series, _)| is_sweep(series)).map(|(_, count)| count).sum()
    };
    for _ in 0..REPORTS {
        let before: f64 = sweeps().await;
        table.playground.redeliver(report).expect("the update is known");
        until(async || if sweeps().await > before { Ok(()) } else { Err("no sweep") }).await;
    }
    // Told once in a while, and not again; the next command is answered.
    table.say(boris, group, "/new 99x99");
    let other = table.ask(boris, group, "/new chess").await;
    assert!(other.text.contains("chess"), "{other:?}");
    table.finish().await;
}
