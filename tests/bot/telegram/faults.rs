//! Telegram in trouble: refusals, broken connections, silence.

use std::time::{Duration, Instant};

use serde_json::json;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::{MessageView, Snapshot};
use zerosum_render::tap::{self, Tap};
use zerosum_session::Action;

use crate::support::grid::{grid_of, is_board};
use crate::support::harness::{Table, Way, data_of};
use crate::telegram::rush::Rush;

/// The playground's words for an answer that is an HTML page, and for a cut connection.
const GARBAGE: &str = "an answer that is not the Bot API's";
const CUT: &str = "the connection was cut";

/// Far longer than recovery takes, far shorter than giving up does.
const PROMPTLY: Duration = Duration::from_secs(5);

/// Data of the press that resigns a game.
fn resignation(board: &MessageView) -> String {
    match tap::decode(data_of(board, 0, 0)) {
        Ok(Tap::Act { id, seen, .. }) => tap::encode(Tap::Act { id, seen, action: Action::Resign }),
        other => panic!("a cell asks for {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_asked_to_wait_the_newest_board_is_drawn_once() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests: retry after 1"]);
    let mut rush = Rush::begin(&table, table.anna, table.anna).await;
    let board = rush.board().clone();
    let began = Instant::now();
    table.playground.fault(Fault::too_many_requests(1).on("editMessageText"));
    rush.play(&table, 6).await;
    let after = table.changed(&board).await;
    assert!(began.elapsed() >= Duration::from_secs(1), "it waits for {:?}", began.elapsed());
    table.stop_bot().await;
    assert_eq!(table.now(&board), after);
    assert_eq!((after.edits, table.count_calls("editMessageText", table.anna)), (1, 2));
    assert!(rush.is_shown_by(&after), "{after:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_edit_is_in_flight_and_only_the_newest_waits() {
    let mut table = Table::new().await;
    let mut rush = Rush::begin(&table, table.anna, table.anna).await;
    let board = rush.board().clone();
    let slow = FaultKind::Delay(Duration::from_secs(3));
    table.playground.fault(Fault::new(slow).on("editMessageText"));
    rush.play(&table, 9).await;
    let after = table.until(&board, |board| board.edits == 2).await;
    assert!(rush.is_shown_by(&after), "{after:?}");
    table.stop_bot().await;
    assert_eq!((table.now(&board), table.count_all_calls("editMessageText")), (after, 2));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_is_tried_again_while_telegram_is_in_trouble() {
    let mut table = Table::new().await;
    table.expect_refusals(&[GARBAGE, CUT, "Internal Server Error", "Bad Gateway"]);
    let kinds = [
        Fault::new(FaultKind::Garbage { status: 500 }),
        Fault::new(FaultKind::Garbage { status: 502 }),
        Fault::error(500, "Internal Server Error"),
        Fault::error(502, "Bad Gateway"),
        Fault::new(FaultKind::CutConnection).times(3),
    ];
    // Each kind gets its own chat, so that all of them are in trouble at the same time.
    let mut boards = Vec::new();
    for fault in kinds {
        let user = table.playground.add_user("Eva", Some("en"));
        let board = table.new_game(user).await;
        table.playground.fault(fault.on("editMessageText").in_chat(user));
        assert_eq!(table.try_cell(user, &board, 4).await, "");
        boards.push((user, board));
    }
    let began = Instant::now();
    for (user, board) in boards {
        let board = table.changed(&board).await;
        table.play(user, &board, grid_of(&board).calm_cell()).await;
    }
    assert!(began.elapsed() < PROMPTLY, "it takes {:?}", began.elapsed());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_that_is_refused_for_an_unknown_reason_is_tried_again() {
    let mut table = Table::new().await;
    table.expect_refusals(&["IMAGE_PROCESS_FAILED"]);
    let board = table.new_game(table.anna).await;
    let refused = Fault::error(400, "Bad Request: IMAGE_PROCESS_FAILED");
    table.playground.fault(refused.on("editMessageText").times(3));
    let board = table.play(table.anna, &board, 4).await;
    assert_eq!((grid_of(&board).marks(), table.refused_calls().len()), (2, 3));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_and_messages_are_tried_again_while_telegram_is_in_trouble() {
    let mut table = Table::new().await;
    table.expect_refusals(&[GARBAGE, CUT]);
    for (fault, times) in [(FaultKind::Garbage { status: 502 }, 1), (FaultKind::CutConnection, 2)] {
        let fault = Fault::new(fault);
        // A message that may have arrived is sent only once more.
        table.playground.fault(fault.clone().on("sendMessage"));
        let fault = fault.times(times);
        let board = table.new_game(table.anna).await;
        table.playground.fault(fault.on("answerCallbackQuery"));
        let board = table.play(table.anna, &board, 4).await;
        assert_eq!((grid_of(&board).marks(), board.edits), (2, 1));
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_whose_answer_is_lost_counts_as_done() {
    let mut table = Table::new().await;
    table.expect_refusals(&["message is not modified"]);
    let board = table.new_game(table.anna).await;
    table.playground.fault(Fault::new(FaultKind::LoseAnswer).on("editMessageText"));
    let board = table.play(table.anna, &board, 4).await;
    let is_refused =
        |snapshot: &Snapshot<'_>| snapshot.calls().any(|call| !call.ok()).then_some(());
    table.playground.until(is_refused).await.expect("the edit is made again");
    let board = table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    table.stop_bot().await;
    assert_eq!((table.now(&board).edits, table.refused_calls().len()), (2, 1));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_whose_sending_is_never_confirmed_is_one_game() {
    let table = Table::new().await;
    table.playground.fault(Fault::new(FaultKind::LoseAnswer).on("sendMessage"));
    let first = table.new_game(table.anna).await;
    // The bot cannot tell whether the message has arrived, so it sends another one of the same game.
    let second = table.read(table.anna).await;
    assert_eq!(first.keyboard, second.keyboard);
    let second = table.play(table.anna, &second, 4).await;
    // The first one shows an older state and is brought up to date as soon as it is pressed.
    let stale = "The board has moved on. This is how it stands now.";
    assert_eq!(table.try_cell(table.anna, &first, 0).await, stale);
    assert!(!is_board(&table.changed(&first).await));
    table.play(table.anna, &second, grid_of(&second).calm_cell()).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_is_confirmed_late_is_sent_once() {
    let table = Table::new().await;
    let late = Fault::new(FaultKind::DelayAnswer(Duration::from_secs(6))).on("sendMessage");
    table.playground.fault(late.clone().in_chat(table.anna).times(2));
    table.ask(table.anna, table.anna, "/help").await;
    let board = table.new_game(table.anna).await;
    table.play(table.anna, &board, 4).await;
    table.playground.settled().await.expect("all is settled");
    let is_answered = |snapshot: &Snapshot<'_>| {
        let sends = snapshot.calls().filter(|call| call.method == "sendMessage");
        (sends.count() == 2).then_some(())
    };
    while table.playground.until(is_answered).await.is_err() {}
    // A test ends with no unread message.
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_has_perhaps_arrived_is_sent_once_more_and_never_again() {
    for lost in [Fault::new(FaultKind::LoseAnswer), Fault::misreported(502, "Bad Gateway")] {
        let mut table = Table::new().await;
        table.playground.fault(lost.on("sendMessage").times(10).in_chat(table.anna));
        table.ask(table.anna, table.anna, "/help").await;
        table.read(table.anna).await;
        // Her next message is handled once the one before it is finished.
        table.ask(table.anna, table.anna, "/new").await;
        table.read(table.anna).await;
        table.playground.clear_faults();
        table.ask(table.anna, table.anna, "/rules").await;
        table.stop_bot().await;
        assert_eq!(table.count_calls("sendMessage", table.anna), 4);
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_of_a_board_whose_sending_is_not_confirmed_confirms_it() {
    let mut table = Table::new().await;
    let lost = Fault::new(FaultKind::LoseAnswer).on("sendMessage");
    table.playground.fault(lost.in_chat(table.anna));
    let board = table.new_game(table.anna).await;
    let board = table.play(table.anna, &board, 4).await;
    // Her next message waits until the bot has finished sending the board.
    table.ask(table.anna, table.anna, "/help").await;
    table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    table.stop_bot().await;
    assert_eq!(table.count_calls("sendMessage", table.anna), 2);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn telegrams_word_that_a_board_was_sent_may_come_after_a_press_of_it() {
    let mut table = Table::new().await;
    let late = FaultKind::DelayAnswer(Duration::from_millis(100));
    table.playground.fault(Fault::new(late).on("sendMessage"));
    let board = table.new_game(table.anna).await;
    let after = table.play(table.anna, &board, 4).await;
    let is_answered = |snapshot: &Snapshot<'_>| {
        snapshot.calls().any(|call| call.method == "sendMessage").then_some(())
    };
    table.playground.until(is_answered).await.expect("Telegram says so in the end");
    // Choosing the language she already has redraws the board, which changes nothing.
    let question = table.ask(table.anna, table.anna, "/language").await;
    assert_eq!(table.toast(&table.press(table.anna, &question, "English")).await, "");
    table.changed(&question).await;
    table.stop_bot().await;
    assert_eq!(table.now(&board), after);
    assert_eq!(table.count_calls("editMessageText", table.anna), 2);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_whose_calls_hang_holds_up_no_other_chat() {
    let table = Table::new().await;
    let anna = table.new_game(table.anna).await;
    let boris = table.new_game(table.boris).await;
    // Calls about one chat are answered later than the other game needs to go on.
    for method in ["sendMessage", "editMessageText"] {
        let slow = FaultKind::Delay(Duration::from_secs(4));
        table.playground.fault(Fault::new(slow).on(method).in_chat(table.anna).times(20));
    }
    assert_eq!(table.try_cell(table.anna, &anna, 4).await, "");
    table.say(table.anna, table.anna, "/help");
    let began = Instant::now();
    let mut board = table.play(table.boris, &boris, 4).await;
    board = table.play(table.boris, &board, grid_of(&board).calm_cell()).await;
    table.ask(table.boris, table.boris, "/help").await;
    assert_eq!(board.edits, 2);
    assert!(began.elapsed() < Duration::from_secs(3), "it takes {:?}", began.elapsed());
    table.read(table.anna).await;
    table.changed(&anna).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_chat_is_not_written_to_again_and_again() {
    let closed = [
        (403, "Forbidden: bot was blocked by the user"),
        (403, "Forbidden: user is deactivated"),
        (403, "Forbidden: bot was kicked from the supergroup chat"),
        (400, "Bad Request: chat not found"),
        (403, "Forbidden: something new"),
    ];
    for (code, words) in closed {
        let mut table = Table::new().await;
        table.expect_refusals(&[words]);
        let board = table.ask(table.anna, table.group, "/new perfect").await;
        let board = table.play(table.anna, &board, 4).await;
        table.restart_bot().await;
        let fault = Fault::error(code, words).in_chat(table.group).times(1_000);
        table.playground.fault(fault.clone().on("sendMessage"));
        table.playground.fault(fault.on("editMessageText"));
        let cell = grid_of(&board).calm_cell();
        assert_eq!(table.try_cell(table.anna, &board, cell).await, "");
        table.say(table.anna, table.group, "/new perfect");
        table.say(table.anna, table.group, "/help");
        // Another user is served as usual.
        let other = table.new_game(table.boris).await;
        table.play(table.boris, &other, 0).await;
        table.playground.settled().await.expect("all is settled");
        table.stop_bot().await;
        assert_eq!(table.refused_calls().len(), 3, "{words}");
        table.playground.clear_faults();
        // The chat is open again, so the game goes on in its old message.
        table.start_bot();
        assert_ne!(table.try_cell(table.anna, &board, cell).await, "");
        let board = table.changed(&board).await;
        assert_eq!(grid_of(&board).marks(), 4);
        // The board that could not be sent comes on request.
        assert!(is_board(&table.ask(table.anna, table.group, "/board").await));
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_blocks_the_bot_and_returns_plays_on() {
    let table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let board = table.play(table.anna, &board, 4).await;
    table.playground.block(table.anna).expect("she is there");
    let other = table.new_game(table.boris).await;
    table.play(table.boris, &other, 0).await;
    table.playground.unblock(table.anna).expect("she is there");
    table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn updates_arrive_again_promptly_after_trouble_with_polling() {
    let mut table = Table::with_way(Way::Polling).await;
    table.expect_refusals(&[GARBAGE, CUT, "Too Many Requests", "Not Found", "Unauthorized"]);
    let conflict = "Conflict: terminated by other getUpdates request; make sure that only one \
                    bot instance is running";
    let faults = [
        Fault::new(FaultKind::Garbage { status: 500 }).times(3),
        Fault::new(FaultKind::Garbage { status: 502 }).times(3),
        Fault::new(FaultKind::CutConnection).times(3),
        Fault::new(FaultKind::LoseAnswer),
        Fault::error(409, conflict).times(3),
        Fault::too_many_requests(1),
        // A server before Telegram that restarts may say so of a token that is right.
        Fault::error(404, "Not Found"),
        Fault::error(401, "Unauthorized"),
    ];
    let mut board = table.new_game(table.anna).await;
    for fault in faults {
        table.playground.fault(fault.clone().on("getUpdates"));
        // The poll that waits now brings this press; the next one runs into the trouble.
        let press = table.press_data(table.anna, &board, &resignation(&board));
        assert_eq!(table.toast(&press).await, "");
        board = table.changed(&board).await;
        let press = table.press(table.anna, &board, "🔁 Play again");
        let began = Instant::now();
        assert_eq!(table.toast(&press).await, "", "{fault:?}");
        assert!(began.elapsed() < PROMPTLY, "{fault:?} lasts for {:?}", began.elapsed());
        board = table.read(table.anna).await;
        let has_struck = table.playground.look(|snapshot| snapshot.pending_faults() == 0);
        assert!(has_struck, "{fault:?} has not struck");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_waits_for_a_telegram_that_is_not_there_yet() {
    let mut table = Table::without_bot().await;
    table.expect_refusals(&[GARBAGE, CUT]);
    table.playground.fault(Fault::new(FaultKind::Garbage { status: 502 }).on("getMe"));
    table.playground.fault(Fault::new(FaultKind::CutConnection).on("getMe").times(2));
    table.say(table.anna, table.anna, "/new");
    table.start_bot();
    assert!(is_board(&table.read(table.anna).await));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_that_an_earlier_set_up_has_left_is_removed() {
    let mut table = Table::without_bot().await;
    table.way = Way::Polling;
    table.expect_refusals(&["can't use getUpdates method while webhook is active"]);
    let telegram = format!("{}/bot{}", table.playground.api_url(), table.playground.token());
    // No server listens there, so messages wait meanwhile.
    let set = json!({ "url": "http://127.0.0.1:9/" });
    let client = reqwest::Client::new();
    let answer = client.post(format!("{telegram}/setWebhook")).json(&set).send().await;
    assert!(answer.expect("the playground answers").status().is_success());
    table.say(table.anna, table.anna, "/new");
    table.start_bot();
    assert!(is_board(&table.read(table.anna).await));
    table.finish().await;
}
