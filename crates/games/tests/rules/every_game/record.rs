//! Records: a written record reads as the same game, variations are accepted, and errors are
//! reported with their place.

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::notation::MoveTextError;
use zerosum_games::record::{MoveFault, RECORD_BYTES_MAX, Record, RecordError};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};

use crate::support::moves::legal_moves;

/// A random game, broken off after the given number of plies if it is longer.
pub(crate) fn game(spec: GameSpec, seed: u64, plies_max: usize) -> Record {
    let mut record = Record::new(spec);
    for ply in 0..plies_max {
        let seed = Seed::of_turn(seed, u32::try_from(ply).expect("games are short"));
        let moves = legal_moves(record.position());
        let Some(code) = seed.pick(moves.into_iter()) else { break };
        record.play(code).expect("it is one of the legal moves");
    }
    record
}

/// Games of every kind: broken off, given up, drawn by agreement and played to the end.
pub(crate) fn games() -> impl Strategy<Value = Record> {
    let [first, second] = Side::ALL.map(|side| Some(Outcome::Win(side)));
    let settled = select(vec![None, first, second, Some(Outcome::Draw)]);
    let specs = select(GameSpec::ALL.to_vec());
    (specs, any::<u64>(), 0..300_usize, settled).prop_map(|(spec, seed, plies, settled)| {
        let mut record = game(spec, seed, plies);
        match settled {
            Some(Outcome::Win(winner)) => record.give_up(!winner),
            Some(Outcome::Draw) => record.agree_to_draw(),
            None => {}
        }
        record
    })
}

fn error(text: &str) -> String {
    Record::decode(text).expect_err("it is no record").to_string()
}

const WON: &str = "zerosum record 1 4x4x3\n1. b2 a1\n2. c2 a2\n3. d2\n1-0\n";

#[test]
fn a_record_has_a_line_for_its_game_each_pair_of_moves_and_the_result() {
    let mut record = Record::new(GameSpec::from_name("4x4x3").expect("it is a game"));
    assert_eq!(record.encode(), "zerosum record 1 4x4x3\n*\n");
    for text in ["b2", "a1", "c2", "a2", "d2"] {
        let code = record.position().read_move(text).expect("it is a cell");
        record.play(code).expect("it is free");
    }
    assert_eq!(record.encode(), WON);
    assert_eq!(Record::decode(WON), Ok(record));
}

#[test]
fn a_draw_to_which_no_move_has_led_was_agreed() {
    let text = "zerosum record 1 3x3\n1. b2\n1/2-1/2\n";
    let mut record = Record::decode(text).expect("they have agreed");
    assert_eq!((record.outcome(), record.position().outcome()), (Some(Outcome::Draw), None));
    assert!(record.play(MoveCode(0)).is_err(), "it is over");
    record.give_up(Side::First);
    assert_eq!((record.encode(), record.result()), (text.to_owned(), "1/2-1/2"));
}

