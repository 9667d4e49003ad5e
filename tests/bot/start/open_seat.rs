//! Two people play each other in a group: a seat is open, and the first other person who taps takes it.

use std::sync::Arc;

use zerosum_session::UserId;
use zerosum_store::Store;

use crate::support::grid::grid_of;
use crate::support::harness::{Table, Way};

/// Button that an open board offers its starter.
const INSTEAD: &str = "🤖 Play zerosum instead";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_other_person_who_taps_takes_the_seat_and_moves() {
    let mut table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new").await;
    assert_eq!(
        board.text,
        "❌ anybody  ·  ⭕ Anna\nWho wants to play Anna? Tap the board to take ❌."
    );
    // The bot knows that the board is there.
    table.restart_bot().await;
    assert_eq!(table.try_cell(table.anna, &board, 4).await, "It is not your turn.");
    let board = table.play(table.boris, &board, 4).await;
    assert_eq!(board.text, "❌ Борис  ·  ⭕ Anna\nAnna to move with ⭕.");
    assert_eq!((grid_of(&board).crosses(), grid_of(&board).noughts()), (1, 0));
    assert!(!board.keyboard.iter().flatten().any(|button| button.text == INSTEAD), "{board:?}");
    // Each is refused in their own language.
    assert_eq!(table.try_cell(table.boris, &board, 0).await, "Сейчас не ваш ход.");
    assert!(table.try_cell(table.oksana, &board, 0).await.starts_with("Це чужа партія."));
    let board = table.play(table.anna, &board, 0).await;
    assert_eq!(table.try_cell(table.boris, &board, 0).await, "Эта клетка занята.");
    let board = table.play(table.boris, &board, 1).await;
    let board = table.play(table.anna, &board, 3).await;
    let board = table.play(table.boris, &board, 7).await;
    assert!(board.text.contains("🎉 Борис won – three in a row!"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_tap_at_once_one_takes_the_seat() {
    let table = Table::new().await;
    let people: Vec<i64> = (0..6)
        .map(|number| {
            let user = table.playground.add_user(&format!("P{number}"), Some("en"));
            table.playground.add_member(user, table.group).expect("the group is there");
            user
        })
        .collect();
    let board = table.ask(table.anna, table.group, "/new 4x4").await;
    let mut presses = Vec::new();
    for (cell, user) in people.iter().enumerate() {
        // Two presses each stand for an impatient double tap.
        presses.push(table.press_cell(*user, &board, cell));
        presses.push(table.press_cell(*user, &board, cell));
    }
    let mut toasts = Vec::new();
    for press in &presses {
        toasts.push(table.toast(press).await);
    }
    let board = table.changed(&board).await;
    let seated = toasts.iter().filter(|toast| toast.is_empty()).count();
    assert_eq!(seated, 1, "{toasts:?}");
    let strangers =
        toasts.iter().filter(|toast| toast.starts_with("This is somebody else’s")).count();
    assert_eq!(strangers, 10, "{toasts:?}");
    assert!(board.text.contains("⭕ Anna"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_people_whose_taps_arrive_together_the_first_takes_the_seat() {
    let mut table = Table::without_bot().await;
    // Presses from the bot's absence come in one answer to a poll.
    table.way = Way::Polling;
    table.start_bot();
    let people: Vec<i64> = (0..6)
        .map(|number| {
            let user = table.playground.add_user(&format!("P{number}"), Some("en"));
            table.playground.add_member(user, table.group).expect("the group is there");
            user
        })
        .collect();
    let mut boards = Vec::new();
    for _ in 0..8 {
        boards.push(table.ask(table.anna, table.group, "/new 4x4").await);
    }
    table.playground.settled().await.expect("all updates are confirmed");
    table.stop_bot().await;
    let mut presses = Vec::new();
    for (number, board) in boards.iter().enumerate() {
        for cell in 0..people.len() {
            let user = people[(number + cell) % people.len()];
            presses.push(table.press_cell(user, board, cell));
        }
    }
    table.start_bot();
    for (presses, board) in presses.chunks(people.len()).zip(&boards) {
        let mut toasts = Vec::new();
        for press in presses {
            toasts.push(table.toast(press).await);
        }
        assert_eq!(toasts.iter().position(String::is_empty), Some(0), "{toasts:?}");
        assert_eq!(toasts.iter().filter(|toast| toast.is_empty()).count(), 1, "{toasts:?}");
        table.changed(board).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tap_that_is_no_move_takes_the_seat_all_the_same() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new x").await;
    assert_eq!(
        board.text,
        "❌ Anna  ·  ⭕ anybody\nAnna to move with ❌. ⭕ is free: tap the board to join."
    );
    let board = table.play(table.boris, &board, 4).await;
    assert_eq!(board.text, "❌ Anna  ·  ⭕ Борис\nAnna to move with ❌.");
    assert_eq!(grid_of(&board).marks(), 0);
    let board = table.play(table.anna, &board, 4).await;
    let board = table.play(table.boris, &board, 0).await;
    assert_eq!((grid_of(&board).crosses(), grid_of(&board).noughts()), (1, 1));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_starter_may_begin_before_an_opponent_has_come() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new x").await;
    let board = table.play(table.anna, &board, 4).await;
    assert!(board.text.contains("Who wants to play Anna?"), "{board:?}");
    // The cell is taken, so the tap only says that he wants to play.
    let board = table.play(table.boris, &board, 4).await;
    assert!(board.text.contains("Борис to move with ⭕."), "{board:?}");
    table.play(table.boris, &board, 0).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_starter_may_play_the_engine_instead() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new").await;
    let press = table.press(table.boris, &board, INSTEAD);
    assert!(table.toast(&press).await.starts_with("Это чужая партия."));
    let press = table.press(table.anna, &board, INSTEAD);
    assert_eq!(table.toast(&press).await, "");
    let played = table.changed(&board).await;
    assert!(played.text.starts_with("❌ zerosum (casual)  ·  ⭕ Anna\n"), "{played:?}");
    assert_eq!(grid_of(&played).crosses(), 1, "the engine has begun");
    // A player who presses now is too late.
    let late =
        table.press_data(table.boris, &played, crate::support::harness::data_of(&board, 0, 0));
    assert!(table.toast(&late).await.starts_with("Это чужая партия."));
    table.play(table.anna, &played, grid_of(&played).calm_cell()).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_may_resign_and_both_may_play_again() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new").await;
    let board = table.play(table.boris, &board, 4).await;
    let said = table.ask(table.boris, table.group, "/resign").await;
    assert_eq!(said.text, "Вы сдались.");
    let over = table.changed(&board).await;
    assert!(over.text.ends_with("\nБорис resigned. Anna wins."), "{over:?}");
    assert_eq!(
        table.toast(&table.press(table.oksana, &over, "🔁 Play again")).await,
        "Це чужа партія. Надішліть /new, щоб почати свою."
    );
    let next = table.go_on(table.boris, &over, "🔄 Swap sides").await;
    assert!(next.text.starts_with("❌ Anna  ·  ⭕ Борис\n"), "{next:?}");
    // The second of two players who want another game is told that it has begun.
    let late =
        table.press_data(table.anna, &over, &over.keyboard[3][0].data.clone().expect("it has"));
    assert_eq!(table.toast(&late).await, "Another game after this one has already begun.");
    let next = table.play(table.anna, &next, 0).await;
    table.play(table.boris, &next, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_seat_that_stays_empty_can_be_closed() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new sheep").await;
    let said = table.ask(table.anna, table.group, "/resign").await;
    assert_eq!(said.text, "The game is closed: nobody joined.");
    let closed = table.changed(&board).await;
    assert!(closed.text.contains("The game is closed: nobody joined."), "{closed:?}");
    assert_eq!(
        table.ask(table.boris, table.group, "/resign").await.text,
        "У вас здесь нет открытой партии. Начать новую: /new."
    );
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_on_after_a_restart() {
    let mut table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new").await;
    table.restart_bot().await;
    let board = table.play(table.boris, &board, 4).await;
    table.restart_bot().await;
    assert!(table.try_cell(table.oksana, &board, 0).await.starts_with("Це чужа партія."));
    let board = table.play(table.anna, &board, 0).await;
    let board = table.play(table.boris, &board, 8).await;
    assert!(board.text.starts_with("❌ Борис  ·  ⭕ Anna\n"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_which_one_chooses_first_is_joined_by_choosing() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new ultimate x").await;
    assert!(board.text.contains("⭕ anybody"), "{board:?}");
    let joined =
        table.press_data(table.boris, &board, crate::support::harness::data_of(&board, 0, 0));
    assert_eq!(table.toast(&joined).await, "");
    let board = table.changed(&board).await;
    assert!(board.text.contains("⭕ Борис"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_level_in_a_group_is_a_game_against_the_engine() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new perfect").await;
    assert_eq!(board.text, "❌ Anna  ·  ⭕ zerosum (perfect)\nAnna to move with ❌.");
    assert!(table.try_cell(table.boris, &board, 4).await.starts_with("Это чужая партия."));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_has_everything_deleted_leaves_the_games_of_others() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new").await;
    let board = table.play(table.boris, &board, 4).await;
    let asked = table.ask(table.boris, table.boris, "/deletemydata").await;
    let sure = table.press(table.boris, &asked, "Да, удалить всё");
    table.toast(&sure).await;
    table.until(&asked, |message| message.keyboard.is_empty()).await;
    let press = table.press_cell(table.anna, &board, 0);
    assert_eq!(table.toast(&press).await, "The game is over. /new starts another one.");
    let over = table.changed(&board).await;
    assert!(!over.text.contains("Борис"), "{over:?}");
    assert!(over.text.ends_with("A player left for good. Anna wins."), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_game_is_offered_by_its_card_in_a_group_and_nowhere_else() {
    const OFFER: &str = "👥 Play with somebody here";
    let table = Table::new().await;
    let tiles = table.ask(table.anna, table.group, "/games").await;
    table.toast(&table.press(table.anna, &tiles, "Ultimate")).await;
    let card = table.changed(&tiles).await;
    let press = table.press(table.anna, &card, OFFER);
    assert_eq!(table.toast(&press).await, "");
    let board = table.read(table.group).await;
    assert!(board.text.contains("anybody") && board.text.contains("Anna"), "{board:?}");
    // A double tap finds the board that is waiting already.
    let again = table.press(table.anna, &card, OFFER);
    assert_eq!(table.toast(&again).await, "Your board is ready. /board brings it down here.");

    let tiles = table.ask(table.anna, table.anna, "/games").await;
    table.toast(&table.press(table.anna, &tiles, "Ultimate")).await;
    let alone = table.changed(&tiles).await;
    assert!(!alone.keyboard.iter().flatten().any(|button| button.text == OFFER), "{alone:?}");
    assert!(alone.find_button("👋 Play a friend").is_some(), "{alone:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_joins_by_choosing_sees_their_choice_by_one_edit() {
    let mut table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new ultimate").await;
    // By now the bot knows where the board is, so only the press redraws it.
    table.restart_bot().await;
    let joined = table.press(table.boris, &board, "↖️");
    assert_eq!(table.toast(&joined).await, "");
    let chosen = table.changed(&board).await;
    assert!(chosen.text.contains("Борис"), "{chosen:?}");
    assert!(chosen.keyboard.iter().flatten().filter(|button| button.text == "·").count() >= 9);
    table.play(table.boris, &chosen, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_only_looks_at_another_part_of_a_wide_board_does_not_join() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new gomoku").await;
    let look = table.press(table.boris, &board, "⬆️");
    assert_eq!(table.toast(&look).await, "Выберите ход, и вы в игре.");
    assert!(table.now(&board).text.contains("anybody"), "the seat is open still");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_is_turned_away_is_not_remembered() {
    let store = Arc::new(Store::in_memory());
    let table = Table::with_store(Arc::clone(&store)).await;
    let board = table.ask(table.anna, table.group, "/new").await;
    let press = table.press(table.boris, &board, INSTEAD);
    assert!(table.toast(&press).await.starts_with("Это чужая партия."));
    let boris = UserId(table.boris.unsigned_abs());
    assert_eq!(store.person(boris).await.expect("it works"), None);
    table.play(table.boris, &board, 4).await;
    let known = store.person(boris).await.expect("it works").expect("he plays");
    assert_eq!(known.name, "Борис");
    table.finish().await;
}
