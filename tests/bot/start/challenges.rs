//! Challenges: a seat in a group is kept for the person whose message was answered.

use serde_json::{Value, json};
use zerosum_playground::views::MessageView;
use zerosum_session::UserId;
use zerosum_store::people::challenges::{CHALLENGES_BY_PERSON_MAX, CHALLENGES_OF_PERSON_MAX};

use crate::account::personal::{delete, file_of, has_number};
use crate::account::private_answers::{start, told, told_who_answers};
use crate::host::metrics::at_rest;
use crate::support::fickle::FickleStore;
use crate::support::harness::Table;

const WAITS: &str = "❌ Борис  ·  ⭕ Anna\nБорис to move with ❌. ❌ is kept for Борис for a day.";
const ANYBODY: &str = "❌ anybody  ·  ⭕ Anna\nWho wants to play Anna? Tap the board to take ❌.";
const NOT_HERS: &str = "Це місце – для того, кого названо на дошці.";
const STRANGER: &str = "Це чужа партія. Надішліть /new, щоб почати свою.";
const USAGE: &str = "To challenge somebody, reply to one of their messages with /new.";
const APART: &str = "You cannot challenge this person.";
const ACCEPT: &str = "✅ I’ll play";
const DECLINE: &str = "✖️ No, thanks";
const TURNED_DOWN: &str = "Борис does not want to play now. Your board is open to anybody.";
const OPEN: &str = "👥 Let anybody play";
const INSTEAD: &str = "🤖 Play zerosum instead";

/// Has one user write in the group and another answer that message with a command.
async fn answer(table: &Table, said_by: i64, by: i64, command: &str) -> MessageView {
    let said = table.say(said_by, table.group, "hello");
    table.playground.reply_text(by, table.group, said, command).expect("the message is there");
    table.read(table.group).await
}

/// Anna challenges Boris.
async fn challenge(table: &Table) -> MessageView {
    answer(table, table.boris, table.anna, "/new").await
}

