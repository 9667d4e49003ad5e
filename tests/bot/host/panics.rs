//! An update whose handler panics: only that handler ends, and everything it held is released.

use zerosum_session::UserId;

use crate::host::metrics::scrape;
use crate::support::fickle::FickleStore;
use crate::support::grid::grid_of;
use crate::support::harness::Table;
use crate::support::patience::until;

fn user_of(id: i64) -> UserId {
    UserId(id.try_into().expect("people have positive numbers"))
}

/// Waits until the store has panicked.
async fn until_panicked(store: &FickleStore) {
    until(async || if store.is_to_panic() { Err("no handler has panicked") } else { Ok(()) }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_says_after_words_over_which_the_bot_panics_is_answered() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    store.hold(Some(user_of(table.anna)));
    // A webhook may deliver them in any order, so both have the same text.
    table.say(table.anna, table.anna, "/help");
    table.say(table.anna, table.anna, "/help");
    store.panic_over(user_of(table.anna));
    store.hold(None);
    // The update that waited behind it is handled, and so are later ones.
    table.read(table.anna).await;
    assert!(!store.is_to_panic());
    let board = table.new_game(table.anna).await;
    table.play(table.anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn as_many_words_can_be_said_after_many_panics_as_before() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    for _ in 0..20 {
        store.panic_over(user_of(table.anna));
        table.say(table.anna, table.anna, "/help");
        until_panicked(&store).await;
    }
    table.ask(table.anna, table.anna, "/help").await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_over_whose_edit_the_bot_panics_is_drawn_after_the_next_press() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let board = table.new_game(table.anna).await;
    store.panic_over_the_next_note();
    let board = table.play(table.anna, &board, 4).await;
    until_panicked(&store).await;
    // A press that comes while the other is still unwinding is left to the sweep.
    until(async || match scrape(&table).await.value("zerosum_edit_slots") {
        0.0 => Ok(()),
        slots => Err(format!("{slots} slots")),
    })
    .await;
    let board = table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    assert_eq!(grid_of(&board).marks(), 4);
    table.finish().await;
}
