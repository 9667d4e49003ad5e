//! The page in a real browser: games by taps, by keys and by the move field, to the end.

mod gestures;
mod keyboard;
mod lessons;
mod study;
pub(super) mod surroundings;
mod zoom;

use std::path::Path;

use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::browser::{Driver, Table, Wishes, click, click_on, find, once, screenshot};

pub(super) const PHONE: (u32, u32) = (390, 844);
pub(super) const DESKTOP: (u32, u32) = (1280, 800);

/// Moves made so far, once all is accepted.
const MOVES: &str = "
    const board = document.getElementById('board');
    if (board.getAttribute('aria-busy') !== 'false') return null;
    const kept = JSON.parse(localStorage.getItem('zerosum.game'));
    return kept && kept.moves.length === arguments[0] ? kept.moves.length + 1 : null;";

/// The number of moves, once there are more than before and all is accepted, or the game is over.
const MORE_MOVES: &str = "
    const board = document.getElementById('board');
    if (board.getAttribute('aria-busy') !== 'false') return null;
    const count = JSON.parse(localStorage.getItem('zerosum.game')).moves.length;
    return count > arguments[0] ? count : null;";

const SAY: &str = "return document.getElementById('say').textContent";

/// Whether nothing has to be scrolled, and how large a cell is.
pub(super) const LAYOUT: &str = "
    const root = document.documentElement;
    const cell = document.querySelector('.cell').getBoundingClientRect();
    return {
        isWhole: root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth,
        isWide: root.scrollWidth > innerWidth,
        cell: cell.width,
        sizes: [root.scrollWidth, root.scrollHeight, innerWidth, innerHeight],
    };";

/// Opens the page with a game between two people on one device, after these moves.
async fn open_game(browser: &Client, table: &Table, name: &str, moves: &[String]) {
    open_at(browser, &table.page_url, name, moves).await;
}

/// Opens the page at this address with such a game.
async fn open_at(browser: &Client, url: &str, name: &str, moves: &[String]) {
    // A file of the same origin that keeps nothing by itself.
    let file = format!("{url}favicon.svg");
    browser.goto(&file).await.expect("the file opens");
    let kept = json!({"v": 1, "game": name, "seed": 1, "moves": moves});
    let script = "localStorage.setItem('zerosum.game', arguments[0])";
    browser.execute(script, vec![json!(kept.to_string())]).await.expect("it is kept");
    browser.goto(url).await.expect("the page opens");
    let title = "return document.querySelector('#board .cell') && document.title !== '' \
                 && document.getElementById('board').getAttribute('aria-busy') === 'false' \
                 ? document.title : null";
    once(browser, title, &[]).await;
    once(browser, MOVES, &[json!(moves.len())]).await;
}

pub(super) async fn tap(browser: &Client, cell: usize) {
    let place = format!(
        "(//*[@id='board']//*[contains(concat(' ', @class, ' '), ' cell ')])[{}]",
        cell + 1
    );
    click_on(browser, Locator::XPath(&place)).await;
}

pub(super) async fn text(browser: &Client, script: &str) -> String {
    let found = browser.execute(script, Vec::new()).await.expect("the page answers");
    found.as_str().expect("it is text").to_owned()
}

async fn moves(browser: &Client) -> usize {
    let script = "return JSON.parse(localStorage.getItem('zerosum.game')).moves.length";
    let found = browser.execute(script, Vec::new()).await.expect("the page answers");
    usize::try_from(found.as_u64().expect("a number")).expect("a small number")
}

/// A cell in sight to be tapped next: the square that a piece can go to, or else a cell or a piece that may be
/// played; -1 if the game is over.
const NEXT_TAP: &str = "
    const board = document.getElementById('board');
    if (board.getAttribute('aria-busy') !== 'false') return null;
    if (document.getElementById('live').classList.contains('over')) return -1;
    const { left, right, top, bottom } = board.getBoundingClientRect();
    const isSeen = (cell) => {
        const box = cell.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return left < x && x < right && top < y && y < bottom;
    };
    const cells = [...board.querySelectorAll('.cell')];
    const seen = (name) => cells.findIndex((cell) => cell.classList.contains(name) && isSeen(cell));
    const goal = seen('goal');
    return goal < 0 ? seen('can') : goal;";

/// Taps cells that may be played until the game is over, at most this many times.
async fn tap_to_the_end(browser: &Client, taps_max: usize) {
    for _ in 0..taps_max {
        let next = once(browser, NEXT_TAP, &[]).await.as_i64().expect("a number");
        let Ok(cell) = usize::try_from(next) else { return };
        tap(browser, cell).await;
    }
    panic!("the game is not over: {}", text(browser, SAY).await);
}

