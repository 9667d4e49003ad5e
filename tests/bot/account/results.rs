//! Results of a person's games: shown to them, forgotten on request, and part of their data.

use serde_json::{Value, json};
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, MoveCode};
use zerosum_playground::views::MessageView;
use zerosum_search::minimax;

use crate::account::private_answers::told;
use crate::between_people::clocks::pass;
use crate::between_people::leaving::begun_by_both;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::Table;

const UNKNOWN_BUTTON: &str = "This button is out of date. Send /new for a new game.";

/// Starts a game with the cross against the best level and holds the draw.
pub(crate) async fn hold_draw(table: &Table, user: i64) -> MessageView {
    let mut board = table.ask(user, user, "/new x perfect 3x3").await;
    let mut position = TicTacToe::default();
    loop {
        let best = minimax::rank(&position).moves.into_iter().max_by_key(|ranked| ranked.verdict);
        let code = best.expect("the game is in play").code;
        let before = grid_of(&board).free();
        position.play(code).expect("it is legal");
        board = table.play(user, &board, usize::from(code.0)).await;
        let left = grid_of(&board).free();
        let is_reply = |cell: &&usize| **cell != usize::from(code.0) && !left.contains(*cell);
        if let Some(reply) = before.iter().find(is_reply) {
            let reply = MoveCode(u16::try_from(*reply).expect("below 9"));
            position.play(reply).expect("it is legal");
        }
        if is_over(&board) {
            return board;
        }
    }
}

/// Starts a game and resigns it.
async fn give_up(table: &Table, user: i64) {
    table.ask(user, user, "/new casual 3x3").await;
    table.ask(user, user, "/resign").await;
}

pub(crate) async fn data_of(table: &Table, user: i64) -> Value {
    let message = table.ask(user, user, "/mydata").await;
    let look = table.playground.look(|all| all.document(message.chat_id, message.message_id));
    serde_json::from_slice(&look.expect("a document").content).expect("the file is JSON")
}

fn labels(message: &MessageView) -> Vec<&str> {
    message.keyboard.iter().flatten().map(|button| button.text.as_str()).collect()
}

async fn press(table: &Table, user: i64, message: &MessageView, label: &str) -> MessageView {
    assert_eq!(table.toast(&table.press(user, message, label)).await, "");
    table.changed(message).await
}

/// Opens the details of a person's results from what a newcomer sees at a glance.
pub(crate) async fn details(table: &Table, user: i64) -> MessageView {
    let glance = table.ask(user, user, "/me").await;
    match ["Details", "Подробнее", "Докладніше"]
        .into_iter()
        .find(|it| glance.find_button(it).is_some())
    {
        Some(label) => press(table, user, &glance, label).await,
        None => glance,
    }
}

