//! One person who presses on very many boards in groups, and how long somebody else waits to see
//! their own move.
//!
//! The bot keeps to Telegram's limits, so a group takes twenty edits in a minute: the boards of the one
//! ask for many more than that. The other plays in private. The bot and the stand-in for Telegram share
//! this process and the machine; the same is measured before and during the siege.
//!
//! `cargo bench --bench siege -- --help` tells what can be set.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use teloxide::Bot;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, timeout};
use zerosum::app::{self, Listeners};
use zerosum::config::{self, Config, Pace};
use zerosum::store::sqlite::SqliteStore;
use zerosum_playground::Playground;
use zerosum_playground::settings::{Cast, Settings};
use zerosum_playground::views::MessageView;

/// A press that is not shown by then counts as one that took so long.
const PATIENCE: Duration = Duration::from_secs(8);

/// No more boards can be in one chat.
const BOARDS_PER_GROUP_MAX: usize = 50;

#[derive(Clone, Copy, Debug, PartialEq, Parser)]
struct Arguments {
    /// Boards of the one person.
    #[arg(long, default_value_t = 960)]
    boards: usize,
    /// Groups in which they are.
    #[arg(long, default_value_t = 20)]
    groups: usize,
    /// Presses that they make in a second.
    #[arg(long, default_value_t = 13)]
    rate: u32,
    /// Presses of the other person, one in a second.
    #[arg(long, default_value_t = 100)]
    presses: usize,
    /// What `cargo bench` adds.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let arguments = Arguments::parse();
    assert!(arguments.boards <= arguments.groups * BOARDS_PER_GROUP_MAX, "too many boards");
    Runtime::new().expect("a runtime starts").block_on(measure(arguments));
}

/// How many of them there are on a board.
const WOLVES: usize = 4;

async fn measure(arguments: Arguments) {
    let settings = Settings { cast: Cast::Empty, calls_kept: 0, ..Settings::default() };
    let playground = Playground::start(settings).await.expect("a free port");
    let folder = tempfile::tempdir().expect("a folder for the database");
    let (one, other) =
        (playground.add_user("One", Some("en")), playground.add_user("Other", Some("en")));
    // The boards are made in no time, and then played on at Telegram's pace.
    let bot = RunningBot::start(&playground, &folder, Pace::FASTEST);
    let mut boards = Vec::new();
    for group in 0..arguments.groups {
        let group = playground.add_group(&format!("Group {group}"), &[one]);
        for _ in 0..arguments.boards / arguments.groups {
            boards.push(ask(&playground, one, group).await);
        }
    }
    let own = ask(&playground, other, other).await;
    bot.stop().await;
    let bot = RunningBot::start(&playground, &folder, config().pace);
    println!("{:<20} {:>8} {:>8} {:>8} {:>8}", "", "p50 ms", "p99 ms", "max ms", "not shown");
    let (before, own) = watch(&playground, other, own, arguments.presses / 5).await;
    print("alone", before);
    let siege = tokio::spawn(besiege(playground.clone(), one, boards, arguments.rate));
    let (during, _) = watch(&playground, other, own, arguments.presses).await;
    print("besieged", during);
    siege.abort();
    bot.stop().await;
    playground.stop().await;
}

struct RunningBot {
    stop: oneshot::Sender<()>,
    ended: JoinHandle<anyhow::Result<()>>,
}

impl RunningBot {
    fn start(playground: &Playground, folder: &TempDir, pace: Pace) -> RunningBot {
        let store = SqliteStore::open(&folder.path().join("siege.db")).expect("the store opens");
        let url = playground.api_url().parse().expect("a URL");
        let bot = Bot::new(playground.token()).set_api_url(url);
        let config = Config { pace, ..config() };
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(async move {
            let stop = async {
                let _ = stopped.await;
            };
            app::serve(bot, Arc::new(store), &config, Listeners::default(), stop).await
        });
        RunningBot { stop, ended }
    }

    async fn stop(self) {
        let _ = self.stop.send(());
        self.ended.await.expect("it does not panic").expect("it ends well");
    }
}

/// The settings of a host who lets people have and start very many games.
fn config() -> Config {
    let look = |key: &'static str| match key {
        "ZEROSUM_GAMES_PER_PERSON_MAX" | "ZEROSUM_NEW_GAMES_PER_MINUTE" => Some("1000".to_owned()),
        _ => None,
    };
    config::read(look).expect("the settings are right")
}

/// A new game of a person in a chat.
async fn ask(playground: &Playground, user: i64, chat: i64) -> MessageView {
    playground.send_text(user, chat, "/new wolves beginner").expect("they are there");
    playground.next_message(chat).await.expect("a board comes")
}

/// Takes up one wolf after the other on one board after the other, whatever is to be seen of it.
async fn besiege(playground: Playground, one: i64, boards: Vec<MessageView>, rate: u32) {
    let mut ticks = interval(Duration::from_secs(1) / rate);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    for round in 0.. {
        for board in &boards {
            ticks.tick().await;
            let data = wolf(board, round);
            let pressed = playground.press_data(one, board.chat_id, board.message_id, &data);
            pressed.expect("they are there");
        }
    }
}

/// What shows a board with one of its wolves taken up, another one each time.
fn wolf(board: &MessageView, turn: usize) -> String {
    let wolves = board.keyboard.iter().flatten().filter(|button| button.text.contains('🐺'));
    let data = wolves.filter_map(|button| button.data.clone()).nth(turn % WOLVES);
    data.expect("there are four wolves")
}

/// Presses on a board once in a second, and tells how long each press took to be shown.
async fn watch(
    playground: &Playground,
    user: i64,
    board: MessageView,
    presses: usize,
) -> (Vec<Duration>, MessageView) {
    let mut board = board;
    let mut took = Vec::new();
    let mut ticks = interval(Duration::from_secs(1));
    for _ in 0..presses {
        ticks.tick().await;
        let began = Instant::now();
        let (chat, message) = (board.chat_id, board.message_id);
        let data = wolf(&board, took.len());
        playground.press_data(user, chat, message, &data).expect("they are there");
        let shown = timeout(PATIENCE, playground.edited(chat, message, board.edits)).await;
        took.push(began.elapsed().min(PATIENCE));
        if let Ok(Ok(shown)) = shown {
            board = shown;
        }
    }
    (took, board)
}

fn print(name: &str, mut took: Vec<Duration>) {
    took.sort_unstable();
    let share = |percent: usize| {
        let place = (took.len() * percent).div_ceil(100).saturating_sub(1);
        took.get(place).copied().unwrap_or_default().as_secs_f64() * 1_000.0
    };
    let lost = took.iter().filter(|time| **time >= PATIENCE).count();
    let (p50, p99, max) = (share(50), share(99), share(100));
    println!("{name:<20} {p50:>8.1} {p99:>8.1} {max:>8.1} {lost:>8}");
}
