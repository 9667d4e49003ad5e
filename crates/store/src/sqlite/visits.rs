//! Checks that the steps of queries do not grow with unwanted rows.

use rusqlite::{Connection, StatementStatus, params_from_iter};

use crate::sqlite::opening;
use crate::statement::Value;
use crate::visits::{FEW, MANY, OTHERS, WANTED, numbers, questions};

/// More steps than the depth of an index adds, and far fewer than one per unwanted row.
const STEPS_MORE_MAX: i32 = 200;

/// Returns the number of rows of a statement, and the number of steps SQLite takes for them.
fn ask(connection: &Connection, statement: &str, values: &[Value]) -> (usize, i32) {
    let mut statement = connection.prepare(statement).expect("a statement");
    let mut rows = statement.query(params_from_iter(values)).expect("an answer");
    let mut count = 0;
    while rows.next().expect("a row").is_some() {
        count += 1;
    }
    drop(rows);
    (count, statement.get_status(StatementStatus::VmStep))
}

/// Returns the answers of a database with this many unwanted rows.
fn answers(others: i64) -> Vec<(usize, i32)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let opened = opening::open(&folder.path().join("zerosum.db"), None).expect("a new database");
    let connection = &opened.writer;
    connection.execute_batch("CREATE TEMP TABLE others (id INTEGER PRIMARY KEY)").expect("a table");
    connection.execute(&numbers(others), []).expect("others");
    for statement in OTHERS.into_iter().chain(WANTED) {
        connection.execute(statement, []).unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
    questions().iter().map(|(statement, values, _)| ask(connection, statement, values)).collect()
}

#[test]
fn no_query_visits_rows_that_are_not_wanted() {
    let (few, many) = (answers(FEW), answers(MANY));
    for ((statement, _, count), (few, many)) in
        questions().into_iter().zip(few.into_iter().zip(many))
    {
        assert_eq!((few.0, many.0), (count, count), "{statement}");
        let more = many.1 - few.1;
        assert!(more <= STEPS_MORE_MAX, "{more} more steps than {}: {statement}", few.1);
    }
}
