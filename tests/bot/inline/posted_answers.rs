//! Replies to a posted board: commands and moves in them are about that board, and about no other game.

use serde_json::json;
use zerosum_playground::views::MessageView;

use crate::account::private_answers::{start, told};
use crate::support::grid::grid_of;
use crate::support::harness::Table;

const NOT_BEGUN: &str = "Nobody has tapped that board yet, so there is no game on it.";
const STAYS: &str =
    "That board stays in the message in which it was posted: I cannot send it again.";
const ELSEWHERE: &str = "The message you replied to is a copy, or it is in another chat or topic. Reply to the board itself.";

impl Table {
    /// Has a user reply to a message.
    fn answer_to(&self, user: i64, message: &MessageView, text: &str) {
        let (chat, message) = (message.chat_id, message.message_id);
        self.playground.reply_text(user, chat, message, text).expect("it can be answered");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_in_answer_to_a_posted_board_is_about_that_board() {
    let table = Table::new().await;
    let (anna, oksana, group) = (table.anna, table.oksana, table.group);
    table.playground.promote_bot(group, true).expect("the group is there");
    start(&table, anna).await;
    let own = table.ask(anna, group, "/new 4x4 perfect").await;
    let posted = table.posted(group).await;
    for command in ["/record", "/board", "/resign", "/sheet", "b2"] {
        table.answer_to(anna, &posted, command);
        assert_eq!(told(&table, anna).await, NOT_BEGUN, "{command}");
    }
    assert_eq!(table.try_cell(anna, &posted, 4).await, "");
    let one = table.changed(&posted).await;
    table.answer_to(anna, &one, "/record");
    assert_eq!(table.read(group).await.text, "zerosum record 1 3x3\n1. b2\n*");
    table.answer_to(anna, &one, "/board");
    assert_eq!(told(&table, anna).await, STAYS);
    table.answer_to(anna, &one, "a1");
    assert_eq!(told(&table, anna).await, "It is not your turn.");
    let two = table.play(oksana, &one, 0).await;
    table.answer_to(anna, &two, "c1");
    let three = table.changed(&two).await;
    assert_eq!(grid_of(&three).marks(), 3, "{three:?}");
    // Another user may look at it, but not change it.
    table.answer_to(table.boris, &three, "/resign");
    assert_eq!(table.read(group).await.text, "Это чужая партия.");
    table.answer_to(anna, &three, "/resign");
    assert_eq!(told(&table, anna).await, "You resigned.");
    let over = table.until(&three, |now| now.text.contains("Anna")).await;
    // The link below the board identifies its game.
    let over = table.until(&over, |now| !now.keyboard.concat().is_empty()).await;
    table.answer_to(anna, &over, "/record");
    let record = table.read(group).await.text;
    assert!(record.starts_with("zerosum record 1 3x3\n1. b2"), "{record}");
    assert!(!record.ends_with('*'), "{record}");
    assert_eq!(table.now(&own), own, "the game of Anna and the bot goes on");
    table.say(anna, group, "/record");
    assert_eq!(table.read(group).await.text, "zerosum record 1 4x4x4\n*");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_private_too_and_a_copy_or_a_message_elsewhere_is_no_board() {
    let table = Table::new().await;
    let anna = table.anna;
    let own = table.new_game(anna).await;
    let posted = table.post(anna, anna, "", "Tic-tac-toe 3×3").await;
    table.answer_to(anna, &posted, "b2");
    assert_eq!(table.read(anna).await.text, NOT_BEGUN);
    assert_eq!(table.try_cell(anna, &posted, 4).await, "");
    let one = table.changed(&posted).await;
    table.answer_to(anna, &one, "/record");
    assert_eq!(table.read(anna).await.text, "zerosum record 1 3x3\n1. b2\n*");
    let bot = json!({"id": 5, "is_bot": true, "first_name": "zerosum", "username": "zerosum_bot"});
    let from = json!({"id": anna, "is_bot": false, "first_name": "Anna", "language_code": "en"});
    let chat = json!({"id": anna, "type": "private", "first_name": "Anna"});
    let origin = json!({"type": "user", "date": 1, "sender_user": bot});
    let copy = json!({"message_id": own.message_id, "date": 1, "chat": chat, "from": from,
        "text": own.text, "forward_origin": origin});
    for (field, value) in
        [("reply_to_message", copy), ("external_reply", json!({"origin": origin}))]
    {
        for text in ["/record", "/board", "/resign", "/sheet", "b2"] {
            let mut message = json!({"message_id": 700, "date": 1, "chat": chat, "from": from});
            message["text"] = json!(text);
            message[field] = value.clone();
            table.playground.push_update(json!({"message": message}));
            assert_eq!(table.read(anna).await.text, ELSEWHERE, "{field}: {text}");
        }
    }
    assert_eq!(table.now(&own), own);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answered_board_of_the_bot_is_the_one_that_comes_down_or_is_given_up() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    start(&table, anna).await;
    let first = table.ask(anna, group, "/new 4x4 perfect").await;
    let second = table.ask(anna, group, "/new 5x5 perfect").await;
    table.answer_to(anna, &first, "/board@zerosum_bot");
    let brought = table.read(group).await;
    assert_eq!(brought.text.lines().last(), first.text.lines().last());
    table.answer_to(anna, &brought, "/resign@zerosum_bot");
    assert_eq!(told(&table, anna).await, "You resigned. zerosum wins.");
    table.answer_to(anna, &brought, "/board@zerosum_bot");
    assert_eq!(told(&table, anna).await, "The game is over. /new starts another one.");
    table.answer_to(table.boris, &second, "/board@zerosum_bot");
    assert!(table.read(group).await.text.starts_with("Это чужая партия"));
    assert_eq!(table.now(&second), second);
    table.finish().await;
}
