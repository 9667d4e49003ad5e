//! Buttons of messages so old that Telegram omits their content: they do their work in a new message, or name
//! the command that does it.

use zerosum_playground::views::MessageView;

use crate::account::private_answers::start;
use crate::support::harness::Table;

/// The data of all buttons below a message.
fn data_below(page: &MessageView) -> Vec<String> {
    page.keyboard.iter().flatten().filter_map(|button| button.data.clone()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_of_an_old_page_does_its_work_or_names_its_command() {
    let table = Table::new().await;
    let anna = table.anna;
    start(&table, anna).await;
    table.ask(anna, anna, "/new 4x4").await;
    let mut works = 0;
    for command in [
        "/puzzle",
        "/learn",
        "/top",
        "/me",
        "/deletemydata",
        "/games",
        "/resign",
        "/invite 3x3",
        "/opponent",
        "/opponent 3x3 24h",
    ] {
        let page = table.ask(anna, anna, command).await;
        let buttons = data_below(&page);
        assert!(!buttons.is_empty(), "{command}: {page:?}");
        table.playground.delete_message(anna, page.message_id).expect("it is there");
        let name = command.split(' ').next().expect("it has a name");
        for data in &buttons {
            let toast = table.toast(&table.press_data(anna, &page, data)).await;
            if toast.is_empty() {
                assert_ne!(table.read(anna).await.text, "", "{command}: {data}");
                works += 1;
            } else {
                let expected = format!("This button is out of date. Send {name} instead.");
                assert_eq!(toast, expected, "{command}: {data}");
            }
        }
    }
    assert!(works > 20, "{works}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_old_page_was_about_is_in_the_new_message() {
    let table = Table::new().await;
    let anna = table.anna;
    let again = async |page: &MessageView, data: &str| {
        table.playground.delete_message(anna, page.message_id).expect("it is there");
        assert_eq!(table.toast(&table.press_data(anna, page, data)).await, "");
        table.read(anna).await
    };
    let puzzle = table.ask(anna, anna, "/puzzle sheep").await;
    let data = data_below(&puzzle);
    let same = again(&puzzle, &data[0]).await;
    assert_eq!((&same.text, &same.keyboard), (&puzzle.text, &puzzle.keyboard));
    let record = table.ask(anna, anna, "zerosum record 1 3x3\n1. b2 a1 2. a2 c2 3. b1 b3 *").await;
    table.say(anna, anna, "/record");
    let sent = table.read(anna).await;
    let press = table.press_data(anna, &sent, &data_below(&sent)[0]);
    assert_eq!(table.toast(&press).await, "");
    let page = table.read(anna).await;
    let steps = data_below(&page);
    let step = steps.iter().find(|data| data.starts_with("1:r:")).expect("it can be stepped");
    let turned = again(&page, step).await;
    assert_ne!(turned.keyboard, page.keyboard, "another position than {page:?}");
    assert_eq!(table.now(&record), record);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_prefers_is_chosen_below_an_old_question_too() {
    let table = Table::new().await;
    let anna = table.anna;
    for (command, label, told) in
        [("/theme", "Dark", "from now on"), ("/language", "Українська", "українською")]
    {
        let page = table.ask(anna, anna, command).await;
        let buttons = page.keyboard.iter().flatten();
        let button = buttons.into_iter().find(|button| button.text.contains(label));
        let button = button.unwrap_or_else(|| panic!("no {label} in {page:?}"));
        let data = button.data.clone().expect("it can be pressed");
        table.playground.delete_message(anna, page.message_id).expect("it is there");
        let toast = table.toast(&table.press_data(anna, &page, &data)).await;
        assert!(toast.contains(told), "{toast}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_settings_of_a_group_name_their_command() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    table.playground.set_administrator(anna, group, true).expect("the group is there");
    let page = table.ask(anna, group, "/settings@zerosum_bot").await;
    table.playground.delete_message(group, page.message_id).expect("it is there");
    let press = table.press_data(anna, &page, &data_below(&page)[0]);
    assert_eq!(table.toast(&press).await, "This button is out of date. Send /settings instead.");
    table.finish().await;
}
