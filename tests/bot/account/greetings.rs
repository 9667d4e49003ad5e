//! The bot in groups: its greeting, and games there that do not depend on any player's private habits.

use serde_json::{Value, json};

use crate::support::grid::grid_of;
use crate::support::harness::Table;

/// Delivers an update saying that this user has changed the bot's status in a chat.
fn change(table: &Table, by: i64, code: &str, chat: &Value, (old, new): (&str, &str)) {
    let bot =
        json!({ "id": 42, "is_bot": true, "first_name": "zerosum", "username": "zerosum_bot" });
    let member = |status: &str| {
        let mut member = json!({ "user": bot, "status": status });
        if status == "kicked" {
            member["until_date"] = json!(0);
        }
        if status == "restricted" {
            for right in [
                "is_member",
                "can_send_messages",
                "can_send_audios",
                "can_send_documents",
                "can_send_photos",
                "can_send_videos",
                "can_send_video_notes",
                "can_send_voice_notes",
                "can_send_polls",
                "can_send_other_messages",
                "can_add_web_page_previews",
                "can_change_info",
                "can_invite_users",
                "can_pin_messages",
                "can_manage_topics",
                "can_react_to_messages",
                "can_edit_tag",
            ] {
                member[right] = json!(true);
            }
            member["until_date"] = json!(0);
        }
        if status == "administrator" {
            for right in [
                "can_be_edited",
                "is_anonymous",
                "can_manage_chat",
                "can_delete_messages",
                "can_manage_video_chats",
                "can_restrict_members",
                "can_promote_members",
                "can_change_info",
                "can_invite_users",
                "can_post_stories",
                "can_edit_stories",
                "can_delete_stories",
            ] {
                member[right] = json!(false);
            }
        }
        member
    };
    let from = json!({ "id": by, "is_bot": false, "first_name": "A", "language_code": code });
    table.playground.push_update(json!({ "my_chat_member": {
        "chat": chat, "from": from, "date": 1_700_000_000,
        "old_chat_member": member(old), "new_chat_member": member(new),
    }}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_is_greeted_once_in_the_language_of_the_user_who_has_added_the_bot() {
    let table = Table::new().await;
    let group = json!({ "id": table.group, "type": "supergroup", "title": "Board games" });
    let people = [
        (table.anna, "en", "Hi! I play board games", "▶️ Play", "❌ anybody  ·  ⭕ Anna"),
        (table.boris, "ru", "Привет! Я играю", "▶️ Играть", "❌ свободно  ·  ⭕ Борис"),
        (table.oksana, "uk", "Привіт! Я граю", "▶️ Грати", "❌ вільно  ·  ⭕ Оксана"),
    ];
    for (user, code, words, button, players) in people {
        change(&table, user, code, &group, ("left", "member"));
        let hello = table.read(table.group).await;
        assert!(hello.text.starts_with(words), "{hello:?}");
        let labels: Vec<&str> =
            hello.keyboard.iter().flatten().map(|button| button.text.as_str()).collect();
        assert_eq!(labels, [button]);
        // Each player starts a board of their own with it, once as long as it is untouched.
        let press = table.press(user, &hello, button);
        assert_eq!(table.toast(&press).await, "");
        let board = table.read(table.group).await;
        assert_eq!(board.text.lines().next(), Some(players));
        assert_eq!(grid_of(&board).marks(), 0);
        for (other, ..) in people.iter().take_while(|(other, ..)| *other != user) {
            let press = table.press(*other, &hello, button);
            assert_ne!(table.toast(&press).await, "");
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_bot_that_comes_to_a_group_says_hello() {
    let table = Table::new().await;
    let group = json!({ "id": table.group, "type": "supergroup", "title": "Board games" });
    let private = json!({ "id": table.anna, "type": "private", "first_name": "Anna" });
    let channel = json!({ "id": -1_002_000_000_001_i64, "type": "channel", "title": "News" });
    for (chat, change_of) in [
        (&group, ("member", "administrator")),
        (&group, ("administrator", "member")),
        (&group, ("member", "restricted")),
        (&group, ("restricted", "member")),
        (&group, ("member", "left")),
        (&group, ("member", "kicked")),
        (&private, ("kicked", "member")),
        (&private, ("member", "kicked")),
        (&channel, ("left", "administrator")),
    ] {
        change(&table, table.anna, "en", chat, change_of);
    }
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.count_all_calls("sendMessage"), 0);
    change(&table, table.anna, "en", &group, ("kicked", "administrator"));
    table.read(table.group).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_that_becomes_a_supergroup_is_not_greeted_again() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let group = table.playground.add_basic_group("Hikers", &[anna, boris]);
    let own = table.ask(anna, group, "/new perfect").await;
    let supergroup = table.playground.upgrade_group(group).expect("it is a basic group");
    let moved = table.read(supergroup).await;
    assert_eq!(grid_of(&moved), grid_of(&own));
    table.playground.report_membership(supergroup).expect("it is there");
    table.playground.settled().await.expect("all is settled");
    // A bot that stops sends at once what it was about to send.
    table.stop_bot().await;
    assert_eq!(table.count_calls("sendMessage", supergroup), 1, "the board");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_a_group_does_not_depend_on_what_its_starter_plays_alone() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let heading = async |user: i64, chat: i64, command: &str| {
        let board = table.ask(user, chat, command).await;
        board.text.lines().next().expect("a board has a text").to_owned()
    };
    let plain = "❌ Anna  ·  ⭕ zerosum (perfect)";
    assert_eq!(heading(anna, group, "/new perfect").await, plain);
    let alone = "Gomoku 15×15  ·  ⚫\u{fe0f} zerosum (casual)  ·  ⚪\u{fe0f} You";
    assert_eq!(heading(anna, anna, "/new gomoku casual second").await, alone);
    let board = table.ask(anna, group, "/new perfect").await;
    assert_eq!((board.text.lines().next(), grid_of(&board).marks()), (Some(plain), 0));
    // Naming a game in the command does not recall private choices either.
    let gomoku = "Gomoku 15×15  ·  ⚫\u{fe0f} Anna  ·  ⚪\u{fe0f} zerosum (best)";
    assert_eq!(heading(anna, group, "/new perfect gomoku").await, gomoku);
    let easy = "5×5, 4 in a row  ·  ❌ zerosum (beginner)  ·  ⭕ Anna";
    assert_eq!(heading(anna, group, "/new easy 5x5 o").await, easy);
    assert_eq!(heading(anna, group, "/new perfect").await, plain);
    // Games in a group do not affect games played alone.
    assert_eq!(heading(anna, anna, "/new").await, alone);
    // The pages that can be asked for in a group are about the plain game too.
    let levels = table.ask(anna, group, "/level").await;
    assert!(levels.text.contains("“Tic-tac-toe 3×3”"), "{levels:?}");
    assert_eq!(levels.keyboard[3][0].text, "✓ perfect");
    table.finish().await;
}
