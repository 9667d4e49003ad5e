//! Messages other than boards: menus, lists and settings, the choice of language, the note in place of a moved
//! board, and confirmations of actions that cannot be undone.

pub mod blocks;
pub mod group_settings;
pub mod invitations;
pub mod opponents;
pub mod menus;
pub mod results;
pub mod standings;
pub mod rules;
pub mod posted;
pub mod sheets;
pub mod link_button;
mod example;

use zerosum_picture::theme::Theme;
use zerosum_session::broadcast::{Broadcast, BroadcastCounts, BroadcastId, State};
use zerosum_session::language::Language;
use zerosum_session::people::marks::MarkPair;

use crate::board::sides;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::row_layout::option_label;
use crate::tap::{BroadcastOrder, Tap};
use crate::view::{Button, Look, View};

/// Number of pairs of marks that stand side by side.
const MARKS_ABREAST: usize = 3;

/// Renders the choice of language, each by its own name.
pub fn languages(localizer: Localizer) -> View {
    let button = |language: Language| Button {
        label: language.own_name().to_owned(),
        tap: Tap::Speak(language),
    };
    View {
        text: localizer.say(Phrase::WhichLanguage),
        keyboard: vec![Language::ALL.map(button).to_vec()],
        picture: None,
    }
}

/// Renders the choice of theme and marks, with the current ones marked, and boards in them: a picture, and
/// below it one of the boards that are buttons. A message that `is_picture` stays one.
pub fn themes(localizer: Localizer, now: Look, is_picture: bool) -> View {
    let button = |name: String, is_now, tap| Button { label: option_label(name, is_now), tap };
    let of_theme = |theme: Theme| {
        let name = localizer.say(self::theme(theme));
        button(name, theme == now.theme, Tap::Paint(theme))
    };
    let of_pair =
        |pair: &MarkPair| button(sides::pair(*pair), *pair == now.marks, Tap::Mark(*pair));
    let which = [Phrase::WhichTheme, Phrase::WhichMarks].map(|it| localizer.say(it));
    let keyboard = [Theme::ALL.map(of_theme).to_vec()];
    let pairs = MarkPair::ALL.chunks(MARKS_ABREAST);
    let pairs = pairs.map(|pairs| pairs.iter().map(of_pair).collect());
    // In characters the small board suffices.
    let has_picture = is_picture || now.theme != Theme::Text;
    View {
        text: format!("{}\n\n{}", which.join("\n"), example::board(now.marks)),
        keyboard: keyboard.into_iter().chain(pairs).collect(),
        picture: has_picture.then(|| example::picture().in_theme(now.theme).into()),
    }
}

/// Returns the name of a theme.
pub fn theme(theme: Theme) -> Phrase<'static> {
    match theme {
        Theme::Light => Phrase::ThemeLight,
        Theme::Dark => Phrase::ThemeDark,
        Theme::Text => Phrase::ThemeText,
    }
}

/// Renders the question whether to delete all stored data of the user.
pub fn deletion(localizer: Localizer) -> View {
    let button = |phrase, is_sure| {
        vec![Button { label: localizer.say(phrase), tap: Tap::Delete { is_sure } }]
    };
    View {
        text: localizer.say(Phrase::DeleteQuestion),
        keyboard: vec![button(Phrase::DeleteYes, true), button(Phrase::DeleteNo, false)],
        picture: None,
    }
}

/// Renders a broadcast as its recipients will see it, with the question whether to send it to this many
/// people.
pub fn preview(localizer: Localizer, id: BroadcastId, text: String, people: u64) -> View {
    let button = |phrase, order| {
        let label = localizer.say(phrase);
        vec![Button { label, tap: Tap::Broadcast { id, order } }]
    };
    let send = button(Phrase::BroadcastSend { people }, BroadcastOrder::Send);
    let keyboard = vec![send, button(Phrase::BroadcastDiscard, BroadcastOrder::Discard)];
    View { text, keyboard, picture: None }
}

/// Renders the progress of a broadcast, with the approximate number of recipients if known.
pub fn progress(localizer: Localizer, broadcast: &Broadcast, total: Option<u64>) -> View {
    let BroadcastCounts { sent, failed } = broadcast.tally;
    let phrase = match (broadcast.state, total) {
        (State::Running, Some(total)) => {
            Phrase::BroadcastRunning { sent, failed, total: total.max(sent + failed) }
        }
        (State::Running, None) => Phrase::BroadcastGoing { sent, failed },
        (State::Stopped, _) => Phrase::BroadcastStopped { sent, failed },
        (State::Done, _) => Phrase::BroadcastDone { sent, failed },
    };
    let tap = Tap::Broadcast { id: broadcast.id, order: BroadcastOrder::Stop };
    let stop = Button { label: localizer.say(Phrase::BroadcastStop), tap };
    let keyboard = if broadcast.state == State::Running { vec![vec![stop]] } else { Vec::new() };
    View { text: localizer.say(phrase), keyboard, picture: None }
}

/// Renders a message of one phrase, without buttons.
pub fn note(localizer: Localizer, phrase: Phrase) -> View {
    View { text: localizer.say(phrase), keyboard: Vec::new(), picture: None }
}
