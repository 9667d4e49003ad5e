//! People who ask for far more than Telegram takes, and how long others wait to see their own moves.
//!
//! The bot keeps to Telegram's limits, so a group takes twenty messages and edits in a minute, and all
//! chats thirty in a second. Either one person presses on very many boards in groups (`boards`), or asks
//! for help in group after group (`help`), or very many accounts ask for help in private (`accounts`).
//! Or very many browsers are at the page (`page`): idle connections, then streams of one game, then visitors
//! who play an engine. The others play in private. The bot and the stand-in for Telegram share this process
//! and the machine; the same is measured before and during the siege, and the last line is the ratio.
//!
//! `cargo bench --bench siege -- --help` tells what can be set.

#[path = "siege/page.rs"]
mod page;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use futures::future::join_all;
use teloxide::Bot;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, timeout};
use zerosum::app;
use zerosum::app::listeners::Listeners;
use zerosum::config::{self, Config, Pace};
use zerosum_playground::Playground;
use zerosum_playground::settings::{Cast, Settings};
use zerosum_playground::views::MessageView;
use zerosum_store::sqlite;

use crate::page::Load;

/// Limit of a wait: a press that is not shown by then counts as one that took this long.
const PATIENCE: Duration = Duration::from_secs(8);

/// Maximum number of boards in one chat.
const BOARDS_PER_GROUP_MAX: usize = 50;

/// Kinds of load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Siege {
    Boards,
    Help,
    Accounts,
    Page,
}

#[derive(Clone, Copy, Debug, PartialEq, Parser)]
struct Arguments {
    #[arg(long, value_enum, default_value_t = Siege::Boards)]
    siege: Siege,
    /// Boards of the one person.
    #[arg(long, default_value_t = 960)]
    boards: usize,
    /// Groups in which they are, or in which they ask for help.
    #[arg(long, default_value_t = 20)]
    groups: usize,
    /// Presses or commands that are made in a second.
    #[arg(long, default_value_t = 13)]
    rate: u32,
    /// Accounts that ask for help in private.
    #[arg(long, default_value_t = 40)]
    accounts: usize,
    /// Connections to the page that send nothing.
    #[arg(long, default_value_t = 10_000)]
    idle: usize,
    /// Streams of one game on the page.
    #[arg(long, default_value_t = 1_000)]
    streams: usize,
    /// Visitors of the page: first as players against an engine, then as analysts.
    #[arg(long, default_value_t = 200)]
    visitors: usize,
    /// Memory of the bot, in MB.
    #[arg(long, default_value_t = 256)]
    memory: u32,
    /// People who play by themselves.
    #[arg(long, default_value_t = 1)]
    others: usize,
    /// Presses of each of them, one in a second.
    #[arg(long, default_value_t = 100)]
    presses: usize,
    /// Added by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let arguments = Arguments::parse();
    let boards_max = arguments.groups * BOARDS_PER_GROUP_MAX;
    assert!(arguments.siege != Siege::Boards || arguments.boards <= boards_max, "too many boards");
    Runtime::new().expect("a runtime starts").block_on(measure(arguments));
}

/// Number of wolves on a board besides the chosen one.
const WOLVES: usize = 3;

async fn measure(arguments: Arguments) {
    let settings = Settings { cast: Cast::Empty, calls_kept: 0, ..Settings::default() };
    let playground = Playground::start(settings).await.expect("a free port");
    let folder = tempfile::tempdir().expect("a folder for the database");
    let add = |name| playground.add_user(name, Some("en"));
    let (one, others): (i64, Vec<i64>) =
        (add("One"), (0..arguments.others).map(|_| add("Other")).collect());
    // The boards are made in no time, and then played on at Telegram's pace.
    let bot = RunningBot::start(
        &playground,
        &folder,
        Config { pace: Pace::FASTEST, ..config(arguments) },
    )
    .await;
    let mut groups = Vec::new();
    let mut boards = Vec::new();
    for group in 0..arguments.groups {
        let group = playground.add_group(&format!("Group {group}"), &[one]);
        groups.push((one, group));
        if arguments.siege == Siege::Boards {
            for _ in 0..arguments.boards / arguments.groups {
                boards.push(ask(&playground, one, group).await);
            }
        }
    }
    let mut own = Vec::new();
    for other in &others {
        own.push(ask(&playground, *other, *other).await);
    }
    bot.stop().await;
    let bot = RunningBot::start(&playground, &folder, config(arguments)).await;
    println!("{:<20} {:>8} {:>8} {:>8} {:>8}", "", "p50 ms", "p99 ms", "max ms", "not shown");
    let (before, own) = watch_all(&playground, own, arguments.presses / 5).await;
    let alone = print("alone", before);
    let rate = arguments.rate;
    let siege = match arguments.siege {
        Siege::Boards => tokio::spawn(besiege(playground.clone(), one, boards, rate)),
        Siege::Help => tokio::spawn(ask_for_help(playground.clone(), groups, rate)),
        Siege::Page => {
            besiege_page(&playground, bot.page, own, arguments).await;
            bot.stop().await;
            return playground.stop().await;
        }
        Siege::Accounts => {
            let accounts = (0..arguments.accounts).map(|_| add("One of many"));
            let chats = accounts.map(|account| (account, account)).collect();
            tokio::spawn(ask_for_help(playground.clone(), chats, rate))
        }
    };
    let (during, _) = watch_all(&playground, own, arguments.presses).await;
    let besieged = print("besieged", during);
    println!("besieged to alone, p99: {:.1}", besieged / alone.max(0.001));
    siege.abort();
    bot.stop().await;
    playground.stop().await;
}

