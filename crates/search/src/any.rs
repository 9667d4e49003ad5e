//! The closed list of searchers, one for each game, for callers that choose one at run time.

use zerosum_games::MoveCode;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::connect_four::spec::ConnectFourSpec;
use zerosum_games::mnk::MnkSpec;
use zerosum_games::ultimate::UltimateRules;

use crate::connect_four::searcher::{ConnectFourSearcher, SOLVING_NODES_MAX, is_solved};
use crate::limits::{Limits, Watch};
use crate::mnk::searcher::MnkSearcher;
use crate::searcher::{SearchResult, Searcher};
use crate::sheep::solution::SheepSolution;
use crate::solutions::Shared;
use crate::strategic::StrategicSearcher;
use crate::tictactoe::solution::TicTacToeSolution;
use crate::ultimate::UltimateSearcher;
use crate::ultimate::evaluator::LineEvaluator;

/// A searcher for any of the games.
///
/// It is made for one game and expects positions of that game. For a position of another one, it
/// turns itself into a searcher for that.
///
/// Hints for a person and the analysis of a game need the score of every move, for either side:
///
/// ```
/// use zerosum_games::any::GameSpec;
/// use zerosum_search::any::AnySearcher;
/// use zerosum_search::limits::{Limits, Unwatched};
/// use zerosum_search::searcher::Searcher;
///
/// let position = GameSpec::TicTacToe.start();
/// let mut searcher = AnySearcher::of(GameSpec::TicTacToe, 0);
/// let analysis = searcher.analyze(&position, Limits::NONE, &mut Unwatched);
/// let hints = analysis.moves.iter().filter(|scored| scored.score == analysis.score);
/// assert_eq!(hints.count(), 9, "every first move keeps the draw");
/// ```
pub struct AnySearcher {
    table_bytes: usize,
    tictactoe: Option<TicTacToeSolution>,
    mnk: Option<MnkSearcher>,
    connect_four: Option<ConnectFourSearcher>,
    shared: Shared,
    ultimate: Option<UltimateSearcher<LineEvaluator>>,
    strategic: Option<StrategicSearcher>,
    sheep: Option<SheepSolution>,
}

/// Positions that a search for a move looks at before time may end it, in a game whose best level is perfect because it
/// solves each position; 0 in other games.
pub fn solving_nodes(spec: GameSpec) -> u64 {
    match spec {
        GameSpec::ConnectFour(board) if is_solved(board) => SOLVING_NODES_MAX,
        GameSpec::TicTacToe
        | GameSpec::Mnk(_)
        | GameSpec::ConnectFour(_)
        | GameSpec::Ultimate(_)
        | GameSpec::Strategic(_)
        | GameSpec::Sheep(_) => 0,
    }
}

impl AnySearcher {
    /// A searcher for a game with a table of at most about `table_bytes` bytes; 0 is no table. A
    /// game that is solved before the first move is solved here, and its solution is not counted.
    pub fn of(spec: GameSpec, table_bytes: usize) -> AnySearcher {
        AnySearcher::with(spec, table_bytes, Shared::default())
    }

    /// Like [`AnySearcher::of`], with what others use as well.
    pub(crate) fn with(spec: GameSpec, table_bytes: usize, shared: Shared) -> AnySearcher {
        let mut searcher = AnySearcher {
            table_bytes,
            tictactoe: None,
            mnk: None,
            connect_four: None,
            shared,
            ultimate: None,
            strategic: None,
            sheep: None,
        };
        match spec {
            GameSpec::TicTacToe => drop(searcher.tictactoe()),
            GameSpec::Mnk(spec) => drop(searcher.mnk(spec)),
            GameSpec::ConnectFour(spec) => drop(searcher.connect_four(spec)),
            GameSpec::Ultimate(rules) => drop(searcher.ultimate(rules)),
            GameSpec::Strategic(_) => drop(searcher.strategic()),
            GameSpec::Sheep(_) => drop(searcher.sheep()),
        }
        searcher
    }

    /// Forgets what belongs to the game that was played, and gives tables at most about `table_bytes` bytes
    /// from now on. Solutions, and what is the same for every game, stay.
    pub fn resize(&mut self, table_bytes: usize) {
        self.table_bytes = table_bytes;
        self.mnk.iter_mut().for_each(|searcher| searcher.resize(table_bytes));
        // These are made again when they are asked.
        self.connect_four = None;
        self.ultimate = None;
        self.strategic = None;
    }

    /// All the best moves, in the order of the moves, if the game is solved before the first move;
    /// `None` if it is not, and has to be searched.
    pub fn known_best_moves(&mut self, position: &AnyGame) -> Option<Vec<MoveCode>> {
        match position {
            AnyGame::TicTacToe(game) => Some(self.tictactoe().best_moves(game).collect()),
            AnyGame::Sheep(game) => Some(self.sheep().best_moves(game)),
            AnyGame::Mnk(_)
            | AnyGame::ConnectFour(_)
            | AnyGame::Ultimate(_)
            | AnyGame::Strategic(_) => None,
        }
    }

