//! The real program as an engine, from outside.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_zerosum");

#[test]
fn the_program_is_an_engine() {
    let mut child = Command::new(PROGRAM)
        .args(["engine", "3x3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut hear = |word: &str| -> String {
        let mut lines = output.by_ref().map(|line| line.expect("it says text"));
        lines.find(|line| line.starts_with(word)).expect("it says the word")
    };
    writeln!(input, "ugi").expect("it listens");
    hear("ugiok");
    writeln!(input, "isready").expect("it listens");
    hear("readyok");
    writeln!(input, "position startpos moves b2\ngo movetime 50").expect("it listens");
    assert_eq!(hear("bestmove"), "bestmove a1");
    writeln!(input, "\u{1b}[31m\ngo infinite\nstop\nquit").expect("it listens");
    hear("bestmove");
    let ended = child.wait_with_output().expect("it ends");
    assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
}

#[test]
fn a_closed_input_or_output_ends_the_program() {
    for closes_output in [false, true] {
        let mut child = Command::new(PROGRAM)
            .args(["engine", "3x3"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        if closes_output {
            drop(child.stdout.take());
            let mut input = child.stdin.as_ref().expect("it is piped");
            writeln!(input, "ugi\nisready").expect("it listens");
        } else {
            drop(child.stdin.take());
        }
        assert!(child.wait().expect("it ends").success(), "{closes_output}");
    }
}

#[test]
fn two_of_the_program_play_a_match() {
    let output = Command::new(PROGRAM)
        .args([
            "match",
            "--game",
            "3x3",
            "--games",
            "4",
            "--movetime",
            "2000",
            "--opening-plies",
            "0",
        ])
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("it is text");
    assert!(output.status.success(), "{text}");
    assert!(text.contains("4 games: A wins 0, draws 4, B wins 0\n"), "{text}");
}

#[test]
fn puzzles_that_were_not_found_are_told_on_standard_error() {
    let output = Command::new(PROGRAM)
        .args(["puzzles", "--game", "3x3", "--count", "500", "--plays", "2"])
        .output()
        .expect("the program starts");
    let [text, errors] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("it is text"));
    assert!(output.status.success(), "{errors}");
    let found = text.lines().count();
    let told = format!("puzzles of 3x3: {found} of 500 found\n");
    assert!(errors.ends_with(&told), "{errors}");
}

#[test]
fn an_unknown_game_is_refused_with_what_there_is() {
    for (line, reason) in [
        (&["engine", "chess"][..], "there are 3x3, 4x4x3, "),
        (&["match", "--game", ""], "there are 3x3, 4x4x3, "),
        (&["solve", "--game", "99x99x2"], "a board has 3 to 20 columns, not 99"),
        (&["explain", "4x4x5"], "on this board 3 to 4 in a row win, not 5"),
        (&["prove", "--game", "3x-3x3"], "a game is written like "),
    ] {
        let output = Command::new(PROGRAM).args(line).output().expect("the program starts");
        let text = String::from_utf8(output.stderr).expect("it is text");
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(output.stdout.is_empty() && text.contains(reason), "{text}");
    }
}
