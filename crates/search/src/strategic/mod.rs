//! The searcher for strategic tic-tac-toe: the search for any game by an evaluation of this one.
//!
//! [`evaluator`] says what a position is worth and [`evaluation`] what is certain about it, by the
//! outlook on each level; hints say which moves to try first.

pub mod evaluator;
mod outlook;
pub mod evaluation;
mod move_hints;

use zerosum_games::strategic::Strategic;
use zerosum_games::strategic::numbers::RuleSet;
use zerosum_games::strategic::rules::StrategicRules;

use crate::deepening::iterative_deepening::IterativeDeepening;
use crate::deepening::options::Options;
use crate::limits::{Limits, Watch};
use crate::searcher::{SearchResult, Searcher};
use crate::strategic::evaluation::Evaluated;
use crate::strategic::evaluator::ChanceEvaluator;

/// Maximum number of empty cells in tactical cells that are not closed at which no move is searched
/// less deep than others, so that the search ends with the exact verdict.
pub(crate) const EXACT_EMPTY_MAX: u32 = 24;

/// A searcher for positions of all rules.
#[derive(Clone, Debug)]
pub struct StrategicSearcher {
    /// The rules of the latest question. Keys do not depend on rules, so the table is for these only.
    rules: StrategicRules,
    evaluator: ChanceEvaluator,
    searcher: IterativeDeepening,
}

impl StrategicSearcher {
    /// A searcher with a table of `table_bytes` bytes.
    pub fn new(table_bytes: usize) -> StrategicSearcher {
        let rules = StrategicRules::usual(RuleSet::Tactical);
        let evaluator = ChanceEvaluator::new(rules.draws);
        let searcher = IterativeDeepening::new(Options::full(table_bytes));
        StrategicSearcher { rules, evaluator, searcher }
    }

    /// Starts over if the rules are others.
    fn turn_to(&mut self, rules: &StrategicRules) {
        if *rules == self.rules {
            return;
        }
        if rules.draws != self.rules.draws {
            self.evaluator = ChanceEvaluator::new(rules.draws);
        }
        self.rules = rules.clone();
        self.searcher.forget();
    }
}

impl Searcher for StrategicSearcher {
    type Game = Strategic;

    /// A position of other rules than the latest makes it forget. What time is left once the game
    /// is decided is spent on the fastest win and the longest defence.
    fn search(
        &mut self,
        position: &Strategic,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.turn_to(position.rules());
        let evaluation = Evaluated::new(&self.evaluator, position);
        let has_reductions = empty_cells(position) > EXACT_EMPTY_MAX;
        self.searcher.search_and_measure((&evaluation, has_reductions), limits, watch)
    }

    /// The scores are those of plain minimax at the depth of the limits, or of the last depth that
    /// was finished; see [`IterativeDeepening::analyze`].
    fn analyze(
        &mut self,
        position: &Strategic,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.turn_to(position.rules());
        self.searcher.options.has_reductions = false;
        self.searcher.analyze(&Evaluated::new(&self.evaluator, position), limits, watch)
    }

    fn forget(&mut self) {
        self.searcher.forget();
    }
}

/// Empty cells of the tactical cells that are not closed: no line is longer.
pub fn empty_cells(position: &Strategic) -> u32 {
    let in_field = |(strategic, open): (u8, u16)| -> u32 {
        let open = (0..9).filter(|tactical| open & 1 << tactical != 0);
        open.map(|tactical| position.marks_in(strategic, tactical))
            .map(|marks| 9 - (marks.first | marks.second).count_ones())
            .sum()
    };
    (0..9).map(|strategic| (strategic, position.open_in(strategic))).map(in_field).sum()
}
