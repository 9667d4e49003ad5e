//! The real program as a child process, with all of its output.

#[cfg(target_os = "linux")]
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use zerosum_playground::Playground;
use zerosum_playground::settings::{Cast, InlineMode, Settings};

/// Upper bound on any wait.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// Time that a press waits for an answer. A killed bot never answers some of them.
const ANSWER_PATIENCE: Duration = Duration::from_secs(4);

/// Stack size of the threads in [`Launch::bot_with_room`].
pub(crate) const STACK_BYTES: u64 = 256 << 20;

/// The token of every bot here.
pub(crate) const TOKEN: &str = "4242:a_Secret-of-its-own";

const PROGRAM: &str = env!("CARGO_BIN_EXE_zerosum");

/// A folder for one test.
pub(crate) fn folder() -> TempDir {
    TempDir::new().expect("a folder can be made")
}

/// A free port, below those that the system gives to sockets which ask for none, so that it is still free when it is
/// bound.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + u16::try_from(std::process::id() % 10_000).expect("it is small");
    loop {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed) % 2_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// A Telegram without users.
pub(crate) async fn telegram() -> Playground {
    telegram_with(InlineMode::Off).await
}

/// Like [`telegram`], but with inline mode on or off.
pub(crate) async fn telegram_with(inline_mode: InlineMode) -> Playground {
    let settings = Settings {
        inline_mode,
        token: TOKEN.to_owned(),
        cast: Cast::Empty,
        username: "zerosum_bot".to_owned(),
        patience: PATIENCE,
        callback_lifetime: ANSWER_PATIENCE,
        ..Settings::default()
    };
    Playground::start(settings).await.expect("the playground starts")
}

/// Waits until the bot that answers hosts at this address says this of its readiness.
pub(crate) async fn until_host_is_told(address: &str, words: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let answer = reqwest::get(format!("http://{address}/readyz")).await.expect("it answers");
        let text = answer.text().await.expect("it is text");
        if text == words {
            return;
        }
        assert!(Instant::now() < deadline, "{text}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The URL of a database in a folder.
pub(crate) fn database_url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("zerosum.db").display())
}

/// The program before its start, without any setting of this machine.
pub(crate) struct Launch(Command);

impl Launch {
    /// Creates the program with these arguments and no settings.
    pub(crate) fn of(arguments: &[&str], folder: &Path) -> Launch {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).current_dir(folder).env_clear();
        Launch(command)
    }

    /// Creates a bot of this Telegram, with its database in the folder.
    pub(crate) fn bot(telegram: &Playground, folder: &Path) -> Launch {
        Launch::of(&["bot"], folder).talking_to(telegram, folder)
    }

    /// Like [`Launch::bot`], but ignoring the signal for a file at its size limit: the write fails, as on a
    /// full disk.
    pub(crate) fn bot_deaf_to_limits(telegram: &Playground, folder: &Path) -> Launch {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" bot", PROGRAM]);
        command.current_dir(folder).env_clear();
        Launch(command).talking_to(telegram, folder)
    }

    /// Like [`Launch::bot`], but with an address space of this size in KiB, in which threads with stacks of
    /// [`STACK_BYTES`] fit one by one, so that the program can have only a certain number of them.
    pub(crate) fn bot_with_room(telegram: &Playground, folder: &Path, kib: u64) -> Launch {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &format!("ulimit -v {kib} && exec \"$0\" bot"), PROGRAM]);
        command.current_dir(folder).env_clear();
        let launch = Launch(command).talking_to(telegram, folder);
        launch.with("RUST_MIN_STACK", &STACK_BYTES.to_string())
    }

    /// Creates a playground whose games are in the folder. It ignores the signal of a closed terminal, as
    /// after `nohup`, or does not, however the tests were started.
    #[cfg(target_os = "linux")]
    pub(crate) fn playground(ignores_hangup: bool, folder: &Path) -> Launch {
        let signal = if ignores_hangup { "--ignore-signal=HUP" } else { "--default-signal=HUP" };
        let mut command = Command::new("/usr/bin/env");
        command.args([signal, PROGRAM, "playground"]);
        command.current_dir(folder).env_clear().env("TMPDIR", folder);
        Launch(command)
            .with("ZEROSUM_PLAYGROUND_LISTEN", "127.0.0.1:0")
            .with("ZEROSUM_PAGE_LISTEN", "127.0.0.1:0")
    }

    pub(crate) fn with(mut self, key: &str, value: &str) -> Launch {
        self.0.env(key, value);
        self
    }

    pub(crate) fn start(mut self) -> Process {
        let command = self.0.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let said = Arc::new(Said::default());
        let out = said.listen(Stream::Out, child.stdout.take().expect("it is piped"));
        let err = said.listen(Stream::Err, child.stderr.take().expect("it is piped"));
        let (tell, ended) = mpsc::channel();
        let id = child.id();
        thread::spawn(move || {
            let status = child.wait().expect("a child can be waited for");
            // The test may have stopped waiting.
            let _ = tell.send(status);
        });
        Process { id, said, listeners: vec![out, err], ended, status: None }
    }

    /// Starts the program and waits until it has ended.
    pub(crate) fn run(self) -> Ended {
        self.start().end()
    }

    /// Like [`Launch::run`], but standard output takes nothing, as on a full disk.
    #[cfg(target_os = "linux")]
    pub(crate) fn run_without_output(mut self) -> Ended {
        let command = self.0.stdin(Stdio::null()).stdout(full()).stderr(Stdio::piped());
        let output = command.output().expect("the program starts");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        Ended { out: String::new(), err, code: output.status.code() }
    }

    /// Starts the program without any output, and returns its exit code.
    #[cfg(target_os = "linux")]
    pub(crate) fn run_without_any_output(mut self) -> Option<i32> {
        let command = self.0.stdin(Stdio::null()).stdout(full()).stderr(full());
        command.status().expect("the program starts").code()
    }

    fn talking_to(self, telegram: &Playground, folder: &Path) -> Launch {
        self.with("TELOXIDE_TOKEN", telegram.token())
            .with("TELOXIDE_API_URL", &telegram.api_url())
            .with("DATABASE_URL", &database_url(folder))
            .with("ZEROSUM_SENDS_PER_SECOND", "100000")
            .with("ZEROSUM_CHAT_SENDS_PER_MINUTE", "6000000")
            .with("ZEROSUM_GROUP_SENDS_PER_MINUTE", "6000000")
    }
}

