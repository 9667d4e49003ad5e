//! Queries that find a few rows among many unwanted ones, for the tests that count visited rows.

use crate::sql;
use crate::statement::Value;

/// Numbers of unwanted rows of each kind, in a small and in a large database.
pub(crate) const FEW: i64 = 50;
pub(crate) const MANY: i64 = 5_000;

/// Fills the table `others` with this many numbers.
pub(crate) fn numbers(count: i64) -> String {
    format!(
        "INSERT INTO others WITH RECURSIVE number (id) AS (VALUES (CAST(1000 AS BIGINT)) UNION ALL \
         SELECT id + 1 FROM number WHERE id < 999 + {count}) SELECT id FROM number"
    )
}

/// Statements that create unwanted rows, one for each person in `others`.
pub(crate) const OTHERS: [&str; 7] = [
    "INSERT INTO people (id, language, has_chosen, name) SELECT id, 'en', 0, '' FROM others",
    // With more points than the listed people.
    "INSERT INTO ratings (person, family, points, deviation, volatility, games, rated_at, is_provisional) \
     SELECT id, '3x3', 9000000, 1, 1, 1, 1, 0 FROM others",
    "INSERT INTO invitations (code, game, owner, setup, made, guest) \
     SELECT 'code' || id, id, id, '', 50, id FROM others",
    // Games with a day per move whose reminder was sent, and faster ones.
    "INSERT INTO boards (id, owner, chat, shown, revision, is_over, record, touched, clock, due, reminded) \
     SELECT id, id, id, 1, 1, 0, '', id, 'day 1', 50, 50 FROM others",
    "INSERT INTO boards (id, owner, chat, shown, revision, is_over, record, touched, clock, due) \
     SELECT -id, id, id, 1, 1, 0, '', -id, '5+3 1 1', 50 FROM others",
    "INSERT INTO boards (id, owner, chat, shown, revision, is_over, record, touched) \
     SELECT 1000000 + id, id, id, 1, 1, 1, '', 1000000 + id FROM others",
    "INSERT INTO rated_games (session, family, outcome, ended, is_rated) \
     SELECT id, '3x3', 'draw', 50, 1 FROM others",
];

/// The few wanted rows.
pub(crate) const WANTED: [&str; 6] = [
    "INSERT INTO people (id, language, has_chosen, name, is_reachable) \
     VALUES (1, 'en', 0, 'Ann', 1), (2, 'en', 0, 'Ben', 1), (3, 'en', 0, 'Eva', 1)",
    "INSERT INTO listings (chat, person) VALUES (0, 1), (0, 2), (0, 3)",
    "INSERT INTO ratings (person, family, points, deviation, volatility, games, rated_at, is_provisional) \
     VALUES (1, '3x3', 1, 1, 1, 1, 1, 0), (2, '3x3', 2, 1, 1, 1, 1, 0), (3, '3x3', 3, 1, 1, 1, 1, 1)",
    "INSERT INTO invitations (code, game, owner, setup, made) VALUES ('one', 1, 1, '', 50)",
    "INSERT INTO boards (id, owner, chat, shown, revision, is_over, record, touched, clock, due) \
     VALUES (1, 1, 1, 1, 2, 0, '', 1, 'day 1', 60)",
    "INSERT INTO rated_games (session, first, second, family, outcome, ended) \
     VALUES (1, 1, 2, '3x3', 'draw', 60)",
];

/// Queries with a limit, their values and the number of rows they find.
pub(crate) fn questions() -> Vec<(&'static str, Vec<Value>, usize)> {
    let text = |text: &str| Value::from(text);
    let number = |number: i64| Value::from(number);
    let from_start = || [number(i64::MIN), number(i64::MIN)];
    let [since, behind] = from_start();
    vec![
        (sql::ratings::BEST_OF_ALL.text, vec![number(0), text("3x3"), number(20)], 3),
        (sql::ratings::UNRATED_GAMES.text, vec![since, behind, number(20)], 1),
        (sql::ratings::LISTINGS_OF.text, vec![number(1), number(20)], 1),
        (sql::invitations::COUNT_WAITING.text, vec![number(0), number(20)], 1),
        (
            sql::clocks::TO_REMIND.text,
            vec![number(0), number(100), number(0), number(0), number(20)],
            1,
        ),
        (sql::people::PEOPLE_REACHABLE.text, vec![number(0), number(20)], 3),
        (sql::boards::OPEN_BOARDS.text, vec![number(1), number(1), number(20)], 1),
        (sql::boards::LOWEST_OPEN.text, vec![number(1), number(1), number(20)], 1),
        (sql::boards::BOARDS_BEHIND.text, [i64::MIN, 1, 0, 1, 20].map(number).to_vec(), 1),
    ]
}
