//! Somebody leaves a group: their games there are over.

use serde_json::json;
use zerosum::play::door::OPEN_GAMES_MAX;
use zerosum_playground::views::MessageView;

use crate::grid::grid_of;
use crate::harness::Table;
use crate::personal::file_of;

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