/// A file that can be opened and takes nothing.
#[cfg(target_os = "linux")]
fn full() -> File {
    File::options().write(true).open("/dev/full").expect("Linux has it")
}

/// A running program, which is killed when dropped.
pub(crate) struct Process {
    id: u32,
    said: Arc<Said>,
    listeners: Vec<JoinHandle<()>>,
    ended: Receiver<ExitStatus>,
    status: Option<ExitStatus>,
}

/// The output of a program, and its exit code.
#[derive(Debug)]
pub(crate) struct Ended {
    pub out: String,
    pub err: String,
    /// The exit code; `None` if a signal has ended it.
    pub code: Option<i32>,
}

impl Process {
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Waits for a line on standard output or standard error that contains these words.
    pub(crate) fn until_said(&self, words: &str) -> String {
        self.said.wait(words)
    }

    /// Sends the signal with this name.
    pub(crate) fn signal(&self, name: &str) {
        let script = format!("kill -{name} {}", self.id);
        let status = Command::new("/bin/sh").args(["-c", &script]).status();
        assert!(status.is_ok_and(|status| status.success()), "{script}");
    }

    /// Waits until the program has ended.
    pub(crate) fn end(mut self) -> Ended {
        let Ok(status) = self.ended.recv_timeout(PATIENCE) else {
            panic!("the program does not end; it said:\n{}", self.said.all());
        };
        self.status = Some(status);
        for listener in self.listeners.drain(..) {
            listener.join().expect("listening does not fail");
        }
        let (out, err) = (self.said.of(Stream::Out), self.said.of(Stream::Err));
        Ended { out, err, code: status.code() }
    }

    /// Asks it to stop and waits until it has ended.
    pub(crate) fn stop(self) -> Ended {
        self.signal("TERM");
        self.end()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() && self.ended.try_recv().is_err() {
            self.signal("KILL");
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Out,
    Err,
}

/// The lines of a program's output, in order of arrival.
#[derive(Default)]
struct Said {
    lines: Mutex<Vec<(Stream, String)>>,
    more: Condvar,
}

impl Said {
    fn listen(
        self: &Arc<Said>,
        stream: Stream,
        pipe: impl Read + Send + 'static,
    ) -> JoinHandle<()> {
        let said = Arc::clone(self);
        thread::spawn(move || {
            let mut pipe = BufReader::new(pipe);
            let mut bytes = Vec::new();
            while pipe.read_until(b'\n', &mut bytes).expect("a pipe can be read") > 0 {
                let line = String::from_utf8_lossy(&bytes).into_owned();
                said.lines.lock().expect("no holder panics").push((stream, line));
                said.more.notify_all();
                bytes.clear();
            }
        })
    }

    fn wait(&self, words: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = self.lines.lock().expect("no holder panics");
        loop {
            if let Some((_, line)) = lines.iter().find(|(_, line)| line.contains(words)) {
                return line.clone();
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                drop(lines);
                panic!("no line has {words:?}, but:\n{}", self.all());
            }
            (lines, _) = self.more.wait_timeout(lines, left).expect("no holder panics");
        }
    }

    fn of(&self, wanted: Stream) -> String {
        let lines = self.lines.lock().expect("no holder panics");
        lines
            .iter()
            .filter(|(stream, _)| *stream == wanted)
            .map(|(_, line)| line.as_str())
            .collect()
    }

    fn all(&self) -> String {
        let lines = self.lines.lock().expect("no holder panics");
        lines.iter().map(|(_, line)| line.as_str()).collect()
    }
}
