//! `kill -9` at random instants and at the worst moments: nothing that was shown is lost, nothing is done
//! twice, and every game goes on to its end.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fastrand::Rng;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use zerosum_playground::Playground;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_session::SessionId;
use zerosum_store::Grace;

use crate::child::{Launch, Process, database_url, folder, telegram};
use crate::player::{Player, Shown, assert_shown, boards};

/// Number of times the bot is killed.
const KILLS: usize = 100;

/// After this number of kills, a bot lives until it has handled everything left by the previous ones.
const KILLS_PER_CATCHING_UP: usize = 4;

/// Time without calls after which the bot counts as idle.
const QUIET: Duration = Duration::from_millis(500);

/// Upper bound on the starts that bring all screens up to date after that number of kills.
const STARTS_TO_CATCH_UP_MAX: usize = 5;

/// Exclusive upper bound on the calls to Telegram before a kill, counted from the start of the bot.
const CALLS_BEFORE_KILL_MAX: usize = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_killed_at_any_instant_loses_nothing_and_repeats_nothing() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = Rng::with_seed(seed);
    let (telegram, folder) = (telegram().await, folder());
    let is_evening = Arc::new(AtomicBool::new(false));
    let players: Vec<JoinHandle<(Player, Shown)>> = players(&telegram, &mut random)
        .into_iter()
        .map(|player| tokio::spawn(play_until(player, Arc::clone(&is_evening))))
        .collect();
    for round in 1..=KILLS {
        let bot = Launch::bot(&telegram, folder.path()).start();
        if round % KILLS_PER_CATCHING_UP == 0 {
            // Only a limited number of one person's updates may wait at once, and each start delivers all
            // again.
            let caught_up = telegram
                .until(|snapshot| (snapshot.pending_updates() <= players.len()).then_some(()));
            caught_up.await.expect("what has been worked on does not come again");
        }
        let calls = random.usize(..CALLS_BEFORE_KILL_MAX);
        kill_after(&telegram, bot, calls, &mut random).await;
    }
    let bot = Launch::bot(&telegram, folder.path()).start();
    is_evening.store(true, Ordering::Relaxed);
    let mut ends = Vec::new();
    for player in players {
        ends.push(player.await.expect("no player has noticed anything wrong"));
    }
    telegram.settled().await.expect("every press is answered");
    let ended = bot.stop();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    catch_up(&telegram, folder.path()).await;
    assert_eq!(ended.err.matches(" ERROR ").count(), 0, "{}", ended.err);
    for (player, _) in &ends {
        assert!(player.games > 0, "{} has played no game to its end", player.name);
    }
    check_the_end(&telegram, folder.path(), &ends).await;
    let games: u32 = ends.iter().map(|(player, _)| player.games).sum();
    println!("{games} games");
}

/// Restarts the bot until no screen is known to lag behind. Boards that were drawn but not recorded are drawn
/// again, only some in each chat at a time.
async fn catch_up(telegram: &Playground, folder: &Path) {
    for _ in 0..STARTS_TO_CATCH_UP_MAX {
        let store =
            zerosum_store::open(&database_url(folder)).await.expect("the database is whole");
        let behind = store.behind(None, 100, Grace::NONE).await.expect("the store can be read");
        store.close().await;
        if behind.is_empty() {
            return;
        }
        let bot = Launch::bot(telegram, folder).start();
        bot.until_said("is at work");
        until_quiet(telegram).await;
        assert_eq!(bot.stop().code, Some(0));
    }
}

/// Waits until the bot has sent nothing for a while.
async fn until_quiet(telegram: &Playground) {
    let said = || telegram.calls().iter().filter(|call| call.method != "getUpdates").count();
    let mut before = None;
    while before != Some(said()) {
        before = Some(said());
        sleep(QUIET).await;
    }
}

