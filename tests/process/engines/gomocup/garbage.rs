//! Invalid input, and positions in any order: an engine of Gomocup answers with its own words and legal moves.

use std::io::Cursor;

use proptest::prelude::*;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};
use zerosum_tools::engine::lines::LINE_BYTES_MAX;
use zerosum_tools::gomocup::conversation::speak;
use zerosum_tools::gomocup::protocol::{Command, read_command};

use crate::engines::speaker::{Speaker, is_thought};

/// Complete lines that are understood.
const LINES: [&str; 24] = [
    "START 15",
    "START 6",
    "RECTSTART 7,5",
    "RESTART",
    "BEGIN",
    "TURN 0,0",
    "TURN 3,3",
    "PLAY 1,1",
    "TAKEBACK 3,3",
    "BOARD",
    "SWAP2BOARD",
    "0,0,1",
    "1,0,2",
    "2,0,1",
    "3,0,2",
    "1,1",
    "2,2",
    "4,4",
    "DONE",
    "INFO rule 0",
    "INFO rule 4",
    "INFO max_memory 50000000",
    "ABOUT",
    "YXSTOP",
];

/// Words with a meaning in the protocol.
const WORDS: [&str; 16] = [
    "START",
    "TURN",
    "BOARD",
    "INFO",
    "DONE",
    "timeout_turn",
    "time_left",
    "rule",
    "max_memory",
    "0",
    "-1",
    "7,7",
    "7,7,1",
    "99999999999999999999",
    ",",
    "OK",
];

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(&WORDS[..]);
    prop_oneof![
        6 => prop::sample::select(&LINES[..]).prop_map(|line| line.as_bytes().to_vec()),
        2 => prop::collection::vec(word, 0..4).prop_map(|words| words.join(" ").into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..60),
        1 => ".{0,40}".prop_map(String::into_bytes),
    ]
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    let line_end = prop::sample::select(vec![&b"\n"[..], b"\r\n"]);
    (prop::collection::vec(any_line(), 0..30), line_end).prop_map(|(lines, end)| {
        // Nothing may take long, for any time that is given.
        [&b"INFO max_node 50"[..]].into_iter().chain(lines.iter().map(Vec::as_slice)).fold(
            Vec::new(),
            |mut input, line| {
                input.extend_from_slice(line);
                input.extend_from_slice(end);
                input
            },
        )
    })
}

/// All output of an engine for an input.
fn answers(spec: MnkSpec, input: Vec<u8>) -> Vec<String> {
    let mut out = Vec::new();
    speak(spec, Cursor::new(input), &mut out).expect("a vector can be written to");
    String::from_utf8(out).expect("it says text").lines().map(str::to_owned).collect()
}

/// Returns whether a line is one or more cells, or a side.
fn is_move(line: &str) -> bool {
    line == "SWAP" || line.split(' ').all(|word| cell(word).is_some())
}

fn cell(text: &str) -> Option<(u16, u16)> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

fn starts_like_an_answer(line: &str) -> bool {
    let heads = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "FORBID ", "name=\""];
    (is_move(line) || heads.iter().any(|head| line.starts_with(head)))
        && !line.contains(char::is_control)
}

/// A position in play after random moves, and its cells in a random order with their sides.
fn any_game() -> impl Strategy<Value = (Mnk, Vec<(MoveCode, Side)>)> {
    let spec = prop::sample::select(vec!["15x15x5", "7x5x5", "5x9x4", "6x6x4"])
        .prop_map(|name| name.parse::<MnkSpec>().expect("a board"));
    (spec, prop::collection::vec(any::<u16>(), 0..120), any::<u64>()).prop_map(
        |(spec, wishes, seed)| {
            let mut position = Mnk::new(spec);
            for wish in wishes {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let mut next = position;
                if moves.is_empty() {
                    break;
                }
                next.play(moves[usize::from(wish) % moves.len()]).expect("it is legal");
                if next.outcome().is_some() {
                    break;
                }
                position = next;
            }
            let mut stones: Vec<(MoveCode, Side)> = spec
                .cells()
                .filter_map(|code| position.mark(code).map(|side| (code, side)))
                .collect();
            let mut random = fastrand::Rng::with_seed(seed);
            random.shuffle(&mut stones);
            (position, stones)
        },
    )
}

fn line_of(spec: MnkSpec, MoveCode(code): MoveCode) -> String {
    format!("{},{}", code % spec.columns(), code / spec.columns())
}

