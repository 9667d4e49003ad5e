//! A person plays in a real browser: the playground's page, driven through WebDriver.
//!
//! It runs when `chromedriver` is on the path (or named by `CHROMEDRIVER`) and reports when it is missing.
//! Screenshots are left in `target/tmp` for inspection.

mod absence;
mod alternative_text;
mod labels;
mod layout;
mod links;
mod live_page;
mod mini_apps;
mod page;
mod people;
mod widths;
mod windows;

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Once};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use teloxide::Bot;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use zerosum::app;
use zerosum::app::listeners::Listeners;
use zerosum::config::{self, Config, Pace};
use zerosum_playground::Playground;
use zerosum_playground::settings::Settings;
use zerosum_store::Store;

/// Upper bound on waits for changes that are normally immediate, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// Attempts to start a browser, which a busy machine may fail to do in time.
const STARTS_MAX: usize = 5;

/// Beginning of the label that asks for another game, in any language.
const AGAIN: &str = "🔁";

/// Users of the demonstration.
const ANNA: i64 = 1001;
const BORIS: i64 = 1002;
const GROUP: i64 = -1_001_000_000_001;

#[tokio::test]
async fn a_person_plays_a_whole_game_by_clicking_and_another_with_the_keyboard() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;

    let browser = driver.open(&table.playground, (1200, 800)).await;
    plays_by_clicking(&browser).await;
    speaks_russian_in_the_group(&browser).await;
    browser.close().await.expect("the browser closes");

    let phone = driver.open(&table.playground, (360, 740)).await;
    plays_with_the_keyboard(&phone).await;
    phone.close().await.expect("the browser closes");

    table.clear().await;
}

/// Plays the first game of a newcomer, from the big Start button to the result. It can be won.
async fn plays_by_clicking(browser: &Client) {
    click(browser, "[data-testid=start]").await;
    let welcome = last_message(browser).await;
    click_within(&welcome, "[data-testid^=button-]").await;

    let board = board_with(browser, "Your move").await;
    screenshot(browser, "desktop-new-game.png").await;
    let text = play_to_the_end(browser, &board).await;
    screenshot(browser, "desktop-finished-game.png").await;
    assert!(text.contains("won") || text.contains("A draw"), "{text}");

    // A press on a finished board shows a toast.
    click(browser, &format!("[data-testid={board}] [data-testid^=button-]")).await;
    sees_toast(browser, "The game is over").await;

    // The next game has its own message, and this board keeps its last position.
    click(browser, &format!("[data-testid={board}] [data-testid$='-3-0']")).await;
    let next = board_with(browser, "Your move").await;
    assert_ne!(next, board);
    let last = message_text(browser, &board).await;
    assert!(last.starts_with(text.lines().next().unwrap_or_default()), "{last}");
}

async fn speaks_russian_in_the_group(browser: &Client) {
    click(browser, &format!("[data-testid=person-{BORIS}]")).await;
    click(browser, &format!("[data-testid='chat-{GROUP}']")).await;
    say(browser, "/new perfect o").await;
    board_with(browser, "Ходит Борис").await;
    screenshot(browser, "desktop-group.png").await;

    click(browser, &format!("[data-testid=person-{ANNA}]")).await;
    click(browser, &format!("[data-testid='chat-{GROUP}']")).await;
    let board = board_with(browser, "Ходит Борис").await;
    click(browser, &format!("[data-testid={board}] [data-testid^=button-]")).await;
    // Anna's answer is in her own language.
    sees_toast(browser, "somebody else").await;
}

/// Plays a whole game in a phone-sized window without a pointer.
async fn plays_with_the_keyboard(phone: &Client) {
    say(phone, "/new perfect o").await;
    // The board that was clicked before still exists.
    let board = board_with(phone, "❌ zerosum").await;
    for _ in 0..9 {
        let Some(cell) = free_cell(phone, &board).await else { break };
        let before = text_of_keyboard(phone, &board).await;
        let script = "arguments[0].focus()";
        let element = serde_json::to_value(&cell).expect("an element is JSON");
        phone.execute(script, vec![element]).await.expect("a cell takes the focus");
        let focused = phone.active_element().await.expect("something has the focus");
        focused.send_keys(&char::from(Key::Enter).to_string()).await.expect("a key is pressed");
        changed_from(phone, &board, &before).await;
    }
    screenshot(phone, "phone-finished-game.png").await;
    let text = message_text(phone, &board).await;
    assert!(text.contains("A draw") || text.contains("won in"), "{text}");
}

/// Clicks the first free cell until there is none, and returns the last text.
async fn play_to_the_end(browser: &Client, board: &str) -> String {
    while let Some(cell) = free_cell(browser, board).await {
        let before = text_of_keyboard(browser, board).await;
        cell.click().await.expect("a cell can be clicked");
        changed_from(browser, board, &before).await;
    }
    message_text(browser, board).await
}

