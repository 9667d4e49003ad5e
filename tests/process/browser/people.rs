//! People side by side in one window, and the links that lead them from chat to chat.

use fantoccini::Client;
use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::settings::{InlineMode, Settings};

use crate::browser::layout::{
    NEWEST_BOARD, SIZES, call, go_to, newest_message, nothing_overlaps, stands_well,
};
use crate::browser::{ANNA, Driver, GROUP, Table, click, find, once, say, screenshot};

/// Speaks Ukrainian, whereas Anna speaks English.
pub(super) const OKSANA: i64 = 1003;

/// The moves of a game of 3×3 that the first player wins, as rows and columns of the keyboard.
const MOVES: [(usize, usize); 5] = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)];

/// Text of a button that is no longer an empty cell.
const TAKEN: &str = "
    const [number, row, column] = arguments;
    const key = document.querySelector(`[data-testid=button-${number}-${row}-${column}]`);
    const text = key?.textContent.trim();
    return text && text !== '·' ? text : null;";

/// A window, or a pane of one, in which a person plays.
pub(super) struct Seat<'a> {
    pub(super) browser: &'a Client,
    pub(super) pane: Option<u16>,
}

impl Seat<'_> {
    /// Directs all later requests to this seat.
    pub(super) async fn take(&self) -> &Client {
        if let Some(pane) = self.pane {
            self.browser.enter_parent_frame().await.expect("there is a window around it");
            self.browser.enter_frame(pane).await.expect("the pane is there");
        }
        self.browser
    }
}

pub(super) async fn newest_in_own_chat(browser: &Client, person: i64) -> Value {
    go_to(browser, person, person).await;
    newest_message(browser).await
}

