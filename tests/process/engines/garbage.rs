//! Invalid input: an engine answers each `go` once and ends when its input does.

use std::io::Cursor;

use proptest::prelude::*;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::{Game, MoveCode};
use zerosum_tools::engine::lines::{LINE_BYTES_MAX, Line, read_line};
use zerosum_tools::engine::options::Options;
use zerosum_tools::ugi::conversation::speak;
use zerosum_tools::ugi::protocol::{Command, read_command};

use crate::engines::speaker::{Speaker, is_thought};

/// Words with a meaning in the protocol.
const WORDS: [&str; 31] = [
    "ugi",
    "isready",
    "uginewgame",
    "setoption",
    "name",
    "value",
    "Hash",
    "Level",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "movetime",
    "depth",
    "nodes",
    "infinite",
    "stop",
    "query",
    "p1turn",
    "gameover",
    "result",
    "p1time",
    "movestogo",
    "a1",
    "b2",
    "c3",
    "e8d7",
    "1",
    "-1",
    "perfect",
];

/// Complete lines that are understood.
const LINES: [&str; 14] = [
    "ugi",
    "isready",
    "uginewgame",
    "position startpos",
    "position startpos moves b2 a1",
    "position startpos moves a1 b1 a2 b2 a3",
    "position fen O.X/X.X/.OO x",
    "go depth 2",
    "go nodes 10",
    "go movetime 1",
    "go infinite",
    "stop",
    "query result",
    "setoption name Level value perfect",
];

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(&WORDS[..]);
    prop_oneof![
        4 => prop::sample::select(&LINES[..]).prop_map(|line| line.as_bytes().to_vec()),
        3 => prop::collection::vec(word, 0..6).prop_map(|words| words.join(" ").into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..80),
        1 => ".{0,40}".prop_map(String::into_bytes),
    ]
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any_line(), 0..30).prop_map(|lines| lines.join(&b'\n'))
}

/// All output of an engine for an input.
fn answers(spec: GameSpec, input: Vec<u8>) -> Vec<String> {
    let options = Options { hash_mb: 1, ..Options::default() };
    let mut out = Vec::new();
    speak(spec, options, Cursor::new(input), &mut out).expect("a vector can be written to");
    String::from_utf8(out).expect("it says text").lines().map(str::to_owned).collect()
}

/// Number of lines with a valid `go`.
fn count_of_go(input: &[u8]) -> usize {
    let mut input = Cursor::new(input);
    let mut count = 0;
    while let Some(line) = read_line(&mut input).expect("memory can be read") {
        let Line::Text(text) = line else { continue };
        match read_command(&text) {
            Ok(Some(Command::Go(_))) => count += 1,
            // Nothing is read after it.
            Ok(Some(Command::Quit)) => break,
            Ok(_) | Err(_) => {}
        }
    }
    count
}

fn starts_like_an_answer(line: &str) -> bool {
    let heads = ["id ", "option ", "ugiok", "readyok", "info ", "bestmove ", "response "];
    heads.iter().any(|head| line.starts_with(head)) && !line.contains(char::is_control)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_input_has_an_end_and_answers(input in any_input()) {
        let refused = [
            "info string thinking; say stop first",
            "info string there is no position: the last one was refused",
        ];
        let answers = answers(GameSpec::TicTacToe, input.clone());
        prop_assert!(answers.iter().all(|line| starts_like_an_answer(line)), "{answers:?}");
        let best_moves = answers.iter().filter(|line| line.starts_with("bestmove ")).count();
        let refusals = answers.iter().filter(|line| refused.contains(&line.as_str())).count();
        let asked = count_of_go(&input);
        prop_assert!(best_moves <= asked && asked <= best_moves + refusals, "{answers:?}");
    }

    #[test]
    fn any_line_is_a_command_or_an_error(line in ".{0,200}") {
        // The result does not matter, as long as it does not panic.
        let _ = read_command(&line);
    }

    #[test]
    fn any_move_an_engine_makes_is_legal(
        spec in prop::sample::select(&GameSpec::ALL[..]),
        moves in 0_usize..60,
        seed in any::<u64>(),
    ) {
        let (position, texts) = played(spec, moves, seed);
        let line = format!("position startpos moves {}", texts.join(" "));
        let line = if texts.is_empty() { "position startpos".to_owned() } else { line };
        let answers = answers(spec, format!("{line}\ngo nodes 300\n").into_bytes());
        let best = answers.last().and_then(|line| line.strip_prefix("bestmove "));
        let best = best.expect("a move is the last that is said");
        if position.outcome().is_some() {
            prop_assert_eq!(best, "none");
        } else {
            let code = position.read_move(best).expect("it is written as a move");
            prop_assert!(position.is_legal(code), "{}", best);
        }
    }
}

/// A position after some random moves, and the moves as text.
fn played(spec: GameSpec, plies: usize, seed: u64) -> (AnyGame, Vec<String>) {
    let mut position = spec.start();
    let mut texts = Vec::new();
    for ply in 0..plies {
        let mut moves: Vec<MoveCode> = Vec::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let wish = seed.rotate_left(u32::try_from(ply * 7).unwrap_or(0));
        let index = usize::try_from(wish % 1_000).unwrap_or(0) % moves.len();
        // In the protocol a move has no spaces.
        texts.push(position.move_text(moves[index]).replace(' ', ""));
        position.play(moves[index]).expect("it is a legal move");
    }
    (position, texts)
}

#[test]
fn a_line_without_end_is_passed_over_and_not_kept() {
    let speaker = Speaker::of(GameSpec::TicTacToe);
    let part = vec![b'a'; LINE_BYTES_MAX];
    for _ in 0..20 {
        speaker.say_bytes(&part);
    }
    speaker.say_bytes(b"\nisready\n");
    let passed_over =
        format!("info string a line of more than {LINE_BYTES_MAX} bytes is passed over");
    assert_eq!(speaker.hear(), passed_over);
    assert_eq!(speaker.hear(), "readyok");
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn the_longest_line_is_read() {
    for (length, expected) in [(LINE_BYTES_MAX, true), (LINE_BYTES_MAX + 1, false)] {
        let mut text = vec![b' '; length];
        text[..7].copy_from_slice(b"isready");
        let mut input = Cursor::new([&text[..], b"\nstop"].concat());
        let line = read_line(&mut input).expect("memory can be read");
        assert_eq!(matches!(line, Some(Line::Text(_))), expected);
        let next = read_line(&mut input).expect("memory can be read");
        assert_eq!(next, Some(Line::Text("stop".to_owned())));
        assert_eq!(read_line(&mut input).expect("memory can be read"), None);
    }
}

#[test]
fn bytes_that_are_no_text_are_passed_over() {
    let speaker = Speaker::of(GameSpec::TicTacToe);
    speaker.say_bytes(b"go depth \xff\xfe\nisready\r\n\0\n");
    assert_eq!(speaker.hear(), "info string a line is not UTF-8");
    assert_eq!(speaker.hear(), "readyok");
    assert_eq!(speaker.hear(), "info string unknown command \"\\0\"");
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn an_input_that_ends_in_the_middle_of_a_line_is_read_to_its_end() {
    let answers = answers(GameSpec::TicTacToe, b"position startpos moves b2\ngo depth 1".to_vec());
    let answers: Vec<&String> = answers.iter().filter(|line| !is_thought(line)).collect();
    assert_eq!(answers, ["bestmove a1"]);
}