/// The moves of the playthrough of a game.
fn playthrough(name: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("crates/games/tests/data/playthroughs").join(format!("{name}.txt"));
    let text = std::fs::read_to_string(path).expect("there is a playthrough");
    text.lines()
        .filter_map(|line| line.split_once("plays "))
        .map(|(_, text)| text.to_owned())
        .collect()
}

#[tokio::test]
async fn three_in_a_row_is_played_by_tap_in_three_languages() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    for (language, turn, won, again) in [
        ("en", "Your move: tap for ❌", "🎉 ❌ won", "Play again"),
        ("ru", "Ваш ход: поставьте ❌", "🎉 Побеждает ❌", "Ещё раз"),
        ("uk", "Ваш хід: поставте ❌", "🎉 Перемога: ❌", "Ще раз"),
    ] {
        let phone = driver.open_in(PHONE, Wishes { language, scheme: 1 }).await;
        phone.goto(&table.page_url).await.expect("the page opens");
        // The first tap is a move, against the engine.
        find(&phone, "#board .cell.can").await;
        assert!(text(&phone, SAY).await.starts_with(turn), "{}", text(&phone, SAY).await);
        tap(&phone, 4).await;
        once(&phone, MORE_MOVES, &[json!(1)]).await;
        // Two people on one device.
        open_game(&phone, &table, "3x3", &[]).await;
        for (number, cell) in [0, 3, 1, 4, 2].into_iter().enumerate() {
            tap(&phone, cell).await;
            once(&phone, MOVES, &[json!(number + 1)]).await;
        }
        find(&phone, "#board .strike").await;
        assert!(text(&phone, SAY).await.starts_with(won), "{}", text(&phone, SAY).await);
        screenshot(&phone, &format!("page-phone-3x3-won-{language}.png")).await;
        let offer = find(&phone, "#offers button").await;
        assert!(offer.text().await.expect("it has a label").contains(again));
        offer.click().await.expect("it can be tapped");
        once(&phone, MOVES, &[json!(0)]).await;
        assert!(text(&phone, SAY).await.starts_with(turn), "the board is empty again");
        phone.close().await.expect("the browser closes");
    }
    table.clear().await;
}

