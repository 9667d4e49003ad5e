//! Alpha-beta: the answer of minimax without most of its work.
//!
//! Two thoughts make it out of [`minimax`](crate::minimax). First, the opponent's score is
//! the negative of one's own, so one function that takes the maximum serves both sides: each looks
//! at the position with its own eyes. Second, a move that is refuted needs no second refutation.
//! If an earlier move guarantees a draw, and the opponent has one answer that beats the present
//! move, the exact size of the loss does not matter.
//!
//! The scores that the two sides have already secured are carried down as a window. A score inside
//! it is exact; a score outside it is only known to lie on that side, which is all the caller
//! needs.

use zerosum_games::{Game, MoveCode};

use crate::score::Score;
use crate::window::Window;
use crate::{Verdict, successors};

/// The result of a search to the end of the game, of which only the best moves are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// For the side to move at the root.
    pub verdict: Verdict,
    /// Every move that keeps this verdict, in the order of the moves; none if the game is over.
    pub moves: Vec<MoveCode>,
    /// Number of positions the search has looked at, including the root and repetitions.
    pub nodes: u64,
}

/// Finds all the best moves of the root: those of [`minimax::rank`](crate::minimax::rank).
pub fn search<G: Game>(root: &G) -> Best {
    let mut nodes = 1;
    if let Some(outcome) = root.outcome() {
        let verdict = Score::of_end(outcome, root.turn(), 0).verdict();
        return Best { verdict, moves: Vec::new(), nodes };
    }
    let mut best = Score::LOWEST;
    let mut moves = Vec::new();
    for (code, next) in successors(root) {
        // A move as good as the best one so far must be told from a worse one: its score has to
        // lie inside the window, so the window begins just below.
        let window = Window { alpha: best.just_below(), beta: Score::HIGHEST };
        let score = -alpha_beta(&next, window.for_opponent(), 1, &mut nodes);
        if score > best {
            best = score;
            moves.clear();
        }
        if score == best {
            moves.push(code);
        }
    }
    Best { verdict: best.verdict(), moves, nodes }
}

/// Returns the score of the position for the side to move: exactly, if it lies inside the window;
/// otherwise a bound on the same side of the window as the truth. The position is `plies` plies
/// below the root.
fn alpha_beta<G: Game>(position: &G, mut window: Window, plies: u16, nodes: &mut u64) -> Score {
    *nodes += 1;
    if let Some(outcome) = position.outcome() {
        return Score::of_end(outcome, position.turn(), plies);
    }
    let mut best = Score::LOWEST;
    for (_, next) in successors(position) {
        best = best.max(-alpha_beta(&next, window.for_opponent(), plies + 1, nodes));
        if best >= window.beta {
            break;
        }
        window.alpha = window.alpha.max(best);
    }
    best
}