#[test]
fn who_gives_up_loses_by_the_result_alone() {
    let text = "zerosum record 1 sheep\n1. e8d7\n1-0\n";
    let record = Record::decode(text).expect("a wolf has given up");
    assert_eq!(record.position().outcome(), None);
    assert_eq!(record.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(record.encode(), text);
}

#[test]
fn people_may_leave_out_numbers_and_write_them_as_they_like() {
    let expected = Record::decode(WON);
    for text in [
        "zerosum record 1 4x4x3 b2 a1 c2 a2 d2 1-0",
        "  Zerosum RECORD 1:\r\n4×4х3; B2, a1,, C2 A2\t\td2\n\n\n1-0",
        "```\nzerosum record 1 4x4x3\n1.b2 a1 2.c2 2...a2 3) d2 1-0```",
        "zerosum record 1 4x4x3 1 b2 2 a1 3 c2 4 a2 5 d2 1-0",
        "zerosum record 1 4x4x3 1 b2 1… a1 2. c2 … a2 3.d2 1-0",
        "\u{feff}zerosum record 1 4x4x3 b2 a1 c2 a2 3. d2 1-0",
    ] {
        assert_eq!(Record::decode(text), expected, "{text:?}");
    }
    let list = GameSpec::from_name("4x4x3").map(|spec| Record::of_moves(spec, "b2,a1 c2 a2 d2"));
    assert_eq!(list, Some(expected));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, message) in [
        ("", "a record begins with 'zerosum record 1' and the name of its game"),
        ("b2 a1", "a record begins with 'zerosum record 1' and the name of its game"),
        ("zerosum record 1", "a record begins with 'zerosum record 1' and the name of its game"),
        ("zerosum record 2 3x3 *", "records of version 1 are read here, found \"2\""),
        ("zerosum record 1 chess e4", "there is no game \"chess\""),
        ("zerosum record 1 3x3 b2 b2 *", "move 1, O: b2 is taken"),
        ("zerosum record 1 3x3 b2 d1 *", "move 1, O: d1 is off the board"),
        ("zerosum record 1 3x3 b2 a1 nf3 *", "move 2, X: a move is written like b3, found \"nf3\""),
        ("zerosum record 1 ultimate 1. e5 a1 *", "move 1, O: a1 is not legal here"),
        (
            "zerosum record 1 sheep e8d7 b1b2 *",
            "move 1, a wolf: no piece ever stands on b2, which is a light square",
        ),
        ("zerosum record 1 sheep e8e6 *", "move 1, the sheep: e8e6 is not legal here"),
        (
            "zerosum record 1 3x3 1. b2 a1 3. c3 *",
            "move 2, X: here a record has the number 2, or none, found \"3\"",
        ),
        (
            "zerosum record 1 3x3 99999999999999999999999 b2 *",
            "move 1, X: here a record has the number 1, or none, found \"99999999999999999999\"",
        ),
        (
            "zerosum record 1 3x3 b2 a1",
            "move 2, X: the record ends without a result, 1-0, 0-1, 1/2-1/2 or *",
        ),
        (
            "zerosum record 1 4x4x3 b2 a1 c2 a2 d2 0-1",
            "the result is 0-1, and the moves lead to 1-0",
        ),
        ("zerosum record 1 4x4x3 b2 a1 c2 a2 d2 *", "the result is *, and the moves lead to 1-0"),
        (
            "zerosum record 1 4x4x3 b2 a1 c2 a2 d2 1/2-1/2",
            "the result is 1/2-1/2, and the moves lead to 1-0",
        ),
        (
            "zerosum record 1 4x4x3 b2 a1 c2 a2 d2 a3 1-0",
            "move 3, O: the game was over before \"a3\"",
        ),
        ("zerosum record 1 3x3 b2 * a1", "nothing follows the result, found \"a1\""),
    ] {
        assert_eq!(error(text), message, "{text:?}");
    }
}

#[test]
fn a_text_of_too_many_bytes_is_refused() {
    let fits = format!("{WON}{}", " ".repeat(RECORD_BYTES_MAX - WON.len()));
    assert!(Record::decode(&fits).is_ok());
    assert_eq!(Record::decode(&format!("{fits} ")), Err(RecordError::TooLong));
    let spec = GameSpec::TicTacToe;
    assert_eq!(Record::of_moves(spec, &format!("{fits} ")), Err(RecordError::TooLong));
}

/// Every move has a number of its own in the worst case, and every sign between them is as long as it
/// can be.
#[test]
fn the_longest_games_have_room_in_a_record() {
    for family in Family::ALL {
        let longest = family.longest();
        let move_bytes = "\r\n999. ".len() + "5;  4;  1;  ".len();
        let bytes = 100 + longest.name_bytes + usize::from(longest.plies) * move_bytes;
        assert!(bytes <= RECORD_BYTES_MAX, "{family:?}: {bytes}");
    }
}

#[test]
fn a_text_is_meant_to_be_a_record_by_its_first_words() {
    for text in [WON, "zerosum record", " ZeroSum\nRecord 7 nonsense", "`zerosum record`"] {
        assert!(Record::is_meant(text), "{text:?}");
    }
    for text in ["", "zerosum", "my zerosum record 1 3x3", "record 1 3x3", "zerosum-record"] {
        assert!(!Record::is_meant(text), "{text:?}");
    }
}

/// A text in which something is done to every word that is no number of a move.
fn rewritten(text: &str, mut word: impl FnMut(&str) -> String) -> String {
    let words = text.split_whitespace().enumerate();
    let is_kept = |(place, word): &(usize, &str)| *place < 3 || !word.ends_with('.');
    words.filter(is_kept).map(|(_, text)| word(text)).collect::<Vec<String>>().join(" ")
}

