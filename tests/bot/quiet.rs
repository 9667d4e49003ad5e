//! What concerns one person only is told to them in private, and a group hears little of it.

use zerosum_playground::calls::Call;
use zerosum_playground::fault::Fault;

use crate::harness::Table;
use crate::metrics::at_rest;

/// Somebody plays in private, so that they can be written to.
pub(crate) async fn start(table: &Table, user: i64) {
    table.new_game(user).await;
}

/// What somebody is told in private who has just said something in a group.
pub(crate) async fn told(table: &Table, user: i64) -> String {
    let message = table.read(user).await;
    let (heading, text) = message.text.split_once('\n').expect("a heading and a text");
    let headings = [
        "In answer to your message in a group:",
        "В ответ на ваше сообщение в группе:",
        "У відповідь на ваше повідомлення в групі:",
    ];
    assert!(headings.contains(&heading), "{message:?}");
    text.to_owned()
}

/// The same of somebody who answers a message of the group with a command.
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
async fn a_refusal_goes_to_whoever_has_started_the_bot_and_else_to_the_group_once() {
    let mut table = Table::new().await;
    let (anna, boris, oksana, group) = (table.anna, table.boris, table.oksana, table.group);
    start(&table, anna).await;
    table.say(anna, group, "/new chess");
    assert!(told(&table, anna).await.starts_with("I know no game"));
    table.say(anna, group, "/new 5+3 perfect");
    assert!(told(&table, anna).await.starts_with("I play without a clock."));
    // The others have not started it: the first one is answered before all, and the next one not.
    let loud = table.ask(boris, group, "/new 16x16").await;
    assert_eq!(loud.text, "На доске бывает от 3 до 15 столбцов и рядов.");
    table.say(oksana, group, "/new 16x16");
    table.say(boris, group, "/new chess");
    // A game begins as ever.
    let board = table.ask(oksana, group, "/new").await;
    table.play(boris, &board, 4).await;
    // Whoever cannot be reached after all counts as one who has not started it.
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
    table.finish().await;
}
