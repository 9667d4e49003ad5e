//! Settings that administrators choose for their group.

use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;

use crate::account::private_answers::{start, told};
use crate::game::panels::more;
use crate::support::harness::Table;

const EVERYBODY: &str = "Everybody may start";
const ADMINISTRATORS: &str = "Only administrators";
const ANY_TOPIC: &str = "In any topic";
const THIS_TOPIC: &str = "Only in this topic";

/// Text on the page for every user who asks for it.
const ANONYMOUS: &str = "If you write as the group, tapping a button tells only me who you are.";

/// Has Anna, who made the group, choose another option on its page.
async fn choose(table: &Table, page: &MessageView, label: &str) -> MessageView {
    let press = table.press(table.anna, page, label);
    assert_eq!(table.toast(&press).await, "");
    let chosen = format!("✓ {label}");
    table.until(page, |now| now.find_button(&chosen).is_some()).await
}

/// The answer to a user's message in a topic.
async fn ask_in(table: &Table, user: i64, topic: i32, text: &str) -> MessageView {
    table.playground.send_text_in_topic(user, table.group, topic, text).expect("they are there");
    table.read(table.group).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_administrators_choose_and_what_they_choose_outlives_a_restart() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let page = table.ask(anna, group, "/settings").await;
    assert!(page.text.starts_with("Games in this group:"), "{page:?}");
    assert!(page.text.contains(ANONYMOUS), "{page:?}");
    assert!(page.find_button(THIS_TOPIC).is_none(), "the group is no forum: {page:?}");
    let press = table.press(boris, &page, ADMINISTRATORS);
    assert_eq!(table.toast(&press).await, "Это могут менять только администраторы группы.");
    let page = choose(&table, &page, ADMINISTRATORS).await;
    assert!(page.text.contains(ANONYMOUS), "{page:?}");
    table.restart_bot().await;
    let refused = table.ask(boris, group, "/new").await;
    assert_eq!(refused.text, "В этой группе партии начинают только администраторы.");
    let board = table.ask(anna, group, "/new").await;
    // A member who may not start a game may play one.
    table.play(boris, &board, 4).await;
    let page = choose(&table, &page, EVERYBODY).await;
    assert_eq!(page.find_button(&format!("✓ {ADMINISTRATORS}")), None);
    table.ask(boris, group, "/new").await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_may_start_games_is_respected_by_every_button() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let board = table.ask(boris, group, "/new perfect").await;
    table.ask(boris, group, "/resign").await;
    let over = table.changed(&board).await;
    let card = table.ask(boris, group, "/games").await;
    let tile = card.keyboard[0][0].text.clone();
    let press = table.press(boris, &card, &tile);
    assert_eq!(table.toast(&press).await, "");
    let card = table.changed(&card).await;
    let levels = table.ask(boris, group, "/level").await;
    let help = table.ask(boris, group, "/help").await;
    let page = table.ask(anna, group, "/settings").await;
    choose(&table, &page, ADMINISTRATORS).await;
    let refusal = "В этой группе партии начинают только администраторы.";
    let labels = |message: &MessageView| -> Vec<String> {
        let buttons = message.keyboard.iter().flatten();
        let starts = buttons.filter(|button| {
            let data = button.data.as_deref().unwrap_or_default();
            data.starts_with("1:n:")
                || data.starts_with("1:w:")
                || data == "1:q:new"
                || data.ends_with(":s") && data.starts_with("1:a:")
        });
        starts.map(|button| button.text.clone()).collect()
    };
    let mut count = 0;
    for message in [&over, &card, &levels, &help] {
        for label in labels(message) {
            let press = table.press(boris, message, &label);
            assert_eq!(table.toast(&press).await, refusal, "{label} of {message:?}");
            count += 1;
        }
    }
    assert!(count >= 6, "{count} buttons begin a game");
    // Administrators go on as before.
    let press = table.press(anna, &help, &labels(&help)[0]);
    assert_eq!(table.toast(&press).await, "");
    table.read(group).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_begin_in_the_chosen_topic_only_and_elsewhere_commands_are_told_where() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let topics = [(); 2].map(|()| table.playground.add_topic(group).expect("it is a group"));
    let [games, news] = topics;
    let old = ask_in(&table, anna, news, "/new perfect").await;
    let help = ask_in(&table, anna, news, "/help").await;
    let page = ask_in(&table, anna, games, "/settings").await;
    assert!(page.find_button(&format!("✓ {ANY_TOPIC}")).is_some(), "{page:?}");
    let page = choose(&table, &page, THIS_TOPIC).await;
    let link = format!("https://t.me/c/{}/{games}", &group.to_string()[4..]);
    // The general topic counts as another one, too.
    let loud = table.ask(anna, group, "/new").await;
    assert_eq!(loud.text, format!("In this group I play here: {link}"));
    start(&table, boris).await;
    for words in ["/new", "/new@zerosum_bot perfect", "/help", "/games"] {
        table.playground.send_text_in_topic(boris, group, news, words).expect("he is there");
        let told = told(&table, boris).await;
        assert_eq!(told, format!("В этой группе я играю здесь: {link}"), "{words}");
    }
    // The bot ignores commands of other bots.
    for words in ["hello", "/new@other_bot", "/frobnicate"] {
        table.playground.send_text_in_topic(boris, group, news, words).expect("he is there");
    }
    let press = table.press(anna, &help, "▶️ New game");
    assert_eq!(table.toast(&press).await, "In this group games are started in another topic.");
    let press = table.press(anna, &help, "📋 My games");
    assert_eq!(table.toast(&press).await, "In this group games are started in another topic.");
    // A game begun there is played to its end, and the bot sends nothing more there.
    let old = table.play(anna, &old, 4).await;
    let old = more(&table, anna, &old).await;
    for sign in ["🧪", "❓"] {
        let toast = table.toast(&table.press(anna, &old, sign)).await;
        assert_eq!(toast, "In this group games are started in another topic.", "{sign}");
    }
    let board = ask_in(&table, boris, games, "/new").await;
    assert_eq!(board.topic, Some(games));
    // Telegram does not report the topic of an old message, so its buttons work.
    let old_help = ask_in(&table, boris, games, "/help").await;
    table.playground.delete_message(group, old_help.message_id).expect("it is there");
    assert_eq!(table.toast(&table.press(boris, &old_help, "🎲")).await, "");
    table.read(group).await;
    // The page is available in every topic and links to the chosen one.
    let elsewhere = ask_in(&table, anna, news, "/settings").await;
    assert!(elsewhere.text.ends_with(&link), "{elsewhere:?}");
    choose(&table, &page, ANY_TOPIC).await;
    assert_eq!(ask_in(&table, boris, news, "/new").await.topic, Some(news));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_general_topic_can_be_chosen() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let topic = table.playground.add_topic(group).expect("it is a group");
    let page = table.ask(anna, group, "/settings").await;
    choose(&table, &page, THIS_TOPIC).await;
    let told = ask_in(&table, anna, topic, "/new").await;
    assert!(told.text.ends_with("/1"), "{told:?}");
    let board = table.ask(anna, group, "/new perfect").await;
    table.play(anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_and_messages_are_in_the_language_of_the_group_and_toasts_in_ones_own() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let page = table.ask(anna, group, "/settings").await;
    let page = choose(&table, &page, "Українська").await;
    assert!(page.text.starts_with("Партії в цій групі"), "{page:?}");
    let board = table.ask(anna, group, "/new x").await;
    assert!(board.text.starts_with("❌ Anna  ·  ⭕ вільно"), "{board:?}");
    let board = table.play(boris, &board, 4).await;
    assert!(board.text.contains("Борис"), "{board:?}");
    assert_eq!(table.try_cell(boris, &board, 0).await, "Сейчас не ваш ход.");
    let help = table.ask(boris, group, "/help").await;
    assert!(help.text.starts_with("Ви натискаєте"), "{help:?}");
    // In private the bot answers every user as before.
    let help = table.ask(boris, boris, "/help").await;
    assert!(help.text.starts_with("Вы нажимаете"), "{help:?}");
    let press = table.press(anna, &page, "Мова того, хто почав");
    assert_eq!(table.toast(&press).await, "");
    let page = table.changed(&page).await;
    assert!(page.text.starts_with("Games in this group"), "{page:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_chosen_follows_a_group_that_becomes_a_supergroup() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let group = table.playground.add_basic_group("Hikers", &[anna, boris]);
    let page = table.ask(anna, group, "/settings").await;
    choose(&table, &page, ADMINISTRATORS).await;
    let supergroup = table.playground.upgrade_group(group).expect("it is a basic group");
    table.playground.settled().await.expect("all is settled");
    let refused = table.ask(boris, supergroup, "/new").await;
    assert_eq!(refused.text, "В этой группе партии начинают только администраторы.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn telegram_is_asked_for_administrators_seldom_and_its_trouble_lets_no_user_in() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    table.playground.set_administrator(table.oksana, group, true).expect("she is a member");
    let page = table.ask(anna, group, "/settings").await;
    assert_eq!(table.count_calls("getChatAdministrators", group), 0);
    let page = choose(&table, &page, ADMINISTRATORS).await;
    table.ask(table.oksana, group, "/new").await;
    table.ask(boris, group, "/new").await;
    let press = table.press(boris, &page, EVERYBODY);
    assert_ne!(table.toast(&press).await, "");
    assert_eq!(table.count_calls("getChatAdministrators", group), 1);
    table.finish().await;
    let mut table = Table::new().await;
    table.expect_refusals(&["Internal Server Error"]);
    let page = table.ask(table.anna, table.group, "/settings").await;
    table.playground.fault(Fault::error(500, "Internal Server Error").on("getChatAdministrators"));
    let press = table.press(table.anna, &page, ADMINISTRATORS);
    let toast = table.toast(&press).await;
    assert!(toast.starts_with("I can’t find out who the administrators are."), "{toast}");
    choose(&table, &page, ADMINISTRATORS).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_administrator_who_writes_as_the_group_gets_the_page_and_is_known_by_their_press() {
    let table = Table::new().await;
    table.playground.send_text_as_group(table.group, "/settings").expect("the group is there");
    let page = table.read(table.group).await;
    assert!(page.text.contains(ANONYMOUS), "{page:?}");
    let press = table.press(table.boris, &page, ADMINISTRATORS);
    assert_ne!(table.toast(&press).await, "");
    choose(&table, &page, ADMINISTRATORS).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_presses_and_private_chats_choose_nothing() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let told = table.ask(anna, anna, "/settings").await;
    assert!(told.text.contains("A group has settings of its own"), "{told:?}");
    let keyboard = told.keyboard.iter().flatten().map(|button| button.text.as_str());
    let own = ["🎨 Board style", "🌐 Language", "📊 My results", "🔒 Privacy"];
    assert!(keyboard.eq(own), "{told:?}");
    let board = table.ask(anna, group, "/new").await;
    for message in [&told, &board] {
        let press = table.press_data(anna, message, "1:u:s:administrators");
        assert_ne!(table.toast(&press).await, "");
    }
    table.ask(table.boris, group, "/new").await;
    table.finish().await;
}
