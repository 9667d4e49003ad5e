//! Catch the Sheep, held against a second reading of its rules and against its notation.

use std::collections::HashSet;
use std::fmt::Write;

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use zerosum_games::notation::MoveTextError;
use zerosum_games::seed::Seed;
use zerosum_games::sheep::square::{Square, Step};
use zerosum_games::sheep::text::SheepPositionError;
use zerosum_games::sheep::{Piece, Sheep, SheepStart, UnknownStart};
use zerosum_games::side::Side;
use zerosum_games::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

use crate::support::golden::assert_golden;
use crate::support::moves::{after, legal_moves};
use crate::support::plain_sheep::{PlainMove, PlainSheep};

/// Number of random games from each start.
const GAMES: u64 = 100;

/// Every position of a random game; equal numbers give equal games.
fn random_line(start: SheepStart, number: u64) -> Vec<Sheep> {
    let mut line = vec![Sheep::new(start)];
    for ply in 0.. {
        let position = line.last().expect("a line begins with a position");
        let seed = Seed(number << 32 | ply);
        let Some(code) = seed.pick(legal_moves(position).into_iter()) else { break };
        line.push(after(position, code));
    }
    line
}

fn random_positions() -> impl Iterator<Item = Sheep> {
    let lines = |start| (0..GAMES).flat_map(move |number| random_line(start, number));
    SheepStart::ALL.into_iter().flat_map(lines)
}

fn plain_move(code: MoveCode) -> PlainMove {
    let Step { from, to } = Step::of(code).expect("a legal move names two squares");
    [from.row(), from.column(), to.row(), to.column()].map(usize::from)
}

fn plain_winner(position: &Sheep) -> Option<char> {
    position.outcome().map(|outcome| match outcome {
        Outcome::Win(Side::First) => 's',
        Outcome::Win(Side::Second) => 'w',
        Outcome::Draw => panic!("{position}: the game knows no draw"),
    })
}

#[test]
fn random_games_go_as_the_second_reading_of_the_rules_says() {
    for start in SheepStart::ALL {
        for number in 0..GAMES {
            let mut plain = PlainSheep::new(start.column().into());
            let mut position = Sheep::new(start);
            for ply in 0.. {
                let text = plain.text();
                assert_eq!(text.parse(), Ok(position), "{text}");
                assert_eq!(plain_winner(&position), plain.winner(), "{text}");
                let moves = legal_moves(&position);
                let found: Vec<PlainMove> = moves.iter().copied().map(plain_move).collect();
                assert_eq!(found, plain.legal_moves(), "{text}");
                let seed = Seed(number << 32 | ply);
                let Some(code) = seed.pick(moves.into_iter()) else { break };
                position = after(&position, code);
                plain = plain.after(plain_move(code));
            }
        }
    }
}

#[test]
fn random_games_end_in_every_way_there_is() {
    let ends: HashSet<(bool, Option<Outcome>, Side)> = random_positions()
        .filter(|position| position.outcome().is_some())
        .map(|end| (end.sheep().row() == 0, end.outcome(), end.turn()))
        .collect();
    let sheep = Some(Outcome::Win(Side::First));
    let wolves = Some(Outcome::Win(Side::Second));
    for end in [
        (true, sheep, Side::Second),
        (false, sheep, Side::Second),
        (false, sheep, Side::First),
        (false, wolves, Side::First),
    ] {
        assert!(ends.contains(&end), "{end:?} is not among {ends:?}");
    }
}

#[test]
fn of_all_codes_the_legal_ones_are_played_and_the_others_change_nothing() {
    for position in random_line(SheepStart::default(), 1) {
        let legal = legal_moves(&position);
        for code in (0..=u16::MAX).map(MoveCode) {
            let is_legal = legal.binary_search(&code).is_ok();
            assert_eq!(position.is_legal(code), is_legal, "{position}, {code:?}");
            let mut next = position;
            let answer = next.play(code);
            assert_eq!(answer, if is_legal { Ok(()) } else { Err(IllegalMove(code)) });
            assert_eq!(next == position, !is_legal, "{position}, {code:?}");
        }
    }
}

