//! Somebody leaves a group, or closes their own chat: their games with others there are over.

use std::sync::Arc;

use serde_json::json;
use zerosum::play::door::OPEN_GAMES_MAX;
use zerosum_games::any::GameSpec;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;

use crate::fickle::FickleStore;
use crate::grid::grid_of;
use crate::harness::Table;
use crate::inline::shared;
use crate::personal::{delete, file_of};
use crate::reminders::begun as begun_by_invitation;

const LEFT: &str = "Борис has left the group. Anna wins.";

/// A game of Boris, who has begun, with Anna.
async fn begun(table: &Table) -> MessageView {
    let open = table.ask(table.anna, table.group, "/new").await;
    table.play(table.boris, &open, 4).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_gives_up_their_games_in_the_group_and_no_other() {
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
    // Between people it counts for nobody; against an engine it is lost.
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
    // It is told twice of whoever is removed.
    table.playground.part(table.anna, table.oksana, table.group).expect("she is a member");
    let over = table.until(&second, |now| now.text.contains("Перемога: Anna")).await;
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
    let store = Arc::new(FickleStore::new());
    let table = Table::with_store(Arc::<FickleStore>::clone(&store)).await;
    let boards = [begun(&table).await, begun(&table).await, begun(&table).await];
    table.playground.settled().await.expect("all updates are confirmed");
    // The first look fails at every game, and so does the second one at the first of them.
    store.fail_commits(4);
    table.playground.part(table.boris, table.boris, table.group).expect("he is a member");
    table.playground.settled().await.expect("all updates are confirmed");
    let [first, second, third] = boards;
    for board in [&first, &second] {
        table.until(board, |now| now.text.ends_with(LEFT)).await;
    }
    assert_eq!(table.now(&third), third, "twice is enough");
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
async fn as_many_games_as_somebody_may_have_are_over() {
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

/// The boards of Anna and Boris, who play each other in private by the clock and have both moved. It is Anna's
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

/// Whether somebody is told that they have won.
pub(crate) fn is_won(board: &MessageView) -> bool {
    board.text.ends_with("You win.")
}

/// Neither has a result nor a rating of any game.
async fn counts_for_nobody(table: &Table) {
    for user in [table.anna, table.boris] {
        let file = file_of(table, &table.ask(user, user, "/mydata").await);
        assert_eq!((&file["results"], &file["ratings"]), (&json!([]), &json!([])), "{file}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_somebody_leaves_in_mid_game_counts_for_nobody() {
    let table = Table::new().await;
    let open = table.ask(table.anna, table.group, "/new 5+3").await;
    let board = table.play(table.boris, &open, 4).await;
    let board = table.play(table.anna, &board, 0).await;
    let board = table.play(table.boris, &board, 8).await;
    table.playground.part(table.boris, table.boris, table.group).expect("he is a member");
    table.until(&board, |now| now.text.ends_with(LEFT)).await;
    counts_for_nobody(&table).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_blocks_the_bot_loses_to_those_who_play_them_and_it_counts_for_nobody() {
    let mut table = Table::new().await;
    // The end is drawn for him too.
    table.expect_refusals(&["bot was blocked by the user"]);
    let (anna, boris) = (table.anna, table.boris);
    let alone = table.new_game(boris).await;
    let (of_anna, _) = begun_in_private(&table).await;
    let in_group = begun(&table).await;
    table.playground.block(boris).expect("he is there");
    let over = table.until(&of_anna, is_won).await;
    assert!(over.text.ends_with("Борис cannot be reached any more. You win."), "{over:?}");
    let edits = table.now(&over).edits;
    table.restart_bot().await;
    table.playground.unblock(boris).expect("he is there");
    table.playground.settled().await.expect("all updates are confirmed");
    assert_eq!(table.now(&over).edits, edits, "it has ended once");
    // What he plays alone or elsewhere waits for him.
    table.play(boris, &alone, grid_of(&alone).calm_cell()).await;
    table.play(anna, &in_group, 0).await;
    counts_for_nobody(&table).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_left_by_somebody_who_is_deleted_has_won_and_it_counts_for_nobody() {
    for is_owner in [true, false] {
        let table = Table::new().await;
        let (anna, boris) = (table.anna, table.boris);
        let (of_anna, of_boris) = begun_in_private(&table).await;
        let (gone, other, screen, won) = match is_owner {
            true => (anna, boris, &of_boris, "Ваш соперник ушёл насовсем. Победа ваша."),
            false => (boris, anna, &of_anna, "Your opponent has left for good. You win."),
        };
        delete(&table, gone).await;
        assert_ne!(table.try_cell(other, screen, 8).await, "", "it is over");
        table.until(screen, |now| now.text.ends_with(won)).await;
        counts_for_nobody(&table).await;
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whose_chat_turns_out_to_be_closed_has_left_their_games() {
    for words in ["Forbidden: bot was blocked by the user", "Forbidden: user is deactivated"] {
        let mut table = Table::new().await;
        table.expect_refusals(&[words]);
        let (of_anna, of_boris) = begun_in_private(&table).await;
        let refusal = Fault::error(403, words).on("editMessageText").in_chat(table.boris);
        table.playground.fault(refusal.times(2));
        // His board cannot be drawn.
        table.play(table.anna, &of_anna, 8).await;
        let over = table.until(&of_anna, is_won).await;
        assert!(over.text.ends_with("Борис cannot be reached any more. You win."), "{over:?}");
        assert_eq!(table.now(&of_boris).text, of_boris.text);
        table.playground.clear_faults();
        counts_for_nobody(&table).await;
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
