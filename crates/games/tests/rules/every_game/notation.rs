//! The notation of positions: any text either is a position in play or is refused for a stated
//! reason.

use std::collections::HashSet;

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use zerosum_games::diagram::DiagramError;
use zerosum_games::side::Side;
use zerosum_games::tictactoe::{PositionError, TicTacToe};
use zerosum_games::{Game, Outcome};

use crate::support::positions::every_position;

#[test]
fn a_position_in_play_is_read_as_it_is_written_and_a_decided_one_refused() {
    for position in every_position() {
        let expected = match position.outcome() {
            Some(outcome) => Err(PositionError::Decided(outcome)),
            None => Ok(position),
        };
        assert_eq!(position.to_string().parse::<TicTacToe>(), expected, "{position}");
    }
}

#[test]
fn small_letters_white_space_and_a_missing_side_make_no_difference() {
    let expected: TicTacToe = "O.X/X.X/.OO x".parse().expect("a position in play");
    for text in ["O.X/X.X/.OO", "o.x/x.x/.oo X", " O . X / X . X / . O O ", "O.X/\nX.X/\n.OO\nx\n"]
    {
        assert_eq!(text.parse(), Ok(expected), "{text:?}");
    }
    assert_eq!(".../.../...".parse(), Ok(TicTacToe::default()));
}

/// Texts that are no positions, with the error of each and its words.
const CAUSES: [(&str, PositionError, &str); 14] = [
    (
        "",
        PositionError::Diagram(DiagramError::RowCount { rows: 3, found: 1 }),
        "a position has 3 rows divided by '/', found 1",
    ),
    (
        ".../.../.../",
        PositionError::Diagram(DiagramError::RowCount { rows: 3, found: 4 }),
        "a position has 3 rows divided by '/', found 4",
    ),
    (
        ".../..../...",
        PositionError::Diagram(DiagramError::RowLength { row: 2, columns: 3, found: 4 }),
        "row 2 must have 3 cells, found 4",
    ),
    (
        ".../.../..",
        PositionError::Diagram(DiagramError::RowLength { row: 3, columns: 3, found: 2 }),
        "row 3 must have 3 cells, found 2",
    ),
    (
        ".../..5/...",
        PositionError::Diagram(DiagramError::UnknownMark { row: 2, column: 3, found: '5' }),
        "row 2, column 3: a cell is 'X', 'O' or '.', found '5'",
    ),
    (
        ".../.../... w",
        PositionError::Diagram(DiagramError::UnknownSide { found: 'w' }),
        "the side to move is 'x' or 'o', found 'w'",
    ),
    (
        "OO./X../...",
        PositionError::Diagram(DiagramError::Counts { crosses: 1, noughts: 2 }),
        "no game gets there: 1 X and 2 O, but X begins and turns alternate",
    ),
    (
        "XX./.../...",
        PositionError::Diagram(DiagramError::Counts { crosses: 2, noughts: 0 }),
        "no game gets there: 2 X and 0 O, but X begins and turns alternate",
    ),
    ("XXX/OOO/...", PositionError::BothWon, "no game gets there: both sides have three in a row"),
    (
        "XXX/OO./O..",
        PositionError::WonOutOfTurn(Side::First),
        "no game gets there: X has three in a row, but did not move last",
    ),
    (
        "OOO/XX./XX.",
        PositionError::WonOutOfTurn(Side::Second),
        "no game gets there: O has three in a row, but did not move last",
    ),
    (
        "X../.../... x",
        PositionError::NotTheirTurn(Side::First),
        "it is O's turn by the count of marks, not X's",
    ),
    (
        "XXX/OO./...",
        PositionError::Decided(Outcome::Win(Side::First)),
        "the game is already over: X has won",
    ),
    ("XOX/XOO/OXX", PositionError::Decided(Outcome::Draw), "the game is already over: a draw"),
];

#[test]
fn every_error_has_a_text_that_causes_it() {
    let mut caused = HashSet::new();
    for (text, error, message) in CAUSES {
        assert_eq!(text.parse::<TicTacToe>(), Err(error.clone()), "{text:?}");
        assert_eq!(error.to_string(), message);
        caused.insert(variant(&error));
    }
    assert_eq!(caused.len(), VARIANTS);
}

/// Number of kinds of errors: the last number of [`variant`] plus one.
const VARIANTS: usize = 9;

fn variant(error: &PositionError) -> usize {
    match error {
        PositionError::Diagram(DiagramError::RowCount { .. }) => 0,
        PositionError::Diagram(DiagramError::RowLength { .. }) => 1,
        PositionError::Diagram(DiagramError::UnknownMark { .. }) => 2,
        PositionError::Diagram(DiagramError::UnknownSide { .. }) => 3,
        PositionError::Diagram(DiagramError::Counts { .. }) => 4,
        PositionError::BothWon => 5,
        PositionError::WonOutOfTurn(_) => 6,
        PositionError::NotTheirTurn(_) => 7,
        PositionError::Decided(_) => 8,
    }
}

/// Any text at all, texts of the right letters, and texts of the right shape.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[XOxo./ ]{0,14}",
        "[XO.]{3}/[XO.]{3}/[XO.]{3}( [xo])?",
        "[XO.]{0,4}/[XO.é\u{2028}]{3}/[xo.]{2,4} ?[xoz]?"
    ]
}

proptest! {
    #[test]
    fn any_text_is_a_position_that_prints_to_itself_or_an_error(text in texts()) {
        if let Ok(position) = text.parse::<TicTacToe>() {
            assert_eq!(position.outcome(), None);
            assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}