/// Presses a button that changes the board and shows no toast.
async fn change(table: &Table, user: i64, board: &MessageView, label: &str) -> MessageView {
    let press = table.press(user, board, label);
    assert_eq!(table.toast(&press).await, "", "{label}");
    table.changed(board).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_challenged_person_takes_the_seat_by_a_move() {
    let mut table = Table::new().await;
    let board = challenge(&table).await;
    assert_eq!(board.text, WAITS);
    assert_eq!(table.try_cell(table.oksana, &board, 4).await, NOT_HERS);
    table.restart_bot().await;
    assert_eq!(table.try_cell(table.oksana, &board, 4).await, NOT_HERS);
    assert_eq!(table.try_cell(table.anna, &board, 4).await, "It is not your turn.");
    let board = table.play(table.boris, &board, 4).await;
    assert_eq!(board.text, "❌ Борис  ·  ⭕ Anna\nAnna to move with ⭕.");
    for label in [ACCEPT, DECLINE, OPEN, INSTEAD] {
        assert!(board.find_button(label).is_none(), "{board:?}");
    }
    assert_eq!(table.try_cell(table.oksana, &board, 0).await, STRANGER);
    let board = table.play(table.anna, &board, 0).await;
    table.play(table.boris, &board, 8).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_challenged_person_takes_the_seat_by_a_button() {
    let table = Table::new().await;
    let board = answer(&table, table.boris, table.anna, "/new x").await;
    assert!(
        board.text.starts_with("❌ Anna  ·  ⭕ Борис\nAnna to move with ❌. ⭕ is kept"),
        "{board:?}"
    );
    let press = table.press(table.oksana, &board, ACCEPT);
    assert_eq!(table.toast(&press).await, NOT_HERS);
    let press = table.press(table.anna, &board, ACCEPT);
    let not_hers = "This seat is for the person named on the board.";
    assert_eq!(table.toast(&press).await, not_hers);
    // Anna may begin while she waits.
    let board = table.play(table.anna, &board, 4).await;
    assert!(board.text.contains("⭕ is kept for Борис for a day."), "{board:?}");
    let board = change(&table, table.boris, &board, ACCEPT).await;
    assert!(board.text.starts_with("❌ Anna  ·  ⭕ Борис\nБорис to move with ⭕."), "{board:?}");
    assert!(!board.text.contains("kept"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_challenged_person_may_decline() {
    let table = Table::new().await;
    start(&table, table.anna).await;
    let board = challenge(&table).await;
    // By then the bot knows that the board has arrived.
    at_rest(&table).await;
    let press = table.press(table.oksana, &board, DECLINE);
    assert_eq!(table.toast(&press).await, STRANGER);
    let press = table.press(table.anna, &board, DECLINE);
    assert_eq!(table.toast(&press).await, "This seat is for the person named on the board.");
    let board = change(&table, table.boris, &board, DECLINE).await;
    assert_eq!(board.text, ANYBODY);
    assert_eq!(table.read(table.anna).await.text, TURNED_DOWN);
    let board = table.play(table.oksana, &board, 4).await;
    assert!(board.text.starts_with("❌ Оксана  ·  ⭕ Anna\n"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_in_a_name_can_be_clicked_and_no_name_is_that_of_the_bot() {
    let table = Table::new().await;
    start(&table, table.anna).await;
    for (first_name, shown) in [
        ("@evil t.me/x", "@\u{2060}evil t.\u{2060}me/\u{2060}x"),
        ("+79123456789", "+\u{2060}7912\u{2060}3456\u{2060}789"),
        ("\u{202e}👩\u{200d}💻", "👩\u{200d}💻"),
        ("ZeroSum_Bot", "Player"),
        ("zеrоsum", "Player"),
        ("YOU", "Player"),
        ("\u{3164}", "Player"),
    ] {
        let user = table.playground.add_user(first_name, Some("en"));
        table.playground.add_member(user, table.group).expect("there is room");
        let board = answer(&table, user, table.anna, "/new").await;
        assert!(board.text.starts_with(&format!("❌ {shown}  ·  ⭕ Anna\n")), "{board:?}");
        let board = change(&table, user, &board, DECLINE).await;
        assert_eq!(board.text, ANYBODY);
        let told = table.read(table.anna).await.text;
        assert!(told.starts_with(&format!("{shown} ")), "{told}");
        let ask = table.press(table.anna, &board, INSTEAD);
        assert_eq!(table.toast(&ask).await, "");
        table.changed(&board).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_challenger_may_open_the_seat_to_all_and_may_play_the_engine() {
    let table = Table::new().await;
    let board = challenge(&table).await;
    let press = table.press(table.boris, &board, OPEN);
    assert!(table.toast(&press).await.starts_with("Это чужая партия."));
    let open = change(&table, table.anna, &board, OPEN).await;
    assert_eq!(open.text, ANYBODY);
    assert!(open.find_button(OPEN).is_none() && open.find_button(DECLINE).is_none());
    // A forged press of a button that is no longer offered changes nothing.
    let (row, column) = board.find_button(OPEN).expect("it is offered");
    let data = crate::support::harness::data_of(&board, row, column);
    let fields: Vec<&str> = data.split(':').collect();
    let forged = format!("1:ch:{}:2:o", fields[2]);
    let press = table.press_data(table.anna, &open, &forged);
    assert_eq!(table.toast(&press).await, "This seat is for anybody.");
    table.play(table.oksana, &open, 4).await;
    let board = challenge(&table).await;
    let board = change(&table, table.anna, &board, INSTEAD).await;
    assert!(board.text.starts_with("❌ zerosum (casual)  ·  ⭕ Anna\n"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_tap_at_once_the_challenged_person_gets_the_seat() {
    let table = Table::new().await;
    let people: Vec<i64> = (0..6)
        .map(|number| {
            let user = table.playground.add_user(&format!("P{number}"), Some("en"));
            table.playground.add_member(user, table.group).expect("the group is there");
            user
        })
        .collect();
    let board = answer(&table, table.boris, table.anna, "/new 4x4").await;
    let mut presses: Vec<String> = Vec::new();
    for (cell, user) in people.iter().enumerate() {
        presses.push(table.press_cell(*user, &board, cell));
        if cell == 3 {
            presses.push(table.press_cell(table.boris, &board, 9));
        }
    }
    let mut seated = Vec::new();
    for (number, press) in presses.iter().enumerate() {
        if table.toast(press).await.is_empty() {
            seated.push(number);
        }
    }
    assert_eq!(seated, [4], "Boris alone");
    let board = table.changed(&board).await;
    assert!(board.text.contains("❌ Борис  ·  ⭕ Anna\n"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_to_the_bot_or_with_a_level_is_no_challenge() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let board = answer(&table, table.boris, anna, "/new perfect").await;
    assert!(board.text.starts_with("❌ Anna  ·  ⭕ zerosum (perfect)\n"), "{board:?}");
    table.playground.reply_text(anna, group, board.message_id, "/new").expect("it is there");
    assert_eq!(table.read(group).await.text, ANYBODY);
    assert_eq!(table.ask(anna, group, "/new").await.text, ANYBODY);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_people_are_challenged_and_only_others() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    start(&table, anna).await;
    assert!(told_who_answers(&table, anna, anna, "/new").await.starts_with(USAGE));
    let said = table.playground.send_text_as_group(group, "hello").expect("the group is there");
    table.playground.reply_text(anna, group, said, "/new").expect("it is there");
    assert!(told(&table, anna).await.starts_with(USAGE));
    let chat = json!({ "id": group, "type": "supergroup", "title": "Board games" });
    let channel = json!({ "id": -1_002_000_000_001_i64, "type": "channel", "title": "News" });
    let telegram = json!({ "id": 777_000, "is_bot": false, "first_name": "Telegram" });
    let bot =
        json!({ "id": 4_242, "is_bot": true, "first_name": "Other", "username": "other_bot" });
    let mut number = 900;
    let mut push = |answered: Value| {
        number += 2;
        let mut answered = answered;
        answered["message_id"] = (number).into();
        answered["date"] = 1_700_000_000.into();
        answered["chat"] = chat.clone();
        let from = json!({ "id": anna, "is_bot": false, "first_name": "Anna",
            "language_code": "en" });
        table.playground.push_update(json!({ "message": { "message_id": number + 1,
            "date": 1_700_000_001, "chat": chat, "from": from, "text": "/new",
            "entities": [{ "type": "bot_command", "offset": 0, "length": 4 }],
            "reply_to_message": answered } }));
    };
    let nobody = [
        json!({ "from": bot, "text": "hello" }),
        json!({ "from": telegram, "sender_chat": channel, "text": "hello" }),
    ];
    for answered in nobody {
        push(answered.clone());
        let told = told(&table, anna).await;
        assert!(told.starts_with(USAGE), "{answered}: {told:?}");
    }
    // Every message in a topic, or in the comments on a post, answers the message it begins with.
    let everything = [
        json!({ "from": telegram, "sender_chat": channel, "is_automatic_forward": true,
            "text": "hello" }),
        json!({ "from": { "id": table.boris, "is_bot": false, "first_name": "Борис" },
            "forum_topic_created": { "name": "Games", "icon_color": 7_322_096 } }),
    ];
    for answered in everything {
        push(answered.clone());
        let board = table.read(group).await;
        assert_eq!(board.text, ANYBODY, "{answered}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_challenge_passes_a_block_in_either_direction() {
    let table = Table::new().await;
    answer(&table, table.boris, table.anna, "/block").await;
    assert_eq!(challenge(&table).await.text, APART);
    start(&table, table.boris).await;
    let told = told_who_answers(&table, table.anna, table.boris, "/new").await;
    assert_eq!(told, "Этого человека нельзя вызвать на игру.");
    let board = answer(&table, table.oksana, table.anna, "/new").await;
    assert!(board.text.starts_with("❌ Оксана  ·  ⭕ Anna\n"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_has_few_open_challenges_in_either_direction() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 100);
    table.start_bot();
    for number in 0..CHALLENGES_BY_PERSON_MAX {
        let user = table.playground.add_user(&format!("P{number}"), Some("en"));
        table.playground.add_member(user, table.group).expect("the group is there");
        let board = answer(&table, user, table.anna, "/new").await;
        assert!(board.text.starts_with(&format!("❌ P{number}  ·  ⭕ Anna\n")), "{board:?}");
    }
    for person in [table.anna, table.boris] {
        start(&table, person).await;
    }
    let told = told_who_answers(&table, table.oksana, table.anna, "/new").await;
    assert!(told.starts_with("Your unanswered challenges"), "{told:?}");
    assert_eq!(table.ask(table.anna, table.group, "/new").await.text, ANYBODY);
    for number in 10..10 + CHALLENGES_OF_PERSON_MAX {
        let user = table.playground.add_user(&format!("P{number}"), Some("en"));
        table.playground.add_member(user, table.group).expect("the group is there");
        let board = answer(&table, table.boris, user, "/new").await;
        assert!(board.text.starts_with(&format!("❌ Борис  ·  ⭕ P{number}\n")), "{board:?}");
    }
    start(&table, table.oksana).await;
    let told = told_who_answers(&table, table.boris, table.oksana, "/new").await;
    assert!(told.starts_with("На цю людину чекає вже забагато"), "{told:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_not_challenged_again_and_again_by_the_same_one() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let first = challenge(&table).await;
    assert_eq!(challenge(&table).await.text, WAITS);
    start(&table, table.anna).await;
    let told = told_who_answers(&table, table.boris, table.anna, "/new").await;
    assert_eq!(told, "Your unanswered challenges to them: 2. Please wait.");
    change(&table, table.boris, &first, DECLINE).await;
    assert_eq!(table.read(table.anna).await.text, TURNED_DOWN);
    let declined = "They have just declined. You can challenge them again in an hour.";
    let told = told_who_answers(&table, table.boris, table.anna, "/new").await;
    assert_eq!(told, declined);
    // Others may challenge Boris, Anna may challenge others, and he may challenge her.
    let board = answer(&table, table.boris, table.oksana, "/new").await;
    assert!(board.text.starts_with("❌ Борис  ·  ⭕ Оксана\n"), "{board:?}");
    let board = answer(&table, table.oksana, table.anna, "/new").await;
    assert!(board.text.starts_with("❌ Оксана  ·  ⭕ Anna\n"), "{board:?}");
    let board = answer(&table, table.anna, table.boris, "/new").await;
    assert!(board.text.starts_with("❌ Anna  ·  ⭕ Борис\n"), "{board:?}");
    store.pass(1);
    assert_eq!(challenge(&table).await.text, WAITS);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_declined_challenge_outlives_the_data_of_its_person_and_a_restart() {
    let mut table = Table::new().await;
    let board = challenge(&table).await;
    let board = change(&table, table.boris, &board, DECLINE).await;
    for user in [table.anna, table.boris] {
        delete(&table, user).await;
    }
    table.restart_bot().await;
    start(&table, table.anna).await;
    let told = told_who_answers(&table, table.boris, table.anna, "/new").await;
    assert!(told.starts_with("They have just declined."), "{told:?}");
    assert_ne!(table.now(&board).text, WAITS);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_is_counted_in_the_data_of_the_challenged_person_and_ends_with_their_data() {
    let table = Table::new().await;
    let board = challenge(&table).await;
    let file = file_of(&table, &table.ask(table.boris, table.boris, "/mydata").await);
    assert_eq!((&file["challenges"], &file["games"]), (&json!(1), &json!([])));
    assert_eq!(file["person"]["name"], "Борис", "the board shows it");
    let since = file["kept_seats"][0]["since"].clone();
    assert!(since.as_i64().is_some_and(|since| since > 0), "{file}");
    let file = file_of(&table, &table.ask(table.anna, table.anna, "/mydata").await);
    assert_eq!((&file["challenges"], &file["kept_seats"]), (&json!(0), &json!([])));
    assert_eq!(file["games"][0]["reserved_since"], since);
    assert!(!has_number(&file, table.boris), "{file}");
    delete(&table, table.boris).await;
    let board = table.until(&board, |now| now.text == ANYBODY).await;
    let board = table.play(table.oksana, &board, 4).await;
    assert!(board.text.starts_with("❌ Оксана"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_day_the_seat_is_open_to_all() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let (first, second) = (challenge(&table).await, challenge(&table).await);
    assert_eq!(table.try_cell(table.oksana, &first, 4).await, NOT_HERS);
    store.pass(1);
    // A board untouched for that long is sent again.
    assert_eq!(table.try_cell(table.oksana, &first, 4).await, "");
    let first = table.read(table.group).await;
    assert!(first.text.starts_with("❌ Оксана  ·  ⭕ Anna\n"), "{first:?}");
    // A player who is late may still take the seat while no other player has.
    let second = change(&table, table.boris, &second, ACCEPT).await;
    assert!(second.text.starts_with("❌ Борис  ·  ⭕ Anna\n"), "{second:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_is_refused_a_seat_is_not_remembered() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let board = challenge(&table).await;
    assert_eq!(table.try_cell(table.oksana, &board, 4).await, NOT_HERS);
    let oksana = UserId(table.oksana.unsigned_abs());
    assert_eq!(store.person(oksana).await.expect("it works"), None);
    table.finish().await;
}
