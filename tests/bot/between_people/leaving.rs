//! A player leaves a group or closes their own chat: their games with others there are over.

use serde_json::json;
use zerosum::play::games::transitions::OPEN_GAMES_MAX;
use zerosum_games::any::GameSpec;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;

use crate::account::personal::{delete, file_of};
use crate::between_people::reminders::begun as begun_by_invitation;
use crate::inline::two_screens::shared;
use crate::support::fickle::FickleStore;
use crate::support::grid::grid_of;
use crate::support::harness::{Table, Way};

const LEFT: &str = "Борис left the group. Anna wins.";

/// A game between Boris, who has begun, and Anna.
async fn begun(table: &Table) -> MessageView {
    let open = table.ask(table.anna, table.group, "/new").await;
    table.play(table.boris, &open, 4).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_leaves_gives_up_their_games_in_the_group_and_no_other() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let board = begun(&table).await;
    let against_bot = table.ask(boris, group, "/new perfect").await;
    let waiting = table.ask(boris, group, "/new").await;
    let of_others = table.ask(anna, group, "/new").await;
    let of_others = table.play(table.oksana, &of_others, 4).await;
    let private = table.new_game(boris).await;
    table.restart_bot().await;
    table.playground.part(boris, boris, group).expect("he is a member");
    let over = table.until(&board, |now| now.text.ends_with(LEFT)).await;
    assert!(over.text.starts_with("❌ Борис  ·  ⭕ Anna\n"), "{over:?}");
    let over = table.changed(&against_bot).await;
    assert!(over.text.contains("Борис больше не в группе."), "{over:?}");
    let over = table.changed(&waiting).await;
    assert!(over.text.contains("Партия закрыта: никто не пришёл."), "{over:?}");
    assert_eq!(table.now(&of_others), of_others);
    table.play(anna, &of_others, 0).await;
    table.play(boris, &private, grid_of(&private).calm_cell()).await;
    // Between people it counts for neither player; against an engine it is lost.
    let file = file_of(&table, &table.ask(anna, anna, "/mydata").await);
    assert_eq!(file["results"], json!([]), "{file}");
    let file = file_of(&table, &table.ask(boris, boris, "/mydata").await);
    let results = file["results"].as_array().expect("a list");
    assert_eq!(results.len(), 1, "{results:?}");
    assert_eq!(
        (&results[0]["opponent"], &results[0]["ending"]),
        (&json!("perfect"), &json!("lost"))
    );
    table.restart_bot().await;
    assert!(table.now(&board).text.ends_with(LEFT), "it stays so");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_the_bot_is_an_administrator_it_hears_of_who_has_left_without_a_message() {
    let table = Table::new().await;
    table.playground.promote_bot(table.group, true).expect("the group is there");
    let board = begun(&table).await;
    table.playground.part_untold(table.boris, table.group).expect("he is a member");
    let over = table.until(&board, |now| now.text.ends_with(LEFT)).await;
    assert_eq!(over.edits, board.edits + 1);
    let second = table.ask(table.oksana, table.group, "/new").await;
    let second = table.play(table.anna, &second, 4).await;
    // Telegram reports twice that a member was removed.
    table.playground.part(table.anna, table.oksana, table.group).expect("she is a member");
    let end = "Anna вилучає суперника з групи. Перемога: Оксана.";
    let over = table.until(&second, |now| now.text.contains(end)).await;
    table.playground.settled().await.expect("all updates are confirmed");
    assert_eq!(table.now(&second).edits, over.edits);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_delivery_ends_no_game_twice() {
    let table = Table::new().await;
    let board = begun(&table).await;
    table.playground.part(table.boris, table.boris, table.group).expect("he is a member");
    let over = table.until(&board, |now| now.text.ends_with(LEFT)).await;
    let update = table.playground.last_update_id();
    table.playground.redeliver(update).expect("it is known");
    table.playground.settled().await.expect("all updates are confirmed");
    assert_eq!(table.now(&board).edits, over.edits);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_cannot_be_ended_keeps_no_other_one_going_and_is_tried_again() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let boards = [begun(&table).await, begun(&table).await, begun(&table).await];
    table.playground.settled().await.expect("all updates are confirmed");
    // The first try fails for every game, the second one for the first of them, which is ended by the third.
    store.fail_commits(4);
    table.playground.part(table.boris, table.boris, table.group).expect("he is a member");
    for board in &boards {
        table.until(board, |now| now.text.ends_with(LEFT)).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_that_are_no_leaving_end_nothing() {
    let table = Table::new().await;
    let board = begun(&table).await;
    let chat = json!({ "id": table.group, "type": "supergroup", "title": "Board games" });
    let private = json!({ "id": table.boris, "type": "private", "first_name": "Борис" });
    let boris = json!({ "id": table.boris, "is_bot": false, "first_name": "Борис" });
    let bot =
        json!({ "id": 4_242, "is_bot": true, "first_name": "Other", "username": "other_bot" });
    let change = |chat: &serde_json::Value, user: &serde_json::Value, old: &str, new: &str| {
        let member = |status: &str| match status {
            "restricted" => json!({ "user": user, "status": "restricted", "is_member": true,
                "can_send_messages": false, "until_date": 0 }),
            status => json!({ "user": user, "status": status }),
        };
        json!({ "chat_member": { "chat": chat, "from": boris, "date": 1_700_000_000,
            "old_chat_member": member(old), "new_chat_member": member(new) } })
    };
    let others = [
        change(&chat, &boris, "left", "member"),
        change(&chat, &boris, "member", "restricted"),
        change(&chat, &boris, "left", "left"),
        change(&chat, &bot, "member", "left"),
        change(&private, &boris, "member", "left"),
        json!({ "chat_member": {} }),
        json!({ "message": { "message_id": 900, "date": 1_700_000_000, "chat": chat,
            "from": boris, "left_chat_member": bot } }),
    ];
    for update in others {
        table.playground.push_update(update);
    }
    table.playground.settled().await.expect("all updates are confirmed");
    assert_eq!(table.now(&board).text, board.text);
    table.play(table.anna, &board, 0).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn as_many_games_as_a_player_may_have_are_over() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 1_000);
    table.start_bot();
    for _ in 0..OPEN_GAMES_MAX {
        table.ask(table.boris, table.group, "/new perfect o").await;
    }
    table.playground.part(table.boris, table.boris, table.group).expect("he is a member");
    table.playground.settled().await.expect("all updates are confirmed");
    table.playground.add_member(table.boris, table.group).expect("the group is there");
    let told = table.ask(table.boris, table.group, "/resign").await;
    assert_eq!(told.text, "У вас здесь нет открытой партии. Начать новую: /new.");
    table.finish().await;
}

/// The boards of Anna and Boris, who play each other in private with a clock and have both moved. Anna is to
/// move.
pub(crate) async fn begun_in_private(table: &Table) -> (MessageView, MessageView) {
    let (of_anna, of_boris) = begun_by_invitation(table).await;
    let of_anna = table.play(table.anna, &of_anna, 4).await;
    let of_boris = table.until(&of_boris, |now| grid_of(now).marks() == 1).await;
    let of_boris = table.play(table.boris, &of_boris, 0).await;
    let of_anna = table.until(&of_anna, |now| grid_of(now).marks() == 2).await;
    assert!(of_anna.text.contains('⏳'), "{of_anna:?}");
    (of_anna, of_boris)
}

/// Returns whether a board tells its player that they have won.
pub(crate) fn is_won(board: &MessageView) -> bool {
    board.text.ends_with("You win.")
}

/// Checks how the only game that counts has ended for each player, including the rating.
pub(crate) async fn count_for(table: &Table, expected: &[(i64, &str)]) {
    for (user, ending) in expected {
        let file = file_of(table, &table.ask(*user, *user, "/mydata").await);
        let endings: Vec<&str> = file["results"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|result| result["opponent"] == "person")
            .filter_map(|result| result["ending"].as_str())
            .collect();
        assert_eq!(endings, [*ending], "{user}: {file}");
        let points = file["ratings"][0]["points"].as_f64().expect("a rating");
        assert_eq!(points > 1_500.0, *ending == "won", "{user}: {file}");
    }
}

/// Checks that neither player has a result or a rating for any game.
pub(crate) async fn counts_for_neither(table: &Table) {
    for user in [table.anna, table.boris] {
        let file = file_of(table, &table.ask(user, user, "/mydata").await);
        assert_eq!((&file["results"], &file["ratings"]), (&json!([]), &json!([])), "{file}");
    }
}

/// A game in the group in which both have moved, and Anna is to move.
pub(crate) async fn begun_by_both(table: &Table, words: &str) -> MessageView {
    let mut board = table.ask(table.anna, table.group, words).await;
    for (user, cell) in [(table.boris, 4), (table.anna, 0), (table.boris, 8)] {
        board = table.play(user, &board, cell).await;
    }
    board
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_a_player_leaves_after_both_have_moved_is_lost_for_the_rating_too() {
    let table = Table::new().await;
    let board = begun_by_both(&table, "/new 5+3").await;
    table.playground.part(table.boris, table.boris, table.group).expect("he is a member");
    table.until(&board, |now| now.text.ends_with(LEFT)).await;
    count_for(&table, &[(table.anna, "won"), (table.boris, "lost")]).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_blocks_the_bot_loses_to_their_opponents_and_it_counts() {
    let mut table = Table::new().await;
    // The bot draws the end for him too.
    table.expect_refusals(&["bot was blocked by the user"]);
    let (anna, boris) = (table.anna, table.boris);
    let alone = table.new_game(boris).await;
    let (of_anna, _) = begun_in_private(&table).await;
    let in_group = begun(&table).await;
    table.playground.block(boris).expect("he is there");
    let over = table.until(&of_anna, is_won).await;
    assert!(over.text.ends_with("Борис can’t be reached any more. You win."), "{over:?}");
    let edits = table.now(&over).edits;
    table.restart_bot().await;
    table.playground.unblock(boris).expect("he is there");
    table.playground.settled().await.expect("all updates are confirmed");
    assert_eq!(table.now(&over).edits, edits, "it has ended once");
    // His games elsewhere or against the bot wait for him.
    table.play(boris, &alone, grid_of(&alone).calm_cell()).await;
    table.play(anna, &in_group, 0).await;
    count_for(&table, &[(anna, "won"), (boris, "lost")]).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_opponent_of_a_deleted_person_has_won_and_it_counts() {
    for is_owner in [true, false] {
        let table = Table::new().await;
        let (anna, boris) = (table.anna, table.boris);
        let (of_anna, of_boris) = begun_in_private(&table).await;
        let (gone, other, screen, won) = match is_owner {
            true => (anna, boris, &of_boris, "Ваш соперник ушёл насовсем. Победа ваша."),
            false => (boris, anna, &of_anna, "Your opponent left for good. You win."),
        };
        delete(&table, gone).await;
        assert_ne!(table.try_cell(other, screen, 8).await, "", "it is over");
        table.until(screen, |now| now.text.ends_with(won)).await;
        count_for(&table, &[(other, "won")]).await;
        let file = file_of(&table, &table.ask(gone, gone, "/mydata").await);
        assert_eq!((&file["results"], &file["ratings"]), (&json!([]), &json!([])), "{file}");
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beside_other_processes_too_the_opponent_of_a_deleted_person_is_told_at_once() {
    let store = FickleStore::new();
    // The sweep of such a store leaves a board that was just changed alone for longer than the test waits.
    store.share();
    let mut table = Table::with_store(store.shared()).await;
    // Beside other processes the view of an own message is uncertain.
    table.allow_refusals("message is not modified");
    let (_, of_boris) = begun_in_private(&table).await;
    delete(&table, table.anna).await;
    let won = "Ваш соперник ушёл насовсем. Победа ваша.";
    let over = table.until(&of_boris, |now| now.text.ends_with(won)).await;
    assert!(!over.text.contains("Anna"), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whose_chat_turns_out_to_be_closed_has_left_their_games() {
    for words in ["Forbidden: bot was blocked by the user", "Forbidden: user is deactivated"] {
        let mut table = Table::new().await;
        table.expect_refusals(&[words]);
        let (of_anna, of_boris) = begun_in_private(&table).await;
        let refusal = Fault::error(403, words).on("editMessageText").in_chat(table.boris);
        table.playground.fault(refusal.times(2));
        // His board cannot be redrawn.
        table.play(table.anna, &of_anna, 8).await;
        let over = table.until(&of_anna, is_won).await;
        assert!(over.text.ends_with("Борис can’t be reached any more. You win."), "{over:?}");
        assert_eq!(table.now(&of_boris).text, of_boris.text);
        table.playground.clear_faults();
        count_for(&table, &[(table.anna, "won"), (table.boris, "lost")]).await;
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_seen_elsewhere_goes_on_when_a_chat_is_closed() {
    let mut game = shared(GameSpec::TicTacToe).await;
    let anna = game.table.anna;
    game.table.playground.block(anna).expect("she is there");
    game.table.playground.settled().await.expect("all updates are confirmed");
    game.table.playground.unblock(anna).expect("she is there");
    game.play_in_private(4).await;
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_while_the_store_is_away_for_long_has_left_when_it_is_back() {
    let store = FickleStore::new();
    // A poll confirms an update before the bot has given up.
    let mut table = Table::with_store_later(store.shared()).await;
    table.way = Way::Webhook;
    table.start_bot();
    let board = begun(&table).await;
    store.fail_to_read(true);
    store.fail_to_write(true);
    table.playground.part(table.boris, table.boris, table.group).expect("he is a member");
    // The bot has given up to note it at once: the next updates do not wait for the store.
    table.playground.settled().await.expect("the update is confirmed");
    store.fail_to_read(false);
    store.fail_to_write(false);
    table.until(&board, |now| now.text.ends_with(LEFT)).await;
    table.finish().await;
}
