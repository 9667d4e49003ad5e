//! Tests of SQLite's query plans.

use crate::sql;
use crate::sqlite::opening::{self, Opened};
use crate::statement::Sql;

/// Returns the steps of SQLite's plan for a statement.
fn steps_of(opened: &Opened, statement: Sql) -> Vec<String> {
    let plan = format!("EXPLAIN QUERY PLAN {}", statement.text);
    let mut plan = opened.reader.prepare(&plan).expect("a statement");
    let mut rows = plan.raw_query();
    let mut steps = Vec::new();
    while let Some(step) = rows.next().expect("a plan") {
        steps.push(step.get::<_, String>("detail").expect("a text"));
    }
    steps
}

fn has(steps: &[String], text: &str) -> bool {
    steps.iter().any(|step| step.contains(text))
}

#[test]
fn ages_are_read_off_both_halves_of_their_index() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let opened = opening::open(&folder.path().join("zerosum.db"), None).expect("a new database");
    for (statement, halves) in [
        (sql::host::PURGE, 2),
        (sql::host::COUNT_STALE, 2),
        (sql::host::LAST_TOUCHED, 2),
        (sql::host::REDATE_BOARDS, 1),
    ] {
        let steps = steps_of(&opened, statement);
        let by_age = steps.iter().filter(|step| step.contains("INDEX boards_by_age (is_over"));
        assert_eq!(by_age.count(), halves, "{steps:?}");
        assert!(!has(&steps, "SCAN boards"), "{steps:?}");
    }
}

const BY_ID: &str = "SEARCH boards USING INTEGER PRIMARY KEY";

const BY_PLACE: &str = "SEARCH placements USING PRIMARY KEY (board=? AND chat=? AND inline=?)";

/// Queries on tables other than boards and people, each with the expected indices.
fn beside_boards() -> Vec<(Sql, &'static [&'static str])> {
    vec![
        (sql::clocks::OVERDUE, &["INDEX boards_due ("]),
        (sql::clocks::ABANDONED, &["INDEX boards_of_two_in_play ("]),
        (sql::host::COUNT_BETWEEN_PEOPLE, &["INDEX boards_of_two_in_play"]),
        (sql::invitations::COUNT_WAITING, &["INDEX invitations_waiting (made>?)"]),
        (
            sql::invitations::PURGE_GUESTS,
            &[
                "SEARCH people USING INTEGER PRIMARY KEY (rowid>?)",
                "INDEX boards_of_guest (guest=?)",
                "INDEX boards_by_owner (owner=?)",
                "INDEX invitations_of_guest (guest=?)",
            ],
        ),
        (sql::clocks::STOP_CLOCK, &[BY_ID]),
        (sql::boards::NOTE_RESIGNING, &[BY_ID]),
        (sql::boards::ACTED_ON_BY, &["INDEX boards_resigned_by ("]),
        (sql::clocks::COUNT_UNTOUCHED, &[BY_ID]),
        (sql::clocks::ADVANCE_PLAY_TIME, &["INDEX boards_due"]),
        (sql::clocks::TO_REMIND, &["INDEX boards_to_remind ("]),
        (sql::clocks::CLAIM_REMINDER, &[BY_ID]),
        (sql::clocks::HAS_REMINDERS, &["SEARCH reminders USING INTEGER PRIMARY KEY"]),
        (sql::results::NOTE_RESULT, &[BY_ID]),
        (
            sql::results::TRIM_RESULTS,
            &["INDEX results_by_age (person=? AND ended<?)", "INDEX results_by_age (person=?)"],
        ),
        (sql::results::NOTE_LEFT, &[BY_ID]),
        (sql::results::RESULTS, &["INDEX results_by_age (person=?)"]),
        (sql::results::FORGET_RESULTS, &["SEARCH results USING PRIMARY KEY (person=?)"]),
        (sql::ratings::NOTE_RATED_GAME, &[BY_ID, "INDEX rated_pairs_of (pair=? AND ended>?"]),
        (sql::ratings::UNRATED_GAMES, &["INDEX rated_games_by_age (is_rated=? AND"]),
        (sql::ratings::PURGE_RATED_GAMES, &["INDEX rated_games_by_age (is_rated=? AND ended<?)"]),
        (
            sql::ratings::COUNT_ON,
            &[BY_ID, "INDEX boards_in_play (", "INDEX boards_in_play_of_guest ("],
        ),
        (sql::ratings::STANDINGS, &["SEARCH ratings USING PRIMARY KEY (person=?)"]),
        (
            sql::ratings::RATING_HISTORY,
            &["SEARCH rating_history USING PRIMARY KEY (person=? AND family=?)"],
        ),
        (
            sql::ratings::BEST_IN_GROUP,
            &["SEARCH listings USING PRIMARY KEY (chat=?)", "SEARCH ratings USING PRIMARY KEY"],
        ),
        (
            sql::ratings::BEST_OF_ALL,
            &["INDEX ratings_listed (family=?)", "listings_of_person (person=? AND chat=?)"],
        ),
        (sql::ratings::LISTINGS_OF, &["INDEX listings_of_person (person=?)"]),
        (sql::blocks::BLOCK, &["SEARCH blocks USING PRIMARY KEY (person=?)"]),
        (sql::blocks::BLOCKED_BY, &["SEARCH blocks USING PRIMARY KEY (person=?)"]),
        (sql::blocks::COUNT_BETWEEN, &["SEARCH blocks USING PRIMARY KEY (person=? AND blocked=?)"]),
        (sql::blocks::FORGET_BLOCKS_OF, &["INDEX blocks_of (blocked=?)"]),
        (sql::boards::COUNT_CHALLENGES, &["INDEX boards_reserved (", "INDEX boards_reserved_by ("]),
        (sql::seekers::SEEK, &[BY_ID, "INDEX boards_sought_by ("]),
        (sql::seekers::DROP_FULFILLED, &[BY_ID, "INDEX boards_sought_by ("]),
        (sql::seekers::WAITING_SEEKERS, &["INDEX seekers_by_age ("]),
        (sql::seekers::SEEKING_OF, &["SEARCH seekers USING INTEGER PRIMARY KEY"]),
        (sql::seekers::DROP_PAIR, &["INDEX seekers_being_seated (board=?)"]),
        (sql::seekers::PURGE_SEEKERS, &["INDEX seekers_by_age (since<?)"]),
        (sql::groups::GROUP_SETTINGS, &["SEARCH group_settings USING INTEGER PRIMARY KEY"]),
        (sql::groups::MOVE_GROUP, &["SEARCH group_settings USING INTEGER PRIMARY KEY"]),
    ]
}

