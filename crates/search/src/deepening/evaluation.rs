//! Evaluations of positions that a search cannot read to the end: one for each game.
//!
//! An [`Evaluation`] goes with a position through the search. It is updated incrementally, so that
//! a move costs what it changes and not what the board holds. [`NoEvaluation`] has no evaluation at
//! all; with it, a search that reaches the end of the game is still perfect.

use zerosum_games::{Game, MoveCode, Outcome};

use crate::Verdict;
use crate::score::Score;

/// A position and its value. Small and cheap to clone: a search clones it for every move it tries,
/// and takes no move back.
pub trait Evaluation: Clone {
    type Game: Game;

    /// Typical difference between the estimates of one line at successive depths. A search that is
    /// about to go deeper first uses a window that reaches this far around its previous one.
    const STEP: i32 = 32;

    /// Minimum remaining depth of the positions that are kept in the table. Where positions are
    /// many and cheap to evaluate, waiting for the memory takes longer than the last ply, and 2 is
    /// faster than 1.
    const REMEMBERED_DEPTH_MIN: u8 = 1;

    fn position(&self) -> &Self::Game;

    /// Makes a move that is legal.
    fn play(&mut self, code: MoveCode);

    /// The value of the position for the side to move, in units of the evaluation's own; 0 is even.
    /// It is called only for games in play.
    fn evaluate(&self) -> i32;

    /// Returns the distance above the window, for each ply of depth, at which a search with
    /// [reductions](crate::deepening::options::Options::has_reductions) gives the position up for its estimate; `None` if it has
    /// to be searched. It is called only for games in play.
    fn safe_per_ply(&self) -> Option<i32> {
        None
    }

    /// The bounds that are certain without a search. An evaluation may know more than the rules
    /// say, such as a win by the next move, or that a side can complete no line any more; its
    /// bounds must be true, and never looser than those it has given before on the way here.
    fn prospects(&self) -> Prospects {
        Prospects::by_rules(self.position())
    }

    /// Appends the moves worth looking at, at least one while the game is in play. A legal move
    /// may be missing only if the verdict is provably the same without it, for example because
    /// another move is a mirror image of it, or because it does not parry a threat and another
    /// does. Their order is the one in which they are tried where nothing else is known.
    fn moves(&self, moves: &mut Vec<MoveCode>) {
        self.position().legal_moves(moves);
    }

    /// Passes the legal moves to `see` in the same order, each with its expectation. `room` is
    /// scratch space for implementations that have to store moves meanwhile.
    fn candidates(&self, room: &mut Vec<MoveCode>, mut see: impl FnMut(Candidate)) {
        room.clear();
        self.moves(room);
        room.iter().for_each(|code| see(Candidate { code: *code, hint: 0, is_quiet: true }));
    }

    /// A hash key for tables. Positions of equal keys must have equal moves of equal worth, mirror
    /// images excepted: they may share a key, and so their scores.
    fn key(&self) -> u64 {
        self.position().key()
    }
}

/// An evaluation that is created from the position alone.
pub trait FromPosition: Evaluation {
    fn of(position: &Self::Game) -> Self;
}

/// A move before it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub code: MoveCode,
    /// Estimate of the move, more being better. The search adds its statistics about moves of the
    /// same code elsewhere: between -16,384 and 16,384.
    pub hint: i32,
    /// True if it changes so little that a search may look at it less closely than at others.
    pub is_quiet: bool,
}

/// Bounds on the result for the side to move, counted from the position: no worse than one verdict
/// and no better than another. If both are equal, that is its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospects {
    pub worst: Verdict,
    pub best: Verdict,
}

impl Prospects {
    /// The bounds of any game in play: neither side wins before the next move.
    pub const OPEN: Prospects =
        Prospects { worst: Verdict::Loss { plies: 1 }, best: Verdict::Win { plies: 1 } };

    /// The verdict is known.
    pub fn certain(verdict: Verdict) -> Prospects {
        Prospects { worst: verdict, best: verdict }
    }

    /// The bounds by the rules alone: the verdict if the game is over, and nothing otherwise.
    pub fn by_rules<G: Game>(position: &G) -> Prospects {
        match position.outcome() {
            None => Prospects::OPEN,
            Some(Outcome::Draw) => Prospects::certain(Verdict::Draw),
            Some(Outcome::Win(winner)) if winner == position.turn() => {
                Prospects::certain(Verdict::Win { plies: 0 })
            }
            Some(Outcome::Win(_)) => Prospects::certain(Verdict::Loss { plies: 0 }),
        }
    }

    /// An estimate, clamped to the certain bounds.
    pub fn estimate(self, worth: i32) -> Score {
        Score::of_estimate(worth).clamp(self.worst.into(), self.best.into())
    }
}

/// No evaluation: undecided positions are worth nothing to either side. It serves every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEvaluation<G>(G);

impl<G: Game> FromPosition for NoEvaluation<G> {
    fn of(position: &G) -> NoEvaluation<G> {
        NoEvaluation(position.clone())
    }
}

impl<G: Game> Evaluation for NoEvaluation<G> {
    type Game = G;

    fn position(&self) -> &G {
        &self.0
    }

    fn play(&mut self, code: MoveCode) {
        self.0.play(code).expect("only legal moves are tried");
    }

    fn evaluate(&self) -> i32 {
        0
    }
}
