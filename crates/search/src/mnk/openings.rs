//! The first three stones of an opening after which the opponent chooses a colour, and the choice itself.

use zerosum_games::mnk::opening::OpeningChoice;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Symmetry};

use crate::score::Score;

/// Number of stones of an opening: black, white and black.
const STONES: usize = zerosum_games::mnk::opening::STONES as usize;

/// Three stones, by columns and rows from a corner. After each of these openings a search of 5,000,000 positions on
/// 15x15, 15 or 16 plies deep, found a value between -10 and 10 for the side to move, where 128 is a factor of e in
/// the odds of winning.
const OPENINGS: [[(u16, u16); STONES]; 7] = [
    [(3, 1), (1, 0), (4, 0)],
    [(4, 4), (1, 5), (0, 0)],
    [(5, 1), (0, 1), (2, 0)],
    [(4, 1), (3, 3), (5, 2)],
    [(1, 6), (2, 1), (5, 1)],
    [(2, 4), (3, 4), (6, 3)],
    [(6, 1), (6, 3), (6, 5)],
];

/// Least width and height of a board on which all of them have room.
const SIZE_MIN: u16 = 9;

/// Three stones that make an even game; `number` chooses among them. On a board that is too small for them, the
/// stones lie in corners.
pub fn opening(spec: MnkSpec, number: usize) -> [MoveCode; STONES] {
    let (columns, rows) = (spec.columns(), spec.rows());
    let stones = if columns.min(rows) >= SIZE_MIN {
        OPENINGS[number % OPENINGS.len()]
    } else {
        [(0, 0), (columns - 1, rows - 1), (0, rows - 1)]
    };
    stones.map(|(column, row)| MoveCode(row * columns + column))
}

/// The next stone of an opening from any corner. Equal seeds go on with the opening that they have begun. `None` if
/// colours are to be chosen, or if no opening begins with the stones on the board.
pub fn stone(position: &Mnk, seed: Seed) -> Option<MoveCode> {
    let put = usize::from(position.plies());
    let all = (0..OPENINGS.len()).flat_map(|number| {
        let stones = opening(position.spec(), number);
        let images = (0..position.symmetries()).map(Symmetry);
        images.map(move |symmetry| stones.map(|code| position.image_of_move(code, symmetry)))
    });
    let colours = [Side::First, Side::Second, Side::First];
    let is_begun = |stones: &[MoveCode; STONES]| {
        let mut put = stones.iter().zip(colours).take(put);
        put.all(|(code, colour)| position.mark(*code) == Some(colour))
    };
    seed.pick(all.filter(is_begun))?.get(put).copied()
}

/// The better colour, by the score of the side to move, which is white.
pub(crate) fn choice(score: Score) -> OpeningChoice {
    if score.value() < 0 { OpeningChoice::Black } else { OpeningChoice::White }
}

#[cfg(test)]
mod tests {
    use zerosum_games::Game;
    use zerosum_games::any::{AnyGame, GameSpec};
    use zerosum_games::mnk::{Mnk, MnkSpec, SIZE_MAX, SIZE_MIN};
    use zerosum_games::seed::Seed;

    use crate::any::AnySearcher;
    use crate::limits::{Limits, Unwatched};
    use crate::mnk::openings::{OPENINGS, STONES, opening, stone};
    use crate::searcher::Searcher;

    fn position(spec: MnkSpec, number: usize) -> Mnk {
        let mut position = Mnk::new(spec);
        for code in opening(spec, number) {
            position.play(code).expect("the stone has room");
        }
        position
    }

    #[test]
    fn there_is_room_on_every_board() {
        for columns in SIZE_MIN..=SIZE_MAX {
            for rows in SIZE_MIN..=SIZE_MAX {
                let spec = MnkSpec::new(columns, rows, SIZE_MIN).expect("there is such a board");
                for number in 0..2 * OPENINGS.len() {
                    assert_eq!(position(spec, number).outcome(), None, "{spec}, {number}");
                }
            }
        }
    }

    #[test]
    fn a_seed_puts_the_stones_of_one_opening_one_by_one() {
        for spec in ["15x15x5", "20x19x5-renju", "5x4x5"] {
            let spec: MnkSpec = spec.parse().expect("a board");
            let mut corners = std::collections::BTreeSet::new();
            for seed in (0..64).map(Seed) {
                let mut put = Mnk::new(spec);
                for _ in 0..STONES {
                    let code = stone(&put, seed).expect("an opening begins so");
                    put.play(code).expect("its stones have room");
                }
                assert_eq!(stone(&put, seed), None);
                let is_known = |number| {
                    (0..put.symmetries()).any(|symmetry| {
                        position(spec, number).image(zerosum_games::Symmetry(symmetry)) == put
                    })
                };
                assert!((0..OPENINGS.len()).any(is_known), "{spec}: {put}");
                corners.insert(put.to_string());
            }
            assert!(corners.len() > 3, "{spec}");
        }
    }

    #[test]
    fn an_unknown_opening_has_no_next_stone() {
        let mut strange = Mnk::new(MnkSpec::GOMOKU);
        let middle = strange.read_move("h8").expect("a cell");
        strange.play(middle).expect("it is free");
        assert_eq!(stone(&strange, Seed(1)), None);
    }

    #[test]
    fn a_glance_prefers_neither_side() {
        /// A factor of two in the odds.
        const UNEVEN: i32 = 89;
        for number in 0..OPENINGS.len() {
            let position = AnyGame::Mnk(Box::new(position(MnkSpec::GOMOKU, number)));
            let mut searcher = AnySearcher::of(GameSpec::Mnk(MnkSpec::GOMOKU), 1 << 20);
            let limits = Limits::of_nodes(20_000);
            let score = searcher.find_move(&position, limits, &mut Unwatched).score;
            assert!(score.value().abs() < UNEVEN, "{number}: {score:?}");
        }
    }
}
