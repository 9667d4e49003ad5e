//! A disk that is full, or a database that is moved away, while people play.

use std::fs;
use std::process::Command;

use zerosum_playground::views::Snapshot;

use crate::child::{Launch, folder, free_port, telegram, until_host_is_told};
use crate::player::{Shown, boards};

/// Toast for a move that cannot be stored.
const TOAST: &str =
    "I can’t save moves right now, so nothing has changed. Please try again in a moment.";
const REPLY: &str =
    "I can’t save anything right now, so nothing has changed. Please try again in a moment.";

/// Russian form of that toast.
const TOAST_RU: &str =
    "Сейчас я не могу сохранить ход, и ничего не изменилось. Попробуйте чуть позже.";
const REPLY_RU: &str =
    "Сейчас я ничего не могу сохранить, и ничего не изменилось. Попробуйте чуть позже.";

/// Limits the size of files that a process may write, which is as close to a full disk as a test gets without
/// privileges.
fn limit_files(process: u32, bytes: &str) {
    let output = Command::new("prlimit")
        .args(["--pid", &process.to_string(), &format!("--fsize={bytes}:")])
        .output()
        .expect("prlimit, of util-linux, is needed to fill a disk");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_disk_is_full_moves_are_refused_and_nothing_is_lost() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot_deaf_to_limits(&telegram, folder.path()).start();
    let anna = telegram.add_user("Anna", Some("en"));
    telegram.send_text(anna, anna, "/new").expect("she can write");
    let sent = telegram.next_message(anna).await.expect("a board comes");
    let message = sent.message_id;
    let press = |row, column| telegram.press(anna, anna, message, row, column).expect("a button");
    let newer = |than: &Shown| {
        let than = than.revision;
        move |snapshot: &Snapshot<'_>| {
            boards(snapshot, anna).pop().filter(|shown| shown.revision > than)
        }
    };
    let before = Shown::of(&sent).expect("it is a board");
    press(1, 1);
    let before = telegram.until(newer(&before)).await.expect("the first move is kept");

    // The log has been restarted, and even its existing part can no longer be overwritten.
    limit_files(bot.id(), "1");
    let free: Vec<usize> = (0..9).filter(|cell| before.cells[*cell] == "·").collect();
    for cell in &free {
        let answer = telegram.answer(&press(cell / 3, cell % 3)).await.expect("she is answered");
        assert_eq!(answer.text, TOAST);
    }
    telegram.send_text(anna, anna, "/new").expect("she can write");
    assert_eq!(telegram.next_message(anna).await.expect("she is answered").text, REPLY);
    telegram.send_text(anna, anna, "/resign").expect("she can write");
    assert_eq!(telegram.next_message(anna).await.expect("she is answered").text, REPLY);
    let during = telegram.look(|snapshot| boards(snapshot, anna));
    assert_eq!(during, std::slice::from_ref(&before), "nothing has changed on the screen");

    limit_files(bot.id(), "unlimited");
    let answer = telegram.answer(&press(free[0] / 3, free[0] % 3)).await.expect("an answer");
    assert_eq!(answer.text, "", "there is room again, and the same button works");
    let after = telegram.until(newer(&before)).await.expect("play goes on");
    assert_eq!(after.revision.0, before.revision.0 + 2, "a move and its answer");
    assert_eq!(after.cells[free[0]], "❌");
    let ended = bot.stop();
    assert_eq!(ended.code, Some(0), "{}", ended.err);

    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("is at work");
    let next = after.cells.iter().position(|cell| cell == "·").expect("a cell is free");
    press(next / 3, next % 3);
    telegram.until(newer(&after)).await.expect("play goes on after a restart");
    assert_eq!(bot.stop().code, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_disk_is_full_no_seat_is_taken_and_two_people_play_on_afterwards() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot_deaf_to_limits(&telegram, folder.path()).start();
    let anna = telegram.add_user("Anna", Some("en"));
    let boris = telegram.add_user("Борис", Some("ru"));
    let group = telegram.add_group("Board games", &[anna, boris]);
    telegram.send_text(anna, group, "/new").expect("she can write");
    let sent = telegram.next_message(group).await.expect("a board with an open seat comes");
    let tap = |user, cell: usize| {
        telegram.press(user, group, sent.message_id, cell / 3, cell % 3).expect("a button")
    };
    let toast = async |press: String| telegram.answer(&press).await.expect("an answer").text;
    let edited =
        async |edits| telegram.edited(group, sent.message_id, edits).await.expect("an edit");

    limit_files(bot.id(), "1");
    assert_eq!(toast(tap(boris, 4)).await, TOAST_RU);
    limit_files(bot.id(), "unlimited");
    assert_eq!(toast(tap(boris, 4)).await, "", "the seat is still free, and the tap is a move");
    let joined = edited(0).await;
    assert!(joined.text.contains("Борис") && joined.keyboard[1][1].text.contains('❌'));

    limit_files(bot.id(), "1");
    assert_eq!(toast(tap(anna, 0)).await, TOAST);
    telegram.send_text(boris, group, "/resign").expect("he can write");
    let reply = telegram.next_message(group).await.expect("he is answered").text;
    assert_eq!(reply, REPLY_RU);
    let during = telegram.message(group, sent.message_id).expect("it is there");
    assert_eq!(during, joined, "nothing has changed on the screen");

    limit_files(bot.id(), "unlimited");
    assert_eq!(toast(tap(anna, 0)).await, "", "there is room again, and the same button works");
    let after = edited(joined.edits).await;
    assert!(after.keyboard[0][0].text.contains('⭕'), "{after:?}");
    assert_eq!(bot.stop().code, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_database_is_moved_away_moves_are_refused_and_the_host_is_told() {
    let (telegram, folder) = (telegram().await, folder());
    let address = format!("127.0.0.1:{}", free_port());
    let bot = Launch::bot(&telegram, folder.path()).with("ZEROSUM_ADMIN_LISTEN", &address).start();
    let anna = telegram.add_user("Anna", Some("en"));
    telegram.send_text(anna, anna, "/new").expect("she can write");
    let sent = telegram.next_message(anna).await.expect("a board comes");
    let press = || telegram.press(anna, anna, sent.message_id, 1, 1).expect("a button");
    until_host_is_told(&address, "ready\n").await;

    let (path, aside) = (folder.path().join("zerosum.db"), folder.path().join("aside.db"));
    fs::rename(&path, &aside).expect("the file is moved");
    let answer = telegram.answer(&press()).await.expect("she is answered");
    assert_eq!(answer.text, TOAST);
    until_host_is_told(&address, "not ready: the store does not answer\n").await;

    fs::rename(&aside, &path).expect("the file is put back");
    let answer = telegram.answer(&press()).await.expect("she is answered");
    assert_eq!(answer.text, "", "the same button works");
    telegram.edited(anna, sent.message_id, sent.edits).await.expect("play goes on");
    until_host_is_told(&address, "ready\n").await;

    fs::rename(&path, &aside).expect("the file is moved");
    let ended = bot.stop();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let good_bye = ended.err.lines().last().unwrap_or_default();
    assert!(
        good_bye.contains("may be lost") && good_bye.contains("moved or deleted"),
        "{good_bye}"
    );
    assert!(!ended.err.contains("moves are kept"), "{}", ended.err);
}
