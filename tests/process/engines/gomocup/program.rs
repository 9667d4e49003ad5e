//! The real program as an engine of Gomocup, as a manager runs it.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::child::PATIENCE;

const PROGRAM: &str = env!("CARGO_BIN_EXE_zerosum");

/// An engine as a child process.
struct Brain {
    child: Child,
    input: ChildStdin,
    said: Receiver<String>,
}

impl Brain {
    fn start(program: &str, arguments: &[&str]) -> Brain {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (tell, said) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                // The test may have ended.
                let _ = tell.send(line);
            }
        });
        Brain { child, input, said }
    }

    fn say(&mut self, line: &str) {
        self.input.write_all(format!("{line}\r\n").as_bytes()).expect("it listens");
    }

    /// The next line that is no message.
    fn hear(&self) -> String {
        loop {
            let line = self.said.recv_timeout(PATIENCE).expect("it says something");
            if !line.starts_with("MESSAGE ") {
                return line;
            }
        }
    }

    #[cfg(unix)]
    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().expect("kill runs");
        assert!(sent.success(), "{signal} is sent");
    }

    /// Tells the program to end; returns whether it has ended well and said no more.
    fn end(mut self) -> bool {
        self.say("END");
        let has_succeeded = self.child.wait().expect("it ends").success();
        has_succeeded && self.said.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Disconnected)
    }
}

/// Cells that are taken in a game.
#[derive(Default)]
struct Taken(BTreeSet<(u16, u16)>);

impl Taken {
    /// Takes a cell, which is free and on a board of this size.
    fn take(&mut self, text: &str, size: u16) {
        let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("{text} is no cell"));
        let cell: (u16, u16) = (x.parse().expect("a number"), y.parse().expect("a number"));
        assert!(cell.0 < size && cell.1 < size && self.0.insert(cell), "{text} is legal");
    }

    /// A free cell.
    fn free(&self) -> String {
        let cells = (0..15).flat_map(|y| (0..15).map(move |x| (x * 2 % 15, y)));
        let (x, y) = cells.into_iter().find(|cell| !self.0.contains(cell)).expect("a free cell");
        format!("{x},{y}")
    }
}

#[test]
fn the_program_is_an_engine_of_gomocup_by_option_and_by_name() {
    let folder = TempDir::new().expect("a folder can be made");
    let named = |name: &str| {
        let path = folder.path().join(name);
        std::fs::hard_link(PROGRAM, &path)
            .or_else(|_| std::fs::copy(PROGRAM, &path).map(drop))
            .expect("the program can be copied");
        path.display().to_string()
    };
    let (brain, brain64) = (named("pbrain-zerosum"), named("pbrain-zerosum64.exe"));
    for (program, arguments) in [
        (PROGRAM, &["engine", "15x15x5", "--protocol", "gomocup"][..]),
        (&brain, &[]),
        (&brain64, &[]),
        (&brain, &["engine", "gomoku"]),
    ] {
        let mut engine = Brain::start(program, arguments);
        engine.say("ABOUT");
        assert!(engine.hear().starts_with("name=\"zerosum\", version="), "{program}");
        engine.say("START 15\r\nINFO timeout_turn 0\r\nBEGIN");
        assert_eq!(engine.hear(), "OK");
        Taken::default().take(&engine.hear(), 15);
        assert!(engine.end(), "{program}");
    }
    let mut engine = Brain::start(&brain, &["engine", "gomoku", "--protocol", "ugi"]);
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
    let version = Command::new(&brain).arg("--version").output().expect("the program starts");
    assert_eq!(version.stdout, format!("zerosum {}\n", env!("CARGO_PKG_VERSION")).as_bytes());
}

#[test]
fn a_game_without_such_a_board_is_refused() {
    for line in [
        &["engine", "3x3", "--protocol", "gomocup"][..],
        &["match", "--game", "sheep", "--protocol-b", "gomocup"],
    ] {
        let output = Command::new(PROGRAM).args(line).output().expect("the program starts");
        let text = String::from_utf8(output.stderr).expect("it is text");
        let reason = "the protocol of Gomocup is for boards such as 15x15x5, not for ";
        assert!(output.stdout.is_empty() && text.contains(reason), "{text}");
        assert_eq!(output.status.code(), Some(1), "{text}");
    }
}

#[test]
fn an_input_that_ends_is_answered_to_its_end() {
    let mut child = Command::new(PROGRAM)
        .args(["engine", "gomoku", "--protocol", "gomocup"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(b"INFO timeout_turn 0\nSTART 15\nTURN 7,7").expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("it is text");
    assert!(output.status.success() && text.starts_with("OK\nMESSAGE depth "), "{text}");
    assert_eq!(text.lines().count(), 3, "{text}");
}

/// A manager suspends engines while the opponent thinks, and people may do so at any time.
#[cfg(unix)]
#[test]
fn a_suspended_engine_goes_on_with_legal_moves() {
    /// Longer than the time for a move.
    const SUSPENSION: Duration = Duration::from_millis(300);
    let mut engine = Brain::start(PROGRAM, &["engine", "15x15x5", "--protocol", "gomocup"]);
    engine.say("START 15\r\nINFO timeout_turn 100\r\nINFO timeout_match 100000");
    assert_eq!(engine.hear(), "OK");
    let mut taken = Taken::default();
    for turn in 0..4 {
        let is_suspended_in_its_own_turn = turn % 2 == 1;
        if !is_suspended_in_its_own_turn {
            engine.signal("-STOP");
        }
        let opponent = taken.free();
        taken.take(&opponent, 15);
        engine.say(&format!("INFO time_left {}\r\nTURN {opponent}", 100_000 - turn * 100));
        if is_suspended_in_its_own_turn {
            engine.signal("-STOP");
        }
        // Lines from before the suspension may come, and no others.
        let mut answer = None;
        while let Ok(line) = engine.said.recv_timeout(SUSPENSION) {
            assert!(is_suspended_in_its_own_turn, "it is suspended, and said {line}");
            answer = Some(line).filter(|line| !line.starts_with("MESSAGE "));
        }
        engine.signal("-CONT");
        let answer = answer.unwrap_or_else(|| engine.hear());
        taken.take(&answer, 15);
    }
    assert!(engine.end());
}
