//! Passes on the page: one that ends, and one of a person who accepts an invitation as a guest.

use fantoccini::Client;
use serde_json::json;
use zerosum_playground::Playground;

use super::{HAS_NOTE, HAS_TROUBLE, MARKS, NO_TROUBLE, control, login_url, open_game};
use crate::browser::page::surroundings::{Wire, command};
use crate::browser::page::{PHONE, tap, text};
use crate::browser::{ANNA, BORIS, Driver, Table, Wishes, click, find, once, screenshot};

#[tokio::test]
async fn a_pass_that_has_ended_is_told_as_long_as_the_game_is_only_watched() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    super::begin(&table.playground, ANNA, "/new casual").await;
    let phone = driver.open_in(PHONE, Wishes { language: "en", scheme: 0 }).await;
    open_game(&phone, &table.playground, ANNA).await;
    let end = "
        const pass = JSON.parse(sessionStorage.getItem('zerosum.pass'));
        sessionStorage.setItem('zerosum.pass', JSON.stringify({ ...pass, token: 'over' }));";
    phone.execute(end, Vec::new()).await.expect("the page answers");
    phone.refresh().await.expect("the page opens again");
    once(&phone, HAS_NOTE, &[json!("no longer knows who you are")]).await;
    once(&phone, NO_TROUBLE, &[]).await;
    screenshot(&phone, "live-phone-pass-over.png").await;
    // It is forgotten, and the person comes back by the chat.
    let kept = "return sessionStorage.getItem('zerosum.pass') === null || null";
    once(&phone, kept, &[]).await;
    phone.goto("about:blank").await.expect("it opens");
    open_game(&phone, &table.playground, ANNA).await;
    control(&phone, "Resign").await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_pass_of_a_guest_that_cannot_be_read_is_none() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    super::begin(&table.playground, ANNA, "/new casual").await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table.playground, ANNA).await;
    let keep = "
        sessionStorage.clear();
        localStorage.setItem(`zerosum.guest.${location.pathname.slice(3)}`, '{');";
    phone.execute(keep, Vec::new()).await.expect("it is kept");
    phone.refresh().await.expect("the page opens again");
    once(&phone, HAS_NOTE, &[json!("You are watching.")]).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn an_old_login_link_offers_no_other_try_and_takes_no_pass_away() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    let old = format!("{}#in=over", table.page_url);
    // The games of the chat are there.
    login_url(&table.playground, ANNA).await;
    phone.goto(&old).await.expect("the page opens");
    once(&phone, HAS_TROUBLE, &[json!("no longer knows who you are")]).await;
    find(&phone, "#retry[hidden]").await;
    let url = login_url(&table.playground, ANNA).await;
    for address in [&url, &old] {
        // Another fragment alone does not load a page.
        phone.goto("about:blank").await.expect("it opens");
        phone.goto(address).await.expect("the page opens");
        find(&phone, "#help[open] .quiet").await;
    }
    once(&phone, NO_TROUBLE, &[]).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

/// Has each next page keep all that its lines below the sentence ever say.
const KEEP_NOTES: &str = "
    window.allNotes = '';
    const keep = () => (window.allNotes += document.getElementById('notes')?.textContent ?? '');
    new MutationObserver(keep).observe(document, { childList: true, subtree: true, characterData: true });";