#[test]
fn wolves_that_cannot_move_lose() {
    let position: Sheep = "8/8/8/8/8/8/1w3w2/w3s1w1 w".parse().expect("a position");
    assert_eq!(position.outcome(), None, "one wolf still has a step");
    let position: Sheep = "8/8/8/8/8/8/1w6/w1w1s1w1 w".parse().expect("a position");
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(legal_moves(&position), []);
    let turned: Sheep = "8/8/8/8/8/8/1w6/w1w1s1w1 s".parse().expect("a position");
    assert_eq!(turned.outcome(), None);
}

#[test]
fn positions_are_equal_exactly_when_their_keys_are() {
    let positions: HashSet<Sheep> = random_positions().collect();
    let keys: HashSet<u64> = positions.iter().map(Game::key).collect();
    assert_eq!(positions.len(), keys.len());
    let position = Sheep::new(SheepStart::default());
    let other_turn = Sheep::composed(position.wolves(), position.sheep(), Side::Second);
    assert_ne!(other_turn.map(|other| other.key()), Some(position.key()));
}

#[test]
fn a_position_takes_eight_bytes_and_looks_the_same_from_one_side_only() {
    assert_eq!(size_of::<Sheep>(), 8);
    for position in random_positions() {
        assert_eq!(position.symmetries(), 1);
        assert_eq!(position.image(Symmetry(0)), position);
    }
}

#[test]
fn squares_are_numbered_row_by_row_and_the_light_ones_left_out() {
    let mut squares = Square::all();
    for row in 0..8 {
        for column in 0..8 {
            let expected = if (row + column) % 2 == 1 { squares.next() } else { None };
            assert_eq!(Square::at(row, column), expected, "row {row}, column {column}");
            if let Some(square) = expected {
                assert_eq!((square.row(), square.column()), (row, column));
                assert_eq!(Square::numbered(square.number().into()), Some(square));
            }
        }
    }
    assert_eq!(squares.next(), None);
    for (row, column) in [(8, 1), (0, 9), (255, 255)] {
        assert_eq!(Square::at(row, column), None);
    }
    assert_eq!(Square::numbered(32), None);
}

#[test]
fn the_targets_of_a_piece_are_its_legal_moves() {
    for position in random_positions() {
        let from_each = |from: Square| position.targets(from).map(move |to| Step { from, to });
        let codes: Vec<MoveCode> = Square::all().flat_map(from_each).map(Step::code).collect();
        assert_eq!(codes, legal_moves(&position), "{position}");
        for Step { from, .. } in codes.into_iter().filter_map(Step::of) {
            assert_eq!(position.piece(from).map(Piece::side), Some(position.turn()));
        }
    }
}

/// The lines of one length, and how they end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ply {
    lines: u64,
    won_by_sheep: u64,
    won_by_wolves: u64,
}

/// Plies counted in the data files.
const PLIES: usize = 7;

#[test]
fn both_readings_of_the_rules_count_the_lines_of_the_data_files() {
    for start in SheepStart::ALL {
        let mut counted = vec![Ply::default(); PLIES + 1];
        count_lines(&Sheep::new(start), &mut counted);
        let mut plain = vec![Ply::default(); PLIES + 1];
        count_plain_lines(&PlainSheep::new(start.column().into()), &mut plain);
        assert_eq!(counted, plain, "{start}");
        assert_golden(&format!("perft/{start}.txt"), &perft_text(&counted));
    }
}

fn count_lines(position: &Sheep, plies: &mut [Ply]) {
    let Some((ply, deeper)) = plies.split_first_mut() else { return };
    ply.count(plain_winner(position));
    if !deeper.is_empty() {
        for code in legal_moves(position) {
            count_lines(&after(position, code), deeper);
        }
    }
}

fn count_plain_lines(position: &PlainSheep, plies: &mut [Ply]) {
    let Some((ply, deeper)) = plies.split_first_mut() else { return };
    ply.count(position.winner());
    if !deeper.is_empty() {
        for step in position.legal_moves() {
            count_plain_lines(&position.after(step), deeper);
        }
    }
}

impl Ply {
    fn count(&mut self, winner: Option<char>) {
        self.lines += 1;
        self.won_by_sheep += u64::from(winner == Some('s'));
        self.won_by_wolves += u64::from(winner == Some('w'));
    }
}

