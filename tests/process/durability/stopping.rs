//! Orderly stops: everything in flight is finished, or found by the next start.

use std::time::{Duration, Instant};

use fastrand::Rng;
use zerosum_playground::Playground;
use zerosum_playground::fault::{Fault, FaultKind};

use crate::child::{Launch, database_url, folder, telegram};
use crate::player::{Player, Shown, assert_shown, boards};

const NAMES: [&str; 6] = ["Anna", "Boris", "Clara", "Dmytro", "Emma", "Fedir"];

/// Upper bound on an orderly stop; a host that stops a container allows ten seconds.
const LEAVING_MAX: Duration = Duration::from_secs(8);

/// Several people, each with a new board in private.
async fn people_with_boards(telegram: &Playground) -> Vec<(Player, Shown)> {
    let mut people = Vec::new();
    for name in NAMES {
        let user = telegram.add_user(name, Some("en"));
        let random = Rng::with_seed(1);
        let player = Player {
            telegram: telegram.clone(),
            user,
            chat: user,
            name,
            random,
            games: 0,
            is_insistent: false,
        };
        let shown = player.begin().await;
        people.push((player, shown));
    }
    people
}

/// Presses the middle cell for everyone at once.
fn press_all(people: &[(Player, Shown)]) {
    for (player, shown) in people {
        let pressed = player.telegram.press(player.user, player.chat, shown.message, 1, 1);
        pressed.expect("the button is there");
    }
}

