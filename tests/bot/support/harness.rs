//! A table at which people play: the bot as it runs, a strict stand-in for Telegram, and three
//! people who speak three languages.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use teloxide::Bot;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use zerosum::app;
use zerosum::app::listeners::Listeners;
use zerosum::config::{self, Config, Pace};
use zerosum::engine::Engine;
use zerosum_playground::Playground;
use zerosum_playground::rate_limits::SendLimits;
use zerosum_playground::settings::{Cast, InlineMode, Settings};
use zerosum_playground::views::MessageView;
use zerosum_store::Store;
use zerosum_store::sqlite;

use crate::game::panels::signed;
use crate::host::metrics;
use crate::support::gate::Gate;

/// Interval of the bot's sweeps: longer than any test, so that only what the bot itself shows is seen. It sweeps at its
/// start.
const SWEEP_PERIOD: Duration = Duration::from_secs(3_600);

/// Marks a panic that a test has asked for.
pub(crate) const ON_PURPOSE: &str = "on purpose";

/// Number of recorded calls, enough for the longest test.
const CALLS_KEPT: usize = 200_000;

/// Panics in tasks of the bot, which no test would notice otherwise.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Table at which a test plays. A test ends with [`Table::finish`], which checks that nothing is left behind.
pub(crate) struct Table {
    pub playground: Playground,
    /// Speaks English.
    pub anna: i64,
    /// Speaks Russian.
    pub boris: i64,
    /// Speaks Ukrainian.
    pub oksana: i64,
    /// A group of all three.
    pub group: i64,
    /// Pace of the bot from its next start on.
    pub pace: Pace,
    place: StorePlace,
    /// Way in which the bot gets its updates from its next start on.
    pub way: Way,
    /// URL at which the bot waits for its updates.
    pub webhook_url: Option<String>,
    /// Gate in front of the webhook from the next start of the bot on.
    pub gate: Option<Gate>,
    running: Option<Running>,
    /// Address of the running bot's admin server.
    admin: Option<SocketAddr>,
    pub page: Option<SocketAddr>,
    /// Makes the engines of the bot from its next start on, instead of its own ones.
    engine: Option<Box<dyn Fn() -> Engine + Send>>,
    /// Settings of the bot, beside the defaults.
    settings: Vec<(&'static str, String)>,
    /// Refusals that the bot is expected to receive.
    pub(crate) refusals: Vec<&'static str>,
    pub(crate) allowed_refusals: Vec<&'static str>,
    /// A user who presses so much that some presses need not be answered.
    pub(crate) flooder: Option<i64>,
}

/// Way in which the bot gets messages and presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Polling,
    Webhook,
}

/// Secret that is sent to the webhook.
pub(crate) const SECRET: &str = "of_a-table";

/// Environment variable that makes the bot of every test use a webhook, with any value.
const WEBHOOK_KEY: &str = "ZEROSUM_TEST_WEBHOOK";

/// Place where the games are kept.
enum StorePlace {
    /// In a file, reopened at every start.
    Folder(TempDir),
    /// In this store, for one run only.
    Given(Arc<Store>),
}

struct Running {
    stop: oneshot::Sender<()>,
    ended: JoinHandle<anyhow::Result<()>>,
}

impl Table {
    /// Creates a table with a running bot, whose games are kept in a SQLite file.
    pub(crate) async fn new() -> Table {
        let mut table = Table::without_bot().await;
        table.start_bot();
        table
    }

    /// Creates a table whose bot has yet to be started.
    pub(crate) async fn without_bot() -> Table {
        Table::at(StorePlace::Folder(tempfile::tempdir().expect("a folder can be made"))).await
    }

    /// Creates a table with a running bot that gets its updates in this way.
    pub(crate) async fn with_way(way: Way) -> Table {
        let mut table = Table::without_bot().await;
        table.way = way;
        table.start_bot();
        table
    }

    /// Creates a table with a running bot on this store. The bot cannot be started again.
    pub(crate) async fn with_store(store: Arc<Store>) -> Table {
        let mut table = Table::at(StorePlace::Given(store)).await;
        table.start_bot();
        table
    }

    /// Like [`Table::with_store`], but the bot has yet to be started.
    pub(crate) async fn with_store_later(store: Arc<Store>) -> Table {
        Table::at(StorePlace::Given(store)).await
    }

