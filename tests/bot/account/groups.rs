//! Several people in a group, and other updates that arrive there.

use serde_json::{Value, json};

use crate::support::grid::grid_of;
use crate::support::harness::Table;

const HELP_START: &str = "You tap a cell, I answer.";

/// The first line of a board that a person of this name starts in a group.
async fn heading(table: &Table, first_name: &str) -> String {
    let user = table.playground.add_user(first_name, Some("en"));
    table.playground.add_member(user, table.group).expect("the group is there");
    let board = table.ask(user, table.group, "/new perfect").await;
    let (players, turn) = board.text.split_once('\n').expect("two lines");
    let name =
        players.strip_prefix("❌ ").and_then(|rest| rest.strip_suffix("  ·  ⭕ zerosum (perfect)"));
    let name = name.unwrap_or_else(|| panic!("an odd heading: {players:?}")).to_owned();
    assert_eq!(turn, format!("{name} to move with ❌."));
    name
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_is_headed_with_a_presentable_name() {
    let table = Table::new().await;
    let names = [
        ("Маріє", "Маріє"),
        ("  Ann  ", "Ann"),
        ("A\u{202e}nn\u{200f}a\u{2066}", "Anna"),
        ("Ann\u{61c}a\u{feff}", "Anna"),
        ("An\nn\u{0}a\t\u{7f}", "Anna"),
        ("{ $name }", "{ $\u{2060}name }"),
        ("@anna t.me/x", "@\u{2060}anna t.\u{2060}me/\u{2060}x"),
        ("<b>*_`[x](y)", "<b>*_`[x](y)"),
        ("", "Player"),
        (" \u{200b}\u{202e} ", "Player"),
        ("\u{3164}", "Player"),
        ("\u{2800}\u{ad}\u{115f}", "Player"),
    ];
    for (first_name, shown) in names {
        assert_eq!(heading(&table, first_name).await, shown, "{first_name:?}");
    }
    let long = heading(&table, &"ы".repeat(64)).await;
    assert_eq!(long, "ы".repeat(32));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_in_a_group_refer_to_the_command() {
    let table = Table::new().await;
    for command in ["/new", "/board", "/resign", "/help", "/start", "/language", "/board"] {
        let asked = table.say(table.oksana, table.group, command);
        let answer = table.read(table.group).await;
        assert_eq!(answer.reply_to, Some(asked), "{command}");
    }
    let private = table.ask(table.oksana, table.oksana, "/help").await;
    assert_eq!(private.reply_to, None);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn talk_in_a_group_stays_unanswered() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new perfect").await;
    for text in ["hello", "/new@other_bot", "/unknown", "/unknown@zerosum_bot", "new", " /x"] {
        table.say(table.boris, table.group, text);
    }
    // Any reply to the bot's message reaches the bot, regardless of its words.
    table
        .playground
        .reply_text(table.boris, table.group, board.message_id, "what a game")
        .expect("the message is there");
    let command = table
        .playground
        .reply_text(table.boris, table.group, board.message_id, "/new@other_bot")
        .expect("the message is there");
    table.playground.edit_text(table.boris, table.group, command, "/new").expect("it is his");
    let help = table.ask(table.boris, table.group, "/help@ZEROSUM_bot").await;
    assert!(help.text.starts_with("Вы нажимаете на клетку, я отвечаю."), "{help:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_boards_are_played_in_one_group() {
    let table = Table::new().await;
    let people = [table.anna, table.boris, table.oksana];
    let mut boards = Vec::new();
    for person in people {
        boards.push(table.ask(person, table.group, "/new perfect").await);
        boards.push(table.ask(person, table.group, "/new perfect o").await);
    }
    for _ in 0..2 {
        for (number, board) in boards.iter_mut().enumerate() {
            let owner = people[number / 2];
            let stranger = people[(number / 2 + 1) % 3];
            let cell = grid_of(board).calm_cell();
            assert_ne!(table.try_cell(stranger, board, cell).await, "");
            *board = table.play(owner, board, cell).await;
        }
    }
    for (number, board) in boards.iter().enumerate() {
        assert_eq!((board.edits, grid_of(board).marks()), (2, 4 + number % 2), "board {number}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_a_person_with_a_command_is_left_alone() {
    let table = Table::new().await;
    for update in odd_updates(&table) {
        table.playground.push_update(update);
    }
    table.playground.settled().await.expect("all updates are confirmed");
    let help = table.ask(table.anna, table.anna, "/help").await;
    assert!(help.text.starts_with(HELP_START), "{help:?}");
    let board = table.ask(table.anna, table.group, "/new perfect").await;
    table.play(table.anna, &board, 4).await;
    table.finish().await;
}

/// Updates that need no reaction, or that cannot be read at all.
fn odd_updates(table: &Table) -> Vec<Value> {
    let group = json!({ "id": table.group, "type": "supergroup", "title": "Board games" });
    let channel = json!({ "id": -1_002_000_000_001_i64, "type": "channel", "title": "News" });
    let private = json!({ "id": table.anna, "type": "private", "first_name": "Anna" });
    let anna = json!({ "id": table.anna, "is_bot": false, "first_name": "Anna" });
    let bot = json!({ "id": 1_087_968_824, "is_bot": true, "first_name": "Group",
        "username": "GroupAnonymousBot" });
    let telegram = json!({ "id": 777_000, "is_bot": false, "first_name": "Telegram" });
    let message = |chat: &Value, more: Value| {
        let mut message = json!({ "message_id": 801, "date": 1_700_000_000, "chat": chat });
        for (key, value) in more.as_object().into_iter().flatten() {
            message[key] = value.clone();
        }
        message
    };
    let new = "/new";
    vec![
        // Messages from other bots and from channels that write in a group.
        json!({ "message": message(&group, json!({ "from": bot, "text": new })) }),
        json!({ "message": message(&private, json!({ "from": bot, "text": new })) }),
        json!({ "message": message(&group, json!({ "from": telegram, "sender_chat": channel,
            "is_automatic_forward": true, "text": new })) }),
        json!({ "message": message(&group, json!({ "text": new })) }),
        json!({ "message": message(&private, json!({ "text": new })) }),
        json!({ "channel_post": message(&channel, json!({ "text": new })) }),
        json!({ "message": message(&channel, json!({ "from": anna, "text": new })) }),
        json!({ "edited_message": message(&private, json!({ "from": anna, "text": new,
            "edit_date": 1_700_000_001 })) }),
        json!({ "edited_channel_post": message(&channel, json!({ "text": new,
            "edit_date": 1_700_000_001 })) }),
        // Service messages of Telegram about a chat.
        json!({ "message": message(&group, json!({ "from": anna, "new_chat_members": [anna] })) }),
        json!({ "message": message(&group, json!({ "from": anna, "left_chat_member": anna })) }),
        json!({ "message": message(&group, json!({ "from": anna, "new_chat_title": "x" })) }),
        json!({ "message": message(&private, json!({ "from": anna,
            "message_auto_delete_timer_changed": { "message_auto_delete_time": 9 } })) }),
        json!({ "message": message(&group, json!({ "from": anna,
            "migrate_to_chat_id": -1_003_000_000_001_i64 })) }),
        // A user without a name, and objects without required fields.
        json!({ "message": message(&private, json!({ "from": { "id": table.anna,
            "is_bot": false }, "text": new })) }),
        json!({ "message": {} }),
        json!({ "message": null }),
        json!({ "message": "text" }),
        json!({ "callback_query": {} }),
        json!({ "callback_query": { "id": "1", "from": bot, "chat_instance": "1",
            "data": "1:n:1" } }),
        json!({ "chosen_inline_result": { "result_id": "1", "from": anna, "query": "" } }),
        json!({ "poll_answer": { "poll_id": "1", "option_ids": [] } }),
        json!({ "a_kind_of_tomorrow": { "x": [1, 2, 3] } }),
        json!({}),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_was_removed_from_a_group_plays_on_when_it_returns() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new perfect").await;
    let board = table.play(table.anna, &board, 4).await;
    table.playground.remove_bot(table.group).expect("it is there");
    let private = table.new_game(table.anna).await;
    table.play(table.anna, &private, 0).await;
    table.playground.add_bot(table.group).expect("it was there");
    assert!(table.read(table.group).await.text.starts_with("Hi!"));
    table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    table.finish().await;
}
