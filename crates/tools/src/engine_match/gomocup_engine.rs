//! An engine of a match that speaks the protocol of Gomocup.

use std::time::Instant;

use zerosum_games::MoveCode;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::MnkSpec;

use crate::analysis::move_word;
use crate::engine_match::engine::{
    Answer, EngineCommand, GREETING_PATIENCE, Question, READY_PATIENCE, plain_name,
};
use crate::engine_match::game::{MOVE_PATIENCE, Pace, Rules};
use crate::engine_match::process::{EngineFault, EngineProcess, Said, Wait};
use crate::gomocup::board::{cell_of, code_of};
use crate::gomocup::protocol::{Cell, read_cell};
use crate::gomocup::settings::number_of;

/// Value of `time_left` of a game without a limit.
const UNLIMITED_MILLIS: u32 = 2_147_483_647;

/// Maximum length of a quoted line, in characters.
const QUOTED_CHARS_MAX: usize = 80;

/// A running engine.
pub(crate) struct GomocupEngine {
    process: EngineProcess,
    pub(crate) name: String,
    spec: MnkSpec,
    /// Further information for the engine, by name and value.
    options: Vec<(String, String)>,
    pace: Pace,
    /// Number of moves that the engine knows of in this game.
    known: usize,
    /// True once a game was begun, after which a complaint may be about what it was told before.
    has_begun: bool,
    /// True once a suggestion was taken in answer to the last question: an engine that suggests without end may read
    /// nothing, and what it is told would fill its pipe.
    has_suggested: bool,
}

impl GomocupEngine {
    /// Starts an engine. The game must be k in a row, which the match has checked.
    pub(crate) fn start(
        command: &EngineCommand,
        rules: &Rules,
    ) -> Result<GomocupEngine, EngineFault> {
        let spec = match rules.spec {
            GameSpec::Mnk(spec) => spec,
            GameSpec::TicTacToe
            | GameSpec::ConnectFour(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_)
            | GameSpec::Sheep(_) => MnkSpec::GOMOKU,
        };
        let process = EngineProcess::start(&command.words, "END")?;
        let name = command.words.first().cloned().unwrap_or_default();
        let (options, pace) = (command.options.clone(), rules.pace);
        let (known, has_begun, has_suggested) = (0, false, false);
        let mut engine =
            GomocupEngine { process, name, spec, options, pace, known, has_begun, has_suggested };
        let began = Instant::now();
        engine.say("ABOUT");
        let wait = Wait { waited_for: "who it is", began, patience: GREETING_PATIENCE };
        let about = engine.hear(wait)?.text;
        if let Some(name) = value_in(&about, "name") {
            let version = value_in(&about, "version").unwrap_or_default();
            engine.name = plain_name(format!("{name} {version}").trim());
        }
        engine.begin_game()?;
        Ok(engine)
    }

    pub(crate) fn begin_game(&mut self) -> Result<(), EngineFault> {
        let (columns, rows) = (self.spec.columns(), self.spec.rows());
        // Every engine knows START, and many do not know RESTART.
        let start = if columns == rows {
            format!("START {columns}")
        } else {
            format!("RECTSTART {columns},{rows}")
        };
        let began = Instant::now();
        self.say(&start);
        let wait = Wait { waited_for: "OK", began, patience: READY_PATIENCE };
        let said = if self.has_begun { self.hear_answer(wait)? } else { self.hear(wait)? };
        if said.text.split_whitespace().next() != Some("OK") {
            return Err(refused("OK", &said.text));
        }
        (self.known, self.has_begun) = (0, true);
        let patience_millis = MOVE_PATIENCE.as_millis();
        let pace = match self.pace {
            Pace::MoveTime(time) => format!("INFO timeout_turn {}", time.as_millis()),
            Pace::Nodes(nodes) => {
                format!("INFO timeout_turn {patience_millis}\nINFO max_node {nodes}")
            }
            Pace::Depth(depth) => {
                format!("INFO timeout_turn {patience_millis}\nINFO max_depth {depth}")
            }
        };
        let rule = number_of(self.spec.rule());
        self.say(&format!("INFO rule {rule}\nINFO game_type 1\nINFO timeout_match 0"));
        self.say(&pace);
        let options = self.options.iter();
        let options: String =
            options.map(|(name, value)| format!("INFO {name} {value}\n")).collect();
        self.say(&options);
        Ok(())
    }

