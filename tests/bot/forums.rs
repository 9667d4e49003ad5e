//! Groups with topics, groups that become supergroups, and administrators who write as their group.

use std::sync::Arc;

use serde_json::json;
use zerosum::session::board::{Board, ChatId, TopicId};
use zerosum::session::choice::Choice;
use zerosum::session::{Session, SessionId, UserId};
use zerosum::store::{Boards, OpenGames};

use crate::grid::{grid_of, is_board};
use crate::harness::Table;
use crate::memory_store::MemoryStore;
use crate::patience::until;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_stays_in_the_topic_in_which_it_was_asked_for() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let topics = [(); 2].map(|()| table.playground.add_topic(group).expect("it is a group"));
    for topic in topics {
        let say = |text| table.playground.send_text_in_topic(anna, group, topic, text);
        for words in ["/new", "/board", "/help"] {
            say(words).expect("she is there");
            assert_eq!(table.read(group).await.topic, Some(topic), "{words}");
        }
    }
    table.playground.settled().await.expect("all is settled");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_was_never_sent_comes_to_its_topic_after_a_restart() {
    let store = Arc::new(MemoryStore::new());
    let table = Table::with_store_later(Arc::clone(&store) as Arc<_>).await;
    let topic = table.playground.add_topic(table.group).expect("it is a group");
    let user = UserId(table.anna.try_into().expect("people have positive numbers"));
    let session = Session::against_engine(SessionId(7), user, Choice::default());
    let board = Board::new(session, user, ChatId(table.group)).in_topic(Some(TopicId(topic)));
    store.create(&board, OpenGames::ANY).await.expect("memory does not fail");
    let mut table = table;
    table.start_bot();
    let board = table.read(table.group).await;
    assert_eq!((board.topic, board.reply_to, is_board(&board)), (Some(topic), None, true));
    table.play(table.anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_of_a_group_that_becomes_a_supergroup_come_there_once() {
    for is_heard in [true, false] {
        let mut table = Table::new().await;
        let (anna, boris, group) = (table.anna, table.boris, table.group);
        let own = table.ask(anna, group, "/new perfect").await;
        let own = table.play(anna, &own, 4).await;
        let other = table.ask(boris, group, "/new perfect").await;
        let over = table.ask(table.oksana, group, "/new perfect").await;
        table.ask(table.oksana, group, "/resign").await;
        table.changed(&over).await;
        let supergroup = if is_heard {
            table.playground.upgrade_group(group)
        } else {
            table.expect_refusals(&["group chat was upgraded to a supergroup chat"]);
            let supergroup = table.playground.upgrade_group_unheard(group);
            // The bot is told so when it wants to draw something there.
            assert_eq!(table.try_cell(boris, &other, 0).await, "");
            supergroup
        };
        let supergroup = supergroup.expect("it is a group");
        for board in [table.read(supergroup).await, table.read(supergroup).await] {
            let is_annas = board.text.starts_with("❌ Anna");
            if is_annas {
                assert_eq!(grid_of(&board), grid_of(&own));
            }
            let user = if is_annas { anna } else { boris };
            table.play(user, &board, grid_of(&board).calm_cell()).await;
        }
        // A test ends with no unread message, so nothing has come twice.
        table.restart_bot().await;
        table.ask(anna, supergroup, "/help").await;
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_administrator_who_writes_as_the_group_is_told_to_write_as_themselves() {
    let table = Table::new().await;
    let group = table.group;
    for words in ["/new", "/help", "/new@zerosum_bot 4x4"] {
        table.playground.send_text_as_group(group, words).expect("the group is there");
        let answer = table.read(group).await;
        let lines: Vec<&str> = answer.text.split("\n\n").collect();
        assert_eq!(lines.len(), 3, "one in each language");
        assert!(lines[0].contains("Write as yourself"), "{answer:?}");
    }
    // What is no command of the bot's is none of its business.
    for words in ["hello", "/frobnicate", "/stats"] {
        table.playground.send_text_as_group(group, words).expect("the group is there");
    }
    table.playground.settled().await.expect("all is settled");
    until(async || match table.count_calls("sendMessage", group) {
        3 => Ok(()),
        count => Err(format!("{count} calls")),
    })
    .await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_writes_as_a_channel_is_told_to_write_as_themselves() {
    let table = Table::new().await;
    let group = table.group;
    let channel = json!({ "id": -1_002_000_000_000_i64, "type": "channel", "title": "News" });
    let said = |message: i32, words: &str| {
        json!({
            "message_id": message, "date": 1, "text": words, "sender_chat": channel,
            "from": { "id": 136_817_688, "is_bot": true, "first_name": "Channel",
                "username": "Channel_Bot" },
            "chat": { "id": group, "type": "supergroup", "title": "Board games" },
        })
    };
    // A reply needs a message that is there.
    let there = table.say(table.anna, group, "hello");
    for words in ["/new", "/settings", "/top@zerosum_bot"] {
        table.playground.push_update(json!({ "message": said(there, words) }));
        let answer = table.read(group).await;
        let lines: Vec<&str> = answer.text.split("\n\n").collect();
        assert_eq!(lines.len(), 3, "one in each language");
        assert!(lines[0].starts_with("You write in the name of a channel"), "{answer:?}");
        assert_eq!(answer.reply_to, Some(there));
    }
    // What is no command for everybody is not answered, nor is a post that Telegram passes on to its group.
    for words in ["hello", "/frobnicate", "/stats", "b2"] {
        table.playground.push_update(json!({ "message": said(there, words) }));
    }
    let mut passed_on = said(there, "/new");
    passed_on["from"] = json!({ "id": 777_000, "is_bot": false, "first_name": "Telegram" });
    passed_on["is_automatic_forward"] = json!(true);
    table.playground.push_update(json!({ "message": passed_on }));
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.count_calls("sendMessage", group), 3);
    table.finish().await;
}
