//! An engine on this machine's own threads, to talk to line by line.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use zerosum_games::any::GameSpec;
use zerosum_games::mnk::MnkSpec;
use zerosum_tools::engine::options::Options;
use zerosum_tools::{gomocup, ugi};

/// Upper bound on any wait.
const PATIENCE: Duration = Duration::from_mins(10);

/// Size of the hash table in megabytes; it is small because tests start many engines.
const HASH_MB: u32 = 1;

/// A running engine that reads commands.
pub(crate) struct Speaker {
    /// `None` once the input has ended.
    say: Option<Sender<Vec<u8>>>,
    said: Receiver<String>,
    engine: JoinHandle<io::Result<()>>,
}

impl Speaker {
    /// An engine that speaks UGI.
    pub(crate) fn of(spec: GameSpec) -> Speaker {
        let options = Options { hash_mb: HASH_MB, ..Options::default() };
        Speaker::start(move |input, out| ugi::conversation::speak(spec, options, input, out))
    }

    /// An engine that speaks the protocol of Gomocup.
    pub(crate) fn of_gomocup(spec: MnkSpec) -> Speaker {
        Speaker::start(move |input, out| gomocup::conversation::speak(spec, input, out))
    }

    fn start(speak: impl FnOnce(Input, &mut Mouth) -> io::Result<()> + Send + 'static) -> Speaker {
        let (say, heard) = mpsc::channel();
        let (tell, said) = mpsc::channel();
        let engine = thread::spawn(move || {
            let input = BufReader::new(Ear { heard, rest: Vec::new() });
            speak(input, &mut Mouth { tell, line: Vec::new() })
        });
        Speaker { say: Some(say), said, engine }
    }

    pub(crate) fn say(&self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn say_bytes(&self, bytes: &[u8]) {
        let say = self.say.as_ref().expect("the input has not ended");
        // An engine that has quit reads no more.
        let _ = say.send(bytes.to_vec());
    }

    /// The next line of output.
    pub(crate) fn hear(&self) -> String {
        self.said.recv_timeout(PATIENCE).expect("the engine says something")
    }

    /// The next line of output that is no search information.
    pub(crate) fn hear_answer(&self) -> String {
        loop {
            let line = self.hear();
            if !is_thought(&line) {
                return line;
            }
        }
    }

    /// Ends the input and returns the remaining output.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.say = None;
        let mut rest = Vec::new();
        loop {
            match self.said.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end, and said {rest:?}"),
            }
        }
        self.engine.join().expect("it does not panic").expect("the output can be written");
        rest
    }
}

/// Returns whether a line is search information.
pub(crate) fn is_thought(line: &str) -> bool {
    line.starts_with("info depth ") || line.starts_with("MESSAGE depth ")
}

type Input = BufReader<Ear>;

/// Input of an engine, fed through a channel.
struct Ear {
    heard: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Ear {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // A closed channel is the end of the input.
            self.rest = self.heard.recv().unwrap_or_default();
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Output of an engine, passed on line by line.
struct Mouth {
    tell: Sender<String>,
    line: Vec<u8>,
}

impl Write for Mouth {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line));
                // The test may have stopped reading.
                let _ = self.tell.send(line.expect("an engine says text"));
            } else {
                self.line.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
