//! Panels of buttons below a board, which people open before they choose.

use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;

use crate::support::harness::Table;

/// Opens the panel with more help below a board, and returns the message with it.
pub(crate) async fn more(table: &Table, user: i64, board: &MessageView) -> MessageView {
    assert_eq!(table.toast(&table.press(user, board, "⋯")).await, "");
    table.until(board, |now| signed(now, "❓").is_some()).await
}

/// Presses the button of a draw on a board and then the one that confirms the offer. Returns the last press.
pub(crate) async fn offer_draw(table: &Table, user: i64, board: &MessageView) -> String {
    let confirms = |now: &MessageView| {
        let labels = now.keyboard.iter().flatten().map(|button| button.text.clone());
        labels.into_iter().find(|label| label.starts_with("🤝 "))
    };
    assert_eq!(table.toast(&table.press(user, board, "🤝")).await, "");
    let asked = table.until(board, |now| confirms(now).is_some()).await;
    table.press(user, &asked, &confirms(&asked).expect("it is there"))
}

/// Place of the button with this sign before its label.
pub(crate) fn signed(message: &MessageView, sign: &str) -> Option<(usize, usize)> {
    let buttons = message.keyboard.iter().flatten();
    let found = buttons
        .map(|button| &button.text)
        .find(|text| text.strip_prefix(sign).is_some_and(|rest| rest.starts_with(' ')));
    message.find_button(found?)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_way_back_is_taken_although_the_answer_about_the_panel_was_lost() {
    let mut table = Table::new().await;
    // The edit may be made again before the way back is taken.
    table.allow_refusals("message is not modified");
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new x casual 3x3").await;
    let board = table.play(anna, &board, 4).await;
    for _ in 0..3 {
        table.playground.fault(Fault::new(FaultKind::LoseAnswer).on("editMessageText"));
        let panel = more(&table, anna, &board).await;
        assert_eq!(table.toast(&table.press(anna, &panel, "◀️ Back")).await, "");
        table.until(&panel, |now| now.keyboard == board.keyboard).await;
    }
    table.playground.settled().await.expect("all is settled");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_help_is_below_the_board_and_a_resignation_is_asked_about() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.ask(anna, anna, "/new x casual 3x3").await;
    let board = table.play(anna, &board, 4).await;
    let panel = more(&table, anna, &board).await;
    assert_eq!(panel.keyboard[..3], board.keyboard[..3], "every move is still there");
    let labels: Vec<&str> =
        panel.keyboard[3..].iter().flatten().map(|button| button.text.as_str()).collect();
    let expected = ["🔎 X-ray", "❓ Why", "🧪 What if", "🧾 Record", "🏳️ Resign", "◀️ Back"];
    assert_eq!(labels, expected);
    assert_eq!(table.toast(&table.press(anna, &panel, "🧾 Record")).await, "");
    let record = table.read(anna).await;
    assert!(record.text.starts_with("zerosum record 1 3x3\n1. b2 "), "{record:?}");
    assert_eq!(table.toast(&table.press(anna, &panel, "◀️ Back")).await, "");
    let board = table.until(&panel, |now| now.keyboard == board.keyboard).await;

    let panel = more(&table, anna, &board).await;
    assert_eq!(table.toast(&table.press(anna, &panel, "🏳️ Resign")).await, "");
    let question = "\nAre you sure you want to resign?";
    let asked = table.until(&panel, |now| now.text.ends_with(question)).await;
    assert_eq!(table.toast(&table.press(anna, &asked, "◀️ Back to the board")).await, "");
    let board = table.until(&asked, |now| now.keyboard == board.keyboard).await;
    let panel = more(&table, anna, &board).await;
    assert_eq!(table.toast(&table.press(anna, &panel, "🏳️ Resign")).await, "");
    let asked = table.until(&panel, |now| now.text.ends_with(question)).await;
    assert_eq!(table.toast(&table.press(anna, &asked, "🏳️ Resign")).await, "");
    let over = table.until(&asked, |now| now.text.contains("You resigned.")).await;
    // A panel of an ended game does not open.
    let late = table.toast(&table.press(anna, &board, "⋯")).await;
    assert_eq!(late, "The game is over. /new starts another one.");
    assert_eq!(signed(&over, "⋯"), None);

    let own = table.ask(anna, table.group, "/new casual 3x3").await;
    let toast = table.toast(&table.press(boris, &own, "⋯")).await;
    assert_eq!(toast, "Это чужая партия. Отправьте /new, чтобы начать свою.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_card_leads_to_the_rules_of_its_game_and_rules_lead_to_the_game() {
    let table = Table::new().await;
    let anna = table.anna;
    let card = table.ask(anna, anna, "/games gomoku").await;
    let first: Vec<&str> = card.keyboard[0].iter().map(|button| button.text.as_str()).collect();
    assert_eq!(first, ["▶️ Start", "📖 Rules", "🎓 Learn"]);
    assert_eq!(table.toast(&table.press(anna, &card, "📖 Rules")).await, "");
    let rules = table.read(anna).await;
    assert!(rules.text.starts_with("Gomoku 15×15\n\nThe board has 15×15 cells."), "{rules:?}");
    assert_eq!(table.toast(&table.press(anna, &rules, "▶️ Play it now")).await, "");
    let board = table.read(anna).await;
    assert!(board.text.starts_with("Gomoku 15×15"), "{board:?}");
    // While the game is in play, its rules lead back to its board.
    let rules = table.ask(anna, anna, "/rules").await;
    assert!(signed(&rules, "▶️").is_none() && signed(&rules, "📌").is_some(), "{rules:?}");
    assert_eq!(table.toast(&table.press(anna, &rules, "📌 My board")).await, "");
    let brought = table.read(anna).await;
    assert_eq!(brought.text, board.text);
    table.finish().await;
}
