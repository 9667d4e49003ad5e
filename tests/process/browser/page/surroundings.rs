//! The page where there is little: without a connection, without JavaScript, with few colours, and in small and
//! large windows.

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use hyper::Method;
use serde_json::{Value, json};
use tokio::io;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use url::{ParseError, Url};

use super::{DESKTOP, MOVES, PHONE, moves, open_at, open_game, tap};
use crate::browser::{Driver, Table, Wishes, click, find, once, screenshot};

/// The trouble that the page has, once it has one.
const TROUBLE: &str = "
    const trouble = document.getElementById('trouble');
    return trouble.hidden ? null : trouble.textContent;";

const NO_TROUBLE: &str = "return document.getElementById('trouble').hidden || null";

/// A line to the page that can be cut.
pub(in crate::browser) struct Wire {
    pub(in crate::browser) url: String,
    is_up: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Wire {
    pub(in crate::browser) async fn to(page_url: &str) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/", listener.local_addr().expect("it has an address"));
        let far = page_url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        let (is_up, state) = watch::channel(true);
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(joined(near, far.clone(), state.clone()));
            }
        });
        Wire { url, is_up, task }
    }

    pub(in crate::browser) fn set(&self, is_up: bool) {
        self.is_up.send_replace(is_up);
    }

    /// Joins the line again, and tells the browser.
    pub(in crate::browser) async fn join(&self, browser: &Client) {
        self.set(true);
        let online = "dispatchEvent(new Event('online'))";
        browser.execute(online, Vec::new()).await.expect("the page answers");
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Carries bytes both ways until the line is cut.
async fn joined(mut near: TcpStream, far: String, mut is_up: watch::Receiver<bool>) {
    if !*is_up.borrow() {
        return;
    }
    let Ok(mut far) = TcpStream::connect(far).await else { return };
    tokio::select! {
        // Either end may go away.
        _ = io::copy_bidirectional(&mut near, &mut far) => {}
        _ = is_up.wait_for(|is_up| !is_up) => {}
    }
}

/// A command of Chromium's own protocol.
#[derive(Debug)]
struct DevTools(&'static str, Value);

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({"cmd": self.0, "params": self.1});
        (Method::POST, Some(body.to_string()))
    }
}

pub(in crate::browser) async fn command(browser: &Client, name: &'static str, parameters: Value) {
    let answered: Result<Value, CmdError> = browser.issue_cmd(DevTools(name, parameters)).await;
    answered.expect("Chromium does it");
}

/// The address of the worker that serves the page, once it was loaded again.
const WORKER: &str =
    "return window.isBefore ? null : navigator.serviceWorker.controller?.scriptURL ?? null";

#[tokio::test]
async fn a_game_survives_a_cut_connection_and_the_page_opens_without_one() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let wire = Wire::to(&table.page_url).await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    // An older version of the page was here before.
    phone.goto(&format!("{}favicon.svg", wire.url)).await.expect("the file opens");
    let older = "const done = arguments[0]; caches.open('older').then(() => done(true))";
    phone.execute_async(older, Vec::new()).await.expect("the page answers");
    open_at(&phone, &wire.url, "ultimate", &["e5".to_owned()]).await;
    once(&phone, WORKER, &[]).await;
    // A page that has loaded past the worker is taken over, too.
    phone.execute("window.isBefore = true", Vec::new()).await.expect("the page answers");
    command(&phone, "Page.reload", json!({ "ignoreCache": true })).await;
    once(&phone, WORKER, &[]).await;
    // A move waits for the connection, and is made once.
    wire.set(false);
    tap(&phone, 31).await;
    let trouble = once(&phone, TROUBLE, &[]).await;
    assert!(trouble.as_str().is_some_and(|text| text.starts_with("No connection")), "{trouble}");
    find(&phone, "#board .hollow").await;
    assert_eq!(moves(&phone).await, 1);
    wire.set(true);
    once(&phone, MOVES, &[json!(2)]).await;
    once(&phone, NO_TROUBLE, &[]).await;
    // The page opens with the game as it was, and comes back by itself.
    wire.set(false);
    phone.refresh().await.expect("the page opens from what is kept");
    let trouble = once(&phone, TROUBLE, &[]).await;
    assert!(trouble.as_str().is_some_and(|text| text.starts_with("No connection")), "{trouble}");
    let marks = "return document.querySelectorAll('#board .cell .mark').length";
    assert_eq!(phone.execute(marks, Vec::new()).await.expect("the page answers"), 2);
    screenshot(&phone, "page-phone-offline.png").await;
    wire.join(&phone).await;
    once(&phone, NO_TROUBLE, &[]).await;
    // Other places of the page open as well, and are filled in later.
    wire.set(false);
    phone.goto(&format!("{}a#game=3x3&moves=b2", wire.url)).await.expect("the page opens");
    once(&phone, TROUBLE, &[]).await;
    wire.join(&phone).await;
    find(&phone, "#board .cell.best .value").await;
    once(&phone, NO_TROUBLE, &[]).await;
    // Games are the server's: what is kept is of the page alone, and of this version.
    let kept = "const done = arguments[0];
        caches.keys().then(async (names) => {
            const keys = await (await caches.open(names[0])).keys();
            done([names.length, keys.filter(({ url }) => url.includes('/p/')).length]);
        });";
    let kept = phone.execute_async(kept, Vec::new()).await.expect("the page answers");
    assert_eq!(kept, json!([1, 0]));
    phone.close().await.expect("the browser closes");
    wire.set(false);
    table.clear().await;
}

