//! Memory use: the process stays below its limit.

use std::fs;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use zerosum_playground::Playground;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::settings::{Cast, Settings};

use crate::child::{Launch, PATIENCE, TOKEN, folder};

/// The smallest limit that can be set, in MB.
const MEMORY_MB: u64 = 64;

/// Number of people who play, each in their own chat: more than may have an edit in flight at once.
const CHATS: usize = 1_000;

/// The part of the limit left to the pages of the program's own file: 16 MB were measured for the shipped
/// one. An unoptimised one has more than twice as many, which the system reclaims when needed, so they are
/// not counted here.
const PROGRAM_MB: u64 = 16;

/// Pause between two samples.
const SAMPLE_PERIOD: Duration = Duration::from_millis(2);

/// Samples the memory of a process besides its program until it is asked for the peak. The peak that the
/// system keeps counts the pages of the program as well, which come and go with the load of the machine.
struct Sampler {
    stop: Sender<()>,
    thread: JoinHandle<u64>,
}

impl Sampler {
    fn start(process: u32) -> Sampler {
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            let mut peak_kb = memory_kb(process);
            while stopped.recv_timeout(SAMPLE_PERIOD) == Err(RecvTimeoutError::Timeout) {
                peak_kb = peak_kb.max(memory_kb(process));
            }
            peak_kb.max(memory_kb(process))
        });
        Sampler { stop, thread }
    }

    /// Peak memory so far, in KB.
    fn peak_kb(self) -> u64 {
        drop(self.stop);
        self.thread.join().expect("the process runs")
    }
}

/// Memory of a process besides its program, in KB, with what the system has swapped out.
fn memory_kb(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let number = |name: &str| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let digits = line.and_then(|line| line.split_whitespace().next());
        digits.and_then(|digits| digits.parse().ok()).expect("a number of KB")
    };
    number("RssAnon:") + number("RssShmem:") + number("VmSwap:")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_chats_and_a_telegram_that_hangs_do_not_break_the_ceiling() {
    let folder = folder();
    let settings = Settings {
        token: TOKEN.to_owned(),
        cast: Cast::Empty,
        patience: PATIENCE,
        calls_kept: 0,
        ..Settings::default()
    };
    let telegram = Playground::start(settings).await.expect("the playground starts");
    let process = Launch::bot(&telegram, folder.path())
        .with("ZEROSUM_MEMORY_MAX_MB", &MEMORY_MB.to_string())
        .with("ZEROSUM_SENDS_PER_SECOND", "100000")
        .start();
    process.until_said("is at work");
    let memory = Sampler::start(process.id());
    let mut boards = Vec::new();
    for number in 0..CHATS {
        let user = telegram.add_user(&format!("Player {number}"), Some("en"));
        telegram.send_text(user, user, "/new").expect("the chat is there");
        boards.push(user);
    }
    let mut messages = Vec::new();
    for user in boards {
        messages.push(telegram.next_message(user).await.expect("a board comes"));
    }
    let hang = Fault::new(FaultKind::Hang).times(u32::MAX);
    telegram.fault(hang.on("editMessageText"));
    for board in &messages {
        let (user, message) = (board.chat_id, board.message_id);
        telegram.press(user, user, message, 1, 1).expect("the button is there");
    }
    telegram.settled().await.expect("every press is answered");
    let peak = memory.peak_kb();
    assert!(peak < (MEMORY_MB - PROGRAM_MB) << 10, "{peak} KB");
    telegram.clear_faults();
    process.stop();
}

/// Number of people who ask for pictures and files, and of requests of each.
const ASKING: usize = 150;
const ROUNDS: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_and_files_for_many_do_not_break_the_ceiling_however_fast_they_are_sent() {
    let folder = folder();
    let settings = Settings {
        token: TOKEN.to_owned(),
        cast: Cast::Empty,
        patience: PATIENCE,
        calls_kept: 0,
        ..Settings::default()
    };
    let telegram = Playground::start(settings).await.expect("the playground starts");
    let process = Launch::bot(&telegram, folder.path())
        .with("ZEROSUM_MEMORY_MAX_MB", &MEMORY_MB.to_string())
        .with("ZEROSUM_SENDS_PER_SECOND", "100000")
        .with("ZEROSUM_CHAT_SENDS_PER_MINUTE", "100000")
        .with("ZEROSUM_NEW_GAMES_PER_MINUTE", "1000")
        .start();
    process.until_said("is at work");
    let memory = Sampler::start(process.id());
    let person = |number| telegram.add_user(&format!("Player {number}"), Some("en"));
    let people: Vec<i64> = (0..ASKING).map(person).collect();
    for _ in 0..ROUNDS {
        // Boards and rules are pictures, and the sheet and the record are files.
        for words in ["/new strategic", "/rules", "/sheet", "/record file"] {
            for user in &people {
                telegram.send_text(*user, *user, words).expect("the chat is there");
            }
        }
        for user in &people {
            for _ in 0..4 {
                telegram.next_message(*user).await.expect("an answer comes");
            }
        }
    }
    let peak = memory.peak_kb();
    assert!(peak < (MEMORY_MB - PROGRAM_MB) << 10, "{peak} KB");
    process.stop();
}
