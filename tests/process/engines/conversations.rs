//! Conversations with an engine, from the files in `conversations`: `>` is input and `<` is the expected
//! answer, in which `*` matches anything. Search information may be omitted.

use std::fs;
use std::path::Path;

use zerosum_games::any::GameSpec;

use crate::engines::speaker::{Speaker, is_thought};

/// Has the conversation in a file with an engine that speaks UGI.
fn talk(file: &str, spec: GameSpec) {
    talk_to(Speaker::of(spec), file);
}

/// Has the conversation in a file with an engine.
pub(crate) fn talk_to(speaker: Speaker, file: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/process/engines/conversations");
    let text = fs::read_to_string(root.join(file)).expect("the conversation is there");
    for (line, number) in text.lines().zip(1..) {
        if let Some(said) = line.strip_prefix('>') {
            speaker.say(said.trim_start());
        } else if let Some(pattern) = line.strip_prefix("< ") {
            let answer = if is_thought(pattern) { speaker.hear() } else { speaker.hear_answer() };
            assert!(is_like(&answer, pattern), "{file}:{number}: {answer:?} is not {pattern:?}");
        }
    }
    assert_eq!(speaker.end(), Vec::<String>::new(), "{file}: nothing more is said");
}

/// Returns whether a text matches a pattern.
fn is_like(text: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => text == pattern,
        Some((before, rest)) => text.strip_prefix(before).is_some_and(|text| {
            let ends = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
            ends.rev().any(|end| is_like(&text[end..], rest))
        }),
    }
}

#[test]
fn an_engine_has_manners() {
    talk("manners.txt", GameSpec::TicTacToe);
}

#[test]
fn an_engine_plays_and_knows_how_games_end() {
    talk("games.txt", GameSpec::TicTacToe);
}

#[test]
fn an_engine_answers_garbage_and_goes_on() {
    talk("garbage.txt", GameSpec::TicTacToe);
}

#[test]
fn every_game_is_spoken() {
    for spec in GameSpec::ALL {
        talk("any_game.txt", spec);
    }
}

#[test]
fn patterns_match_what_they_say() {
    for (text, pattern, expected) in [
        ("a b c", "a * c", true),
        ("a b c", "a *", true),
        ("a b c", "*", true),
        ("a b c", "a * d", false),
        ("a b c", "a b", false),
        ("a bc bc", "a *c", true),
    ] {
        assert_eq!(is_like(text, pattern), expected, "{text}, {pattern}");
    }
}