/// Measures before and beside each kind of load of the page, one after the other.
async fn besiege_page(
    playground: &Playground,
    page: SocketAddr,
    mut own: Vec<MessageView>,
    arguments: Arguments,
) {
    for name in ["idle", "streams", "visitors", "analysts"] {
        let (before, boards) = watch_all(playground, own, arguments.presses).await;
        let alone = print("alone", before);
        let load = match name {
            "idle" => Load::idle(page, arguments.idle),
            "streams" => Load::streams(page, playground, arguments.streams).await,
            "visitors" => Load::solo(page, arguments.visitors),
            _ => Load::analysis(page, arguments.visitors),
        };
        let (during, boards) = watch_all(playground, boards, arguments.presses).await;
        own = boards;
        let besieged = print(name, during);
        load.print();
        println!("{name} to alone, p99: {:.1}", besieged / alone.max(0.001));
    }
}

struct RunningBot {
    /// Address of its page.
    page: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<anyhow::Result<()>>,
}

impl RunningBot {
    async fn start(playground: &Playground, folder: &TempDir, mut config: Config) -> RunningBot {
        let store = sqlite::open(&folder.path().join("siege.db")).expect("the store opens");
        let url = playground.api_url().parse().expect("a URL");
        let bot = Bot::new(playground.token()).set_api_url(url);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let page = listener.local_addr().expect("it has an address");
        // Its memory is shared out as a host's.
        config.page.public_url = format!("http://{page}/").parse().ok();
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(async move {
            let stop = async {
                let _ = stopped.await;
            };
            let listeners = Listeners { page: Some(listener), ..Listeners::default() };
            app::serve(bot, Arc::new(store), &config, listeners, stop).await
        });
        RunningBot { page, stop, ended }
    }

    async fn stop(self) {
        let _ = self.stop.send(());
        self.ended.await.expect("it does not panic").expect("it ends well");
    }
}

/// The settings of a host who lets people have and start very many games.
fn config(Arguments { memory, .. }: Arguments) -> Config {
    let look = |key: &'static str| match key {
        "ZEROSUM_MEMORY_MAX_MB" => Some(memory.to_string()),
        "ZEROSUM_GAMES_PER_PERSON_MAX" | "ZEROSUM_NEW_GAMES_PER_MINUTE" => Some("1000".to_owned()),
        _ => None,
    };
    config::read(look).expect("the settings are right")
}

/// Starts a new game as a person in a chat.
async fn ask(playground: &Playground, user: i64, chat: i64) -> MessageView {
    playground.send_text(user, chat, "/new wolves beginner").expect("they are there");
    playground.next_message(chat).await.expect("a board comes")
}

/// Picks up one wolf after the other on one board after the other, without waiting for the result.
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

/// Asks for help in one chat after the other, again and again.
async fn ask_for_help(playground: Playground, chats: Vec<(i64, i64)>, rate: u32) {
    let mut ticks = interval(Duration::from_secs(1) / rate);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    for (user, chat) in chats.iter().cycle() {
        ticks.tick().await;
        playground.send_text(*user, *chat, "/help").expect("they are there");
    }
}

/// Returns the button that picks up one of the wolves on a board, another one each turn.
fn wolf(board: &MessageView, turn: usize) -> String {
    let wolves = board.keyboard.iter().flatten().filter(|button| button.text.contains('🐺'));
    let data = wolves.filter_map(|button| button.data.clone()).nth(turn % WOLVES);
    data.expect("there are three besides the chosen one")
}

/// Watches several boards, each of the person in whose chat it is.
async fn watch_all(
    playground: &Playground,
    boards: Vec<MessageView>,
    presses: usize,
) -> (Vec<Duration>, Vec<MessageView>) {
    let watch = |board: MessageView| watch(playground, board.chat_id, board, presses);
    let (took, boards): (Vec<_>, Vec<_>) =
        join_all(boards.into_iter().map(watch)).await.into_iter().unzip();
    (took.concat(), boards)
}

/// Presses on a board once a second; returns the time until each press was shown.
async fn watch(
    playground: &Playground,
    user: i64,
    board: MessageView,
    presses: usize,
) -> (Vec<Duration>, MessageView) {
    let mut board = board;
    let mut took = Vec::new();
    let mut ticks = interval(Duration::from_secs(1));
    // Earlier presses count against the limits for a second.
    ticks.tick().await;
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

/// Prints the times of presses, and returns their 99th percentile in milliseconds.
fn print(name: &str, mut took: Vec<Duration>) -> f64 {
    took.sort_unstable();
    let share = |percent: usize| {
        let place = (took.len() * percent).div_ceil(100).saturating_sub(1);
        took.get(place).copied().unwrap_or_default().as_secs_f64() * 1_000.0
    };
    let lost = took.iter().filter(|time| **time >= PATIENCE).count();
    let (p50, p99, max) = (share(50), share(99), share(100));
    println!("{name:<20} {p50:>8.1} {p99:>8.1} {max:>8.1} {lost:>8}");
    p99
}
