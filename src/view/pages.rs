//! Messages that are not boards: the welcome, the choice of language, the note a board leaves
//! behind when it moves.

use crate::games::side::Side;
use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::tap::Tap;
use crate::view::{Button, View};

/// The first message of all, with a button for each side.
pub fn welcome(locales: &Locales, language: Language) -> View {
    let button =
        |phrase, side| vec![Button { label: locales.say(language, phrase), tap: Tap::Start(side) }];
    View {
        text: locales.say(language, Phrase::Welcome),
        keyboard: vec![
            button(Phrase::PlayCrosses, Side::First),
            button(Phrase::PlayNoughts, Side::Second),
        ],
    }
}

/// Every language by its own name.
pub fn languages(locales: &Locales, language: Language) -> View {
    let button = |language: Language| Button {
        label: language.own_name().to_owned(),
        tap: Tap::Speak(language),
    };
    View {
        text: locales.say(language, Phrase::WhichLanguage),
        keyboard: vec![Language::ALL.map(button).to_vec()],
    }
}

/// A message of one phrase, without buttons.
pub fn note(locales: &Locales, language: Language, phrase: Phrase) -> View {
    View { text: locales.say(language, phrase), keyboard: Vec::new() }
}
