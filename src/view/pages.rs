//! Messages that are not boards: the welcome, the choice of language, the note a board leaves
//! behind when it moves, and what people and owners are asked before something cannot be undone.

use crate::games::any::GameSpec;
use crate::games::side::Side;
use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::picture::theme::Theme;
use crate::session::Level;
use crate::session::choice::Choice;
use crate::store::broadcast::{Broadcast, BroadcastId, State, Tally};
use crate::tap::{Order, Tap};
use crate::view::{Button, View, marks, titles};

/// The first message of all, with a button for each side.
pub fn welcome(locales: &Locales, language: Language) -> View {
    let button = |phrase, side| {
        let tap = Tap::Start(Choice { side, ..Choice::default() });
        vec![Button { label: locales.say(language, phrase), tap }]
    };
    View {
        text: locales.say(language, Phrase::Welcome),
        keyboard: vec![
            button(Phrase::PlayCrosses, Side::First),
            button(Phrase::PlayNoughts, Side::Second),
        ],
        picture: None,
    }
}

/// The games, each with a word on it and a button for either side.
pub fn games(locales: &Locales, language: Language, level: Level) -> View {
    let mut lines = Vec::new();
    let mut keyboard = Vec::new();
    for spec in titles::offered() {
        let title = titles::title(spec, locales, language);
        lines.push(format!("• {title} – {}", titles::word(spec, locales, language)));
        let button =
            |label: String, side| Button { label, tap: Tap::Start(Choice { spec, side, level }) };
        let marks = marks::of(spec);
        keyboard.push(vec![
            button(format!("{title} {}", marks.first), Side::First),
            button(marks.second.to_owned(), Side::Second),
        ]);
    }
    let level = titles::level(GameSpec::TicTacToe, level, locales, language);
    let text = locales.say(language, Phrase::GamesPage { level: &level });
    View { text: format!("{text}\n\n{}", lines.join("\n")), keyboard, picture: None }
}

/// The levels of the game a person plays, each with what it can see.
pub fn levels(locales: &Locales, language: Language, choice: Choice) -> View {
    let Choice { spec, .. } = choice;
    let game = titles::title(spec, locales, language);
    let mut lines = vec![locales.say(language, Phrase::LevelsPage { game: &game }), String::new()];
    let mut keyboard = Vec::new();
    for level in Level::ALL {
        let name = titles::level(spec, level, locales, language);
        lines.push(format!("• {name}: {}", titles::sight(spec, level, locales, language)));
        let label = if level == choice.level { format!("✓ {name}") } else { name };
        keyboard.push(vec![Button { label, tap: Tap::Start(Choice { level, ..choice }) }]);
    }
    View { text: lines.join("\n"), keyboard, picture: None }
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
        picture: None,
    }
}

/// How bright pictures of boards may be; what they are now is marked.
pub fn themes(locales: &Locales, language: Language, now: Theme) -> View {
    let button = |theme: Theme| {
        let name = locales.say(
            language,
            match theme {
                Theme::Light => Phrase::ThemeLight,
                Theme::Dark => Phrase::ThemeDark,
            },
        );
        let label = if theme == now { format!("✓ {name}") } else { name };
        Button { label, tap: Tap::Paint(theme) }
    };
    View {
        text: locales.say(language, Phrase::WhichTheme),
        keyboard: vec![Theme::ALL.map(button).to_vec()],
        picture: None,
    }
}

/// The question whether all that is stored about a person is to be deleted.
pub fn deletion(locales: &Locales, language: Language) -> View {
    let button = |phrase, is_sure| {
        vec![Button { label: locales.say(language, phrase), tap: Tap::Delete { is_sure } }]
    };
    View {
        text: locales.say(language, Phrase::DeleteQuestion),
        keyboard: vec![button(Phrase::DeleteYes, true), button(Phrase::DeleteNo, false)],
        picture: None,
    }
}

/// A broadcast just as everybody will see it, with the question whether to send it to so many.
pub fn preview(
    locales: &Locales,
    language: Language,
    id: BroadcastId,
    text: String,
    people: u64,
) -> View {
    let button = |phrase, order| {
        let label = locales.say(language, phrase);
        vec![Button { label, tap: Tap::Broadcast { id, order } }]
    };
    let send = button(Phrase::BroadcastSend { people }, Order::Send);
    let keyboard = vec![send, button(Phrase::BroadcastDiscard, Order::Discard)];
    View { text, keyboard, picture: None }
}

/// How far a broadcast is, of about so many people if that is known.
pub fn progress(
    locales: &Locales,
    language: Language,
    broadcast: &Broadcast,
    total: Option<u64>,
) -> View {
    let Tally { sent, failed } = broadcast.tally;
    let phrase = match (broadcast.state, total) {
        (State::Running, Some(total)) => {
            Phrase::BroadcastRunning { sent, failed, total: total.max(sent + failed) }
        }
        (State::Running, None) => Phrase::BroadcastGoing { sent, failed },
        (State::Stopped, _) => Phrase::BroadcastStopped { sent, failed },
        (State::Done, _) => Phrase::BroadcastDone { sent, failed },
    };
    let tap = Tap::Broadcast { id: broadcast.id, order: Order::Stop };
    let stop = Button { label: locales.say(language, Phrase::BroadcastStop), tap };
    let keyboard = if broadcast.state == State::Running { vec![vec![stop]] } else { Vec::new() };
    View { text: locales.say(language, phrase), keyboard, picture: None }
}

/// A message of one phrase, without buttons.
pub fn note(locales: &Locales, language: Language, phrase: Phrase) -> View {
    View { text: locales.say(language, phrase), keyboard: Vec::new(), picture: None }
}
