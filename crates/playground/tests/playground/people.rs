//! Members who join, leave and administer; topics, upgraded groups, and buttons that lead to other chats.

use serde_json::{Value, json};
use zerosum_playground::Playground;
use zerosum_playground::actions::ActionError;
use zerosum_playground::settings::{Cast, InlineMode, Settings};

use crate::support::{Bot, start, start_with};

/// A group of two people and the bot, and a person who is not in it.
async fn start_group() -> (Playground, Bot, [i64; 3], i64) {
    let (playground, bot) = start().await;
    let people = ["Anna", "Борис", "Оксана"].map(|name| playground.add_user(name, Some("en")));
    let group = playground.add_group("Hikers", &people[..2]);
    (playground, bot, people, group)
}

/// The updates that the bot has not seen, which asks for all that there is about members.
async fn updates(playground: &Playground, bot: &Bot) -> Vec<Value> {
    let wanted = json!(["message", "my_chat_member", "chat_member"]);
    let updates = bot.ok("getUpdates", json!({ "allowed_updates": wanted })).await;
    bot.confirm(playground).await;
    updates.as_array().cloned().expect("updates are a list")
}

#[tokio::test]
async fn groups_tell_who_comes_and_goes_and_administrators_are_told_more() {
    let (playground, bot, [anna, boris, oksana], group) = start_group().await;
    assert_eq!(updates(&playground, &bot).await, [] as [Value; 0]);
    playground.bring(anna, oksana, group).expect("Anna is there");
    playground.bring(anna, oksana, group).expect("she is there already");
    playground.part(oksana, oksana, group).expect("she is there");
    assert_eq!(playground.part(oksana, oksana, group), gone(oksana, group));
    assert_eq!(playground.bring(oksana, 1, group), Err(ActionError::NoUser(1)));
    assert_eq!(playground.bring(oksana, boris, group), gone(oksana, group));
    let heard = updates(&playground, &bot).await;
    let kinds: Vec<_> = heard.iter().map(|update| update["message"].is_object()).collect();
    assert_eq!(kinds, [true, true], "a plain member hears of it by messages only: {heard:?}");
    assert_eq!(heard[0]["message"]["new_chat_members"][0]["id"], oksana);
    assert_eq!(heard[0]["message"]["from"]["id"], anna);
    assert_eq!(heard[1]["message"]["left_chat_member"]["id"], oksana);

    playground.promote_bot(group, true).expect("it is there");
    playground.bring(oksana, oksana, group).expect("anybody comes");
    playground.set_administrator(oksana, group, true).expect("she is a member");
    playground.part(anna, oksana, group).expect("she is there");
    let heard = updates(&playground, &bot).await;
    let change = &heard[0]["my_chat_member"];
    assert_eq!(
        (&change["old_chat_member"]["status"], &change["new_chat_member"]["status"]),
        (&json!("member"), &json!("administrator"))
    );
    assert_eq!(change["from"]["id"], anna, "the owner");
    let changes = heard.iter().filter(|update| update["chat_member"].is_object()).map(|update| {
        let status = |field: &str| update["chat_member"][field]["status"].clone();
        (status("old_chat_member"), status("new_chat_member"))
    });
    let expected = [("left", "member"), ("member", "administrator"), ("administrator", "left")];
    let expected = expected.map(|(old, new)| (json!(old), json!(new)));
    assert_eq!(changes.collect::<Vec<_>>(), expected);
    assert_eq!(heard.len(), 6, "two of them are told by messages too: {heard:?}");
}

fn gone<T>(user: i64, chat: i64) -> Result<T, ActionError> {
    Err(ActionError::NotAMember { user, chat })
}

#[tokio::test]
async fn members_are_told_of_only_to_bots_that_ask() {
    let (playground, bot, [_, _, oksana], group) = start_group().await;
    playground.promote_bot(group, true).expect("it is there");
    playground.bring(oksana, oksana, group).expect("anybody comes");
    let heard = bot.ok("getUpdates", json!({})).await;
    let kinds: Vec<_> = heard.as_array().into_iter().flatten().collect();
    assert!(kinds.iter().all(|update| update["chat_member"].is_null()), "{heard}");
    assert_eq!(kinds.len(), 2);
}

#[tokio::test]
async fn a_bot_that_administers_a_group_hears_all_and_is_listed() {
    let (playground, bot, [anna, ..], group) = start_group().await;
    let says = || playground.send_text(anna, group, "hello").expect("Anna is there");
    says();
    assert_eq!(updates(&playground, &bot).await.len(), 0, "privacy mode");
    playground.promote_bot(group, true).expect("it is there");
    says();
    assert_eq!(updates(&playground, &bot).await.len(), 2);
    let listed = bot.ok("getChatAdministrators", json!({ "chat_id": group })).await;
    let statuses: Vec<_> =
        listed.as_array().into_iter().flatten().map(|one| &one["status"]).collect();
    assert_eq!(statuses, ["creator", "administrator"]);
    assert_eq!(listed[1]["user"]["id"], 42);
    bot.ok("sendMessage", json!({ "chat_id": group, "text": "hello" })).await;
    playground.next_message(group).await.expect("it can still write");
    playground.promote_bot(group, false).expect("it is there");
    playground.remove_bot(group).expect("it is there");
    assert_eq!(playground.promote_bot(group, true), Err(ActionError::NoBot(group)));
}

