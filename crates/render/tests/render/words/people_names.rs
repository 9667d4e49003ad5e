//! Display names of people in messages, for arbitrary real names.

use std::fs;

use proptest::prelude::*;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::{BotNames, NAME_CHARS_MAX, NAME_POINTS_MAX, presentable};
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::language::Language;

#[test]
fn what_would_be_clickable_is_taken_apart_and_the_rest_left_alone() {
    for (name, shown) in [
        ("Anna", "Anna"),
        ("A. B. Clark", "A. B. Clark"),
        ("@somebody", "@\u{2060}somebody"),
        ("t.me/x", "t.\u{2060}me/\u{2060}x"),
        ("tg://_", "tg:\u{2060}/\u{2060}/\u{2060}_"),
        ("#\u{fe0f}\u{20e3} #1", "#\u{fe0f}\u{20e3} #\u{2060}1"),
        ("$USD", "$\u{2060}USD"),
        ("Anna 2024", "Anna 2024"),
        // In another style than the marks of a board.
        ("❌ Zoe ⭕\u{fe0f}⭕", "❌\u{fe0f} Zoe ⭕\u{fe0f}⭕\u{fe0f}"),
        ("8 (800) 555", "8 (800) \u{2060}555"),
        ("+7 912 345-67-89", "+\u{2060}7 912 \u{2060}345-6\u{2060}7-89"),
        // Digits of other scripts count as digits.
        ("٠١٢٣٤٥", "٠١٢٣\u{2060}٤٥"),
        // A tag may begin with a joiner.
        ("#\u{200c}tag", "#\u{2060}tag"),
        ("a\u{200c}.b", "a.\u{2060}b"),
        ("two\nlines   and\u{3000}spaces\u{a0}", "twolines and spaces"),
    ] {
        assert_eq!(presentable(name), shown, "{name:?}");
        assert_eq!(presentable(shown), shown, "{name:?} twice");
    }
}

#[test]
fn letters_and_emoji_keep_what_belongs_to_them() {
    for name in [
        "👩\u{200d}💻",
        "👩🏻\u{200d}❤\u{fe0f}\u{200d}💋\u{200d}👩🏿",
        "🏴\u{200d}☠\u{fe0f}",
        "❤\u{fe0f} Anna ☺\u{fe0e}",
        "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
        "🇺🇦🇫🇷",
        "1\u{fe0f}\u{20e3}",
        "می\u{200c}خواهم",
        "ශ\u{dca}\u{200d}රී",
        "क\u{94d}\u{200d}ष",
        "葛\u{e0100}",
        "Zoe\u{308} Nguye\u{302}\u{303}n",
        "שָׁלוֹם",
        "ทิ้ง",
    ] {
        assert_eq!(presentable(name), name, "{name:?}");
    }
}

#[test]
fn what_is_invisible_turned_or_piled_up_is_left_out() {
    for (name, shown) in [
        ("\u{202e}\u{3164} ", ""),
        ("\u{2800}\u{115f}\u{fffc}\u{e000}\u{1d159}", ""),
        ("\u{200d}\u{200c}\u{fe0f}\u{301}\u{34f}", ""),
        ("An\u{200d}\u{200b}n\u{200c}a\u{2066}", "Anna"),
        ("🏴\u{e0061}\u{e0062}", "🏴"),
        ("\u{e0041}A\u{e0042}", "A"),
        ("🙂\u{200d}", "🙂"),
        ("می\u{200c}", "می"),
        ("A\u{fe0f}\u{fe01}", "A"),
        (" \u{301}a", "a"),
    ] {
        assert_eq!(presentable(name), shown, "{name:?}");
    }
    let piled = presentable(&format!("Z{}a", "\u{335}".repeat(100)));
    assert_eq!(piled.chars().count(), 6, "{piled:?}");
    let family = presentable(&"👩\u{200d}".repeat(100));
    assert!(family.chars().count() <= NAME_POINTS_MAX, "{family:?}");
    assert_eq!(presentable(&"я".repeat(100)).chars().count(), NAME_CHARS_MAX);
    let flags = presentable(&"🇺🇦".repeat(100));
    assert_eq!(flags, "🇺🇦".repeat(NAME_CHARS_MAX), "no flag is cut in half");
}

#[test]
fn no_player_has_a_name_of_the_bot_or_the_reader() {
    let locales = Locales::load();
    for language in Language::ALL {
        for words in [Phrase::You, Phrase::Anybody, Phrase::TheGroup] {
            let words = locales.say(language, words);
            for name in [words.clone(), words.to_uppercase(), format!("~ {words} 🙂")] {
                assert!(BotNames::default().name_beside(&name).is_anonymous(), "{name}");
            }
        }
    }
    for name in [
        "zerosum",
        "ZeroSum (perfect)",
        "zero sum",
        "𝐙𝐞𝐫𝐨𝐬𝐮𝐦",
        "Ｚｅｒｏｓｕｍ",
        "zеrоsum",
        "ZER0SUM",
        "🇿🇪🇷🇴🇸🇺🇲",
        "z\u{301}erosum",
        "Ζεrοѕυm",
        "y0u",
        "Yоu",
        "Ｙｏｕ",
        "ⓎⓄⓊ",
        "BЫ",
        "вы\u{200b}",
    ] {
        assert!(BotNames::default().name_beside(name).is_anonymous(), "{name}");
    }
    for name in ["Anna", "Youssef", "Вика", "Всеволод", "Виктор", "Yui", "Sum", "Zero"]
    {
        assert_eq!(BotNames::default().name_beside(name).as_str(), name);
    }
    let bot = BotNames::new("grandmaster_bot", "Max");
    for name in ["Grandmaster", "grandmaster bot", "The Grandmaster", "MAX", "Маx", "zerosum"] {
        assert!(bot.name_beside(name).is_anonymous(), "{name}");
    }
    for name in ["Maxim", "Anna"] {
        assert_eq!(bot.name_beside(name).as_str(), name);
    }
    assert!(BotNames::new("x_bot", "🤖").name_beside("🤖").is_anonymous());
    assert_eq!(BotNames::default().name_beside("🙂").as_str(), "🙂");
}

#[test]
fn a_person_without_a_name_is_a_player() {
    let locales = Locales::load();
    for language in Language::ALL {
        let name = locales.name_or_player(language, &BotNames::default().name_beside("\u{3164}"));
        assert_eq!(name.as_str(), locales.say(language, Phrase::Somebody));
    }
}

#[test]
fn no_phrase_takes_a_name_as_it_was_typed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/locales");
    for file in fs::read_dir(folder).expect("there is such a folder") {
        let file = file.expect("it can be read").path();
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for field in ["name: &'a str", "winner: &'a str", "opponent: &'a str", "sender: &'a str"] {
            assert!(!text.contains(field), "{}: {field}", file.display());
        }
    }
}

proptest! {
    #[test]
    fn a_name_is_bounded_and_made_presentable_once_for_all(name in ".{0,80}") {
        let shown = presentable(&name);
        let points = shown.chars().filter(|point| *point != '\u{2060}').count();
        prop_assert!(points <= NAME_POINTS_MAX);
        prop_assert_eq!(presentable(&shown), shown.clone());
        let forbidden = |point: char| {
            point.is_control() || matches!(point, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        prop_assert!(!shown.contains(forbidden));
        prop_assert_eq!(BotNames::default().name_beside(BotNames::default().name_beside(&name).as_str()), BotNames::default().name_beside(&name));
    }
}
