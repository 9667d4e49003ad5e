//! zerosum under load: real processes, each a bot as a host runs it, on the playground's Bot API.
//!
//! A closed loop finds the highest rate: in every chat the next button is pressed as soon as the
//! board shows the last one. An open loop presses at a given rate, whether or not the bot keeps
//! up, and measures from the moment at which a press was due. The stand-in for Telegram shares the
//! machine. In the same run a minimal bot plays for comparison: teloxide's own polling and client,
//! games in memory, no limits.
//!
//! `cargo bench --bench zerosum-bench -- --help` tells what can be set.

mod askers;
mod bots;
mod crowd;
mod load;
#[path = "../../examples/minimal.rs"]
#[allow(dead_code, reason = "its `main` is not needed here")]
mod minimal;
mod pairs;
mod process;
mod report;
mod splitter;

use clap::Parser;
use tokio::runtime::Runtime;
use zerosum_playground::Playground;
use zerosum_playground::settings::{Cast, Settings};

use crate::askers::Askers;
use crate::bots::{Bots, Feed, Keep, Setup};
use crate::crowd::{Crowd, Next};
use crate::load::Players;
use crate::pairs::{Pairs, Restarted};
use crate::report::Row;

/// Presses before the measuring begins, so that connections and tables are there.
const WARM_UP_PRESSES: usize = 5_000;

#[derive(Debug, Parser)]
struct Arguments {
    /// People who play, each in a chat of their own.
    #[arg(long, default_value_t = 1_000)]
    chats: usize,
    /// Presses of a closed loop.
    #[arg(long, default_value_t = 50_000)]
    presses: usize,
    /// Presses per second of an open loop; half of what the closed loop reached if it is not given.
    #[arg(long)]
    rate: Option<f64>,
    /// Seconds of an open loop; 0 leaves it out.
    #[arg(long, default_value_t = 10.0)]
    open_seconds: f64,
    /// Only set-ups whose name contains this, such as "sqlite" or "webhook".
    #[arg(long, default_value = "")]
    only: String,
    /// People ask for another game by a message and not by the button below the last one.
    #[arg(long)]
    new_by_command: bool,
    /// The number of further people who ask why a move is good, all of them once a second, while the open loop runs
    /// a second time at the same rate.
    #[arg(long, default_value_t = 0)]
    asking: usize,
    /// The number of pairs of people who wait for an opponent, and then play each other in two private chats, instead
    /// of people who each play the bot.
    #[arg(long, default_value_t = 0, conflicts_with_all = ["chats", "asking", "new_by_command"])]
    pairs: usize,
    /// Number of times that the processes are killed while all pairs press, and started again.
    #[arg(long, default_value_t = 0, requires = "pairs")]
    restarts: usize,
    /// A PostgreSQL server on which databases may be created.
    #[arg(long, env = "ZEROSUM_TEST_POSTGRES_URL")]
    postgres: Option<String>,
    /// Added by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let runtime = Runtime::new().expect("a runtime starts");
    if let Ok(role) = std::env::var(bots::ROLE) {
        return runtime.block_on(bots::play(&role));
    }
    let arguments = Arguments::parse();
    if arguments.postgres.is_none() {
        println!("PostgreSQL is left out: ZEROSUM_TEST_POSTGRES_URL is not set.");
    }
    report::head();
    for setup in setups(arguments.postgres.is_some()) {
        if !setup.name().contains(&arguments.only) {
            continue;
        }
        if arguments.pairs == 0 {
            runtime.block_on(measure(&setup, &arguments));
        } else if setup.keep != Keep::Minimal {
            runtime.block_on(measure_pairs(&setup, &arguments));
        }
    }
}

fn setups(has_postgres: bool) -> Vec<Setup> {
    let one = |keep, feed| Setup { keep, feed, replicas: 1 };
    let mut setups = vec![one(Keep::Minimal, Feed::Polling)];
    for feed in [Feed::Polling, Feed::Webhook] {
        setups.extend([one(Keep::Memory, feed), one(Keep::Sqlite, feed)]);
        if has_postgres {
            setups.push(one(Keep::Postgres, feed));
        }
    }
    if has_postgres {
        setups.push(Setup { keep: Keep::Postgres, feed: Feed::Webhook, replicas: 2 });
    }
    setups
}

/// Measures the speed at which people are paired, and the waits in games between people.
async fn measure_pairs(setup: &Setup, arguments: &Arguments) {
    let settings = Settings { cast: Cast::Empty, calls_kept: 0, ..Settings::default() };
    let playground = Playground::start(settings).await.expect("a free port");
    let mut bots = Bots::start(setup, &playground, arguments.postgres.as_deref()).await;
    let (mut pairs, took) = Pairs::gather(&playground, arguments.pairs).await;
    let per_second = arguments.pairs as f64 / took.as_secs_f64();
    println!("{per_second:.0} pairs found a second");
    load::closed(&mut pairs, WARM_UP_PRESSES.min(arguments.presses)).await;
    measure_loops(setup, &bots, &mut pairs, arguments).await;
    // Games in memory are lost with their process.
    let restarts = if setup.keep == Keep::Memory { 0 } else { arguments.restarts };
    for _ in 0..restarts {
        load::closed(&mut pairs, arguments.pairs).await;
        let Restarted { under_way, took } = pairs.survive_restart(&mut bots).await;
        let seconds = took.as_secs_f64();
        println!(
            "killed with {under_way} presses under way; all boards right {seconds:.1} s after the start"
        );
    }
    bots.stop().await;
    playground.stop().await;
}

async fn measure(setup: &Setup, arguments: &Arguments) {
    let settings = Settings { cast: Cast::Empty, calls_kept: 0, ..Settings::default() };
    let playground = Playground::start(settings).await.expect("a free port");
    let bots = Bots::start(setup, &playground, arguments.postgres.as_deref()).await;
    let next = if arguments.new_by_command { Next::Command } else { Next::Button };
    let mut crowd = Crowd::gather(&playground, arguments.chats, next).await;
    load::closed(&mut crowd, WARM_UP_PRESSES.min(arguments.presses)).await;
    let rate = measure_loops(setup, &bots, &mut crowd, arguments).await;
    // The bot to compare with has no answer to that.
    if arguments.open_seconds > 0.0 && arguments.asking > 0 && setup.keep != Keep::Minimal {
        let askers = Askers::gather(&playground, arguments.asking).await;
        let before = bots.usage();
        let asking = askers.ask(arguments.open_seconds);
        let playing = load::open(&mut crowd, rate, arguments.open_seconds);
        let (played, asked) = tokio::join!(playing, asking);
        Row::new(setup, "asked", &played, before, bots.usage()).print();
        println!("{asked} asked meanwhile");
    }
    bots.stop().await;
    playground.stop().await;
}

/// A closed loop and then an open one, whose rate is returned.
async fn measure_loops(
    setup: &Setup,
    bots: &Bots,
    players: &mut impl Players,
    arguments: &Arguments,
) -> f64 {
    let before = bots.usage();
    let played = load::closed(players, arguments.presses).await;
    let closed = Row::new(setup, "closed", &played, before, bots.usage());
    closed.print();
    let rate = arguments.rate.unwrap_or(closed.presses_per_second / 2.0);
    if arguments.open_seconds > 0.0 {
        let before = bots.usage();
        let played = load::open(players, rate, arguments.open_seconds).await;
        Row::new(setup, "open", &played, before, bots.usage()).print();
    }
    rate
}
