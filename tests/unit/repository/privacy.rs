//! Descriptions of stored personal data agree: `/privacy` in every language, the table for hosts, and the
//! guide for players. The table covers every table of the database.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::language::Language;
use zerosum_store::people::blocks::BLOCKED_MAX;
use zerosum_store::people::deletion::FINISHED_GAMES_MAX;
use zerosum_store::people::ratings::HISTORY_KEPT_MAX;
use zerosum_store::people::results::RESULTS_KEPT_MAX;

const OPERATIONS: &str = include_str!("../../../docs/operations/README.md");
const PLAYING: &str = include_str!("../../../docs/playing.md");

/// Beginnings of each item of `/privacy` and of the matching rows of the table, and words of the guide for
/// it.
const ITEMS: [(&str, &[&str], &[&str]); 11] = [
    (
        "Your Telegram ID",
        &[
            "number of a person at Telegram",
            "what they played last",
            "puzzles they have solved",
            "first name",
            "people to be reminded",
        ],
        &["ids of people", "language", "played last", "puzzles", "first names", "reminded"],
    ),
    ("How your finished games ended", &["results of finished games"], &["results"]),
    ("Whom you have blocked", &["people they have blocked"], &["blocked"]),
    ("Your games", &["games: ", "where games are shown"], &["their games", "inline messages"]),
    ("If you delete your data", &[], &[]),
    ("If somebody keeps a seat", &["the person a challenge's seat"], &["seat"]),
    (
        "How strongly you play",
        &["ratings between people", "games between people", "the tables"],
        &["ratings", "tables"],
    ),
    ("While you look for an opponent", &["people who look for an opponent"], &["opponent"]),
    ("Your invitations", &["guests of the page", "invitations"], &["invitations"]),
    ("Of a group", &["the choices of administrators"], &["administrators"]),
    ("From the people who run me", &["a broadcast"], &["broadcast"]),
];

const ABOUT_PRIVACY: Phrase<'static> = Phrase::Privacy {
    finished: 30,
    unfinished: 180,
    games: FINISHED_GAMES_MAX,
    results: RESULTS_KEPT_MAX,
    ratings: HISTORY_KEPT_MAX,
    blocked: BLOCKED_MAX,
};

/// Tables in which the program records its version and the database's identity. They are described in prose.
const OF_THE_PROGRAM: [&str; 2] = ["zerosum_instance", "zerosum_schema"];

/// Row about the number that is kept only until a deletion is done.
const UNTIL_DELETED: &str = "number of a person who has deleted everything";

/// The section of the page for hosts.
fn section() -> &'static str {
    let (_, section) = OPERATIONS.split_once("\n## Privacy\n").expect("there is such a part");
    section.split_once("\n## ").map_or(section, |(section, _)| section)
}

/// Cells of the rows of its table.
fn rows() -> Vec<Vec<&'static str>> {
    let rows = section().lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// Names of tables that a text puts in backquotes.
fn tables_in(text: &str) -> BTreeSet<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let is_table = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    quoted.filter(is_table).map(str::to_owned).collect()
}

/// Tables that the migrations of a database create.
fn tables_of(database: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/store/src").join(database);
    let files = fs::read_dir(folder.join("migrations")).expect("there are migrations");
    let mut tables = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file.expect("a file").path()).expect("it is text");
        let made = text.split("CREATE TABLE ").skip(1);
        tables.extend(made.filter_map(|made| made.split([' ', '(']).next()).map(str::to_owned));
    }
    tables
}

#[test]
fn every_table_of_the_database_is_told() {
    let before = tables_in(section().split_once('|').expect("a table").0);
    let in_rows: BTreeSet<String> =
        rows().iter().flat_map(|row| tables_in(row.last().expect("a column"))).collect();
    let told: BTreeSet<String> = before.union(&in_rows).cloned().collect();
    let [one, other] = ["sqlite", "postgres"].map(tables_of);
    assert!(one.len() > 10 && other.len() > 10, "{one:?}, {other:?}");
    let of_people = |table: &&String| !OF_THE_PROGRAM.contains(&table.as_str());
    assert_eq!(told, one.union(&other).filter(of_people).cloned().collect());
    // Tables without personal data are named before the table, all others in it.
    assert_eq!(in_rows.intersection(&before).next(), None);
    assert!(rows().iter().all(|row| row.len() == 4), "{:?}", rows());
    assert!(rows().iter().all(|row| !tables_in(row[3]).is_empty()), "{:?}", rows());
}

#[test]
fn every_item_of_privacy_has_rows_and_every_row_an_item() {
    let locales = Locales::load();
    let text = locales.say(Language::English, ABOUT_PRIVACY);
    let items: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("• ")).collect();
    assert_eq!(items.len(), ITEMS.len(), "{items:?}");
    for (item, (begins, ..)) in items.iter().zip(ITEMS) {
        assert!(item.starts_with(begins), "{item}");
    }
    for language in Language::ALL {
        let text = locales.say(language, ABOUT_PRIVACY);
        let items = text.lines().filter(|line| line.starts_with("• ")).count();
        assert_eq!(items, ITEMS.len(), "{language:?}");
    }
    let expected = ITEMS.iter().flat_map(|(_, rows, _)| *rows).chain([&UNTIL_DELETED]);
    let mut rows: Vec<&str> = rows().into_iter().map(|row| row[0]).collect();
    for begins in expected {
        let row = rows.iter().position(|row| row.starts_with(begins));
        rows.remove(row.unwrap_or_else(|| panic!("no row begins with {begins:?}")));
    }
    assert_eq!(rows, Vec::<&str>::new(), "no item tells these");
}

#[test]
fn the_guide_for_players_tells_the_same_in_a_paragraph() {
    let (_, told) = PLAYING.split_once("**What is stored:**").expect("it is told");
    let told = told.split("\n\n").next().expect("a paragraph").replace('\n', " ");
    for word in ITEMS.iter().flat_map(|(_, _, words)| *words) {
        assert!(told.contains(word), "{word:?} is not in {told}");
    }
}

#[test]
fn the_numbers_in_the_table_are_those_of_the_program() {
    let thousands = |number: u32| match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", number / 1_000, number % 1_000),
    };
    for (row, number) in [
        ("results of finished games", RESULTS_KEPT_MAX),
        ("people they have blocked", BLOCKED_MAX),
        ("ratings between people", HISTORY_KEPT_MAX),
        ("games: ", FINISHED_GAMES_MAX),
    ] {
        let rows = rows();
        let told = rows.iter().find(|told| told[0].starts_with(row)).expect("there is such a row");
        assert!(told.join(" ").contains(&thousands(number)), "{number} is not in {told:?}");
    }
}
