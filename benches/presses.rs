//! The whole way of a press, through the playground's Bot API: from the person's tap to the edit of
//! the board, with the games on disk and, for comparison, in memory.
//!
//! A closed loop: in every chat the next button is pressed as soon as the board shows the last
//! one. The stand-in for Telegram shares the machine, and most of the work is its and HTTP's.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use teloxide::Bot;
use tokio::runtime::Runtime;
use tokio::sync::broadcast::Receiver;
use tokio::sync::oneshot;
use zerosum::app;
use zerosum::playground::Playground;
use zerosum::playground::settings::{Cast, Settings};
use zerosum::playground::sight::Sight;
use zerosum::store::memory::MemoryStore;
use zerosum::store::{self, Store};

/// How many chats play at once, and how many presses are measured then.
const LOADS: [(usize, usize); 3] = [(1, 2_000), (100, 20_000), (1_000, 20_000)];

/// Rounds of each; the median of their rates counts. The stores take turns, so that a slow moment
/// of the machine meets both.
const ROUNDS: usize = 3;

/// A board that takes longer than this is stuck.
const PATIENCE: Duration = Duration::from_secs(10);

struct Measured {
    presses_per_second: f64,
    /// From the press to the edit, ascending.
    latencies: Vec<Duration>,
}

fn main() {
    let runtime = Runtime::new().expect("a runtime starts");
    println!(
        "{:>6}  {:>8}  {:>9}  {:>8}  {:>8}",
        "chats", "store", "presses/s", "p50 ms", "p99 ms"
    );
    for (chats, presses) in LOADS {
        let mut memory = Vec::new();
        let mut disk = Vec::new();
        for _ in 0..ROUNDS {
            memory.push(runtime.block_on(measure(Arc::new(MemoryStore::new()), chats, presses)));
            let folder = tempfile::tempdir().expect("a folder for the database");
            let url = format!("sqlite://{}", folder.path().join("bench.db").display());
            let store = runtime.block_on(store::open(&url)).expect("a new database opens");
            disk.push(runtime.block_on(measure(store, chats, presses)));
        }
        let memory = report(chats, "memory", memory);
        let disk = report(chats, "sqlite", disk);
        println!("{chats:>6}  durable play keeps {:.0} % of the rate", 100.0 * disk / memory);
    }
}

/// Prints the median round and gives its rate.
fn report(chats: usize, store: &str, mut rounds: Vec<Measured>) -> f64 {
    rounds.sort_by(|a, b| a.presses_per_second.total_cmp(&b.presses_per_second));
    let median = &rounds[rounds.len() / 2];
    let at = |share: f64| {
        let last = median.latencies.len() - 1;
        // A share of an index is far below the precision of either cast.
        median.latencies[(last as f64 * share) as usize].as_secs_f64() * 1_000.0
    };
    let rate = median.presses_per_second;
    println!("{chats:>6}  {store:>8}  {rate:>9.0}  {:>8.2}  {:>8.2}", at(0.5), at(0.99));
    rate
}

async fn measure(store: Arc<dyn Store>, chats: usize, presses: usize) -> Measured {
    let settings = Settings { cast: Cast::Empty, calls_kept: 0, ..Settings::default() };
    let playground = Playground::start(settings).await.expect("a free port");
    let url = playground.api_url().parse().expect("the playground has an address");
    let bot = Bot::new(playground.token()).set_api_url(url);
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(app::serve(bot, store, None, async {
        let _ = stopped.await;
    }));
    let mut crowd = Crowd::gather(&playground, chats).await;
    let measured = crowd.play(presses).await;
    stop.send(()).expect("the bot is still there");
    serving.await.expect("the bot does not panic").expect("the bot ends well");
    playground.stop().await;
    measured
}

/// People who each play in their private chat.
struct Crowd<'a> {
    playground: &'a Playground,
    sights: Receiver<Sight>,
    /// The board of each chat.
    boards: HashMap<i64, i32>,
}

impl Crowd<'_> {
    /// Lets everybody start a game and waits for the boards.
    async fn gather(playground: &Playground, chats: usize) -> Crowd<'_> {
        let mut boards = HashMap::new();
        for number in 0..chats {
            let user = playground.add_user(&format!("Player {number}"), Some("en"));
            playground.send_text(user, user, "/new").expect("the chat is there");
            let board = playground.next_message(user).await.expect("a board comes");
            boards.insert(user, board.message_id);
        }
        Crowd { playground, sights: playground.sights(), boards }
    }

    async fn play(&mut self, presses: usize) -> Measured {
        let chats: Vec<i64> = self.boards.keys().copied().collect();
        let start = Instant::now();
        let mut pressed_at = HashMap::new();
        let mut begun = 0;
        for chat in chats.into_iter().take(presses) {
            self.press(chat);
            pressed_at.insert(chat, Instant::now());
            begun += 1;
        }
        let mut latencies = Vec::with_capacity(presses);
        while latencies.len() < presses {
            let sight = tokio::time::timeout(PATIENCE, self.sights.recv()).await;
            let sight = sight.expect("the bot goes on").expect("no sight is missed");
            let Sight::Message { chat, .. } = sight else { continue };
            let Some(at) = pressed_at.remove(&chat) else { continue };
            latencies.push(at.elapsed());
            if begun < presses {
                pressed_at.insert(chat, Instant::now());
                self.press(chat);
                begun += 1;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        latencies.sort_unstable();
        // So few presses are exact as a float.
        Measured { presses_per_second: presses as f64 / seconds, latencies }
    }

    /// Presses the first free cell, or asks for another game.
    fn press(&self, chat: i64) {
        let message = self.boards[&chat];
        let board = self.playground.message(chat, message).expect("the board is there");
        let again = board.keyboard.len() > 3;
        let (row, column) =
            if again { (3, 0) } else { board.find_button("·").expect("a free cell in play") };
        self.playground.press(chat, chat, message, row, column).expect("the button is there");
    }
}
