//! The words behind `/new`: whatever the bot writes is read as what it means, in any of its languages.

use proptest::prelude::{any, proptest};
use zerosum::bot::vocabulary::{NotUnderstood, Vocabulary, Wanted};
use zerosum::locales::phrase::Phrase;
use zerosum::locales::{Language, Locales};
use zerosum::render::{marks, titles};
use zerosum_games::any::GameSpec;
use zerosum_games::mnk::{MnkSpec, SIZE_MAX, SIZE_MIN};
use zerosum_games::side::Side;
use zerosum_search::level::Level;

const NOTHING: Wanted = Wanted { spec: None, side: None, level: None, time: None };

fn vocabulary() -> (Vocabulary, Locales) {
    let locales = Locales::load();
    (Vocabulary::of(&locales), locales)
}

fn side_words(locales: &Locales, language: Language, spec: GameSpec, side: Side) -> String {
    let mark = marks::mark(spec, side);
    locales.say(
        language,
        match side {
            Side::First => Phrase::SideFirst { mark },
            Side::Second => Phrase::SideSecond { mark },
        },
    )
}

#[test]
fn every_title_level_and_side_is_read_as_itself_in_any_order() {
    let (vocabulary, locales) = vocabulary();
    for language in Language::ALL {
        for spec in GameSpec::offered() {
            let title = titles::title(spec, &locales, language);
            assert_eq!(
                vocabulary.read(&title),
                Ok(Wanted { spec: Some(spec), ..NOTHING }),
                "{title}"
            );
            for level in Level::ALL {
                let name = titles::level(spec, level, &locales, language);
                let wanted = Wanted { level: Some(level), ..NOTHING };
                assert_eq!(vocabulary.read(&name), Ok(wanted), "{name}");
                for side in Side::ALL {
                    let side_name = side_words(&locales, language, spec, side);
                    let wanted = Wanted {
                        spec: Some(spec),
                        side: Some(side),
                        level: Some(level),
                        ..NOTHING
                    };
                    for words in [
                        format!("{title} {name} {side_name}"),
                        format!("{side_name} {name} {title}"),
                        format!("{name}, {side_name}, {}!", title.to_uppercase()),
                    ] {
                        assert_eq!(vocabulary.read(&words), Ok(wanted), "{words}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_tile_is_read_as_its_game() {
    let (vocabulary, locales) = vocabulary();
    for language in Language::ALL {
        for spec in [GameSpec::offered_first(), GameSpec::offered_next()].concat() {
            let label = titles::short(spec, &locales, language);
            // A size alone is the board of that size that is hardest to win.
            if GameSpec::from_alias(&label).is_some_and(|(alias, _)| alias != spec) {
                continue;
            }
            assert_eq!(
                vocabulary.read(&label),
                Ok(Wanted { spec: Some(spec), ..NOTHING }),
                "{label}"
            );
        }
    }
}

#[test]
fn every_board_is_read_by_its_title_and_its_name() {
    let (vocabulary, locales) = vocabulary();
    let sizes = || SIZE_MIN..=SIZE_MAX;
    for (columns, rows) in sizes().flat_map(|columns| sizes().map(move |rows| (columns, rows))) {
        for k in SIZE_MIN..=columns.max(rows) {
            let spec =
                GameSpec::Mnk(MnkSpec::new(columns, rows, k).expect("there is such a board"));
            let spec = spec.canonical();
            let wanted = Wanted { spec: Some(spec), ..NOTHING };
            assert_eq!(vocabulary.read(&spec.name()), Ok(wanted), "{}", spec.name());
            for language in Language::ALL {
                let title = titles::title(spec, &locales, language);
                assert_eq!(vocabulary.read(&title), Ok(wanted), "{title}");
            }
        }
    }
}

#[test]
fn every_other_board_is_told_the_range() {
    let (vocabulary, _) = vocabulary();
    let size = Err(NotUnderstood::Size { min: SIZE_MIN, max: SIZE_MAX });
    for words in
        ["2x2", "0x0", "1x15", "16x16", "15х16", "16×3", "3*99", "70000x3", "2x3x3", "16x3x3"]
    {
        assert_eq!(vocabulary.read(words), size, "{words}");
    }
    for columns in SIZE_MIN..=SIZE_MAX {
        for rows in SIZE_MIN..=SIZE_MAX {
            let max = columns.max(rows);
            for k in [0, SIZE_MIN - 1, max + 1, 99] {
                let words = format!("{columns}x{rows}x{k}");
                let length = Err(NotUnderstood::Length { min: SIZE_MIN, max });
                assert_eq!(vocabulary.read(&words), length, "{words}");
            }
        }
    }
}

proptest! {
    #[test]
    fn any_words_are_read_or_one_of_them_is_quoted(words in any::<String>()) {
        let (vocabulary, _) = vocabulary();
        match vocabulary.read(&words) {
            Ok(_) | Err(NotUnderstood::Size { .. } | NotUnderstood::Length { .. }) => {}
            Err(NotUnderstood::Word(word) | NotUnderstood::Numbers { word, .. }) => assert!(word.chars().count() <= 30),
        }
    }
}
