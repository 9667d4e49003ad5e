//! Finished and running games, stepped through move by move, and played on from any move.

use zerosum_playground::views::MessageView;

use crate::between_people::two_chats::{sent, table_of_two};
use crate::support::grid::grid_of;
use crate::support::harness::{Table, data_of};

const LOOK: &str = "🎞 Look through";
const PLAY_ON: &str = "▶️ Play on from here";

/// A game that X has won, played by other people.
const WON: &str = "zerosum record 1 3x3 1. b2 a1 2. c2 b1 3. a2 1-0";

/// The second line of a page, which names the move.
fn line(page: &MessageView) -> &str {
    page.text.lines().nth(1).unwrap_or_default()
}

async fn step(table: &Table, user: i64, page: &MessageView, label: &str) -> MessageView {
    table.toast(&table.press(user, page, label)).await;
    table.changed(page).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_of_a_finished_game_is_looked_through_and_played_on() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let told = table.ask(anna, anna, WON).await;
    assert!(told.text.contains("❌ won: three in a row."), "{}", told.text);
    assert!(!told.text.contains("zerosum") && !told.text.contains("You"), "{}", told.text);
    table.toast(&table.press(anna, &told, LOOK)).await;
    let end = table.read(anna).await;
    assert_eq!(line(&end), "3. ❌ a2  ·  5 / 5");
    assert!(end.has_photo && end.text.contains("won"), "{end:?}");
    assert!(end.find_button(PLAY_ON).is_none(), "nothing is played on from the end: {end:?}");
    let start = step(&table, anna, &end, "⏮").await;
    assert_eq!(line(&start), "0 / 5");
    let first = step(&table, anna, &start, "▶️").await;
    assert_eq!(line(&first), "1. ❌ b2  ·  1 / 5");
    table.restart_bot().await;
    let second = step(&table, anna, &first, "▶️").await;
    assert_eq!(line(&second), "1. ⭕ a1  ·  2 / 5");
    let back = step(&table, anna, &second, "◀️").await;
    assert_eq!(line(&back), "1. ❌ b2  ·  1 / 5");

    // Two taps begin only one game, in which she makes the next move.
    let taps = [table.press(anna, &back, PLAY_ON), table.press(anna, &back, PLAY_ON)];
    for tap in &taps {
        table.toast(tap).await;
    }
    let board = table.read(anna).await;
    assert_eq!((grid_of(&board).crosses(), grid_of(&board).noughts()), (1, 0), "{board:?}");
    let after = table.play(anna, &board, 8).await;
    assert_eq!((grid_of(&after).crosses(), grid_of(&after).noughts()), (2, 1));
    // While it is on there is no other one, and then there is.
    let toast = table.toast(&table.press(anna, &back, PLAY_ON)).await;
    assert!(toast.starts_with("Your board is ready."), "{toast}");
    table.ask(anna, anna, "/resign").await;
    table.until(&after, |board| board.text.contains("You resigned.")).await;
    assert_eq!(table.toast(&table.press(anna, &back, PLAY_ON)).await, "");
    let again = table.read(anna).await;
    assert_eq!((grid_of(&again).crosses(), grid_of(&again).noughts()), (1, 0), "{again:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_looked_through_where_it_was_played_and_nowhere_else() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let told = table.ask(anna, anna, WON).await;
    table.toast(&table.press(anna, &told, LOOK)).await;
    let page = table.read(anna).await;
    let data = page.keyboard.iter().flatten().filter_map(|button| button.data.clone());
    let look = told.keyboard[0][0].data.clone();
    let other = table.new_game(boris).await;
    for data in data.chain(look) {
        let toast = table.toast(&table.press_data(boris, &other, &data)).await;
        assert!(!toast.is_empty(), "{data}");
    }
    assert_eq!(table.now(&other).text, other.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_game_has_longer_steps() {
    let table = Table::new().await;
    let anna = table.anna;
    // Both fill rows, three cells and one cell at a time, so that neither side gets five in a row.
    let cells = (0..36).map(|ply| format!("{}{}", char::from(b'a' + ply % 12), 1 + 2 * (ply / 12)));
    let moves: Vec<String> = cells.collect();
    let record = format!("zerosum record 1 15x15x5 {} *", moves.join(" "));
    let opened = table.ask(anna, anna, &record).await;
    table.toast(&table.press(anna, &opened, "⬆️")).await;
    let resigned = table.ask(anna, anna, "/resign").await;
    assert!(resigned.text.contains("zerosum wins"), "{}", resigned.text);
    let is_over = |now: &MessageView| now.keyboard.iter().flatten().any(|at| at.text == LOOK);
    let over = table.until(&opened, is_over).await;
    table.toast(&table.press(anna, &over, LOOK)).await;
    let end = table.read(anna).await;
    assert!(line(&end).ends_with("36 / 36") && end.text.contains("resigned"), "{}", end.text);
    let before = step(&table, anna, &end, "⏪").await;
    assert!(line(&before).ends_with("26 / 36"), "{}", before.text);
    let after = step(&table, anna, &before, "⏩").await;
    assert_eq!(after.text, end.text);
    table.finish().await;
}

/// Made-up data of a page of this board's game.
fn made_up(board: &MessageView) -> [String; 3] {
    let id = data_of(board, 0, 0).split(':').nth(2).expect("a board carries its game");
    [format!("1:r:{id}"), format!("1:r:{id}:1"), format!("1:p:{id}:1")]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_two_people_play_their_game_is_not_looked_through_or_played_on_against_the_engine() {
    let table = table_of_two().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let (of_anna, of_boris) = sent(&table).await;
    let of_anna = table.play(anna, &of_anna, 4).await;
    table.changed(&of_boris).await;
    // Ends her game against the engine there.
    table.say(anna, group, "/resign");
    table.read(anna).await;
    let open = table.ask(anna, group, "/new").await;
    let in_group = table.play(boris, &open, 4).await;
    let in_group = table.play(anna, &in_group, 0).await;
    for (chat, board) in [(anna, of_anna), (group, in_group)] {
        let record = table.ask(anna, chat, "/record").await;
        assert!(record.text.starts_with("zerosum record 1 3x3\n1. b2"), "{record:?}");
        assert_eq!(record.keyboard.len(), 0, "{record:?}");
        for data in made_up(&board) {
            let press = table.press_data(anna, &board, &data);
            // A button that no message shows is refused.
            let toast = table.toast(&press).await;
            let is_refused =
                toast == "The game is still on." || toast.starts_with("This button is");
            assert!(is_refused, "{data}: {toast:?}");
        }
        // Once the game is over, every user may see it.
        table.say(anna, chat, "/resign");
        table.read(anna).await;
        table.until(&board, |now| now.text.contains("resigned")).await;
        table.playground.settled().await.expect("all is settled");
        assert_eq!(table.toast(&table.press_data(anna, &board, &made_up(&board)[0])).await, "");
        let page = table.read(chat).await;
        assert!(page.text.contains("resigned"), "{page:?}");
    }
    table.finish().await;
}