/// Four people who play in private, and two in a group.
fn players(telegram: &Playground, random: &mut Rng) -> Vec<Player> {
    let names = ["Anna", "Boris", "Clara", "Dmytro", "Emma", "Fedir"];
    let users = names.map(|name| telegram.add_user(name, Some("en")));
    let group = telegram.add_group("Players", &users);
    let seats = names.into_iter().zip(users).enumerate();
    let player = |(index, (name, user))| Player {
        telegram: telegram.clone(),
        user,
        chat: if index < 4 { user } else { group },
        name,
        random: random.fork(),
        games: 0,
        is_insistent: false,
    };
    seats.map(player).collect()
}

/// Plays game after game, until `is_evening` is set and the current game is over.
async fn play_until(mut player: Player, is_evening: Arc<AtomicBool>) -> (Player, Shown) {
    let mut shown = player.begin().await;
    loop {
        while !shown.is_over {
            shown = player.play(&shown).await;
        }
        if is_evening.load(Ordering::Relaxed) {
            return (player, shown);
        }
        shown = player.play_again(&shown).await;
    }
}

/// Kills the bot after this number of further calls, some of which are still in flight inside it.
async fn kill_after(telegram: &Playground, bot: Process, calls: usize, random: &mut Rng) {
    if calls > 0 && random.u8(..10) > 0 {
        let made = |number: &Option<u64>| number.unwrap_or(0);
        let newest = telegram.look(|snapshot| snapshot.calls().last().map(|call| call.number));
        let wanted = made(&newest) + calls as u64;
        let are_made = telegram
            .until(|snapshot| (snapshot.calls().last()?.number >= wanted).then_some(()))
            .await;
        are_made.expect("the bot is at work while people play");
    }
    bot.signal("KILL");
    assert_eq!(bot.end().code, None);
}

async fn check_the_end(telegram: &Playground, folder: &Path, ends: &[(Player, Shown)]) {
    let store = zerosum_store::open(&database_url(folder)).await.expect("the database is whole");
    let mut stored = HashSet::new();
    for (player, shown) in ends {
        assert!(shown.is_over, "{} has come to an end: {shown:?}", player.name);
        assert_shown(telegram, store.as_ref(), shown, player.name).await;
        stored.insert(shown.id);
    }
    assert_eq!(stored.len(), ends.len(), "everybody has a board of their own");
    let behind = store.behind(None, 100, Grace::NONE).await.expect("the store can be read");
    assert!(behind.is_empty(), "{behind:?}");
    let chats: HashSet<i64> = ends.iter().map(|(player, _)| player.chat).collect();
    for chat in chats {
        let shown = telegram.look(|snapshot| boards(snapshot, chat));
        let seen: HashSet<SessionId> = shown.iter().map(|shown| shown.id).collect();
        let here = ends.iter().filter(|(player, _)| player.chat == chat);
        let wanted: u32 = here.map(|(player, _)| player.games + 1).sum();
        assert_eq!(seen.len(), wanted as usize, "each game that was asked for, and no other");
    }
    store.close().await;
}

/// One person who plays in private.
fn anna(telegram: &Playground) -> Player {
    let user = telegram.add_user("Anna", Some("en"));
    let random = Rng::with_seed(0);
    Player {
        telegram: telegram.clone(),
        user,
        chat: user,
        name: "Anna",
        random,
        games: 0,
        is_insistent: false,
    }
}

/// Makes all calls of a method hang from now on, without effect.
fn hang(telegram: &Playground, method: &str) {
    telegram.fault(Fault::new(FaultKind::Hang).on(method).times(1_000));
}

