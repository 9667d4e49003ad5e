//! Threads of the process: as many as it reports; without them it exits instead of waiting for ever.

use std::fs;

use zerosum::config;
use zerosum::threads::Threads;

use crate::child::{Ended, Launch, STACK_BYTES, folder, telegram};

/// Numbers of threads that are set, higher than the defaults on any machine.
const WORKERS: u32 = 37;
const SEARCHES: u32 = 3;

/// Threads of a bot with these settings.
fn threads_max() -> Threads {
    let config = config::read(|key| match key {
        "ZEROSUM_WORKER_THREADS" => Some(WORKERS.to_string()),
        "ZEROSUM_SEARCH_THREADS" => Some(SEARCHES.to_string()),
        _ => None,
    });
    Threads::for_bot(&config.expect("nothing is wrong with it"), 1)
}

fn set(launch: Launch) -> Launch {
    launch
        .with("ZEROSUM_WORKER_THREADS", &WORKERS.to_string())
        .with("ZEROSUM_SEARCH_THREADS", &SEARCHES.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_process_has_the_threads_that_are_set_and_no_more_than_it_says() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = set(Launch::bot(&telegram, folder.path())).start();
    bot.until_said("is at work");
    let anna = telegram.add_user("Anna", Some("en"));
    // Searches, pictures and lookups, all at once.
    for text in ["/new 10x10x5 best o", "/new gomoku best o", "/new 9x9x5 best o"] {
        telegram.send_text(anna, anna, text).expect("she can write");
    }
    telegram.settled().await.expect("what is written is worked on");
    let names = fs::read_dir(format!("/proc/{}/task", bot.id())).expect("it runs").map(|task| {
        let path = task.expect("a task").path().join("comm");
        // A thread may have ended in between.
        fs::read_to_string(path).unwrap_or_default().trim().to_owned()
    });
    let names: Vec<String> = names.collect();
    let total = threads_max().total();
    let workers = names.iter().filter(|name| *name == "runtime").count();
    assert!(workers >= threads_max().workers, "{names:?}");
    assert!(names.len() <= total, "{} of {total}: {names:?}", names.len());
    assert_eq!(bot.stop().code, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_without_enough_threads_ends_at_once_and_says_why() {
    let telegram = telegram().await;
    let total = u64::try_from(threads_max().total()).expect("a small number");
    let room_for = |threads: u64| (threads * STACK_BYTES) >> 10;
    // The allocator's own memory makes the first few numbers uncertain, but none may cause a hang.
    for threads in [8, 9, 16, 17, total / 2, total - 8] {
        let folder = folder();
        let bot = set(Launch::bot_with_room(&telegram, folder.path(), room_for(threads)));
        let Ended { out, err, code } = bot.run();
        assert_eq!((out.as_str(), code), ("", Some(1)), "{threads} threads: {err}");
        assert_eq!(err.lines().count(), 1, "{threads} threads: {err}");
        let wanted = format!(" of the {total} threads that may be needed can be started: ");
        assert!(err.starts_with("zerosum: only ") && err.contains(&wanted), "{err}");
    }
    let folder = folder();
    let bot = set(Launch::bot_with_room(&telegram, folder.path(), room_for(total * 2 + 16)));
    let bot = bot.start();
    bot.until_said("is at work");
    assert_eq!(bot.stop().code, Some(0));
}
