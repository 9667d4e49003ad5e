//! The searcher for k in a row: attacks by fours, proofs and alpha-beta, in that order.

use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::{Game, MoveCode};

use crate::Verdict;
use crate::limits::{Budget, Limits, Stopped, Watch};
use crate::mnk::alpha_beta::{AlphaBeta, RootCell};
use crate::mnk::board::Board;
use crate::mnk::claims::SHORTEST_FOURS_PLIES;
use crate::mnk::patterns::root::PatternPlayer;
use crate::mnk::patterns::tables::SharedTables;
use crate::mnk::pn_search::PnSearch;
use crate::mnk::prover::Prover;
use crate::mnk::vcf::{Vcf, VcfResult};
use crate::mnk::vct::VctResult;
use crate::score::Score;
use crate::searcher::{Distance, SearchResult, Searcher, Statistics};

/// Maximum number of cells of a board that is searched without leaving out anything, so that
/// distances are exact.
const THOROUGH_CELLS_MAX: u16 = 16;

/// Maximum number of empty cells at which proofs are tried.
pub(crate) const PROOF_CELLS_MAX: usize = 64;

/// Number of nodes spent on a proof for every node of alpha-beta.
const PROOF_SHARE: u64 = 2;

/// Maximum number of positions for the root's attack by fours. It is not interrupted, and of 22,000
/// random positions on 15x15 none took more than 1,100.
const ROOT_FOURS_NODES_MAX: u64 = 20_000;

/// Maximum number of positions for the root's attack by threats.
const ROOT_THREATS_NODES_MAX: u64 = 10_000;

/// Depth from which attacks by fours from the root are sought to any length; a shallower search seeks none that is
/// longer than its depth.
pub(crate) const FOURS_DEPTH_MIN: u16 = 4;

/// Number of plies within which nothing is missed, however few moves are tried: a win at once and
/// two threats of the opponent are always seen. So a claimed win in three or loss in four is no
/// nearer.
const SEEN_PLIES: u16 = 4;

/// Once a win is proven, the search goes on until it has taken this many times the nodes, and this many
/// at least, because it may find one that is known to be fast.
const HASTENING: u64 = 4;
const HASTENING_NODES_MIN: u64 = 100_000;

/// A searcher for boards of one size and rule; asked about another board, it starts over for that.
#[derive(Clone, Debug)]
pub struct MnkSearcher {
    spec: MnkSpec,
    table_bytes: usize,
    pub(crate) alpha_beta: AlphaBeta,
    pub(crate) pn_search: PnSearch,
    pub(crate) vcf: Vcf,
    /// Finds moves on large boards of five in a row, once it is asked. While it is there, the other
    /// searches have hardly any memory.
    patterns: Option<PatternPlayer>,
    tables: SharedTables,
}

/// Proven knowledge about the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Nothing,
    /// The side to move does not win.
    NoWin,
    /// The plies within which the proof ends, if that is known too.
    Win {
        code: MoveCode,
        within: Option<u16>,
    },
    Draw(MoveCode),
    Loss {
        within: Option<u16>,
    },
}

impl MnkSearcher {
    /// A searcher with a table of about `table_bytes` bytes.
    pub fn new(spec: MnkSpec, table_bytes: usize) -> MnkSearcher {
        MnkSearcher::with_tables(spec, table_bytes, SharedTables::default())
    }

    /// Like [`MnkSearcher::new`], with tables for patterns that others use as well.
    pub(crate) fn with_tables(
        spec: MnkSpec,
        table_bytes: usize,
        tables: SharedTables,
    ) -> MnkSearcher {
        let is_thorough = spec.cell_count() <= THOROUGH_CELLS_MAX;
        MnkSearcher {
            spec,
            table_bytes,
            alpha_beta: AlphaBeta::new(table_bytes / 2, is_thorough),
            pn_search: PnSearch::new(table_bytes / 2),
            vcf: Vcf::default(),
            patterns: None,
            tables,
        }
    }

    /// Forgets the game that was played, and takes about `table_bytes` bytes from now on.
    pub(crate) fn resize(&mut self, table_bytes: usize) {
        self.table_bytes = table_bytes;
        match &mut self.patterns {
            Some(patterns) => patterns.resize(table_bytes),
            None => self.begin_anew(self.spec, table_bytes),
        }
    }

    /// Starts over if the board is another one, or if the memory is lent to patterns.
    pub(super) fn turn_to(&mut self, spec: MnkSpec) {
        if spec != self.spec || self.patterns.is_some() {
            self.begin_anew(spec, self.table_bytes);
        }
    }

    fn begin_anew(&mut self, spec: MnkSpec, table_bytes: usize) {
        *self = MnkSearcher::with_tables(spec, table_bytes, self.tables.clone());
    }

    /// The player by patterns of this kind of board, which takes the memory of the other searches.
    fn patterns(&mut self, spec: MnkSpec) -> &mut PatternPlayer {
        let MnkSearcher { table_bytes, .. } = *self;
        if spec != self.spec || self.patterns.is_none() {
            self.begin_anew(spec, 0);
            self.table_bytes = table_bytes;
        }
        let player = || PatternPlayer::with_tables(self.tables.of(spec.rule()), table_bytes);
        self.patterns.get_or_insert_with(player)
    }

