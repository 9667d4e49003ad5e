//! The searcher for the ultimate game: the search for any game by an evaluation of this one. It
//! goes deep where moves are promising, and is exact where few cells are left and where every move
//! is to be ranked.
//!
//! [`chances`] are what may become of a local board, [`patterns`] what its filling says about it,
//! [`parameters`] are the numbers that games can teach, [`evaluator`] says what a position is worth,
//! [`evaluation`] what is certain about it, and [`move_hints`] which moves to try first.

pub mod chances;
pub mod patterns;
pub mod parameters;
pub mod evaluator;
pub mod evaluation;
pub mod move_hints;

use zerosum_games::ultimate::{Ultimate, UltimateRules};

use crate::deepening::iterative_deepening::IterativeDeepening;
use crate::deepening::options::Options;
use crate::limits::{Limits, Watch};
use crate::searcher::{SearchResult, Searcher};
use crate::ultimate::evaluation::{EXACT_EMPTY_MAX, Evaluated, empty_cells};
use crate::ultimate::evaluator::{Evaluator, LineEvaluator};

/// A searcher for positions of any of the rule sets, with an evaluator of what it cannot read to
/// the end.
#[derive(Clone, Debug)]
pub struct UltimateSearcher<E = LineEvaluator> {
    rules: UltimateRules,
    evaluator: E,
    searcher: IterativeDeepening,
    table_bytes: usize,
}

impl<E: Evaluator> UltimateSearcher<E> {
    /// A searcher for these rules with a table of `table_bytes` bytes.
    pub fn new(rules: UltimateRules, table_bytes: usize) -> UltimateSearcher<E> {
        UltimateSearcher::with_evaluator(rules, table_bytes, E::of(rules))
    }

    pub fn with_evaluator(
        rules: UltimateRules,
        table_bytes: usize,
        evaluator: E,
    ) -> UltimateSearcher<E> {
        let searcher = IterativeDeepening::new(Options::full(table_bytes));
        UltimateSearcher { rules, evaluator, searcher, table_bytes }
    }

    /// Starts over if the rules are others.
    fn turn_to(&mut self, rules: UltimateRules) {
        if rules != self.rules {
            *self = UltimateSearcher::new(rules, self.table_bytes);
        }
    }
}

impl<E: Evaluator> Searcher for UltimateSearcher<E> {
    type Game = Ultimate;

    /// A position of other rules turns the searcher into one for those rules. Time left after the
    /// game is decided is spent on the fastest win and the longest defence.
    fn search(
        &mut self,
        position: &Ultimate,
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
        position: &Ultimate,
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