#[tokio::test]
async fn topics_have_names_and_take_messages_only_while_they_exist() {
    let (playground, bot, [anna, _, oksana], group) = start_group().await;
    let post = |path: &str, body: Value| {
        let request = bot.client.post(format!("{}page/{path}", playground.page_url()));
        async move { crate::support::answer(request.json(&body).send().await.expect("answered")).await }
    };
    let make = |user: i64, name: String| json!({ "user_id": user, "chat_id": group, "name": name });
    let (code, made) = post("topic", make(anna, " Chess ".to_owned())).await;
    assert_eq!((code, &made["topic"]), (200, &json!(2)));
    for wrong in
        [make(anna, " ".to_owned()), make(anna, "x".repeat(129)), make(oksana, "x".to_owned())]
    {
        assert_eq!(post("topic", wrong).await.0, 400);
    }
    let heard = updates(&playground, &bot).await;
    let created = &heard[0]["message"];
    assert_eq!(
        (&created["forum_topic_created"]["name"], &created["message_thread_id"]),
        (&json!("Chess"), &json!(2))
    );
    let write =
        |topic: Value| json!({ "user_id": anna, "chat_id": group, "text": "/new", "topic": topic });
    assert!(created["reply_to_message"].is_null(), "it is the first: {created}");
    let (_, written) = post("send", write(json!(2))).await;
    assert_eq!(written["topic"], 2);
    let said = updates(&playground, &bot).await[0]["message"].take();
    assert_eq!((&said["is_topic_message"], &said["message_thread_id"]), (&json!(true), &json!(2)));
    let answered = &said["reply_to_message"];
    assert_eq!(
        (&answered["message_id"], &answered["forum_topic_created"]["name"]),
        (&json!(2), &json!("Chess")),
        "what answers nothing answers the note that began the topic"
    );
    let to = |topic: i32| json!({ "chat_id": group, "text": "hi", "message_thread_id": topic });
    assert_eq!(bot.ok("sendMessage", to(2)).await["is_topic_message"], true);
    // The general topic is named by leaving it out.
    for topic in [1, 3] {
        let unknown = "Bad Request: message thread not found";
        bot.refuses("sendMessage", to(topic), 400, unknown).await;
    }
    let (_, written) = post("send", write(Value::Null)).await;
    assert_eq!(written["topic"], Value::Null, "the general one");
    assert_eq!(post("send", write(json!(3))).await.0, 400, "there is none");
    let refused = playground.send_text_in_topic(anna, group, 3, "/new");
    assert_eq!(refused, Err(ActionError::NoTopic(3)));
}

#[tokio::test]
async fn answers_outside_forums_are_in_a_thread_in_which_nothing_can_be_sent() {
    let (playground, bot, [anna, boris, _], group) = start_group().await;
    let basic = playground.add_basic_group("Hikers", &[anna, boris]);
    for (chat, thread) in [(group, json!(1)), (basic, Value::Null), (anna, Value::Null)] {
        let first = playground.send_text(anna, chat, "/new").expect("Anna is there");
        let second = playground.reply_text(anna, chat, first, "/new").expect("it is there");
        playground.reply_text(anna, chat, second, "/new").expect("it is there");
        let heard = updates(&playground, &bot).await;
        let threads = heard.iter().map(|update| update["message"]["message_thread_id"].clone());
        assert_eq!(threads.collect::<Vec<_>>(), [Value::Null, thread.clone(), thread]);
        assert!(heard.iter().all(|update| update["message"]["is_topic_message"].is_null()));
        let to = json!({ "chat_id": chat, "text": "hi", "message_thread_id": first });
        bot.refuses("sendMessage", to, 400, "Bad Request: message thread not found").await;
    }
}

