//! Answers that concern one person are sent to them in private, so that the group gets few of them.

use zerosum_playground::calls::Call;
use zerosum_playground::fault::Fault;

use crate::host::metrics::at_rest;
use crate::support::harness::Table;

/// Has a user play in private, so that the bot may write to them.
pub(crate) async fn start(table: &Table, user: i64) {
    table.new_game(user).await;
}

/// Private answer to a user who has just written in a group.
pub(crate) async fn told(table: &Table, user: i64) -> String {
    let message = table.read(user).await;
    let (heading, text) = message.text.split_once('\n').expect("a heading and a text");
    let headings = [
        "In reply to your message in a group:",
        "В ответ на ваше сообщение в группе:",
        "У відповідь на ваше повідомлення в групі:",
    ];
    assert!(headings.contains(&heading), "{message:?}");
    text.to_owned()
}

/// Private answer to a user who replies to a message of the group with a command.
pub(crate) async fn told_who_answers(
    table: &Table,
    said_by: i64,
    by: i64,
    command: &str,
) -> String {
    let said = table.say(said_by, table.group, "hello");
    table.playground.reply_text(by, table.group, said, command).expect("the message is there");
    told(table, by).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_goes_to_a_player_who_has_started_the_bot_and_else_to_the_group_once_for_each() {
    let mut table = Table::new().await;
    let (anna, boris, oksana, group) = (table.anna, table.boris, table.oksana, table.group);
    start(&table, anna).await;
    table.say(anna, group, "/new chess");
    assert!(told(&table, anna).await.starts_with("I know no game"));
    table.say(anna, group, "/new 5+3 perfect");
    assert!(told(&table, anna).await.starts_with("I play without a clock."));
    // The others have not started the bot: each is answered in the group, but only once for each kind of
    // answer.
    let loud = table.ask(boris, group, "/new 21x21").await;
    assert_eq!(loud.text, "На доске бывает от 3 до 20 столбцов и строк.");
    let loud = table.ask(oksana, group, "/new 21x21").await;
    assert_eq!(loud.text, "На дошці буває від 3 до 20 стовпців і рядків.");
    let other = table.ask(boris, group, "/new chess").await;
    assert!(other.text.contains("chess"), "{other:?}");
    for again in ["/new 99x99", "/new draughts"] {
        table.say(boris, group, again);
    }
    // A game begins as usual.
    let board = table.ask(oksana, group, "/new").await;
    table.play(boris, &board, 4).await;
    // A user who turns out to be unreachable counts as one who has not started the bot.
    start(&table, oksana).await;
    table.expect_refusals(&["bot was blocked by the user"]);
    let refusal = Fault::error(403, "Forbidden: bot was blocked by the user").on("sendMessage");
    table.playground.fault(refusal.in_chat(oksana));
    table.say(oksana, group, "/new chess");
    let is_refused = |call: &Call| call.error.is_some();
    let tried = table.playground.until(|snapshot| snapshot.calls().any(is_refused).then_some(()));
    tried.await.expect("she is written to");
    at_rest(&table).await;
    assert_eq!(table.refused_calls().len(), 1);
    assert!(table.read(group).await.text.contains("chess"), "she hears it in the group");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_has_pressed_start_is_told_in_private_though_nothing_is_stored_of_them() {
    let table = Table::new().await;
    for person in [table.anna, table.boris] {
        table.ask(person, person, "/start").await;
    }
    table.say(table.anna, table.group, "/new 99x99");
    assert_eq!(told(&table, table.anna).await, "Boards have 3 to 20 columns and rows.");
    for _ in 0..2 {
        table.say(table.boris, table.group, "/new 99x99");
        let told = told(&table, table.boris).await;
        assert_eq!(told, "На доске бывает от 3 до 20 столбцов и строк.");
    }
    // He still is once he is stored for a tap in the group.
    let open = table.ask(table.anna, table.group, "/new").await;
    table.play(table.boris, &open, 4).await;
    table.say(table.boris, table.group, "/new 99x99");
    told(&table, table.boris).await;
    // The same holds for a user who has written anything there.
    table.ask(table.oksana, table.oksana, "?").await;
    table.say(table.oksana, table.group, "/new 99x99");
    told(&table, table.oksana).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_in_private_says_whether_it_is_to_a_message_or_to_a_tap() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    start(&table, anna).await;
    let help = table.ask(anna, group, "/help").await;
    assert_eq!(table.toast(&table.press(anna, &help, "👋 Play a friend")).await, "");
    let answer = table.read(anna).await;
    let expected = "That is only for our private chat: send /invite here.";
    assert_eq!(answer.text, format!("In reply to your tap in a group:\n{expected}"));
    table.say(anna, group, "/invite");
    assert_eq!(told(&table, anna).await, expected);
    table.finish().await;
}
