//! The notation of positions: anything that is read is in play and prints as itself.

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
            // What is read differs from what is printed in spaces, letters and a side left out.
            let compact = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
            assert!(compact(&printed).starts_with(&compact(text)));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
