//! The searcher for Connect Four: exact values where the board is solved, and else the search of any game by an
//! evaluation of this one.

use zerosum_games::connect_four::ConnectFour;
use zerosum_games::connect_four::spec::ConnectFourSpec;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::Verdict;
use crate::connect_four::board::Grid;
use crate::connect_four::book::SharedBook;
use crate::connect_four::deepening::{Finding, Worth};
use crate::connect_four::evaluation::Evaluated;
use crate::connect_four::oracle::Oracle;
use crate::deepening::evaluation::FromPosition;
use crate::deepening::iterative_deepening::IterativeDeepening;
use crate::deepening::options::Options;
use crate::limits::{Budget, Limits, Stopped, Unwatched, Watch};
use crate::score::Score;
use crate::searcher::{Distance, ScoredMove, SearchResult, Searcher, Statistics};

/// Nodes of the search for a move, and of all moves, when there was not enough time or nodes to solve a position.
const HASTY_NODES_MAX: u64 = 2_000;
const HASTY_ANALYSIS_NODES_MAX: u64 = 20_000;

/// Nodes of the search whose move is reported before a position is solved.
const GLANCE_NODES_MAX: u64 = 500;

/// That search takes at most one in this many nodes, or is left out.
const GLANCE_ONE_IN: u64 = 8;

/// Nodes within which a position of such a board is solved, beyond its book if it has one. Of 150 random positions of 7x6
/// each with 9 to 14 pieces, the hardest took 3.4 million.
pub(crate) const SOLVING_NODES_MAX: u64 = 32_000_000;

/// Returns whether the positions of a board are solved.
pub fn is_solved(spec: ConnectFourSpec) -> bool {
    match (spec.columns(), spec.rows()) {
        _ if spec.has_pops() => false,
        (5, 4..=8) | (6, 4..=6) | (7, 4..=6) | (8, 4) => true,
        _ => false,
    }
}

/// A searcher for boards of one kind; asked about another one, it starts over for that.
#[derive(Clone, Debug)]
pub struct ConnectFourSearcher {
    spec: ConnectFourSpec,
    searcher: IterativeDeepening,
    /// `None` where pieces are popped out.
    oracle: Option<Oracle>,
    book: SharedBook,
}

impl ConnectFourSearcher {
    /// A searcher with tables of about `table_bytes` bytes, and one of 1 MB for exact values.
    pub fn new(spec: ConnectFourSpec, table_bytes: usize) -> ConnectFourSearcher {
        ConnectFourSearcher::with_book(spec, table_bytes, SharedBook::default())
    }

    /// Like [`ConnectFourSearcher::new`], with a book that others use as well.
    pub(crate) fn with_book(
        spec: ConnectFourSpec,
        table_bytes: usize,
        book: SharedBook,
    ) -> ConnectFourSearcher {
        let searcher = IterativeDeepening::new(Options::full(table_bytes));
        ConnectFourSearcher { spec, searcher, oracle: oracle_of(spec, &book), book }
    }

    fn turn_to(&mut self, spec: ConnectFourSpec) {
        if spec != self.spec {
            self.spec = spec;
            self.searcher.forget();
            self.oracle = oracle_of(spec, &self.book);
        }
    }

    /// The oracle and the position for it, if the board is solved and the search may go to the end of the game.
    fn exact(&mut self, position: &ConnectFour, limits: Limits) -> Option<(&mut Oracle, Grid)> {
        let left = position.max_plies() - position.plies();
        if !is_solved(self.spec) || limits.depth_max < left {
            return None;
        }
        self.oracle.as_mut().zip(grid_of(position))
    }

