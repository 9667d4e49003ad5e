//! The questions a player is asked when looking for an opponent, before the search begins.

use crate::host::metrics::at_rest;
use crate::start::opponents::{LOOKING_IN_RUSSIAN, SEARCH, STOP};
use crate::support::harness::Table;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_words_the_game_and_the_clock_are_asked_for_before_the_search() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    table.ask(anna, anna, "/new ultimate o beginner").await;
    let mut card = table.ask(anna, anna, "/opponent").await;
    assert!(card.text.starts_with("Which game, and with which clock"), "{card:?}");
    assert!(card.find_button("✓ Ultimate").is_some(), "{card:?}");
    assert!(card.find_button("✓ ⏱ A day a move").is_some(), "{card:?}");
    // No other player is waiting yet.
    let of_boris = table.ask(boris, boris, "/opponent ultimate 24h").await;
    assert!(of_boris.text.starts_with(LOOKING_IN_RUSSIAN), "{of_boris:?}");
    for label in ["⏱ 3 min a move", "Gomoku 15×15", "🎲 Any game"] {
        assert_eq!(table.toast(&table.press(anna, &card, label)).await, "");
        let chosen = format!("✓ {label}");
        card = table.until(&card, |now| now.find_button(&chosen).is_some()).await;
    }
    assert_eq!(table.toast(&table.press(anna, &card, SEARCH)).await, "");
    let waiting = table.read(anna).await;
    assert!(waiting.text.contains("🎲 Any game\n⏳ three minutes for each move"), "{waiting:?}");
    at_rest(&table).await;
    // A second request shows the search and asks nothing.
    let again = table.ask(anna, anna, "/opponent").await;
    assert_eq!(again.text, waiting.text);
    table.changed(&waiting).await;
    let refused = table.ask(anna, anna, "/opponent gomoku strong").await.text;
    let told = "“strong” means nothing after /opponent, which takes a game, a side and a clock.";
    assert_eq!(refused, told);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_named_is_asked_for_as_it_was_the_last_time() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    // No opponent is called before the search has begun.
    table.ask(boris, boris, "/opponent 3x3 24h").await;
    for (words, chosen) in [
        ("/opponent 3x3", ["✓ 3×3", "✓ ⏱ A day a move"]),
        ("/opponent 5+3", ["✓ 3×3", "✓ ⏱ 5 min + 3 s"]),
        ("/opponent any game", ["✓ 🎲 Any game", "✓ ⏱ A day a move"]),
        ("/opponent 3x3 o", ["✓ ⭕ second", "✓ ⏱ A day a move"]),
    ] {
        let card = table.ask(anna, anna, words).await;
        for chosen in chosen {
            assert!(card.find_button(chosen).is_some(), "{words}: {chosen}: {card:?}");
        }
    }
    let card = table.ask(anna, anna, "/opponent gomoku o").await;
    assert_eq!(table.toast(&table.press(anna, &card, "⏱ 3 min a move")).await, "");
    let card = table.until(&card, |now| now.find_button("✓ ⏱ 3 min a move").is_some()).await;
    assert_eq!(table.toast(&table.press(anna, &card, SEARCH)).await, "");
    let waiting = table.read(anna).await;
    assert!(waiting.text.contains("Gomoku"), "{waiting:?}");
    assert!(waiting.text.contains("three minutes for each move"), "{waiting:?}");
    assert!(waiting.find_button("✓ ⚪\u{fe0f} second").is_some(), "{waiting:?}");
    table.restart_bot().await;
    let card = table.ask(anna, anna, "/opponent ultimate").await;
    assert!(card.find_button("✓ ⏱ 3 min a move").is_some(), "{card:?}");
    // A change made while waiting is remembered as well.
    assert_eq!(table.toast(&table.press(anna, &waiting, "⏳ 5+3")).await, "");
    let waiting = table.until(&waiting, |now| now.find_button("✓ ⏳ 5+3").is_some()).await;
    assert_eq!(table.toast(&table.press(anna, &waiting, STOP)).await, "");
    table.until(&waiting, |message| message.keyboard.len() <= 1).await;
    let card = table.ask(anna, anna, "/opponent").await;
    assert!(card.find_button("✓ ⏱ 5 min + 3 s").is_some(), "{card:?}");
    table.finish().await;
}
