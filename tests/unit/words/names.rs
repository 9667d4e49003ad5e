//! Names of games as people type them.

use std::collections::HashSet;

use clap::Parser;
use zerosum::cli::Arguments;
use zerosum_games::any::GameSpec;
use zerosum_games::family::{Family, Words};
use zerosum_games::side::Side;

/// Name of the game that the word stands for, and the side if the word implies one.
fn called(word: &str) -> Option<(String, Option<Side>)> {
    GameSpec::from_alias(word).map(|(spec, side)| (spec.name(), side))
}

#[test]
fn every_name_is_a_word_for_its_own_game_in_any_case() {
    for spec in GameSpec::ALL {
        let name = spec.name();
        assert_eq!(called(&name), Some((name.clone(), None)));
        assert_eq!(called(&name.to_uppercase()), Some((name.clone(), None)));
    }
}

#[test]
fn words_of_three_languages_name_games() {
    for word in ["noughts-and-crosses", "крестики", "хрестики", "gobang", "двойные", "подвійні"]
    {
        assert!(called(word).is_some(), "{word}");
    }
    for (word, name, side) in [
        ("ttt", "3x3", None),
        ("гомоку", "15x15x5", None),
        ("uttt", "ultimate", None),
        ("count", "ultimate-count", None),
        ("тактичні", "ultimate-tactical", None),
        ("поймай-овцу", "sheep", None),
        ("вівця", "sheep", Some(Side::First)),
        ("🐺", "sheep", Some(Side::Second)),
    ] {
        assert_eq!(called(word), Some((name.to_owned(), side)), "{word}");
    }
}

#[test]
fn every_word_names_one_game_however_it_is_spelled() {
    let all = || Family::ALL.iter().flat_map(|family| family.words());
    let mut seen = HashSet::new();
    for Words { spec, side, words } in all() {
        for word in *words {
            assert!(seen.insert(word), "{word} names two games");
            let expected = Some((spec.name(), *side));
            assert_eq!(called(word), expected, "{word}");
            assert_eq!(called(&word.to_uppercase()), expected, "{word}");
            assert_eq!(called(&word.replace('-', " ")), expected, "{word}");
        }
    }
    let has_words = |family: &Family| all().any(|words| words.spec.family() == *family);
    assert!(Family::ALL.iter().all(has_words), "people call every game something");
}

#[test]
fn a_board_is_named_by_its_size_with_any_sign_for_times() {
    for (word, name) in [
        ("3×3", "3x3"),
        ("3х3", "3x3"),
        ("3Х3х3", "3x3"),
        ("4X4", "4x4x4"),
        ("5×5", "5x5x4"),
        ("6*6", "6x6x5"),
        ("9x9", "9x9x5"),
        ("4x7", "4x7x4"),
        ("3x12", "3x12x3"),
        ("15x15", "15x15x5"),
        ("10×8x5", "10x8x5"),
    ] {
        assert_eq!(called(word), Some((name.to_owned(), None)), "{word}");
    }
}

#[test]
fn no_other_word_names_a_game() {
    for word in [
        "", "-", "x", "chess", "3x3x4", "2x9", "99x99x5", "21x9", "05x5", "5x5x5x5", "x5",
        "sheep-1",
    ] {
        assert_eq!(called(word), None, "{word}");
    }
}

#[test]
fn every_command_that_takes_a_game_takes_any_word_for_it() {
    for word in ["gomoku", "wolves", "TicTacToe", "хрестики-нулики", "5×5", "uttt"] {
        for line in [
            &["solve", "--game", word][..],
            &["explain", word],
            &["prove", "--game", word],
            &["compare", word],
            &["engine", word],
            &["match", "--game", word],
        ] {
            let parsed = Arguments::try_parse_from([&["zerosum"], line].concat());
            assert!(parsed.is_ok(), "{line:?}: {parsed:?}");
        }
    }
}