    /// Looks for a move that wins, fast or not, of a position that is won: it is found sooner than the fastest one.
    pub(crate) fn find_win(
        &mut self,
        position: &ConnectFour,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.turn_to(position.spec());
        let Some((oracle, grid)) = self.exact(position, limits) else {
            return self.search(position, limits, watch);
        };
        let depth = position.max_plies() - position.plies();
        // The winner's last piece has an odd distance.
        let slowest = Verdict::Win { plies: depth - (depth + 1) % 2 };
        let mut budget = Budget::new(watch, limits.nodes_max);
        let column = oracle.solver.best_move(&grid, slowest, &mut budget);
        let nodes = budget.nodes().max(1);
        let Some(column) = column else { return SearchResult::of_choice(None, nodes) };
        SearchResult {
            distance: Distance::Within,
            depth,
            statistics: Statistics { nodes, ..Statistics::default() },
            ..SearchResult::looked_up(slowest.into(), codes_of(position, &[column]))
        }
    }
}

impl Searcher for ConnectFourSearcher {
    type Game = ConnectFour;

    fn search(
        &mut self,
        position: &ConnectFour,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.turn_to(position.spec());
        if let Some(result) = SearchResult::of_end(position) {
            return result;
        }
        let Some((oracle, grid)) = self.exact(position, limits) else {
            return self.searcher.search(&Evaluated::of(position), limits, watch);
        };
        let hasty_nodes_max = HASTY_NODES_MAX.min(limits.nodes_max / 2);
        let mut budget = Budget::new(watch, limits.nodes_max - hasty_nodes_max);
        if let Ok(result) = solved(oracle, position, &grid, &mut budget) {
            budget.watch().progress(&result);
            return result;
        }
        let in_vain = budget.nodes();
        let hasty = Limits { nodes_max: hasty_nodes_max, ..limits };
        let mut result = self.searcher.search(&Evaluated::of(position), hasty, &mut Unwatched);
        result.statistics.nodes += in_vain;
        result
    }

    /// On boards that are too large to be solved, positions near the end are. The solver reports nothing before its end, so
    /// what a glance finds is reported first, for callers that end the search without its result.
    fn find_move(
        &mut self,
        position: &ConnectFour,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.turn_to(position.spec());
        let left = position.max_plies() - position.plies();
        let is_in_play = position.outcome().is_none();
        let grid = grid_of(position).filter(|_| is_in_play && limits.depth_max >= left);
        let oracle = self.oracle.as_ref().zip(grid);
        let has_room = limits.nodes_max >= GLANCE_ONE_IN * GLANCE_NODES_MAX;
        let (mut limits, mut glanced) = (limits, 0);
        if has_room && oracle.is_some_and(|(oracle, grid)| !oracle.knows_move(&grid)) {
            let glance = Limits { nodes_max: GLANCE_NODES_MAX, ..limits };
            let found = self.searcher.search(&Evaluated::of(position), glance, &mut Unwatched);
            watch.progress(&found);
            glanced = found.statistics.nodes;
            limits.nodes_max -= glanced;
        }
        let mut result = match self.oracle.as_mut().zip(grid) {
            Some((oracle, grid)) if !is_solved(self.spec) => {
                let mut budget = Budget::new(watch, limits.nodes_max);
                let finding = oracle.solver.search(&grid, u32::from(left), &mut budget);
                let result = result_of(position, finding, budget.nodes());
                budget.watch().progress(&result);
                result
            }
            _ => self.search(position, limits, watch),
        };
        result.statistics.nodes += glanced;
        result
    }

    fn analyze(
        &mut self,
        position: &ConnectFour,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        self.turn_to(position.spec());
        if let Some(result) = SearchResult::of_end(position) {
            return result;
        }
        if let Some((oracle, grid)) = self.exact(position, limits) {
            let hasty_nodes_max = HASTY_ANALYSIS_NODES_MAX.min(limits.nodes_max / 2);
            let mut budget = Budget::new(watch, limits.nodes_max - hasty_nodes_max);
            if let Ok(result) = analyzed(oracle, position, &grid, &mut budget) {
                return result;
            }
            let in_vain = budget.nodes();
            let hasty = Limits { nodes_max: hasty_nodes_max, ..limits };
            let mut result = self.searcher.analyze(&Evaluated::of(position), hasty, &mut Unwatched);
            result.statistics.nodes += in_vain;
            return result;
        }
        self.searcher.analyze(&Evaluated::of(position), limits, watch)
    }

