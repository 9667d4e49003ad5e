//! Contents of the log, and secrets that it never contains.

use std::path::Path;

use serde_json::json;
use tokio::task::JoinHandle;
use zerosum_playground::Playground;
use zerosum_playground::fault::{Fault, FaultKind};

use crate::child::{
    Ended, Launch, TOKEN, database_url, folder, free_port, telegram, until_host_is_told,
};
use crate::player::{Shown, boards};
use crate::postgres_support::Schema;

/// The secret part of the token.
const SECRET: &str = "a_Secret-of-its-own";

/// A word in all texts and names of people here.
const WORDS: &str = "xylophone";

/// Has a user write, and reads the answer, if there is one.
async fn say(telegram: &Playground, user: i64, chat: i64, text: &str) {
    telegram.send_text(user, chat, text).expect("a member can write");
    telegram.settled().await.expect("what is written is worked on");
}

/// Plays one game from its first press to its end, regardless of the winner.
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
        telegram.send_text(anna, chat, "/new perfect").expect("she can write");
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

/// Polls like another program with the same token that never pauses.
fn rival_of_bot(telegram: &Playground) -> JoinHandle<()> {
    let url = format!("{}/bot{}/getUpdates", telegram.api_url(), telegram.token());
    tokio::spawn(async move {
        let client = reqwest::Client::new();
        loop {
            // It ends with the next poll of the bot.
            let poll = client.post(&url).json(&json!({ "timeout": 50 })).send().await;
            poll.expect("the playground answers");
        }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_program_that_polls_is_logged_once_and_the_bot_is_not_ready_meanwhile() {
    const INTERRUPTED: &str = "not ready: updates do not arrive\n";
    let (telegram, folder) = (telegram().await, folder());
    let address = format!("127.0.0.1:{}", free_port());
    let bot = Launch::bot(&telegram, folder.path()).with("ZEROSUM_ADMIN_LISTEN", &address).start();
    bot.until_said("is at work");
    until_host_is_told(&address, "ready\n").await;
    let rival = rival_of_bot(&telegram);
    until_host_is_told(&address, INTERRUPTED).await;
    let polls = telegram.look(|snapshot| snapshot.polls());
    let polled = telegram.until(|snapshot| (snapshot.polls() > polls + 6).then_some(()));
    polled.await.expect("both go on");
    let ready = reqwest::get(format!("http://{address}/readyz")).await.expect("it answers");
    assert_eq!(ready.text().await.expect("it is text"), INTERRUPTED);
    rival.abort();
    until_host_is_told(&address, "ready\n").await;
    let Ended { err, code, .. } = bot.stop();
    assert_eq!(code, Some(0));
    for words in ["another program polls with this token", "updates arrive again after"] {
        assert_eq!(err.matches(words).count(), 1, "{words}: {err}");
    }
    assert!(!err.contains("no updates"), "{err}");
}

/// A filter that asks a library for everything it can log, naming its modules.
const NOSY_FILTER: &str = "trace,tokio_postgres=trace,tokio_postgres::query=trace";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn not_even_the_fullest_log_holds_the_token_or_what_people_write() {
    let folder = folder();
    no_log_tells(folder.path(), &database_url(folder.path())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn no_secret_is_logged_with_postgresql() {
    let Some(schema) = Schema::create().await.expect("a schema can be made") else { return };
    let folder = folder();
    no_log_tells(folder.path(), &schema.url()).await;
    schema.drop().await.expect("the schema can be dropped");
}

/// Has people play, write and get messages on this database, while much goes wrong.
async fn no_log_tells(folder: &Path, database: &str) {
    let telegram = telegram().await;
    telegram.fault(Fault::new(FaultKind::Garbage { status: 502 }).on("getMe"));
    telegram.fault(Fault::new(FaultKind::CutConnection).on("getMe"));
    let anna = telegram.add_user(WORDS, Some("en"));
    let group = telegram.add_group(WORDS, &[anna]);
    let bot = Launch::bot(&telegram, folder)
        .with("DATABASE_URL", database)
        .with("RUST_LOG", NOSY_FILTER)
        .with("ZEROSUM_OWNER_IDS", &anna.to_string())
        .start();
    bot.until_said("is at work");
    for text in ["/new", "/new xylophone", "xylophone", "/xylophone", "/new@zerosum_bot xylophone"]
    {
        say(&telegram, anna, anna, text).await;
        say(&telegram, anna, group, text).await;
    }
    let board = telegram.messages(anna).into_iter().find(|message| Shown::of(message).is_some());
    let board = board.expect("a board was sent").message_id;
    telegram.press_data(anna, anna, board, "xylophone").expect("anything can be pressed");
    announce(&telegram, anna).await;
    go_through_faults(&telegram, anna).await;
    for text in ["/help", "/mydata"] {
        say(&telegram, anna, anna, text).await;
    }
    let Ended { out, err, code } = bot.stop();
    assert_eq!(code, Some(0));
    assert!(err.contains(" DEBUG zerosum") && err.contains("no updates"), "the log is full: {err}");
    for text in [TOKEN, SECRET, WORDS] {
        for line in out.lines().chain(err.lines()) {
            assert!(!line.contains(text), "{line}");
        }
    }
}

/// Sends a broadcast to everyone, which is one person.
async fn announce(telegram: &Playground, owner: i64) {
    let text = format!("The {WORDS}");
    telegram.send_text(owner, owner, &format!("/broadcast {text}")).expect("she can write");
    let preview = telegram.until(|all| {
        let message = all.last_message(owner)?;
        (message.text == text).then_some(message)
    });
    let preview = preview.await.expect("she is shown it").message_id;
    telegram.press(owner, owner, preview, 0, 0).expect("there is a button");
    let ended = telegram.until(|all| {
        all.message(owner, preview).filter(|message| message.text.starts_with("Done: "))
    });
    ended.await.expect("it ends");
}

/// Makes calls fail in every way while the person plays, and sends updates that cannot be read.
async fn go_through_faults(telegram: &Playground, anna: i64) {
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
        say(telegram, anna, anna, "/new").await;
        say(telegram, anna, anna, "/new xylophone").await;
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
}
