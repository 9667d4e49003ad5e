//! An engine of a match that speaks UGI.

use std::time::{Duration, Instant};

use crate::engine_match::engine::{
    Answer, EngineCommand, GREETING_PATIENCE, Question, READY_PATIENCE, plain_name,
};
use crate::engine_match::game::Pace;
use crate::engine_match::offered_options::OfferedOptions;
use crate::engine_match::process::{EngineFault, EngineProcess, Said, Wait};

/// A running engine.
pub(crate) struct UgiEngine {
    process: EngineProcess,
    pub(crate) name: String,
}

impl UgiEngine {
    /// Starts an engine and sets its options, which must be among those that it lists.
    pub(crate) fn start(command: &EngineCommand) -> Result<UgiEngine, EngineFault> {
        let process = EngineProcess::start(&command.words, "quit")?;
        let name = command.words.first().cloned().unwrap_or_default();
        let mut engine = UgiEngine { process, name };
        let mut offered = OfferedOptions::default();
        engine.process.say("ugi");
        let began = Instant::now();
        let wait = Wait { waited_for: "ugiok", began, patience: GREETING_PATIENCE };
        loop {
            let Said { text, .. } = engine.process.hear(wait)?;
            let text = text.trim();
            if text == "ugiok" {
                break;
            }
            if let Some(name) = text.strip_prefix("id name ") {
                engine.name = plain_name(name);
            }
            offered.note(text);
        }
        for (name, value) in &command.options {
            offered.check(name, value)?;
            engine.process.say(&format!("setoption name {name} value {value}"));
        }
        engine.wait_until_ready()?;
        Ok(engine)
    }

    pub(crate) fn begin_game(&mut self) -> Result<(), EngineFault> {
        self.process.say("uginewgame");
        self.wait_until_ready()
    }

    pub(crate) fn answer(&mut self, question: Question) -> Result<Answer, EngineFault> {
        let Question { texts, pace, patience, .. } = question;
        let position = if texts.is_empty() {
            "position startpos".to_owned()
        } else {
            format!("position startpos moves {}", texts.join(" "))
        };
        let go = match pace {
            Pace::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Pace::Nodes(nodes) => format!("go nodes {nodes}"),
            Pace::Depth(depth) => format!("go depth {depth}"),
        };
        self.process.say(&position);
        let began = Instant::now();
        self.process.say(&go);
        let (words, at) = self.wait_for("bestmove", began, patience)?;
        Ok(Answer::of(words.first().map_or("", String::as_str), began, at))
    }

    /// Waits until the engine has processed all earlier commands.
    fn wait_until_ready(&mut self) -> Result<(), EngineFault> {
        let began = Instant::now();
        self.process.say("isready");
        self.wait_for("readyok", began, READY_PATIENCE)?;
        Ok(())
    }

    /// Waits for a line that begins with a word; returns its other words and when it came. All other lines are
    /// skipped.
    fn wait_for(
        &mut self,
        waited_for: &'static str,
        began: Instant,
        patience: Duration,
    ) -> Result<(Vec<String>, Instant), EngineFault> {
        loop {
            let Said { text, at } = self.process.hear(Wait { waited_for, began, patience })?;
            let mut words = text.split_whitespace();
            if words.next() == Some(waited_for) {
                return Ok((words.map(str::to_owned).collect(), at));
            }
        }
    }
}
