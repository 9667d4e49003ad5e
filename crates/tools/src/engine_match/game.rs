//! One game between two engines, refereed by the rules of `zerosum_games`.

use std::fmt;
use std::time::{Duration, Instant};

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};

use crate::analysis::move_word;
use crate::engine_match::process::{EngineFault, EngineProcess};

/// How long an engine may take for a move that has no limit of time.
const MOVE_PATIENCE: Duration = Duration::from_secs(120);

/// So many openings are looked at for one in which the game is not over yet.
const OPENINGS_TRIED_MAX: u64 = 1_000;

/// What an engine gets for a move.
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

/// How a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) spec: GameSpec,
    pub(crate) pace: Pace,
    /// How much later than its time a move may come.
    pub(crate) tolerance: Duration,
}

/// How a game has gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedGame {
    /// As text, the opening included.
    pub(crate) moves: Vec<String>,
    pub(crate) outcome: Outcome,
    /// Why the loser has lost other than by the rules of the game.
    pub(crate) fault: Option<String>,
    /// How far the slowest move of each engine was beyond its time.
    pub(crate) overrun: BySide<Duration>,
}

/// A random line of so many plies in which nobody has won yet, shorter if the game allows none. Equal
/// seeds give equal lines.
pub(crate) fn opening(spec: GameSpec, plies: u16, seed: u64) -> Vec<MoveCode> {
    (0..=plies)
        .rev()
        .find_map(|plies| {
            (0..OPENINGS_TRIED_MAX).find_map(|attempt| random_line(spec, plies, seed, attempt))
        })
        .unwrap_or_default()
}

fn random_line(spec: GameSpec, plies: u16, seed: u64, attempt: u64) -> Option<Vec<MoveCode>> {
    let mut position = spec.start();
    let mut line = Vec::new();
    for ply in 0..plies {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        // Different for every seed, attempt and ply, of which there are few.
        let lot = seed << 32 ^ attempt << 16 ^ u64::from(ply);
        let code = Seed(lot).pick(moves.into_iter())?;
        position.play(code).expect("the move is one of the legal ones");
        line.push(code);
    }
    position.outcome().is_none().then_some(line)
}

/// Plays a game from an opening. Whoever makes an illegal move, is late, silent or gone has lost, and
/// is to be started anew before the next game.
pub(crate) fn play(
    rules: &Rules,
    opening: &[MoveCode],
    engines: BySide<&mut EngineProcess>,
) -> PlayedGame {
    let mut table = Table {
        rules,
        engines,
        position: rules.spec.start(),
        moves: Vec::new(),
        overrun: BySide::default(),
    };
    for code in opening {
        table.make(*code);
    }
    let (outcome, fault) = table.play_on();
    PlayedGame { moves: table.moves, outcome, fault, overrun: table.overrun }
}

struct Table<'a> {
    rules: &'a Rules,
    engines: BySide<&'a mut EngineProcess>,
    position: AnyGame,
    moves: Vec<String>,
    overrun: BySide<Duration>,
}

impl Table<'_> {
    fn play_on(&mut self) -> (Outcome, Option<String>) {
        for side in Side::ALL {
            let engine = self.engines.get_mut(side);
            engine.say("uginewgame");
            if let Err(fault) = engine.wait_until_ready() {
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

    /// Lets an engine move, or says why it has lost.
    fn one_move(&mut self, side: Side) -> Result<(), String> {
        let position = if self.moves.is_empty() {
            "position startpos".to_owned()
        } else {
            format!("position startpos moves {}", self.moves.join(" "))
        };
        let (go, time) = match self.rules.pace {
            Pace::MoveTime(time) => (format!("go movetime {}", time.as_millis()), Some(time)),
            Pace::Nodes(nodes) => (format!("go nodes {nodes}"), None),
            Pace::Depth(depth) => (format!("go depth {depth}"), None),
        };
        let patience = time.map_or(MOVE_PATIENCE, |time| time + self.rules.tolerance);
        let engine = self.engines.get_mut(side);
        engine.say(&position);
        let began = Instant::now();
        engine.say(&go);
        let answer = engine.answer("bestmove", began, patience).map_err(|fault| match fault {
            EngineFault::Silent { .. } if time.is_some() => {
                format!("no move within {} ms", patience.as_millis())
            }
            fault => fault.to_string(),
        })?;
        let took = answer.at.saturating_duration_since(began);
        if let Some(time) = time {
            let overrun = self.overrun.get_mut(side);
            *overrun = (*overrun).max(took.saturating_sub(time));
            // It may have come in just before anybody looked.
            if took > patience {
                return Err(format!("a move after {} ms", took.as_millis()));
            }
        }
        let text = answer.rest.split(' ').next().unwrap_or_default();
        match self.position.read_move(text) {
            Ok(code) if self.position.is_legal(code) => {
                self.make(code);
                Ok(())
            }
            Ok(_) => Err(format!("an illegal move, {text}")),
            Err(error) => Err(format!("no move: {error}")),
        }
    }

    fn make(&mut self, code: MoveCode) {
        self.moves.push(move_word(&self.position, code));
        self.position.play(code).expect("the move is legal");
    }
}
