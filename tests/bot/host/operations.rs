//! Checks that the operations pages name only what the bot has.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::host::metrics::scrape;
use crate::support::harness::Table;

/// Prefixes of the names of the bot's metrics.
const PREFIXES: [&str; 2] = ["zerosum_", "process_"];

fn path_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operations").join(name)
}

fn read(name: &str) -> String {
    fs::read_to_string(path_of(name)).expect("the page is there")
}

/// Every word that looks like the name of a metric.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_metric = |word: &&str| PREFIXES.iter().any(|prefix| word.starts_with(prefix));
    words.filter(is_metric).map(str::to_owned).collect()
}

/// The words of a text that begin in this way, such as the names of alerts.
fn words_with(text: &str, beginning: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| word.starts_with(beginning)).map(str::to_owned).collect()
}

/// Collects every query of a dashboard.
fn queries(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(text) if ["expr", "query"].contains(&key.as_str()) => {
                        found.push(text.clone());
                    }
                    value => queries(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| queries(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_dashboard_shows_every_metric_there_is_and_no_other() {
    let table = Table::new().await;
    let exposition = scrape(&table).await;
    let dashboard: Value = serde_json::from_str(&read("grafana.json")).expect("it is JSON");
    let mut found = Vec::new();
    queries(&dashboard, &mut found);
    let shown: BTreeSet<String> = found.iter().flat_map(|query| metrics_in(query)).collect();
    let names = exposition.names();
    let missing: Vec<&String> = shown.difference(&names).collect();
    assert_eq!(missing, Vec::<&String>::new(), "the bot has no such metric");
    let is_shown = |name: &&String| shown.iter().any(|shown| shown.starts_with(*name));
    let unseen: Vec<&String> = exposition.types.keys().filter(|name| !is_shown(name)).collect();
    assert_eq!(unseen, Vec::<&String>::new(), "no panel shows it");
    table.finish().await;
}

#[test]
fn the_dashboard_can_be_imported_anywhere() {
    let dashboard: Value = serde_json::from_str(&read("grafana.json")).expect("it is JSON");
    assert_eq!((&dashboard["id"], &dashboard["uid"]), (&Value::Null, &Value::from("zerosum")));
    let variables = dashboard["templating"]["list"].as_array().expect("it has variables");
    let names: Vec<&str> = variables.iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["datasource", "job", "instance"]);
    assert_eq!(variables[0]["type"], "datasource");
    let panels = dashboard["panels"].as_array().expect("it has panels");
    let ids: BTreeSet<u64> = panels.iter().filter_map(|panel| panel["id"].as_u64()).collect();
    assert_eq!(ids.len(), panels.len(), "every panel has an id of its own");
    for panel in panels.iter().filter(|panel| panel["type"] != "row") {
        let title = panel["title"].as_str().expect("a panel has a title");
        assert_eq!(panel["datasource"]["uid"], "${datasource}", "{title}");
        let targets = panel["targets"].as_array().expect("a panel has queries");
        assert!(!targets.is_empty(), "{title}");
        for target in targets {
            assert_eq!(target["datasource"]["uid"], "${datasource}", "{title}");
            let expression = target["expr"].as_str().expect("a query is text");
            assert!(expression.contains("job=\"$job\""), "{title}: {expression}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alerts_and_pages_name_metrics_that_are_there() {
    let table = Table::new().await;
    let exposition = scrape(&table).await;
    let mut names = exposition.names();
    // A page may refer to a histogram as a whole.
    names.extend(exposition.types.keys().cloned());
    for page in ["alerts.yaml", "README.md"] {
        let missing: Vec<String> = metrics_in(&read(page)).difference(&names).cloned().collect();
        assert_eq!(missing, Vec::<String>::new(), "{page} names what is not there");
    }
    table.finish().await;
}

#[test]
fn every_alert_is_explained() {
    let alerts = words_with(&read("alerts.yaml"), "Zerosum");
    assert!(alerts.len() > 10, "{alerts:?}");
    assert_eq!(words_with(&read("README.md"), "Zerosum"), alerts);
}
