//! Strategic positions in one line and as drawn boards, and the laws on random games.

use proptest::prelude::*;

use zerosum_games::seed::Seed;
use zerosum_games::strategic::numbers::RuleSet;
use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::strategic::text::SIGNS;
use zerosum_games::strategic::{Strategic, code_of_square};
use zerosum_games::{Game, MoveCode, Symmetry};

use crate::strategic::rules::all_rules;
use crate::support::moves::{after, legal_moves};

/// Interval between the positions of a game that are checked, besides the last.
const STEP: usize = 131;

/// Maximum length of a position in one line.
const TEXT_CHARS_MAX: usize = 218;

/// Positions from the start to the end of a random game of all rules.
fn some_positions() -> impl Iterator<Item = Strategic> {
    all_rules().zip(0..).flat_map(|(rules, game)| {
        let positions = random_game(rules, game);
        let last = positions.last().cloned();
        positions.into_iter().step_by(STEP).chain(last)
    })
}

fn random_game(rules: StrategicRules, number: u64) -> Vec<Strategic> {
    let mut positions = vec![Strategic::new(rules)];
    for ply in 0.. {
        let position = positions.last().expect("a game begins with a position");
        let seed = Seed(number << 32 | ply);
        let Some(code) = seed.pick(legal_moves(position).into_iter()) else { break };
        positions.push(after(position, code));
    }
    positions
}

#[test]
fn every_position_is_read_back_as_it_is_written() {
    for position in some_positions() {
        let text = position.to_string();
        assert!(text.chars().count() <= TEXT_CHARS_MAX, "{text}");
        assert!(text.is_ascii() && !text.contains('\n'), "{text}");
        let rules = position.rules();
        assert_eq!(Strategic::read(rules.clone(), &text).as_ref(), Ok(&position), "{rules} {text}");
        let board = position.board().to_string();
        assert_eq!(
            Strategic::read(rules.clone(), &board).as_ref(),
            Ok(&position),
            "{rules} {board}"
        );
    }
}

#[test]
fn keys_do_not_depend_on_the_way() {
    for position in some_positions().step_by(5) {
        for symmetry in (0..position.symmetries()).map(Symmetry) {
            let image = position.image(symmetry);
            let mut back = (0..image.symmetries()).map(|back| image.image(Symmetry(back)));
            let back = back.find(|back| *back == position);
            assert_eq!(back.map(|back| back.key()), Some(position.key()), "{position}");
        }
        let read = Strategic::read(position.rules().clone(), &position.to_string());
        assert_eq!(read.map(|read| read.key()), Ok(position.key()), "{position}");
    }
}

#[test]
fn the_first_position_is_dots() {
    let start = Strategic::new(StrategicRules::usual(RuleSet::Tactical));
    let (cells, winners) = (".".repeat(183), ".".repeat(23));
    assert_eq!(start.to_string(), format!("{cells} x * {winners}"));
    let barred: StrategicRules = "strategic-tb".parse().expect("it is a name");
    let start = Strategic::new(barred);
    assert_eq!(start.to_string(), format!("{cells} x * {winners} -/-"));
    let once = after(&start, start.read_move("5 4 1").expect("it is a move"));
    // Cell 351 of those counted from 0, which is the last but none of its four.
    let cells = format!("{}0{}", ".".repeat(87), ".".repeat(95));
    assert_eq!(once.to_string(), format!("{cells} o 41 {winners} 54/-"));
    assert_eq!(code_of_square(9, 12), MoveCode(351));
}

#[track_caller]
fn assert_refused(rules: &str, text: &str, reason: &str) {
    let rules = rules.parse().expect("the rules have this name");
    let refusal = Strategic::read(rules, text).map_err(|error| error.to_string());
    assert_eq!(refusal.map(|position| position.to_string()), Err(reason.to_owned()), "{text}");
}

/// A board with these rows at its top, empty below, and with what follows it.
fn board(rows: &[&str], more: &str) -> String {
    let empty = ".".repeat(27);
    let row = |row: usize| rows.get(row).map_or(empty.clone(), |row| format!("{row:.<27}"));
    let rows: Vec<String> = (0..27).map(row).collect();
    format!("{}\n{more}", rows.join("\n"))
}

/// Statuses that begin so, and of strategic cells those that begin so.
fn statuses(tactical: &str, strategic: &str) -> String {
    let tactical = format!("{tactical:.<81}");
    let groups: Vec<&str> = (0..9).map(|cell| &tactical[cell * 9..][..9]).collect();
    format!("{}/{strategic:.<9}", groups.join("/"))
}

