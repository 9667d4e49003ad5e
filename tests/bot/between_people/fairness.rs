//! While two people play each other, the bot helps neither of them with their game.

use zerosum_playground::views::MessageView;
use zerosum_render::tap::puzzles::PuzzleTap;
use zerosum_render::tap::{self, Tap};

use crate::game::panels::{more, signed};
use crate::study::puzzles::{SOLUTION, posed, puzzle};
use crate::study::records::record_of;
use crate::support::grid::grid_of;
use crate::support::harness::Table;

const OPENS_LATER: &str = "This position comes up in a game you are playing with another person. \
    You can open it here once that game is over.";
pub(crate) const NO_HELP: &str = "You are playing this position with another person. \
    You can have help with it once that game is over.";
const REVIEWED_LATER: &str = "This game contains a position from a game you are playing with another \
    person. You can review it once that game is over.";
const REVIEW: &str = "🧭 Review";

/// A game in the group that Boris has begun in the middle and Anna has answered in a corner.
async fn played(table: &Table) -> MessageView {
    let open = table.ask(table.anna, table.group, "/new").await;
    let begun = table.play(table.boris, &open, 4).await;
    table.play(table.anna, &begun, 0).await
}

async fn resign(table: &Table, board: &MessageView) {
    table.say(table.anna, table.group, "/resign");
    table.read(table.anna).await;
    table.until(board, |now| now.text.contains("resigned")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_of_a_game_with_another_person_opens_when_it_is_over() {
    let table = Table::new().await;
    let (anna, oksana) = (table.anna, table.oksana);
    let board = played(&table).await;
    let record = table.ask(anna, table.group, "/record").await;
    let text = record_of(&record).to_owned();
    assert!(text.ends_with("\n*"), "{text}");
    let so_far = text.trim_end_matches("\n*").to_owned();
    let middle = so_far.split_whitespace().nth(5).expect("a first move").to_owned();
    for told in [
        text.clone(),
        // Earlier positions, possible later ones, even final ones, and mirror images of them.
        format!("zerosum record 1 3x3 {middle} *"),
        format!("{so_far} a2 c2 *"),
        format!("{so_far} a2 *"),
        "zerosum record 1 3x3 b2 c1 *".to_owned(),
        "zerosum record 1 3x3 b2 c3 c2 a2 b1 b3 a1 c1 a3 1/2-1/2".to_owned(),
    ] {
        assert_eq!(table.ask(anna, anna, &told).await.text, OPENS_LATER, "{told}");
    }
    // Another position and another player are not affected.
    for (user, told) in [(anna, "zerosum record 1 3x3 a1 b2 *"), (oksana, text.as_str())] {
        let opened = table.ask(user, user, told).await;
        assert_eq!(grid_of(&opened).marks(), 2, "{opened:?}");
    }
    let file = table.ask(anna, table.group, "/record file").await;
    assert_eq!(file.text, "The moves of this game so far.");
    resign(&table, &board).await;
    let opened = table.ask(anna, anna, &text).await;
    assert_eq!(grid_of(&opened).marks(), 2, "{opened:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_gives_no_help_at_a_position_of_a_game_between_people() {
    let table = Table::new().await;
    let anna = table.anna;
    // The record was opened before the other game reached the position.
    let opened = table.ask(anna, anna, "zerosum record 1 3x3 b2 c1 *").await;
    let panel = more(&table, anna, &opened).await;
    let seen = table.press(anna, &panel, "🔎");
    assert_eq!(table.toast(&seen).await, "");
    let seen = table.changed(&panel).await;
    assert!(seen.text.contains("🔎 +"), "{seen:?}");
    let board = played(&table).await;
    let anew = table.ask(anna, anna, "/board").await;
    let panel = more(&table, anna, &anew).await;
    assert!(!panel.text.contains("🔎 +") && signed(&panel, "✓ 🔎").is_none(), "{panel:?}");
    for (board, sign) in [(&panel, "🔎"), (&anew, "💡"), (&panel, "❓")] {
        let press = table.press(anna, board, sign);
        assert_eq!(table.toast(&press).await, NO_HELP, "{sign}");
    }
    resign(&table, &board).await;
    let press = table.press(anna, &anew, "💡");
    assert_eq!(table.toast(&press).await, "");
    let helped = table.changed(&panel).await;
    assert!(helped.text.contains("💡"), "{helped:?}");
    table.finish().await;
}

/// A game of Anna's against the bot that she resigns after this move and the answer to it.
async fn given_up(table: &Table, cell: usize) -> MessageView {
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new x perfect 3x3").await;
    let board = table.play(anna, &board, cell).await;
    table.say(anna, anna, "/resign");
    table.read(anna).await;
    table.until(&board, |now| now.text.contains("resigned")).await
}

async fn reviewed(table: &Table, over: &MessageView) -> MessageView {
    let (anna, why) = (table.anna, "❓ Why I lost");
    let label = if over.find_button(why).is_some() { why } else { REVIEW };
    assert_eq!(table.toast(&table.press(anna, over, label)).await, "");
    table.read(anna).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_has_come_by_a_position_in_play_is_reviewed_when_that_game_is_over() {
    let mut table = Table::new().await;
    let anna = table.anna;
    // The bot answers the centre with a corner, as Anna does in the group.
    let same = given_up(&table, 4).await;
    let other = given_up(&table, 1).await;
    let page = reviewed(&table, &same).await;
    let board = played(&table).await;
    let label = page.keyboard.iter().flatten().find(|button| button.text == "⏮");
    let turn = label.and_then(|button| button.data.clone()).expect("there are pages");
    let mut data = same.keyboard.iter().flatten().filter_map(|button| button.data.clone());
    let open = data.find(|data| matches!(tap::decode(data), Ok(Tap::Review(_))));
    let open = open.expect("it can be reviewed");
    for is_kept in [true, false] {
        let press = table.press_data(anna, &same, &open);
        assert_eq!(table.toast(&press).await, REVIEWED_LATER, "{is_kept}");
        let press = table.press_data(anna, &page, &turn);
        assert_eq!(table.toast(&press).await, REVIEWED_LATER, "{is_kept}");
        if is_kept {
            table.restart_bot().await;
        }
    }
    assert_eq!(table.now(&page), page);
    reviewed(&table, &other).await;
    resign(&table, &board).await;
    assert_eq!(table.toast(&table.press_data(anna, &page, &turn)).await, "");
    table.changed(&page).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_tried_at_a_position_of_a_game_between_people() {
    let table = Table::new().await;
    let anna = table.anna;
    let alone = table.ask(anna, anna, "/new x perfect 3x3").await;
    let panel = more(&table, anna, &alone).await;
    assert_eq!(table.toast(&table.press(anna, &panel, "🧪")).await, "");
    let copy = table.read(anna).await;
    table.toast(&table.press_cell(anna, &copy, 4)).await;
    let copy = table.changed(&copy).await;
    let board = played(&table).await;
    for corner in [0, 8] {
        assert_eq!(table.toast(&table.press_cell(anna, &copy, corner)).await, NO_HELP);
    }
    assert_eq!(table.toast(&table.press_cell(anna, &copy, 1)).await, "");
    let elsewhere = table.changed(&copy).await;
    assert_eq!(grid_of(&elsewhere).marks(), 2, "{elsewhere:?}");
    // The same position on a board of her own.
    let alone = table.play(anna, &panel, 4).await;
    let alone = more(&table, anna, &alone).await;
    assert_eq!(table.toast(&table.press(anna, &alone, "🧪")).await, NO_HELP);
    resign(&table, &board).await;
    assert_eq!(table.toast(&table.press(anna, &alone, "🧪")).await, "");
    assert_eq!(grid_of(&table.read(anna).await).marks(), 2);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_puzzle_that_two_people_play_is_solved_when_their_game_is_over() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let asked = table.ask(anna, anna, "/puzzle 3x3 casual").await;
    let (puzzle, posed) = (puzzle(&asked), posed(&asked));
    let mut board = table.ask(anna, table.group, "/new").await;
    for (number, code) in puzzle.moves().iter().enumerate() {
        let user = if number % 2 == 0 { boris } else { anna };
        board = table.play(user, &board, code.0.into()).await;
    }
    let answer = tap::encode(Tap::Puzzle(PuzzleTap::Answer { posed, code: puzzle.right() }));
    assert_eq!(table.toast(&table.press_data(anna, &asked, &answer)).await, NO_HELP);
    assert_eq!(table.toast(&table.press(anna, &asked, SOLUTION)).await, NO_HELP);
    let link = format!("/start p{}", posed.number.0);
    assert_eq!(table.ask(anna, anna, &link).await.text, NO_HELP);
    assert_eq!(table.now(&asked), asked);
    resign(&table, &board).await;
    assert_eq!(table.toast(&table.press_data(anna, &asked, &answer)).await, "");
    table.changed(&asked).await;
    table.finish().await;
}
