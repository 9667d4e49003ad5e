//! What arrives as an update: whatever the bytes are, they are read, passed over or refused, and
//! nothing ends.

use std::thread;
use std::time::Duration;

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use serde_json::{Value, json};
use zerosum::session::board::Place;
use zerosum::session::inline_message::InlineMessageId;
use zerosum::telegram::admission::AdmissionKind;
use zerosum::telegram::event::{ButtonPress, Event};
use zerosum::telegram::update::{Contents, NESTING_MAX, NotAnUpdate, Numbered, read};

/// The stack of a thread on which the bot works.
const STACK_BYTES: usize = 2 * 1_024 * 1_024;

fn message() -> Value {
    let chat = json!({"id": 7, "type": "private", "first_name": "Anna"});
    let from = json!({"id": 7, "is_bot": false, "first_name": "Anna"});
    json!({"message_id": 5, "date": 1, "chat": chat, "from": from, "text": "/new"})
}

/// What is read of an update with these parts.
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
fn what_is_typed_into_a_message_field_is_read_and_nobody_waits_long_for_the_answer() {
    let from = message()["from"].clone();
    let query =
        json!({"id": "1", "from": from, "query": " 3x3 ", "offset": "", "chat_type": "private"});
    let Contents::Asked(update) = contents_of(json!({"inline_query": query})) else {
        panic!("a query is asked for");
    };
    let event = Event::of(*update, "zerosum_bot");
    let Event::Query(query) = &event else { panic!("{event:?}") };
    assert_eq!((query.id.as_str(), query.words.as_str()), ("1", " 3x3 "));
    let (user, surface, kind) = event.source().expect("it is somebody's");
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
        let (user, surface, _) = event.source().expect("it is somebody's");
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
    // Without a voter the library panics, and it reads what comes first.
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
fn what_is_no_object_with_a_number_is_no_update() {
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

/// A message that replies to one that replies to one, and so on.
fn reply_chain(length: usize) -> Value {
    (1..length).fold(message(), |inner, _| {
        let mut outer = message();
        outer["reply_to_message"] = inner;
        outer
    })
}

/// Runs on a thread as the bot does, which is aborted with all others if its stack overflows.
fn on_a_worker(task: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(task);
    thread.expect("a thread can be started").join().expect("it ends in order");
}

#[test]
fn replies_are_read_to_the_depth_of_telegram_and_refused_beyond() {
    on_a_worker(|| {
        // The chat and the sender in the innermost message are one level more.
        assert!(is_asked(json!({"message": reply_chain(NESTING_MAX - 1)})));
        for length in [NESTING_MAX, 20, 50, 100, 120] {
            let message = reply_chain(length);
            assert_eq!(contents_of(json!({"message": message})), Contents::Unreadable);
        }
    });
}

#[test]
fn brackets_and_quotes_in_what_a_person_says_are_no_depth() {
    let text = format!("\\\"{}\\\\\"{}", "[{".repeat(100), "{[".repeat(100));
    let mut message = message();
    message["text"] = json!(text);
    assert!(is_asked(json!({"message": message})));
    message["reply_to_message"] = reply_chain(NESTING_MAX);
    assert_eq!(contents_of(json!({"message": message})), Contents::Unreadable);
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
