//! Basic groups: the features they lack, and their upgrade to supergroups.

use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::actions::ActionError;
use zerosum_playground::settings::{Cast, InlineMode, Settings};

use crate::support::{Bot, start_with};

/// The ids of supergroups are below this number.
const LAST_SUPERGROUP: i64 = -1_000_000_000_000;

/// A basic group of the first two people and the bot.
async fn start_group() -> (Playground, Bot, [i64; 3], i64) {
    let settings =
        Settings { cast: Cast::Empty, inline_mode: InlineMode::On, ..Settings::default() };
    let (playground, bot) = start_with(settings).await;
    let people = ["Anna", "Борис", "Оксана"].map(|name| playground.add_user(name, Some("en")));
    let group = playground.add_basic_group("Hikers", &people[..2]);
    (playground, bot, people, group)
}

/// The updates that the bot has not seen.
async fn updates(playground: &Playground, bot: &Bot) -> Vec<Value> {
    let updates = bot.ok("getUpdates", json!({})).await;
    bot.confirm(playground).await;
    updates.as_array().cloned().expect("updates are a list")
}

#[tokio::test]
async fn a_basic_group_has_a_small_number_and_no_topics() {
    let (playground, bot, [anna, ..], group) = start_group().await;
    assert!((LAST_SUPERGROUP..0).contains(&group), "{group}");
    playground.send_text(anna, group, "/new").expect("Anna is there");
    let message = updates(&playground, &bot).await[0]["message"].take();
    assert_eq!(message["chat"], json!({ "id": group, "type": "group", "title": "Hikers" }));
    playground.ask_inline(anna, group, "", "").expect("the bot is inline");
    let asked = updates(&playground, &bot).await;
    assert_eq!(asked[0]["inline_query"]["chat_type"], "group");
    assert_eq!(playground.add_topic(group), Err(ActionError::WrongKindOfChat));
    let as_group = playground.send_text_as_group(group, "/new");
    assert_eq!(as_group, Err(ActionError::WrongKindOfChat));
}

#[tokio::test]
async fn a_bot_that_was_removed_from_a_basic_group_is_told_so_in_its_own_words() {
    let (playground, bot, _, group) = start_group().await;
    let sent = bot.ok("sendMessage", json!({ "chat_id": group, "text": "hi" })).await;
    playground.remove_bot(group).expect("it is there");
    let kicked = "Forbidden: bot was kicked from the group chat";
    let about = json!({ "chat_id": group });
    let to = json!({ "chat_id": group, "text": "new", "message_id": sent["message_id"] });
    for (method, params) in [
        ("sendMessage", &to),
        ("editMessageText", &to),
        ("deleteMessage", &to),
        ("getChatMemberCount", &about),
        ("getChatAdministrators", &about),
    ] {
        bot.refuses(method, params.clone(), 403, kicked).await;
    }
    assert_eq!(bot.ok("getChat", about).await["type"], "group");
}

#[tokio::test]
async fn both_chats_tell_of_a_basic_group_that_becomes_a_supergroup() {
    let (playground, bot, [anna, boris, oksana], group) = start_group().await;
    playground.set_administrator(boris, group, true).expect("he is a member");
    let supergroup = playground.upgrade_group(group).expect("it is a basic group");
    assert!(supergroup < LAST_SUPERGROUP, "{supergroup}");
    playground.report_membership(supergroup).expect("the bot is there");
    let heard = updates(&playground, &bot).await;
    // In the supergroup the bot counts as new.
    let joined = &heard[2]["my_chat_member"];
    let before_and_after =
        ["old_chat_member", "new_chat_member"].map(|member| joined[member]["status"].as_str());
    assert_eq!(before_and_after, [Some("left"), Some("member")], "{joined}");
    assert_eq!(joined["chat"]["id"], supergroup);
    let told = heard[..2].iter().map(|update| {
        let message = &update["message"];
        let field = |name: &str| message[name].as_i64();
        (field("migrate_to_chat_id"), field("migrate_from_chat_id"), message["chat"]["id"].as_i64())
    });
    let expected = [(Some(supergroup), None, Some(group)), (None, Some(group), Some(supergroup))];
    assert_eq!(told.collect::<Vec<_>>(), expected);
    assert_eq!(heard[1]["message"]["chat"]["type"], "supergroup");
    // The old group takes no more messages, and the people are in the new one.
    let closed = ActionError::Upgraded(supergroup);
    assert_eq!(playground.send_text(anna, group, "/new"), Err(closed.clone()));
    assert_eq!(playground.bring(anna, oksana, group), Err(closed.clone()));
    assert_eq!(playground.upgrade_group(group), Err(closed));
    assert_eq!(playground.upgrade_group(supergroup), Err(ActionError::WrongKindOfChat));
    playground.send_text(anna, supergroup, "/new").expect("it is open");
    let listed = bot.ok("getChatAdministrators", json!({ "chat_id": supergroup })).await;
    assert_eq!(listed.as_array().map(Vec::len), Some(2), "{listed}");
    let state = reqwest::get(format!("{}page/state", playground.page_url())).await;
    let state: Value = state.expect("answered").json().await.expect("JSON");
    let chats = state["chats"].as_array().into_iter().flatten();
    let old = chats.clone().find(|chat| chat["id"] == group).expect("it is known");
    assert_eq!(old["upgraded_to"], supergroup);
}

#[tokio::test]
async fn who_writes_to_a_group_that_has_moved_on_learns_where_and_who_edits_does_not() {
    let (playground, bot, [anna, ..], group) = start_group().await;
    let sent = bot.ok("sendMessage", json!({ "chat_id": group, "text": "hi" })).await;
    let supergroup = playground.upgrade_group_unheard(group).expect("it is a basic group");
    assert_eq!(updates(&playground, &bot).await, [] as [Value; 0]);
    let message = &sent["message_id"];
    let to = json!({ "chat_id": group, "text": "new", "message_id": message, "action": "typing" });
    let about = json!({ "chat_id": group, "user_id": anna });
    for (method, params) in [
        ("sendMessage", &to),
        ("sendChatAction", &to),
        ("deleteMessage", &to),
        ("getChatMember", &about),
        ("getChatMemberCount", &about),
        ("getChatAdministrators", &about),
    ] {
        let (status, body) = bot.call(method, params.clone()).await;
        let expected = json!({
            "ok": false, "error_code": 400,
            "description": "Bad Request: group chat was upgraded to a supergroup chat",
            "parameters": { "migrate_to_chat_id": supergroup },
        });
        assert_eq!((status, body), (400, expected), "{method}");
    }
    let (keyboard, edit) = (json!({ "chat_id": group, "message_id": message }), to);
    for (method, params) in [("editMessageText", edit), ("editMessageReplyMarkup", keyboard)] {
        bot.refuses(method, params, 400, "Bad Request: PEER_ID_INVALID").await;
    }
    // Calls that do not need the members are answered as before.
    assert_eq!(bot.ok("getChat", json!({ "chat_id": group })).await["title"], "Hikers");
    let itself = bot.ok("getChatMember", json!({ "chat_id": group, "user_id": 42 })).await;
    assert_eq!(itself["status"], "member");
}
