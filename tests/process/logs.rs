//! What the log says, and what it never says.

use serde_json::json;

use zerosum::playground::Playground;
use zerosum::playground::fault::{Fault, FaultKind};

use crate::child::{Ended, Launch, TOKEN, folder, telegram};
use crate::player::{Shown, boards};

/// The part of the token that nobody may know.
const SECRET: &str = "a_Secret-of-its-own";

/// In everything that people write here, and in their names.
const WORDS: &str = "xylophone";

/// A person writes and reads the answer, be it a message or silence.
async fn say(telegram: &Playground, user: i64, chat: i64, text: &str) {
    telegram.send_text(user, chat, text).expect("a member can write");
    telegram.settled().await.expect("what is written is worked on");
}

/// One game from its first press to its end, with no care for who wins.
async fn play(telegram: &Playground, user: i64, chat: i64, message: i32) {
    loop {
        let board = telegram.message(chat, message).expect("the board is there");
        let shown = Shown::of(&board).expect("it is a board");
        if shown.is_over {
            return;
        }
        let cell = shown.cells.iter().position(|cell| cell == "·").expect("a cell is free");
        telegram.press(user, chat, message, cell / 3, cell % 3).expect("the button is there");
        telegram.edited(chat, message, board.edits).await.expect("the bot answers");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ordinary_play_logs_nothing_alarming() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot(&telegram, folder.path()).start();
    let anna = telegram.add_user("Anna", Some("uk"));
    let group = telegram.add_group("Players", &[anna]);
    for text in
        ["/start", "/help", "/language", "/nonsense", "hello", "/new o", "/resign", "/board"]
    {
        say(&telegram, anna, anna, text).await;
    }
    for chat in [anna, group] {
        telegram.send_text(anna, chat, "/new").expect("she can write");
        let board = telegram
            .until(|snapshot| boards(snapshot, chat).into_iter().find(|shown| !shown.is_over));
        let board = board.await.expect("a board comes").message;
        play(&telegram, anna, chat, board).await;
        telegram.press(anna, chat, board, 0, 0).expect("the button is there");
        telegram.press(anna, chat, board, 3, 1).expect("the button is there");
        telegram.settled().await.expect("every press is answered");
    }
    let Ended { out, err, code } = bot.stop();
    assert_eq!((out.as_str(), code), ("", Some(0)));
    assert!(err.contains("@zerosum_bot is at work"), "{err}");
    for level in [" WARN ", " ERROR ", " DEBUG ", " TRACE "] {
        assert!(!err.contains(level), "{err}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn not_even_the_fullest_log_holds_the_token_or_what_people_write() {
    let (telegram, folder) = (telegram().await, folder());
    telegram.fault(Fault::new(FaultKind::Garbage { status: 502 }).on("getMe"));
    telegram.fault(Fault::new(FaultKind::CutConnection).on("getMe"));
    let bot = Launch::bot(&telegram, folder.path()).with("RUST_LOG", "trace").start();
    bot.until_said("is at work");
    let anna = telegram.add_user(WORDS, Some("en"));
    let group = telegram.add_group(WORDS, &[anna]);
    for text in ["/new", "/new xylophone", "xylophone", "/xylophone", "/new@zerosum_bot xylophone"]
    {
        say(&telegram, anna, anna, text).await;
        say(&telegram, anna, group, text).await;
    }
    let board = telegram.messages(anna).into_iter().find(|message| Shown::of(message).is_some());
    let board = board.expect("a board was sent").message_id;
    telegram.press_data(anna, anna, board, "xylophone").expect("anything can be pressed");
    for kind in [
        FaultKind::Garbage { status: 200 },
        FaultKind::Garbage { status: 500 },
        FaultKind::LoseAnswer,
        FaultKind::CutConnection,
        FaultKind::Error {
            code: 400,
            description: "Bad Request: odd".to_owned(),
            retry_after: None,
        },
        FaultKind::Error { code: 500, description: "odd".to_owned(), retry_after: None },
    ] {
        for method in ["getUpdates", "sendMessage", "editMessageText", "answerCallbackQuery"] {
            telegram.fault(Fault::new(kind.clone()).on(method));
        }
        say(&telegram, anna, anna, "/new").await;
        say(&telegram, anna, anna, "/new xylophone").await;
    }
    telegram.clear_faults();
    for update in [
        json!({ "message": { "text": WORDS, "chat": WORDS } }),
        json!({ "message": { "message_id": WORDS, "text": WORDS } }),
        json!({ "callback_query": { "id": 1, "data": WORDS } }),
        json!({ "xylophone": { "text": WORDS } }),
    ] {
        telegram.push_update(update);
    }
    telegram.settled().await.expect("what cannot be read is passed over");
    say(&telegram, anna, anna, "/help").await;
    let Ended { out, err, code } = bot.stop();
    assert_eq!(code, Some(0));
    assert!(err.contains(" TRACE ") && err.contains("no updates"), "the log is full: {err}");
    for text in [TOKEN, SECRET, WORDS] {
        for line in out.lines().chain(err.lines()) {
            assert!(!line.contains(text), "{line}");
        }
    }
}