proptest! {
    #[test]
    fn a_record_is_read_as_it_is_written(record in games()) {
        let text = record.encode();
        assert!(text.is_ascii() && text.len() <= RECORD_BYTES_MAX);
        let read = Record::decode(&text).expect("it is a record");
        assert_eq!(read.encode(), text);
        assert_eq!(read, record);
    }

    #[test]
    fn a_record_in_capitals_without_numbers_is_the_same(record in games()) {
        let text = rewritten(&record.encode(), |word| format!("{},", word.to_uppercase()));
        assert_eq!(Record::decode(&text), Ok(record), "{text}");
    }

    #[test]
    fn a_record_that_is_cut_is_refused(record in games(), cut in any::<usize>()) {
        let text = record.encode();
        let cut = cut % (text.len() - 1);
        assert!(Record::decode(&text[..cut]).is_err(), "{}", &text[..cut]);
    }

    #[test]
    fn a_record_without_one_of_its_lines_is_refused(record in games(), line in any::<usize>()) {
        let text = record.encode();
        let lines: Vec<&str> = text.lines().collect();
        let line = line % lines.len();
        let text = [&lines[..line], &lines[line + 1..]].concat().join("\n");
        // Without the last moves it is the record of another game in play, or given up; without its head the
        // moves may be enough to know the game.
        if let Ok(read) = Record::decode(&text) {
            assert!(line == 0 || line == lines.len() - 2, "{text}");
            assert!(line > 0 || read.moves().len() == record.moves().len(), "{text}");
        }
    }

    #[test]
    fn a_record_that_is_doubled_is_refused(record in games()) {
        let text = record.encode();
        let twice = Record::decode(&format!("{text}{text}"));
        assert_eq!(twice, Err(RecordError::Behind { found: "zerosum".to_owned() }));
    }

    #[test]
    fn a_record_under_the_name_of_another_game_is_a_game_of_that_or_refused_at_its_place(
        record in games(),
        spec in select(GameSpec::ALL.to_vec()),
    ) {
        let name = format!(" {}\n", record.spec().name());
        let text = record.encode().replacen(&name, &format!(" {}\n", spec.name()), 1);
        let is_of_digits =
            |family| matches!(family, Family::Strategic | Family::ConnectFour);
        let [own, other] = [record.spec(), spec].map(GameSpec::family);
        match Record::decode(&text) {
            // A digit is a move in one of the games, and a third of a move in the other.
            _ if own != other && is_of_digits(own) && is_of_digits(other) => {}
            Ok(other) => {
                assert_eq!(other.spec(), spec);
                assert_eq!(other.encode(), text);
            }
            Err(RecordError::Move { place, fault }) => {
                let ply = (place.number - 1) * 2 + usize::from(place.side == Side::Second);
                let written = move_text(&record, ply);
                match fault {
                    MoveFault::Text(
                        MoveTextError::Form { found, .. }
                        | MoveTextError::OffBoard { found }
                        | MoveTextError::Light { found },
                    )
                    | MoveFault::Over { found } => assert_eq!(found, written),
                    MoveFault::Illegal { position, text, .. } => {
                        assert_eq!((text, position.turn()), (written, place.side));
                    }
                }
            }
            // In other games a digit is the number of a move.
            Err(RecordError::Number { .. }) => {
                assert!(is_of_digits(own) && !is_of_digits(other));
            }
            Err(error) => assert!(matches!(error, RecordError::Result { .. }), "{error}"),
        }
    }

    #[test]
    fn any_text_is_a_record_that_is_read_again_as_the_same_or_is_refused(text in texts()) {
        match Record::decode(&text) {
            Ok(record) => {
                assert!(Record::is_meant(&text));
                assert_eq!(Record::decode(&record.encode()), Ok(record));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// The text of a move of a record.
fn move_text(record: &Record, ply: usize) -> String {
    let mut position = record.spec().start();
    for code in &record.moves()[..ply] {
        position.play(*code).expect("it was played");
    }
    position.move_text(record.moves()[ply])
}

/// Any text, and texts of the words that records are made of.
fn texts() -> impl Strategy<Value = String> {
    let words = "(zerosum record 1 (3x3|sheep|ultimate|15x15x5)|zerosum)( ([1-4][.]{0,3}|[a-d][1-8]|[a-h][1-8][a-h][1-8]|[*]|1-0|½-½)){0,9}";
    prop_oneof![any::<String>(), words]
}