#[test]
fn a_text_that_is_no_position_is_refused_with_the_place() {
    let cells = ".".repeat(183);
    let winners = ".".repeat(23);
    let none = statuses("", "");
    for (rules, text, reason) in [
        ("strategic", String::new(), "a position begins with 183 signs or with 729 cells, found 0"),
        (
            "strategic",
            format!("{cells} x *"),
            "under these rules 3 fields follow the cells, found 2",
        ),
        (
            "strategic-sb",
            format!("{cells} x * {winners}"),
            "under these rules 4 fields follow the cells, found 3",
        ),
        (
            "strategic",
            format!("{}~ x * {winners}", &cells[1..]),
            "sign 183: '~' stands for no cells",
        ),
        (
            "strategic",
            format!("{}0 x * {winners}", &cells[1..]),
            "sign 183: '0' stands for no cells",
        ),
        (
            "strategic",
            format!("{cells} z * {winners}"),
            "the side to move is 'x' or 'o', found \"z\"",
        ),
        (
            "strategic",
            format!("{cells} x 0 {winners}"),
            "the target is like '54', '5' or '*', found \"0\"",
        ),
        ("strategic", format!("{cells} x * .."), "the statuses are 23 signs, found \"..\""),
        (
            "strategic-tb",
            format!("{cells} x * {winners} 5/-"),
            "the latest moves are like '54/-', found \"5/-\"",
        ),
        (
            "strategic-sb",
            format!("{cells} x * {winners} --"),
            "the latest moves are like '5/-', found \"--\"",
        ),
        (
            "strategic",
            board(&["", "...?"], &format!("x * {none}")),
            "row 2, column 4: a cell is 'X', 'O' or '.', found '?'",
        ),
        (
            "strategic",
            board(&[], "x * ..."),
            "the statuses are 10 times 9 letters 'X', 'O', '=' or '.' divided by '/', found \"...\"",
        ),
        ("strategic", "x".repeat(10_001), "a position has 10000 bytes at most"),
    ] {
        assert_refused(rules, &text, reason);
    }
}

#[test]
fn a_position_whose_marks_no_game_makes_is_refused() {
    let unreachable = "no game gets there";
    let none = statuses("", "");
    let won = statuses("X", "");
    for (rules, rows, more, reason) in [
        (
            "strategic",
            &["XX"][..],
            format!("o 11 {none}"),
            format!("{unreachable}: 2 X and 0 O, but X begins and turns alternate"),
        ),
        (
            "strategic",
            &["X"],
            format!("x 11 {none}"),
            "it is O's turn by the count of marks, not X's".into(),
        ),
        (
            "strategic",
            &["XXX", "OO."],
            format!("o 11 {none}"),
            "tactical cell 1 1 does not look as its status says".into(),
        ),
        (
            "strategic",
            &["XX.", "OO."],
            format!("x 11 {won}"),
            "tactical cell 1 1 does not look as its status says".into(),
        ),
        (
            "strategic",
            &["X.."],
            format!("o 11 {}", statuses("=", "")),
            "tactical cell 1 1 does not look as its status says".into(),
        ),
        (
            "strategic",
            &["X.."],
            format!("o 11 {}", statuses("", "X")),
            "strategic cell 1 does not look as its status says".into(),
        ),
        (
            "strategic-decided",
            &["XXX", "...", "OOO"],
            format!("x 1 {won}"),
            format!(
                "{unreachable}: in tactical cell 1 1 no single move completes the lines, and it closed then"
            ),
        ),
    ] {
        assert_refused(rules, &board(rows, &more), &reason);
    }
}

#[test]
fn a_position_without_a_last_move_that_leads_there_is_refused() {
    let unreachable = "no game gets there";
    let none = statuses("", "");
    let won = statuses("X", "");
    for (rules, rows, more, reason) in [
        (
            "strategic",
            &["X"][..],
            format!("o 12 {none}"),
            format!("{unreachable}: X has made no move that leads to this target"),
        ),
        (
            "strategic",
            &["X"],
            format!("o * {none}"),
            format!("{unreachable}: X has made no move that leads to this target"),
        ),
        (
            "strategic",
            &[],
            format!("x 11 {none}"),
            format!("{unreachable}: O has made no move that leads to this target"),
        ),
        (
            "strategic-tb",
            &["X"],
            format!("o 11 {none} 12/-"),
            format!("{unreachable}: X's latest move was not where it is said"),
        ),
        (
            "strategic-tb",
            &["X"],
            format!("o 11 {none} 11/11"),
            format!("{unreachable}: O's latest move was not where it is said"),
        ),
        (
            "strategic-tb",
            &[],
            format!("x * {none} 11/-"),
            format!("{unreachable}: X's latest move was not where it is said"),
        ),
        // O has moved last in 1 1, where X had a line already.
        (
            "strategic-decided",
            &["XXX", "OO.", "O.."],
            format!("x 14 {won}"),
            format!("{unreachable}: O has made no move that could have been the last"),
        ),
    ] {
        assert_refused(rules, &board(rows, &more), &reason);
    }
}

proptest! {
    #[test]
    fn a_text_is_a_position_or_an_error_and_no_panic(
        number in 0_usize..192,
        ply in 0_usize..729,
        at in 0_usize..230,
        sign in 0_usize..SIGNS.len(),
        is_board: bool,
    ) {
        let rules = all_rules().nth(number).expect("there are 192");
        let game = random_game(rules.clone(), 3);
        let position = &game[ply % game.len()];
        let mut text = if is_board { position.board().to_string() } else { position.to_string() };
        let at = at % text.len();
        text.replace_range(at..=at, char::from(SIGNS[sign]).encode_utf8(&mut [0; 4]));
        if let Ok(read) = Strategic::read(rules.clone(), &text) {
            prop_assert_eq!(Strategic::read(rules, &read.to_string()), Ok(read));
        }
    }

    #[test]
    fn any_text_is_refused_without_a_panic(text in "\\PC{0,300}", number in 0_usize..192) {
        let rules = all_rules().nth(number).expect("there are 192");
        prop_assert!(Strategic::read(rules, &text).is_err());
    }
}
