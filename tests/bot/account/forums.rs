//! Groups with topics, groups that become supergroups, and administrators who write as their group.

use std::sync::Arc;

use serde_json::json;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_playground::views::MessageView;
use zerosum_session::board::{Board, ChatId, Placement, TopicId};
use zerosum_session::choice::{Choice, Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::{Session, SessionId, UserId};
use zerosum_store::{OpenGames, Store};

use crate::between_people::clocks;
use crate::support::grid::{grid_of, is_board, is_over};
use crate::support::harness::Table;
use crate::support::patience::until;

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
async fn a_board_that_is_asked_for_in_an_answer_outside_forums_is_sent_to_no_thread() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let help = table.ask(anna, group, "/help").await;
    let answer = |user, to, text| {
        table.playground.reply_text(user, group, to, text).expect("the message is there")
    };
    answer(anna, help.message_id, "/new perfect");
    let board = table.read(group).await;
    assert!(is_board(&board), "{board:?}");
    let said = table.say(boris, group, "hello");
    answer(anna, said, "/new");
    let challenge = table.read(group).await;
    assert!(challenge.text.contains("is kept for Борис"), "{challenge:?}");
    let calls = table.playground.calls();
    assert!(calls.iter().all(|call| call.params["message_thread_id"].is_null()));
    table.play(anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_begun_in_a_topic_does_not_challenge_the_maker_of_the_topic() {
    let table = Table::new().await;
    let (boris, group) = (table.boris, table.group);
    let topic = table.playground.add_topic(group).expect("it is a supergroup");
    let say = |text| table.playground.send_text_in_topic(boris, group, topic, text);
    say("/new").expect("he is there");
    let board = table.read(group).await;
    assert!(!board.text.contains("Anna"), "{board:?}");
    say("/block").expect("he is there");
    let answer = table.read(group).await;
    assert!(!answer.text.contains("Anna"), "{answer:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_was_never_sent_comes_to_its_topic_after_a_restart() {
    let store = Arc::new(Store::in_memory());
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

const CLOSED: &str = "TOPIC_CLOSED";
const AGAIN: &str = "🔁 Play again";

/// A finished game of Anna's against the bot in a topic.
async fn finished_in(table: &Table, topic: i32, told_in: i64) -> MessageView {
    let (anna, group) = (table.anna, table.group);
    let say = |text| table.playground.send_text_in_topic(anna, group, topic, text);
    say("/new perfect").expect("she is there");
    let board = table.play(anna, &table.read(group).await, 4).await;
    say("/resign").expect("she is there");
    table.read(told_in).await;
    table.until(&board, is_over).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_game_after_one_in_a_closed_topic_comes_to_the_group_or_to_its_person() {
    for is_general_closed in [false, true] {
        let mut table = Table::new().await;
        table.expect_refusals(&[CLOSED]);
        let (anna, group) = (table.anna, table.group);
        table.ask(anna, anna, "/start").await;
        let topic = table.playground.add_topic(group).expect("it is a supergroup");
        let over = finished_in(&table, topic, anna).await;
        table.playground.close_topic(group, topic, true).expect("it is there");
        table.playground.close_topic(group, 1, is_general_closed).expect("it is there");
        assert_eq!(table.toast(&table.press(anna, &over, AGAIN)).await, "");
        let chat = if is_general_closed { anna } else { group };
        let board = table.read(chat).await;
        assert_eq!((board.topic, is_board(&board)), (None, true), "{board:?}");
        let over = table.until(&over, |now| now.find_button(AGAIN).is_none()).await;
        let board = table.play(anna, &board, 4).await;
        table.restart_bot().await;
        table.play(anna, &board, grid_of(&board).calm_cell()).await;
        assert_eq!(table.now(&over), over);
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_next_game_that_cannot_be_shown_comes_once_there_is_a_place_for_it() {
    let mut table = Table::new().await;
    table.expect_refusals(&[CLOSED, "bot can't initiate conversation with a user"]);
    let (anna, group) = (table.anna, table.group);
    let topic = table.playground.add_topic(group).expect("it is a supergroup");
    let over = finished_in(&table, topic, table.group).await;
    for closed in [topic, 1] {
        table.playground.close_topic(group, closed, true).expect("it is there");
    }
    for _ in 0..2 {
        assert_eq!(table.toast(&table.press(anna, &over, AGAIN)).await, "");
        table.playground.settled().await.expect("all is settled");
        until(async || match table.refused_calls().len() {
            0 => Err("it is not tried"),
            _ => Ok(()),
        })
        .await;
        table.restart_bot().await;
    }
    assert_eq!(table.now(&over), over, "its buttons stay");
    table.playground.close_topic(group, 1, false).expect("it is there");
    assert_eq!(table.toast(&table.press(anna, &over, AGAIN)).await, "");
    let board = table.read(group).await;
    table.play(anna, &board, 4).await;
    table.until(&over, |now| now.find_button(AGAIN).is_none()).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_two_in_a_topic_that_is_deleted_goes_on_in_the_group() {
    let mut table = Table::new().await;
    table.expect_refusals(&["message to edit not found", "message thread not found"]);
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let [topic, _] = [(); 2].map(|()| table.playground.add_topic(group).expect("a supergroup"));
    table.playground.send_text_in_topic(anna, group, topic, "/new").expect("she is there");
    let board = table.play(boris, &table.read(group).await, 4).await;
    table.playground.delete_topic(group, topic).expect("it is there");
    assert_eq!(table.try_cell(anna, &board, 0).await, "");
    let board = table.read(group).await;
    assert_eq!((board.topic, grid_of(&board).noughts()), (None, 1), "{board:?}");
    table.play(boris, &board, 1).await;
    table.finish().await;
}

/// The way in which the bot learns that a group has become a supergroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LearnedBy {
    Messages,
    Edit,
    Sending,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_of_a_group_that_becomes_a_supergroup_come_there_once() {
    for learned in [LearnedBy::Messages, LearnedBy::Edit, LearnedBy::Sending] {
        let mut table = Table::new().await;
        let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
        let group = table.playground.add_basic_group("Hikers", &[anna, boris, oksana]);
        let own = table.ask(anna, group, "/new perfect").await;
        let own = table.play(anna, &own, 4).await;
        let other = table.ask(boris, group, "/new perfect").await;
        let over = table.ask(oksana, group, "/new perfect").await;
        table.ask(oksana, group, "/resign").await;
        let over = table.until(&over, is_over).await;
        let supergroup = match learned {
            LearnedBy::Messages => table.playground.upgrade_group(group),
            LearnedBy::Edit | LearnedBy::Sending => table.playground.upgrade_group_unheard(group),
        };
        let supergroup = supergroup.expect("it is a basic group");
        match learned {
            LearnedBy::Messages => {}
            LearnedBy::Edit => {
                // The refusal of an edit gives no reason, so the bot asks for it.
                table.expect_refusals(&["PEER_ID_INVALID", "group chat was upgraded"]);
                assert_eq!(table.try_cell(boris, &other, 0).await, "");
            }
            LearnedBy::Sending => {
                table.expect_refusals(&["group chat was upgraded to a supergroup chat"]);
                let again =
                    over.keyboard.iter().flatten().find(|button| button.text.starts_with("🔁"));
                let press = table.press(oksana, &over, &again.expect("there is one").text);
                assert_eq!(table.toast(&press).await, "");
            }
        }
        let mut owners = vec![anna, boris];
        owners.extend((learned == LearnedBy::Sending).then_some(oksana));
        for _ in &owners {
            let board = table.read(supergroup).await;
            let is_of =
                |name: &str| board.text.lines().next().is_some_and(|line| line.contains(name));
            let names = [(anna, "Anna"), (boris, "Борис"), (oksana, "Оксана")];
            let owner = names.into_iter().find(|(_, name)| is_of(name)).expect("it has an owner").0;
            if owner == anna {
                assert_eq!(grid_of(&board), grid_of(&own));
            }
            table.play(owner, &board, grid_of(&board).calm_cell()).await;
        }
        // A test ends with no unread message, so nothing has arrived twice.
        table.restart_bot().await;
        table.ask(anna, supergroup, "/help").await;
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_on_by_their_clock_in_what_their_group_has_become() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let group = table.playground.add_basic_group("Hikers", &[anna, boris]);
    let open = table.ask(anna, group, "/new 3m").await;
    let begun = table.play(boris, &open, 4).await;
    let supergroup = table.playground.upgrade_group(group).expect("it is a basic group");
    let board = table.read(supergroup).await;
    assert_eq!((&board.text, grid_of(&board)), (&begun.text, grid_of(&begun)));
    assert!(board.text.contains("⏳ three minutes for each move"), "{board:?}");
    assert_eq!(table.try_cell(boris, &board, 0).await, "Сейчас не ваш ход.");
    let old = "This message is from before Telegram moved the group. /board shows your game.";
    assert_eq!(table.try_cell(anna, &begun, 0).await, old);
    let board = table.play(anna, &board, 0).await;
    let board = table.play(boris, &board, 1).await;
    clocks::pass(&table, 200).await;
    let over = table.until(&board, |board| board.text.contains("Time is up")).await;
    assert!(over.text.contains("Time is up: Борис wins."), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_screen_in_a_group_moves_along_and_the_one_in_private_stays() {
    let mut table = Table::new().await;
    table.expect_refusals(&["PEER_ID_INVALID", "group chat was upgraded"]);
    let (anna, boris) = (table.anna, table.boris);
    let group = table.playground.add_basic_group("Hikers", &[anna, boris]);
    table.ask(anna, anna, "/start").await;
    table.stop_bot().await;
    let user = |id: i64| UserId(id.try_into().expect("people have positive numbers"));
    let setup = Setup {
        spec: GameSpec::TicTacToe,
        side: Side::First,
        opponent: Opponent::Person(user(boris)),
        time: TimeControl::ThreeMinutes,
    };
    let session = Session::set_up(SessionId(7), user(anna), setup);
    let board = Board::new(session, user(anna), ChatId(anna));
    let url = format!("sqlite://{}", table.database().display());
    let store = zerosum_store::open(&url).await.expect("the database can be opened");
    store.create(&board, OpenGames::ANY).await.expect("it works");
    let placement = Placement::new(ChatId(group), None);
    store.add_placement(SessionId(7), placement).await.expect("it works");
    store.close().await;
    table.start_bot();
    let private = table.read(anna).await;
    table.read(group).await;
    let supergroup = table.playground.upgrade_group_unheard(group).expect("it is a basic group");
    let private = table.play(anna, &private, 4).await;
    let moved = table.read(supergroup).await;
    assert_eq!(grid_of(&moved), grid_of(&private));
    table.play(boris, &moved, 0).await;
    table.until(&private, |board| grid_of(board).noughts() == 1).await;
    table.finish().await;
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
    // The bot ignores messages that are not commands for it.
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
async fn a_user_who_writes_as_a_channel_is_told_to_write_as_themselves() {
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
    // A reply needs an existing message.
    let there = table.say(table.anna, group, "hello");
    for words in ["/new", "/settings", "/top@zerosum_bot"] {
        table.playground.push_update(json!({ "message": said(there, words) }));
        let answer = table.read(group).await;
        let lines: Vec<&str> = answer.text.split("\n\n").collect();
        assert_eq!(lines.len(), 3, "one in each language");
        assert!(lines[0].starts_with("You are writing as a channel"), "{answer:?}");
        assert_eq!(answer.reply_to, Some(there));
    }
    // Neither messages that are not commands for everyone nor posts that Telegram forwards to the group are
    // answered.
    for words in ["hello", "/frobnicate", "/stats", "b2"] {
        table.playground.push_update(json!({ "message": said(there, words) }));
    }
    let mut passed_on = said(there, "/new");
    passed_on["from"] = json!({ "id": 777_000, "is_bot": false, "first_name": "Telegram" });
    passed_on["is_automatic_forward"] = json!(true);
    table.playground.push_update(json!({ "message": passed_on }));
    table.playground.settled().await.expect("all is settled");
    // A call is listed shortly after what it sends is seen.
    let answers = table.playground.until(|snapshot| {
        let sent = snapshot
            .calls()
            .filter(|call| call.method == "sendMessage" && call.chat_id == Some(group));
        Some(sent.count()).filter(|count| *count >= 3)
    });
    assert_eq!(answers.await.expect("three are answered"), 3);
    table.finish().await;
}