/// Queries on abandoned games and on data that outlives people, each with the expected indices.
fn of_departures() -> Vec<(Sql, &'static [&'static str])> {
    vec![
        (
            sql::absences::GAMES_WITH_OTHERS,
            &[BY_ID, "INDEX boards_in_play (", "INDEX boards_in_play_of_guest ("],
        ),
        (
            sql::absences::GAMES_GONE_FROM,
            &[BY_ID, "INDEX boards_in_chat", "INDEX placements_in_chat"],
        ),
        (sql::absences::TIMED_GAMES_IN, &["INDEX boards_in_chat (chat=?"]),
        (sql::absences::SEATS_KEPT_IN, &["INDEX boards_"]),
        (sql::absences::NOTE_ABSENCE, &["INDEX boards_in_chat (chat=?)"]),
        (sql::absences::STOP_CLOCKS, &["INDEX boards_in_chat (chat=?)"]),
        (sql::absences::ABSENT_SINCE, &["SEARCH absences USING INTEGER PRIMARY KEY"]),
        (sql::absences::PURGE_ABSENCES, &["INDEX boards_in_chat (chat=?)"]),
        (sql::keyed::NOTE_RATED_PAIR, &["SEARCH rated_games USING INTEGER PRIMARY KEY"]),
        (sql::keyed::PURGE_RATED_PAIRS, &["INDEX rated_pairs_by_age (ended<?)"]),
        (sql::keyed::KEEP_BLOCKS, &["INDEX blocks_of (blocked=?)"]),
        (sql::keyed::RESTORE_BLOCKS, &["INDEX kept_blocks_of (blocked=?)"]),
        (sql::keyed::DROP_RESTORED, &["INDEX kept_blocks_of (blocked=?)"]),
        (sql::keyed::DECLINED_AT, &["SEARCH declined_challenges USING INTEGER PRIMARY KEY"]),
        (sql::keyed::PURGE_DECLINED, &["INDEX declined_challenges_by_age (declined_at<?)"]),
        (sql::boards::SEATS_KEPT, &["INDEX boards_reserved ("]),
    ]
}

/// Queries on the messages that show boards.
fn about_screens() -> [(Sql, &'static [&'static str]); 9] {
    [
        (sql::screens::TIMED_BEHIND, &["INDEX boards_timed_behind"]),
        (sql::screens::TIMED_BEHIND_ELSEWHERE, &[BY_ID, "INDEX placements_behind"]),
        (sql::screens::RECALL_BOARD, &[BY_ID]),
        (sql::screens::CLAIM_NOTICE, &[BY_ID]),
        (sql::screens::RECALL_ELSEWHERE, &[BY_PLACE]),
        (sql::screens::RENEW_CLAIM, &[BY_ID]),
        (sql::screens::RENEW_CLAIM_ELSEWHERE, &[BY_PLACE]),
        (sql::screens::CLAIM_NOTICE_ELSEWHERE, &[BY_PLACE, BY_ID]),
        (sql::screens::DROP_LEASE, &["SEARCH processes USING INTEGER PRIMARY KEY"]),
    ]
}

