//! Metrics and answers for the host: the counts match the events exactly.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use zerosum_metrics::Metrics;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_render::tap::{self, Tap};
use zerosum_session::broadcast::BroadcastId;
use zerosum_session::{Revision, SessionId, UserId};

use crate::support::exposition::{self, Exposition};
use crate::support::fickle::FickleStore;
use crate::support::grid::grid_of;
use crate::support::harness::{Table, Way, data_of};
use crate::support::patience::until;
use crate::telegram::webhook;

/// Current metrics of the bot.
pub(crate) async fn scrape(table: &Table) -> Exposition {
    let (status, text) = table.ask_as_host("/metrics").await;
    assert_eq!(status, 200);
    exposition::parse(&text)
}

/// Metrics of the bot once it is idle and has counted as many calls as Telegram.
pub(crate) async fn at_rest(table: &Table) -> Exposition {
    table.playground.settled().await.expect("all is settled");
    until(async || {
        let exposition = scrape(table).await;
        let busy = ["zerosum_updates_in_flight", "zerosum_edit_slots"];
        let is_at_rest = busy.iter().all(|level| exposition.value(level) == 0.0)
            // The broadcaster always waits for something to send.
            && exposition.value("zerosum_tasks") == 1.0
            && exposition.value("zerosum_ready{part=\"phase\"}") == 1.0;
        let (ours, theirs) = (calls_of_bot(&exposition), calls_of_telegram(table));
        if is_at_rest && ours == theirs { Ok(exposition) } else { Err((ours, theirs)) }
    })
    .await
}

/// Waits until every press received since the bot was started has a result, and checks that none has two.
pub(crate) async fn every_press_has_one_result(table: &Table) {
    until(async || {
        let exposition = scrape(table).await;
        let presses = exposition.value("zerosum_updates_total{kind=\"press\"}");
        let results = exposition.sum("zerosum_presses_total");
        if presses == results { Ok(()) } else { Err((presses, results)) }
    })
    .await;
}

/// Methods that are not compared: Telegram logs only polls that fail, and teloxide's dispatcher calls `getMe`
/// once on its own.
const UNCOMPARED: [&str; 3] = ["getUpdates", "getMe", "getWebhookInfo"];

/// Calls by method and outcome.
fn calls_of_bot(exposition: &Exposition) -> BTreeMap<String, f64> {
    let counted = exposition.counted("zerosum_telegram_calls_total");
    let is_compared =
        |series: &str| !UNCOMPARED.iter().any(|method| series.contains(&format!("\"{method}\"")));
    let mut calls = BTreeMap::new();
    for (series, count) in counted.into_iter().filter(|(series, _)| is_compared(series)) {
        // Telegram makes these calls itself, as if the bot had made them.
        let series = series.replace("\"handed_over\"", "\"ok\"");
        *calls.entry(series).or_insert(0.0) += count;
    }
    calls
}

/// Calls by method and outcome, as the playground has logged them.
fn calls_of_telegram(table: &Table) -> BTreeMap<String, f64> {
    let mut calls = BTreeMap::new();
    for call in table.playground.calls() {
        let description = call.error.as_ref().map_or("", |error| error.description.as_str());
        let outcome = match call.error.as_ref().map(|error| error.code) {
            None => "ok",
            Some(429) => "too_many_requests",
            Some(0) => "no_answer",
            Some(500..) => "server_error",
            Some(_) if description.contains("not modified") => "not_modified",
            Some(_) if description.contains("Forbidden") => "gone",
            Some(_) => "refused",
        };
        let labels = format!("{{method=\"{}\",outcome=\"{outcome}\"}}", call.method);
        if !UNCOMPARED.contains(&call.method.as_str()) {
            *calls.entry(format!("zerosum_telegram_calls_total{labels}")).or_insert(0.0) += 1.0;
        }
    }
    calls
}

