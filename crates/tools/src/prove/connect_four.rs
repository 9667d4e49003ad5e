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
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::Verdict;
use zerosum_search::connect_four::searcher::{ConnectFourSearcher, is_solved};
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::searcher::Searcher;

use crate::progress::Progress;
use crate::prove::walk::{NODES_PER_MOVE_MAX, WalkError};

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
    let player = ConnectFourSearcher::new(spec, 0);
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

/// The engine as a walk asks it.
trait Player {
    /// The verdict for the side to move, and the move of the engine unless the game is over; `None` if too many nodes are
    /// not enough.
    fn choose(&mut self, position: &ConnectFour) -> Option<(Verdict, Option<MoveCode>)>;
}

impl Player for ConnectFourSearcher {
    fn choose(&mut self, position: &ConnectFour) -> Option<(Verdict, Option<MoveCode>)> {
        let result = self.find_move(position, Limits::of_nodes(NODES_PER_MOVE_MAX), &mut Unwatched);
        result.is_exact.then_some((result.score.verdict(), result.best))
    }
}

/// The pieces of both sides.
type Key = [u64; 2];

fn key_of(position: &ConnectFour) -> Key {
    let bits =
        |side| u64::try_from(position.pieces(side)).expect("solved boards have 56 bits at most");
    Side::ALL.map(bits)
}

struct Walker<'a, P> {
    player: P,
    engine: Side,
    plies: u16,
    /// The worst for the engine that comes about, for the side to move.
    seen: HashMap<Key, Verdict>,
    progress: &'a Progress,
}

impl<P: Player> Walker<'_, P> {
    fn walk(mut self, spec: ConnectFourSpec) -> Result<Walk, WalkError> {
        let (start, engine) = (ConnectFour::new(spec), self.engine);
        let own = |verdict| if engine == Side::First { verdict } else { opposite(verdict) };
        let (promised, _) = self.choose(&start)?;
        let (promised, reached) = (own(promised), own(self.visit(&start)?));
        self.check(&start, promised, reached)?;
        Ok(Walk { promise: promised, positions: self.seen.len() })
    }

    /// The worst for the engine that comes about from a position, for the side to move.
    fn visit(&mut self, position: &ConnectFour) -> Result<Verdict, WalkError> {
        let key = key_of(position);
        if let Some(seen) = self.seen.get(&key) {
            return Ok(*seen);
        }
        let reached = match position.outcome() {
            Some(Outcome::Win(_)) => Verdict::Loss { plies: 0 },
            Some(Outcome::Draw) => Verdict::Draw,
            None if position.turn() == self.engine => self.visit_move(position)?,
            None => self.visit_replies(position)?,
        };
        if self.seen.len() == POSITIONS_MAX {
            return Err(WalkError::TooManyPositions { max: POSITIONS_MAX });
        }
        self.seen.insert(key, reached);
        self.progress.add(1);
        Ok(reached)
    }

    /// Makes the engine's move and checks its promises before and after it.
    fn visit_move(&mut self, position: &ConnectFour) -> Result<Verdict, WalkError> {
        let (promised, best) = self.choose(position)?;
        let next = after(position, best.expect("the game goes on"));
        let (promised_then, _) = self.choose(&next)?;
        if promised_then.before_move() != promised {
            return Err(broken(position, promised, promised_then.before_move()));
        }
        let reached = self.visit(&next)?.before_move();
        self.check(position, promised, reached)?;
        Ok(reached)
    }

    /// Checks a promise for the engine. Where all lines are played it is exact, so one that was too
    /// modest is wrong as well.
    fn check(
        &self,
        position: &ConnectFour,
        promised: Verdict,
        reached: Verdict,
    ) -> Result<(), WalkError> {
        let is_whole = self.plies >= position.spec().cell_count();
        let is_kept = if is_whole { reached == promised } else { reached >= promised };
        if is_kept { Ok(()) } else { Err(broken(position, promised, reached)) }
    }

    fn visit_replies(&mut self, position: &ConnectFour) -> Result<Verdict, WalkError> {
        let mut replies = Vec::new();
        position.legal_moves(&mut replies);
        if position.plies() >= self.plies {
            let [first, second] = key_of(position);
            let seed = Seed(Seed(first).mixed() ^ second);
            replies = seed.pick(replies.into_iter()).into_iter().collect();
        }
        let mut best = None;
        for code in replies {
            best = best.max(Some(self.visit(&after(position, code))?.before_move()));
        }
        Ok(best.expect("the game goes on"))
    }

    fn choose(&mut self, position: &ConnectFour) -> Result<(Verdict, Option<MoveCode>), WalkError> {
        let chosen = self.player.choose(position);
        chosen.ok_or_else(|| WalkError::NotExact { position: position.to_string() })
    }
}

