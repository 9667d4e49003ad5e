//! The mind for the ultimate game: the search for any game by an opinion of this one. It goes deep where
//! moves are promising, and is exact where few cells are left and where every move is to be ranked.
//!
//! [`chances`] are what may become of a local board, [`patterns`] what its filling says about it,
//! [`judge`] is what a position is worth, [`opinion`] is what is certain about it, and [`hints`] are
//! which moves to try first.

pub mod chances;
pub mod patterns;
pub mod judge;
pub mod opinion;
pub mod hints;

use crate::games::ultimate::{BOARDS, Ultimate, UltimateRules};
use crate::search::Verdict;
use crate::search::deepening::Searcher;
use crate::search::options::Options;
use crate::search::ranking::ScoredMove;
use crate::search::thought::{Distance, Limits, Thinker, Thought, Watch};
use crate::search::ultimate::judge::{Judge, LineJudge};
use crate::search::ultimate::opinion::Judged;

/// With so many empty cells in open boards, or fewer, no move is searched less deep than others,
/// so that the search ends with the exact verdict.
pub const EXACT_EMPTY_MAX: u32 = 28;

/// A mind for positions of any of the rule sets, with a judge of what it cannot read to the end.
#[derive(Clone, Debug)]
pub struct UltimateThinker<J = LineJudge> {
    rules: UltimateRules,
    judge: J,
    searcher: Searcher,
    table_bytes: usize,
}

impl<J: Judge> UltimateThinker<J> {
    /// A mind for these rules with a table of so many bytes.
    pub fn new(rules: UltimateRules, table_bytes: usize) -> UltimateThinker<J> {
        UltimateThinker::with_judge(rules, table_bytes, J::of(rules))
    }

    pub fn with_judge(rules: UltimateRules, table_bytes: usize, judge: J) -> UltimateThinker<J> {
        let searcher = Searcher::new(Options::full(table_bytes));
        UltimateThinker { rules, judge, searcher, table_bytes }
    }

    /// Every legal move with its score, in the order of the moves: that of plain minimax at the depth
    /// of the limits, or of the last depth that was finished; see [`Searcher::rank`].
    pub fn rank(
        &mut self,
        position: &Ultimate,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Vec<ScoredMove> {
        self.turn_to(position.rules());
        self.searcher.options.has_reductions = false;
        self.searcher.rank(&Judged::new(&self.judge, position), limits, watch)
    }

    /// Begins anew if the rules are others.
    fn turn_to(&mut self, rules: UltimateRules) {
        if rules != self.rules {
            *self = UltimateThinker::new(rules, self.table_bytes);
        }
    }
}

impl<J: Judge> Thinker for UltimateThinker<J> {
    type Game = Ultimate;

    /// A position of other rules than those of the mind makes it a mind for those rules. What time is
    /// left once the game is decided is spent on the fastest win and the longest defence.
    fn think(&mut self, position: &Ultimate, limits: Limits, watch: &mut dyn Watch) -> Thought {
        self.turn_to(position.rules());
        let opinion = Judged::new(&self.judge, position);
        self.searcher.options.has_reductions = empty_cells(position) > EXACT_EMPTY_MAX;
        let thought = self.searcher.think(&opinion, limits, watch);
        match (thought.distance, thought.score.verdict()) {
            (Distance::Within, Verdict::Win { plies } | Verdict::Loss { plies }) => {
                self.searcher.options.has_reductions = false;
                let depth_max = limits.depth_max.min(plies);
                let nodes_max = limits.nodes_max.saturating_sub(thought.statistics.nodes);
                let limits = Limits { depth_max, nodes_max };
                let measured = self.searcher.think(&opinion, limits, &mut Silent(watch));
                let statistics = thought.statistics.and(measured.statistics);
                let thought = if measured.score.is_decided() { measured } else { thought };
                Thought { statistics, ..thought }
            }
            (Distance::Exact | Distance::Within, _) => thought,
        }
    }

    fn forget(&mut self) {
        self.searcher.forget();
    }
}

/// Hears nothing of a search that begins with less than is known.
struct Silent<'a>(&'a mut dyn Watch);

impl Watch for Silent<'_> {
    fn is_over(&mut self) -> bool {
        self.0.is_over()
    }

    fn progress(&mut self, _: &Thought) {}
}

/// Empty cells of the boards that are not closed: no line is longer.
pub fn empty_cells(position: &Ultimate) -> u32 {
    let open = position.open_boards();
    (0..BOARDS as u8)
        .filter(|board| open & (1 << board) != 0)
        .map(|board| position.marks_in(board))
        .map(|marks| 9 - (marks.first | marks.second).count_ones())
        .sum()
}