#[tokio::test]
async fn a_game_is_played_by_keys_and_by_the_move_field_and_survives_a_reload() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    open_game(&browser, &table, "3x3", &[]).await;
    // The middle cell takes the focus first.
    let focus = "document.querySelector('#board .cell[tabindex=\"0\"]').focus()";
    browser.execute(focus, Vec::new()).await.expect("it takes the focus");
    let press = async |keys: &[Key]| {
        let keys: String = keys.iter().map(|key| char::from(*key)).collect();
        let focused = browser.active_element().await.expect("something has the focus");
        focused.send_keys(&keys).await.expect("keys are pressed");
    };
    press(&[Key::Enter]).await;
    once(&browser, MOVES, &[json!(1)]).await;
    press(&[Key::Left, Key::Up, Key::Enter]).await;
    once(&browser, MOVES, &[json!(2)]).await;
    press(&[Key::End, Key::Enter]).await;
    once(&browser, MOVES, &[json!(3)]).await;
    let label = "return document.activeElement.getAttribute('aria-label')";
    assert_eq!(text(&browser, label).await, "c1, cross, last move");
    // A taken cell is refused in words, and the game goes on.
    press(&[Key::Home, Key::Enter]).await;
    once(
        &browser,
        "return document.getElementById('say').textContent.includes('taken') || null",
        &[],
    )
    .await;
    // The same refusal is announced again: its text is another node.
    let keep = "window.said = document.getElementById('say').firstChild";
    browser.execute(keep, Vec::new()).await.expect("the page answers");
    press(&[Key::Enter]).await;
    let is_anew = "
        const { firstChild } = document.getElementById('say');
        return firstChild !== window.said && firstChild.data.includes('taken') || null";
    once(&browser, is_anew, &[]).await;
    browser.active_element().await.expect("a cell").send_keys("/").await.expect("a key");
    let field = find(&browser, "#text").await;
    field.send_keys("B 1").await.expect("it takes text");
    press(&[Key::Enter]).await;
    once(&browser, MOVES, &[json!(4)]).await;
    browser.refresh().await.expect("the page opens again");
    once(&browser, MOVES, &[json!(4)]).await;
    find(&browser, "#board .cell.can").await;
    let field = find(&browser, "#text").await;
    field.send_keys("a3").await.expect("it takes text");
    click(&browser, "#play").await;
    once(&browser, MOVES, &[json!(5)]).await;
    find(&browser, "#board .strike").await;
    // A move is taken back, and the game is in another language.
    click(&browser, "#back").await;
    once(&browser, MOVES, &[json!(4)]).await;
    click(&browser, "#language option[value=uk]").await;
    once(
        &browser,
        "return document.getElementById('say').textContent.startsWith('Ваш хід') || null",
        &[],
    )
    .await;
    assert_eq!(text(&browser, "return document.documentElement.lang").await, "uk");
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_person_comes_back_to_their_game_from_elsewhere_and_after_starting_over() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table, "3x3", &["b2", "a1", "c3"].map(str::to_owned)).await;
    phone.goto(&format!("{}puzzle", table.page_url)).await.expect("the page opens");
    find(&phone, "#board :is(.can, .piece)").await;
    let layout = phone.execute(LAYOUT, Vec::new()).await.expect("the page answers");
    assert_eq!(layout["isWhole"], true, "{layout}");
    click(&phone, ".brand").await;
    once(&phone, "return location.pathname === '/' || null", &[]).await;
    find(&phone, "#board .cell.can").await;
    once(&phone, MOVES, &[json!(3)]).await;
    click(&phone, "#restart").await;
    once(&phone, MOVES, &[json!(0)]).await;
    click(&phone, "#back").await;
    once(&phone, MOVES, &[json!(3)]).await;
    // Nor does a game that is begun elsewhere take its place for good.
    phone.goto(&format!("{}puzzle", table.page_url)).await.expect("the page opens");
    find(&phone, "#board :is(.can, .piece)").await;
    click(&phone, "#new").await;
    click(&phone, "#start-game").await;
    once(&phone, "return location.pathname === '/' || null", &[]).await;
    find(&phone, "#board .cell").await;
    click(&phone, "#back:not([aria-disabled=true])").await;
    once(&phone, MOVES, &[json!(3)]).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_game_that_is_open_twice_goes_on_in_both_places() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    open_game(&browser, &table, "3x3", &[]).await;
    let first = browser.window().await.expect("it has a window");
    let second = browser.new_window(true).await.expect("another one opens").handle;
    browser.switch_to_window(second).await.expect("it is there");
    browser.goto(&table.page_url).await.expect("the page opens");
    find(&browser, "#board .cell.can").await;
    tap(&browser, 4).await;
    once(&browser, MOVES, &[json!(1)]).await;
    browser.switch_to_window(first).await.expect("it is there");
    let marks = "return document.querySelectorAll('.cell .mark').length === arguments[0] || null";
    once(&browser, marks, &[json!(1)]).await;
    tap(&browser, 0).await;
    once(&browser, MOVES, &[json!(2)]).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn every_family_is_played_to_the_end_by_taps_on_a_phone() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    for (name, left, isolated) in [
        ("15x15x5", 12, false),
        ("8x8x5", 12, false),
        ("ultimate", 12, false),
        ("sheep", 12, false),
        ("strategic", 6, true),
    ] {
        let played = playthrough(name);
        let kept = &played[..played.len().saturating_sub(left)];
        open_game(&phone, &table, name, kept).await;
        let layout = phone.execute(LAYOUT, Vec::new()).await.expect("the page answers");
        assert_eq!(layout["isWhole"], true, "{name}: {layout}");
        assert!(layout["cell"].as_f64().is_some_and(|cell| cell >= 24.0), "{name}: {layout}");
        screenshot(&phone, &format!("page-phone-{name}.png")).await;
        if isolated {
            is_zoomed_where_the_next_move_must_be(&phone).await;
        }
        tap_to_the_end(&phone, 200).await;
        screenshot(&phone, &format!("page-phone-{name}-over.png")).await;
    }
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

/// Shows the whole of a zoomed board and zooms in again by a tap, which makes no move.
async fn is_zoomed_where_the_next_move_must_be(phone: &Client) {
    let before = moves(phone).await;
    find(phone, "#board.zoomed").await;
    click(phone, "#whole").await;
    find(phone, "#board:not(.zoomed)").await;
    screenshot(phone, "page-phone-strategic-whole.png").await;
    click(phone, "#board .cell.can").await;
    find(phone, "#board.zoomed").await;
    assert_eq!(moves(phone).await, before, "a tap that zooms is no move");
}

