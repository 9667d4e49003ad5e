//! The parameters of an evaluator of the ultimate game, and the text that holds them.

use zerosum_games::side::BySide;
use zerosum_games::ultimate::UltimateRules;
use zerosum_search::ultimate::evaluator::{Evaluator, LineEvaluator};
use zerosum_search::ultimate::parameters::{Parameters, ParametersError};
use zerosum_search::ultimate::patterns::Classes;

const FITTED: [(UltimateRules, &str); 2] = [
    (UltimateRules::STANDARD, include_str!("../../../src/ultimate/fitted/line.txt")),
    (UltimateRules::COUNT, include_str!("../../../src/ultimate/fitted/count.txt")),
];

/// The text of a file without its comments.
fn body(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

#[test]
fn what_is_written_is_what_the_files_hold() {
    for (rules, text) in FITTED {
        assert_eq!(LineEvaluator::of(rules).parameters().to_string(), body(text), "{rules}");
    }
}

#[test]
fn an_evaluator_has_the_numbers_it_was_made_of() {
    for rules in UltimateRules::ALL {
        let parameters = LineEvaluator::of(rules).parameters();
        assert_eq!(LineEvaluator::with(&parameters).parameters(), parameters, "{rules}");
    }
}

#[test]
fn a_text_is_refused_at_the_line_that_is_wrong() {
    let text = body(FITTED[0].1);
    let read = |text: &str| text.parse::<Parameters>().expect_err("it is wrong");
    let word = |line, word: &str| ParametersError::Word { line, word: word.to_owned() };
    let numbers =
        |line, word: &str, count| ParametersError::Numbers { line, word: word.to_owned(), count };
    for (from, to, error) in [
        ("weights 3693", "weights", numbers(1, "weights", 14)),
        ("decided 1016 6 13", "decided 1016 6 40000", numbers(2, "decided", 3)),
        ("decided 1016", "decided 1.016", numbers(2, "decided", 3)),
        ("......... 471 267", "......... 471", numbers(3, ".........", 4)),
        ("......... 471", "........ 471", word(3, "........")),
        ("......... 471", "xxx...... 471", word(3, "xxx......")),
        ("......... 471", "oxoxoxoxo 471", word(3, "oxoxoxoxo")),
        ("......... 471", "#", ParametersError::Missing(".........".to_owned())),
        ("decided", "#", ParametersError::Missing("decided".to_owned())),
        ("weights", "#", ParametersError::Missing("weights".to_owned())),
    ] {
        assert_eq!(read(&text.replacen(from, to, 1)), error, "{from:?} as {to:?}");
    }
}

#[test]
fn mirror_images_are_of_one_class() {
    let classes = Classes::new();
    assert_eq!(classes.fillings().len(), 1582);
    for (class, BySide { first, second }) in classes.fillings().iter().enumerate() {
        assert_eq!(classes.of(*first, *second), class);
    }
    // X in a corner and O beside it, in two of the eight ways.
    assert_eq!(classes.of(0b1, 0b10), classes.of(0b1_0000_0000, 0b1000_0000));
    assert_ne!(classes.of(0b1, 0b10), classes.of(0b10, 0b1));
    assert_eq!(classes.find(0b111, 0), None);
}