/// The first free cell of a board in play.
async fn free_cell(browser: &Client, board: &str) -> Option<Element> {
    let below = format!("[data-testid={board}] [data-testid$='-3-0']");
    let below = find(browser, &below).await.text().await.expect("it has a label");
    if below.contains(AGAIN) {
        return None;
    }
    let cells = browser
        .find_all(Locator::Css(&format!("[data-testid={board}] [data-testid^=button-]")))
        .await;
    for cell in cells.expect("the page answers") {
        if cell.text().await.is_ok_and(|text| text.trim() == "·") {
            return Some(cell);
        }
    }
    None
}

/// Test id of the newest board with these words.
async fn board_with(browser: &Client, words: &str) -> String {
    let xpath =
        format!("(//*[starts-with(@data-testid, 'message-')][contains(., '{words}')])[last()]");
    let bubble = element(browser, Locator::XPath(&xpath)).await;
    let name = bubble.attr("data-testid").await.expect("the page answers");
    name.expect("a bubble has a name")
}

/// Waits for a toast with these words.
async fn sees_toast(browser: &Client, words: &str) {
    let xpath = format!("//*[@data-testid='toast'][contains(., '{words}')]");
    element(browser, Locator::XPath(&xpath)).await;
}

async fn last_message(browser: &Client) -> Element {
    let button = "//button[starts-with(@data-testid, 'button-')]";
    let xpath = format!("(//*[starts-with(@data-testid, 'message-')][.{button}])[last()]");
    element(browser, Locator::XPath(&xpath)).await
}

/// Result of a script of the page, once it is neither null nor an empty list.
async fn once(browser: &Client, script: &str, arguments: &[Value]) -> Value {
    at_last(script, async || {
        let found = browser.execute(script, arguments.to_vec()).await?;
        Ok(Some(found).filter(|found| !found.is_null() && *found != json!([])))
    })
    .await
}

/// Tries until something comes of it. An error is another reason to try again: a page that is just left or drawn again
/// has no scripts that run and no elements that stay.
async fn at_last<T>(
    what: &str,
    mut attempt: impl AsyncFnMut() -> Result<Option<T>, CmdError>,
) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let tried = attempt().await;
        if let Ok(Some(found)) = tried {
            return found;
        }
        assert!(Instant::now() < deadline, "nothing comes of {what}: {:?}", tried.err());
        sleep(POLL_PAUSE).await;
    }
}

/// Waits until the text of a board has changed.
async fn changed_from(browser: &Client, board: &str, before: &str) {
    let script = "return document.querySelector(`[data-testid=${arguments[0]}]`).textContent";
    let deadline = Instant::now() + PATIENCE;
    loop {
        let text = browser.execute(script, vec![json!(board)]).await.expect("the page answers");
        if text != json!(before) {
            return;
        }
        assert!(Instant::now() < deadline, "the board {board} does not change");
        sleep(POLL_PAUSE).await;
    }
}

async fn text_of_keyboard(browser: &Client, board: &str) -> String {
    let script = "return document.querySelector(`[data-testid=${arguments[0]}]`).textContent";
    let text = browser.execute(script, vec![json!(board)]).await.expect("the page answers");
    text.as_str().expect("text is a string").to_owned()
}

async fn message_text(browser: &Client, board: &str) -> String {
    find(browser, &format!("[data-testid={board}]")).await.text().await.expect("it has a text")
}

async fn say(browser: &Client, text: &str) {
    let composer = find(browser, "[data-testid=composer]").await;
    composer.send_keys(text).await.expect("the field takes text");
    click(browser, "[data-testid=send]").await;
}

async fn find(browser: &Client, css: &str) -> Element {
    element(browser, Locator::Css(css)).await
}

async fn element(browser: &Client, locator: Locator<'_>) -> Element {
    at_last(&format!("{locator:?}"), async || browser.find(locator).await.map(Some)).await
}

async fn click(browser: &Client, css: &str) {
    click_on(browser, Locator::Css(css)).await;
}

async fn click_on(browser: &Client, locator: Locator<'_>) {
    at_last(&format!("{locator:?}"), async || browser.find(locator).await?.click().await.map(Some))
        .await;
}

async fn click_within(element: &Element, css: &str) {
    let button = element.find(Locator::Css(css)).await.expect("there is a button");
    button.click().await.expect("it can be clicked");
}

async fn screenshot(browser: &Client, name: &str) {
    let image = browser.screenshot().await.expect("the browser takes a picture");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, image).expect("the picture is kept");
    println!("screenshot: {}", path.display());
}

/// The demonstration with the real bot.
struct Table {
    playground: Playground,
    /// Address of the page of the bot.
    page_url: String,
    stop: oneshot::Sender<()>,
    bot: JoinHandle<anyhow::Result<()>>,
}

