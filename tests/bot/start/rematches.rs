//! Rematches: after a finished game, one of two players asks for another game, and the other agrees.

use zerosum_playground::views::MessageView;

use crate::account::personal::{delete, file_of};
use crate::between_people::leaving::{begun_in_private, is_won};
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::{Table, data_of};

const AGAIN: &str = "🔁 Play again";
const SWITCH: &str = "🔄 Swap sides";
const AGAIN_IN_RUSSIAN: &str = "🔁 Ещё раз";
const INVITE: &str = "👋 Play a friend";
const ACCEPT: &str = "✅ Принять";
const AWAY_IN_RUSSIAN: &str =
    "Ваш соперник больше не на связи. Найти другого: /opponent, позвать друга: /invite.";
const AWAY: &str = "Your opponent cannot be reached any more. \
    /opponent finds you another one, and /invite asks a friend.";

/// The boards of Anna and Boris after a game in which he has resigned.
async fn resigned(table: &Table) -> (MessageView, MessageView) {
    let (of_anna, of_boris) = begun_in_private(table).await;
    table.ask(table.boris, table.boris, "/resign").await;
    let of_boris = table.until(&of_boris, is_over).await;
    (table.until(&of_anna, is_over).await, of_boris)
}

/// Presses a button that starts no game, and returns the toast.
async fn refused(table: &Table, user: i64, over: &MessageView, label: &str) -> String {
    let toast = table.toast(&table.press(user, over, label)).await;
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.now(over).keyboard, over.keyboard, "{toast}");
    toast
}

/// The boards of Anna and Boris once she has asked for another game.
async fn asked(
    table: &Table,
    (of_anna, of_boris): &(MessageView, MessageView),
    label: &str,
) -> (MessageView, MessageView) {
    assert_eq!(table.toast(&table.press(table.anna, of_anna, label)).await, "");
    let of_boris = table.until(of_boris, |now| now.find_button(ACCEPT).is_some()).await;
    (table.until(of_anna, |now| now.text.contains("You asked for another game")).await, of_boris)
}

