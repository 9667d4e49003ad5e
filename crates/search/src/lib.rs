//! Search: scores positions of two-player zero-sum board games and chooses moves in them.
//!
//! A *searcher* is asked about a position, with [limits](limits::Limits) and a
//! [watch](limits::Watch) that may stop it, and answers with a
//! [result](searcher::SearchResult): the best move, the score for the side to move, whether that is
//! proven, what its distance means, the principal variation and, if asked, the score of every move.
//! [`AnySearcher`](any::AnySearcher) is one for each game:
//!
//! ```
//! use zerosum_games::Game;
//! use zerosum_games::any::GameSpec;
//! use zerosum_search::Verdict;
//! use zerosum_search::any::AnySearcher;
//! use zerosum_search::limits::{Limits, Unwatched};
//! use zerosum_search::searcher::Searcher;
//!
//! let spec = GameSpec::from_name("4x3x3").expect("a board on which three in a row win");
//! let mut searcher = AnySearcher::of(spec, 1 << 20);
//! let start = spec.start();
//!
//! let result = searcher.search(&start, Limits::NONE, &mut Unwatched);
//! assert!(result.is_exact);
//! assert!(matches!(result.score.verdict(), Verdict::Win { .. }));
//!
//! let analysis = searcher.analyze(&start, Limits::of_depth(3), &mut Unwatched);
//! assert_eq!(analysis.moves.len(), 12);
//! for scored in &analysis.moves {
//!     println!("{}: {}", start.move_text(scored.code), scored.score.value());
//! }
//! ```
//!
//! # In which order to read
//!
//! 1. Requests and results: [`score`] maps the end of a game to a number, [`limits`] bound the cost
//!    of a search, and [`searcher`] defines its results.
//! 2. The textbook: [`minimax`] in its plainest form, against which everything else is tested;
//!    [`trace`] records its every step for people to follow; [`alpha_beta`] finds the same answer in a
//!    fraction of the nodes.
//! 3. Any game, as deep as time allows, in [`deepening`]: an [evaluation](deepening::evaluation) scores a position that
//!    cannot be searched to the end, [options](deepening::options) name the techniques, and
//!    [iterative deepening](deepening::iterative_deepening) searches a position by them and scores all of its moves. Its
//!    results stay in a [table](deepening::table).
//! 4. One folder for each game: [`tictactoe`] and [`sheep`] are solved to the end, [`ultimate`] is an
//!    evaluation of that game for the generic search, [`strategic`] one of its larger relative,
//!    [`mnk`] has a search of its own, which tries proofs first, and [`connect_four`] a solver with a book.
//! 5. The closed lists: [`any`] is a searcher for each game, a [`level`] says how far an engine looks,
//!    [`solutions`] are the solved games, [`people`] are players that err, a [`player`] chooses the move of
//!    a level, a [`review`] judges the moves of a game, [`reasons`] explain why a move is good or bad, a
//!    [`puzzle`] is a position in which only one move is right, and a [`course`] teaches a game in ten of
//!    them. A new game needs an arm wherever these no longer compile.
//!
//! # What to rely on
//!
//! A search sees nothing of a game but its rules, [`Game`]. It has no clock, reads and writes
//! nothing and draws no random numbers: time comes in by the watch and chance as a seed. Fresh searchers with
//! equal limits give equal results. A result is called proven only if no estimate took part in it.

pub mod score;
pub mod limits;
pub mod searcher;
pub mod minimax;
pub mod trace;
mod window;
pub mod alpha_beta;
pub mod deepening;
mod line;
pub mod tictactoe;
pub mod sheep;
pub mod ultimate;
pub mod strategic;
pub mod connect_four;
pub mod mnk;
pub mod any;
pub mod level;
pub mod solutions;
pub mod people;
pub mod player;
pub mod review;
pub mod reasons;
pub mod puzzle;
pub mod course;

use std::cmp::Ordering;
use std::fmt;

use zerosum_games::{Game, MoveCode};

use crate::score::Score;

/// The end of a game if both sides play their best from here on, as one side sees it: the winner
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
