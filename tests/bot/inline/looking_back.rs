//! A game that people have played in an inline message can be reviewed in their private chats.

use zerosum_playground::views::MessageView;

use crate::study::share_offers::query_of;
use crate::support::harness::{Table, data_of};

const REVIEW: &str = "🧭";
const LINK: &str = "https://t.me/zerosum_bot?start=";

/// A board that Oksana has posted in her chat with Boris, in a game he has won.
pub(crate) async fn won_by_boris(table: &Table) -> MessageView {
    let (boris, oksana) = (table.boris, table.oksana);
    let chat = table.playground.add_conversation([boris, oksana]);
    let board = table.post(oksana, chat, "", "Хрестики-нулики 3×3").await;
    assert_eq!(table.try_cell(boris, &board, 4).await, "");
    let mut board = table.changed(&board).await;
    for (user, cell) in [(oksana, 0), (boris, 2), (oksana, 1), (boris, 6)] {
        board = table.play(user, &board, cell).await;
    }
    board
}

/// Command that the button of a finished board sends in the private chat of the user who taps it.
pub(crate) fn opening(over: &MessageView) -> String {
    let mut links = over.keyboard.iter().flatten().filter_map(|button| {
        button.text.starts_with(REVIEW).then_some(button.url.as_deref()?.strip_prefix(LINK)?)
    });
    let payload = links.next().expect("there is a link");
    assert!(payload.len() <= 64, "{payload}");
    format!("/start {payload}")
}

async fn press(table: &Table, user: i64, board: &MessageView, label: &str) -> String {
    let button = board.keyboard.iter().flatten().find(|button| button.text.starts_with(label));
    let label = &button.unwrap_or_else(|| panic!("no {label:?} in {board:?}")).text;
    table.toast(&table.press(user, board, label)).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_who_have_played_it_look_back_and_may_share_it_and_block_the_other_one() {
    let mut table = Table::new().await;
    let (boris, oksana) = (table.boris, table.oksana);
    let over = won_by_boris(&table).await;
    let link = opening(&over);
    table.restart_bot().await;
    let of_boris = table.ask(boris, boris, &link).await;
    assert!(of_boris.text.starts_with("❌ Вы  ·  ⭕ Оксана\n"), "{of_boris:?}");
    let of_oksana = table.ask(oksana, oksana, &link).await;
    assert!(of_oksana.text.starts_with("❌ Борис  ·  ⭕ Ви\n"), "{of_oksana:?}");
    for (user, board) in [(boris, &of_boris), (oksana, &of_oksana)] {
        // The next game is posted where this one was.
        assert!(board.keyboard.iter().flatten().all(|button| !button.text.starts_with("🔁")));
        assert_eq!(press(&table, user, board, REVIEW).await, "");
        let page = table.read(user).await;
        assert!(page.text.contains(" / 5"), "{page:?}");
        let unnamed = ["🔗 Без моего имени", "🔗 Без мого імені"][usize::from(user == oksana)];
        let shared = table.post(user, table.group, query_of(board), unnamed).await;
        assert!(shared.text.contains(LINK) && !shared.text.contains("Борис"), "{shared:?}");
    }
    // A user who taps again gets only one board.
    let again = table.ask(oksana, oksana, &link).await;
    assert_eq!(again.text, of_oksana.text);
    table.until(&of_oksana, |now| now.keyboard.is_empty()).await;
    assert!(press(&table, oksana, &again, "🚫").await.starts_with("Готово."));
    let board = table.post(oksana, table.group, "", "Хрестики-нулики 3×3").await;
    assert_eq!(table.try_cell(oksana, &board, 4).await, "");
    let begun = table.changed(&board).await;
    assert_eq!(table.try_cell(boris, &begun, 0).await, "Это место не для вас.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bystander_sees_the_game_and_not_who_has_played_it() {
    let table = Table::new().await;
    let (anna, oksana) = (table.anna, table.oksana);
    let over = won_by_boris(&table).await;
    let link = opening(&over);
    let of_oksana = table.ask(oksana, oksana, &link).await;
    let told = table.ask(anna, anna, &link).await;
    assert!(told.text.ends_with("\n0 / 5"), "{told:?}");
    assert_eq!(press(&table, anna, &told, "⏭").await, "");
    let told = table.changed(&told).await;
    assert!(told.text.contains("❌ won: three in a row."), "{told:?}");
    assert!(!told.text.contains("Борис") && !told.text.contains("Оксана"), "{told:?}");
    assert!(told.keyboard.iter().flatten().all(|button| !button.text.starts_with("🚫")));
    assert_eq!(press(&table, anna, &told, REVIEW).await, "");
    let page = table.read(anna).await;
    assert!(page.text.contains(" / 5"), "{page:?}");
    // The game itself is not shown to her, and no other number leads to it.
    for button in of_oksana.keyboard.iter().flatten() {
        let Some(data) = &button.data else { continue };
        assert_ne!(table.toast(&table.press_data(anna, &told, data)).await, "", "{data}");
    }
    let last = link.chars().last().expect("it is long");
    let forged = format!("{}{}", &link[..link.len() - 1], if last == '0' { '1' } else { '0' });
    let dead = table.ask(anna, anna, &forged).await;
    assert!(dead.text.starts_with("This link to a game is incomplete."), "{dead:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_play_cannot_be_looked_back_on() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.post(anna, table.group, "", "Tic-tac-toe 3×3").await;
    assert_eq!(table.try_cell(anna, &board, 4).await, "");
    let begun = table.changed(&board).await;
    let begun = table.play(boris, &begun, 0).await;
    let buttons = begun.keyboard.iter().flatten();
    assert!(buttons.clone().all(|button| button.url.is_none()), "{begun:?}");
    let id = data_of(&begun, 0, 0).split(':').nth(2).expect("a board carries its game");
    let press = table.press_data(boris, &begun, &format!("1:s:{id}:l"));
    assert!(table.toast(&press).await.starts_with("Эта кнопка устарела."));
    table.finish().await;
}
