//! The textbook: minimax, in its plainest form.
//!
//! To judge a move, imagine that it has been made and that the opponent answers as well as
//! possible; to know how well the opponent can answer, imagine each answer made, and your own best
//! reply to it; and so on, until the game is over and its outcome says who has won. Then come back
//! up. Where it is your turn you take the *maximum* of what your moves lead to, and where it is
//! the opponent's turn you expect the *minimum*, because what is good for one is as bad for the
//! other.
//!
//! Nothing is guessed and nothing is skipped. That makes it slow and beyond doubt: everything else
//! in this crate is tested against this file.

use zerosum_games::Game;
use zerosum_games::side::Side;

use crate::score::Score;
use crate::{RankedMove, successors};

/// The result of a search to the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// Every legal move with its verdict, in the order of the moves.
    pub moves: Vec<RankedMove>,
    /// Number of positions the search has looked at, including the root and repetitions.
    pub nodes: u64,
}

/// Judges every legal move of the root, for the side to move there.
///
/// The whole game below the root is visited: 549,946 nodes for tic-tac-toe from the empty board,
/// and more than a lifetime allows for most other games.
///
/// ```
/// use zerosum_games::tictactoe::TicTacToe;
/// use zerosum_search::{Verdict, minimax};
///
/// let position: TicTacToe = "XX./OO./... x".parse().expect("a position in play");
/// let ranking = minimax::rank(&position);
/// assert_eq!(ranking.moves[0].verdict, Verdict::Win { plies: 1 });
/// ```
pub fn rank<G: Game>(root: &G) -> Ranking {
    let mut nodes = 1;
    let moves = successors(root)
        .map(|(code, next)| {
            let score = minimax(&next, root.turn(), 1, &mut nodes);
            RankedMove { code, verdict: score.verdict() }
        })
        .collect();
    Ranking { moves, nodes }
}

/// Returns the score of the position for `me`, the side to move at the root, if both sides play
/// their best from here on. The position is `plies` plies below the root.
fn minimax<G: Game>(position: &G, me: Side, plies: u16, nodes: &mut u64) -> Score {
    *nodes += 1;
    if let Some(outcome) = position.outcome() {
        return Score::of_end(outcome, me, plies);
    }
    let scores = successors(position).map(|(_, next)| minimax(&next, me, plies + 1, nodes));
    let best = if position.turn() == me { scores.max() } else { scores.min() };
    best.expect("a game without an outcome has a legal move")
}