/// The counts of one label, by its value.
fn by_value<'a>(exposition: &'a Exposition, name: &str) -> BTreeMap<&'a str, f64> {
    let counted = exposition.counted(name);
    counted.into_iter().filter_map(|(series, n)| Some((series.split('"').nth(1)?, n))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_counts_are_exactly_what_has_happened() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new perfect").await;
    // By now the bot has recorded where the board is shown.
    at_rest(&table).await;
    table.play(table.anna, &board, 4).await;
    let (SessionId(id), Revision(seen)) = match tap::decode(data_of(&board, 0, 0)) {
        Ok(Tap::Act { id, seen, .. }) => (id, seen),
        other => panic!("a cell asks for {other:?}"),
    };
    // A stale press, one by a stranger, junk, and one for a game that does not exist.
    assert_ne!(table.try_cell(table.anna, &board, 0).await, "");
    assert_ne!(table.try_cell(table.boris, &board, 0).await, "");
    for data in ["junk".to_owned(), format!("1:a:{:x}:{seen:x}:p4", id ^ 1)] {
        let press = table.press_data(table.anna, &board, &data);
        assert_ne!(table.toast(&press).await, "");
    }
    let board = table.now(&board);
    let taken = data_of(&board, 0, 0).replace(":p0", ":p4");
    let press = table.press_data(table.anna, &board, &taken);
    assert_ne!(table.toast(&press).await, "");
    table.ask(table.anna, table.group, "/resign").await;
    table.ask(table.boris, table.boris, "hello").await;

    let exposition = at_rest(&table).await;
    let presses = by_value(&exposition, "zerosum_presses_total");
    let expected = [
        ("changed", 1.0),
        ("refused_illegal", 1.0),
        ("refused_not_seated", 1.0),
        ("refused_stale", 1.0),
        ("unknown_button", 1.0),
        ("unknown_game", 1.0),
    ];
    assert_eq!(presses, BTreeMap::from(expected));
    let updates = by_value(&exposition, "zerosum_updates_total");
    assert_eq!(updates, BTreeMap::from([("command", 2.0), ("press", 6.0), ("small_talk", 1.0)]));
    assert_eq!(exposition.value("zerosum_press_to_answer_seconds_count"), 6.0);
    assert_eq!(exposition.value("zerosum_press_to_edit_seconds_count"), 1.0);
    assert_eq!(exposition.sum("zerosum_games_started_total"), 1.0);
    let finished = exposition.counted("zerosum_games_finished_total");
    let resigned = "zerosum_games_finished_total{game=\"3x3\",result=\"resigned\"}";
    assert_eq!(finished, BTreeMap::from([(resigned, 1.0)]));
    assert_eq!(exposition.sum("zerosum_engine_replies_total"), 1.0);
    // The press and the reply are one commit, and the resignation is another.
    let commits = "zerosum_store_calls_total{operation=\"commit\",outcome=\"done\"}";
    assert_eq!(exposition.value(commits), 2.0);
    assert_eq!(exposition.value("zerosum_store_call_seconds_count{operation=\"commit\"}"), 2.0);
    assert_eq!(exposition.value("zerosum_live_games"), 1.0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_telegram_refuses_is_counted_by_outcome() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests", "Internal Server Error", "was cut", "Forbidden"]);
    let faults = [
        Fault::too_many_requests(1),
        Fault::error(500, "Internal Server Error"),
        Fault::new(FaultKind::CutConnection),
    ];
    let mut board = table.new_game(table.anna).await;
    // If the bot did not know yet where the board is, the edit would not belong to a press.
    at_rest(&table).await;
    for fault in faults {
        table.playground.fault(fault.on("editMessageText"));
        board = table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    }
    let blocked = Fault::error(403, "Forbidden: bot was blocked by the user");
    table.playground.fault(blocked.on("sendMessage").in_chat(table.boris));
    table.say(table.boris, table.boris, "/help");
    let exposition = at_rest(&table).await;
    let outcome = |method: &str, outcome: &str| {
        let labels = format!("{{method=\"{method}\",outcome=\"{outcome}\"}}");
        exposition.value(&format!("zerosum_telegram_calls_total{labels}"))
    };
    for trouble in ["too_many_requests", "server_error", "no_answer"] {
        assert_eq!(outcome("editMessageText", trouble), 1.0, "{trouble}");
    }
    assert_eq!((outcome("editMessageText", "ok"), outcome("sendMessage", "gone")), (3.0, 1.0));
    assert_eq!(exposition.value("zerosum_telegram_retry_after_seconds_total"), 1.0);
    let edits = "zerosum_telegram_call_seconds_count{method=\"editMessageText\"}";
    assert_eq!(exposition.value(edits), 6.0);
    assert_eq!(exposition.value("zerosum_press_to_edit_seconds_count"), 3.0);
    let over_a_second = exposition.value("zerosum_press_to_edit_seconds_count")
        - exposition.value("zerosum_press_to_edit_seconds_bucket{le=\"1\"}");
    assert_eq!(over_a_second, 1.0, "the edit that had to wait counts as slow");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presses_that_cannot_be_saved_are_counted_as_failed() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let board = table.new_game(table.anna).await;
    at_rest(&table).await;
    store.fail_to_write(true);
    assert_ne!(table.try_cell(table.anna, &board, 4).await, "");
    store.fail_to_write(false);
    table.play(table.anna, &board, 4).await;
    let exposition = at_rest(&table).await;
    let presses = by_value(&exposition, "zerosum_presses_total");
    assert_eq!(presses, BTreeMap::from([("changed", 1.0), ("failed", 1.0)]));
    let failed = "zerosum_store_calls_total{operation=\"commit\",outcome=\"failed\"}";
    assert_eq!(exposition.value(failed), 1.0);
    let errors = by_value(&exposition, "zerosum_store_errors_total");
    assert_eq!(errors, BTreeMap::from([("database", 1.0)]));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_to_the_bot_can_add_a_series() {
    let table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let before = at_rest(&table).await;
    for number in 0..50 {
        let words = format!("/x{number}\"}} evil{{a=\"{number}\"\n# TYPE evil counter");
        table.ask(table.boris, table.boris, &words).await;
        let data = format!("{number}\"}}\nevil");
        let press = table.press_data(table.anna, &board, &data);
        assert_ne!(table.toast(&press).await, "");
    }
    let after = at_rest(&table).await;
    assert_eq!(before.series(), after.series());
    assert_eq!(after.value("zerosum_presses_total{result=\"unknown_button\"}"), 50.0);
    assert_eq!(after.value("zerosum_telegram_calls_total{method=\"other\",outcome=\"ok\"}"), 0.0);
    assert!(after.series().len() < 2_000, "there are {} series", after.series().len());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_start_has_made_is_told() {
    let table = Table::new().await;
    let exposition = at_rest(&table).await;
    let version = env!("CARGO_PKG_VERSION");
    let build = exposition.counted("zerosum_build_info");
    assert!(build.keys().all(|series| series.contains(&format!("version=\"{version}\""))));
    assert_eq!(build.len(), 1);
    let positions = "zerosum_engine_search_positions_total{game=\"3x3\"}";
    assert_eq!(exposition.value(positions), 5_478.0);
    let searches = "zerosum_engine_search_seconds_count{game=\"3x3\"}";
    assert_eq!(exposition.value(searches), 1.0);
    assert!(exposition.sum("zerosum_engine_search_seconds_sum") > 0.0);
    if cfg!(target_os = "linux") {
        assert!(exposition.value("process_resident_memory_bytes") > 1_000_000.0);
        assert!(exposition.value("process_start_time_seconds") > 1_700_000_000.0);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_counts_what_it_takes_in_and_what_not() {
    let table = Table::with_way(Way::Webhook).await;
    let board = table.new_game(table.anna).await;
    at_rest(&table).await;
    table.play(table.anna, &board, 4).await;
    let url = table.webhook_url.clone().expect("the bot waits at a webhook");
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let stranger = client.post(&url).json(&json!({ "update_id": 1 })).send();
    assert_eq!(stranger.await.expect("the bot answers").status(), 401);
    assert_eq!(webhook::deliver(&table, &json!({ "number": 1 })).await.0, 400);
    assert_eq!(webhook::deliver(&table, &json!({ "update_id": 1, "poll": {} })).await.0, 200);
    assert_eq!(webhook::deliver(&table, &json!({ "update_id": 1, "message": {} })).await.0, 200);

    let exposition = at_rest(&table).await;
    let rejected = by_value(&exposition, "zerosum_webhook_rejections_total");
    assert_eq!(rejected, BTreeMap::from([("not_an_update", 1.0), ("wrong_secret", 1.0)]));
    let updates = by_value(&exposition, "zerosum_updates_total");
    let expected = [("command", 1.0), ("ignored", 1.0), ("press", 1.0), ("unreadable", 1.0)];
    assert_eq!(updates, BTreeMap::from(expected));
    let answers =
        "zerosum_telegram_calls_total{method=\"answerCallbackQuery\",outcome=\"handed_over\"}";
    assert_eq!(exposition.value(answers), 1.0);
    assert_eq!(exposition.value("zerosum_press_to_answer_seconds_count"), 1.0);
    table.finish().await;
}

#[tokio::test]
async fn a_call_of_the_store_whose_caller_has_given_up_is_counted() {
    let (store, metrics) = (FickleStore::new(), Arc::new(Metrics::new()));
    store.count_in(Arc::clone(&metrics));
    store.hold(Some(UserId(1)));
    let asking = tokio::time::timeout(Duration::from_millis(1), store.person(UserId(1))).await;
    assert!(asking.is_err(), "{asking:?}");
    let exposition = exposition::parse(&metrics.render());
    let calls = exposition.counted("zerosum_store_calls_total");
    let abandoned = "zerosum_store_calls_total{operation=\"person\",outcome=\"abandoned\"}";
    assert_eq!(calls, BTreeMap::from([(abandoned, 1.0)]));
    assert_eq!(exposition.value("zerosum_store_calls_in_flight"), 0.0);
}

#[tokio::test]
async fn only_a_lost_race_in_the_store_is_counted_as_a_conflict() {
    let (store, metrics) = (FickleStore::new(), Arc::new(Metrics::new()));
    store.count_in(Arc::clone(&metrics));
    let broadcast = BroadcastId(1);
    for _ in 0..2 {
        store.stop_broadcast(broadcast).await.expect("the store works");
        store.claim_purge(Duration::from_secs(3_600)).await.expect("the store works");
        store.broadcast(broadcast).await.expect("the store works");
    }
    let exposition = exposition::parse(&metrics.render());
    let counted = exposition.counted("zerosum_store_calls_total");
    let series = |call, outcome| {
        format!("zerosum_store_calls_total{{operation=\"{call}\",outcome=\"{outcome}\"}}")
    };
    let expected = [
        series("broadcast", "done"),
        series("claim_purge", "done"),
        series("stop_broadcast", "conflict"),
    ];
    assert_eq!(counted, expected.iter().map(|series| (series.as_str(), 2.0)).collect());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waits_for_opponents_and_endings_of_games_between_people_are_counted() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    table.ask(oksana, oksana, "/invite").await;
    table.ask(oksana, oksana, "/opponent gomoku 24h").await;
    let counted = async |series: &str, number: f64| {
        until(async || match scrape(&table).await.value(series) {
            value if value == number => Ok(()),
            value => Err((series.to_owned(), value)),
        })
        .await;
    };
    counted("zerosum_people_seeking", 1.0).await;
    counted("zerosum_invitations_open", 1.0).await;
    let waiting = table.ask(anna, anna, "/opponent 3x3 24h").await;
    table.say(boris, boris, "/opponent 3x3 24h");
    let messages = [table.read(boris).await, table.read(boris).await];
    let of_boris = messages.iter().find(|message| crate::support::grid::is_board(message));
    let of_anna = table.read(anna).await;
    table.until(&waiting, |message| message.keyboard.is_empty()).await;
    table.ask(anna, anna, "/resign").await;
    table.changed(&of_anna).await;
    table.changed(of_boris.expect("he has a board")).await;
    counted("zerosum_pairs_made_total", 1.0).await;
    counted("zerosum_people_seeking", 1.0).await;
    let finished = "zerosum_games_between_people_finished_total";
    counted(&format!("{finished}{{result=\"resigned\"}}"), 1.0).await;
    // Two players in a group, which one of them leaves.
    let open = table.ask(anna, table.group, "/new").await;
    let board = table.play(boris, &open, 4).await;
    table.playground.part(boris, boris, table.group).expect("he is a member");
    table.changed(&board).await;
    counted(&format!("{finished}{{result=\"left\"}}"), 1.0).await;
    assert_eq!(scrape(&table).await.sum(finished), 2.0);
    table.finish().await;
}