#[tokio::test]
async fn a_player_is_never_told_that_they_are_watching_and_others_are() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    super::begin(&table.playground, ANNA, "/new casual").await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    command(&phone, "Page.addScriptToEvaluateOnNewDocument", json!({ "source": KEEP_NOTES })).await;
    open_game(&phone, &table.playground, ANNA).await;
    control(&phone, "Resign").await;
    let notes = text(&phone, "return window.allNotes").await;
    assert!(!notes.contains("watching"), "{notes}");
    let link = text(&phone, "return location.href").await;
    phone.close().await.expect("the browser closes");
    // One who is signed in and has no seat.
    let other = driver.open_in(PHONE, Wishes::default()).await;
    let url = login_url(&table.playground, BORIS).await;
    other.goto(&url).await.expect("the page opens");
    find(&other, "#help[open]").await;
    other.goto(&link).await.expect("the page opens");
    once(&other, HAS_NOTE, &[json!("Вы наблюдаете")]).await;
    other.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_person_who_accepts_an_invitation_for_browsers_plays_as_its_guest() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let code = browser_invitation(&table.playground).await;
    let phone = driver.open_in(PHONE, Wishes { language: "en", scheme: 0 }).await;
    let url = login_url(&table.playground, BORIS).await;
    phone.goto(&url).await.expect("the page opens");
    find(&phone, "#help[open]").await;
    // The invitation is in the language chosen before, as its buttons are.
    let language = "localStorage.setItem('zerosum.language', 'uk')";
    phone.execute(language, Vec::new()).await.expect("it is kept");
    phone.goto(&format!("{}i/{code}", table.page_url)).await.expect("the page opens");
    let told = "const told = document.querySelector('#help[open] .told');
        return told?.textContent.includes('кличе вас') || null";
    once(&phone, told, &[]).await;
    click(&phone, "#help .button.main").await;
    is_seated(&phone).await;
    // The game is theirs when it is opened again, too.
    phone.refresh().await.expect("the page opens again");
    is_seated(&phone).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_person_who_opens_their_own_invitation_is_told_so_and_stays_signed_in() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let code = browser_invitation(&table.playground).await;
    let phone = driver.open_in(PHONE, Wishes { language: "en", scheme: 0 }).await;
    let url = login_url(&table.playground, ANNA).await;
    phone.goto(&url).await.expect("the page opens");
    find(&phone, "#help[open]").await;
    phone.goto(&format!("{}i/{code}", table.page_url)).await.expect("the page opens");
    click(&phone, "#help .button.main").await;
    let told = "const told = document.querySelector('#help[open] .told');
        return told?.textContent.includes('your own invitation') || null";
    once(&phone, told, &[]).await;
    let kept = "return sessionStorage.getItem('zerosum.pass') !== null || null";
    once(&phone, kept, &[]).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn an_invitation_is_told_of_trouble_and_left_alone_once_it_is_closed() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let wire = Wire::to(&table.page_url).await;
    let code = browser_invitation(&table.playground).await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    phone.goto(&format!("{}i/{code}", wire.url)).await.expect("the page opens");
    find(&phone, "#help[open] .button.main").await;
    wire.set(false);
    click(&phone, "#help .button.main").await;
    let told = "const told = document.querySelector('#help[open] .told').textContent;
        return told.startsWith('No connection') || null";
    once(&phone, told, &[]).await;
    click(&phone, "#help .button:not(.main)").await;
    wire.join(&phone).await;
    tap(&phone, 4).await;
    once(&phone, MARKS, &[json!(2)]).await;
    let path = text(&phone, "return location.pathname").await;
    assert_eq!(path, format!("/i/{code}"));
    // The invitation is still open.
    phone.refresh().await.expect("the page opens again");
    click(&phone, "#help .button.main").await;
    is_seated(&phone).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_browser_that_keeps_nothing_leaves_an_invitation_to_another_one() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let code = browser_invitation(&table.playground).await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    phone.goto(&format!("{}i/{code}", table.page_url)).await.expect("the page opens");
    find(&phone, "#help[open] .button.main").await;
    let refuse = "
        Storage.prototype.setItem = () => { throw new DOMException('refused'); };";
    phone.execute(refuse, Vec::new()).await.expect("it is refused");
    click(&phone, "#help .button.main").await;
    let told = "const told = document.querySelector('#help[open] .told').textContent;
        return told.startsWith('This browser keeps nothing') || null";
    once(&phone, told, &[]).await;
    screenshot(&phone, "page-phone-not-kept.png").await;
    phone.refresh().await.expect("the page opens again");
    click(&phone, "#help .button.main").await;
    is_seated(&phone).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

/// Waits for the field of moves, which a watcher does not have.
async fn is_seated(browser: &Client) {
    once(browser, "return location.pathname.startsWith('/g/') || null", &[]).await;
    find(browser, "#board .cell").await;
    find(browser, "#move:not([hidden])").await;
}

/// Anna invites a friend who has no Telegram. Returns the code of the link.
async fn browser_invitation(playground: &Playground) -> String {
    playground.send_text(ANNA, ANNA, "/invite 3x3").expect("she can write");
    let code = playground.until(|snapshot| {
        let invitation = snapshot.last_message(ANNA)?;
        let (_, code) = invitation.text.split_once("/i/")?;
        Some(code.split_whitespace().next()?.to_owned())
    });
    code.await.expect("an invitation comes")
}
