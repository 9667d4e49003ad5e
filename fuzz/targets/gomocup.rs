//! Conversations with an engine of Gomocup: for any input in any order, it answers in its own words.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;

use zerosum_games::mnk::MnkSpec;
use zerosum_tools::gomocup::conversation::speak;

/// First words of the engine's lines that are not moves.
const WORDS: [&str; 7] = ["OK", "ERROR", "UNKNOWN", "MESSAGE", "FORBID", "SWAP", "name=\"zerosum\","];

fuzz_target!(|said: &str| {
    let mut out = Vec::new();
    // `END` ends the engine, regardless of the time it was given.
    let said = format!("INFO max_node 50\n{said}\nEND\n");
    speak(MnkSpec::GOMOKU, Cursor::new(said), &mut out).expect("it can write");
    let answers = String::from_utf8(out).expect("it speaks UTF-8");
    let is_cell = |word: &str| {
        word.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
    };
    let is_known = |line: &str| {
        line.split(' ').next().is_some_and(|word| WORDS.contains(&word) || is_cell(word))
    };
    assert!(answers.lines().all(is_known), "{answers}");
});
