//! Moves tried on a copy: what they are worth is told once the X-ray has counted as help, and the way back is a tap.

use zerosum_playground::views::MessageView;
use zerosum_search::Verdict;

use crate::game::help::{position_of, ranking};
use crate::game::panels::more;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::{Table, data_of};

const XRAY: &str = "🔎 X-ray";
const BOARD: &str = "📌 My board";

/// Opens a copy of the board.
async fn try_out(table: &Table, user: i64, board: &MessageView) -> MessageView {
    let panel = more(table, user, board).await;
    assert_eq!(table.toast(&table.press(user, &panel, "🧪")).await, "");
    table.read(user).await
}

async fn press(table: &Table, user: i64, copy: &MessageView, label: &str) -> MessageView {
    assert_eq!(table.toast(&table.press(user, copy, label)).await, "");
    table.changed(copy).await
}

async fn put(table: &Table, user: i64, copy: &MessageView, cell: usize) -> MessageView {
    assert_eq!(table.toast(&table.press_cell(user, copy, cell)).await, "");
    table.changed(copy).await
}

/// The line about the worth of the copy.
fn worth(copy: &MessageView) -> Option<&str> {
    copy.text.lines().find(|line| line.starts_with('🔎'))
}

/// Returns the worth of the copy of a game on 3x3, by plain minimax.
fn expected(copy: &MessageView) -> String {
    let best = ranking(&position_of(copy)).into_iter().map(|ranked| ranked.verdict).max();
    let moves = |plies: u16| match plies.div_ceil(2) {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    let worth = match best.expect("it is in play") {
        Verdict::Win { plies } => format!("win in {}", moves(plies)),
        Verdict::Draw => "a draw".to_owned(),
        Verdict::Loss { plies } => format!("loss in {}", moves(plies)),
    };
    let mark = if grid_of(copy).marks().is_multiple_of(2) { "❌" } else { "⭕" };
    format!("🔎 {mark} to move: {worth}.")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_tried_has_its_worth_once_the_xray_counts_as_help() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new x perfect 3x3").await;
    let board = table.play(anna, &board, 0).await;
    let copy = try_out(&table, anna, &board).await;
    let free = grid_of(&copy).free();
    let tried = put(&table, anna, &copy, free[0]).await;
    assert_eq!(worth(&tried), None, "nothing is told that does not count as help");
    let seen = press(&table, anna, &tried, XRAY).await;
    assert_eq!((worth(&seen), seen.find_button(XRAY)), (Some(expected(&seen).as_str()), None));
    assert_eq!(grid_of(&seen), grid_of(&tried));
    table.restart_bot().await;
    let mut copy = seen;
    for cell in free.iter().copied().skip(1) {
        copy = put(&table, anna, &copy, cell).await;
        if position_of_end(&copy) {
            assert_eq!(worth(&copy), None, "the game is over there: {copy:?}");
            break;
        }
        assert_eq!(worth(&copy), Some(expected(&copy).as_str()));
    }
    let back = press(&table, anna, &copy, "◀️").await;
    assert_eq!(worth(&back), Some(expected(&back).as_str()));
    // The way back brings the board, on which nothing was played.
    assert_eq!(table.toast(&table.press(anna, &back, BOARD)).await, "");
    let brought = table.read(anna).await;
    assert_eq!(position_of_marks(&brought), position_of_marks(&board));
    table.ask(anna, anna, "/resign").await;
    let over = table.until(&brought, is_over).await;
    assert!(over.text.contains("With help: X-ray"), "{over:?}");
    table.finish().await;
}

/// Returns whether the game is over on a copy.
fn position_of_end(copy: &MessageView) -> bool {
    ranking(&position_of(copy)).is_empty()
}

/// Number of marks of the sides; the X-ray labels free cells.
fn position_of_marks(board: &MessageView) -> [usize; 2] {
    let cells = board.keyboard[..3].iter().flatten();
    ["❌", "⭕"].map(|mark| cells.clone().filter(|cell| cell.text.contains(mark)).count())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_game_that_is_not_solved_the_worth_is_a_chance_found_by_a_search() {
    let table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new x ultimate beginner").await;
    let copy = try_out(&table, anna, &board).await;
    let seen = press(&table, anna, &copy, XRAY).await;
    let told = worth(&seen).expect("it is told");
    assert!(told.starts_with("🔎 ❌ to move: chances of about "), "{told}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_who_play_each_other_are_told_nothing() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let alone = table.ask(anna, anna, "/new x casual 3x3").await;
    let copy = try_out(&table, anna, &alone).await;
    let open = table.ask(anna, group, "/new").await;
    let joined = table.play(boris, &open, 4).await;
    let id =
        |board: &MessageView| data_of(board, 0, 0).split(':').nth(2).expect("an id").to_owned();
    let seen = |id: &str| format!("1:ix:{id}:1:");
    for (at, game) in [(&joined, &joined), (&copy, &joined)] {
        let press = table.press_data(anna, at, &seen(&id(game)));
        assert!(!table.toast(&press).await.is_empty(), "a button that was never shown");
    }
    assert_eq!(table.now(&copy), copy);
    table.finish().await;
}