/// Presses the button that stops the counting, and returns the question, which is in Ukrainian.
async fn ask_to_stop(table: &Table, user: i64) -> MessageView {
    let page = details(table, user).await;
    assert_eq!(table.toast(&table.press(user, &page, "✖️ Не рахувати партії")).await, "");
    table.read(user).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_told_how_their_games_have_gone_also_after_a_restart() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let nothing = table.ask(anna, anna, "/me").await;
    assert!(nothing.text.starts_with("No finished games yet"), "{nothing:?}");
    give_up(&table, anna).await;
    hold_draw(&table, anna).await;
    give_up(&table, anna).await;
    table.restart_bot().await;
    let page = details(&table, anna).await;
    assert!(!page.has_photo, "{page:?}");
    let mut lines: Vec<&str> = page.text.lines().collect();
    let doubt = lines.remove(8);
    assert_eq!(doubt, "“?” means still uncertain: after few games or a long break.");
    let rating = lines.remove(7);
    let starts = rating.starts_with("🎯 Rating against me (the beginner level has 1000): 3×3 ");
    assert!(starts && rating.ends_with('?'), "after three games it is provisional: {rating}");
    let expected = [
        "📊 Your games: 🟢 won, ⚪️ drawn, 🟥 lost",
        "",
        "🟢 0 ⚪️ 0 🟥 2  ·  3×3, casual",
        "🟢 0 ⚪️ 1 🟥 0  ·  3×3, perfect",
        "",
        "Wins in a row: 0 now, 0 at best.",
        "Draws against the highest level: 1.",
        "Your last games, to look through:",
    ];
    assert_eq!(lines, expected);
    assert_eq!(
        labels(&page),
        ["🟥 3×3", "⚪️ 3×3", "🟥 3×3", "✖️ Stop counting", "✖️ Hide milestones"]
    );
    assert_eq!(table.toast(&table.press(anna, &page, "⚪️ 3×3")).await, "");
    let replay = table.read(anna).await;
    assert!(replay.text.contains("9 / 9") || replay.text.contains("0 / 9"), "{replay:?}");
    let other = table.ask(table.boris, table.boris, "/me").await;
    assert!(!other.has_photo, "{other:?}");
    let results = data_of(&table, anna).await["results"].clone();
    let seen: Vec<(&Value, &Value)> = results
        .as_array()
        .expect("a list")
        .iter()
        .map(|result| (&result["opponent"], &result["ending"]))
        .collect();
    let [lost, drawn] = [json!("lost"), json!("drawn")];
    let [casual, perfect] = [json!("casual"), json!("perfect")];
    assert_eq!(seen, [(&casual, &lost), (&perfect, &drawn), (&casual, &lost)]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_with_help_counts_apart() {
    let table = Table::new().await;
    let boris = table.boris;
    let board = table.ask(boris, boris, "/new casual 3x3").await;
    table.toast(&table.press(boris, &board, "💡")).await;
    table.changed(&board).await;
    table.ask(boris, boris, "/resign").await;
    let page = table.ask(boris, boris, "/me").await;
    let lines: Vec<&str> = page.text.lines().collect();
    assert_eq!(lines[2], "🟢 0 ⚪️ 0 🟥 1  ·  с помощью (выше не учтены)");
    // There is no chart to draw.
    assert!(!page.has_photo);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_does_not_want_it_is_not_counted_and_earlier_results_are_forgotten() {
    let mut table = Table::new().await;
    let oksana = table.oksana;
    give_up(&table, oksana).await;
    let question = ask_to_stop(&table, oksana).await;
    let kept = press(&table, oksana, &question, "Ні, рахувати далі").await;
    assert_eq!(kept.text, "Добре, усе залишається як є.");
    let question = ask_to_stop(&table, oksana).await;
    let done = press(&table, oksana, &question, "Так, не рахувати й видалити").await;
    assert!(done.text.starts_with("Готово."), "{done:?}");
    give_up(&table, oksana).await;
    table.restart_bot().await;
    let off = table.ask(oksana, oksana, "/me").await;
    assert!(off.text.contains("не рахуються"), "{off:?}");
    let data = data_of(&table, oksana).await;
    assert_eq!((&data["results"], &data["person"]["keeps_results"]), (&json!([]), &json!(false)));
    press(&table, oksana, &off, "📊 Рахувати партії").await;
    give_up(&table, oksana).await;
    let page = table.ask(oksana, oksana, "/me").await;
    let sentence = "📊 Зіграно одну партію без допомоги, перемог поки немає. Легші рівні: /level";
    let numbers = "🟢 перемоги 0 ⚪️ нічиї 0 🟥 поразки 1";
    assert_eq!(page.text, format!("{sentence}\n{numbers}"));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counting_does_not_begin_while_a_game_with_a_clock_is_in_play() {
    let table = Table::new().await;
    let anna = table.anna;
    give_up(&table, anna).await;
    let page = details(&table, anna).await;
    assert_eq!(table.toast(&table.press(anna, &page, "✖️ Stop counting")).await, "");
    let question = table.read(anna).await;
    press(&table, anna, &question, "Yes, stop and delete").await;
    let timed = begun_by_both(&table, "/new 3m").await;
    let off = table.ask(anna, anna, "/me").await;
    let refused = table.toast(&table.press(anna, &off, "📊 Count my games")).await;
    assert!(refused.starts_with("You have games with a clock in play."), "{refused}");
    pass(&table, 200).await;
    table.until(&timed, |now| now.text.contains("Time is up")).await;
    // Another copy of the page changes nothing once the games are counted.
    let copy = table.ask(anna, anna, "/me").await;
    let done = press(&table, anna, &off, "📊 Count my games").await;
    assert!(done.text.starts_with("Done."), "{done:?}");
    begun_by_both(&table, "/new 3m").await;
    let done = press(&table, anna, &copy, "📊 Count my games").await;
    assert!(done.text.starts_with("Done."), "{done:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_are_told_in_private_only_and_buttons_work_only_where_they_stand() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    give_up(&table, anna).await;
    table.say(anna, group, "/me");
    let expected = "That is only for our private chat: send /me here.";
    assert_eq!(told(&table, anna).await, expected);
    let answer = table.ask(anna, group, "/help").await;
    for data in ["1:m:x", "1:m:k", "1:m:s", "1:m:a", "1:m:d", "1:m:y", "1:m:mt", "1:m:mh"] {
        let press = table.press_data(anna, &answer, data);
        assert_eq!(table.toast(&press).await, UNKNOWN_BUTTON, "{data}");
    }
    let page = table.ask(anna, anna, "/me").await;
    assert!(page.text.contains("🟥 lost 1"), "{page:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_sees_a_sentence_and_a_row_and_from_ten_games_on_a_chart() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 100);
    table.start_bot();
    let boris = table.boris;
    for games in 1..10 {
        give_up(&table, boris).await;
        let page = table.ask(boris, boris, "/me").await;
        assert!(!page.has_photo && labels(&page) == ["Подробнее"], "{games}: {page:?}");
        assert_eq!(page.text.lines().count(), 2, "{page:?}");
    }
    let glance = table.ask(boris, boris, "/me").await;
    let sentence = "📊 Сыграно 9 партий без помощи, побед пока нет. Уровни полегче: /level";
    let numbers = "🟢 победы 0 ⚪️ ничьи 0 🟥 поражения 9";
    assert_eq!(glance.text, format!("{sentence}\n{numbers}"));
    give_up(&table, boris).await;
    // The older message has no room for a picture.
    let page = press(&table, boris, &glance, "Подробнее").await;
    assert!(!page.has_photo && page.text.contains("🟢 0 ⚪️ 0 🟥 10"), "{page:?}");
    let page = table.ask(boris, boris, "/me").await;
    assert!(page.has_photo && page.text.contains("🟢 0 ⚪️ 0 🟥 10"), "{page:?}");
    table.finish().await;
}