    /// Creates a table in a Telegram with its real limits, with a bot that keeps to them.
    pub(crate) async fn under_limits() -> Table {
        let folder = StorePlace::Folder(tempfile::tempdir().expect("a folder can be made"));
        let mut table = Table::with_limits(folder, SendLimits::telegram()).await;
        table.pace = config::read(|_| None).expect("nothing is wrong with nothing").pace;
        table.start_bot();
        table
    }

    /// Creates a table with a running bot whose inline mode is off.
    pub(crate) async fn without_inline_mode() -> Table {
        let mut table = Table::of(Settings::default()).await;
        table.start_bot();
        table
    }

    /// Creates a table whose bot has yet to be started, in a Telegram with these settings.
    pub(crate) async fn of(settings: Settings) -> Table {
        let folder = StorePlace::Folder(tempfile::tempdir().expect("a folder can be made"));
        Table::with_settings(folder, settings).await
    }

    async fn at(place: StorePlace) -> Table {
        Table::with_limits(place, SendLimits::default()).await
    }

    async fn with_limits(place: StorePlace, send_limits: SendLimits) -> Table {
        let inline_mode = InlineMode::On;
        Table::with_settings(place, Settings { inline_mode, send_limits, ..Settings::default() })
            .await
    }

    async fn with_settings(place: StorePlace, settings: Settings) -> Table {
        notice_panics();
        let settings = Settings {
            cast: Cast::Empty,
            first_name: "zerosum".to_owned(),
            username: "zerosum_bot".to_owned(),
            calls_kept: CALLS_KEPT,
            ..settings
        };
        let playground = Playground::start(settings).await.expect("the playground starts");
        let anna = playground.add_user("Anna", Some("en"));
        let boris = playground.add_user("Борис", Some("ru"));
        let oksana = playground.add_user("Оксана", Some("uk"));
        let group = playground.add_group("Board games", &[anna, boris, oksana]);
        let has_webhook = std::env::var_os(WEBHOOK_KEY).is_some();
        let way = if has_webhook { Way::Webhook } else { Way::Polling };
        Table {
            playground,
            anna,
            boris,
            oksana,
            group,
            pace: Pace::FASTEST,
            place,
            way,
            webhook_url: None,
            gate: None,
            running: None,
            admin: None,
            page: None,
            engine: None,
            settings: Vec::new(),
            refusals: Vec::new(),
            allowed_refusals: Vec::new(),
            flooder: None,
        }
    }

    /// Sets something for the next start of the bot.
    pub(crate) fn set(&mut self, key: &'static str, value: impl ToString) {
        self.settings.push((key, value.to_string()));
    }

    /// Makes these engines play from the next start of the bot on.
    pub(crate) fn play_with(&mut self, engine: impl Fn() -> Engine + Send + 'static) {
        self.engine = Some(Box::new(engine));
    }

    /// Creates a table whose bot belongs to Anna, with the bot running on this store.
    pub(crate) async fn of_anna(store: Arc<Store>) -> Table {
        let mut table = Table::at(StorePlace::Given(store)).await;
        table.set("ZEROSUM_OWNER_IDS", table.anna);
        table.start_bot();
        table
    }

    pub(crate) fn start_bot(&mut self) {
        assert!(self.running.is_none(), "the bot runs already");
        let store = match &self.place {
            StorePlace::Folder(folder) => {
                let path = database_in(folder);
                Arc::new(sqlite::open(&path).expect("the store opens"))
            }
            StorePlace::Given(store) => Arc::clone(store),
        };
        let client = teloxide::net::default_reqwest_settings().build().expect("a client");
        let api_url = self.playground.api_url().parse().expect("a URL");
        let bot = Bot::with_client(self.playground.token(), client).set_api_url(api_url);
        let (stop, stopped) = oneshot::channel();
        let (config, doors) = self.way_in();
        let config = Config { pace: self.pace, sweep_period: SWEEP_PERIOD, ..config };
        let engine = self.engine.as_ref().map(|make| make());
        let ended = tokio::spawn(async move {
            let stop = async {
                let _ = stopped.await;
            };
            match engine {
                Some(engine) => {
                    let opening = async { Ok(store) };
                    app::serve_with(engine, bot, opening, &config, doors, stop).await
                }
                None => app::serve(bot, store, &config, doors, stop).await,
            }
        });
        self.running = Some(Running { stop, ended });
    }

