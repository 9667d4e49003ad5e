//! An engine as a child process: its commands, its answers and their time limits.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::engine::lines::{Line, read_line};

/// Time within which an engine must identify itself.
const GREETING_PATIENCE: Duration = Duration::from_secs(10);

/// Time within which it must be ready: some engines solve their game first.
const READY_PATIENCE: Duration = Duration::from_secs(120);

/// Time within which it must exit before it is killed.
const LEAVING_PATIENCE: Duration = Duration::from_millis(500);

/// Interval between checks of an engine that is told to quit.
const LEAVING_STEP: Duration = Duration::from_millis(5);

/// Maximum number of unread lines from an engine. An engine that writes more has to wait.
const LINES_WAITING_MAX: usize = 256;

/// Maximum length of an engine's name, in characters; the rest is cut off.
const NAME_CHARS_MAX: usize = 60;

/// Command that starts an engine, and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineCommand {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// Names and values of options.
    pub(crate) options: Vec<(String, String)>,
}

/// A command that cannot be split, or names no program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SplitError {
    #[error("an engine is a command, found nothing")]
    Nothing,
    #[error("a quotation mark is not closed, or a backslash is the last character: {0}")]
    Open(String),
}

/// Reason why an engine can no longer be used.
#[derive(Debug, Error)]
pub enum EngineFault {
    #[error("cannot start {program}: {reason}")]
    Start { program: String, reason: io::Error },
    #[error("it ended instead of saying {waited_for}")]
    Ended { waited_for: &'static str },
    #[error("it has not said {waited_for} within {} ms", .patience.as_millis())]
    Silent { waited_for: &'static str, patience: Duration },
}

/// A running engine. Dropping it tells the engine to quit, and kills it if it does not.
pub(crate) struct EngineProcess {
    child: Child,
    input: ChildStdin,
    said: Receiver<Said>,
    /// Name that the engine gives itself.
    pub(crate) name: String,
}

/// Line of output with the time of its arrival.
struct Said {
    line: Line,
    at: Instant,
}

/// Rest of a line after an expected word, with the time of its arrival.
pub(crate) struct Answer {
    pub(crate) rest: String,
    pub(crate) at: Instant,
}

/// Splits a command into words like a POSIX shell, but expands nothing.
pub(crate) fn split_command(text: &str) -> Result<Vec<String>, SplitError> {
    let words = shlex::split(text).ok_or_else(|| SplitError::Open(text.to_owned()))?;
    if words.is_empty() { Err(SplitError::Nothing) } else { Ok(words) }
}

impl EngineProcess {
    /// Starts an engine, sets its options and waits until it is ready. Its standard error is discarded.
    pub(crate) fn start(command: &EngineCommand) -> Result<EngineProcess, EngineFault> {
        let (program, arguments) = command.words.split_first().expect("a command has a word");
        let failed = |reason: io::Error| EngineFault::Start { program: program.clone(), reason };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let (tell, said) = mpsc::sync_channel(LINES_WAITING_MAX);
        let name = program.clone();
        let mut engine = EngineProcess { child, input, said, name };
        thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || listen(output, &tell))
            .map_err(failed)?;
        engine.greet(&command.options)?;
        Ok(engine)
    }

    fn greet(&mut self, options: &[(String, String)]) -> Result<(), EngineFault> {
        let began = Instant::now();
        self.say("ugi");
        loop {
            let Said { line, .. } = self.hear("ugiok", began, GREETING_PATIENCE)?;
            let Line::Text(text) = line else { continue };
            if text.trim() == "ugiok" {
                break;
            }
            if let Some(name) = text.trim().strip_prefix("id name ") {
                let is_plain = |c: &char| !c.is_control() && *c != '"';
                self.name = name.chars().filter(is_plain).take(NAME_CHARS_MAX).collect();
            }
        }
        for (name, value) in options {
            self.say(&format!("setoption name {name} value {value}"));
        }
        self.wait_until_ready()
    }

    /// Waits until the engine has processed all earlier commands.
    pub(crate) fn wait_until_ready(&mut self) -> Result<(), EngineFault> {
        let began = Instant::now();
        self.say("isready");
        self.answer("readyok", began, READY_PATIENCE)?;
        Ok(())
    }

    /// Sends a line to the engine. A failure shows at the next wait.
    pub(crate) fn say(&mut self, line: &str) {
        let _ = self.input.write_all(format!("{line}\n").as_bytes());
        let _ = self.input.flush();
    }

    /// Waits for a line that begins with a word, and returns the rest of it. All other lines are skipped. The
    /// patience counts from `began`.
    pub(crate) fn answer(
        &mut self,
        word: &'static str,
        began: Instant,
        patience: Duration,
    ) -> Result<Answer, EngineFault> {
        loop {
            let Said { line, at } = self.hear(word, began, patience)?;
            let Line::Text(text) = line else { continue };
            let mut words = text.split_whitespace();
            if words.next() == Some(word) {
                return Ok(Answer { rest: words.collect::<Vec<&str>>().join(" "), at });
            }
        }
    }

    fn hear(
        &mut self,
        waited_for: &'static str,
        began: Instant,
        patience: Duration,
    ) -> Result<Said, EngineFault> {
        let left = patience.saturating_sub(began.elapsed());
        self.said.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => EngineFault::Silent { waited_for, patience },
            RecvTimeoutError::Disconnected => EngineFault::Ended { waited_for },
        })
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.say("quit");
        let began = Instant::now();
        while began.elapsed() < LEAVING_PATIENCE {
            match self.child.try_wait() {
                Ok(Some(_)) => return,
                Ok(None) => thread::sleep(LEAVING_STEP),
                Err(_) => break,
            }
        }
        // It may have ended just now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Forwards the output of an engine, until it ends or the receiver is gone.
fn listen(output: ChildStdout, tell: &SyncSender<Said>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output) {
        if tell.send(Said { line, at: Instant::now() }).is_err() {
            return;
        }
    }
}
