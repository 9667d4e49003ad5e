//! Arriving updates: any bytes are read, passed over or refused, and never crash the bot.

use std::thread;
use std::time::Duration;

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use serde_json::{Value, json};
use zerosum::telegram::incoming::admission::AdmissionKind;
use zerosum::telegram::incoming::command::{Command, RepliedTo};
use zerosum::telegram::incoming::event::{ButtonPress, Event};
use zerosum::telegram::incoming::update::{Contents, NotAnUpdate, Numbered, read};
use zerosum_session::board::{MessageId, Place};
use zerosum_session::inline_message::InlineMessageId;

/// Stack size of the bot's worker threads.
const STACK_BYTES: usize = 2 * 1_024 * 1_024;

fn message() -> Value {
    let chat = json!({"id": 7, "type": "private", "first_name": "Anna"});
    let from = json!({"id": 7, "is_bot": false, "first_name": "Anna"});
    json!({"message_id": 5, "date": 1, "chat": chat, "from": from, "text": "/new"})
}

/// Contents of an update with these parts.
fn contents_of(mut parts: Value) -> Contents {
    parts["update_id"] = json!(9);
    match read(parts.to_string().as_bytes()) {
        Ok(Numbered { number: 9, contents }) => contents,
        other => panic!("{other:?}"),
    }
}

fn is_asked(parts: Value) -> bool {
    matches!(contents_of(parts), Contents::Asked(_))
}

#[test]
fn what_the_bot_asks_for_is_read() {
    let Contents::Asked(update) = contents_of(json!({"message": message()})) else {
        panic!("a message is asked for");
    };
    assert_eq!(update.id.0, 9);
    assert!(matches!(Event::of(*update, "zerosum_bot"), Event::Command(..)));
    let from = message()["from"].clone();
    let press = json!({"id": "1", "from": from, "chat_instance": "1", "data": "1:n:1"});
    let Contents::Asked(update) = contents_of(json!({"callback_query": press})) else {
        panic!("a press is asked for");
    };
    assert!(matches!(
        Event::of(*update, "zerosum_bot"),
        Event::Press(ButtonPress { at: None, .. })
    ));
}

#[test]
fn words_typed_into_a_message_field_are_read_and_answered_soon() {
    let from = message()["from"].clone();
    let query =
        json!({"id": "1", "from": from, "query": " 3x3 ", "offset": "", "chat_type": "private"});
    let Contents::Asked(update) = contents_of(json!({"inline_query": query})) else {
        panic!("a query is asked for");
    };
    let event = Event::of(*update, "zerosum_bot");
    let Event::Query(query) = &event else { panic!("{event:?}") };
    assert_eq!((query.id.as_str(), query.words.as_str()), ("1", " 3x3 "));
    let (user, surface, kind) = event.source().expect("it has a user");
    assert_eq!((user.0, surface, kind), (7, None, AdmissionKind::Query));
    let after = |seconds| query.arrived + Duration::from_secs(seconds);
    assert_eq!([0, 10, 11, 60].map(|at| query.is_stale(after(at))), [false, false, true, true]);
    let mut bots = json!({"id": "1", "from": from, "query": "", "offset": ""});
    bots["from"]["is_bot"] = json!(true);
    let Contents::Asked(update) = contents_of(json!({"inline_query": bots})) else {
        panic!("a query is asked for");
    };
    assert_eq!(Event::of(*update, "zerosum_bot"), Event::Nothing);
}

#[test]
fn a_return_to_a_group_is_a_note_which_is_always_admitted() {
    let bot = json!({"id": 42, "is_bot": true, "first_name": "zerosum"});
    let member = |status: &str| json!({"user": bot, "status": status});
    let change = json!({
        "chat": {"id": -1_001_000_000_001_i64, "type": "supergroup", "title": "Board games"},
        "from": message()["from"], "date": 1,
        "old_chat_member": member("left"), "new_chat_member": member("member"),
    });
    let Contents::Asked(update) = contents_of(json!({"my_chat_member": change})) else {
        panic!("a change of membership is asked for");
    };
    let event = Event::of(*update, "zerosum_bot");
    assert!(matches!(event, Event::Added { from: Some(_), .. }), "{event:?}");
    let (user, _, kind) = event.source().expect("it has a user");
    assert_eq!((user.0, kind), (7, AdmissionKind::Note));
}

