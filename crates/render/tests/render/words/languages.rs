//! Language codes as Telegram sends them, and words that no language uses.

use zerosum_render::locales::{lessons, source_of};
use zerosum_session::language::Language;

#[test]
fn a_language_is_found_by_its_code_in_any_region() {
    let cases = [
        ("en", Some(Language::English)),
        ("EN", Some(Language::English)),
        ("en-US", Some(Language::English)),
        ("ru", Some(Language::Russian)),
        ("ru-RU", Some(Language::Russian)),
        ("uk", Some(Language::Ukrainian)),
        ("uk_UA", Some(Language::Ukrainian)),
        ("Uk-Cyrl-UA", Some(Language::Ukrainian)),
        ("", None),
        ("-", None),
        ("u", None),
        ("ukr", None),
        ("ua", None),
        (" uk", None),
        ("de", None),
        ("рус", None),
    ];
    for (code, language) in cases {
        assert_eq!(Language::from_code(code), language, "{code:?}");
    }
    for language in Language::ALL {
        assert_eq!(Language::from_code(language.code()), Some(language));
    }
}

#[test]
fn people_are_told_of_moves_and_never_of_plies() {
    for language in Language::ALL {
        let texts = [source_of(language), lessons::source_of(language)].concat().to_lowercase();
        let texts = texts.replace("$plies", "");
        for word in ["ply", "plies", "half-move", "полуход", "півход", "півхід"]
        {
            let mut words = texts.split(|letter: char| !letter.is_alphabetic() && letter != '-');
            let said = words.find(|said| said.starts_with(word));
            assert_eq!(said, None, "{language:?}");
        }
    }
}