#[tokio::test]
async fn a_menu_that_was_closed_does_not_open_once_there_is_a_connection() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let wire = Wire::to(&table.page_url).await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_at(&phone, &wire.url, "3x3", &[]).await;
    wire.set(false);
    click(&phone, "#new").await;
    let told = "const told = document.querySelector('#menu[open] .sentence').textContent;
        return told.startsWith('No connection') || null";
    once(&phone, told, &[]).await;
    click(&phone, "#menu .button").await;
    wire.join(&phone).await;
    tap(&phone, 4).await;
    once(&phone, MOVES, &[json!(1)]).await;
    let open = phone.execute("return document.querySelector('dialog[open]')", Vec::new()).await;
    assert_eq!(open.expect("the page answers"), Value::Null);
    click(&phone, "#new").await;
    find(&phone, "#menu[open] #start-game").await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_kept_game_that_cannot_be_shown_is_loaded_by_its_moves() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table, "3x3", &["b2".to_owned()]).await;
    for other in ["{ scene: {} }", "{ scene: { columns: 3, rows: 3 } }", "{ scene: 1 }", "1"] {
        let keep = format!(
            "const kept = JSON.parse(localStorage.getItem('zerosum.game'));
             localStorage.setItem('zerosum.game', JSON.stringify({{ ...kept, shown: {other} }}));"
        );
        phone.execute(&keep, Vec::new()).await.expect("it is kept");
        phone.refresh().await.expect("the page opens again");
        find(&phone, "#board .mark").await;
        once(&phone, MOVES, &[json!(1)]).await;
    }
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

/// Answers no request for a game, as long as wanted.
const HOLD_GAMES: &str = "
    const real = window.fetch;
    window.isCut = true;
    window.fetch = (path, ...rest) => window.isCut && /solo|analysis/.test(path)
        ? Promise.resolve(new Response('{}', { status: 503 })) : real(path, ...rest);";

const ANSWER_GAMES: &str = "window.isCut = false; dispatchEvent(new Event('online'))";

#[tokio::test]
async fn a_game_that_is_awaited_comes_in_the_language_that_is_chosen_meanwhile() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table, "3x3", &["b2".to_owned()]).await;
    let solo = ("#restart", "return document.querySelector('#board .mark') ? null : true");
    phone.execute(HOLD_GAMES, Vec::new()).await.expect("the page answers");
    comes_in_ukrainian(&phone, solo).await;
    once(&phone, MOVES, &[json!(0)]).await;
    phone.execute("localStorage.clear()", Vec::new()).await.expect("the page answers");
    phone.goto(&format!("{}a#game=3x3&moves=b2", table.page_url)).await.expect("the page opens");
    find(&phone, "#board .cell.best .value").await;
    phone.execute(HOLD_GAMES, Vec::new()).await.expect("the page answers");
    comes_in_ukrainian(&phone, ("#step-first", solo.1)).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

/// Presses a button that loads a game, and chooses a language before the game is there.
async fn comes_in_ukrainian(phone: &Client, (button, is_there): (&str, &str)) {
    click(phone, button).await;
    once(phone, TROUBLE, &[]).await;
    click(phone, "#language option[value=uk]").await;
    once(phone, "return document.documentElement.lang === 'uk' || null", &[]).await;
    phone.execute(ANSWER_GAMES, Vec::new()).await.expect("the page answers");
    once(phone, NO_TROUBLE, &[]).await;
    once(phone, is_there, &[]).await;
    let said = once(phone, "return document.getElementById('say').textContent || null", &[]).await;
    assert!(said.as_str().is_some_and(|said| !said.is_ascii()), "{said}");
}

