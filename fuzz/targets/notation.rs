//! Notation of positions: any accepted position is in play and prints as itself.

#![no_main]

use libfuzzer_sys::fuzz_target;

use zerosum_games::Game;
use zerosum_games::tictactoe::TicTacToe;

fuzz_target!(|text: &str| {
    match text.parse::<TicTacToe>() {
        Ok(position) => {
            assert_eq!(position.outcome(), None);
            let printed = position.to_string();
            assert_eq!(printed.parse(), Ok(position));
            // The input may differ from the printed form in spaces, case and a missing side.
            let compact = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
            assert!(compact(&printed).starts_with(&compact(text)));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
