//! Ratings between people: shown by `/me` and in tables of those who want to be listed. Only games with a
//! clock between two people count.

use serde_json::Value;
use zerosum_playground::views::MessageView;

use crate::account::results::details;
use crate::support::harness::{Table, data_of};

const RATING: &str = "👥 Rating against people (everybody begins with 1500): 3×3 ";

/// Plays a game in the group to its end: this player joins and wins with three in the first column.
async fn won_by(table: &Table, starter: i64, winner: i64, words: &str) -> MessageView {
    let mut board = table.ask(starter, table.group, words).await;
    for (user, cell) in [(winner, 0), (starter, 1), (winner, 3), (starter, 2), (winner, 6)] {
        board = table.play(user, &board, cell).await;
    }
    board
}

/// The line about ratings among people in a user's answer.
async fn rating_of(table: &Table, user: i64) -> Option<String> {
    let page = details(table, user).await;
    page.text.lines().find(|line| line.starts_with("👥")).map(str::to_owned)
}

async fn press(table: &Table, user: i64, page: &MessageView, label: &str) -> (String, MessageView) {
    let toast = table.toast(&table.press(user, page, label)).await;
    (toast, table.changed(page).await)
}

async fn file_of(table: &Table, user: i64) -> Value {
    let message = table.ask(user, user, "/mydata").await;
    let look = table.playground.look(|all| all.document(message.chat_id, message.message_id));
    serde_json::from_slice(&look.expect("a document").content).expect("the file is JSON")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_by_the_clock_counts_for_both_and_once_also_after_a_restart() {
    let mut table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    won_by(&table, anna, boris, "/new 5+3").await;
    assert_eq!(rating_of(&table, anna).await, Some(format!("{RATING}1338?")));
    let of_boris = "👥 Рейтинг против людей (начальный 1500): 3×3 1662?";
    assert_eq!(rating_of(&table, boris).await.as_deref(), Some(of_boris));
    table.restart_bot().await;
    assert_eq!(rating_of(&table, anna).await, Some(format!("{RATING}1338?")));
    won_by(&table, boris, oksana, "/new 3m").await;
    let of_oksana = rating_of(&table, oksana).await.expect("she has played");
    assert!(of_oksana.starts_with("👥 Рейтинг проти людей (початковий 1500): 3×3 1"));
    let file = file_of(&table, boris).await;
    let [rating] = &file["ratings"].as_array().expect("a list")[..] else { panic!("{file}") };
    assert_eq!((&rating["game"], &rating["games"]), (&"3x3".into(), &2.into()));
    assert_eq!(rating["history"].as_array().map(Vec::len), Some(2));
    assert!((rating["history"][0]["points"].as_f64().expect("a number") - 1_662.2).abs() < 0.2);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_else_counts() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    // A game without a clock.
    won_by(&table, anna, boris, "/new").await;
    // A game against an engine.
    table.ask(anna, anna, "/new casual 3x3").await;
    table.ask(anna, anna, "/resign").await;
    // A game with a move that was taken back.
    let open = table.ask(anna, table.group, "/new 5+3").await;
    let board = table.play(boris, &open, 0).await;
    assert_eq!(table.toast(&table.press(boris, &board, "↩️")).await, "");
    let asked = table.until(&board, |now| now.find_button("↩️ Allow").is_some()).await;
    assert_eq!(table.toast(&table.press(anna, &asked, "↩️ Allow")).await, "");
    let mut board = table.changed(&asked).await;
    for (user, cell) in [(boris, 0), (anna, 1), (boris, 3), (anna, 2), (boris, 6)] {
        board = table.play(user, &board, cell).await;
    }
    // A game of a player who does not want their games to be counted.
    let page = details(&table, boris).await;
    assert_eq!(table.toast(&table.press(boris, &page, "✖️ Не считать партии")).await, "");
    let question = table.read(boris).await;
    press(&table, boris, &question, "Да, не считать и удалить").await;
    won_by(&table, anna, boris, "/new 5+3").await;
    for user in [anna, boris] {
        assert_eq!(rating_of(&table, user).await, None);
    }
    let page = table.ask(boris, table.group, "/top").await;
    let toast = table.toast(&table.press(boris, &page, "✅ Показывать меня")).await;
    assert_eq!(toast, "Подсчёт ваших партий отключён: так вы выбрали. Изменить это можно в /me.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_of_a_group_has_the_players_who_have_agreed_and_no_others() {
    let table = Table::new().await;
    let (anna, boris, oksana, group) = (table.anna, table.boris, table.oksana, table.group);
    won_by(&table, anna, boris, "/new 5+3").await;
    let page = table.ask(anna, group, "/top").await;
    assert!(page.text.starts_with("🏆 3×3: ratings in this group\n\nNobody is listed"), "{page:?}");
    let (toast, page) = press(&table, anna, &page, "✅ List me").await;
    assert_eq!(toast, "Your name is in this table now, in each game you have a rating in.");
    assert!(page.text.contains("\n1. Anna  ·  1338?\n"), "{page:?}");
    assert!(!page.text.contains("Борис"), "{page:?}");
    // Everyone presses the same buttons, each for themselves.
    let (toast, page) = press(&table, boris, &page, "✅ List me").await;
    assert!(toast.starts_with("Теперь ваше имя в этой таблице"), "{toast}");
    assert!(page.text.contains("\n1. Борис  ·  1662?\n2. Anna  ·  1338?\n"), "{page:?}");
    // A player without games is not listed, and other games have tables of their own.
    let page = table.ask(oksana, group, "/top").await;
    assert!(page.text.contains("Враховуються партії з годинником"), "{page:?}");
    let (toast, _) = press_same(&table, oksana, &page, "✅ Показувати мене").await;
    assert!(toast.starts_with("Тепер ваше ім’я"), "{toast}");
    let (toast, other) = press(&table, oksana, &page, "Ultimate 9×9").await;
    assert_eq!(toast, "");
    assert!(other.text.contains("Тут поки нікого немає."), "{other:?}");
    let (toast, page) = press(&table, anna, &other, "3×3").await;
    assert_eq!(toast, "");
    let (toast, page) = press(&table, anna, &page, "✖️ Take me off").await;
    assert_eq!(toast, "You are not in this table.");
    assert!(page.text.contains("1. Борис") && !page.text.contains("Anna"), "{page:?}");
    assert_eq!(file_of(&table, boris).await["tables"][0]["chat"], group);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leaving_a_group_leaves_its_table_and_all_tables_can_be_left_from_afar() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    won_by(&table, anna, boris, "/new 5+3").await;
    let page = table.ask(anna, group, "/top").await;
    let (_, page) = press(&table, anna, &page, "✅ List me").await;
    press(&table, boris, &page, "✅ List me").await;
    let everywhere = "✖️ Take me off everywhere";
    let of_anna = table.ask(anna, anna, "/top").await;
    let (_, of_anna) = press(&table, anna, &of_anna, "✅ List me").await;
    // Neither a forged button nor another user's press takes a player off the list.
    let toast = table.toast(&table.press_data(anna, &page, "1:rt:o:3x3")).await;
    assert!(toast.starts_with("This button is out of date."), "{toast}");
    table.playground.part(boris, boris, group).expect("he is a member");
    table.playground.settled().await.expect("all updates are confirmed");
    let page = table.ask(anna, group, "/top").await;
    assert!(page.text.contains("1. Anna") && !page.text.contains("Борис"), "{page:?}");
    assert_eq!(file_of(&table, boris).await["tables"], Value::Array(Vec::new()));
    let (toast, of_anna) = press(&table, anna, &of_anna, everywhere).await;
    assert_eq!(toast, "You are in no table any more.");
    assert!(!of_anna.text.contains("Anna") && of_anna.find_button(everywhere).is_none());
    let page = table.ask(anna, group, "/top").await;
    assert!(!page.text.contains("Anna"), "{page:?}");
    table.finish().await;
}

/// Presses a button that leaves its message unchanged.
async fn press_same(
    table: &Table,
    user: i64,
    page: &MessageView,
    label: &str,
) -> (String, MessageView) {
    let toast = table.toast(&table.press(user, page, label)).await;
    (toast, table.now(page))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_of_all_has_the_players_who_have_agreed_in_private() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    won_by(&table, anna, boris, "/new 5+3").await;
    let group = table.ask(boris, table.group, "/top").await;
    press(&table, boris, &group, "✅ Показывать меня").await;
    let page = table.ask(boris, boris, "/top").await;
    assert!(page.text.starts_with("🏆 3×3: рейтинг среди всех\n\nЗдесь пока никого"), "{page:?}");
    assert!(page.find_button("✖️ Убрать меня").is_none(), "he is not in it");
    let (_, page) = press(&table, boris, &page, "✅ Показывать меня").await;
    assert!(page.text.contains("1. Борис  ·  1662?"), "{page:?}");
    let of_anna = table.ask(anna, anna, "/top").await;
    assert!(of_anna.text.contains("1. Борис  ·  1662?"), "{of_anna:?}");
    let (_, page) = press(&table, boris, &page, "✖️ Убрать меня").await;
    assert!(!page.text.contains("Борис"), "{page:?}");
    // A user whose data is deleted is not listed any more.
    let question = table.ask(boris, boris, "/deletemydata").await;
    let data = data_of(&question, 0, 0);
    table.toast(&table.press_data(boris, &question, data)).await;
    table.changed(&question).await;
    let page = table.ask(anna, table.group, "/top").await;
    assert!(!page.text.contains("Борис"), "{page:?}");
    assert_eq!(rating_of(&table, anna).await, Some(format!("{RATING}1338?")));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rating_over_time_is_a_picture_and_for_its_person_only() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let nothing = table.ask(anna, anna, "/me").await;
    assert!(nothing.find_button("📈 3×3").is_none(), "{nothing:?}");
    won_by(&table, anna, boris, "/new 5+3").await;
    let page = details(&table, anna).await;
    assert_eq!(table.toast(&table.press(anna, &page, "📈 3×3")).await, "");
    let chart = table.read(anna).await;
    assert!(chart.has_photo, "{chart:?}");
    let told = "📈 3×3: your rating against people, game by game. Now 1338?.";
    let doubt = "“?” means still uncertain: after few games or a long break.";
    assert_eq!(chart.text, format!("{told}\n{doubt}"));
    // A user who wants no pictures gets an answer that says so.
    table.ask(anna, anna, "/theme text").await;
    assert_eq!(table.toast(&table.press(anna, &page, "📈 3×3")).await, "");
    let told = table.read(anna).await;
    assert!(!told.has_photo && told.text.contains("📈 1500 → 1338"), "{told:?}");
    // No other user sees it in a group either.
    let top = table.ask(anna, table.group, "/top").await;
    let toast = table.toast(&table.press_data(boris, &top, "1:rt:c:3x3")).await;
    assert_eq!(toast, "Эта кнопка устарела. Отправьте /new, чтобы начать новую партию.");
    table.finish().await;
}
