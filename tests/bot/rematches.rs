//! Another game of two people after one that is over, where there is somebody to play it with.

use zerosum_playground::views::MessageView;

use crate::grid::{grid_of, is_over};
use crate::harness::{Table, data_of};
use crate::leaving::{begun_in_private, is_won};
use crate::personal::delete;

const AGAIN: &str = "🔁 Play again";
const SWITCH: &str = "🔄 Switch sides";
const AGAIN_IN_RUSSIAN: &str = "🔁 Ещё раз";
const INVITE: &str = "🤝 Play a friend";
const AWAY: &str = "Your opponent cannot be reached any more. \
    /opponent finds you another one, and /invite asks a friend.";

/// The boards of Anna and Boris after a game in which both have moved and he has resigned.
async fn resigned(table: &Table) -> (MessageView, MessageView) {
    let (of_anna, of_boris) = begun_in_private(table).await;
    table.ask(table.boris, table.boris, "/resign").await;
    let of_boris = table.until(&of_boris, is_over).await;
    (table.until(&of_anna, is_over).await, of_boris)
}

/// Presses a button of Anna's, which leads to no other game, and returns the toast.
async fn refused(table: &Table, over: &MessageView, label: &str) -> String {
    let toast = table.toast(&table.press(table.anna, over, label)).await;
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.now(over).keyboard, over.keyboard, "{toast}");
    toast
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_want_another_game_at_once_one_begins_for_both() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, of_boris) = resigned(&table).await;
    let presses =
        [table.press(anna, &of_anna, AGAIN), table.press(boris, &of_boris, AGAIN_IN_RUSSIAN)];
    for press in &presses {
        table.toast(press).await;
    }
    let (next_of_anna, next_of_boris) = (table.read(anna).await, table.read(boris).await);
    assert!(next_of_anna.text.contains("❌ You  ·  ⭕ Борис"), "{next_of_anna:?}");
    assert!(next_of_boris.text.contains("❌ Anna  ·  ⭕ Вы"), "{next_of_boris:?}");
    table.play(anna, &next_of_anna, 4).await;
    table.until(&next_of_boris, |board| grid_of(board).crosses() == 1).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_again_and_again_who_does_not_move() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let (over, _) = resigned(&table).await;
    assert_eq!(table.toast(&table.press(anna, &over, AGAIN)).await, "");
    let (next, of_boris) = (table.read(anna).await, table.read(boris).await);
    let next = table.play(anna, &next, 4).await;
    table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    table.ask(anna, anna, "/resign").await;
    let over = table.until(&next, is_over).await;
    let of_boris = table.until(&of_boris, is_over).await;
    let expected = "Your opponent has not moved in this game, so I do not call them to another \
                    one. Invite them with /invite.";
    for label in [AGAIN, SWITCH] {
        assert_eq!(refused(&table, &over, label).await, expected);
    }
    // She has moved, and is called.
    let press = table.press(boris, &of_boris, AGAIN_IN_RUSSIAN);
    assert_eq!(table.toast(&press).await, "");
    let boards = [table.read(anna).await, table.read(boris).await];
    assert_eq!(boards.map(|board| grid_of(&board).marks()), [0, 0]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_are_not_called_to_a_game_that_they_play_already() {
    let table = Table::new().await;
    let (one, _) = resigned(&table).await;
    let (other, _) = resigned(&table).await;
    assert_eq!(table.toast(&table.press(table.anna, &one, SWITCH)).await, "");
    let boards = [table.read(table.anna).await, table.read(table.boris).await];
    assert_eq!(boards.map(|board| grid_of(&board).marks()), [0, 0]);
    let expected = "You two are playing this game already. /mygames brings it down here.";
    assert_eq!(refused(&table, &other, AGAIN).await, expected);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_to_more_games_than_they_may_have() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_GAMES_PER_PERSON_MAX", 1);
    table.start_bot();
    let (over, _) = resigned(&table).await;
    table.new_game(table.boris).await;
    let expected = "Your opponent has too many games going to play another one now.";
    assert_eq!(refused(&table, &over, AGAIN).await, expected);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_who_has_blocked_the_bot() {
    let table = Table::new().await;
    let (over, _) = resigned(&table).await;
    table.playground.block(table.boris).expect("he is there");
    table.playground.settled().await.expect("all updates are confirmed");
    assert_eq!(refused(&table, &over, AGAIN).await, AWAY);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_left_alone_in_private_invites_somebody_to_the_same_game() {
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
        // What an older board carries leads nowhere.
        let old = data_of(&of_anna, 0, 1).rsplit_once(':').expect("it has fields").0;
        let (session, seen) = old.rsplit_once(':').expect("it has fields");
        let seen: u32 = seen.parse().expect("a revision");
        let press = table.press_data(anna, &over, &format!("{session}:{}:r", seen + 1));
        assert_eq!(table.toast(&press).await, AWAY);
        assert_eq!(table.toast(&table.press(anna, &over, INVITE)).await, "");
        let invitation = table.read(anna).await;
        assert!(invitation.text.contains("Tic-tac-toe") && invitation.text.contains("You play ❌"));
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_left_in_a_group_plays_anybody() {
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
