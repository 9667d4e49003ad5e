//! Conversations with an engine: for any input in any order, it answers in its own words, and each search
//! once.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;

use zerosum_games::any::GameSpec;
use zerosum_tools::engine::options::Options;
use zerosum_tools::ugi::conversation::speak;

/// First words of the engine's lines.
const WORDS: [&str; 7] = ["id", "option", "ugiok", "readyok", "response", "info", "bestmove"];

fuzz_target!(|input: (u8, &str)| {
    let (number, said) = input;
    let spec = GameSpec::ALL[usize::from(number) % GameSpec::ALL.len()];
    let mut out = Vec::new();
    // `quit` ends the engine, regardless of the time it was given.
    let said = format!("{said}\nquit\n");
    let searches = said.lines().filter(|line| line.split_whitespace().next() == Some("go")).count();
    speak(spec, Options::default(), Cursor::new(said), &mut out).expect("it can write");
    let answers = String::from_utf8(out).expect("it speaks UTF-8");
    let is_known =
        |line: &str| line.split_whitespace().next().is_some_and(|word| WORDS.contains(&word));
    assert!(answers.lines().all(is_known), "{answers}");
    let moves = answers.lines().filter(|line| line.starts_with("bestmove ")).count();
    assert!(moves <= searches, "{moves} moves for {searches} searches");
});
