//! `kill -9` at any instant: nothing that was shown is lost, nothing is done twice, and every game
//! goes on to its end.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use tokio::task::JoinHandle;

use zerosum::playground::Playground;
use zerosum::store;

use crate::child::{Launch, Process, database_url, folder, telegram};
use crate::player::{Player, Shown, assert_shown, boards};

/// How often the bot is killed.
const KILLS: usize = 30;

/// A bot is killed after less calls to Telegram than this, counted from its start.
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
    for _ in 0..KILLS {
        let bot = Launch::bot(&telegram, folder.path()).start();
        let calls = random.usize(..CALLS_BEFORE_KILL_MAX);
        kill_after(&telegram, bot, calls, &mut random).await;
    }
    let bot = Launch::bot(&telegram, folder.path()).start();
    is_evening.store(true, Ordering::Relaxed);
    let mut ends = Vec::new();
    for player in players {
        ends.push(player.await.expect("nobody has noticed anything wrong"));
    }
    telegram.settled().await.expect("every press is answered");
    let ended = bot.stop();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(ended.err.matches(" ERROR ").count(), 0, "{}", ended.err);
    check_the_end(&telegram, folder.path(), &ends).await;
    let games: u32 = ends.iter().map(|(player, _)| player.games).sum();
    println!("{games} games");
}

/// Three people alone with the bot, and three in a group.
fn players(telegram: &Playground, random: &mut Rng) -> Vec<Player> {
    let names = ["Anna", "Boris", "Clara", "Dmytro", "Emma", "Fedir"];
    let users = names.map(|name| telegram.add_user(name, Some("en")));
    let group = telegram.add_group("Players", &users);
    let seats = names.into_iter().zip(users).enumerate();
    let player = |(index, (name, user))| Player {
        telegram: telegram.clone(),
        user,
        chat: if index < 3 { user } else { group },
        name,
        random: random.fork(),
        games: 0,
    };
    seats.map(player).collect()
}

/// Plays game after game, until it is late and the game at hand is over.
async fn play_until(mut player: Player, is_evening: Arc<AtomicBool>) -> (Player, Shown) {
    let mut shown = player.begin().await;
    loop {
        while !shown.is_over {
            shown = player.play(&shown).await;
        }
        if is_evening.load(Ordering::Relaxed) {
            return (player, shown);
        }
        shown = player.rematch(&shown).await;
    }
}

/// Kills the bot after so many calls more, of which some are still under way inside it.
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
    let store = store::open(&database_url(folder)).expect("the database is whole");
    let mut stored = HashSet::new();
    for (player, shown) in ends {
        assert!(shown.is_over && player.games > 0, "{} has played: {shown:?}", player.name);
        assert_shown(telegram, store.as_ref(), shown, player.name).await;
        stored.insert(shown.id);
    }
    assert_eq!(stored.len(), ends.len(), "everybody has a board of their own");
    let behind = store.behind(None, 100).await.expect("the store can be read");
    assert!(behind.is_empty(), "{behind:?}");
    let chats: HashSet<i64> = ends.iter().map(|(player, _)| player.chat).collect();
    for chat in chats {
        for shown in telegram.look(|snapshot| boards(snapshot, chat)) {
            assert!(stored.contains(&shown.id), "nobody asked for {shown:?}");
        }
    }
    store.close().await;
}
