//! Moves that are typed instead of tapped.

use zerosum_playground::calls::Call;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;

use crate::between_people::two_chats::{sent, table_of_two};
use crate::support::fickle::FickleStore;
use crate::support::grid::{Cell, grid_of, is_over};
use crate::support::harness::Table;

const MOVED: &str = "This board has moved further down ⬇️";

/// Replies to a message with this text.
fn reply(table: &Table, user: i64, to: &MessageView, text: &str) {
    let sent = table.playground.reply_text(user, to.chat_id, to.message_id, text);
    sent.expect("the message is there");
}

/// The board once the bot has answered.
async fn answered(table: &Table, board: &MessageView) -> MessageView {
    table.until(board, |now| now.text.contains("Your move")).await
}

/// Waits until the bot is idle, including its background work.
async fn rest(table: &mut Table) {
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_private_a_typed_move_brings_the_board_down() {
    let mut table = Table::new().await;
    // After a restart the bot does not know which messages are photos.
    table.expect_refusals(&["there is no text in the message to edit"]);
    let anna = table.anna;
    let first = table.ask(anna, anna, "/new gomoku beginner x").await;
    // In upper or lower case, and wherever the window of the buttons is.
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
    // Moves from a free square, from a piece of the other side, and from a light square.
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
async fn in_private_a_move_is_for_the_board_it_answers_or_the_lowest_one() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let older = table.ask(anna, anna, "/new x").await;
    let newer = table.ask(anna, anna, "/new x").await;
    rest(&mut table).await;
    // A reply to the older board, though the newer one is the lowest.
    reply(&table, anna, &older, "b2");
    let older_down = table.read(anna).await;
    assert_eq!(table.changed(&older).await.text, MOVED);
    assert_eq!(grid_of(&older_down).crosses(), 1);
    assert_eq!(table.now(&newer), newer);
    rest(&mut table).await;
    // It is the lowest now, so a move without a reply is for it.
    let cell = grid_of(&older_down).calm_cell();
    let again = table.ask(anna, anna, &name_of(cell)).await;
    assert_eq!(table.changed(&older_down).await.text, MOVED);
    assert_eq!(grid_of(&again).crosses(), 2);
    rest(&mut table).await;
    // A reply to a message that is no board of a game is for the lowest board.
    reply(&table, anna, &older, &name_of(grid_of(&again).calm_cell()));
    let last = table.read(anna).await;
    assert_eq!(grid_of(&last).crosses(), 3);
    table.changed(&again).await;
    assert_eq!(table.now(&newer), newer);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_for_the_lowest_board_though_another_one_has_changed_since() {
    let mut table = table_of_two().await;
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, of_boris) = sent(&table).await;
    let of_anna = table.play(anna, &of_anna, 4).await;
    let of_boris = table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    let below = table.ask(anna, anna, "/new 3x3 beginner x").await;
    table.playground.settled().await.expect("all is settled");
    // Boris answers on the board above, where it is her turn again and every cell but two is free.
    let of_boris = table.play(boris, &of_boris, 0).await;
    let of_anna = table.until(&of_anna, |board| grid_of(board).noughts() == 1).await;
    let down = table.ask(anna, anna, "c3").await;
    assert_eq!(table.changed(&below).await.text, MOVED);
    let down = table.until(&down, |board| grid_of(board).noughts() == 1).await;
    assert_eq!(grid_of(&down).0[8], Cell::Cross, "{down:?}");
    assert_eq!(table.now(&of_anna), of_anna);
    // After a restart the store tells which board is the lowest.
    let of_anna = table.play(anna, &of_anna, 8).await;
    table.until(&of_boris, |board| grid_of(board).crosses() == 2).await;
    rest(&mut table).await;
    let last = table.ask(anna, anna, &name_of(grid_of(&down).calm_cell())).await;
    assert_eq!(table.changed(&down).await.text, MOVED);
    assert_eq!(grid_of(&last).crosses(), 2, "{last:?}");
    assert_eq!(table.now(&of_anna), of_anna);
    table.finish().await;
}

/// Name of a cell of 3x3.
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
    // The board has come down since, so the move cannot be meant for it.
    let late = "The board has moved on. This is how it stands now.";
    for _ in 0..2 {
        assert_eq!(table.read(anna).await.text, late);
    }
    let typed = table.playground.last_update_id();
    table.changed(&board).await;
    // A repeated delivery counts as a repeated message.
    table.playground.redeliver(typed).expect("the update is known");
    assert_eq!(table.read(anna).await.text, late);
    rest(&mut table).await;
    assert_eq!(grid_of(&table.now(&down)).crosses(), 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_column_typed_in_a_group_and_delivered_again_is_played_once() {
    let mut table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let board = table.ask(anna, group, "/new connect-four beginner").await;
    reply(&table, anna, &board, "4");
    let typed = table.playground.last_update_id();
    let is_hers = |now: &MessageView| now.edits > 0 && now.text.contains("Anna to move");
    let after = table.until(&board, is_hers).await;
    rest(&mut table).await;
    table.playground.redeliver(typed).expect("the update is known");
    let late = "The board has moved on. This is how it stands now.";
    assert_eq!(table.read(group).await.text, late);
    rest(&mut table).await;
    assert_eq!(table.now(&board), after);
    // The same words at the board as it stands are another move.
    reply(&table, anna, &board, "4");
    table.changed(&after).await;
    rest(&mut table).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_column_typed_in_private_whose_board_was_not_sent_is_played_once() {
    let mut table = Table::new().await;
    table.expect_refusals(&["SOME_TROUBLE"]);
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new connect-four beginner").await;
    rest(&mut table).await;
    let pieces = |now: &MessageView| {
        now.keyboard.iter().flatten().filter(|button| button.text.contains('🔴')).count()
    };
    table.say(anna, anna, "hello");
    let hint = table.read(anna).await;
    let trouble = Fault::error(400, "Bad Request: SOME_TROUBLE");
    table.playground.fault(trouble.on("sendMessage").in_chat(anna));
    // A reply to another message than the board is for the board as well.
    reply(&table, anna, &hint, "4");
    let typed = table.playground.last_update_id();
    let is_refused = |call: &Call| call.error.is_some();
    let tried = table.playground.until(|snapshot| snapshot.calls().any(is_refused).then_some(()));
    tried.await.expect("the board is sent");
    rest(&mut table).await;
    // As after a crash between the move and its board.
    table.playground.redeliver(typed).expect("the update is known");
    let down = table.read(anna).await;
    assert_eq!(pieces(&down), 1, "{down:?}");
    rest(&mut table).await;
    // Now it is there.
    table.playground.redeliver(typed).expect("the update is known");
    rest(&mut table).await;
    assert_eq!((pieces(&table.now(&down)), pieces(&table.now(&board))), (1, 0));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_typed_to_two_processes_at_once_is_not_called_late() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new x").await;
    store.lose_commits(1);
    table.say(anna, anna, "b2");
    let typed = table.playground.last_update_id();
    // As if the process that has made the move had ended before it showed the board.
    table.playground.redeliver(typed).expect("the update is known");
    let down = table.read(anna).await;
    assert_eq!((grid_of(&down).crosses(), grid_of(&down).noughts()), (1, 1));
    assert_eq!(table.changed(&board).await.text, MOVED);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_typed_move_can_end_a_game_and_without_a_game_there_is_a_hint() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let hint = "I understand taps, typed moves and the commands in the menu.";
    let no_game = "You have no game going here. /new starts one.";
    assert_eq!(table.ask(anna, anna, "b2").await.text, no_game);
    let mut board = table.ask(anna, anna, "/new x").await;
    while !is_over(&board) {
        rest(&mut table).await;
        board = table.ask(anna, anna, &name_of(grid_of(&board).calm_cell())).await;
    }
    assert!(board.find_button("🔁 Play again").is_some());
    rest(&mut table).await;
    for (text, answer) in [("b2", no_game), ("a9", no_game), ("x", hint), ("hello", hint)] {
        assert_eq!(table.ask(anna, anna, text).await.text, answer, "{text}");
    }
    // A reply to the board of a finished game does not play another game either.
    reply(&table, anna, &board, "b2");
    assert_eq!(table.read(anna).await.text, no_game);
    table.playground.settled().await.expect("all is settled");
    // Only a reaction to the first such draw may have come.
    let now = MessageView { reaction: board.reaction.clone(), ..table.now(&board) };
    assert_eq!(now, board);
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
    // By a stranger, to another message, or to none: no answer.
    reply(&table, boris, &board, "b2");
    reply(&table, anna, &other, "b2");
    let said = table.say(anna, group, "b2");
    table.playground.reply_text(anna, group, said, "b2").expect("the message is there");
    rest(&mut table).await;
    assert_eq!([table.now(&board), table.now(&other)], [board.clone(), other.clone()]);
    assert_eq!(table.count_calls("sendMessage", group), messages);
    // By the player: the board changes in place.
    reply(&table, anna, &board, "B2");
    let after = table.changed(&board).await;
    assert_eq!((grid_of(&after).crosses(), grid_of(&after).noughts()), (1, 1));
    assert_eq!(table.count_calls("sendMessage", group), messages);
    // The answer says why a move is impossible.
    reply(&table, anna, &after, "b2");
    assert_eq!(table.read(group).await.text, "This cell is taken.");
    reply(&table, anna, &after, "d4");
    assert_eq!(table.read(group).await.text, "The cells of this board are a1 to c3.");
    reply(&table, anna, &after, "well played");
    rest(&mut table).await;
    assert_eq!(table.now(&after), after);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_a_typed_move_takes_the_open_seat() {
    let mut table = Table::new().await;
    let (anna, boris, oksana, group) = (table.anna, table.boris, table.oksana, table.group);
    let board = table.ask(anna, group, "/new").await;
    assert!(board.text.contains("Who wants to play Anna?"), "{board:?}");
    rest(&mut table).await;
    reply(&table, boris, &board, "b2");
    let after = table.changed(&board).await;
    assert_eq!(after.text, "❌ Борис  ·  ⭕ Anna\nAnna to move with ⭕.");
    assert_eq!(grid_of(&after).0[4], Cell::Cross, "{after:?}");
    // Now the seat is taken.
    reply(&table, boris, &after, "a1");
    assert_eq!(table.read(group).await.text, "Сейчас не ваш ход.");
    reply(&table, oksana, &after, "a1");
    rest(&mut table).await;
    assert_eq!(table.now(&after), after);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_that_votes_a_typed_move_is_a_vote() {
    let mut table = Table::new().await;
    let (anna, boris, oksana, group) = (table.anna, table.boris, table.oksana, table.group);
    let open = table.ask(anna, group, "/new x").await;
    let press = table.press(anna, &open, "🗳 Vote together");
    assert_eq!(table.toast(&press).await, "");
    let board = table.changed(&open).await;
    rest(&mut table).await;
    reply(&table, boris, &board, "a1");
    let board = table.until(&board, |board| board.text.contains("1 of 5")).await;
    assert_eq!(board.keyboard[0][0].text, "✓1");
    reply(&table, boris, &board, "a1");
    assert_eq!(table.read(group).await.text, "Вы уже голосуете за этот ход.");
    reply(&table, oksana, &board, "b2");
    table.until(&board, |board| board.text.contains("2 of 5")).await;
    table.finish().await;
}

/// Words typed into the same empty board of 3x3, and the cells that they mean.
const TYPED: [(&str, usize); 14] = [
    ("а1", 0),
    ("С3", 8),
    ("В2", 4),
    ("б2", 4),
    ("b2.", 4),
    ("b 2", 4),
    ("1. b2", 4),
    ("1) В-2!", 4),
    ("\u{ff42}\u{ff12}", 4),
    ("\u{ff23}\u{ff11}", 2),
    ("b2\u{fe0f}", 4),
    ("\u{200e}b\u{200d}2", 4),
    ("B\u{a0}2", 4),
    ("β2", 4),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_understood_from_any_keyboard() {
    let mut table = Table::new().await;
    let (boris, group) = (table.boris, table.group);
    for (typed, cell) in TYPED {
        let board = table.ask(boris, boris, "/new 3x3 x").await;
        table.say(boris, boris, typed);
        let down = table.read(boris).await;
        assert!(grid_of(&down).0[cell] == Cell::Cross, "{typed:?}: {down:?}");
        table.changed(&board).await;
        rest(&mut table).await;
    }
    // Replies to a board in a group work as well.
    for (typed, cell) in TYPED.into_iter().take(6) {
        let board = table.ask(boris, group, "/new 3x3 perfect x").await;
        reply(&table, boris, &board, typed);
        let after = table.changed(&board).await;
        assert!(grid_of(&after).0[cell] == Cell::Cross, "{typed:?}: {after:?}");
        rest(&mut table).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_of_another_game_is_answered_with_one_of_this_game() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    for (game, typed, answer) in [
        ("strategic", "b2", "Moves on this board are written like 5 5 5."),
        ("sheep first", "d8", "Moves on this board are written like e8f7."),
        ("sheep first", "5 6 1", "Moves on this board are written like e8f7."),
        ("gomoku", "e8d7", "Moves on this board are written like h8."),
        ("3x3", "5 6 1", "Moves on this board are written like b2."),
    ] {
        let board = table.ask(anna, anna, &format!("/new {game} beginner x")).await;
        assert_eq!(table.ask(anna, anna, typed).await.text, answer, "{game}");
        assert_eq!(table.now(&board), board);
    }
    // The user has typed something other than the example.
    let hint = table.ask(anna, anna, "I play b2 now").await.text;
    assert_eq!(hint, "I understand taps, moves such as c2, and the commands in the menu.");
    let hint = table.ask(anna, anna, "хожу Б2").await.text;
    assert_eq!(hint, "I understand taps, moves such as c2, and the commands in the menu.");
    // In a group only words that look like a cell are answered; a question is not.
    let board = table.ask(boris, group, "/new strategic beginner x").await;
    rest(&mut table).await;
    reply(&table, boris, &board, "в 5?");
    reply(&table, boris, &board, "увидимся в 5");
    rest(&mut table).await;
    reply(&table, boris, &board, "В2");
    let answer = table.read(group).await.text;
    assert_eq!(answer, "На этой доске ходы пишут так: 5 5 5.");
    assert_eq!(table.now(&board), board);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resignation_that_is_delivered_again_resigns_no_later_game() {
    let mut table = Table::new().await;
    let anna = table.anna;
    // Written at once, so that the board comes below the command.
    table.say(anna, anna, "/new x");
    table.say(anna, anna, "/resign");
    let resigning = table.playground.last_update_id();
    let first = table.read(anna).await;
    let told = table.read(anna).await.text;
    table.until(&first, is_over).await;
    let second = table.ask(anna, anna, "/new x").await;
    rest(&mut table).await;
    table.playground.redeliver(resigning).expect("the update is known");
    assert_eq!(table.read(anna).await.text, told);
    rest(&mut table).await;
    assert_eq!(table.now(&second), second);
    table.ask(anna, anna, "/resign").await;
    table.until(&second, is_over).await;
    table.finish().await;
}