    /// Searches all moves to the same depth. The scores of moves that are not best may be upper bounds.
    pub(crate) fn rank_moves(
        &mut self,
        position: &AnyGame,
        depth: u16,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        match position {
            AnyGame::Mnk(game) => self.mnk(game.spec()).rank_moves(game, depth, watch),
            AnyGame::TicTacToe(_)
            | AnyGame::ConnectFour(_)
            | AnyGame::Ultimate(_)
            | AnyGame::Strategic(_)
            | AnyGame::Sheep(_) => self.analyze(position, Limits::of_depth(depth), watch),
        }
    }

    /// Looks for a move that wins, fast or not, of a position that is won.
    pub(crate) fn find_win(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        match position {
            AnyGame::ConnectFour(game) => {
                self.connect_four(game.spec()).find_win(game, limits, watch)
            }
            AnyGame::TicTacToe(_)
            | AnyGame::Mnk(_)
            | AnyGame::Ultimate(_)
            | AnyGame::Strategic(_)
            | AnyGame::Sheep(_) => self.search(position, limits, watch),
        }
    }

    fn tictactoe(&mut self) -> &mut TicTacToeSolution {
        self.tictactoe.get_or_insert_with(TicTacToeSolution::compute)
    }

    fn mnk(&mut self, spec: MnkSpec) -> &mut MnkSearcher {
        // Asked about another board, it makes itself a searcher for that.
        let (table_bytes, tables) = (self.table_bytes, &self.shared.tables);
        self.mnk.get_or_insert_with(|| MnkSearcher::with_tables(spec, table_bytes, tables.clone()))
    }

    fn connect_four(&mut self, spec: ConnectFourSpec) -> &mut ConnectFourSearcher {
        // Asked about another board, it starts over for that.
        let (table_bytes, book) = (self.table_bytes, &self.shared.book);
        self.connect_four
            .get_or_insert_with(|| ConnectFourSearcher::with_book(spec, table_bytes, book.clone()))
    }

    fn ultimate(&mut self, rules: UltimateRules) -> &mut UltimateSearcher<LineEvaluator> {
        // Asked about other rules, it makes itself a searcher for those.
        let table_bytes = self.table_bytes;
        self.ultimate.get_or_insert_with(|| UltimateSearcher::new(rules, table_bytes))
    }

    fn strategic(&mut self) -> &mut StrategicSearcher {
        let table_bytes = self.table_bytes;
        self.strategic.get_or_insert_with(|| StrategicSearcher::new(table_bytes))
    }

    fn sheep(&mut self) -> &mut SheepSolution {
        self.sheep.get_or_insert_with(SheepSolution::compute)
    }
}

impl Searcher for AnySearcher {
    type Game = AnyGame;

    fn search(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        match position {
            AnyGame::TicTacToe(game) => self.tictactoe().search(game, limits, watch),
            AnyGame::Mnk(game) => self.mnk(game.spec()).search(game, limits, watch),
            AnyGame::ConnectFour(game) => {
                self.connect_four(game.spec()).search(game, limits, watch)
            }
            AnyGame::Ultimate(game) => self.ultimate(game.rules()).search(game, limits, watch),
            AnyGame::Strategic(game) => self.strategic().search(game, limits, watch),
            AnyGame::Sheep(game) => self.sheep().search(game, limits, watch),
        }
    }

    fn find_move(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        match position {
            AnyGame::Mnk(game) => self.mnk(game.spec()).find_move(game, limits, watch),
            AnyGame::ConnectFour(game) => {
                self.connect_four(game.spec()).find_move(game, limits, watch)
            }
            AnyGame::TicTacToe(_)
            | AnyGame::Ultimate(_)
            | AnyGame::Strategic(_)
            | AnyGame::Sheep(_) => self.search(position, limits, watch),
        }
    }

    fn analyze(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> SearchResult {
        match position {
            AnyGame::TicTacToe(game) => self.tictactoe().analyze(game, limits, watch),
            AnyGame::Mnk(game) => self.mnk(game.spec()).analyze(game, limits, watch),
            AnyGame::ConnectFour(game) => {
                self.connect_four(game.spec()).analyze(game, limits, watch)
            }
            AnyGame::Ultimate(game) => self.ultimate(game.rules()).analyze(game, limits, watch),
            AnyGame::Strategic(game) => self.strategic().analyze(game, limits, watch),
            AnyGame::Sheep(game) => self.sheep().analyze(game, limits, watch),
        }
    }

    /// Solutions know nothing of the games that are played, and stay.
    fn forget(&mut self) {
        let AnySearcher {
            table_bytes: _,
            tictactoe: _,
            mnk,
            connect_four,
            ultimate,
            strategic,
            sheep: _,
            shared: _,
        } = self;
        mnk.iter_mut().for_each(Searcher::forget);
        connect_four.iter_mut().for_each(Searcher::forget);
        ultimate.iter_mut().for_each(Searcher::forget);
        strategic.iter_mut().for_each(Searcher::forget);
    }
}