/// The boards of the next game, after checking that the previous ones have lost the buttons that lead to one.
async fn begun(table: &Table, over: [&MessageView; 2]) -> (MessageView, MessageView) {
    let boards = (table.read(table.anna).await, table.read(table.boris).await);
    for board in over {
        let leads_on = |label: &&str| board.find_button(label).is_some();
        let label = [AGAIN, AGAIN_IN_RUSSIAN, ACCEPT].into_iter().find(leads_on).expect("one does");
        let left = table.until(board, |now| now.find_button(label).is_none()).await;
        assert!(!left.text.contains('🔁') && !left.text.contains('🔄'), "{left:?}");
    }
    boards
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_game_begins_when_the_other_one_accepts_it_and_no_sooner() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let over = resigned(&table).await;
    let (of_anna, of_boris) = asked(&table, &over, SWITCH).await;
    let expected = "\n🔄 Anna предлагает сыграть ещё раз, поменявшись сторонами.";
    assert!(of_boris.text.ends_with(expected), "{of_boris:?}");
    let expected = "You already asked. The game begins when your opponent agrees.";
    assert_eq!(refused(&table, anna, &of_anna, SWITCH).await, expected);
    let messages = [anna, boris].map(|chat| table.count_calls("sendMessage", chat));
    table.restart_bot().await;
    assert_eq!([anna, boris].map(|chat| table.count_calls("sendMessage", chat)), messages);
    assert_eq!(table.toast(&table.press(boris, &of_boris, ACCEPT)).await, "");
    let (next_of_anna, next_of_boris) = begun(&table, [&of_anna, &of_boris]).await;
    assert!(next_of_anna.text.contains("❌ Борис  ·  ⭕ You"), "{next_of_anna:?}");
    assert!(next_of_boris.text.contains("❌ Вы  ·  ⭕ Anna"), "{next_of_boris:?}");
    table.play(boris, &next_of_boris, 4).await;
    table.until(&next_of_anna, |board| grid_of(board).crosses() == 1).await;
    // Data of an older board starts nothing more.
    let old = of_anna.keyboard[3][1].data.clone().expect("it has");
    let gone_on = "Another game after this one has already begun.";
    assert_eq!(table.toast(&table.press_data(anna, &of_anna, &old)).await, gone_on);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_one_who_is_asked_may_want_something_else() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let over = resigned(&table).await;
    let (of_anna, of_boris) = asked(&table, &over, AGAIN).await;
    let press = table.press(boris, &of_boris, "🔄 Поменяться");
    assert_eq!(table.toast(&press).await, "");
    let of_anna = table.until(&of_anna, |now| now.find_button("✅ Accept").is_some()).await;
    let expected = "\n🔄 Борис wants another game with sides switched.";
    assert!(of_anna.text.contains(expected), "{of_anna:?}");
    let of_boris = table.until(&of_boris, |now| now.find_button(ACCEPT).is_none()).await;
    assert_eq!(table.toast(&table.press(anna, &of_anna, "✅ Accept")).await, "");
    let (next, _) = begun(&table, [&of_boris, &of_boris]).await;
    assert!(next.text.contains("❌ Борис  ·  ⭕ You"), "{next:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_want_another_game_at_once_one_begins_for_both() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, of_boris) = resigned(&table).await;
    let presses =
        [table.press(anna, &of_anna, AGAIN), table.press(boris, &of_boris, AGAIN_IN_RUSSIAN)];
    for press in &presses {
        assert_eq!(table.toast(press).await, "");
    }
    let (next_of_anna, next_of_boris) = (table.read(anna).await, table.read(boris).await);
    assert!(next_of_anna.text.contains("❌ You  ·  ⭕ Борис"), "{next_of_anna:?}");
    assert!(next_of_boris.text.contains("❌ Anna  ·  ⭕ Вы"), "{next_of_boris:?}");
    table.play(anna, &next_of_anna, 4).await;
    table.until(&next_of_boris, |board| grid_of(board).crosses() == 1).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accepting_too_late_asks_for_the_same() {
    let mut table = Table::new().await;
    let over = resigned(&table).await;
    let (of_anna, of_boris) = asked(&table, &over, AGAIN).await;
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    // Two days pass.
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let aged = "UPDATE boards SET agreement = substr(agreement, 1, length(agreement) - 16) \
                || (CAST(substr(agreement, -16) AS INTEGER) - 172800000000) \
                WHERE agreement LIKE '% 1.s.1.0.%'";
    assert_eq!(database.execute(aged, []).expect("the boards are there"), 1);
    table.start_bot();
    let expected =
        "То предложение уже не действовало. Теперь предлагаете вы: ждём ответа соперника.";
    assert_eq!(table.toast(&table.press(table.boris, &of_boris, ACCEPT)).await, expected);
    let of_anna = table.until(&of_anna, |now| now.find_button("✅ Accept").is_some()).await;
    let of_boris = table.until(&of_boris, |now| now.text.contains("Вы предложили")).await;
    assert_eq!(table.toast(&table.press(table.anna, &of_anna, "✅ Accept")).await, "");
    begun(&table, [&of_boris, &of_boris]).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_double_tap_that_comes_to_nothing_leaves_the_buttons_where_they_are() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_GAMES_PER_PERSON_MAX", 1);
    table.start_bot();
    let over = resigned(&table).await;
    let (of_anna, of_boris) = asked(&table, &over, AGAIN).await;
    table.new_game(table.boris).await;
    for _ in 0..20 {
        let taps = [(); 3].map(|()| table.press(table.boris, &of_boris, ACCEPT));
        for tap in &taps {
            assert_ne!(table.toast(tap).await, "");
        }
    }
    table.playground.settled().await.expect("all is settled");
    assert_eq!([table.now(&of_anna), table.now(&of_boris)], [of_anna, of_boris]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_has_lost_the_board_gets_it_anew_with_the_offer_of_another_game() {
    let mut table = Table::new().await;
    let (of_anna, of_boris) = resigned(&table).await;
    table.expect_refusals(&["message to edit not found"]);
    table.playground.delete_message(table.boris, of_boris.message_id).expect("it is there");
    assert_eq!(table.toast(&table.press(table.anna, &of_anna, AGAIN)).await, "");
    let of_boris = table.read(table.boris).await;
    assert!(of_boris.find_button(ACCEPT).is_some(), "{of_boris:?}");
    assert_eq!(table.toast(&table.press(table.boris, &of_boris, ACCEPT)).await, "");
    table.read(table.anna).await;
    table.read(table.boris).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_over_counts_once_and_later_requests_change_nothing() {
    let table = Table::new().await;
    let over = resigned(&table).await;
    let before = table.ask_as_host("/metrics").await.1;
    let (of_anna, _) = asked(&table, &over, AGAIN).await;
    asked_again(&table, &of_anna).await;
    let (_, after) = table.ask_as_host("/metrics").await;
    let finished = |text: &str| -> Vec<String> {
        let is_one = |line: &&str| line.starts_with("zerosum_games") && line.contains("finished");
        text.lines().filter(is_one).map(str::to_owned).collect()
    };
    assert_eq!(finished(&after), finished(&before));
    let file = file_of(&table, &table.ask(table.anna, table.anna, "/mydata").await);
    assert_eq!(file["results"].as_array().map(Vec::len), Some(1), "{file}");
    table.finish().await;
}

/// Has Anna ask for a different game than before.
async fn asked_again(table: &Table, of_anna: &MessageView) {
    assert_eq!(table.toast(&table.press(table.anna, of_anna, SWITCH)).await, "");
    table.until(of_anna, |now| now.text.contains("with sides switched")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_asker_must_have_room_for_another_game_when_it_is_accepted() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_GAMES_PER_PERSON_MAX", 1);
    table.start_bot();
    let over = resigned(&table).await;
    let (of_anna, of_boris) = asked(&table, &over, AGAIN).await;
    table.new_game(table.anna).await;
    let expected = "У соперника слишком много открытых партий, ещё одну он сейчас не начнёт.";
    assert_eq!(refused(&table, table.boris, &of_boris, ACCEPT).await, expected);
    table.ask(table.anna, table.anna, "/resign").await;
    assert_eq!(table.toast(&table.press(table.boris, &of_boris, ACCEPT)).await, "");
    begun(&table, [&of_anna, &of_boris]).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_player_asks_or_accepts_when_the_other_one_is_out_of_reach() {
    for is_asked_before in [false, true] {
        let table = Table::new().await;
        let over = resigned(&table).await;
        let (user, board, label) = match is_asked_before {
            true => (table.boris, asked(&table, &over, AGAIN).await.1, ACCEPT),
            false => (table.anna, over.0, AGAIN),
        };
        let other = if is_asked_before { table.anna } else { table.boris };
        table.playground.block(other).expect("they are there");
        table.playground.settled().await.expect("all updates are confirmed");
        let expected = if is_asked_before { AWAY_IN_RUSSIAN } else { AWAY };
        assert_eq!(refused(&table, user, &board, label).await, expected);
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_blocked_player_cannot_ask_for_a_rematch() {
    let table = Table::new().await;
    let (of_anna, of_boris) = resigned(&table).await;
    let said = table.say(table.anna, table.group, "hello");
    let blocked = table.playground.reply_text(table.boris, table.group, said, "/block");
    blocked.expect("the message is there");
    table.read(table.boris).await;
    let expected = "This opponent is not available.";
    assert_eq!(refused(&table, table.anna, &of_anna, AGAIN).await, expected);
    assert_eq!(table.now(&of_boris).text, of_boris.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_the_next_board_keeps_a_seat_for_the_other_one() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let open = table.ask(anna, group, "/new").await;
    let board = table.play(boris, &open, 4).await;
    table.ask(boris, group, "/resign").await;
    let over = table.until(&board, is_over).await;
    let next = table.go_on(anna, &over, SWITCH).await;
    let expected = "❌ Anna  ·  ⭕ Борис\nAnna to move with ❌. ⭕ is kept for Борис for a day.";
    assert_eq!(next.text, expected);
    let next = table.play(anna, &next, 4).await;
    let not_hers = "Це місце – для того, кого названо на дошці.";
    assert_eq!(table.try_cell(table.oksana, &next, 0).await, not_hers);
    let next = table.play(boris, &next, 0).await;
    table.play(anna, &next, 8).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_left_alone_in_private_invites_a_friend_to_the_same_game() {
    for is_deleted in [true, false] {
        let mut table = Table::new().await;
        let (anna, boris) = (table.anna, table.boris);
        let (of_anna, _) = begun_in_private(&table).await;
        if is_deleted {
            delete(&table, boris).await;
            let late = "The game is over. /new starts another one.";
            assert_eq!(table.try_cell(anna, &of_anna, 8).await, late);
        } else {
            table.expect_refusals(&["bot was blocked by the user"]);
            table.playground.block(boris).expect("he is there");
        }
        let over = table.until(&of_anna, is_won).await;
        let labels = [AGAIN, SWITCH].map(|label| over.find_button(label));
        assert_eq!(labels, [None, None], "{over:?}");
        // Data of an older board leads nowhere.
        let old = data_of(&of_anna, 0, 1).rsplit_once(':').expect("it has fields").0;
        let (session, seen) = old.rsplit_once(':').expect("it has fields");
        let seen: u32 = seen.parse().expect("a revision");
        // Leaving ends the game; a deletion then also gives the seat to an anonymous person.
        let seen = if is_deleted { seen + 2 } else { seen + 1 };
        let press = table.press_data(anna, &over, &format!("{session}:{seen}:r"));
        assert_eq!(table.toast(&press).await, AWAY);
        assert_eq!(table.toast(&table.press(anna, &over, INVITE)).await, "");
        let invitation = table.read(anna).await;
        assert!(invitation.text.contains("Tic-tac-toe") && invitation.text.contains("You play ❌"));
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_left_in_a_group_plays_any_opponent() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let open = table.ask(anna, group, "/new").await;
    let board = table.play(boris, &open, 4).await;
    table.playground.part(boris, boris, group).expect("he is a member");
    let over = table.until(&board, is_over).await;
    assert_eq!(table.toast(&table.press(anna, &over, AGAIN)).await, "");
    let next = table.read(group).await;
    assert!(next.text.starts_with("❌ anybody  ·  ⭕ Anna\n"), "{next:?}");
    table.play(table.oksana, &next, 4).await;
    table.finish().await;
}
