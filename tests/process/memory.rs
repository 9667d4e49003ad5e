//! The process stays below the memory that it is given.

use std::fs;

use zerosum_playground::Playground;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::settings::{Cast, Settings};

use crate::child::{Launch, PATIENCE, TOKEN, folder};

/// The least that can be set, in MB.
const MEMORY_MB: u64 = 64;

/// People who play, each in a chat of their own: more than may have an edit in flight at once.
const CHATS: usize = 1_000;

/// So much of that is left to the pages of the program's own file: 16 MB were measured of the shipped one, and
/// more than twice as much of an unoptimised one, which the system takes back when it needs them.
const PROGRAM_MB: u64 = 32;

/// The most memory that a process has had besides its program, in KB.
fn peak_kb(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let number = |name: &str| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let digits = line.and_then(|line| line.split_whitespace().next());
        digits.and_then(|digits| digits.parse().ok()).expect("a number of KB")
    };
    number("VmHWM:") - number("RssFile:")
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
    let peak = peak_kb(process.id());
    assert!(peak < (MEMORY_MB - PROGRAM_MB) << 10, "{peak} KB");
    telegram.clear_faults();
    process.stop();
}
