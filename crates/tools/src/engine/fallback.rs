//! The move of a search that has found none in time.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::Mnk;
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};
use zerosum_search::level::Plan;
use zerosum_search::solutions::Solutions;

use crate::engine::options::Strength;

/// Returns the move of a solved game as the level makes it, and in other games one near the middle of the board; `None`
/// if the game is over.
pub(crate) fn fallback_move(
    solutions: &Solutions,
    (spec, position): (GameSpec, &AnyGame),
    strength: Strength,
    seed: Seed,
) -> Option<MoveCode> {
    let known = match strength {
        Strength::Level(level) => match Plan::of(spec, level) {
            Plan::Known { horizon } => solutions.choose(position, horizon, seed),
            Plan::Ranked { .. } | Plan::Novice { .. } | Plan::Timed => None,
        },
        Strength::Reference(_) => None,
    };
    known.or_else(|| match position {
        AnyGame::Mnk(game) => nearest_to_middle(game),
        AnyGame::ConnectFour(game) => {
            let columns = game.spec().columns();
            // Moves are numbered row by row, and after them pops by their columns.
            nearest(position, |MoveCode(code)| off_middle(code % columns, columns))
        }
        AnyGame::TicTacToe(_)
        | AnyGame::Ultimate(_)
        | AnyGame::Strategic(_)
        | AnyGame::Sheep(_) => nearest(position, |_| 0),
    })
}

/// The legal move that is nearest to the middle of the board.
pub(crate) fn nearest_to_middle(position: &Mnk) -> Option<MoveCode> {
    let (columns, rows) = (position.spec().columns(), position.spec().rows());
    nearest(position, |MoveCode(code)| {
        off_middle(code % columns, columns) + off_middle(code / columns, rows)
    })
}

/// The first of the legal moves of least distance.
fn nearest(position: &impl Game, distance: impl Fn(MoveCode) -> u16) -> Option<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().min_by_key(|code| distance(*code))
}

/// Twice the distance of a column or row from the middle of this many.
fn off_middle(place: u16, count: u16) -> u16 {
    (2 * place + 1).abs_diff(count)
}

#[cfg(test)]
mod tests {
    use zerosum_games::Game;
    use zerosum_games::any::{AnyGame, GameSpec};
    use zerosum_games::seed::Seed;
    use zerosum_search::any::AnySearcher;
    use zerosum_search::level::Level;
    use zerosum_search::limits::{Limits, Unwatched};
    use zerosum_search::searcher::Searcher;
    use zerosum_search::solutions::Solutions;

    use crate::engine::fallback::fallback_move;
    use crate::engine::options::Strength;

    const BEST: Strength = Strength::Level(Level::Best);

    #[test]
    fn without_a_search_a_move_is_near_the_middle() {
        let solutions = Solutions::compute();
        for (name, moves, expected) in [
            ("15x15x5", &[][..], "h8"),
            ("15x15x5", &["h8"][..], "h7"),
            ("connect-four", &[][..], "4"),
            ("connect-four", &["4", "4", "4", "4", "4", "4"][..], "3"),
        ] {
            let spec = GameSpec::from_name(name).expect("a game");
            let mut position = spec.start();
            for text in moves {
                let code = position.read_move(text).expect("a move");
                position.play(code).expect("it is legal");
            }
            let code = fallback_move(&solutions, (spec, &position), BEST, Seed(0));
            assert_eq!(code.map(|code| position.move_text(code)).as_deref(), Some(expected));
        }
    }

    #[test]
    fn without_a_search_a_solved_game_is_played_perfectly() {
        let solutions = Solutions::compute();
        for name in ["3x3", "sheep"] {
            let spec = GameSpec::from_name(name).expect("a game");
            let mut searcher = AnySearcher::of(spec, 0);
            let mut verdict = |position: &AnyGame| {
                searcher.search(position, Limits::NONE, &mut Unwatched).score.verdict()
            };
            let mut position = spec.start();
            let mut plies = 0;
            while let Some(code) = fallback_move(&solutions, (spec, &position), BEST, Seed(plies)) {
                let before = verdict(&position);
                position.play(code).expect("it is legal");
                assert_eq!(verdict(&position).before_move(), before, "{name} {position}");
                plies += 1;
            }
            assert!(position.outcome().is_some() && plies > 4, "{name}");
        }
    }
}