impl Table {
    async fn lay() -> Table {
        Table::lay_with(Settings::default()).await
    }

    async fn lay_with(settings: Settings) -> Table {
        let playground = Playground::start(settings).await.expect("a free port");
        let url = playground.api_url().parse().expect("the playground has an address");
        let bot = Bot::new(playground.token()).set_api_url(url);
        let page = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let page_url = format!("http://{}/", page.local_addr().expect("it has an address"));
        let (stop, stopped) = oneshot::channel::<()>();
        let bot = tokio::spawn(async move {
            let config = config::read(|_| None).expect("nothing is wrong with nothing");
            let config = Config { pace: Pace::FASTEST, ..config };
            let stop = async {
                let _ = stopped.await;
            };
            app::serve(
                bot,
                Arc::new(Store::in_memory()),
                &config,
                Listeners { page: Some(page), ..Listeners::default() },
                stop,
            )
            .await
        });
        Table { playground, page_url, stop, bot }
    }

    async fn clear(self) {
        let rejected = self.playground.rejected_calls();
        assert!(rejected.is_empty(), "Telegram would refuse: {rejected:?}");
        self.stop.send(()).expect("the bot is still there");
        self.bot.await.expect("the bot does not panic").expect("the bot ends well");
        self.playground.stop().await;
    }
}

/// Settings of the person in front of a browser.
#[derive(Clone, Copy)]
struct Wishes {
    language: &'static str,
    /// 0 for a dark page, 1 for a light one.
    scheme: u8,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes { language: "en", scheme: 1 }
    }
}

/// Pause between two looks at a page, which leaves the processor to the browser and the bot.
const POLL_PAUSE: Duration = Duration::from_millis(20);

/// Environment variable with which a missing ChromeDriver is an error.
const REQUIRED_KEY: &str = "ZEROSUM_TEST_BROWSER";

/// A running ChromeDriver.
struct Driver {
    process: Child,
    url: String,
}

impl Driver {
    /// Starts ChromeDriver. Returns `None` if this machine has none, and says so; panics if a browser is required.
    fn start() -> Option<Driver> {
        static SAID: Once = Once::new();
        let program = std::env::var_os("CHROMEDRIVER").map_or("chromedriver".into(), PathBuf::from);
        let started = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut process = match started {
            Ok(process) => process,
            Err(error) => {
                let is_required = std::env::var_os(REQUIRED_KEY).is_some();
                assert!(
                    !is_required,
                    "{REQUIRED_KEY} is set, and ChromeDriver does not start: {error}"
                );
                // Not by `println!`, which the test harness captures.
                let text = "The page is NOT tested in a browser: there is no ChromeDriver\n";
                SAID.call_once(|| drop(io::stdout().write_all(text.as_bytes())));
                return None;
            }
        };
        let stdout = process.stdout.take().expect("its output is piped");
        let port = BufReader::new(stdout).lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("chromedriver names its port");
        Some(Driver { process, url: format!("http://127.0.0.1:{port}") })
    }

    async fn open(&self, playground: &Playground, size: (u32, u32)) -> Client {
        let browser = self.open_in(size, Wishes::default()).await;
        browser.goto(&playground.page_url()).await.expect("the page opens");
        browser
    }

    /// Opens a browser of this size, with nothing in it.
    async fn open_in(&self, size: (u32, u32), wishes: Wishes) -> Client {
        self.open_enlarged(size, 1, wishes).await
    }

    /// Opens a browser that shows its page this many times larger, so that it has less room.
    async fn open_enlarged(
        &self,
        (width, height): (u32, u32),
        times: u32,
        wishes: Wishes,
    ) -> Client {
        let mut arguments: Vec<String> = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            // What is tapped does not move meanwhile.
            "--force-prefers-reduced-motion",
            "--lang=en",
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.push(format!("--blink-settings=preferredColorScheme={}", wishes.scheme));
        arguments.push(format!("--window-size={width},{height}"));
        // A browser window is larger than its page, and the page has to have exactly this size.
        let metrics = json!({
            "width": width, "height": height, "pixelRatio": times, "mobile": false, "touch": false,
        });
        let options = json!({
            "args": arguments,
            "mobileEmulation": { "deviceMetrics": metrics },
            "prefs": { "intl.accept_languages": wishes.language },
        });
        let mut capabilities = Capabilities::new();
        capabilities.insert("goog:chromeOptions".to_owned(), options);
        for _ in 0..STARTS_MAX {
            let mut client = ClientBuilder::new(HttpConnector::new());
            match client.capabilities(capabilities.clone()).connect(&self.url).await {
                Ok(browser) => return browser,
                Err(error) => println!("the browser does not start: {error}"),
            }
        }
        panic!("the browser does not start");
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
