//! Finished games looked back on, the analysis board and puzzles in a real browser.

use fantoccini::Client;
use serde_json::json;

use super::surroundings::command;
use super::{DESKTOP, LAYOUT, MOVES, PHONE, SAY, open_game, tap, text};
use crate::browser::{Driver, Table, Wishes, click, find, once};

/// Number of values on the board, once it is this.
const VALUES: &str = "
    return document.querySelectorAll('#board .value').length === arguments[0] || null;";

/// Tells whether the sentence has this text.
const SAYS: &str = "
    return document.getElementById('say').textContent.includes(arguments[0]) || null;";

/// The game that the browser keeps, with its first two moves, once it is shown.
const KEPT: &str = "
    if (location.pathname !== '/') return null;
    const kept = JSON.parse(localStorage.getItem('zerosum.game'));
    return kept?.shown ? `${kept.game} ${kept.moves.slice(0, 2).join(' ')}` : null;";

async fn opens(browser: &Client, url: &str) {
    // Another fragment alone does not load a page.
    browser.goto("about:blank").await.expect("it opens");
    browser.goto(url).await.expect("the page opens");
}

#[tokio::test]
async fn a_finished_game_is_stepped_through_by_buttons_and_keys_and_reviewed() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    let moves = ["b2", "a1", "c3", "a3", "b1", "a2"].map(str::to_owned);
    open_game(&browser, &table, "3x3", &moves[..5]).await;
    let listed = "return [...document.querySelectorAll('#moves > span')].map((ply) => ply.textContent).join()";
    assert_eq!(text(&browser, listed).await, "1. b2,a1,2. c3,a3,3. b1");
    open_game(&browser, &table, "3x3", &moves).await;
    click(&browser, "#step-back").await;
    once(&browser, SAYS, &[json!("5 / 6")]).await;
    let focus = "document.querySelector('#board .cell[tabindex=\"0\"]').focus()";
    for (key, shown) in [(",", "4 / 6"), ("<", "0 / 6"), (".", "1 / 6"), (">", "6 / 6")] {
        browser.execute(focus, Vec::new()).await.expect("it takes the focus");
        let cell = browser.active_element().await.expect("a cell has the focus");
        cell.send_keys(key).await.expect("a key is pressed");
        once(&browser, SAYS, &[json!(shown)]).await;
    }
    // The moves beside the board are buttons once the game is over.
    click(&browser, "button.ply:nth-child(2)").await;
    once(&browser, SAYS, &[json!("2 / 6")]).await;
    find(&browser, ".ply:nth-child(2)[aria-current=step]").await;
    click(&browser, "#review").await;
    // It begins at the mistake, where the better move is marked.
    once(&browser, SAYS, &[json!("b1 ??")]).await;
    once(&browser, VALUES, &[json!(2)]).await;
    find(&browser, ".curve svg").await;
    click(&browser, "#step-first").await;
    once(&browser, SAYS, &[json!("0 / 6")]).await;
    click(&browser, ".finding").await;
    once(&browser, SAYS, &[json!("5 / 6")]).await;
    // Another language says the same of the same move.
    let language = "
        const select = document.getElementById('language');
        select.value = 'uk';
        select.dispatchEvent(new Event('change'));";
    browser.execute(language, Vec::new()).await.expect("it is chosen");
    let told = "return document.querySelector('.finding')?.textContent.includes('хід') || null";
    once(&browser, told, &[]).await;
    once(&browser, SAYS, &[json!("5 / 6")]).await;
    click(&browser, "#analyse").await;
    find(&browser, "#study textarea").await;
    once(&browser, SAYS, &[json!("три в ряд")]).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_script_that_is_gone_has_the_page_loaded_anew() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    command(&browser, "Network.enable", json!({})).await;
    command(&browser, "Network.setBypassServiceWorker", json!({ "bypass": true })).await;
    let moves = ["b2", "a1", "c3", "a3", "b1", "a2"].map(str::to_owned);
    open_game(&browser, &table, "3x3", &moves).await;
    command(&browser, "Network.setBlockedURLs", json!({ "urls": ["*/replay.js"] })).await;
    browser.execute("window.isBefore = true", Vec::new()).await.expect("the page answers");
    click(&browser, "#review").await;
    let is_anew = "return window.isBefore || document.getElementById('steps').hidden ? null : true";
    once(&browser, is_anew, &[]).await;
    command(&browser, "Network.setBlockedURLs", json!({ "urls": [] })).await;
    click(&browser, "#review").await;
    once(&browser, SAYS, &[json!("b1 ??")]).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_page_whose_files_are_missing_loads_itself_again() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    command(&browser, "Network.enable", json!({})).await;
    command(&browser, "Network.setBypassServiceWorker", json!({ "bypass": true })).await;
    let is_alive = "
        const isStyled = getComputedStyle(document.body).display === 'flex';
        return (isStyled && document.querySelector('#board .cell, .course')) ? true : null;";
    for (path, file) in
        [("", "app.js"), ("", "zoom.js"), ("", "style.css"), ("learn", "lessons.js")]
    {
        let urls = json!({ "urls": [format!("*/x/*/{file}")] });
        command(&browser, "Network.setBlockedURLs", urls).await;
        browser.goto(&format!("{}{path}", table.page_url)).await.expect("the address opens");
        let is_there = browser.execute(is_alive, Vec::new()).await.expect("the page answers");
        assert!(is_there.is_null(), "{file} is needed");
        command(&browser, "Network.setBlockedURLs", json!({ "urls": [] })).await;
        once(&browser, is_alive, &[]).await;
    }
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn the_analysis_board_follows_branches_and_leads_into_a_game() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    opens(&phone, &format!("{}a#game=3x3&moves=b2,a1", table.page_url)).await;
    once(&phone, VALUES, &[json!(7)]).await;
    find(&phone, "#board .cell.best").await;
    click(&phone, "#step-back").await;
    once(&phone, VALUES, &[json!(8)]).await;
    tap(&phone, 1).await;
    once(&phone, VALUES, &[json!(7)]).await;
    let address = "return location.hash";
    assert_eq!(text(&phone, address).await, "#game=3x3&moves=b2%2Cb1");
    // The branch is left for the game, before the move that it replaced.
    click(&phone, "#offers button").await;
    once(&phone, VALUES, &[json!(8)]).await;
    click(&phone, "#step-last").await;
    once(&phone, VALUES, &[json!(7)]).await;
    assert_eq!(text(&phone, address).await, "#game=3x3&moves=b2%2Ca1");
    phone.refresh().await.expect("the page opens again");
    once(&phone, VALUES, &[json!(7)]).await;
    // A record takes the place of the position.
    click(&phone, "#study summary").await;
    let record = find(&phone, "#study textarea").await;
    record.send_keys("zerosum record 1 4x4x3 b2 c3 *").await.expect("it takes text");
    click(&phone, ".record button").await;
    once(&phone, VALUES, &[json!(14)]).await;
    click(&phone, "#offers button").await;
    click(&phone, "#start-game").await;
    assert_eq!(once(&phone, KEPT, &[]).await, json!("4x4x3 b2 c3"));
    // The opening of a game is over there, and rules that no menu has are kept.
    for (game, kept) in [("15x15x5-swap2", "15x15x5 h8 i9"), ("9x9x5-renju", "9x9x5-renju h8 i9")] {
        opens(&phone, &format!("{}a#game={game}&moves=h8,i9,g7", table.page_url)).await;
        let begun = format!("#game={}&moves=h8%2Ci9%2Cg7", kept.split_once(' ').expect("words").0);
        once(&phone, "return location.hash === arguments[0] || null", &[json!(begun)]).await;
        click(&phone, "#offers button").await;
        click(&phone, "#start-game").await;
        assert_eq!(once(&phone, KEPT, &[]).await, json!(kept));
    }
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn an_address_with_a_mistake_opens_as_far_as_it_can_be_read() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    let shown = "
        const [plies, said, address] = arguments;
        const count = document.querySelectorAll('#moves .ply').length;
        const isSaid = document.getElementById('notes').textContent.includes(said);
        const isShown = document.querySelector('#board .value') && count === plies && isSaid;
        return isShown && location.hash === address || null;";
    for (address, plies, said, left) in [
        // Messengers put a full stop after a link.
        ("#game=15x15x5&moves=h8,i9,h9.", 3, "", "#game=15x15x5&moves=h8%2Ci9%2Ch9"),
        ("#game=3x3&moves=b2,a1,b2,c1", 2, "this cell is taken.", "#game=3x3&moves=b2,a1,b2,c1"),
        ("#game=none&moves=b2", 0, "“none”", "#game=none&moves=b2"),
    ] {
        opens(&phone, &format!("{}a{address}", table.page_url)).await;
        once(&phone, shown, &[json!(plies), json!(said), json!(left)]).await;
    }
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_asked_and_solved() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let browser = driver.open_in(DESKTOP, Wishes::default()).await;
    browser.goto(&format!("{}puzzle", table.page_url)).await.expect("the page opens");
    find(&browser, "#board .cell.can").await;
    let question = text(&browser, SAY).await;
    assert!(!question.is_empty());
    click(&browser, "#offers button").await;
    find(&browser, "#steps:not([hidden])").await;
    assert_ne!(text(&browser, SAY).await, question);
    click(&browser, "#step-last").await;
    let end = "
        const [, played, of] = /(\\d+) \\/ (\\d+)/.exec(document.getElementById('notes').textContent) ?? [];
        return played && played === of ? true : null;";
    once(&browser, end, &[]).await;
    browser.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn what_is_not_there_leads_on_and_leaves_ones_own_game_alone() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table, "3x3", &["b2".to_owned()]).await;
    for (path, way, leads_to) in [
        ("puzzle/p99999", "#offers button", "#board :is(.can, .piece)"),
        ("learn/none/1", "#offers a", ".course .step"),
    ] {
        opens(&phone, &format!("{}{path}", table.page_url)).await;
        once(&phone, SAYS, &[json!("no such page")]).await;
        for own in ["#restart", "#back", "#move"] {
            find(&phone, &format!("{own}[hidden]")).await;
        }
        click(&phone, way).await;
        find(&phone, leads_to).await;
    }
    opens(&phone, &table.page_url).await;
    once(&phone, MOVES, &[json!(1)]).await;
    find(&phone, "#restart:not([hidden])").await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_link_that_cannot_be_copied_is_shown_selected() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    phone.goto(&format!("{}a#game=3x3&moves=b2", table.page_url)).await.expect("the page opens");
    find(&phone, "#board .cell.best .value").await;
    let refuse = "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))";
    phone.execute(refuse, Vec::new()).await.expect("the page answers");
    click(&phone, "#offers .button:last-child").await;
    let shown = "
        const { activeElement: field } = document;
        if (!field.matches('#offers .address[readonly][aria-label]')) return null;
        return field.value.slice(field.selectionStart, field.selectionEnd);";
    let shown = once(&phone, shown, &[]).await;
    assert_eq!(shown, text(&phone, "return location.href").await);
    let layout = phone.execute(LAYOUT, Vec::new()).await.expect("the page answers");
    assert_eq!(layout["isWide"], false, "{layout}");
    phone.close().await.expect("the browser closes");
    table.clear().await;
}
