//! Rapid presses: many at once, and the same update delivered again.

use zerosum_playground::views::MessageView;

use crate::start::opponents::SEARCH;
use crate::support::fickle::FickleStore;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::{Table, Way, data_of};

const GONE_ON: &str = "Another game after this one has already begun.";
const STALE: &str = "The board has moved on. This is how it stands now.";

/// The answers to presses made at once, in the order of the presses.
async fn toasts(table: &Table, presses: &[String]) -> Vec<String> {
    let mut toasts = Vec::new();
    for press in presses {
        toasts.push(table.toast(press).await);
    }
    toasts
}

fn accepted(toasts: &[String]) -> usize {
    toasts.iter().filter(|toast| toast.is_empty()).count()
}

/// The board once nothing is in flight.
async fn at_rest(table: &mut Table, board: &MessageView) -> MessageView {
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    table.now(board)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_double_tap_is_one_move() {
    let mut table = Table::new().await;
    for cell in 0..9 {
        let board = table.new_game(table.anna).await;
        let presses = [
            table.press_cell(table.anna, &board, cell),
            table.press_cell(table.anna, &board, cell),
        ];
        let toasts = toasts(&table, &presses).await;
        assert_eq!(accepted(&toasts), 1, "{toasts:?}");
        assert!(toasts.contains(&STALE.to_owned()), "{toasts:?}");
        let board = at_rest(&mut table, &board).await;
        assert_eq!((grid_of(&board).crosses(), grid_of(&board).noughts()), (1, 1));
        assert_eq!(board.edits, 1);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_cells_pressed_at_once_one_is_taken() {
    let mut table = Table::new().await;
    for (one, other) in [(0, 8), (4, 2), (3, 5), (7, 6)] {
        let board = table.new_game(table.anna).await;
        let presses = [
            table.press_cell(table.anna, &board, one),
            table.press_cell(table.anna, &board, other),
        ];
        let toasts = toasts(&table, &presses).await;
        assert_eq!(accepted(&toasts), 1, "{toasts:?}");
        let board = at_rest(&mut table, &board).await;
        assert_eq!(grid_of(&board).crosses(), 1);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_twenty_presses_at_once_one_is_accepted() {
    let mut table = Table::new().await;
    for _ in 0..5 {
        let board = table.new_game(table.anna).await;
        let presses: Vec<String> =
            (0..20).map(|number| table.press_cell(table.anna, &board, number % 9)).collect();
        let toasts = toasts(&table, &presses).await;
        assert_eq!(accepted(&toasts), 1, "{toasts:?}");
        let after = at_rest(&mut table, &board).await;
        assert_eq!(grid_of(&after).crosses(), 1);
        // The board shows its newest state: a press on it is accepted.
        table.play(table.anna, &after, grid_of(&after).calm_cell()).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_board_answers_and_does_not_change() {
    let mut table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let board = table.play(table.anna, &board, 4).await;
    table.ask(table.anna, table.anna, "/resign").await;
    let board = table.changed(&board).await;
    for cell in 0..9 {
        assert_eq!(
            table.try_cell(table.anna, &board, cell).await,
            "The game is over. /new starts another one."
        );
    }
    assert_eq!(at_rest(&mut table, &board).await, board);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_buttons_of_a_finished_board_start_one_game() {
    let mut table = Table::new().await;
    // After a restart the bot does not know that the old board has no buttons left to remove.
    table.expect_refusals(&["message is not modified"]);
    let mut board = table.new_game(table.anna).await;
    let mut has_crosses = true;
    let pairs = [
        ("🔁 Play again", "🔁 Play again"),
        ("🔄 Swap sides", "🔄 Swap sides"),
        ("🔄 Swap sides", "🔄 Swap sides"),
        ("🔁 Play again", "🔄 Swap sides"),
        ("🔄 Swap sides", "🙂 Easier: strong"),
    ];
    for (one, other) in pairs {
        table.ask(table.anna, table.anna, "/resign").await;
        let over = table.until(&board, is_over).await;
        let presses = [table.press(table.anna, &over, one), table.press(table.anna, &over, other)];
        let told = toasts(&table, &presses).await;
        assert_eq!(accepted(&told), 1, "{told:?}");
        assert!(told.contains(&GONE_ON.to_owned()), "{told:?}");
        let chosen = if told[0].is_empty() { one } else { other };
        has_crosses ^= chosen == "🔄 Swap sides";
        board = table.read(table.anna).await;
        assert!(board.message_id > over.message_id);
        let players = if has_crosses { "❌ You" } else { "❌ zerosum" };
        assert!(board.text.starts_with(players), "{board:?}");
        assert_eq!(board.text.contains("(strong)"), chosen.contains("strong"), "{board:?}");
        let left = at_rest(&mut table, &over).await;
        assert_eq!(left.keyboard, over.keyboard[..3]);
        let told = |board: &MessageView| board.text.lines().nth(1).map(str::to_owned);
        assert_eq!((told(&left), left.text.lines().count()), (told(&over), 3));
        // A button that a user still sees does nothing more, even after a restart.
        let late = table.press_data(table.anna, &over, &again_data(&over, other));
        assert_eq!(table.toast(&late).await, GONE_ON);
        assert_eq!(grid_of(&board).marks(), usize::from(!has_crosses));
        // The new game is played like any other.
        board = table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    }
    table.finish().await;
}

/// Data of the button with this label.
fn again_data(board: &MessageView, label: &str) -> String {
    let (row, column) = board.find_button(label).expect("it is there");
    data_of(board, row, column).to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_double_tap_on_the_welcome_opens_one_board() {
    let table = Table::new().await;
    let welcome = table.ask(table.anna, table.anna, "/start").await;
    let presses: Vec<String> = (0..10)
        .map(|_| table.press(table.anna, &welcome, "💎 Perfect bot: can you draw?"))
        .collect();
    let toasts = toasts(&table, &presses).await;
    assert_eq!(accepted(&toasts), 1, "{toasts:?}");
    table.read(table.anna).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_delivered_again_opens_no_second_board() {
    let mut table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let update = table.playground.last_update_id();
    table.playground.redeliver(update).expect("the update is known");
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    table.playground.redeliver(update).expect("the update is known");
    let board = table.play(table.anna, &board, 4).await;
    table.playground.redeliver(update).expect("the update is known");
    table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_delivered_again_changes_nothing() {
    let mut table = Table::new().await;
    table.expect_refusals(&["query is too old and response timeout expired"]);
    let welcome = table.ask(table.anna, table.anna, "/start").await;
    let start = table.press(table.anna, &welcome, "💎 Perfect bot: can you draw?");
    assert_eq!(table.toast(&start).await, "");
    let started = table.playground.last_update_id();
    let board = table.read(table.anna).await;
    table.playground.redeliver(started).expect("the update is known");
    let board = table.play(table.anna, &board, 4).await;
    let pressed = table.playground.last_update_id();
    table.playground.redeliver(pressed).expect("the update is known");
    table.playground.redeliver(started).expect("the update is known");
    let after = at_rest(&mut table, &board).await;
    assert_eq!(after, board);
    table.playground.redeliver(pressed).expect("the update is known");
    table.playground.redeliver(started).expect("the update is known");
    assert_eq!(at_rest(&mut table, &board).await, board);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_one_chat_is_answered_and_holds_up_no_other_chat() {
    let mut table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let presses: Vec<String> =
        (0..120).map(|number| table.press_cell(table.anna, &board, number % 9)).collect();
    let began = std::time::Instant::now();
    table.new_game(table.boris).await;
    assert!(began.elapsed().as_secs() < 5, "another chat waits for {:?}", began.elapsed());
    let toasts = toasts(&table, &presses).await;
    assert_eq!(accepted(&toasts), 1);
    let too_fast = "Too many taps at once. Please wait a moment.";
    let is_told = |toast: &String| toast == STALE || toast == too_fast || toast.is_empty();
    assert!(toasts.iter().all(is_told), "{toasts:?}");
    // With a webhook each press comes after an earlier one is decided, which is often slow enough.
    let is_slowed_down = toasts.iter().any(|toast| toast == too_fast);
    assert!(is_slowed_down || table.way == Way::Webhook, "no one is slowed down");
    let board = at_rest(&mut table, &board).await;
    assert_eq!((grid_of(&board).crosses(), board.edits), (1, 1));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_that_reaches_two_processes_at_once_is_not_called_outdated() {
    let store = FickleStore::new();
    store.share();
    let mut table = Table::with_store(store.shared()).await;
    // Beside other processes the view of an own message is uncertain.
    table.allow_refusals("message is not modified");
    let board = table.new_game(table.anna).await;
    store.lose_commits(1);
    let after = table.play(table.anna, &board, 4).await;
    assert_eq!((grid_of(&after).crosses(), grid_of(&after).noughts()), (1, 1));
    // Another cell of the same old board is another move.
    let cell = grid_of(&after).calm_cell();
    assert_eq!(table.try_cell(table.anna, &board, cell).await, STALE);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_delivered_again_finds_no_second_opponent() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(boris, boris, "/opponent 3x3 24h").await;
    table.say(anna, anna, "/opponent 3x3 24h");
    let sought = table.playground.last_update_id();
    // The message of her search, and both boards.
    for user in [anna, anna, boris] {
        table.read(user).await;
    }
    table.until(&waiting, |message| message.keyboard.is_empty()).await;
    at_rest(&mut table, &waiting).await;
    table.playground.redeliver(sought).expect("the update is known");
    // She looks for no other one, so she is asked what she wants.
    let question = table.ask(anna, anna, "/opponent").await;
    assert!(question.find_button(SEARCH).is_some(), "{question:?}");
    table.finish().await;
}
