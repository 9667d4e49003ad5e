//! An engine as a child process: what it is told, what it says, and the time within which it does.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::engine::lines::{Line, read_line};

/// Time within which it must exit before it is killed.
const LEAVING_PATIENCE: Duration = Duration::from_millis(500);

/// Interval between checks of an engine that is told to quit.
const LEAVING_STEP: Duration = Duration::from_millis(5);

/// Maximum number of unread lines from an engine. An engine that writes more has to wait.
const LINES_WAITING_MAX: usize = 256;

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
    #[error("it said {said:?} instead of {waited_for}")]
    Refused { waited_for: &'static str, said: String },
    #[error("it has no option {name}; it has {offered}")]
    NoOption { name: String, offered: String },
    #[error("{name} is one of {offered}")]
    NoValue { name: String, offered: String },
}

/// A running engine. Dropping it tells the engine to quit, and kills it if it does not.
pub(crate) struct EngineProcess {
    child: Child,
    input: ChildStdin,
    said: Receiver<(Line, Instant)>,
    /// Command that tells it to quit.
    farewell: &'static str,
}

/// Line of output with the time of its arrival.
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) at: Instant,
}

/// Wait for something that an engine is to say.
#[derive(Clone, Copy)]
pub(crate) struct Wait {
    pub(crate) waited_for: &'static str,
    pub(crate) began: Instant,
    pub(crate) patience: Duration,
}

/// Splits a command into words like a POSIX shell, but expands nothing.
pub(crate) fn split_command(text: &str) -> Result<Vec<String>, SplitError> {
    let words = shlex::split(text).ok_or_else(|| SplitError::Open(text.to_owned()))?;
    if words.is_empty() { Err(SplitError::Nothing) } else { Ok(words) }
}

impl EngineProcess {
    /// Starts a program with its arguments. Its standard error is discarded.
    pub(crate) fn start(
        words: &[String],
        farewell: &'static str,
    ) -> Result<EngineProcess, EngineFault> {
        let (program, arguments) = words.split_first().expect("a command has a word");
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
        let engine = EngineProcess { child, input, said, farewell };
        thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || listen(output, &tell))
            .map_err(failed)?;
        Ok(engine)
    }

    /// Sends a line to the engine. A failure shows at the next wait.
    pub(crate) fn say(&mut self, line: &str) {
        let _ = self.input.write_all(format!("{line}\n").as_bytes());
        let _ = self.input.flush();
    }

    /// Waits for the next line that is text. The patience counts from the beginning of the wait; a line that came
    /// later does not count.
    pub(crate) fn hear(&mut self, wait: Wait) -> Result<Said, EngineFault> {
        let Wait { waited_for, began, patience } = wait;
        loop {
            let left = patience.saturating_sub(began.elapsed());
            match self.said.recv_timeout(left) {
                Ok((_, at)) if at.saturating_duration_since(began) > patience => {
                    return Err(EngineFault::Silent { waited_for, patience });
                }
                Ok((Line::Text(text), at)) => return Ok(Said { text, at }),
                Ok((Line::TooLong | Line::NotText, _)) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(EngineFault::Silent { waited_for, patience });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(EngineFault::Ended { waited_for });
                }
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.say(self.farewell);
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
fn listen(output: ChildStdout, tell: &SyncSender<(Line, Instant)>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output) {
        if tell.send((line, Instant::now())).is_err() {
            return;
        }
    }
}