    fn forget(&mut self) {
        self.searcher.forget();
        self.oracle.iter_mut().for_each(|oracle| oracle.solver.clear());
    }
}

fn oracle_of(spec: ConnectFourSpec, book: &SharedBook) -> Option<Oracle> {
    let (columns, rows) = (spec.columns().into(), spec.rows().into());
    let oracle = || Oracle::new(columns, rows, book.clone());
    if spec.has_pops() { None } else { oracle() }
}

/// The position as the solver takes it; `None` where pieces are popped out.
fn grid_of(position: &ConnectFour) -> Option<Grid> {
    let spec = position.spec();
    let [first, second] = Side::ALL.map(|side| position.pieces(side));
    let grid = Grid::of_pieces(spec.columns().into(), spec.rows().into(), first, second);
    grid.filter(|_| !spec.has_pops())
}

/// The moves of a line of columns, as far as they are legal.
fn codes_of(position: &ConnectFour, columns: &[u32]) -> Vec<MoveCode> {
    let mut position = *position;
    let codes = columns.iter().map_while(|column| {
        let code = position.landing_cell(u16::try_from(*column).ok()?)?;
        position.play(code).ok()?;
        Some(code)
    });
    codes.collect()
}

/// The exact result of a position in play. Its move is reported before the line is extended, which may take longer than
/// the verdict has taken.
fn solved(
    oracle: &mut Oracle,
    position: &ConnectFour,
    grid: &Grid,
    budget: &mut Budget,
) -> Result<SearchResult, Stopped> {
    let verdict = oracle.verdict(grid, budget)?;
    let depth = position.max_plies() - position.plies();
    let result = |line: Vec<MoveCode>, nodes: u64| {
        let statistics = Statistics { nodes: nodes.max(1), ..Statistics::default() };
        SearchResult { statistics, depth, ..SearchResult::looked_up(verdict.into(), line) }
    };
    let column = oracle.best_move(grid, verdict, budget).ok_or(Stopped)?;
    let first = result(codes_of(position, &[column]), budget.nodes());
    budget.watch().progress(&first);
    let line = codes_of(position, &oracle.line(grid, verdict, budget));
    Ok(if line.is_empty() { first } else { result(line, budget.nodes()) })
}

/// The exact results of all moves of a position in play.
fn analyzed(
    oracle: &mut Oracle,
    position: &ConnectFour,
    grid: &Grid,
    budget: &mut Budget,
) -> Result<SearchResult, Stopped> {
    let mut codes = Vec::new();
    position.legal_moves(&mut codes);
    let depth = position.max_plies() - position.plies();
    let mut moves = Vec::new();
    for code in codes {
        let mut next = *position;
        next.play(code).expect("it is legal");
        let column = u32::from(code.0 % position.spec().columns());
        let next_grid = grid.play(column).ok_or(Stopped)?;
        let after = oracle.verdict(&next_grid, budget)?;
        let line = codes_of(&next, &oracle.line_at_hand(&next_grid, after, budget));
        let score = Score::from(after.before_move());
        moves.push(ScoredMove { depth, ..ScoredMove::certain(code, score, line) });
    }
    let statistics = Statistics { nodes: budget.nodes().max(1), ..Statistics::default() };
    Ok(SearchResult::of_moves(moves, statistics))
}

/// The result of a search that need not have reached the end of the game.
fn result_of(position: &ConnectFour, finding: Finding, nodes: u64) -> SearchResult {
    let line = codes_of(position, &finding.line);
    let (score, is_exact, distance) = match finding.worth {
        Worth::Exact(verdict) => (Score::from(verdict), true, Distance::Exact),
        Worth::Within(verdict) => (Score::from(verdict), true, Distance::Within),
        Worth::Estimate(worth) => (Score::of_estimate(worth), false, Distance::Exact),
    };
    SearchResult {
        best: line.first().copied(),
        score,
        is_exact,
        distance,
        depth: u16::try_from(finding.depth).unwrap_or(u16::MAX),
        line,
        moves: Vec::new(),
        statistics: Statistics { nodes: nodes.max(1), ..Statistics::default() },
    }
}