#[test]
fn a_press_of_an_inline_message_is_known_by_its_id_and_by_no_other_text() {
    let place_of = |id: Value| {
        let from = message()["from"].clone();
        let mut press = json!({"id": "1", "from": from, "chat_instance": "1", "data": "1:n:1"});
        press["inline_message_id"] = id;
        let Contents::Asked(update) = contents_of(json!({"callback_query": press})) else {
            panic!("a press is asked for");
        };
        let event = Event::of(*update, "zerosum_bot");
        let Event::Press(press) = &event else { panic!("{event:?}") };
        let (user, surface, _) = event.source().expect("it has a user");
        assert_eq!((user.0, surface), (7, press.at.map(Place::surface)));
        press.at
    };
    for text in ["AgAAAPk-AQBB_1dKAAECAwQFBgc", "x".repeat(64).as_str()] {
        let id = InlineMessageId::parse(text).expect("an id");
        assert_eq!(place_of(json!(text)), Some(Place::Inline(id)));
    }
    for text in ["", "a b", "\u{1f600}", "x".repeat(65).as_str()] {
        assert_eq!(place_of(json!(text)), None, "{text:?}");
    }
}

#[test]
fn other_kinds_are_passed_over_even_if_the_library_would_panic() {
    for parts in [
        json!({}),
        json!({"message": null}),
        json!({"a_kind_of_the_future": {"message": message()}}),
        json!({"poll_answer": {"poll_id": "1", "option_ids": []}}),
        json!({"message_reaction": {"chat": {}, "message_id": 1}}),
    ] {
        assert_eq!(contents_of(parts.clone()), Contents::Unasked, "{parts}");
    }
}

#[test]
fn parts_that_are_not_asked_for_are_not_read_beside_those_that_are() {
    // Without a voter the library panics, so the bot must read the parts that come first.
    let text = format!(
        r#"{{"update_id":9,"poll_answer":{{"option_ids":[],"poll_id":"1"}},"message":{}}}"#,
        message()
    );
    let read = read(text.as_bytes()).expect("it has a number");
    assert!(matches!(read.contents, Contents::Asked(_)));
}

#[test]
fn what_is_asked_for_and_malformed_keeps_its_number() {
    for parts in [
        json!({"message": {}}),
        json!({"message": []}),
        json!({"message": "text"}),
        json!({"callback_query": {"id": 1}}),
        json!({"message": message(), "callback_query": {}}),
    ] {
        assert_eq!(contents_of(parts.clone()), Contents::Unreadable, "{parts}");
    }
}

#[test]
fn a_number_beyond_what_the_library_counts_with_is_kept() {
    for number in [-1, i64::from(u32::MAX) + 1, i64::MIN, i64::MAX] {
        let text = json!({"update_id": number, "message": message()}).to_string();
        let expected = Numbered { number, contents: Contents::Unreadable };
        assert_eq!(read(text.as_bytes()), Ok(expected));
    }
}

#[test]
fn updates_without_a_number_are_rejected() {
    let deep = "[".repeat(1_000_000);
    let many = format!("[{}1]", "1,".repeat(1_000_000));
    for text in [
        "",
        "{}",
        "null",
        "7",
        "\"update_id\"",
        "[{\"update_id\":9}]",
        "{\"update_id\":null}",
        "{\"update_id\":\"9\"}",
        "{\"update_id\":9.5}",
        "{\"update_id\":9223372036854775808}",
        "{\"update_id\":9",
        "{\"update_id\":9} {}",
        "{\"update_id\":9,\"update_id\":10}",
        &deep,
        &many,
    ] {
        assert_eq!(read(text.as_bytes()), Err(NotAnUpdate), "{text:.40}");
    }
    assert_eq!(read(b"{\"update_id\":9,\"message\":\"\xff\"}"), Err(NotAnUpdate));
}

/// Runs on a thread like the bot's, which aborts the process if its stack overflows.
fn on_a_worker(task: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(task);
    thread.expect("a thread can be started").join().expect("it ends in order");
}