/// Plays on after a restart, and checks that the screen shows the stored state, completely and once.
async fn check_after_restart(telegram: &Playground, folder: &Path, mut player: Player) {
    let bot = Launch::bot(telegram, folder).start();
    bot.until_said("is at work");
    let count = telegram.look(|snapshot| boards(snapshot, player.chat).len());
    assert_eq!(count, 1, "one board was asked for");
    let mut shown = telegram.look(|snapshot| boards(snapshot, player.chat).remove(0));
    while !shown.is_over {
        shown = player.play(&shown).await;
    }
    telegram.settled().await.expect("every press is answered");
    assert_eq!(bot.stop().code, Some(0));
    check_the_end(telegram, folder, &[(player, shown)]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_kept_and_not_yet_shown_is_shown_by_the_next_start() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot(&telegram, folder.path()).start();
    let player = anna(&telegram);
    let before = player.begin().await;
    // The bot has recorded where the board is shown before it exits.
    assert_eq!(bot.stop().code, Some(0));
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("is at work");
    hang(&telegram, "editMessageText");
    let press = telegram.press(player.user, player.chat, before.message, 0, 0).expect("a button");
    telegram.answer(&press).await.expect("the move is accepted");
    telegram.settled().await.expect("the press will not come again");
    bot.signal("KILL");
    bot.end();
    telegram.clear_faults();
    let edits = telegram.message(player.chat, before.message).map(|message| message.edits);
    assert_eq!(edits, Some(0), "nothing is shown yet");
    let bot = Launch::bot(&telegram, folder.path()).start();
    let board = telegram.edited(player.chat, before.message, 0).await.expect("it is redrawn");
    let after = Shown::of(&board).expect("it is a board");
    assert_eq!((after.revision.0, after.cells[0].as_str()), (before.revision.0 + 2, "❌"));
    assert_eq!(bot.stop().code, Some(0));
    check_after_restart(&telegram, folder.path(), player).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_made_and_not_yet_sent_is_sent_once_by_the_next_start() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("is at work");
    let player = anna(&telegram);
    hang(&telegram, "sendMessage");
    telegram.send_text(player.user, player.chat, "/new").expect("she can write");
    telegram.settled().await.expect("the command will not come again");
    bot.signal("KILL");
    bot.end();
    telegram.clear_faults();
    assert!(telegram.messages(player.chat).is_empty(), "nothing is sent yet");
    let bot = Launch::bot(&telegram, folder.path()).start();
    telegram.next_message(player.chat).await.expect("the board is sent");
    assert_eq!(bot.stop().code, Some(0));
    check_after_restart(&telegram, folder.path(), player).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_done_and_delivered_again_is_not_done_again() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("is at work");
    let player = anna(&telegram);
    // The first poll ends at once, because no offset is known; the second one waits for updates.
    let is_polling = telegram.until(|snapshot| (snapshot.polls() > 1).then_some(()));
    is_polling.await.expect("the bot asks for updates");
    // The poll in progress delivers; the next one, which would confirm, never arrives.
    let confirm_nothing =
        || telegram.fault(Fault::new(FaultKind::CutConnection).on("getUpdates").times(1_000));
    let comes_again = || telegram.look(|snapshot| snapshot.pending_updates() > 0);
    let shown = || telegram.look(|snapshot| boards(snapshot, player.chat));

    confirm_nothing();
    let before = player.begin().await;
    // The bot has recorded where the board is shown before it exits.
    assert_eq!(bot.stop().code, Some(0));
    assert!(comes_again());
    telegram.clear_faults();
    let bot = Launch::bot(&telegram, folder.path()).start();
    telegram.settled().await.expect("the command has come again");
    assert_eq!(shown(), std::slice::from_ref(&before), "one board was asked for");

    confirm_nothing();
    let press = telegram.press(player.user, player.chat, before.message, 0, 0).expect("a button");
    assert_eq!(telegram.answer(&press).await.expect("the move is accepted").text, "");
    let board = telegram.edited(player.chat, before.message, 0).await.expect("it is shown");
    bot.signal("KILL");
    bot.end();
    assert!(comes_again());
    telegram.clear_faults();
    let bot = Launch::bot(&telegram, folder.path()).start();
    telegram.settled().await.expect("the press has come again");
    let after = Shown::of(&board).expect("it is a board");
    assert_eq!(shown(), [after], "one move was made");
    assert_eq!(bot.stop().code, Some(0));
    check_after_restart(&telegram, folder.path(), player).await;
}
