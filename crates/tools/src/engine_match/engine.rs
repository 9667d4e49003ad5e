//! An engine of a match, whichever protocol it speaks.

use std::time::{Duration, Instant};

use zerosum_games::MoveCode;
use zerosum_games::any::AnyGame;

use crate::engine::Protocol;
use crate::engine_match::game::{Pace, Rules};
use crate::engine_match::gomocup_engine::GomocupEngine;
use crate::engine_match::process::EngineFault;
use crate::engine_match::ugi_engine::UgiEngine;

/// Time within which an engine must identify itself.
pub(crate) const GREETING_PATIENCE: Duration = Duration::from_secs(10);

/// Time within which it must be ready: some engines solve their game first.
pub(crate) const READY_PATIENCE: Duration = Duration::from_secs(120);

/// Maximum length of a name that an engine says, in characters; the rest is cut off.
const NAME_CHARS_MAX: usize = 60;

/// Command that starts an engine, and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineCommand {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    pub(crate) protocol: Protocol,
    /// Names and values of options.
    pub(crate) options: Vec<(String, String)>,
}

/// Position in which an engine is to move.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    /// All moves from the start, and the same as text.
    pub(crate) moves: &'a [MoveCode],
    pub(crate) texts: &'a [String],
    pub(crate) position: &'a AnyGame,
    pub(crate) pace: Pace,
    /// Time from the question to the answer.
    pub(crate) patience: Duration,
}

/// Move of an engine.
pub(crate) struct Answer {
    /// The move in the notation of the game, or what was said in its place.
    pub(crate) text: String,
    pub(crate) took: Duration,
}

/// A running engine.
pub(crate) enum MatchEngine {
    Ugi(UgiEngine),
    Gomocup(GomocupEngine),
}

impl MatchEngine {
    /// Starts an engine, sets its options and waits until it is ready.
    pub(crate) fn start(
        command: &EngineCommand,
        rules: &Rules,
    ) -> Result<MatchEngine, EngineFault> {
        match command.protocol {
            Protocol::Ugi => Ok(MatchEngine::Ugi(UgiEngine::start(command)?)),
            Protocol::Gomocup => Ok(MatchEngine::Gomocup(GomocupEngine::start(command, rules)?)),
        }
    }

    /// Name that the engine gives itself.
    pub(crate) fn name(&self) -> &str {
        match self {
            MatchEngine::Ugi(engine) => &engine.name,
            MatchEngine::Gomocup(engine) => &engine.name,
        }
    }

    /// Begins a game, and waits until the engine is ready for it.
    pub(crate) fn begin_game(&mut self) -> Result<(), EngineFault> {
        match self {
            MatchEngine::Ugi(engine) => engine.begin_game(),
            MatchEngine::Gomocup(engine) => engine.begin_game(),
        }
    }

    /// Asks for a move, and waits for it.
    pub(crate) fn answer(&mut self, question: Question) -> Result<Answer, EngineFault> {
        match self {
            MatchEngine::Ugi(engine) => engine.answer(question),
            MatchEngine::Gomocup(engine) => engine.answer(question),
        }
    }
}

/// A name that an engine says, as reports show it.
pub(crate) fn plain_name(name: &str) -> String {
    let is_plain = |c: &char| !c.is_control() && *c != '"';
    name.chars().filter(is_plain).take(NAME_CHARS_MAX).collect()
}

impl Answer {
    /// An answer that arrived at an instant.
    pub(crate) fn of(text: &str, began: Instant, at: Instant) -> Answer {
        Answer { text: text.to_owned(), took: at.saturating_duration_since(began) }
    }
}