#[tokio::test]
async fn the_menu_starts_any_game_against_any_level() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    phone.goto(&table.page_url).await.expect("the page opens");
    for (game, variant, level, side, seats) in [
        ("ultimate-count", "", "novice", 2, "zerosum (novice)"),
        ("sheep", "sheep-6", "beginner", 2, "zerosum (beginner)"),
        ("15x15x5", "", "casual", 1, "zerosum (casual)"),
    ] {
        click(&phone, "#new").await;
        click(&phone, &format!("#choose-game option[value='{game}']")).await;
        if !variant.is_empty() {
            click(&phone, ".choice summary").await;
            click(&phone, &format!("#choose-variant option[value='{variant}']")).await;
        }
        let game = if variant.is_empty() { game } else { variant };
        choose(&phone, &format!("input[name=level][value={level}]")).await;
        choose(&phone, &format!("input[name=side][value='{side}']")).await;
        if level == "novice" {
            screenshot(&phone, "page-phone-menu.png").await;
        }
        click(&phone, "#start-game").await;
        let begun = "const kept = JSON.parse(localStorage.getItem('zerosum.game'));
            return kept.game === arguments[0] && kept.moves.length === arguments[1] || null";
        once(&phone, begun, &[json!(game), json!(usize::from(side == 2))]).await;
        let named =
            "return document.getElementById('seats').textContent.includes(arguments[0]) || null";
        once(&phone, named, &[json!(seats)]).await;
    }
    click(&phone, "#new").await;
    let coded = "return ![...document.querySelectorAll('#choose-game option')]
        .some((option) => /-(a|b|filled|both|[0-9])$/.test(option.value)) || null";
    once(&phone, coded, &[]).await;
    click(&phone, "#choose-game option[value=own]").await;
    for (place, value) in [(0, 7), (1, 4), (2, 3)] {
        click(&phone, &format!("#size-{place} option[value='{value}']")).await;
    }
    choose(&phone, "input[name=level][value='']").await;
    click(&phone, "#start-game").await;
    let cells = "return document.querySelectorAll('#board .cell').length === 28 || null";
    once(&phone, cells, &[]).await;
    a_row_fits_the_board(&phone).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

/// No board is offered on which no row fits, and the smallest one is the game of that name.
async fn a_row_fits_the_board(phone: &Client) {
    click(phone, "#new").await;
    click(phone, "#size-2 option[value='7']").await;
    click(phone, "#size-0 option[value='4']").await;
    let row = "
        const row = document.getElementById('size-2');
        return [Number(row.value), [...row.options].filter(({ disabled }) => !disabled).length];";
    assert_eq!(phone.execute(row, Vec::new()).await.expect("it answers"), json!([4, 2]));
    choose(phone, "input[name=level][value=novice]").await;
    click(phone, "#size-0 option[value='3']").await;
    click(phone, "#size-1 option[value='3']").await;
    click(phone, "#start-game").await;
    let begun = "
        const { game, level } = JSON.parse(localStorage.getItem('zerosum.game'));
        return game === '3x3' && document.querySelectorAll('#board .cell').length === 9 ? level : null";
    assert_eq!(once(phone, begun, &[]).await, "beginner");
}

/// Chooses a radio button, which is shown by its label.
async fn choose(browser: &Client, css: &str) {
    let script = "return document.querySelector(arguments[0])?.parentElement ?? null";
    let found: Value = once(browser, script, &[json!(css)]).await;
    browser.execute("arguments[0].click()", vec![found]).await.expect("it can be chosen");
}

#[tokio::test]
async fn the_page_fits_every_screen_by_day_and_by_night() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    for (size, scheme) in [(PHONE, 0), (DESKTOP, 0), (DESKTOP, 1), ((320, 640), 1)] {
        let browser = driver.open_in(size, Wishes { language: "en", scheme }).await;
        for name in ["3x3", "15x15x5", "ultimate", "sheep", "strategic-functional"] {
            let played = playthrough(name);
            open_game(&browser, &table, name, &played[..played.len() / 2]).await;
            let layout = browser.execute(LAYOUT, Vec::new()).await.expect("the page answers");
            assert_eq!(layout["isWide"], false, "{name} at {size:?}: {layout}");
            if size != (320, 640) {
                assert_eq!(layout["isWhole"], true, "{name} at {size:?}: {layout}");
            }
            screenshot(&browser, &format!("page-{}-{scheme}-{name}.png", size.0)).await;
        }
        // A tall narrow board leaves room for the buttons below it.
        open_game(&browser, &table, "3x20x3", &[]).await;
        let layout = browser.execute(LAYOUT, Vec::new()).await.expect("the page answers");
        let is_whole = layout["isWhole"] == true || size == (320, 640);
        assert!(is_whole && layout["cell"].as_f64() >= Some(23.9), "{size:?}: {layout}");
        browser.close().await.expect("the browser closes");
    }
    table.clear().await;
}
