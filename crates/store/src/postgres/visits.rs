//! Checks that queries visit no more rows than they return.

use std::env;

use tokio_postgres::{Client, NoTls, SimpleQueryMessage};

use crate::postgres::opening::MIGRATIONS;
use crate::statement::Value;
use crate::visits::{MANY, OTHERS, WANTED, numbers, questions};

/// The database that tests may write to. Unset if there is none.
const URL_KEY: &str = "ZEROSUM_TEST_POSTGRES_URL";

/// More rows than all steps of a query that finds three, and far fewer than the unwanted ones.
const VISITED_MAX: u64 = 100;

/// Substitutes the values into the statement.
fn with_values(statement: &str, values: &[Value]) -> String {
    let mut statement = statement.to_owned();
    // Backwards, because `$1` is a prefix of `$10`.
    for (index, value) in values.iter().enumerate().rev() {
        let written = match value {
            Value::Integer(number) => format!("CAST({number} AS BIGINT)"),
            Value::Text(text) => format!("'{text}'"),
            Value::Null => "NULL".to_owned(),
        };
        statement = statement.replace(&format!("${}", index + 1), &written);
    }
    statement
}

/// Returns the number after a word of a plan.
fn number_behind(line: &str, word: &str) -> Option<u64> {
    let (_, rest) = line.split_once(word)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Returns the number of rows that all steps of a plan have returned or discarded.
fn visited(plan: &[String]) -> u64 {
    plan.iter()
        .map(|line| {
            let rows =
                line.split_once("(actual").and_then(|(_, rest)| number_behind(rest, "rows="));
            let loops = number_behind(line, "loops=").unwrap_or(1);
            rows.unwrap_or(0) * loops + number_behind(line, "Removed by Filter: ").unwrap_or(0)
        })
        .sum()
}

async fn plan_of(client: &Client, statement: &str) -> Vec<String> {
    let asked = format!("EXPLAIN (ANALYZE, TIMING OFF) {statement}");
    let answer = client.simple_query(&asked).await;
    let answer = answer.unwrap_or_else(|error| panic!("{statement}: {error}"));
    let line = |message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    };
    answer.into_iter().filter_map(line).collect()
}

#[tokio::test]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn no_query_visits_rows_that_are_not_wanted() {
    let Ok(url) = env::var(URL_KEY) else { return };
    let (client, driver) = tokio_postgres::connect(&url, NoTls).await.expect("the server is there");
    tokio::spawn(driver);
    let schema = format!("zerosum_visits_{}", std::process::id());
    let execute = async |statement: &str| {
        client
            .batch_execute(statement)
            .await
            .unwrap_or_else(|error| panic!("{statement}: {error}"));
    };
    execute(&format!("CREATE SCHEMA {schema}; SET search_path = {schema}")).await;
    for migration in MIGRATIONS {
        execute(migration.sql).await;
    }
    execute("CREATE TEMP TABLE others (id BIGINT PRIMARY KEY)").await;
    execute(&numbers(MANY)).await;
    for statement in OTHERS.into_iter().chain(WANTED).chain(["ANALYZE"]) {
        execute(statement).await;
    }
    for (statement, values, _) in questions() {
        let plan = plan_of(&client, &with_values(statement, &values)).await;
        assert!(visited(&plan) <= VISITED_MAX, "{} rows: {statement}: {plan:#?}", visited(&plan));
    }
    execute(&format!("DROP SCHEMA {schema} CASCADE")).await;
}
