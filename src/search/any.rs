//! The closed list of minds, one for each game: for whoever must choose one at run time.

use crate::games::any::{AnyGame, GameSpec};
use crate::games::{Game, MoveCode, Outcome};
use crate::search::ranking::{self, ScoredMove};
use crate::search::score::Score;
use crate::search::solved::Solution;
use crate::search::thought::{Limits, Statistics, Thinker, Thought, Watch};
use crate::search::ultimate::UltimateThinker;
use crate::search::ultimate::judge::LineJudge;
use crate::search::{Verdict, successors};

/// A mind for any of the games.
///
/// It is made for one game and is at its best if it is only asked about that. Asked about another
/// one, it forgets what it knows and goes on as a mind for that.
pub struct AnyThinker {
    mind: Mind,
}

enum Mind {
    TicTacToe(Solution),
    Ultimate(Box<UltimateThinker<LineJudge>>),
    /// Sees a win on the spot.
    Glance,
}

impl AnyThinker {
    /// A mind for a game, which may take about so much memory for what it has seen. A game that is
    /// solved before the first move is solved here, and its solution is not counted.
    pub fn of(spec: GameSpec, table_bytes: usize) -> AnyThinker {
        let mind = match spec {
            GameSpec::TicTacToe => Mind::TicTacToe(Solution::compute()),
            GameSpec::Ultimate(rules) => {
                Mind::Ultimate(Box::new(UltimateThinker::new(rules, table_bytes)))
            }
            GameSpec::Mnk(_) | GameSpec::Sheep(_) => Mind::Glance,
        };
        AnyThinker { mind }
    }

    /// Every legal move with its score; see [`ranking::rank`].
    pub fn rank(
        &mut self,
        position: &AnyGame,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Vec<ScoredMove> {
        ranking::rank(self, position, limits, watch)
    }
}

impl Thinker for AnyThinker {
    type Game = AnyGame;

    fn think(&mut self, position: &AnyGame, limits: Limits, watch: &mut dyn Watch) -> Thought {
        match (&mut self.mind, position) {
            (Mind::TicTacToe(solution), AnyGame::TicTacToe(game)) => {
                solution.think(game, limits, watch)
            }
            (Mind::Ultimate(mind), AnyGame::Ultimate(game)) => mind.think(game, limits, watch),
            _ => {
                let thought = glance(position);
                watch.progress(&thought);
                thought
            }
        }
    }

    fn forget(&mut self) {
        match &mut self.mind {
            Mind::TicTacToe(solution) => solution.forget(),
            Mind::Ultimate(mind) => mind.forget(),
            Mind::Glance => {}
        }
    }
}

/// Takes a win on the spot, or else the first move.
fn glance(position: &AnyGame) -> Thought {
    let wins = |next: &AnyGame| next.outcome() == Some(Outcome::Win(position.turn()));
    let nexts: Vec<(MoveCode, AnyGame)> = successors(position).collect();
    let win = nexts.iter().find(|(_, next)| wins(next));
    let best = win.or(nexts.first()).map(|(code, _)| *code);
    let score = match win {
        Some(_) => Score::from(Verdict::Win { plies: 1 }),
        None => Score::of_estimate(0),
    };
    let statistics = Statistics { nodes: nexts.len() as u64, ..Statistics::default() };
    Thought {
        best,
        score,
        is_exact: win.is_some(),
        depth: 1,
        line: best.into_iter().collect(),
        statistics,
    }
}