/// Waits until every screen shows the press in the middle, and checks the store.
async fn assert_all_played(
    telegram: &Playground,
    folder: &std::path::Path,
    people: &[(Player, Shown)],
) {
    let mut ends = Vec::new();
    for (player, before) in people {
        let played = telegram.until(|snapshot| {
            let shown = boards(snapshot, player.chat).pop()?;
            (shown.revision > before.revision).then_some(shown)
        });
        let shown = played.await.expect("every accepted press is shown in the end");
        assert_eq!(shown.revision.0, before.revision.0 + 2, "a move and its answer, once");
        assert_eq!(shown.cells[4], "❌");
        ends.push((player.name, shown));
    }
    telegram.settled().await.expect("every press is answered or given up");
    let bot = Launch::bot(telegram, folder).start();
    bot.until_said("is at work");
    assert_eq!(bot.stop().code, Some(0));
    let store = zerosum_store::open(&database_url(folder)).await.expect("the database is whole");
    for (name, shown) in ends {
        assert_shown(telegram, store.as_ref(), &shown, name).await;
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_told_to_stop_amid_presses_loses_none() {
    for signal in ["INT", "TERM"] {
        let (telegram, folder) = (telegram().await, folder());
        let bot = Launch::bot(&telegram, folder.path()).start();
        let people = people_with_boards(&telegram).await;
        press_all(&people);
        bot.signal(signal);
        let start = Instant::now();
        let ended = bot.end();
        assert!(start.elapsed() < LEAVING_MAX, "{signal}: {:?}", start.elapsed());
        assert_eq!(ended.code, Some(0), "{signal}: {}", ended.err);
        assert!(ended.err.contains("moves are kept"), "{}", ended.err);
        let bot = Launch::bot(&telegram, folder.path()).start();
        bot.until_said("is at work");
        telegram.settled().await.expect("what was left is delivered again");
        // The bot records what the screens show while it stops.
        assert_eq!(bot.stop().code, Some(0));
        assert_all_played(&telegram, folder.path(), &people).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_screen_that_hangs_does_not_hold_up_leaving_and_is_redrawn_later() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot(&telegram, folder.path()).start();
    let people = people_with_boards(&telegram).await;
    telegram.fault(Fault::new(FaultKind::Hang).on("editMessageText").times(1_000));
    press_all(&people);
    let answered = telegram.until(|snapshot| (snapshot.waiting_presses() == 0).then_some(()));
    answered.await.expect("every press is answered");
    bot.signal("TERM");
    let start = Instant::now();
    let ended = bot.end();
    assert!(start.elapsed() < LEAVING_MAX, "{:?}", start.elapsed());
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    telegram.clear_faults();
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("6 boards lagged behind");
    let is_shown =
        |player: &Player| telegram.look(|snapshot| boards(snapshot, player.chat).pop()).is_some();
    assert!(people.iter().all(|(player, _)| is_shown(player)));
    assert_eq!(bot.stop().code, Some(0));
    assert_all_played(&telegram, folder.path(), &people).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_waits_for_telegram_stops_when_told() {
    let (telegram, folder) = (telegram().await, folder());
    telegram.fault(Fault::new(FaultKind::CutConnection).times(1_000));
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("cannot reach Telegram");
    let start = Instant::now();
    assert_eq!(bot.stop().code, Some(0));
    assert!(start.elapsed() < LEAVING_MAX, "{:?}", start.elapsed());
}

/// Number of updates that would be delivered again.
fn unconfirmed(telegram: &Playground) -> usize {
    telegram.look(|snapshot| snapshot.pending_updates())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_was_asked_for_nothing_asks_for_nothing_when_told_to_stop() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot(&telegram, folder.path()).start();
    let polled = telegram.until(|snapshot| (snapshot.polls() > 1).then_some(()));
    polled.await.expect("the first poll ends at once, and the second one is held");
    telegram.fault(Fault::new(FaultKind::Hang).on("getUpdates").times(1_000));
    let ended = bot.stop();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(!ended.err.contains("may be delivered again"), "{}", ended.err);
    assert!(telegram.look(|snapshot| snapshot.hanging_calls().is_empty()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idle_bot_told_to_stop_waits_for_no_answer_that_it_does_not_need() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot(&telegram, folder.path()).start();
    people_with_boards(&telegram).await;
    telegram.settled().await.expect("all that was asked is done");
    // As here, Telegram holds a second call with the same offset for seconds, and ends the first one.
    let held = FaultKind::DelayAnswer(Duration::from_secs(3_600));
    telegram.fault(Fault::new(held).on("getUpdates").times(1_000));
    let ended = bot.stop();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(!ended.err.contains("may be delivered again"), "{}", ended.err);
    telegram.clear_faults();
    assert_eq!(unconfirmed(&telegram), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_lost_poll_would_have_confirmed_is_confirmed_when_the_bot_is_told_to_stop() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot(&telegram, folder.path()).start();
    let people = people_with_boards(&telegram).await;
    telegram.settled().await.expect("all that was asked is done");
    // The poll after the next update does not get through, which looks like one that is held.
    telegram.fault(Fault::new(FaultKind::Hang).on("getUpdates"));
    press_all(&people[..1]);
    let lost = telegram.until(|snapshot| {
        let is_lost = !snapshot.hanging_calls().is_empty() && snapshot.waiting_presses() == 0;
        is_lost.then_some(())
    });
    lost.await.expect("the press is answered and more is asked for");
    assert_eq!(unconfirmed(&telegram), 1);
    let ended = bot.stop();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(!ended.err.contains("may be delivered again"), "{}", ended.err);
    assert_eq!(unconfirmed(&telegram), 0, "nothing is delivered twice");
    assert_all_played(&telegram, folder.path(), &people[..1]).await;
}

#[cfg(target_os = "linux")]
#[test]
fn a_playground_whose_terminal_is_closed_takes_its_games_with_it() {
    let folder = folder();
    let process = Launch::playground(false, folder.path()).start();
    process.until_said("is at work");
    process.signal("HUP");
    let ended = process.end();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let left = std::fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(left, 0, "the games of a playground go with it");
}

#[cfg(target_os = "linux")]
#[test]
fn a_playground_that_is_to_outlive_its_terminal_still_ignores_that_it_is_closed() {
    /// The bit of the signal in the masks of a process.
    const HANGUP: u64 = 1;
    let folder = folder();
    let process = Launch::playground(true, folder.path()).start();
    process.until_said("is at work");
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id()));
    let status = status.expect("it runs");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = u64::from_str_radix(ignored.expect("Linux says it").trim(), 16);
    assert_eq!(ignored.expect("a mask") & HANGUP, HANGUP, "{status}");
    process.signal("HUP");
    assert_eq!(process.stop().code, Some(0));
}