#[tokio::test]
async fn buttons_name_the_chats_among_which_people_choose() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let message = |button: Value| {
        let markup = json!({ "inline_keyboard": [[button]] });
        json!({ "chat_id": anna, "text": "Where to?", "reply_markup": markup })
    };
    let chosen =
        |kinds: Value| message(json!({ "text": "a", "switch_inline_query_chosen_chat": kinds }));
    let object = "Bad Request: can't parse inline keyboard button: Field \"switch_inline_query_chosen_chat\" must be of type Object";
    bot.refuses("sendMessage", chosen(json!("3x3")), 400, object).await;
    let none = "Bad Request: at least one chat type must be allowed";
    bot.refuses("sendMessage", chosen(json!({ "query": "3x3" })), 400, none).await;
    let text = "Bad Request: can't parse inline keyboard button: Field \"switch_inline_query\" must be of type String";
    let number = json!({ "text": "a", "switch_inline_query": {} });
    bot.refuses("sendMessage", message(number), 400, text).await;

    let kinds = json!({ "query": "3x3", "allow_user_chats": true, "allow_group_chats": true });
    let sent = bot.ok("sendMessage", chosen(kinds.clone())).await;
    let button = &sent["reply_markup"]["inline_keyboard"][0][0];
    assert_eq!(button["switch_inline_query_chosen_chat"], kinds);
    let seen = playground.next_message(anna).await.expect("it is sent");
    let query = seen.button(0, 0).and_then(|button| button.query.as_deref());
    assert_eq!(query, Some("3x3"));
    bot.ok("sendMessage", message(json!({ "text": "a", "switch_inline_query": "" }))).await;
    let state = reqwest::get(format!("{}page/state", playground.page_url())).await;
    let state: Value = state.expect("answered").json().await.expect("JSON");
    let messages = state["messages"].as_array().into_iter().flatten();
    let buttons = messages.filter_map(|message| message["keyboard"][0].get(0));
    let chats: Vec<_> = buttons.map(|button| button["chats"].clone()).collect();
    assert_eq!(chats, [json!(["user", "group"]), json!(["user", "bot", "group", "channel"])]);
}

#[tokio::test]
async fn the_button_above_what_is_offered_reaches_the_page() {
    let inline_mode = InlineMode::On;
    let (playground, bot) = start_with(Settings { inline_mode, ..Settings::default() }).await;
    let mut stream =
        reqwest::get(format!("{}page/events", playground.page_url())).await.expect("answered");
    let query = playground.ask_inline(1001, 1001, "", "").expect("the bot is inline");
    let button = json!({ "text": "Play", "start_parameter": "now" });
    let answer = json!({ "inline_query_id": query, "results": [], "button": button });
    bot.ok("answerInlineQuery", answer).await;
    let mut seen = String::new();
    while !seen.contains("\n\n") {
        let chunk = stream.chunk().await.expect("the stream goes on").expect("it goes on");
        seen.push_str(std::str::from_utf8(&chunk).expect("events are UTF-8"));
    }
    assert!(seen.contains(r#""start":{"parameter":"now","text":"Play"}"#), "{seen}");
}

#[tokio::test]
async fn only_the_page_itself_is_put_around_a_pane() {
    let (playground, _bot) = start_with(Settings::default()).await;
    for (path, ancestors) in [("", "'none'"), ("beside", "'none'"), ("pane", "'self'")] {
        let response =
            reqwest::get(format!("{}{path}", playground.page_url())).await.expect("answered");
        let policy = response.headers().get("content-security-policy");
        let policy = policy.and_then(|value| value.to_str().ok()).unwrap_or_default();
        assert!(policy.ends_with(&format!("frame-ancestors {ancestors}")), "{path}: {policy}");
    }
}

#[tokio::test]
async fn in_a_topic_that_is_closed_or_deleted_a_bot_writes_nothing() {
    let (playground, bot) = start_with(Settings { cast: Cast::Empty, ..Settings::default() }).await;
    let [anna, boris] = ["Anna", "Boris"].map(|name| playground.add_user(name, Some("en")));
    let group = playground.add_group("Games", &[anna, boris]);
    let topic = playground.add_topic(group).expect("it is a supergroup");
    let to = |topic: Option<i32>| match topic {
        Some(topic) => json!({ "chat_id": group, "text": "hi", "message_thread_id": topic }),
        None => json!({ "chat_id": group, "text": "hi" }),
    };
    let sent = bot.ok("sendMessage", to(Some(topic))).await;
    playground.close_topic(group, topic, true).expect("it is there");
    let closed = "Bad Request: TOPIC_CLOSED";
    bot.refuses("sendMessage", to(Some(topic)), 400, closed).await;
    let answer =
        json!({ "chat_id": group, "text": "hi", "reply_to_message_id": sent["message_id"] });
    bot.refuses("sendMessage", answer, 400, closed).await;
    // The bot can change its messages there.
    let edit = json!({ "chat_id": group, "text": "ho", "message_id": sent["message_id"] });
    bot.ok("editMessageText", edit).await;
    bot.ok("sendMessage", to(None)).await;
    let refused = playground.send_text_in_topic(boris, group, topic, "hello");
    assert_eq!(refused, Err(ActionError::ClosedTopic(topic)));
    playground.send_text_in_topic(anna, group, topic, "hello").expect("she has made the group");
    playground.close_topic(group, 1, true).expect("there always is a general one");
    bot.refuses("sendMessage", to(None), 400, closed).await;
    playground.close_topic(group, topic, false).expect("it is there");
    bot.ok("sendMessage", to(Some(topic))).await;
    playground.delete_topic(group, topic).expect("it is there");
    bot.refuses("sendMessage", to(Some(topic)), 400, "Bad Request: message thread not found").await;
    let edit = json!({ "chat_id": group, "text": "ha", "message_id": sent["message_id"] });
    bot.refuses("editMessageText", edit, 400, "Bad Request: message to edit not found").await;
    assert_eq!(playground.delete_topic(group, topic), Err(ActionError::NoTopic(topic)));
}
