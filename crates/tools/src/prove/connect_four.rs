//! Proof for Connect Four: the engine plays one side, the opponent any move, and every promise of the
//! engine is held against what comes of it.
//!
//! Promises are exact: the result and its distance. What comes of them is read off the ends of the
//! games, which the rules alone decide.

use std::collections::HashMap;

use zerosum_games::connect_four::ConnectFour;
use zerosum_games::connect_four::spec::ConnectFourSpec;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};
use zerosum_search::Verdict;
use zerosum_search::connect_four::board::Grid;
use zerosum_search::connect_four::oracle::Oracle;
use zerosum_search::connect_four::searcher::is_solved;
use zerosum_search::limits::{Budget, Unwatched};

use crate::progress::Progress;
use crate::prove::walk::{NODES_PER_MOVE_MAX, WalkError};

/// Memory for the engine's transposition table. A walk meets many positions again, so it is larger
/// than that of the bot.
const TABLE_BYTES: usize = 64 << 20;

/// Maximum number of positions in a walk, which take 2 GB.
const POSITIONS_MAX: usize = 50_000_000;

/// Maximum number of cells of a board whose lines are all played unless a number of plies is given.
const WHOLE_CELLS_MAX: u16 = 25;

/// Plies in which the opponent makes every move, of a larger board.
const PLIES_DEFAULT: u16 = 8;

/// Result of a walk in which every promise was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    /// The engine's promise for the empty board, from its own side.
    pub promise: Verdict,
    /// Positions that come about, each counted once.
    pub positions: usize,
}

/// Number of plies in which the opponent makes every move, unless another is given.
pub(crate) fn plies_by_default(spec: ConnectFourSpec) -> u16 {
    if spec.cell_count() <= WHOLE_CELLS_MAX { spec.cell_count() } else { PLIES_DEFAULT }
}

/// Walks through the game with the engine on one side. The opponent makes every move in the first
/// `plies` plies, and afterwards one at random in each position.
pub(crate) fn walk(
    spec: ConnectFourSpec,
    engine: Side,
    plies: u16,
    progress: &Progress,
) -> Result<Walk, WalkError> {
    if !is_solved(spec) {
        return Err(WalkError::Unsolved);
    }
    let (columns, rows) = (spec.columns().into(), spec.rows().into());
    let player = Oracle::new(columns, rows, TABLE_BYTES).expect("every board has a solver");
    Walker { player, engine, plies, seen: HashMap::new(), progress }.walk(spec)
}

/// The verdict of the other side.
fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win { plies } => Verdict::Loss { plies },
        Verdict::Draw => Verdict::Draw,
        Verdict::Loss { plies } => Verdict::Win { plies },
    }
}

/// A position by the rules, and as the engine takes it.
struct Node {
    position: ConnectFour,
    grid: Grid,
}

impl Node {
    /// The position after a piece in the column; `None` if it is full.
    fn after(&self, column: u16) -> Option<Node> {
        let mut position = self.position;
        position.play(position.landing_cell(column)?).ok()?;
        Some(Node { position, grid: self.grid.play(column.into())? })
    }

    fn key(&self) -> u64 {
        u64::try_from(self.grid.key()).expect("boards that are solved have at most 56 bits")
    }

    fn inexact(&self) -> WalkError {
        WalkError::NotExact { position: self.position.to_string() }
    }

    fn unkept(&self, promised: Verdict) -> WalkError {
        WalkError::Unkept { position: self.position.to_string(), promised }
    }

    fn broken(&self, promised: Verdict, reached: Verdict) -> WalkError {
        WalkError::Broken { position: self.position.to_string(), promised, reached }
    }
}

/// The engine as a walk asks it.
trait Player {
    /// The verdict for the side to move; `None` if too many nodes are not enough.
    fn verdict(&mut self, grid: &Grid) -> Option<Verdict>;

    /// The move in a position of this verdict; the inner `None` if no move is worth that.
    fn best_move(&mut self, grid: &Grid, verdict: Verdict) -> Option<Option<u32>>;
}

impl Player for Oracle {
    fn verdict(&mut self, grid: &Grid) -> Option<Verdict> {
        Oracle::verdict(self, grid, &mut budget(&mut Unwatched)).ok()
    }

    fn best_move(&mut self, grid: &Grid, verdict: Verdict) -> Option<Option<u32>> {
        Oracle::best_move(self, grid, verdict, &mut budget(&mut Unwatched)).ok()
    }
}

struct Walker<'a, P> {
    player: P,
    engine: Side,
    plies: u16,
    /// By the key of the position: the worst for the engine that comes about, for the side to move.
    seen: HashMap<u64, Verdict>,
    progress: &'a Progress,
}

