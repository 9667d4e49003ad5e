//! Requests of the page whose connection closes before they are answered.

use serde_json::Value;

use crate::support::fickle::FickleStore;
use crate::support::harness::Table;
use crate::support::live_browser::Browser;
use crate::support::patience::until;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_asked_for_is_done_although_the_browser_closes_meanwhile() {
    let store = FickleStore::new();
    let mut table = Table::with_store_later(store.shared()).await;
    let (page, board, link) = Browser::with_game(&mut table).await;
    let (_, game) = page.move_at(&link, &page.game(&link).await, 4).await;
    let asker = Browser { token: page.token.clone(), ..Browser::beside(&table) };
    store.hold_games_with_people(true);
    tokio::select! {
        answer = asker.press(&link, &game, "Hint") => panic!("it is held back: {answer:?}"),
        () = store.wait_for_games_with_people(1) => {}
    }
    drop(asker);
    store.hold_games_with_people(false);
    let is_hint = |note: &Value| note.as_str().is_some_and(|note| note.contains('💡'));
    until(async || {
        let game = page.game(&link).await;
        let notes = game["notes"].as_array().expect("notes");
        if notes.iter().any(is_hint) { Ok(()) } else { Err(game) }
    })
    .await;
    table.until(&board, |board| board.text.contains('💡')).await;
    table.finish().await;
}