/// The command that sets up a position, for the side to move.
fn board(position: &Mnk, stones: &[(MoveCode, Side)]) -> String {
    let lines: String = stones
        .iter()
        .map(|(code, side)| {
            let owner = if *side == position.turn() { 1 } else { 2 };
            format!("{},{owner}\n", line_of(position.spec(), *code))
        })
        .collect();
    format!("BOARD\n{lines}DONE")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_input_to_an_engine_of_gomocup_has_an_end_and_answers(input in any_input()) {
        let answers = answers(MnkSpec::GOMOKU, input);
        prop_assert!(answers.iter().all(|line| starts_like_an_answer(line)), "{answers:?}");
    }

    #[test]
    fn any_line_is_a_command_of_gomocup_or_an_error(line in ".{0,200}") {
        // The result does not matter, as long as it does not panic.
        let _ = read_command(&line);
    }

    #[test]
    fn stones_in_any_order_are_the_position_and_are_answered_with_a_legal_move(
        (position, stones) in any_game(),
    ) {
        let spec = position.spec();
        let start = format!("RECTSTART {},{}\n", spec.columns(), spec.rows());
        let limits = "INFO timeout_turn 0\nINFO max_node 50\n";
        let input = format!("{limits}{start}{}\n", board(&position, &stones));
        let answers = answers(spec, input.into_bytes());
        let (x, y) = answers.last().and_then(|line| cell(line)).expect("the last line is a move");
        prop_assert!(x < spec.columns() && y < spec.rows(), "{answers:?}");
        prop_assert!(position.is_legal(MoveCode(y * spec.columns() + x)), "{answers:?}");
    }

    #[test]
    fn moves_are_taken_back_and_made_again((position, stones) in any_game()) {
        let spec = position.spec();
        let last = stones.iter().find(|(_, side)| *side != position.turn());
        let Some((last, _)) = last else { return Ok(()) };
        let last = line_of(spec, *last);
        let speaker = Speaker::of_gomocup(spec);
        speaker.say("INFO timeout_turn 0\nINFO max_node 50");
        speaker.say(&board(&position, &stones));
        let answer = speaker.hear_answer();
        for undone in [&answer, &last] {
            speaker.say(&format!("TAKEBACK {undone}"));
            prop_assert_eq!(speaker.hear_answer(), "OK");
        }
        speaker.say(&format!("TURN {last}"));
        let (x, y) = cell(&speaker.hear_answer()).expect("a move is the answer");
        prop_assert!(position.is_legal(MoveCode(y * spec.columns() + x)), "{x},{y}");
        prop_assert_eq!(speaker.end(), Vec::<String>::new());
    }
}

#[test]
fn a_list_without_end_is_not_kept() {
    let speaker = Speaker::of_gomocup(MnkSpec::GOMOKU);
    speaker.say("BOARD");
    let part = "7,7,1\n".repeat(10_000);
    for _ in 0..20 {
        speaker.say_bytes(part.as_bytes());
    }
    speaker.say("ABOUT");
    assert!(speaker.hear().starts_with("name="));
    speaker.say("DONE");
    assert_eq!(speaker.hear(), "ERROR more than 225 stones");
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn a_line_without_end_is_passed_over_and_spoils_its_list() {
    let speaker = Speaker::of_gomocup(MnkSpec::GOMOKU);
    let part = vec![b'7'; LINE_BYTES_MAX];
    let passed_over = format!("a line of more than {LINE_BYTES_MAX} bytes is passed over");
    for (before, after, answer) in [
        ("\n", "\n", "UNKNOWN"),
        ("BOARD\n", "DONE\n", "ERROR"),
        ("SWAP2BOARD\n", "DONE\n", "ERROR"),
    ] {
        speaker.say_bytes(before.as_bytes());
        for _ in 0..5 {
            speaker.say_bytes(&part);
        }
        speaker.say_bytes(b"\n");
        speaker.say_bytes(after.as_bytes());
        assert_eq!(speaker.hear(), format!("{answer} {passed_over}"));
    }
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn all_that_is_said_after_the_end_is_left_unread() {
    let answers = answers(MnkSpec::GOMOKU, b"ABOUT\nEND\nABOUT\nSTART 15\n".to_vec());
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[test]
fn lines_end_as_on_either_system() {
    let input = b"INFO timeout_turn 0\r\nSTART 15\r\nBOARD\r\n7,7,2\r\nDONE\r\n";
    let spoken = answers(MnkSpec::GOMOKU, input.to_vec());
    let spoken: Vec<&String> = spoken.iter().filter(|line| !is_thought(line)).collect();
    assert_eq!(spoken.len(), 2, "{spoken:?}");
    assert!(spoken[0] == "OK" && cell(spoken[1]).is_some(), "{spoken:?}");
    assert_eq!(read_command("  turn\t7 , 8 \r"), read_command("TURN 7,8"));
    assert!(matches!(read_command("TURN 7,8"), Ok(Some(Command::Turn(_)))));
}
