//! Openings in which players choose colours: against the bot, between two people, in a group and on the page.

use zerosum_games::any::GameSpec;
use zerosum_games::mnk::opening::OpeningChoice;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::Action;
use zerosum_session::game::clock::TimeControl;

use crate::between_people::two_chats::{sent, table_of_two_with};
use crate::support::grid::is_over;
use crate::support::harness::Table;
use crate::support::live_browser::Browser;

const STONES_LEFT: [&str; 3] = [
    "Opening: place ⚫\u{fe0f} (3 to go).",
    "Opening: place ⚪\u{fe0f} (2 to go).",
    "Opening: place ⚫\u{fe0f} (1 to go).",
];

/// The data of a button that puts a stone on an empty cell.
fn empty_cell(board: &MessageView) -> String {
    let mut buttons = board.keyboard.iter().flatten();
    let empty = buttons.find(|button| button.text == "·").expect("an empty cell");
    empty.data.clone().expect("it has data")
}

async fn put(table: &Table, user: i64, board: &MessageView) -> MessageView {
    let press = table.press_data(user, board, &empty_cell(board));
    assert_eq!(table.toast(&press).await, "");
    table.changed(board).await
}

async fn choose(table: &Table, user: i64, board: &MessageView, label: &str) -> MessageView {
    assert_eq!(table.toast(&table.press(user, board, label)).await, "");
    table.changed(board).await
}