#[test]
fn every_question_finds_its_rows_by_an_index() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let opened = opening::open(&folder.path().join("zerosum.db"), None).expect("a new database");
    let questions = [
        (sql::boards::BOARD_BY_ID, &[BY_ID][..]),
        (
            sql::boards::OPEN_BOARDS,
            &[BY_ID, "INDEX boards_in_play (", "INDEX boards_in_play_of_guest ("],
        ),
        (
            sql::boards::LOWEST_OPEN,
            &[BY_ID, BY_PLACE, "INDEX boards_in_play (", "INDEX boards_in_play_of_guest ("],
        ),
        (
            sql::boards::GAMES_WITH_PEOPLE,
            &[BY_ID, "INDEX boards_in_play (", "INDEX boards_in_play_of_guest ("],
        ),
        (sql::boards::LATEST_OVER, &[BY_ID, "INDEX boards_over (", "INDEX boards_of_guest ("]),
        (
            sql::boards::COUNT_OPEN_BOARDS,
            &["INDEX boards_in_play (", "INDEX boards_in_play_of_guest ("],
        ),
        (sql::boards::MOVE_CHAT, &["INDEX boards_in_chat"]),
        (sql::boards::MOVE_ELSEWHERE, &["INDEX placements_in_chat"]),
        (sql::boards::DROP_DOUBLED, &["INDEX placements_in_chat"]),
        (sql::boards::BOARDS_BEHIND, &["INDEX boards_behind"]),
        (sql::boards::BOARDS_BEHIND_ELSEWHERE, &[BY_ID, "INDEX placements_behind"]),
        (sql::boards::BOARDS_AWAITING_ENGINE, &["INDEX boards_awaiting_engine"]),
        (sql::boards::BOARDS_OF, &[BY_ID, "INDEX boards_by_owner", "INDEX boards_of_guest"]),
        (sql::deletions::DELETE_LEFT_BOARDS, &[BY_ID, "INDEX boards_by_owner"]),
        (sql::deletions::LEAVE_GAMES, &["INDEX boards_of_guest"]),
        (sql::deletions::LEAVE_SCREENS, &["INDEX placements_in_chat", "INDEX boards_of_guest"]),
        (sql::deletions::MOVE_SHARED, &[BY_ID, "INDEX boards_by_owner"]),
        (sql::deletions::DROP_MOVED, &["INDEX boards_by_owner"]),
        (sql::deletions::HAND_OVER, &[BY_ID, "INDEX boards_by_owner"]),
        (sql::host::FINISHED_BOARD_BEHIND, &["INDEX boards_over ((owner,touched)>"]),
        (sql::host::TRIM, &[BY_ID]),
        (sql::deletions::END_DELETION, &["INDEX boards_by_owner", "INDEX boards_of_guest"]),
        (sql::people::PEOPLE_REACHABLE, &["INDEX people_reachable"]),
        (sql::people::PERSON_BY_ID, &["USING INTEGER PRIMARY KEY"]),
        (sql::boards::CREATE_BOARD, &["INDEX boards_in_play (", "INDEX boards_in_play_of_guest ("]),
        (sql::boards::COMMIT_SESSION, &[BY_ID]),
        (sql::boards::CLAIM_BOARD, &[BY_ID]),
        (sql::boards::CLAIM_TURN, &[BY_ID]),
        (sql::boards::NOTE_SHOWN, &[BY_ID]),
        (sql::boards::ADD_PLACEMENT, &[BY_ID]),
        (sql::boards::PLACE_CREATED, &[BY_ID]),
        (sql::boards::PLACE_ELSEWHERE, &[BY_PLACE]),
        (sql::boards::DISPLACE_ELSEWHERE, &[BY_PLACE]),
        (sql::boards::DROP_INLINE, &[BY_PLACE]),
        (sql::boards::CLAIM_ELSEWHERE, &[BY_PLACE]),
        (sql::boards::NOTE_SHOWN_ELSEWHERE, &[BY_PLACE]),
    ];
    let all = questions.into_iter().chain(beside_boards()).chain(of_departures());
    for (statement, indices) in all.chain(about_screens()) {
        let steps = steps_of(&opened, statement);
        let is_indexed = indices.iter().all(|index| has(&steps, index));
        assert!(is_indexed, "{statement:?}: {steps:#?}");
        for table in ["boards", "placements", "lagging", "placed", "other"] {
            let scans = |step: &&String| {
                step.as_str() == format!("SCAN {table}")
                    || step.starts_with(&format!("SCAN {table} USING INTEGER"))
            };
            assert!(!steps.iter().any(|step| scans(&step)), "{statement:?}: {steps:#?}");
        }
    }
}
