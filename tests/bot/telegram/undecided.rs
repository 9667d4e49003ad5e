//! Updates are acknowledged before any wait for Telegram, so calls that hang hold up no other updates.

use zerosum_playground::fault::{Fault, FaultKind, HangingCall};
use zerosum_playground::views::{MessageView, Snapshot};

use crate::host::metrics::scrape;
use crate::start::first_minute::id_of;
use crate::support::fickle::FickleStore;
use crate::support::grid::{grid_of, is_board};
use crate::support::harness::Table;
use crate::support::patience::until;

/// Methods that a handler may wait for.
const METHODS: [&str; 10] = [
    "sendMessage",
    "sendPhoto",
    "sendDocument",
    "sendAnimation",
    "editMessageText",
    "editMessageCaption",
    "editMessageMedia",
    "getChatAdministrators",
    "getChatMemberCount",
    "getFile",
];

/// More calls than any test makes.
const ALWAYS: u32 = 1_000_000;

/// All commands and words that the bot answers.
const WORDS: [&str; 44] = [
    "/start",
    "/start nonsense",
    "/new",
    "/new ultimate",
    "/new nonsense",
    "/new 3x3 blitz",
    "/challenge",
    "/invite",
    "/invite ultimate",
    "/opponent",
    "/opponent ultimate",
    "/opponent ultimate 24h",
    "/opponent nonsense",
    "/games",
    "/mygames",
    "/puzzle",
    "/puzzle ultimate",
    "/learn",
    "/learn ultimate",
    "/level",
    "/rules",
    "/board",
    "/resign",
    "/record",
    "/record file",
    "/record continuous",
    "/sheet",
    "/sheet strategic",
    "/me",
    "/top",
    "/help",
    "/language",
    "/theme",
    "/theme dark",
    "/settings",
    "/block",
    "/blocked",
    "/privacy",
    "/mydata",
    "/deletemydata",
    "/stats",
    "b2",
    "hello",
    "zerosum record 1 3x3 b2 a1 *",
];

/// Commands that show buttons, in private and in a group.
const MENUS: [&str; 19] = [
    "/start",
    "/new",
    "/new ultimate",
    "/invite",
    "/opponent 3x3 x",
    "/opponent 3x3 x 24h",
    "/games",
    "/mygames",
    "/puzzle",
    "/learn ultimate",
    "/level",
    "/me",
    "/top",
    "/help",
    "/language",
    "/theme",
    "/deletemydata",
    "zerosum record 1 3x3 b2 a1 *",
    "zerosum record 1 3x3 b2 a1 c2 a2 *",
];
const MENUS_IN_GROUPS: [&str; 11] = [
    "/new",
    "/new perfect",
    "/games",
    "/puzzle",
    "/learn ultimate",
    "/level",
    "/top",
    "/help",
    "/language",
    "/mygames",
    "/settings",
];

/// Number of requests answered by messages that one person may have outstanding.
const BUTTONS_EACH: usize = 6;

/// Number of buttons tried on a message; a few cells represent a board.
const BUTTONS_MAX: usize = 24;

/// Counts people's updates since the bot was started.
struct Stimuli<'a> {
    table: &'a Table,
    made: f64,
}

impl Stimuli<'_> {
    /// Counts one more update, and waits until it is decided although no call gets through.
    async fn decided(&mut self, what: &str) {
        self.made += 1.0;
        until(async || {
            let figures = scrape(self.table).await;
            let arrived = figures.sum("zerosum_updates_total");
            let undecided = figures.value("zerosum_updates_undecided");
            let is_decided = arrived >= self.made && undecided == 0.0;
            if is_decided { Ok(()) } else { Err((what.to_owned(), arrived, undecided)) }
        })
        .await;
    }
}

/// A person with a game in progress, so that every command has something to work on.
async fn player(table: &Table) -> i64 {
    let user = table.playground.add_user("Eva", Some("en"));
    assert!(is_board(&table.ask(user, user, "/new").await));
    user
}

/// A group in which only administrators start games, and one of its administrators.
async fn group(table: &Table) -> (i64, i64) {
    let user = table.playground.add_user("Eva", Some("en"));
    let group = table.playground.add_group("Group", &[user]);
    table.playground.set_administrator(user, group, true).expect("she is a member");
    let page = table.ask(user, group, "/settings").await;
    let press = table.press(user, &page, "Only administrators");
    assert_eq!(table.toast(&press).await, "");
    table.changed(&page).await;
    (user, group)
}

