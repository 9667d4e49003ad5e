//! Minds: what a position is worth, and which move to make in it.
//!
//! The modules stand in reading order. [`score`] puts a number on how a game ends, [`thought`] is
//! what every search says and obeys, [`minimax`] is the textbook search in its plainest form, and
//! [`trace`] writes down its every step for people to follow. [`alpha_beta`] finds the same answer
//! in a fraction of the nodes, [`solved`] keeps all the answers of a small game at hand, and
//! [`sheep_solution`] those of a larger one.
//!
//! Games that are too large for that are searched as deep as time allows. An [`opinion`] judges what
//! cannot be read to the end, [`options`] name the techniques, [`deepening`] thinks about a
//! position and [`sight`] scores all of its moves. Both are made of [`negamax`], which remembers
//! positions in a [`table`], which moves were good by [`ordering`], and the best [`mod@line`].
//!
//! [`ultimate`] is an opinion of that one game and a mind made of that search, and [`mnk`] is a mind for
//! k in a row, which proves what it can first. [`tutorial_sheep`] is an engine that searches are
//! compared by.
//!
//! [`ranking`] lets any of them judge every move, and [`any`] is the list of them, a mind for each
//! game.
//!
//! A search sees nothing of a game but [`Game`]. It never waits, draws lots or remembers anything
//! between two calls: chance comes in as a [`Seed`].

// The lines between keep the formatter from sorting this reading order.

pub mod score;
pub mod thought;
pub mod minimax;
pub mod trace;
pub mod alpha_beta;
pub mod solved;
pub mod sheep_solution;
pub mod opinion;
pub mod options;
pub mod deepening;
pub mod sight;
pub mod negamax;
pub mod table;
pub mod ordering;
pub mod line;
pub mod tutorial_sheep;
pub mod ranking;
pub mod ultimate;
pub mod mnk;
pub mod any;

use std::cmp::Ordering;
use std::fmt;

use crate::games::{Game, MoveCode};
use crate::search::score::Score;

/// How a game ends if both sides play their best from here on, as one side sees it: the winner
/// hurries, the loser holds out. Better verdicts are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The game is won, and over after this many plies.
    Win {
        plies: u16,
    },
    Draw,
    /// The game is lost, and over after this many plies.
    Loss {
        plies: u16,
    },
}

impl Verdict {
    /// The verdict of the side that has just moved, from before its move: what is good for one side
    /// is as bad for the other, and the game takes one ply more.
    #[must_use]
    pub fn before_move(self) -> Verdict {
        match self {
            Verdict::Win { plies } => Verdict::Loss { plies: plies + 1 },
            Verdict::Draw => Verdict::Draw,
            Verdict::Loss { plies } => Verdict::Win { plies: plies + 1 },
        }
    }
}

impl Ord for Verdict {
    fn cmp(&self, other: &Verdict) -> Ordering {
        Score::from(*self).cmp(&Score::from(*other))
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Verdict) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Win { plies } => write!(f, "win in {plies}"),
            Verdict::Draw => write!(f, "draw"),
            Verdict::Loss { plies } => write!(f, "loss in {plies}"),
        }
    }
}

/// A legal move and what it leads to for the side that makes it. The move itself is the first of
/// the plies of the verdict: a move that wins on the spot wins in 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    pub code: MoveCode,
    pub verdict: Verdict,
}

/// Where chance comes from. Equal seeds make equal choices; seeds that differ, even by one, choose
/// as if they had nothing to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// One of the choices, each about equally likely; `None` if there are none.
    pub fn pick<T>(self, mut choices: impl Iterator<Item = T> + Clone) -> Option<T> {
        // Neither cast loses anything: a count fits into 64 bits, an index below it fits back.
        let count = choices.clone().count() as u64;
        let index = self.mixed().checked_rem(count)?;
        choices.nth(index as usize)
    }

    /// One step of SplitMix64, by which every bit of the seed stirs every bit of the result.
    /// The constants are from <https://prng.di.unimi.it/splitmix64.c>.
    fn mixed(self) -> u64 {
        let mut bits = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

/// Every legal move with the position it leads to, in the order of the moves.
fn successors<G: Game>(position: &G) -> impl Iterator<Item = (MoveCode, G)> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|code| {
        let mut next = position.clone();
        next.play(code).expect("every move of `legal_moves` is legal");
        (code, next)
    })
}
