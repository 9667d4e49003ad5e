//! The values of late positions of Connect Four, found by playing every move to the end of the game.

use std::collections::HashMap;

use zerosum_games::connect_four::ConnectFour;
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};
use zerosum_search::{RankedMove, Verdict};

use super::moves::{after, legal_moves};

/// Maximum number of plies left in a game that is played to its end.
const LEFT_MAX: u16 = 18;

/// The values of positions in play for the side to move, by the pieces of both sides.
type Known = HashMap<[u128; 2], Verdict>;

/// The value of every move to the end of the game; `None` if too much of it is left.
pub(crate) fn ranking(game: &ConnectFour) -> Option<Vec<RankedMove>> {
    let is_late = game.max_plies() - game.plies() <= LEFT_MAX;
    is_late.then(|| ranked(game, &mut Known::new()))
}

fn ranked(game: &ConnectFour, known: &mut Known) -> Vec<RankedMove> {
    let codes = legal_moves(game).into_iter();
    let ranked = |code| RankedMove { code, verdict: value_of_move(&after(game, code), known) };
    codes.map(ranked).collect()
}

/// The value of the move that has led to this position, for the side that has made it.
fn value_of_move(next: &ConnectFour, known: &mut Known) -> Verdict {
    match next.outcome() {
        Some(Outcome::Win(_)) => return Verdict::Win { plies: 1 },
        Some(Outcome::Draw) => return Verdict::Draw,
        None => {}
    }
    let pieces = Side::ALL.map(|side| next.pieces(side));
    if !known.contains_key(&pieces) {
        let best = ranked(next, known).into_iter().map(|ranked| ranked.verdict).max();
        known.insert(pieces, best.expect("a game in play has a move"));
    }
    match known[&pieces] {
        Verdict::Win { plies } => Verdict::Loss { plies: plies + 1 },
        Verdict::Draw => Verdict::Draw,
        Verdict::Loss { plies } => Verdict::Win { plies: plies + 1 },
    }
}
