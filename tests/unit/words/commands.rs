//! The commands that Telegram offers in its menu.

use zerosum::telegram::incoming::command;
use zerosum_render::locales::Locales;
use zerosum_session::language::Language;

/// Length limit of Telegram, in UTF-16 code units.
const COMMAND_UNITS_MAX: usize = 256;

#[test]
fn descriptions_of_commands_are_three_words_at_most() {
    let locales = Locales::load();
    for language in Language::ALL {
        for (_, phrase) in command::menu() {
            let text = locales.say(language, phrase);
            assert!((1..=COMMAND_UNITS_MAX).contains(&text.encode_utf16().count()), "{text}");
            assert!(text.split_whitespace().count() <= 3, "{text}");
        }
    }
}
