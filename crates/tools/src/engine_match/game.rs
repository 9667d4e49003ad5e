//! One game between two engines, refereed by the rules of `zerosum_games`.

use std::fmt;
use std::time::Duration;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};

use crate::analysis::move_word;
use crate::engine_match::engine::{Answer, MatchEngine, Question};
use crate::engine_match::process::EngineFault;

/// Maximum time of an engine for a move without a time limit.
pub(crate) const MOVE_PATIENCE: Duration = Duration::from_secs(120);

/// Search limit of an engine for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    MoveTime(Duration),
    Nodes(u64),
    Depth(u16),
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Pace::Depth(depth) => write!(f, "{depth} plies deep"),
        }
    }
}

/// Rules of play for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) spec: GameSpec,
    pub(crate) pace: Pace,
    /// Grace period after the time of a move.
    pub(crate) tolerance: Duration,
}

/// Record of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedGame {
    /// The opening included.
    pub(crate) codes: Vec<MoveCode>,
    /// The same as text.
    pub(crate) moves: Vec<String>,
    pub(crate) outcome: Outcome,
    /// Reason of a loss that does not follow from the rules of the game.
    pub(crate) fault: Option<String>,
    /// Largest time by which each engine exceeded its limit.
    pub(crate) overrun: BySide<Duration>,
}

/// Plays a game from an opening. An engine that makes an illegal move, is late, does not answer or has exited
/// loses, and must be restarted before the next game.
pub(crate) fn play(
    rules: &Rules,
    opening: &[MoveCode],
    engines: BySide<&mut MatchEngine>,
) -> PlayedGame {
    let mut table = Table {
        rules,
        engines,
        position: rules.spec.start(),
        codes: Vec::new(),
        moves: Vec::new(),
        overrun: BySide::default(),
    };
    for code in opening {
        table.make(*code);
    }
    let (outcome, fault) = table.play_on();
    let Table { codes, moves, overrun, .. } = table;
    PlayedGame { codes, moves, outcome, fault, overrun }
}

struct Table<'a> {
    rules: &'a Rules,
    engines: BySide<&'a mut MatchEngine>,
    position: AnyGame,
    codes: Vec<MoveCode>,
    /// The same as text.
    moves: Vec<String>,
    overrun: BySide<Duration>,
}

impl Table<'_> {
    fn play_on(&mut self) -> (Outcome, Option<String>) {
        for side in Side::ALL {
            if let Err(fault) = self.engines.get_mut(side).begin_game() {
                return (Outcome::Win(!side), Some(fault.to_string()));
            }
        }
        loop {
            if let Some(outcome) = self.position.outcome() {
                return (outcome, None);
            }
            let side = self.position.turn();
            if let Err(fault) = self.one_move(side) {
                return (Outcome::Win(!side), Some(fault));
            }
        }
    }

    /// Lets an engine move, or returns the reason why it has lost.
    fn one_move(&mut self, side: Side) -> Result<(), String> {
        let Rules { pace, tolerance, .. } = *self.rules;
        let time = match pace {
            Pace::MoveTime(time) => Some(time),
            Pace::Nodes(_) | Pace::Depth(_) => None,
        };
        let patience = time.map_or(MOVE_PATIENCE, |time| time + tolerance);
        let question = Question {
            moves: &self.codes,
            texts: &self.moves,
            position: &self.position,
            pace,
            patience,
        };
        let engine = self.engines.get_mut(side);
        let Answer { text, took } = engine.answer(question).map_err(|fault| match fault {
            EngineFault::Silent { .. } if time.is_some() => {
                format!("no move within {} ms", patience.as_millis())
            }
            fault => fault.to_string(),
        })?;
        if let Some(time) = time {
            let overrun = self.overrun.get_mut(side);
            *overrun = (*overrun).max(took.saturating_sub(time));
            // The answer may have come in just before the check.
            if took > patience {
                return Err(format!("a move after {} ms", took.as_millis()));
            }
        }
        match self.position.read_move(&text) {
            Ok(code) if self.position.is_legal(code) => {
                self.make(code);
                Ok(())
            }
            Ok(_) => Err(format!("an illegal move, {text}")),
            Err(error) => Err(format!("no move: {error}")),
        }
    }

    fn make(&mut self, code: MoveCode) {
        self.codes.push(code);
        self.moves.push(move_word(&self.position, code));
        self.position.play(code).expect("the move is legal");
    }
}