impl<P: Player> Walker<'_, P> {
    fn walk(mut self, spec: ConnectFourSpec) -> Result<Walk, WalkError> {
        let grid = Grid::new(spec.columns().into(), spec.rows().into()).expect("a size in range");
        let start = Node { position: ConnectFour::new(spec), grid };
        let engine = self.engine;
        let own = |verdict| if engine == Side::First { verdict } else { opposite(verdict) };
        let (promised, reached) = (own(self.promise(&start)?), own(self.visit(&start)?));
        self.check(&start, promised, reached)?;
        Ok(Walk { promise: promised, positions: self.seen.len() })
    }

    /// The worst for the engine that comes about from a position, for the side to move.
    fn visit(&mut self, node: &Node) -> Result<Verdict, WalkError> {
        let key = node.key();
        if let Some(seen) = self.seen.get(&key) {
            return Ok(*seen);
        }
        let reached = match node.position.outcome() {
            Some(Outcome::Win(_)) => Verdict::Loss { plies: 0 },
            Some(Outcome::Draw) => Verdict::Draw,
            None if node.position.turn() == self.engine => self.visit_move(node)?,
            None => self.visit_replies(node)?,
        };
        if self.seen.len() == POSITIONS_MAX {
            return Err(WalkError::TooManyPositions { max: POSITIONS_MAX });
        }
        self.seen.insert(key, reached);
        self.progress.add(1);
        Ok(reached)
    }

    /// Makes the engine's move and checks its promises before and after it.
    fn visit_move(&mut self, node: &Node) -> Result<Verdict, WalkError> {
        let promised = self.promise(node)?;
        let best = self.player.best_move(&node.grid, promised).ok_or_else(|| node.inexact())?;
        let next = best.and_then(|column| node.after(u16::try_from(column).ok()?));
        let next = next.ok_or_else(|| node.unkept(promised))?;
        let after = self.promise(&next)?.before_move();
        if after != promised {
            return Err(node.broken(promised, after));
        }
        let reached = self.visit(&next)?.before_move();
        self.check(node, promised, reached)?;
        Ok(reached)
    }

    /// Checks a promise for the engine. Where all lines are played it is exact, so one that was too
    /// modest is wrong as well.
    fn check(&self, node: &Node, promised: Verdict, reached: Verdict) -> Result<(), WalkError> {
        let is_whole = self.plies >= node.position.spec().cell_count();
        let is_kept = if is_whole { reached == promised } else { reached >= promised };
        if is_kept { Ok(()) } else { Err(node.broken(promised, reached)) }
    }

    fn visit_replies(&mut self, node: &Node) -> Result<Verdict, WalkError> {
        let columns = 0..node.position.spec().columns();
        let mut replies: Vec<Node> = columns.filter_map(|column| node.after(column)).collect();
        if node.position.plies() >= self.plies {
            let chosen = Seed(node.key()).pick(0..replies.len()).expect("the game goes on");
            replies = vec![replies.swap_remove(chosen)];
        }
        let mut best = None;
        for reply in replies {
            best = best.max(Some(self.visit(&reply)?.before_move()));
        }
        Ok(best.expect("the game goes on"))
    }

    /// The engine's verdict for the side to move.
    fn promise(&mut self, node: &Node) -> Result<Verdict, WalkError> {
        self.player.verdict(&node.grid).ok_or_else(|| node.inexact())
    }
}

fn budget(watch: &mut Unwatched) -> Budget<'_> {
    Budget::new(watch, NODES_PER_MOVE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine that changes its verdicts and moves in the position of one key.
    struct Liar {
        oracle: Oracle,
        key: u128,
        verdict: fn(Verdict) -> Verdict,
        column: fn(u32) -> u32,
    }

    impl Player for Liar {
        fn verdict(&mut self, grid: &Grid) -> Option<Verdict> {
            let verdict = Player::verdict(&mut self.oracle, grid)?;
            Some(if grid.key() == self.key { (self.verdict)(verdict) } else { verdict })
        }

        fn best_move(&mut self, grid: &Grid, verdict: Verdict) -> Option<Option<u32>> {
            let best = Player::best_move(&mut self.oracle, grid, verdict)?;
            Some(if grid.key() == self.key { best.map(self.column) } else { best })
        }
    }

    /// The end of a walk on the smallest board with a liar on the first side, in the position after these columns.
    fn end(columns: &[u32], verdict: fn(Verdict) -> Verdict, column: fn(u32) -> u32) -> String {
        let spec = ConnectFourSpec::new(5, 4).expect("a size");
        let key = Grid::after(5, 4, columns).expect("legal moves").key();
        let oracle = Oracle::new(5, 4, TABLE_BYTES).expect("a size in range");
        let player = Liar { oracle, key, verdict, column };
        let progress = Progress::start(String::new());
        let (engine, plies) = (Side::First, spec.cell_count());
        let walker = Walker { player, engine, plies, seen: HashMap::new(), progress: &progress };
        match walker.walk(spec) {
            Ok(_) => "kept".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    /// The engine's first move on that board, which is drawn.
    fn first_move() -> u32 {
        let mut oracle = Oracle::new(5, 4, TABLE_BYTES).expect("a size in range");
        let start = Grid::new(5, 4).expect("a size in range");
        let best = Player::best_move(&mut oracle, &start, Verdict::Draw);
        best.flatten().expect("there is a move")
    }

    #[test]
    fn a_promise_that_is_not_kept_is_found() {
        let same = |verdict| verdict;
        let [win, loss] = [|_| Verdict::Win { plies: 19 }, |_| Verdict::Loss { plies: 20 }];
        let first = first_move();
        assert_eq!(end(&[], same, |column| column), "kept");
        for (columns, verdict) in
            [(&[][..], win), (&[], loss), (&[first], loss), (&[first, first], win)]
        {
            let told = end(columns, verdict, |column| column);
            assert!(told.starts_with("the engine promised a "), "{columns:?}: {told}");
        }
    }

    #[test]
    fn a_move_that_loses_what_was_promised_is_found() {
        let told = end(&[], |verdict| verdict, |best| if best == 0 { 1 } else { 0 });
        assert!(told.starts_with("the engine promised a draw in "), "{told}");
        assert!(told.contains(", and comes to a loss in "), "{told}");
    }
}