/// Makes both players move in turn, and checks after each move that both see it, with the whole board.
pub(super) async fn play_to_the_end(seats: &[Seat<'_>; 2], boards: &[Value; 2], name: &str) {
    for (turn, (row, column)) in MOVES.into_iter().enumerate() {
        let seat = turn % 2;
        let browser = seats[seat].take().await;
        let key = format!("[data-testid=button-{}-{row}-{column}]", boards[seat]);
        click(browser, &key).await;
        let mark = if seat == 0 { "❌" } else { "⭕" };
        for (place, (seat, board)) in seats.iter().zip(boards).enumerate() {
            let browser = seat.take().await;
            let cell = [board.clone(), json!(row), json!(column)];
            let seen = once(browser, TAKEN, &cell).await;
            let seen = seen.as_str().unwrap_or_default().to_owned();
            let is_last = turn + 1 == MOVES.len();
            assert!(seen.contains(mark) || is_last, "{seen} instead of {mark}");
            stands_well(browser, board, false, &format!("{name}: move {turn} at {place}")).await;
            nothing_overlaps(browser, &format!("{name}: move {turn} at {place}")).await;
        }
    }
    for (place, seat) in seats.iter().enumerate() {
        screenshot(seat.take().await, &format!("people-{name}-{place}.png")).await;
    }
}

#[tokio::test]
async fn two_people_play_an_inline_game_side_by_side_in_a_topic_of_a_group() {
    let Some(driver) = Driver::start() else { return };
    let settings = Settings { inline_mode: InlineMode::On, ..Settings::default() };
    let table = Table::lay_with(settings).await;
    let browser = driver.open(&table.playground, SIZES[1]).await;
    go_to(&browser, OKSANA, GROUP).await;
    click(&browser, "[data-testid=beside]").await;
    let panes = "return document.querySelectorAll('iframe').length === 2 || null";
    once(&browser, panes, &[]).await;
    let seats = [0, 1].map(|pane| Seat { browser: &browser, pane: Some(pane) });
    browser.enter_frame(0).await.expect("there is a pane");
    let places = [(&seats[0], OKSANA, "uk"), (&seats[1], ANNA, "en")];
    for (seat, person, language) in places {
        let browser = seat.take().await;
        go_to(browser, person, GROUP).await;
        let spoken = once(browser, "return document.documentElement.lang", &[]).await;
        assert_eq!(spoken, language);
    }
    make_topic(seats[0].take().await).await;
    // Anna goes there as well, and offers a game through the bot.
    let anna = seats[1].take().await;
    click(anna, "[data-testid=topic-2]").await;
    type_into(anna, "@playground_bot 3x3").await;
    click(anna, "[data-testid^=result-]").await;
    let mut boards = [json!(0), json!(0)];
    for (seat, board) in seats.iter().zip(&mut boards) {
        *board = once(seat.take().await, NEWEST_BOARD, &[json!(2)]).await;
    }
    play_to_the_end(&seats, &boards, "panes").await;
    click(seats[0].take().await, "[data-testid=topic-general]").await;
    let left = "return document.querySelectorAll('.message').length === 0 || null";
    once(&browser, left, &[]).await;
    sees_a_board_with_its_picture(seats[0].take().await).await;
    click(&browser, "[data-testid=close-pane]").await;
    browser.enter_parent_frame().await.expect("there is a window around it");
    let alone = "return location.pathname === '/' && location.hash || null";
    assert_eq!(once(&browser, alone, &[]).await, format!("#{ANNA}/{GROUP}/2"));
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

/// Checks that the highest board fits into a pane as well.
async fn sees_a_board_with_its_picture(oksana: &Client) {
    let before = newest_in_own_chat(oksana, OKSANA).await;
    say(oksana, "/new gomoku beginner x").await;
    let board = once(oksana, NEWEST_BOARD, &[before]).await;
    stands_well(oksana, &board, true, "gomoku in a pane").await;
    screenshot(oksana, "people-panes-gomoku.png").await;
}

/// Has Oksana create a topic, and opens it.
async fn make_topic(oksana: &Client) {
    click(oksana, "[data-testid=chat-menu]").await;
    click(oksana, "[data-testid=new-topic]").await;
    let name = find(oksana, "[data-testid=naming-name]").await;
    name.send_keys("Хрестики-нулики").await.expect("the field takes text");
    click(oksana, "[data-testid=naming-ok]").await;
    find(oksana, "[data-testid=topic-2][aria-current]").await;
}

pub(super) async fn type_into(browser: &Client, words: &str) {
    let composer = find(browser, "[data-testid=composer]").await;
    composer.send_keys(words).await.expect("the field takes text");
}

#[tokio::test]
async fn on_a_phone_people_who_are_beside_one_another_are_seen_one_at_a_time() {
    let Some(driver) = Driver::start() else { return };
    let playground = Playground::start(Settings::default()).await.expect("a free port");
    let browser = driver.open(&playground, SIZES[0]).await;
    let address = format!("{}beside#{OKSANA}/{GROUP},{ANNA}/{ANNA}", playground.page_url());
    browser.goto(&address).await.expect("the page opens");
    let seen = "
        const panes = [...document.querySelectorAll('iframe')];
        const seen = panes.filter((pane) => pane.checkVisibility({ visibilityProperty: true }));
        return seen.length === 1 && seen[0] === panes[arguments[0]] || null;";
    once(&browser, seen, &[json!(0)]).await;
    browser.enter_frame(0).await.expect("there is a pane");
    find(&browser, &format!("[data-testid='chat-{GROUP}'][aria-current]")).await;
    nothing_overlaps(&browser, "a pane on a phone").await;
    // A person who is there already is not opened a second time.
    click(&browser, &format!("[data-testid=person-{ANNA}]")).await;
    browser.enter_parent_frame().await.expect("there is a window around it");
    once(&browser, seen, &[json!(1)]).await;
    screenshot(&browser, "people-phone-pane.png").await;
    browser.close().await.expect("the browser closes");
    playground.stop().await;
}

#[tokio::test]
async fn a_button_leads_with_a_query_to_a_chat_that_the_person_chooses() {
    let Some(driver) = Driver::start() else { return };
    let settings = Settings { inline_mode: InlineMode::On, ..Settings::default() };
    let playground = Playground::start(settings).await.expect("a free port");
    for size in SIZES {
        let browser = driver.open(&playground, size).await;
        say(&browser, "/start").await;
        let groups = json!({ "query": "3x3", "allow_group_chats": true });
        let rows = json!([
            [{ "text": "groups", "switch_inline_query_chosen_chat": groups }],
            [{ "text": "all", "switch_inline_query": "4x4" }],
            [{ "text": "here", "switch_inline_query_current_chat": "5x5" }],
            [{ "text": "share", "url": "https://t.me/share/url?url=https://t.me/a&text=Look" }],
            [{ "text": "add", "url": "https://t.me/Playground_bot?startgroup=a-1" }],
        ]);
        let markup = json!({ "inline_keyboard": rows });
        let message = json!({ "chat_id": ANNA, "text": "Where to?", "reply_markup": markup });
        let sent = call(&playground, "sendMessage", &message).await["message_id"].clone();
        let chats = "
            const chats = document.querySelectorAll('#chooser[open] .chosen-chat');
            return [...chats].map((chat) => chat.dataset.testid);";
        let friend = GROUP - 1;
        for (row, count, chosen, typed) in [
            (0, 1, GROUP, "@playground_bot 3x3"),
            (1, 4, friend, "@playground_bot 4x4"),
            (2, 0, ANNA, "@playground_bot 5x5"),
            (3, 4, GROUP, "Look https://t.me/a"),
        ] {
            go_to(&browser, ANNA, ANNA).await;
            click(&browser, &format!("[data-testid=button-{sent}-{row}-0]")).await;
            if count > 0 {
                let offered = once(&browser, chats, &[]).await;
                assert_eq!(offered.as_array().map(Vec::len), Some(count), "{offered}");
                screenshot(&browser, &format!("people-chooser-{}-{row}.png", size.0)).await;
                click(&browser, &format!("[data-testid='choose-{chosen}']")).await;
            }
            let place = "
                const text = document.getElementById('composer').value;
                return text ? [location.hash, text] : null;";
            let seen = once(&browser, place, &[]).await;
            assert_eq!(seen, json!([format!("#{ANNA}/{chosen}"), typed]));
            // The next word is typed into an empty field.
            let empty = "document.getElementById('composer').value = ''; return true";
            once(&browser, empty, &[]).await;
        }
        go_to(&browser, ANNA, ANNA).await;
        click(&browser, &format!("[data-testid=button-{sent}-4-0]")).await;
        click(&browser, &format!("[data-testid='choose-{GROUP}']")).await;
        let said = "
            const texts = [...document.querySelectorAll('.text')].map((text) => text.textContent);
            return location.hash === arguments[0] && texts.includes(arguments[1]) || null;";
        let group = json!(format!("#{ANNA}/{GROUP}"));
        once(&browser, said, &[group, json!("/start@playground_bot a-1")]).await;
        let windows = browser.windows().await.expect("the browser answers");
        assert_eq!(windows.len(), 1, "a link leads out of the page");
        browser.close().await.expect("the browser closes");
    }
    playground.stop().await;
}