#[test]
fn replies_of_any_depth_are_read_as_one_reply() {
    on_a_worker(|| {
        let depths = [2, 12, 20, 100, 5_000];
        let events = depths.map(|length| {
            // A value of such a depth cannot be dropped on this stack.
            let (mut before, mut behind) = (String::new(), String::new());
            for _ in 1..length {
                let message = message().to_string();
                before += &message[..message.len() - 1];
                before += r#","reply_to_message":"#;
                behind.push('}');
            }
            let text = format!(r#"{{"update_id":9,"message":{before}{}{behind}}}"#, message());
            let read = read(text.as_bytes()).expect("it has a number");
            let Contents::Asked(update) = read.contents else { panic!("{length} messages") };
            Event::of(*update, "zerosum_bot")
        });
        assert!(matches!(events[0], Event::Command(..)));
        assert!(events.windows(2).all(|two| two[0] == two[1]), "{events:?}");
    });
}

#[test]
fn brackets_and_quotes_in_what_a_person_says_are_no_depth() {
    let text = format!("\\\"{}\\\\\"{}", "[{".repeat(100), "{[".repeat(100));
    let mut message = message();
    message["text"] = json!(text);
    assert!(is_asked(json!({"message": message})));
}

/// Event of an update with these parts, which must be readable.
fn event_of(parts: Value) -> Event {
    match contents_of(parts.clone()) {
        Contents::Asked(update) => Event::of(*update, "zerosum_bot"),
        other => panic!("{other:?} of {parts}"),
    }
}

/// Fields of a message with values of kinds that do not exist yet.
fn newer_fields() -> Vec<(&'static str, Value)> {
    let user = json!({"id": 8, "is_bot": false, "first_name": "Boris", "aura": {"kind": 7}});
    vec![
        ("entities", json!([{"type": "hologram", "offset": 0, "length": 4}])),
        ("entities", json!([{"type": "text_mention", "offset": 0, "length": 4, "user": user}])),
        ("entities", json!([{"type": "custom_emoji", "offset": 0, "length": 4}])),
        ("entities", json!([{"type": "date_time", "offset": -4, "length": "4"}, 7, null])),
        ("entities", json!("none")),
        ("link_preview_options", json!({"url": "no URL", "size": "huge"})),
        ("forward_origin", json!({"type": "thread", "date": 1, "thread": {"id": 3}})),
        ("forward_origin", json!({"type": "user", "date": 1, "sender_user": {"id": "x"}})),
        ("quote", json!({"text": 5, "entities": [{"type": "hologram"}]})),
        ("reply_to_story", json!({"id": "s", "chat": {"id": 3, "type": "galaxy"}})),
        ("effect_id", json!({"id": 5})),
        ("paid_star_count", json!(-1)),
        ("paid_media", json!({"star_count": 1, "paid_media": [{"type": "scent"}]})),
        ("checklist", json!({"title": "To do", "tasks": [{"id": 0, "state": "maybe"}]})),
        ("suggested_post_info", json!({"state": "pending", "price": {"currency": "EUR"}})),
        ("direct_messages_topic", json!({"topic_id": "9"})),
        ("gift", json!({"gift": {"id": 5, "sticker": null}})),
        ("unique_gift", json!({"gift": {}, "origin": "dug up"})),
        ("business_connection_id", json!(77)),
        ("sender_business_bot", json!({"id": 9, "is_bot": true, "first_name": "Helper"})),
        ("guest_query_id", json!("12")),
        ("sender_tag", json!({"name": "captain"})),
        ("reply_markup", json!({"inline_keyboard": [[{"text": "?", "teleport": {}}, 5]]})),
        ("is_paid_post", json!("yes")),
        ("media_group_id", json!(5)),
        ("caption_entities", json!([{"type": "hologram"}])),
        ("edit_date", json!("yesterday")),
        ("author_signature", json!(5)),
        ("hologram", json!([[[{"a": "kind of the future"}]]])),
    ]
}

#[test]
fn a_command_is_heard_with_newer_kinds_in_its_message() {
    let plain = event_of(json!({"message": message()}));
    assert!(matches!(plain, Event::Command(..)));
    for (field, value) in newer_fields() {
        let mut message = message();
        message[field] = value.clone();
        assert_eq!(event_of(json!({"message": message})), plain, "{field}: {value}");
    }
    for (part, field) in [("from", "aura"), ("chat", "aura"), ("from", "username")] {
        let mut message = message();
        message[part][field] = json!({"kind": "of the future"});
        assert_eq!(event_of(json!({"message": message})), plain, "{part}: {field}");
    }
    let mut newer = message();
    newer["chat"]["type"] = json!("galaxy");
    assert_eq!(event_of(json!({"message": newer})), plain);
    for id in [-7, -1_000_000_000_007_i64] {
        let mut group = message();
        group["chat"] = json!({"id": id, "type": "galaxy", "title": "Stars"});
        group["text"] = json!("/new@zerosum_bot");
        assert!(matches!(event_of(json!({"message": group})), Event::Command(..)));
    }
}

#[test]
fn an_answer_belongs_to_the_answered_message_of_any_kind() {
    let group = json!({"id": -7, "type": "group", "title": "Games"});
    let bot = json!({"id": 9, "is_bot": true, "first_name": "zerosum", "username": "zerosum_bot"});
    let boris = json!({"id": 8, "is_bot": false, "first_name": "Boris"});
    let event = |text: &str, from: &Value, fields: &[(&str, Value)]| {
        let mut answered = json!({"message_id": 3, "date": 1, "chat": group, "from": from});
        for (field, value) in fields {
            answered[*field] = value.clone();
        }
        let mut message = message();
        message["chat"] = group.clone();
        message["text"] = json!(text);
        message["reply_to_message"] = answered;
        event_of(json!({"message": message}))
    };
    let newer = newer_fields().into_iter().filter(|(field, _)| *field != "reply_markup");
    for (field, value) in newer.chain([("sticker", json!({"type": "scent"}))]) {
        let fields = [(field, value.clone())];
        let move_of = event("b2", &bot, &fields);
        let Event::Message(_, saying) = &move_of else { panic!("{move_of:?} to {field}") };
        let answered = match &saying.replied_to {
            Some(RepliedTo::Board { message: MessageId(message), .. }) => Some(*message),
            _ => None,
        };
        assert_eq!(answered, Some(3), "{field}: {value}");
        let challenge = event("/new@zerosum_bot", &boris, &fields);
        let is_note = ["gift", "unique_gift"].contains(&field);
        let is_challenge =
            matches!(challenge, Event::Command(_, Command::Challenge { whom: Some(_), .. }));
        assert_eq!(is_challenge, !is_note, "{field}: {value}");
    }
    let topic = [("forum_topic_created", json!({"name": "Games", "icon": "hologram"}))];
    let begun = event("/new@zerosum_bot", &boris, &topic);
    assert!(matches!(begun, Event::Command(_, Command::New(_))), "{begun:?}");
}

#[test]
fn a_press_is_heard_with_newer_kinds_around_it() {
    let from = message()["from"].clone();
    let data = "1:n:1";
    let press = |message: Value| {
        let query = json!({"id": "1", "from": from, "chat_instance": "1", "data": data,
            "message": message, "context": {"kind": "of the future"}});
        match event_of(json!({"callback_query": query})) {
            Event::Press(press) => (press.at, press.buttons, press.data),
            other => panic!("{other:?}"),
        }
    };
    let mut below = message();
    below["reply_markup"] = json!({"inline_keyboard": [[{"text": "?", "callback_data": data}]]});
    let plain = press(below.clone());
    assert!(plain.0.is_some() && plain.1 == [data]);
    for (field, value) in newer_fields() {
        if field != "reply_markup" {
            let mut newer = below.clone();
            newer[field] = value.clone();
            assert_eq!(press(newer), plain, "{field}: {value}");
        }
    }
    let mut newer = below.clone();
    newer["reply_markup"]["inline_keyboard"][0][0]["style"] = json!({"glow": 5});
    newer["reply_markup"]["inline_keyboard"][0]
        .as_array_mut()
        .expect("a row")
        .push(json!({"text": "!", "teleport": {}}));
    newer["from"] = json!(null);
    assert_eq!(press(newer), plain);
    let bare = press(json!({"message_id": 5, "chat": below["chat"], "state": "archived"}));
    assert_eq!(bare, (plain.0, vec![], plain.2));
}

#[test]
fn a_member_leaves_in_any_newer_way_and_no_newer_status_makes_a_member_leave() {
    let change = |before: Value, after: Value| {
        let member = |status: Value| {
            let mut member = status;
            member["user"] = json!({"id": 8, "is_bot": false, "first_name": "Boris"});
            member
        };
        let chat = json!({"id": -7, "type": "group", "title": "Games"});
        event_of(json!({"chat_member": {"chat": chat, "from": message()["from"], "date": "now",
            "old_chat_member": member(before), "new_chat_member": member(after),
            "invite_link": {"kind": "of the future"}}}))
    };
    let member = || json!({"status": "member", "tag": {"kind": 5}});
    let newer = || json!({"status": "guest", "until_date": "later"});
    assert!(matches!(change(member(), json!({"status": "left"})), Event::Left { .. }));
    assert!(matches!(change(newer(), json!({"status": "kicked"})), Event::Left { .. }));
    let silenced = json!({"status": "restricted", "is_member": false});
    assert!(matches!(change(member(), silenced), Event::Left { .. }));
    assert_eq!(change(member(), newer()), Event::Nothing);
    assert_eq!(change(newer(), member()), Event::Nothing);
}

#[test]
fn what_is_passed_over_may_have_any_depth() {
    let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
    let text = format!(r#"{{"update_id":9,"poll":{deep},"message":{}}}"#, message());
    assert!(matches!(read(text.as_bytes()), Ok(Numbered { contents: Contents::Asked(_), .. })));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(
        bytes in prop_oneof![
            any::<Vec<u8>>(),
            any::<String>().prop_map(String::into_bytes),
        ],
    ) {
        let _ = read(&bytes);
    }

    #[test]
    fn any_value_in_any_place_of_a_message_is_read_or_refused(
        key in "[a-z_]{2,20}|text|from|chat|date|message_id|sender_chat|reply_markup|entities",
        value in "null|-?[0-9]{1,25}|\"[^\"\\\\]{0,8}\"|\\[\\]|\\{\\}|true|1e9",
    ) {
        if let Ok(value) = serde_json::from_str::<Value>(&value) {
            let mut message = message();
            message[key.as_str()] = value;
            let contents = contents_of(json!({"message": message}));
            if let Contents::Asked(update) = contents {
                let _ = Event::of(*update, "zerosum_bot");
            }
        }
    }
}