    pub(crate) fn answer(&mut self, question: Question) -> Result<Answer, EngineFault> {
        let Question { moves, position, patience, .. } = question;
        let command = match moves {
            [] => "BEGIN".to_owned(),
            [.., last] if moves.len() == self.known + 1 => {
                format!("TURN {}", cell_of(self.spec, *last))
            }
            _ => board(self.spec, moves),
        };
        self.say(&format!("INFO time_left {UNLIMITED_MILLIS}"));
        let began = Instant::now();
        self.has_suggested = false;
        self.say(&command);
        let said = self.hear_answer(Wait { waited_for: "a move", began, patience })?;
        let Some(cell) = read_cell(said.text.trim()) else {
            return Err(refused("a move", &said.text));
        };
        self.known = moves.len() + 1;
        Ok(Answer::of(&self.text_of(position, cell), began, said.at))
    }

    /// Sends lines, which end as the protocol has it.
    fn say(&mut self, lines: &str) {
        for line in lines.lines() {
            self.process.say(&format!("{line}\r"));
        }
    }

    /// Waits for an answer. A complaint may be about a line before it, so it counts only if no answer
    /// comes: Rapfi takes for another command what is told it just after its move.
    fn hear_answer(&mut self, wait: Wait) -> Result<Said, EngineFault> {
        let mut complaint = None;
        loop {
            match self.hear(wait) {
                Ok(said) if is_complaint(&said.text) => complaint = complaint.or(Some(said.text)),
                Ok(said) => return Ok(said),
                Err(fault) => {
                    let refused = |said: String| refused(wait.waited_for, &said);
                    return Err(complaint.map_or(fault, refused));
                }
            }
        }
    }

    /// Waits for a line that is no message. The first suggestion is taken.
    fn hear(&mut self, wait: Wait) -> Result<Said, EngineFault> {
        loop {
            let said = self.process.hear(wait)?;
            let (word, rest) = said.text.trim().split_once(' ').unwrap_or((said.text.trim(), ""));
            match word.to_ascii_uppercase().as_str() {
                "" | "MESSAGE" | "DEBUG" => {}
                "SUGGEST" => self.take_suggestion(rest.trim()),
                _ => return Ok(said),
            }
        }
    }

    /// Tells the engine to play the cell that it suggests, once for each question.
    fn take_suggestion(&mut self, cell: &str) {
        if read_cell(cell).is_some() && !self.has_suggested {
            self.has_suggested = true;
            self.say(&format!("PLAY {cell}"));
        }
    }

    /// The move that marks a cell, in the notation of the game.
    fn text_of(&self, position: &AnyGame, cell: Cell) -> String {
        code_of(self.spec, cell).map_or(cell.to_string(), |code| move_word(position, code))
    }
}

/// The position as a list of stones, for the side to move.
fn board(spec: MnkSpec, moves: &[MoveCode]) -> String {
    let mut text = "BOARD".to_owned();
    for (number, code) in moves.iter().enumerate() {
        // The engine's own moves are every other one before the one that it is to make.
        let owner = if (moves.len() - number).is_multiple_of(2) { 1 } else { 2 };
        text.push_str(&format!("\n{},{owner}", cell_of(spec, *code)));
    }
    text + "\nDONE"
}

fn is_complaint(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    word.eq_ignore_ascii_case("ERROR") || word.eq_ignore_ascii_case("UNKNOWN")
}

/// A value in an answer to ABOUT, which is written like `name="Swine", version="1.0"`.
fn value_in<'a>(about: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = about.split_once(&format!("{key}=\""))?;
    rest.split('"').next().filter(|value| !value.is_empty())
}

fn refused(waited_for: &'static str, said: &str) -> EngineFault {
    EngineFault::Refused { waited_for, said: said.chars().take(QUOTED_CHARS_MAX).collect() }
}