fn perft_text(plies: &[Ply]) -> String {
    let mut text = "\
# Lines of exactly n plies from the first position, and how many of them end there:
# won by the sheep, won by the wolves, drawn.
#
# ply    lines  sheep wolves  drawn
"
    .to_owned();
    for (number, Ply { lines, won_by_sheep, won_by_wolves }) in plies.iter().enumerate() {
        // Writing to a `String` does not fail.
        let _ =
            writeln!(text, "{number:>5} {lines:>8} {won_by_sheep:>6} {won_by_wolves:>6} {:>6}", 0);
    }
    text
}

#[test]
fn a_position_is_read_as_it_is_written_and_drawn() {
    let start = Sheep::new(SheepStart::default());
    assert_eq!(start.to_string(), "1w1w1w1w/8/8/8/8/8/8/4s3 s");
    let drawing = format!("{start:#}");
    assert_eq!(drawing.lines().next(), Some(".w.w.w.w"));
    assert_eq!(drawing.lines().last(), Some("....s..."));
    for position in random_positions() {
        assert_eq!(position.to_string().parse(), Ok(position));
        let with_slashes = format!("{position:#}").replace('\n', " / ");
        let capital = format!("{with_slashes}\n{}\n", piece_to_move(&position).letter());
        assert_eq!(capital.to_uppercase().parse(), Ok(position), "{capital}");
    }
}

fn piece_to_move(position: &Sheep) -> Piece {
    match position.turn() {
        Side::First => Piece::Sheep,
        Side::Second => Piece::Wolf,
    }
}

/// Texts that are no positions, with the error of each and its words.
fn causes() -> Vec<(&'static str, SheepPositionError, &'static str)> {
    use SheepPositionError::*;
    vec![
        ("", NoSide, "a position ends with the side to move, 's' or 'w', after a space"),
        (
            "1w1w1w1w/8/8/8/8/8/8/4s3",
            NoSide,
            "a position ends with the side to move, 's' or 'w', after a space",
        ),
        (
            "1w1w1w1w/8/8/8/8/8/8/4s3 x",
            UnknownSide { found: "x".to_owned() },
            "the side to move is 's' or 'w', found \"x\"",
        ),
        (
            "1w1w1w1w/8/8/8/8/8/4s3 s",
            RowCount { found: 7 },
            "a position has 8 rows divided by '/', found 7",
        ),
        (
            "1w1w1w1w/8/7/8/8/8/8/4s3 s",
            RowLength { row: 3, found: 7 },
            "row 3 must have 8 squares, found 7",
        ),
        (
            "1w1w1w1w/8/8/8/8/8/8/4s3. s",
            RowLength { row: 8, found: 9 },
            "row 8 must have 8 squares, found 9",
        ),
        (
            "1w1w1w1w/8/8/8/8/8/8/4x3 s",
            UnknownPiece { row: 8, column: 5, found: 'x' },
            "row 8, column 5: a square is 's', 'w' or '.', \
             and 1 to 8 are so many empty ones, found 'x'",
        ),
        (
            "w2w1w1w/8/8/8/8/8/8/4s3 s",
            LightSquare { row: 1, column: 1 },
            "row 1, column 1: pieces stand on dark squares, and this one is light",
        ),
        ("1w1w1w1w/8/8/8/8/8/8/s3s3 s", SheepCount { found: 2 }, "there is one sheep, found 2"),
        ("1w1w1w2/8/8/8/8/8/8/4s3 w", WolfCount { found: 3 }, "there are four wolves, found 3"),
    ]
}

#[test]
fn every_error_has_a_text_that_causes_it() {
    let mut caused = HashSet::new();
    for (text, error, message) in causes() {
        assert_eq!(text.parse::<Sheep>(), Err(error.clone()), "{text:?}");
        assert_eq!(error.to_string(), message);
        caused.insert(variant(&error));
    }
    assert_eq!(caused.len(), VARIANTS);
}

/// Number of kinds of errors: the last number of [`variant`] plus one.
const VARIANTS: usize = 8;

fn variant(error: &SheepPositionError) -> usize {
    match error {
        SheepPositionError::NoSide => 0,
        SheepPositionError::UnknownSide { .. } => 1,
        SheepPositionError::RowCount { .. } => 2,
        SheepPositionError::RowLength { .. } => 3,
        SheepPositionError::UnknownPiece { .. } => 4,
        SheepPositionError::LightSquare { .. } => 5,
        SheepPositionError::SheepCount { .. } => 6,
        SheepPositionError::WolfCount { .. } => 7,
    }
}

