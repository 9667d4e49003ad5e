//! Reminders before a long clock runs out, for players who want them.

use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;

use crate::account::personal::file_of;
use crate::between_people::clocks::{all_run, pass};
use crate::support::grid::grid_of;
use crate::support::harness::Table;
use crate::support::patience::until;

/// Seconds after which less than three hours of a day are left.
const LONG: i64 = 21 * 60 * 60 + 30 * 60;

/// More than the number of reminders that may wait at once.
const GAMES_OF_ANNA: usize = 40;

/// A game between Anna, who is to move, and Boris, in the private chats of both.
pub(crate) async fn begun(table: &Table) -> (MessageView, MessageView) {
    begun_by(table, table.anna, table.boris).await
}

/// A game between the inviter, who is to move, and a guest, in the private chats of both.
async fn begun_by(table: &Table, inviter: i64, guest: i64) -> (MessageView, MessageView) {
    let invitation = table.ask(inviter, inviter, "/invite").await;
    let link = invitation.text.lines().last().expect("a link");
    let payload = link.rsplit_once('=').expect("a payload").1;
    let of_guest = table.ask(guest, guest, &format!("/start {payload}")).await;
    (table.read(inviter).await, of_guest)
}

/// Has a user choose whether they are reminded, by way of the clock button below their board.
async fn choose(table: &Table, user: i64, board: &MessageView, choice: &str) -> MessageView {
    let press = table.press(user, board, "⏱");
    assert_ne!(table.toast(&press).await, "", "how much time is left");
    let asked = table.until(board, |now| now.find_button(choice).is_some()).await;
    assert_ne!(table.toast(&table.press(user, &asked, choice)).await, "");
    table.until(&asked, |now| now.find_button("⏱").is_some()).await
}

/// Number of games whose current move has been checked for a reminder.
fn seen_to(table: &Table) -> u32 {
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let count = "SELECT COUNT(*) FROM boards WHERE reminded = due";
    database.query_row(count, [], |row| row.get(0)).expect("it is a statement")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_player_who_wants_it_is_reminded_and_once_of_each_move() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let (of_anna, of_boris) = begun(&table).await;
    let of_anna = choose(&table, anna, &of_anna, "🔔 Remind me").await;
    for _ in 0..2 {
        table.stop_bot().await;
        pass(&table, LONG / 2 + 1).await;
        table.start_bot();
    }
    let reminder = table.read(anna).await;
    let expected = "⏳ Tic-tac-toe 3×3: your move, 2 h 29 min left.";
    assert_eq!(reminder.text, expected);
    let file = file_of(&table, &table.ask(anna, anna, "/mydata").await);
    assert!(file["games"][0]["reminded"].is_i64(), "{file}");
    // Neither a restart nor a later look reminds of the same move.
    table.restart_bot().await;
    table.stop_bot().await;
    pass(&table, 60 * 60).await;
    table.start_bot();
    // The button brings the board down.
    assert_eq!(table.toast(&table.press(anna, &reminder, &reminder.keyboard[0][0].text)).await, "");
    let below = table.read(anna).await;
    assert_eq!(grid_of(&below).marks(), 0);
    table.changed(&of_anna).await;
    table.play(anna, &below, 4).await;
    table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    // Boris has not asked for reminders, and the current move of both games has been checked.
    begun(&table).await;
    table.stop_bot().await;
    pass(&table, LONG).await;
    table.start_bot();
    table.read(anna).await;
    until(async || match seen_to(&table) {
        2 => Ok(()),
        count => Err(count),
    })
    .await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_that_telegram_holds_up_holds_up_no_reminder_of_another_player() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests"]);
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, _) = begun(&table).await;
    choose(&table, anna, &of_anna, "🔔 Remind me").await;
    for _ in 0..GAMES_OF_ANNA {
        begun(&table).await;
    }
    let (of_boris, _) = begun_by(&table, boris, anna).await;
    choose(&table, boris, &of_boris, "🔔 Напоминать").await;
    all_run(&table).await;
    table.stop_bot().await;
    let held = Fault::too_many_requests(3_600).on("sendMessage").in_chat(anna);
    table.playground.fault(held.times(100));
    pass(&table, LONG).await;
    table.start_bot();
    let reminder = table.read(boris).await;
    assert!(reminder.text.starts_with("⏳ Крестики-нолики 3×3: ваш ход"), "{reminder:?}");
    table.finish().await;
}
