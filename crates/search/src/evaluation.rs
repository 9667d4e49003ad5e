//! What a search cannot read to the end it must evaluate: one evaluation for each game.
//!
//! An [`Evaluation`] goes with a position through the search. It carries along whatever makes
//! evaluating cheap, so that a move costs what it changes and not what the board holds.
//! [`NoEvaluation`] has no evaluation at all, and with it a search that reaches the end of the game
//! is still perfect.

use zerosum_games::{Game, MoveCode, Outcome};

use crate::Verdict;
use crate::score::Score;

/// A position and what it is worth. Small and cheap to clone: a search clones it for every
/// move it tries, and takes no move back.
pub trait Evaluation: Clone {
    type Game: Game;

    /// By how much the estimates of one line commonly differ from one depth to the next. A search
    /// that is about to go deeper first looks that far around what it has found already.
    const STEP: i32 = 32;

    /// Positions are kept in the table if so many plies are searched below them. Where positions
    /// are many and cheap to evaluate, waiting for the memory takes longer than the last ply, and 2
    /// is faster than 1.
    const REMEMBERED_DEPTH_MIN: u8 = 1;

    fn position(&self) -> &Self::Game;

    /// Makes a move that is legal.
    fn play(&mut self, code: MoveCode);

    /// What the position is worth for the side to move, in units of the evaluation's own; 0 is even.
    /// It is asked only about games in play.
    fn worth(&self) -> i32;

    /// What is certain without a search. An evaluation may know more than the rules say, such as a
    /// win by the next move, or that a side can complete no line any more; what it says must be
    /// true, and never less certain than what it has said before on the way here.
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

    /// Hands over the same moves in the same order, each with what is expected of it. The room is for
    /// whoever has to write down moves meanwhile.
    fn candidates(&self, room: &mut Vec<MoveCode>, mut see: impl FnMut(Candidate)) {
        room.clear();
        self.moves(room);
        room.iter().for_each(|code| see(Candidate { code: *code, hint: 0, is_quiet: true }));
    }

    /// A number for tables. Positions of equal keys must have equal moves of equal worth, mirror
    /// images excepted: they may share a key, and so their scores.
    fn key(&self) -> u64 {
        self.position().key()
    }
}

/// An evaluation that needs to know nothing but the position.
pub trait FromPosition: Evaluation {
    fn of(position: &Self::Game) -> Self;
}

/// A move before it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub code: MoveCode,
    /// How promising the move looks, more being better. The search adds what it has learnt from
    /// moves of that code elsewhere: between -16,384 and 16,384.
    pub hint: i32,
    /// Whether it changes so little that a search may look at it less closely than at others.
    pub is_quiet: bool,
}

/// What a position can still come to for the side to move, counted from the position: it is no
/// worse than one verdict and no better than another. If both are the same, that is its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospects {
    pub worst: Verdict,
    pub best: Verdict,
}

impl Prospects {
    /// All that is certain is that the game is in play: nobody wins before the next move.
    pub const OPEN: Prospects =
        Prospects { worst: Verdict::Loss { plies: 1 }, best: Verdict::Win { plies: 1 } };

    /// The verdict is known.
    pub fn certain(verdict: Verdict) -> Prospects {
        Prospects { worst: verdict, best: verdict }
    }

    /// What the rules say: the verdict if the game is over, and nothing otherwise.
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

    /// An estimate that contradicts nothing of what is certain.
    pub fn estimate(self, worth: i32) -> Score {
        Score::of_estimate(worth).clamp(self.worst.into(), self.best.into())
    }
}

/// No evaluation: whatever is undecided is worth nothing to either side. It serves every game.
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

    fn worth(&self) -> i32 {
        0
    }
}