/// The buttons that choose.
fn choices(board: &MessageView) -> Vec<&str> {
    let is_choice = |data: &str| match tap::decode(data) {
        Ok(Tap::Act { action: Action::Play(code), .. }) => OpeningChoice::of_code(code).is_some(),
        _ => false,
    };
    let buttons = board.keyboard.iter().flatten();
    let chosen = buttons.filter(|button| button.data.as_deref().is_some_and(is_choice));
    chosen.map(|button| button.text.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_chooses_a_colour_and_plays_on() {
    let table = Table::new().await;
    let anna = table.anna;
    let mut board = table.ask(anna, anna, "/new gomoku swap2 casual").await;
    assert!(board.text.starts_with("Gomoku 15×15, Swap2"), "{board:?}");
    for told in STONES_LEFT {
        assert!(board.text.contains(told), "{board:?}");
        // Colours are not chosen yet.
        assert!(board.text.contains("1️⃣ You  ·  2️⃣ zerosum (casual)"), "{board:?}");
        assert!(choices(&board).is_empty() && board.find_button("💡 Hint").is_none(), "{board:?}");
        board = put(&table, anna, &board).await;
    }
    let board = table.until(&board, |board| board.text.contains("Your move: tap for")).await;
    // White moves next: either the bot has taken it and moved, or it is Anna's.
    let is_anna_white = board.text.contains("⚪\u{fe0f} You");
    assert_eq!(board.text.contains("⚫\u{fe0f} You"), !is_anna_white, "{board:?}");
    let mark = if is_anna_white { "⚪\u{fe0f}" } else { "⚫\u{fe0f}" };
    assert!(board.text.contains(&format!("Your move: tap for {mark}")), "{board:?}");
    let board = put(&table, anna, &board).await;
    table.until(&board, |board| board.text.contains("Your move: tap for")).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_opens_and_a_person_may_put_two_more_stones() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new swap2 second casual").await;
    assert!(board.text.contains("Choose a colour: White moves."), "{board:?}");
    assert_eq!(choices(&board), ["⚫\u{fe0f} Black", "⚪\u{fe0f} White", "+2 stones"]);
    let press = table.press_data(anna, &board, &empty_cell(&board));
    let told = table.toast(&press).await;
    assert_eq!(told, "Choose a colour first.");
    table.restart_bot().await;
    let mut board = choose(&table, anna, &board, "+2 stones").await;
    for told in ["place ⚪\u{fe0f} (2 to go)", "place ⚫\u{fe0f} (1 to go)"] {
        assert!(board.text.contains(told), "{board:?}");
        board = put(&table, anna, &board).await;
    }
    let board = table.until(&board, |board| board.text.contains("Your move: tap for")).await;
    assert!(choices(&board).is_empty(), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_choose_and_exchange_their_seats_across_a_restart() {
    let spec = GameSpec::from_name("15x15x5-swap2").expect("it is a game");
    let mut table = table_of_two_with(spec, TimeControl::Unlimited).await;
    let (mut of_anna, mut of_boris) = sent(&table).await;
    assert!(of_boris.text.contains("Начало: Anna ставит ⚫\u{fe0f} (осталось 3)."));
    assert_eq!(
        table.toast(&table.press_data(table.boris, &of_boris, &empty_cell(&of_boris))).await,
        "Сейчас не ваш ход."
    );
    for told in STONES_LEFT {
        assert!(of_anna.text.contains(told), "{of_anna:?}");
        of_anna = put(&table, table.anna, &of_anna).await;
        of_boris = table.changed(&of_boris).await;
    }
    assert!(of_anna.text.contains("Борис chooses a colour."), "{of_anna:?}");
    assert!(of_boris.text.contains("Выберите цвет: ход белых."), "{of_boris:?}");
    let labels = ["⚫\u{fe0f} Чёрные", "⚪\u{fe0f} Белые", "+2 камня"];
    assert_eq!(choices(&of_boris), labels);
    // A choice is the chooser's, and is made once.
    let toast = table.toast(&table.press(table.anna, &of_anna, "⚫\u{fe0f} Black")).await;
    assert_eq!(toast, "It is not your turn.");
    table.restart_bot().await;
    let chosen = choose(&table, table.boris, &of_boris, labels[0]).await;
    assert!(chosen.text.contains("⚫\u{fe0f} Вы  ·  ⚪\u{fe0f} Anna"), "{chosen:?}");
    assert!(chosen.text.contains("Ходит Anna (⚪\u{fe0f})."), "{chosen:?}");
    let toast = table.toast(&table.press(table.boris, &of_boris, labels[1])).await;
    assert_eq!(toast, "Доска уже изменилась. Вот как она выглядит сейчас.", "it was made");
    of_anna = table.changed(&of_anna).await;
    assert!(of_anna.text.contains("⚫\u{fe0f} Борис  ·  ⚪\u{fe0f} You"), "{of_anna:?}");
    assert!(of_anna.text.contains("Your move: tap for ⚪\u{fe0f}"), "{of_anna:?}");
    let of_anna = put(&table, table.anna, &of_anna).await;
    let of_boris =
        table.until(&chosen, |board| board.text.contains("Ваш ход: поставьте ⚫\u{fe0f}")).await;
    put(&table, table.boris, &of_boris).await;
    table.changed(&of_anna).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_in_a_group_joins_by_choosing() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let mut board = table.ask(anna, group, "/new swap2 first").await;
    for _ in 0..3 {
        board = put(&table, anna, &board).await;
    }
    assert_eq!(choices(&board).len(), 3);
    let board = choose(&table, boris, &board, "⚪\u{fe0f} White").await;
    assert!(board.text.contains("⚫\u{fe0f} Anna  ·  ⚪\u{fe0f} Борис"), "{board:?}");
    let board = put(&table, boris, &board).await;
    put(&table, anna, &board).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_colour_is_chosen_on_the_page() {
    let mut table = Table::without_bot().await;
    let mut page = Browser::at(&mut table).await;
    page.enter_by_link(&table, table.anna).await;
    table.ask(table.anna, table.anna, "/new swap2 second casual").await;
    let link = page.only_game().await;
    let game = page.game(&link).await;
    assert!(!game["legal"].as_str().expect("cells").contains('1'), "no cell is to be chosen");
    assert_eq!(game["say"], "Choose a colour: White moves.");
    let (status, chosen) = page.press(&link, &game, "+2 stones").await;
    assert_eq!(
        (status, chosen["say"].as_str()),
        (200, Some("Opening: place ⚪\u{fe0f} (2 to go)."))
    );
    let labels = chosen["controls"].as_array().expect("buttons").iter();
    assert!(labels.into_iter().all(|it| it["label"] != "⚪\u{fe0f} White"), "{chosen}");
    let stone = |game: &serde_json::Value| {
        let free = game["legal"].as_str().expect("cells").find('1').expect("a free cell");
        u16::try_from(free).expect("few")
    };
    let (status, one) = page.move_at(&link, &chosen, stone(&chosen)).await;
    assert_eq!((status, one["say"].as_str()), (200, Some("Opening: place ⚫\u{fe0f} (1 to go).")));
    let (status, _) = page.move_at(&link, &one, stone(&one)).await;
    assert_eq!(status, 200);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_double_tap_begins_one_game_that_the_bot_opens_and_the_next_one_is_opened_by_it_too() {
    let table = Table::new().await;
    let anna = table.anna;
    let page = table.ask(anna, anna, "/games").await;
    let start = || table.press_data(anna, &page, "1:n:2:casual:15x15x5-swap2");
    let told = [table.toast(&start()).await, table.toast(&start()).await];
    assert_eq!(told, ["", "Your board is ready. /board brings it down here."]);
    let board = table.read(anna).await;
    let board = choose(&table, anna, &board, "⚫\u{fe0f} Black").await;
    let board = table.until(&board, |board| board.text.contains("Your move")).await;
    assert!(board.text.contains("⚫\u{fe0f} You"), "{board:?}");
    table.ask(anna, anna, "/resign").await;
    let over = table.until(&board, |board| board.find_button("🔁 Play again").is_some()).await;
    assert_eq!(table.toast(&table.press(anna, &over, "🔁 Play again")).await, "");
    // The bot opens again, though it has played white.
    let next = table.read(anna).await;
    assert!(next.text.contains("Choose a colour"), "{next:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_colour_may_be_typed_while_it_is_to_be_chosen() {
    let table = Table::new().await;
    let anna = table.anna;
    table.ask(anna, anna, "/new swap2 second casual").await;
    let mut board = table.ask(anna, anna, "+2 stones").await;
    assert!(board.text.contains("2 to go"), "{board:?}");
    for _ in 0..2 {
        board = put(&table, anna, &board).await;
    }
    // The bot chooses, and then no choice is left.
    table.until(&board, |board| board.text.contains("Your move: tap for")).await;
    let told = table.ask(anna, anna, "black").await;
    assert!(!told.text.contains("Swap2"), "{told:?}");
    table.ask(anna, anna, "/new swap2 second casual").await;
    let put_more = table.ask(anna, anna, "+2").await;
    assert!(put_more.text.contains("2 to go"), "{put_more:?}");
    table.ask(anna, anna, "/new swap2 second casual").await;
    let chosen = table.ask(anna, anna, "⚪ White").await;
    assert!(chosen.text.contains("Your move: tap for ⚪\u{fe0f}"), "{chosen:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_loss_with_the_colour_of_the_other_seat_is_a_loss() {
    let table = Table::new().await;
    let anna = table.anna;
    for number in 1..=2 {
        let board = table.ask(anna, anna, "/new swap2 second casual").await;
        let board = choose(&table, anna, &board, "⚫\u{fe0f} Black").await;
        let board = table.until(&board, |board| board.text.contains("Your move: tap for")).await;
        table.playground.settled().await.expect("all is settled");
        table.ask(anna, anna, "/resign").await;
        let over = table.until(&board, is_over).await;
        assert!(over.find_button("🙂 Easier: beginner").is_some(), "{over:?}");
        let is_offered = over.text.contains("Two losses in a row. Easier?");
        assert_eq!(is_offered, number == 2, "{over:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_may_resign_in_an_opening_against_the_bot() {
    let table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new swap2 casual").await;
    let asked = choose(&table, anna, &board, "🏳️ Resign").await;
    let is_sure = |data: &str| matches!(tap::decode(data), Ok(Tap::ResignSurely { .. }));
    let mut data = asked.keyboard.iter().flatten().filter_map(|button| button.data.clone());
    let data = data.find(|data| is_sure(data)).expect("a button that resigns");
    assert_eq!(table.toast(&table.press_data(anna, &asked, &data)).await, "");
    table.until(&board, |board| board.text.contains("You resigned.")).await;
    table.finish().await;
}