    pub(crate) fn is_thorough(&self) -> bool {
        self.spec.cell_count() <= THOROUGH_CELLS_MAX
    }
}

impl Searcher for MnkSearcher {
    type Game = Mnk;

    fn search(&mut self, position: &Mnk, limits: Limits, watch: &mut dyn Watch) -> SearchResult {
        self.turn_to(position.spec());
        if let Some(result) = SearchResult::of_end(position) {
            return result;
        }
        self.alpha_beta.age();
        let mut board = Board::of(position);
        let mut budget = Budget::new(watch, limits.nodes_max);
        let mut root = RootSearch { searcher: self, board: &mut board, budget: &mut budget };
        let mut result = root.search(position, limits);
        result.statistics.nodes = budget.nodes().max(1);
        result
    }

    fn find_move(&mut self, position: &Mnk, limits: Limits, watch: &mut dyn Watch) -> SearchResult {
        if PatternPlayer::plays(position) {
            self.patterns(position.spec()).search(position, limits, watch)
        } else {
            self.search(position, limits, watch)
        }
    }

    fn analyze(&mut self, position: &Mnk, limits: Limits, watch: &mut dyn Watch) -> SearchResult {
        self.turn_to(position.spec());
        self.score_moves(position, limits, watch)
    }

    fn forget(&mut self) {
        self.resize(self.table_bytes);
    }
}

/// The meaning of the distance of a score found at this depth, on a board where no moves are left
/// out or on one where many are.
pub(crate) fn distance_of(is_thorough: bool, score: Score, depth: u16) -> Distance {
    Distance::of(score, if is_thorough { depth.max(SEEN_PLIES) } else { SEEN_PLIES })
}

/// The result for a win within `plies` plies that begins with the line, on a board of that kind.
pub(crate) fn result_of_win(spec: MnkSpec, line: Vec<MoveCode>, plies: u16) -> SearchResult {
    let score = Score::from(Verdict::Win { plies });
    // Elsewhere a four may have several answers or none that is allowed, and attacks by fours do not see that.
    let shortest = match spec.rule() {
        Rule::Free | Rule::Exact => SHORTEST_FOURS_PLIES,
        Rule::Caro | Rule::Renju => 1,
    };
    SearchResult {
        best: line.first().copied(),
        score,
        is_exact: true,
        distance: Distance::of(score, shortest),
        depth: plies,
        line,
        moves: Vec::new(),
        statistics: Statistics::default(),
    }
}

/// One request to the searcher.
struct RootSearch<'a, 'b> {
    searcher: &'a mut MnkSearcher,
    board: &'a mut Board,
    budget: &'a mut Budget<'b>,
}

impl RootSearch<'_, '_> {
    fn search(&mut self, position: &Mnk, limits: Limits) -> SearchResult {
        let MnkSearcher { alpha_beta, vcf, .. } = &mut *self.searcher;
        let (mut moves, is_complete) = alpha_beta.root_moves(self.board, vcf, self.budget);
        let mut result = self.result(&moves, Score::from(Verdict::Draw), false, 0);
        if let Some(line) = self.find_fours(limits) {
            let plies = u16::try_from(line.len()).expect("a board has at most 400 cells");
            let result = result_of_win(self.board.spec(), line, plies);
            self.budget.watch().progress(&result);
            return result;
        }
        if let Some(result) = self.find_threats(limits) {
            self.budget.watch().progress(&result);
            return result;
        }
        let empty = self.board.empty().len();
        let depth_max = usize::from(limits.depth_max).min(empty);
        let depth_max = i16::try_from(depth_max).expect("a board has at most 400 cells");
        let mut known = Known::Nothing;
        let mut nodes_max = u64::MAX;
        for depth in 1..=depth_max.max(1) {
            let nodes_before = self.budget.nodes();
            let found = self.deepen(&mut moves, depth, nodes_max.saturating_sub(nodes_before));
            let Ok(score) = found else { break };
            result = self.result(&moves, score, is_complete, depth.unsigned_abs());
            let spent = self.budget.nodes() - nodes_before;
            if self.is_final(&result, depth) {
                self.budget.watch().progress(&result);
                break;
            }
            let has_proofs = self.board.is_monotone() && empty <= PROOF_CELLS_MAX;
            if has_proofs && !result.score.is_decided() {
                let nodes_max = (spent * PROOF_SHARE + 64).min(self.budget.left());
                self.prove(position, &moves, nodes_max, &mut known);
                result = self.with_known(result, known);
            }
            self.budget.watch().progress(&result);
            match known {
                Known::Nothing | Known::NoWin | Known::Loss { .. } => {}
                Known::Win { .. } if self.searcher.is_thorough() => {}
                Known::Win { .. } => {
                    let enough = HASTENING.saturating_mul(self.budget.nodes());
                    nodes_max = nodes_max.min(enough.max(HASTENING_NODES_MIN));
                }
                Known::Draw(_) => break,
            }
        }
        self.with_known(result, known)
    }

