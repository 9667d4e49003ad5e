//! The first three stones by the rule Swap2, after which the opponent chooses a side.

use zerosum_games::mnk::MnkSpec;

use crate::gomocup::protocol::Cell;

/// Three stones, by columns and rows from a corner. After each of these openings a search of 5,000,000 positions on
/// 15x15, 15 or 16 plies deep, found a value between -10 and 10 for the side to move, where 128 is a factor of e in
/// the odds of winning.
const OPENINGS: [[(u16, u16); 3]; 7] = [
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
pub(crate) fn opening(spec: MnkSpec, number: usize) -> [Cell; 3] {
    let (columns, rows) = (spec.columns(), spec.rows());
    let stones = if columns.min(rows) >= SIZE_MIN {
        OPENINGS[number % OPENINGS.len()]
    } else {
        [(0, 0), (columns - 1, rows - 1), (0, rows - 1)]
    };
    stones.map(|(x, y)| Cell { x, y })
}

#[cfg(test)]
mod tests {
    use zerosum_games::Game;
    use zerosum_games::any::{AnyGame, GameSpec};
    use zerosum_games::mnk::{Mnk, MnkSpec, SIZE_MAX, SIZE_MIN};
    use zerosum_search::any::AnySearcher;
    use zerosum_search::limits::{Limits, Unwatched};
    use zerosum_search::searcher::Searcher;

    use crate::gomocup::board::play;
    use crate::gomocup::openings::{OPENINGS, opening};

    fn position(spec: MnkSpec, number: usize) -> Mnk {
        let mut position = Mnk::new(spec);
        for cell in opening(spec, number) {
            play(&mut position, cell).expect("the stone has room");
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
