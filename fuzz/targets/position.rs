//! Positions and moves of every game: an accepted one prints as text that is read as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

use zerosum_games::Game;
use zerosum_games::any::GameSpec;

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let spec = GameSpec::ALL[usize::from(number) % GameSpec::ALL.len()];
    match spec.read(text) {
        Ok(position) => {
            assert_eq!(spec.read(&position.to_string()), Ok(position.clone()));
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            assert_eq!(moves.is_empty(), position.outcome().is_some());
            for code in moves {
                assert_eq!(position.read_move(&position.move_text(code)), Ok(code));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let start = spec.start();
    if let Ok(code) = start.read_move(text) {
        assert_eq!(start.read_move(&start.move_text(code)), Ok(code));
    }
    if let Some(spec) = GameSpec::from_name(text) {
        assert_eq!(spec.name(), text);
    }
});
