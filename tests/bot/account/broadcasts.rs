//! Broadcasts: previewed first, sent to every recipient once, stopped on demand, and resumed after a restart.

use std::time::Duration;

use zerosum_picture::theme::Theme;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;
use zerosum_session::UserId;
use zerosum_session::broadcast::BroadcastCounts;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_store::Person;

use crate::host::metrics::scrape;
use crate::support::fickle::FickleStore;
use crate::support::harness::{Table, data_of};

const TEXT: &str = "Tomorrow there is a new game.\nhttps://example.org/ <b>&amp;</b> _x_";

async fn table_of_anna(store: &FickleStore) -> Table {
    Table::of_anna(store.shared()).await
}

fn user_of(id: i64) -> UserId {
    UserId(id.unsigned_abs())
}

/// Stores this number of people who have a chat with the bot.
async fn crowd(table: &Table, store: &FickleStore, number: usize) -> Vec<i64> {
    let mut crowd = Vec::new();
    for index in 0..number {
        let user = table.playground.add_user(&format!("Person {index}"), Some("en"));
        table.playground.unblock(user).expect("the person is there");
        let name = String::new();
        let person = Person {
            language: Language::English,
            has_chosen: false,
            name,
            is_reachable: true,
            choice: Choice::default(),
            theme: Theme::default(),
            habits: Habits::default(),
            keeps_results: true,
            created_epoch: 0,
        };
        // Two tables share the same people, so the person may exist already.
        let _ = store.put_person(user_of(user), None, &person).await.expect("the store works");
        crowd.push(user);
    }
    crowd
}

/// Orders a broadcast of this text, confirms its preview, and returns the message that then reports its
/// progress.
async fn begin(table: &Table, text: &str) -> MessageView {
    let preview = table.ask(table.anna, table.anna, &format!("/broadcast {text}")).await;
    assert_eq!(preview.text, text);
    assert!(preview.keyboard[0][0].text.starts_with("📣 Send to "), "{preview:?}");
    let press = table.press(table.anna, &preview, &preview.keyboard[0][0].text);
    assert_eq!(table.toast(&press).await, "");
    preview
}

async fn end_of(table: &Table, message: &MessageView) -> MessageView {
    table
        .until(message, |view| view.text.starts_with("Done") || view.text.starts_with("Stop"))
        .await
}