#[tokio::test]
async fn with_the_few_colours_of_a_system_all_is_seen() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    let few = json!({"features": [{"name": "forced-colors", "value": "active"}]});
    command(&phone, "Emulation.setEmulatedMedia", few).await;
    // Both are colours of the system, so they differ from the ground.
    let colours = "
        const probe = document.body.appendChild(document.createElement('p'));
        const of = (name) => { probe.style.color = name; return getComputedStyle(probe).color; };
        const [text, highlight] = [of('CanvasText'), of('Highlight')];
        probe.remove();
        const style = (css, part) => getComputedStyle(document.querySelector(css), part);
        return arguments[0] === 'sheep'
            ? style('.cell.goal', '::after').backgroundColor === highlight
                && style('.cell.chosen').outlineColor === highlight
            : style('#m-x .x').stroke === text && style('.cell.last').outlineColor === highlight
                && style('.over .frame').stroke === highlight;";
    for (name, moves) in [("sheep", vec![]), ("ultimate", vec!["e5".to_owned()])] {
        open_game(&phone, &table, name, &moves).await;
        let is_seen = phone.execute(colours, vec![json!(name)]).await.expect("it answers");
        screenshot(&phone, &format!("page-phone-{name}-few-colours.png")).await;
        assert_eq!(is_seen, true, "{name}");
    }
    // A visitor who minds no motion sees a board glide.
    let motion =
        json!({"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]});
    command(&phone, "Emulation.setEmulatedMedia", motion).await;
    let moving = "document.getElementById('zoom-in').click();
        return document.querySelector('.field').getAnimations().length";
    let count = phone.execute(moving, Vec::new()).await.expect("the page answers");
    assert_eq!(count, 1);
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn nothing_scrolls_sideways_at_four_times_the_size_or_on_a_large_screen() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    // 1280 by 1024 pixels at 400 %, and a large screen.
    for (size, times) in [((320, 256), 4), ((2560, 1440), 1)] {
        let browser = driver.open_enlarged(size, times, Wishes::default()).await;
        for name in ["15x15x5", "strategic"] {
            open_game(&browser, &table, name, &[]).await;
            click(&browser, "#zoom-in").await;
            let fits = "
                const box = document.getElementById('board').getBoundingClientRect();
                return document.documentElement.scrollWidth <= innerWidth
                    && box.width <= innerWidth && box.height <= innerHeight;";
            let fits = browser.execute(fits, Vec::new()).await.expect("the page answers");
            screenshot(&browser, &format!("page-{}-{name}.png", size.0)).await;
            assert_eq!(fits, true, "{name} at {size:?}");
        }
        browser.close().await.expect("the browser closes");
    }
    table.clear().await;
}

#[tokio::test]
async fn without_javascript_the_page_says_so_and_shows_the_board_as_text() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    command(&phone, "Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
    phone.goto(&table.page_url).await.expect("the page opens");
    let needs = find(&phone, "p.needs").await.text().await.expect("it has a text");
    assert!(needs.starts_with("This page needs JavaScript"), "{needs}");
    let board = find(&phone, "pre.needs").await.text().await.expect("it has a text");
    assert_eq!(board.matches('⬜').count(), 9, "{board}");
    screenshot(&phone, "page-phone-no-javascript.png").await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

/// The colour of the table, and whether the address bar of a phone has that of a dark one.
const SCHEME: &str = "
    const dark = document.querySelectorAll('meta[name=theme-color]')[1];
    return [getComputedStyle(document.documentElement).backgroundColor, matchMedia(dark.media).matches];";

#[tokio::test]
async fn the_page_is_as_light_as_was_chosen_also_on_the_next_one() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    for (size, switch) in [(DESKTOP, "#scheme"), (PHONE, "#menu-scheme")] {
        let browser = driver.open_in(size, Wishes::default()).await;
        let scheme = async || browser.execute(SCHEME, Vec::new()).await.expect("the page answers");
        open_game(&browser, &table, "3x3", &[]).await;
        let light = scheme().await;
        assert_eq!(light, json!(["rgb(233, 228, 218)", false]));
        if size == PHONE {
            click(&browser, "#new").await;
        }
        click(&browser, switch).await;
        let dark = scheme().await;
        assert_eq!(dark, json!(["rgb(27, 32, 39)", true]));
        open_at(&browser, &table.page_url, "3x3", &[]).await;
        assert_eq!(scheme().await, dark);
        screenshot(&browser, &format!("page-chosen-dark-{}.png", size.0)).await;
        browser.close().await.expect("the browser closes");
    }
    table.clear().await;
}
