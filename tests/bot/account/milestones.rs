//! Milestones: a first win, a streak or a first draw against perfect play is told once, below the board and by a
//! reaction, unless the person does not want it.

use serde_json::json;
use zerosum_games::side::Side;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;

use crate::account::results::{data_of, hold_draw};
use crate::between_people::leaving::begun_in_private;
use crate::start::first_minute::{
    AGAIN, OFFER_HARDER, beginner, win, win_by_typing, winning_cells_of,
};
use crate::support::fickle::FickleStore;
use crate::support::grid::is_over;
use crate::support::harness::Table;
use crate::support::live_browser::Browser;

const FIRST: &str = "🌟 Your first win!";
const THREE: &str = "🌟 3 wins in a row!";
const WON: &str = "🎉 You won – three in a row!";
const HIDE: &str = "✖️ Hide milestones";
const SHOW: &str = "🌟 Show milestones";

/// The lines about milestones.
fn told(board: &MessageView) -> Vec<&str> {
    board.text.lines().filter(|line| line.starts_with('🌟')).collect()
}

/// Wins a new game on 3x3 in this chat.
async fn win_in(table: &Table, user: i64, chat: i64) -> MessageView {
    let board = table.ask(user, chat, "/new 3x3 beginner x").await;
    win(table, user, &board, beginner(Side::First)).await
}

async fn reacted(table: &Table, board: &MessageView) -> MessageView {
    let seen = table.until(board, |board| board.reaction.is_some()).await;
    assert_eq!(seen.reaction.as_deref(), Some("🎉"));
    seen
}

/// Number of reactions so far.
/// Waits until the bot has sent this many reactions; it must not have sent more.
async fn sent_reactions(table: &Table, expected: usize) {
    table.playground.settled().await.expect("all is settled");
    let sent = table.playground.until(|state| {
        let sent = state.calls().filter(|call| call.method == "setMessageReaction").count();
        (sent >= expected).then_some(sent)
    });
    assert_eq!(sent.await.expect("the reactions are sent"), expected);
}

/// Opens the details of a person's results.
async fn details(table: &Table, user: i64) -> MessageView {
    let glance = table.ask(user, user, "/me").await;
    assert_eq!(table.toast(&table.press(user, &glance, "Details")).await, "");
    table.changed(&glance).await
}