    fn deepen(
        &mut self,
        moves: &mut [RootCell],
        depth: i16,
        nodes_max: u64,
    ) -> Result<Score, Stopped> {
        let RootSearch { searcher, board, budget } = self;
        let MnkSearcher { alpha_beta, vcf, .. } = &mut **searcher;
        budget.part(nodes_max, |budget| alpha_beta.deepen(board, moves, depth, vcf, budget))
    }

    /// Returns whether more depth would change nothing. On small boards the shortest win and the
    /// longest defence are known once they lie within the depth; elsewhere any win will do.
    fn is_final(&self, result: &SearchResult, depth: i16) -> bool {
        let is_within = |plies: u16| i32::from(plies) <= i32::from(depth);
        match result.score.verdict() {
            Verdict::Win { plies } => !self.searcher.is_thorough() || is_within(plies),
            Verdict::Loss { plies } => is_within(plies),
            Verdict::Draw => false,
        }
    }

    /// A win by fours from the root, and then no search is needed.
    fn find_fours(&mut self, limits: Limits) -> Option<Vec<MoveCode>> {
        let is_shallow = limits.depth_max < FOURS_DEPTH_MIN || self.searcher.is_thorough();
        let plies_max = if is_shallow { limits.depth_max.min(5) } else { u16::MAX };
        let nodes_max = ROOT_FOURS_NODES_MAX.min(self.budget.left() / 2).max(1);
        let attack = self.searcher.vcf.find(self.board, plies_max, nodes_max, self.budget);
        // If the search is stopped here, the next spender is stopped as well.
        let _ = self.budget.look();
        match attack {
            VcfResult::Wins(line) => {
                Some(line.into_iter().map(|cell| self.board.code_of(cell)).collect())
            }
            VcfResult::Fails | VcfResult::Unknown => None,
        }
    }

    /// A win by threats from the root, and then no search is needed either.
    fn find_threats(&mut self, limits: Limits) -> Option<SearchResult> {
        if limits.depth_max < FOURS_DEPTH_MIN || self.searcher.is_thorough() {
            return None;
        }
        let MnkSearcher { alpha_beta, vcf, .. } = &mut *self.searcher;
        let nodes_max = ROOT_THREATS_NODES_MAX.min(self.budget.left() / 2);
        match alpha_beta.find_threats(self.board, nodes_max, vcf, self.budget) {
            Ok(VctResult::Wins(win)) => {
                let line = win.line.into_iter().map(|cell| self.board.code_of(cell)).collect();
                Some(result_of_win(self.board.spec(), line, win.plies))
            }
            // If the search is stopped here, the next spender is stopped as well.
            Ok(VctResult::Fails | VctResult::Unknown) | Err(Stopped) => None,
        }
    }

    /// Goes on with the proof for some nodes.
    fn prove(&mut self, position: &Mnk, moves: &[RootCell], nodes_max: u64, known: &mut Known) {
        let me = position.turn();
        let MnkSearcher { pn_search, vcf, .. } = &mut *self.searcher;
        let mut prover = Prover { board: self.board, pn_search, vcf, me };
        // If the search is stopped here, the next spender is stopped as well.
        let _ = self.budget.part(nodes_max, |budget| prover.go_on(position, moves, known, budget));
    }

    fn result(
        &mut self,
        moves: &[RootCell],
        score: Score,
        is_complete: bool,
        depth: u16,
    ) -> SearchResult {
        let RootSearch { searcher, board, .. } = self;
        let best = moves.first().map(|best| searcher.alpha_beta.line(board, best.cell, score));
        let line = best.unwrap_or_default();
        let is_unsure = score.is_lost() && !is_complete;
        let score = if is_unsure { Score::of_estimate(score.value()) } else { score };
        SearchResult {
            best: line.first().copied(),
            score,
            is_exact: score.is_decided(),
            distance: distance_of(searcher.is_thorough(), score, depth),
            depth,
            line,
            moves: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    /// The result with what is proven beyond it. A win is then certain within the length of the
    /// proof, or within the cells that are left, and a loss too.
    fn with_known(&self, result: SearchResult, known: Known) -> SearchResult {
        if result.score.is_decided() {
            return result;
        }
        let left = u16::try_from(self.board.empty().len()).expect("a board has few cells");
        let odd = left - u16::from(left.is_multiple_of(2));
        let even = left - u16::from(!left.is_multiple_of(2));
        let (best, verdict) = match known {
            Known::Nothing | Known::NoWin => return result,
            Known::Win { code, within } => {
                (Some(code), Verdict::Win { plies: within.unwrap_or(odd) })
            }
            Known::Draw(code) => (Some(code), Verdict::Draw),
            Known::Loss { within } => {
                (result.best, Verdict::Loss { plies: within.unwrap_or(even) })
            }
        };
        // The line of the search belongs to its estimate.
        let line = best.into_iter().collect();
        let score = Score::from(verdict);
        SearchResult {
            best,
            score,
            is_exact: true,
            distance: Distance::of(score, 0),
            line,
            ..result
        }
    }
}