/// Any text at all, texts of the right letters, and texts of the right shape.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[SWsw./1-9 ]{0,40}",
        "1w1w1w1w/(8/){5}([1-7]s[1-7]|8)/[1-8sw]{1,3} [sw]",
        "(1w1w1w1w|1w1w3w|.{8})/(8/){4}([1-8sé]{1,3}/){2}[1-8sw]{1,3} ?[swz]?"
    ]
}

proptest! {
    #[test]
    fn any_text_is_a_position_that_prints_to_itself_or_an_error(text in texts()) {
        if let Ok(position) = text.parse::<Sheep>() {
            assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}

#[test]
fn a_move_is_written_as_its_two_squares() {
    let start = Sheep::new(SheepStart::default());
    let texts: Vec<String> =
        legal_moves(&start).into_iter().map(|code| start.move_text(code)).collect();
    assert_eq!(texts, ["e8d7", "e8f7"]);
    assert_eq!(start.read_move("E8D7"), start.read_move("e8d7"));
    for position in random_positions() {
        for code in legal_moves(&position) {
            assert_eq!(position.read_move(&position.move_text(code)), Ok(code));
        }
    }
}

#[test]
fn a_text_that_is_no_move_is_refused_with_a_reason() {
    let start = Sheep::new(SheepStart::default());
    for text in ["", "e8", "e8d", "8e7d", "e8 d7", "e8d07", "ed87", "é8d7", "e8d7d"] {
        assert_eq!(start.read_move(text), Err(MoveTextError::form("e8d7", text)), "{text:?}");
    }
    assert_eq!(start.read_move("i8d7"), Err(MoveTextError::off_board("i8")));
    assert_eq!(start.read_move("e8d9"), Err(MoveTextError::off_board("d9")));
    let light = start.read_move("e8d8").expect_err("d8 is a light square");
    assert_eq!(light.to_string(), "no piece ever stands on d8, which is a light square");
}

#[test]
fn starts_are_read_by_their_names() {
    for start in SheepStart::ALL {
        assert_eq!(start.to_string().parse(), Ok(start));
        let sheep = Sheep::new(start).sheep();
        assert_eq!((sheep.row(), sheep.column()), (7, start.column()));
    }
    assert_eq!(SheepStart::default().to_string(), "sheep");
    for text in ["sheep-4", "sheep-1", "Sheep", "sheep ", ""] {
        assert_eq!(text.parse::<SheepStart>(), Err(UnknownStart), "{text:?}");
    }
}

#[test]
fn no_line_is_longer_than_its_limit() {
    for start in SheepStart::ALL {
        let limit = Sheep::new(start).max_plies();
        let longest = (0..GAMES).map(|number| random_line(start, number).len() - 1).max();
        assert!(longest <= Some(limit.into()), "{start}: {longest:?}");
    }
}

/// Length of the longest line, by a count of all positions that follow from the start.
const LONGEST_LINE: &str = "\
e8f7 h1g2 f7g8 g2h3 g8h7 h3g4 h7g8 g4h5 g8h7 h5g6 h7g8 g6h7 g8f7 h7g8 f7e8 f1g2 e8f7 g2h3 \
f7e8 h3g4 e8f7 g4h5 f7e8 h5g6 e8f7 d1e2 f7e8 g6f7 e8d7 f7e8 d7c8 e2f3 c8d7 f3g4 d7c8 g4h5 \
c8d7 h5g6 d7c8 b1c2 c8d7 c2d3 d7c8 d3e4 c8d7 e4f5 d7c8 f5e6 c8b7 e6d7 b7a8 d7c8 a8b7 g6h7";

#[test]
fn a_line_is_as_long_as_its_limit() {
    let mut position = Sheep::new(SheepStart::default());
    let mut plies = 0;
    for text in LONGEST_LINE.split_whitespace() {
        let code = position.read_move(text).expect("a move");
        position.play(code).unwrap_or_else(|error| panic!("{text}: {error}"));
        plies += 1;
    }
    assert_eq!(plies, position.max_plies());
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
}