/// The position after a legal move.
fn after(position: &ConnectFour, code: MoveCode) -> ConnectFour {
    let mut next = *position;
    next.play(code).expect("the moves of both are legal");
    next
}

fn broken(position: &ConnectFour, promised: Verdict, reached: Verdict) -> WalkError {
    WalkError::Broken { position: position.to_string(), promised, reached }
}

#[cfg(test)]
mod tests {
    use zerosum_games::connect_four::ColumnMove;

    use super::*;

    type Chosen = (Verdict, Option<MoveCode>);

    /// An engine that lies in one position.
    struct Liar {
        honest: ConnectFourSearcher,
        place: Key,
        lie: fn(Chosen) -> Chosen,
    }

    impl Player for Liar {
        fn choose(&mut self, position: &ConnectFour) -> Option<Chosen> {
            let chosen = self.honest.choose(position)?;
            Some(if key_of(position) == self.place { (self.lie)(chosen) } else { chosen })
        }
    }

    /// The smallest board, which is drawn.
    fn start() -> ConnectFour {
        ConnectFour::new(ConnectFourSpec::new(5, 4).expect("a size"))
    }

    /// Report of a walk with an engine that moves first and lies in that position.
    fn end(place: &ConnectFour, lie: fn(Chosen) -> Chosen) -> String {
        let spec = start().spec();
        let player = Liar { honest: ConnectFourSearcher::new(spec, 0), place: key_of(place), lie };
        let progress = Progress::start(String::new());
        let (engine, plies) = (Side::First, spec.cell_count());
        let walker = Walker { player, engine, plies, seen: HashMap::new(), progress: &progress };
        match walker.walk(spec) {
            Ok(_) => "kept".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_promise_that_is_not_kept_is_found() {
        let win = |(_, code)| (Verdict::Win { plies: 19 }, code);
        let loss = |(_, code)| (Verdict::Loss { plies: 20 }, code);
        let chosen = ConnectFourSearcher::new(start().spec(), 0).choose(&start());
        let (_, best) = chosen.expect("it is solved");
        let first = after(&start(), best.expect("the game goes on"));
        let column = first.column_move(best.expect("the game goes on"));
        let above = match column {
            Some(ColumnMove::Drop { column }) => first.landing_cell(column),
            _ => None,
        };
        let second = after(&first, above.expect("the column is not full"));
        assert_eq!(end(&start(), |chosen| chosen), "kept");
        for (place, lie) in [
            (&start(), win as fn(Chosen) -> Chosen),
            (&start(), loss),
            (&first, loss),
            (&second, win),
        ] {
            let told = end(place, lie);
            assert!(told.starts_with("the engine promised a "), "{place}: {told}");
        }
    }

    #[test]
    fn a_move_that_loses_what_was_promised_is_found() {
        let edge = |(verdict, _)| (verdict, start().landing_cell(0));
        let told = end(&start(), edge);
        assert!(told.starts_with("the engine promised a draw in "), "{told}");
        assert!(told.contains(", and comes to a loss in "), "{told}");
    }
}