/// Number of times a person has got the text.
fn times_got(table: &Table, user: i64, text: &str) -> usize {
    let messages = table.playground.messages(user);
    for message in &messages {
        table.playground.take_message(user, message.message_id);
    }
    messages.iter().filter(|message| message.text == text).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_people_who_can_be_reached_get_it_once() {
    let store = FickleStore::new();
    let mut table = table_of_anna(&store).await;
    table.expect_refusals(&["bot was blocked by the user"]);
    let people = crowd(&table, &store, 20).await;
    for user in [people[3], people[17]] {
        let refusal = Fault::error(403, "Forbidden: bot was blocked by the user").on("sendMessage");
        table.playground.fault(refusal.in_chat(user));
    }
    store.set_reachable(user_of(people[5]), false).await.expect("the store works");
    let preview = table.ask(table.anna, table.anna, &format!("/broadcast   {TEXT}\n ")).await;
    assert_eq!(preview.text, TEXT);
    let label = "📣 Send to 20 people";
    assert_eq!(preview.keyboard[0][0].text, label, "Anna gets it too");
    assert_eq!(preview.keyboard[1][0].text, "Discard");
    assert_eq!(store.broadcasts_unfinished().await.expect("the store works"), []);
    // A double tap begins it once.
    let presses =
        [table.press(table.anna, &preview, label), table.press(table.anna, &preview, label)];
    assert_eq!(table.toast(&presses[0]).await, "");
    // By then the button may be gone.
    table.toast(&presses[1]).await;
    // It can no longer be discarded either.
    let late = table.press_data(table.anna, &preview, data_of(&preview, 1, 0));
    table.toast(&late).await;
    let done = end_of(&table, &preview).await;
    assert_eq!(done.text, "Done: 18 sent, 2 not sent or not confirmed.");
    assert!(done.keyboard.is_empty());
    let counted = scrape(&table).await;
    let messages = ["sent", "failed"].map(|outcome| {
        counted.value(&format!("zerosum_broadcast_messages_total{{outcome=\"{outcome}\"}}"))
    });
    assert_eq!(messages, [18.0, 2.0]);
    assert_eq!(table.read(table.anna).await.text, TEXT);
    for (index, user) in people.iter().enumerate() {
        let expected = usize::from(![3, 5, 17].contains(&index));
        assert_eq!(times_got(&table, *user, TEXT), expected, "{index}");
        let person = store.person(user_of(*user)).await.expect("the store works");
        assert_eq!(person.is_some_and(|person| person.is_reachable), expected == 1, "{index}");
    }
    assert_eq!(store.broadcasts_unfinished().await.expect("the store works"), []);
    let kept = store.broadcasts_by(user_of(table.anna), None, 9).await.expect("the store works");
    assert!(kept.len() == 1 && kept[0].text.is_empty(), "{kept:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_sent_before_the_owner_says_so() {
    let store = FickleStore::new();
    let mut table = table_of_anna(&store).await;
    let people = crowd(&table, &store, 3).await;
    for command in ["/broadcast", "/broadcast  ", "/broadcast\n"] {
        let answer = table.ask(table.anna, table.anna, command).await;
        assert!(answer.text.starts_with("Write the text after the command"), "{answer:?}");
    }
    let answered = table.say(table.anna, table.anna, "To all of you!");
    table.read(table.anna).await;
    table
        .playground
        .reply_text(table.anna, table.anna, answered, "/broadcast")
        .expect("she writes");
    let preview = table.read(table.anna).await;
    assert_eq!(preview.text, "To all of you!");
    let press = table.press(table.anna, &preview, "Discard");
    assert_eq!(table.toast(&press).await, "");
    let discarded = table.changed(&preview).await;
    assert_eq!(discarded.text, "Discarded. Nothing was sent.");
    // The longest text that Telegram allows fits unchanged.
    let long = "😀".repeat(2_048);
    let longest = table.say(table.anna, table.anna, &long);
    table.read(table.anna).await;
    table.playground.reply_text(table.anna, table.anna, longest, "/broadcast").expect("she writes");
    assert_eq!(table.read(table.anna).await.text, long);
    table.expect_refusals(&["Bad Request"]);
    table
        .playground
        .fault(Fault::error(400, "Bad Request: text must be non-empty").on("sendMessage"));
    let answer = table.ask(table.anna, table.anna, "/broadcast \u{2060}").await;
    assert!(answer.text.starts_with("Telegram does not take this text"), "{answer:?}");
    for user in people {
        assert_eq!(table.playground.messages(user), []);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_in_the_middle_leaves_no_recipient_out() {
    let store = FickleStore::new();
    let mut table = table_of_anna(&store).await;
    let people = crowd(&table, &store, 40).await;
    let preview = begin(&table, TEXT).await;
    for restart in [9, 25] {
        let arrived = table.playground.until(|all| all.last_message(people[restart])).await;
        assert_eq!(arrived.expect("it arrives").text, TEXT);
        table.restart_bot().await;
    }
    let done = end_of(&table, &preview).await;
    assert_eq!(done.text, "Done: 41 sent, 0 not sent or not confirmed.");
    for user in people.iter().chain([&table.anna]) {
        assert_eq!(times_got(&table, *user, TEXT), 1);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_can_stop_it() {
    let store = FickleStore::new();
    let mut table = table_of_anna(&store).await;
    let people = crowd(&table, &store, 60).await;
    let preview = begin(&table, TEXT).await;
    let running = table.changed(&preview).await;
    let progress = " of about 61 sent, 0 not sent or not confirmed.";
    assert!(running.text.contains(progress), "{running:?}");
    let page = table.ask(table.boris, table.boris, "/help").await;
    let data = running.keyboard[0][0].data.clone().expect("a button");
    let press = table.press_data(table.boris, &page, &data);
    assert!(table.toast(&press).await.starts_with("Эта кнопка устарела"));
    let stats = table.ask(table.anna, table.anna, "/stats");
    let stats = stats.await;
    assert!(stats.text.contains("Running broadcasts: 1") || stats.text == TEXT, "{stats:?}");
    let press = table.press(table.anna, &running, "Stop");
    assert_eq!(table.toast(&press).await, "");
    end_of(&table, &preview).await;
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    let mut got = 0;
    for user in people.iter().chain([&table.anna]) {
        let times = times_got(&table, *user, TEXT);
        assert!(times <= 1);
        got += times;
    }
    assert!(got < 60, "it was stopped");
    let stopped = table.now(&preview);
    assert_eq!(stopped.text, format!("Stopped: {got} sent, 0 not sent or not confirmed."));
    let press = table.press_data(table.anna, &stopped, &data);
    assert_ne!(table.toast(&press).await, "", "the button is gone");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trouble_with_telegram_sends_nothing_twice() {
    let store = FickleStore::new();
    let mut table = table_of_anna(&store).await;
    table.expect_refusals(&["Too Many Requests", "Internal Server Error", "connection was cut"]);
    let people = crowd(&table, &store, 12).await;
    let fault = |kind, user: i64| Fault::new(kind).on("sendMessage").in_chat(user);
    table.playground.fault(fault(FaultKind::LoseAnswer, people[2]));
    table.playground.fault(fault(FaultKind::CutConnection, people[4]));
    let again = Fault::too_many_requests(1).on("sendMessage").in_chat(people[6]);
    table.playground.fault(again);
    let trouble = Fault::error(500, "Internal Server Error").on("sendMessage").in_chat(people[8]);
    table.playground.fault(trouble.times(2));
    // The message may have arrived, and has.
    let misreported = Fault::misreported(502, "Bad Gateway").on("sendMessage").in_chat(people[10]);
    table.playground.fault(misreported);
    let preview = begin(&table, TEXT).await;
    let done = end_of(&table, &preview).await;
    assert_eq!(done.text, "Done: 10 sent, 3 not sent or not confirmed.");
    for (index, user) in people.iter().enumerate() {
        assert_eq!(times_got(&table, *user, TEXT), usize::from(index != 4), "{index}");
    }
    assert_eq!(times_got(&table, table.anna, TEXT), 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_send_to_no_recipient_twice() {
    let store = FickleStore::new();
    let (mut here, mut there) = (table_of_anna(&store).await, table_of_anna(&store).await);
    let people = crowd(&here, &store, 60).await;
    assert_eq!(crowd(&there, &store, 60).await, people);
    there.playground.unblock(there.anna).expect("she is there");
    let preview = begin(&here, TEXT).await;
    let done = end_of(&here, &preview).await;
    // A process that finds no recipient left may finish while the other still sends; leaving waits for that.
    here.stop_bot().await;
    there.stop_bot().await;
    assert!(done.keyboard.is_empty());
    for user in people.iter().chain([&here.anna]) {
        let times = times_got(&here, *user, TEXT) + times_got(&there, *user, TEXT);
        assert_eq!(times, 1);
    }
    // The message that reports the progress stands in the other Telegram only.
    let kept = store.broadcasts_by(user_of(here.anna), None, 9).await.expect("the store works");
    assert_eq!(kept[0].tally, BroadcastCounts { sent: 61, failed: 0 });
    let strays = there.refused_calls();
    assert!(strays.iter().all(|call| call.method == "editMessageText"), "{strays:?}");
    here.finish().await;
    there.playground.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broadcast_holds_up_no_game_and_a_store_that_fails_only_holds_it_up() {
    let store = FickleStore::new();
    let table = table_of_anna(&store).await;
    let people = crowd(&table, &store, 30).await;
    let slow = FaultKind::Delay(Duration::from_millis(50));
    table.playground.fault(Fault::new(slow).on("sendMessage").times(30));
    let preview = begin(&table, TEXT).await;
    let board = table.new_game(table.boris).await;
    table.play(table.boris, &board, 4).await;
    store.fail_to_write(true);
    for _ in 0..20 {
        let answer = table.ask(table.oksana, table.oksana, "/new").await;
        assert!(answer.text.starts_with("Зараз я нічого не можу зберегти"), "{answer:?}");
    }
    store.fail_to_write(false);
    end_of(&table, &preview).await;
    let mut got = 0;
    for user in people.iter().chain([&table.anna]) {
        let times = times_got(&table, *user, TEXT);
        assert!(times <= 1);
        got += times;
    }
    times_got(&table, table.boris, TEXT);
    assert!(got >= 31, "{got} of 31 at least");
    table.finish().await;
}
