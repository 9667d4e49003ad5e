//! The commands that Telegram offers in its menu, and the words after a command.

use zerosum::telegram::incoming::command::{self, Command};
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

#[test]
fn words_after_a_command_are_cut_between_two_of_them() {
    let long = "x".repeat(195);
    for (argument, kept) in [
        ("ultimate ".repeat(450), "ultimate ".repeat(22).trim_end().to_owned()),
        (format!("{long}\neasy\nhard"), format!("{long}\neasy")),
        (format!("{long} easy hard"), format!("{long} easy")),
        (format!("{long} hardest"), long.clone()),
        (format!("{long} easy"), format!("{long} easy")),
        // A single word has no end to be cut at.
        (long.repeat(2), format!("{long}xxxxx")),
        (format!(" {}", long.repeat(2)), format!(" {long}xxxx")),
    ] {
        let command = command::parse(&format!("/new {argument}"), "zerosum_bot");
        assert_eq!(command, Some(Command::New(kept)), "{argument}");
    }
}