async fn press(
    table: &Table,
    user: i64,
    page: &MessageView,
    label: &str,
    toast: &str,
) -> MessageView {
    assert_eq!(table.toast(&table.press(user, page, label)).await, toast);
    table.changed(page).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_milestone_is_told_once_also_after_a_restart() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let first = win_in(&table, anna, anna).await;
    assert_eq!(told(&first), [FIRST]);
    assert!(
        first.text.lines().skip_while(|line| *line != WON).count() == 3,
        "there is some praise: {first:?}"
    );
    reacted(&table, &first).await;
    table.restart_bot().await;
    let second = win_in(&table, anna, anna).await;
    assert!(told(&second).is_empty() && second.text.ends_with(OFFER_HARDER), "{second:?}");
    // A milestone stays on its board, also when the person goes on.
    let third = win_in(&table, anna, anna).await;
    assert_eq!(told(&third), [THREE]);
    reacted(&table, &third).await;
    table.restart_bot().await;
    table.go_on(anna, &third, AGAIN).await;
    assert_eq!(told(&table.now(&third)), [THREE]);
    table.ask(anna, anna, "/resign").await;
    for _ in 0..3 {
        assert!(told(&win_in(&table, anna, anna).await).is_empty());
    }
    let data = data_of(&table, anna).await;
    let habits = data["person"]["habits"].as_str().expect("it is a text");
    assert!(habits.starts_with("told on first+three+3x3 "), "{habits}");
    sent_reactions(&table, 2).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_draw_against_perfect_play_and_a_win_that_is_typed_are_told() {
    let table = Table::new().await;
    let anna = table.anna;
    let drawn = hold_draw(&table, anna).await;
    assert_eq!(told(&drawn), ["🌟 Your first draw against"]);
    assert!(drawn.text.ends_with("\n🌟 Your first draw against\nperfect play!"), "{drawn:?}");
    reacted(&table, &drawn).await;
    assert!(told(&hold_draw(&table, anna).await).is_empty());
    // The board of a typed move comes again, and its new message has the reaction.
    let board = table.ask(anna, anna, "/new 3x3 beginner x").await;
    let over = win_by_typing(&table, anna, &board).await;
    assert_eq!(told(&over), [FIRST]);
    reacted(&table, &over).await;
    sent_reactions(&table, 2).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn milestones_are_switched_off_and_on_by_a_tap() {
    let mut table = Table::new().await;
    let anna = table.anna;
    table.ask(anna, anna, "/new 3x3 casual").await;
    table.ask(anna, anna, "/resign").await;
    let page = details(&table, anna).await;
    let off = press(&table, anna, &page, HIDE, "Done: no more milestones.").await;
    assert!(off.find_button(SHOW).is_some() && off.find_button(HIDE).is_none(), "{off:?}");
    table.restart_bot().await;
    assert!(told(&win_in(&table, anna, anna).await).is_empty());
    sent_reactions(&table, 0).await;
    let page = details(&table, anna).await;
    let done = "Done: first wins and streaks are celebrated.";
    press(&table, anna, &page, SHOW, done).await;
    // The first win has passed meanwhile.
    assert!(told(&win_in(&table, anna, anna).await).is_empty());
    let third = win_in(&table, anna, anna).await;
    assert_eq!(told(&third), [THREE]);
    reacted(&table, &third).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_nothing_is_said_of_a_milestone_but_it_has_a_reaction() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let over = win_in(&table, anna, group).await;
    assert!(told(&over).is_empty(), "{over:?}");
    reacted(&table, &over).await;
    assert!(told(&win_in(&table, anna, anna).await).is_empty(), "it was the second win");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn between_people_only_the_winner_is_told() {
    let table = Table::new().await;
    let (of_anna, of_boris) = begun_in_private(&table).await;
    table.ask(table.boris, table.boris, "/resign").await;
    let lost = table.until(&of_boris, is_over).await;
    let won = table.until(&of_anna, is_over).await;
    assert_eq!(told(&won), [FIRST]);
    reacted(&table, &won).await;
    let lost = table.now(&lost);
    assert_eq!((told(&lost), lost.reaction.as_ref()), (vec![], None));
    sent_reactions(&table, 1).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reaction_that_fails_keeps_nothing_from_its_person() {
    let mut table = Table::new().await;
    let anna = table.anna;
    table.expect_refusals(&["REACTION_INVALID"]);
    let refusal = Fault::error(400, "Bad Request: REACTION_INVALID");
    table.playground.fault(refusal.on("setMessageReaction").times(1));
    let over = win_in(&table, anna, anna).await;
    assert_eq!(told(&over), [FIRST]);
    table.go_on(anna, &over, AGAIN).await;
    sent_reactions(&table, 1).await;
    assert_eq!(table.now(&over).reaction, None);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_win_on_the_page_is_told_there_and_counts_in_the_chat() {
    let store = FickleStore::new();
    let mut table = Table::with_store_later(store.shared()).await;
    let mut page = Browser::at(&mut table).await;
    page.enter_by_link(&table, table.anna).await;
    let wish = json!({"v": 1, "once": "0f", "game": "3x3", "side": 1, "level": "beginner"});
    let (status, mut game) = page.post("/p/v1/games?lang=en", &wish).await;
    assert_eq!(status, 201, "{game}");
    let link = game["link"].as_str().expect("a link").to_owned();
    let person = UserId(table.anna.unsigned_abs());
    let open = store.open_boards(ChatId(table.anna), person, 1).await.expect("the store is there");
    let [begun] = &open[..] else { panic!("one game is open: {open:?}") };
    for cell in winning_cells_of(&begun.session, person) {
        let cell = u16::try_from(cell).expect("nine cells");
        let (status, moved) = page.move_at(&link, &game, cell).await;
        assert_eq!(status, 200, "{moved}");
        game = moved;
    }
    assert_eq!(game["is_over"], true, "{game}");
    let told_on_page = game["talk"].as_array().is_some_and(|talk| talk.contains(&json!(FIRST)));
    assert!(told_on_page, "{game}");
    // The bot writes the result before it leaves.
    table.restart_bot().await;
    let second = win_in(&table, table.anna, table.anna).await;
    assert!(told(&second).is_empty() && second.text.ends_with(OFFER_HARDER), "{second:?}");
    table.finish().await;
}
