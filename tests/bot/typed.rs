//! Moves that are typed instead of tapped.

use zerosum_playground::views::MessageView;

use crate::grid::{grid_of, is_over};
use crate::harness::Table;

const MOVED: &str = "This board has moved further down ⬇️";

/// Answers a message of a chat in words.
fn reply(table: &Table, user: i64, to: &MessageView, text: &str) {
    let sent = table.playground.reply_text(user, to.chat_id, to.message_id, text);
    sent.expect("the message is there");
}

/// The text of a board once its bot has answered.
async fn answered(table: &Table, board: &MessageView) -> MessageView {
    table.until(board, |now| now.text.contains("Your move")).await
}

/// Waits until all is done, also what nobody waits for.
async fn rest(table: &mut Table) {
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_private_a_typed_move_brings_the_board_down() {
    let mut table = Table::new().await;
    // After a restart nobody knows which messages are photos.
    table.expect_refusals(&["there is no text in the message to edit"]);
    let anna = table.anna;
    let first = table.ask(anna, anna, "/new gomoku beginner x").await;
    // In any case, and wherever the window of the buttons is.
    let mut before = first;
    for (number, (typed, last)) in
        [("h8", "h8"), ("A1", "a1"), ("  o15 ", "o15")].into_iter().enumerate()
    {
        let board = table.ask(anna, anna, typed).await;
        let board = answered(&table, &board).await;
        assert!(board.has_photo && board.message_id > before.message_id, "{board:?}");
        assert_eq!(table.changed(&before).await.text, MOVED);
        assert!(board.text.contains("Last move: ⚪\u{fe0f}"), "{last}: {board:?}");
        before = board;
        let rules = table.ask(anna, anna, last).await;
        assert_eq!(rules.text, "This cell is taken.", "move {number}");
        rest(&mut table).await;
    }
    for beside in ["a16", "p1", "z99"] {
        let answer = table.ask(anna, anna, beside).await;
        assert_eq!(answer.text, "The cells of this board are a1 to o15.", "{beside}");
    }
    assert_eq!(table.now(&before), before);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_is_typed_as_two_squares() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new sheep first beginner").await;
    let text = board.text.clone();
    let range = table.ask(anna, anna, "b1a9").await;
    assert_eq!(range.text, "The cells of this board are a1 to h8.");
    // From a free square, from a piece of the other side, and from a light square.
    for step in ["b4c5", "b1a2", "a1b2"] {
        let answer = table.ask(anna, anna, step).await;
        assert_eq!(answer.text, "That move is not possible here.", "{step}");
    }
    assert_eq!(table.now(&board).text, text);
    let after = table.ask(anna, anna, "E8d7").await;
    let after = answered(&table, &after).await;
    assert!(after.text.contains("Last move: 🐺"), "{after:?}");
    table.changed(&board).await;
    rest(&mut table).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_private_a_move_is_for_the_board_it_answers_or_the_one_that_changed_last() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let older = table.ask(anna, anna, "/new x").await;
    let newer = table.ask(anna, anna, "/new x").await;
    rest(&mut table).await;
    // To the older one, though the newer one has changed last.
    reply(&table, anna, &older, "b2");
    let older_down = table.read(anna).await;
    assert_eq!(table.changed(&older).await.text, MOVED);
    assert_eq!(grid_of(&older_down).crosses(), 1);
    assert_eq!(table.now(&newer), newer);
    rest(&mut table).await;
    // Without an answer to anything, to that one from now on.
    let cell = grid_of(&older_down).calm_cell();
    let again = table.ask(anna, anna, &name_of(cell)).await;
    assert_eq!(table.changed(&older_down).await.text, MOVED);
    assert_eq!(grid_of(&again).crosses(), 2);
    rest(&mut table).await;
    // To what is no board of a game, to the one that changed last.
    reply(&table, anna, &older, &name_of(grid_of(&again).calm_cell()));
    let last = table.read(anna).await;
    assert_eq!(grid_of(&last).crosses(), 3);
    table.changed(&again).await;
    assert_eq!(table.now(&newer), newer);
    table.finish().await;
}

/// What a cell of 3x3 is called.
fn name_of(cell: usize) -> String {
    let columns = ['a', 'b', 'c'];
    format!("{}{}", columns[cell % 3], cell / 3 + 1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_typed_twice_is_played_once() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new x").await;
    rest(&mut table).await;
    for _ in 0..3 {
        table.say(anna, anna, "b2");
    }
    let down = table.read(anna).await;
    assert_eq!((grid_of(&down).crosses(), grid_of(&down).noughts()), (1, 1));
    // The board has come down since, and nobody can have meant that one.
    let late = "The board has moved on. This is how it stands now.";
    for _ in 0..2 {
        assert_eq!(table.read(anna).await.text, late);
    }
    let typed = table.playground.last_update_id();
    table.changed(&board).await;
    // Delivered again, it is as good as said again.
    table.playground.redeliver(typed).expect("the update is known");
    assert_eq!(table.read(anna).await.text, late);
    rest(&mut table).await;
    assert_eq!(grid_of(&table.now(&down)).crosses(), 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_typed_move_can_end_a_game_and_without_a_game_there_is_a_hint() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let hint = "I understand taps, moves such as b2 or e8d7, and the commands in the menu.";
    assert_eq!(table.ask(anna, anna, "b2").await.text, hint);
    let mut board = table.ask(anna, anna, "/new x").await;
    while !is_over(&board) {
        rest(&mut table).await;
        board = table.ask(anna, anna, &name_of(grid_of(&board).calm_cell())).await;
    }
    assert!(board.find_button("🔁 Play again").is_some());
    rest(&mut table).await;
    for text in ["b2", "a9", "x", "hello"] {
        assert_eq!(table.ask(anna, anna, text).await.text, hint, "{text}");
    }
    // Nor is there one to be played by answering the board of a game that is over.
    reply(&table, anna, &board, "b2");
    assert_eq!(table.read(anna).await.text, hint);
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.now(&board), board);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_a_move_is_an_answer_to_ones_own_board() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let board = table.ask(anna, group, "/new perfect").await;
    let other = table.ask(boris, group, "/new perfect").await;
    rest(&mut table).await;
    let messages = table.count_calls("sendMessage", group);
    // By a stranger, to another message, or to none: silence.
    reply(&table, boris, &board, "b2");
    reply(&table, anna, &other, "b2");
    let said = table.say(anna, group, "b2");
    table.playground.reply_text(anna, group, said, "b2").expect("the message is there");
    rest(&mut table).await;
    assert_eq!([table.now(&board), table.now(&other)], [board.clone(), other.clone()]);
    assert_eq!(table.count_calls("sendMessage", group), messages);
    // By the owner: the board changes where it is.
    reply(&table, anna, &board, "B2");
    let after = table.changed(&board).await;
    assert_eq!((grid_of(&after).crosses(), grid_of(&after).noughts()), (1, 1));
    assert_eq!(table.count_calls("sendMessage", group), messages);
    // Whatever stands in the way is said to them.
    reply(&table, anna, &after, "b2");
    assert_eq!(table.read(group).await.text, "This cell is taken.");
    reply(&table, anna, &after, "d4");
    assert_eq!(table.read(group).await.text, "The cells of this board are a1 to c3.");
    reply(&table, anna, &after, "well played");
    rest(&mut table).await;
    assert_eq!(table.now(&after), after);
    table.finish().await;
}
