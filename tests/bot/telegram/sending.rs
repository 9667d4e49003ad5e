//! Large numbers of messages: no player's moves, answers or files wait for users who ask for more than their
//! share.

use zerosum_playground::fault::Fault;
use zerosum_playground::views::{MessageView, Snapshot};

use crate::account::private_answers::{start, told};
use crate::support::grid::grid_of;
use crate::support::harness::Table;

const TOO_FAST: &str = "Too many taps at once. Please wait a moment.";

/// The bot's next message in a chat, which may take longer than one wait of the playground.
async fn read_late(table: &Table, chat: i64) -> MessageView {
    for _ in 0..3 {
        if let Ok(message) = table.playground.next_message(chat).await {
            return message;
        }
    }
    table.read(chat).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_shown_while_forty_accounts_ask_for_more_than_can_be_sent() {
    const EACH: usize = 8;
    let table = Table::under_limits().await;
    let add = || table.playground.add_user("Eva", Some("en"));
    let (players, flooders): (Vec<i64>, Vec<i64>) = (0..40).map(|_| (add(), add())).unzip();
    let mut boards = Vec::new();
    for player in &players {
        table.say(*player, *player, "/new");
    }
    for player in &players {
        boards.push(table.read(*player).await);
    }
    let sent_before = table.count_all_calls("sendMessage");
    for flooder in &flooders {
        for _ in 0..EACH {
            table.say(*flooder, *flooder, "/help");
        }
    }
    let is_taken_in = |snapshot: &Snapshot<'_>| (snapshot.pending_updates() == 0).then_some(());
    table.playground.until(is_taken_in).await.expect("the bot takes in what is there");
    let presses: Vec<String> =
        boards.iter().map(|board| table.press_cell(board.chat_id, board, 4)).collect();
    for press in &presses {
        assert_eq!(table.toast(press).await, "");
    }
    for board in &boards {
        table.changed(board).await;
    }
    let sent = table.count_all_calls("sendMessage") - sent_before;
    assert!(sent < flooders.len() * EACH / 2, "{sent} answers come before the moves are shown");
    for flooder in &flooders {
        for _ in 0..EACH {
            read_late(&table, *flooder).await;
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_a_move_is_shown_before_the_answers_that_another_user_waits_for() {
    let table = Table::under_limits().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let board = table.ask(boris, group, "/new perfect").await;
    let help = table.ask(anna, group, "/help").await;
    // From now on the group gets only one message every few seconds.
    for _ in 0..8 {
        table.ask(anna, group, "/rules").await;
    }
    let sent_before = table.count_calls("sendMessage", group);
    let presses: Vec<String> = (0..7).map(|_| table.press(anna, &help, "📖 Rules")).collect();
    let mut refused = 0;
    for press in &presses {
        match table.toast(press).await.as_str() {
            "" => {}
            toast => {
                assert_eq!(toast, TOO_FAST);
                refused += 1;
            }
        }
    }
    assert_eq!(refused, 4, "as many answers wait as may");
    table.play(boris, &board, 4).await;
    let sent = table.count_calls("sendMessage", group) - sent_before;
    assert!(sent < 3, "{sent} answers come before the move is shown");
    for _ in 0..3 {
        read_late(&table, group).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_whose_chats_are_out_of_budget_hold_up_no_files_of_others() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests: retry after 15"]);
    let (anna, boris) = (table.anna, table.boris);
    let people: Vec<i64> = (0..10).map(|_| table.playground.add_user("Eva", Some("en"))).collect();
    for (index, person) in people.iter().enumerate() {
        let fault = Fault::too_many_requests(15).on("sendDocument").in_chat(*person);
        table.playground.fault(fault);
        let command = if index % 2 == 0 { "/sheet strategic" } else { "/mydata" };
        table.say(*person, *person, command);
        let is_struck = |snapshot: &Snapshot<'_>| (snapshot.pending_faults() == 0).then_some(());
        table.playground.until(is_struck).await.expect("the call is refused");
        // An answered call in another chat keeps the bot from holding back all chats.
        table.ask(boris, boris, "/help").await;
    }
    for command in ["/sheet strategic", "/mydata"] {
        table.ask(anna, anna, command).await;
    }
    for person in &people {
        let tries = table.count_calls("sendDocument", *person);
        assert_eq!(tries, 1, "others come first");
    }
    for person in &people {
        read_late(&table, *person).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_whose_file_is_late_is_told_so() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests: retry after 600"]);
    let (oksana, group) = (table.oksana, table.group);
    start(&table, oksana).await;
    let fault = Fault::too_many_requests(600).on("sendDocument").in_chat(group);
    table.playground.fault(fault);
    table.say(oksana, group, "/sheet strategic");
    let late =
        "Файл не надіслано: у чаті зараз забагато повідомлень. Попросіть його ще раз за хвилину.";
    assert_eq!(told(&table, oksana).await, late);
    let board = table.new_game(oksana).await;
    assert_eq!(grid_of(&board).marks(), 0);
    table.finish().await;
}