    /// Settings and listeners for the way in which updates come.
    fn way_in(&mut self) -> (Config, Listeners) {
        let webhook = (self.way == Way::Webhook).then(listen);
        let admin = listen();
        self.admin = Some(admin.local_addr().expect("it has an address"));
        let port = webhook.as_ref().map(|listener| listener.local_addr().expect("a port").port());
        let port = port.map(|port| self.gate.as_ref().map_or(port, |gate| gate.lead_to(port)));
        self.webhook_url = port.map(|port| format!("http://127.0.0.1:{port}/updates"));
        let look = |key: &'static str| match key {
            "ZEROSUM_WEBHOOK_URL" => self.webhook_url.clone(),
            "ZEROSUM_WEBHOOK_SECRET" => Some(SECRET.to_owned()),
            // Without a local Bot API server, only https is accepted.
            "TELOXIDE_API_URL" => Some(self.playground.api_url()),
            _ => {
                let set = self.settings.iter().rev().find(|(name, _)| *name == key);
                set.map(|(_, value)| value.clone())
            }
        };
        let config = config::read(look).expect("nothing is wrong with the settings");
        (config, Listeners { admin: Some(admin), webhook, page: self.listen_for_page() })
    }

    /// The file with the games.
    pub(crate) fn database(&self) -> PathBuf {
        match &self.place {
            StorePlace::Folder(folder) => database_in(folder),
            StorePlace::Given(_) => panic!("the games of this table are in no file"),
        }
    }

    /// Stops the bot as a host does. Everything in flight has ended afterwards.
    pub(crate) async fn stop_bot(&mut self) {
        self.begin_to_stop().await;
    }

    /// Tells the bot to stop at once; the returned future waits for its end.
    pub(crate) fn begin_to_stop(&mut self) -> impl Future<Output = ()> + use<> {
        let Running { stop, ended } = self.running.take().expect("the bot runs");
        stop.send(()).expect("the bot still runs");
        async { ended.await.expect("the bot does not panic").expect("the bot ends well") }
    }

    pub(crate) async fn restart_bot(&mut self) {
        self.stop_bot().await;
        self.start_bot();
    }

    /// The status and the text of the bot's answer to its host.
    pub(crate) async fn ask_as_host(&self, path: &str) -> (u16, String) {
        let admin = self.admin.expect("the bot was started");
        let answer = reqwest::get(format!("http://{admin}{path}")).await.expect("it answers");
        let status = answer.status().as_u16();
        (status, answer.text().await.expect("the answer is text"))
    }

    /// Allows presses of this user to stay unanswered in this test, because there are so many.
    pub(crate) fn leave_unanswered(&mut self, user: i64) {
        self.flooder = Some(user);
    }

    /// Waits until the bot is idle, stops it, and checks that nothing is unread, unanswered or refused.
    pub(crate) async fn finish(mut self) {
        self.playground.settled().await.expect("all updates and presses are settled");
        if self.running.is_some() {
            metrics::every_press_has_one_result(&self).await;
            self.stop_bot().await;
        }
        let mut leftovers = self.playground.leftovers();
        if let Some(flooder) = self.flooder {
            let presses = format!("of user {flooder} in chat {flooder} was not answered");
            leftovers.retain(|leftover| !leftover.ends_with(&presses));
        }
        assert_eq!(leftovers, Vec::<String>::new());
        self.check_refusals();
        let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner).clone();
        assert_eq!(panics, Vec::<String>::new(), "the bot panicked here or in a test beside this");
        self.playground.stop().await;
    }

    pub(crate) fn say(&self, user: i64, chat: i64, text: &str) -> i32 {
        self.playground.send_text(user, chat, text).expect("the person can write there")
    }

    /// The bot's next message in a chat.
    pub(crate) async fn read(&self, chat: i64) -> MessageView {
        self.playground.next_message(chat).await.expect("the bot writes")
    }

    /// Has a user write in a chat, and returns the bot's answer.
    pub(crate) async fn ask(&self, user: i64, chat: i64, text: &str) -> MessageView {
        self.say(user, chat, text);
        self.read(chat).await
    }

    /// The current state of the message.
    pub(crate) fn now(&self, message: &MessageView) -> MessageView {
        self.playground
            .message(message.chat_id, message.message_id)
            .unwrap_or_else(|| panic!("the message has gone: {message:?}"))
    }

    /// The message after at least one more edit.
    pub(crate) async fn changed(&self, message: &MessageView) -> MessageView {
        self.playground
            .edited(message.chat_id, message.message_id, message.edits)
            .await
            .expect("the message changes")
    }

    /// Waits until a message satisfies the condition.
    pub(crate) async fn until(
        &self,
        message: &MessageView,
        is_wanted: impl Fn(&MessageView) -> bool,
    ) -> MessageView {
        let look = |snapshot: &zerosum_playground::views::Snapshot<'_>| {
            snapshot.message(message.chat_id, message.message_id).filter(|view| is_wanted(view))
        };
        match self.playground.until(look).await {
            Ok(view) => view,
            Err(error) => panic!("{error}; the message is {:?}", self.now(message)),
        }
    }

    /// Presses the cell with this number on a board as it was seen. Returns the press.
    pub(crate) fn press_cell(&self, user: i64, message: &MessageView, cell: usize) -> String {
        self.press_data(user, message, data_of(message, cell / 3, cell % 3))
    }

    /// Presses the button with this label, or else with this sign before its label, on a message as it was
    /// seen. Returns the press.
    pub(crate) fn press(&self, user: i64, message: &MessageView, label: &str) -> String {
        let place = message.find_button(label).or_else(|| signed(message, label));
        let (row, column) = place.unwrap_or_else(|| panic!("no button {label:?} in {message:?}"));
        self.press_data(user, message, data_of(message, row, column))
    }

    /// Presses with this data, as a tampered client or one with an outdated view does.
    pub(crate) fn press_data(&self, user: i64, message: &MessageView, data: &str) -> String {
        self.playground
            .press_data(user, message.chat_id, message.message_id, data)
            .expect("the person is in the chat")
    }

    /// The text a press is answered with, empty if it is answered silently.
    pub(crate) async fn toast(&self, press: &str) -> String {
        let answer = self.playground.answer(press).await.expect("the press is answered");
        assert!(!answer.show_alert, "a toast passes by itself");
        answer.text
    }

    /// Presses a cell, which must be accepted, and returns the board after it.
    pub(crate) async fn play(&self, user: i64, message: &MessageView, cell: usize) -> MessageView {
        let press = self.press_cell(user, message, cell);
        assert_eq!(self.toast(&press).await, "");
        self.changed(message).await
    }

    /// Presses a cell and returns the toast.
    pub(crate) async fn try_cell(&self, user: i64, message: &MessageView, cell: usize) -> String {
        let press = self.press_cell(user, message, cell);
        self.toast(&press).await
    }

    /// Goes on from a finished board by one of its buttons, and returns the new board. The old one keeps its
    /// position and loses that button.
    pub(crate) async fn go_on(&self, user: i64, over: &MessageView, label: &str) -> MessageView {
        let press = self.press(user, over, label);
        assert_eq!(self.toast(&press).await, "");
        let left = self.until(over, |now| now.find_button(label).is_none()).await;
        let cells = |message: &MessageView| message.keyboard.get(..3).map(<[_]>::to_vec);
        assert_eq!(cells(&left), cells(over));
        self.read(over.chat_id).await
    }

    /// Starts a game in a user's private chat, in which they play crosses.
    pub(crate) async fn new_game(&self, user: i64) -> MessageView {
        self.ask(user, user, "/new").await
    }

    /// Number of calls of a method about a chat, refused calls included.
    pub(crate) fn count_calls(&self, method: &str, chat: i64) -> usize {
        let calls = self.playground.calls();
        calls.iter().filter(|call| call.method == method && call.chat_id == Some(chat)).count()
    }

    /// Number of calls of a method.
    pub(crate) fn count_all_calls(&self, method: &str) -> usize {
        self.playground.calls().iter().filter(|call| call.method == method).count()
    }
}

fn database_in(folder: &TempDir) -> PathBuf {
    folder.path().join("games.db")
}

/// Listener on a free local port.
pub(crate) fn listen() -> TcpListener {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.set_nonblocking(true).expect("a listener can be told so");
    TcpListener::from_std(listener).expect("the runtime takes it")
}

/// Data that a button of a message sends.
pub(crate) fn data_of(message: &MessageView, row: usize, column: usize) -> &str {
    let button = message.button(row, column);
    let data = button.and_then(|button| button.data.as_deref());
    data.unwrap_or_else(|| panic!("no button at {row}, {column} in {message:?}"))
}

/// Records panics of the threads that run the bot's tasks.
fn notice_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let panic = info.to_string();
            if panic.contains(ON_PURPOSE) {
                return;
            }
            if thread.name().is_some_and(|name| name.starts_with("tokio")) {
                PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(panic);
            }
            before(info);
        }));
    });
}
