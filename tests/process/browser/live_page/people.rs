//! Two people and their clocks: one on the page, one in the chat.

use serde_json::json;
use zerosum_playground::Playground;
use zerosum_playground::views::MessageView;

use super::{HAS_NOTE, control, marks, open_game, with_button};
use crate::browser::page::{LAYOUT, PHONE, tap};
use crate::browser::{ANNA, BORIS, Driver, Table, Wishes, once, screenshot};

/// The times on the page, once they differ from these.
const TIMES: &str = "
    const times = [...document.querySelectorAll('#seats .seat')]
        .map((seat) => /\\d+:\\d\\d$/.exec(seat.textContent)?.[0] ?? null);
    return times.length === 2 && !times.includes(null) && times.join() !== arguments[0] ? times.join() : null;";

/// Boris comes by Anna's invitation to a game. Returns his board.
pub(super) async fn invited(playground: &Playground, game: &str) -> MessageView {
    playground.send_text(ANNA, ANNA, &format!("/invite {game}")).expect("she can write");
    let code = playground.until(|snapshot| {
        let invitation = snapshot.last_message(ANNA)?;
        let (_, code) = invitation.text.split_once("?start=")?;
        Some(code.split_whitespace().next()?.to_owned())
    });
    let code = code.await.expect("an invitation comes");
    playground.send_text(BORIS, BORIS, &format!("/start {code}")).expect("he can write");
    let board = playground.until(|snapshot| with_button(snapshot.last_message(BORIS)?, "💬"));
    board.await.expect("a board comes")
}

pub(super) async fn press(playground: &Playground, board: &MessageView, label: &str) {
    let (chat, id) = (board.chat_id, board.message_id);
    let data = playground.until(|snapshot| {
        let keys = snapshot.message(chat, id)?.keyboard.into_iter().flatten();
        keys.filter(|key| key.text.contains(label)).find_map(|key| key.data)
    });
    let data = data.await.unwrap_or_else(|error| panic!("no {label}: {error}"));
    playground.press_data(BORIS, chat, id, &data).expect("it can be pressed");
}

#[tokio::test]
async fn clocks_run_on_the_page_and_a_greeting_comes_from_the_chat() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let of_boris = invited(&table.playground, "5+3").await;
    let phone = driver.open_in(PHONE, Wishes { language: "en", scheme: 0 }).await;
    open_game(&phone, &table.playground, ANNA).await;
    let at_first = once(&phone, TIMES, &[json!("")]).await;
    screenshot(&phone, "live-phone-clocks.png").await;
    tap(&phone, 4).await;
    marks(&phone, 1).await;
    once(&phone, TIMES, &[at_first]).await;
    press(&table.playground, &of_boris, "💬").await;
    press(&table.playground, &of_boris, "Привет").await;
    once(&phone, HAS_NOTE, &[json!("💬 Борис: ")]).await;
    let layout = phone.execute(LAYOUT, Vec::new()).await.expect("the page answers");
    screenshot(&phone, "live-phone-greeted.png").await;
    assert_eq!(layout["isWhole"], true, "{layout}");
    control(&phone, "💬").await.click().await.expect("it can be tapped");
    screenshot(&phone, "live-phone-greetings.png").await;
    let sayings = "return document.querySelectorAll('#offers .button').length > 4 || null";
    once(&phone, sayings, &[]).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}