/// The data of the buttons of a message that are no links, a few of each.
fn buttons_of(message: &MessageView) -> Vec<String> {
    let data = message.keyboard.iter().flatten().filter_map(|button| button.data.clone());
    data.take(BUTTONS_MAX).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_command_and_no_button_waits_for_telegram_before_it_is_acknowledged() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 1_000);
    table.start_bot();
    let mut said = Vec::new();
    for words in WORDS {
        let user = player(&table).await;
        said.push((user, user, words));
        // In groups the bot receives only commands.
        if words.starts_with('/') {
            let (user, group) = group(&table).await;
            said.push((user, group, words));
        }
    }
    let mut pressed = Vec::new();
    for words in MENUS {
        let user = player(&table).await;
        let count = buttons_of(&table.ask(user, user, words).await).len();
        for first in (0..count).step_by(BUTTONS_EACH) {
            let user = player(&table).await;
            pressed.push((user, table.ask(user, user, words).await, first));
        }
    }
    for words in MENUS_IN_GROUPS {
        let (user, chat) = group(&table).await;
        let count = buttons_of(&table.ask(user, chat, words).await).len();
        for first in (0..count).step_by(BUTTONS_EACH) {
            let (user, chat) = group(&table).await;
            pressed.push((user, table.ask(user, chat, words).await, first));
        }
    }
    // The bot asks for the administrators again.
    table.restart_bot().await;
    for method in METHODS {
        table.playground.fault(Fault::new(FaultKind::Hang).on(method).times(ALWAYS));
    }
    let mut stimuli = Stimuli { table: &table, made: 0.0 };
    for (user, chat, words) in said {
        table.say(user, chat, words);
        stimuli.decided(words).await;
    }
    let mut presses = Vec::new();
    for (user, message, first) in pressed {
        for data in buttons_of(&message).iter().skip(first).take(BUTTONS_EACH) {
            presses.push(table.press_data(user, &message, data));
            stimuli.decided(data).await;
        }
    }
    for press in &presses {
        table.toast(press).await;
    }
    let hanging = |method: &str| {
        let is_it = |call: &&HangingCall| call.method.eq_ignore_ascii_case(method);
        table.playground.look(|snapshot| snapshot.hanging_calls().iter().filter(is_it).count())
    };
    for method in ["sendMessage", "sendPhoto", "sendDocument", "editMessageText"] {
        assert!(hanging(method) > 0, "{method} never hangs");
    }
    assert!(hanging("getChatAdministrators") > 0, "Telegram is not asked for the administrators");
    table.playground.settled().await.expect("all is delivered and answered");
    table.stop_bot().await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_that_hang_leave_room_for_the_presses_of_others() {
    let mut table = Table::without_bot().await;
    // More people write than updates are handled at once, but fewer than may wait.
    table.set("ZEROSUM_MEMORY_MAX_MB", 64);
    table.start_bot();
    let board = table.new_game(table.anna).await;
    let people: Vec<i64> = (0..36).map(|_| table.playground.add_user("Eva", Some("en"))).collect();
    table.playground.fault(Fault::new(FaultKind::Hang).on("sendMessage").times(ALWAYS));
    for user in &people {
        for _ in 0..3 {
            table.say(*user, *user, "/help");
        }
    }
    let press = table.press_cell(table.anna, &board, 4);
    assert_eq!(table.toast(&press).await, "");
    table.changed(&board).await;
    table.playground.settled().await.expect("all is delivered and answered");
    table.stop_bot().await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_typed_move_is_stored_while_the_answer_before_it_is_on_its_way() {
    let store = FickleStore::new();
    let mut table = Table::with_store(store.shared()).await;
    let anna = table.anna;
    let board = table.new_game(anna).await;
    table.playground.fault(Fault::new(FaultKind::Hang).on("sendMessage").in_chat(anna));
    table.say(anna, anna, "/help");
    let is_in_flight = |snapshot: &Snapshot<'_>| (snapshot.pending_faults() == 0).then_some(());
    table.playground.until(is_in_flight).await.expect("the help is sent");
    table.say(anna, anna, "b2");
    until(async || match store.load(id_of(&board)).await {
        Ok(Some(board)) if !board.session.moves().is_empty() => Ok(()),
        other => Err(other),
    })
    .await;
    table.restart_bot().await;
    table.until(&board, |board| grid_of(board).crosses() == 1).await;
    table.finish().await;
}
