//! `zerosum puzzles`: its puzzles pass its own check, and wrong ones are found by their line.

use std::fs;

use tempfile::TempDir;
use zerosum_games::any::GameSpec;
use zerosum_tools::puzzles::{Puzzles, PuzzlesError, run};

fn making(games: &[&str]) -> Puzzles {
    let named = |name: &&str| GameSpec::from_name(name).expect("it is a game");
    Puzzles { game: games.iter().map(named).collect(), count: 6, plays: 40, seed: 9, check: None }
}

fn made(puzzles: &Puzzles) -> String {
    let mut out = Vec::new();
    run(puzzles, &mut out).expect("puzzles are made");
    String::from_utf8(out).expect("it is text")
}

/// Returns the result of a check of these lines.
fn checked(lines: &[&str]) -> Result<String, PuzzlesError> {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("puzzles.txt");
    fs::write(&file, lines.join("\n")).expect("the file can be written");
    let mut out = Vec::new();
    run(&Puzzles { check: Some(file), ..making(&[]) }, &mut out)?;
    Ok(String::from_utf8(out).expect("it is text"))
}

#[test]
fn what_is_made_passes_the_check_and_equal_seeds_make_the_same() {
    let text = made(&making(&["3x3", "sheep"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 12, "{text}");
    assert_eq!(checked(&lines).expect("they are right"), "12 puzzles, all of them right\n");
    assert_eq!(made(&making(&["3x3", "sheep"])), text);
    assert_ne!(made(&Puzzles { seed: 10, ..making(&["3x3", "sheep"]) }), text);
}

#[test]
fn games_that_cannot_have_puzzles_are_refused_by_name_before_any_is_played() {
    let asked = making(&["3x3", "strategic-functional", "15x15x5-renju", "15x15x5"]);
    let mut out = Vec::new();
    let error = run(&asked, &mut out).expect_err("it is refused");
    let reason = "there are no puzzles of strategic-functional, 15x15x5-renju: ";
    assert!(error.to_string().starts_with(reason), "{error}");
    assert!(out.is_empty());
}

#[test]
fn the_first_wrong_line_is_told_by_its_number() {
    let text = made(&making(&["3x3"]));
    let mut lines: Vec<&str> = text.lines().collect();
    let error = |lines: &[&str]| checked(lines).expect_err("it is wrong").to_string();
    let twice = [lines[0], lines[1], lines[0]];
    assert_eq!(error(&twice), "lines 1 and 3 are the same puzzle, turned or mirrored");
    // The middle was taken, and two corners keep the draw.
    lines[3] = "3x3 b2,a1,c3 save casual a3";
    assert_eq!(error(&lines), "line 4: no one move is better than all others");
    lines[2] = "3x3 b2,b2 save casual a3";
    assert_eq!(error(&lines), "line 3: \"b2\" is not a legal move there");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let check = Some("no/such/file".into());
    let error =
        run(&Puzzles { check, ..making(&[]) }, &mut Vec::new()).expect_err("it is not there");
    assert!(error.to_string().starts_with("cannot read no/such/file: "), "{error}");
}
