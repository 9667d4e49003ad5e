//! Whom somebody has blocked, and the button below a game by which they block somebody.

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::tap::{BlockedAt, Tap};
use crate::render::{Button, View};
use crate::session::Session;

/// Up to so many people are listed one below the other.
const LISTED_IN_A_COLUMN_MAX: usize = 8;

/// Those who are blocked, each with a button by which they are no more. Each is named as they were seen.
pub fn page<'a>(
    locales: &Locales,
    language: Language,
    people: impl ExactSizeIterator<Item = (BlockedAt, &'a str)>,
) -> View {
    let columns = if people.len() > LISTED_IN_A_COLUMN_MAX { 2 } else { 1 };
    let text = if people.len() == 0 { Phrase::BlockedNobody } else { Phrase::BlockedList };
    let somebody = locales.say(language, Phrase::Somebody);
    let button = |(since, name): (BlockedAt, &str)| {
        let name = if name.is_empty() { &somebody } else { name };
        let label = locales.say(language, Phrase::Unblock { name });
        Button { label, tap: Tap::Unblock(since) }
    };
    let buttons: Vec<Button> = people.map(button).collect();
    let keyboard = buttons.chunks(columns).map(<[Button]>::to_vec).collect();
    View { text: locales.say(language, text), keyboard, picture: None }
}

/// The same board of a game that is over, with a way never to play the other one again.
pub fn offered(view: View, session: &Session, locales: &Locales, language: Language) -> View {
    let label = locales.say(language, Phrase::BlockOpponent);
    let button = Button { label, tap: Tap::Block(session.id()) };
    let mut keyboard = view.keyboard;
    // There is room beside a button that has no words.
    let farewell =
        |row: &&mut Vec<Button>| matches!(row[..], [Button { tap: Tap::Panel { .. }, .. }]);
    match keyboard.last_mut().filter(farewell) {
        Some(row) => row.push(button),
        None => keyboard.push(vec![button]),
    }
    View { keyboard, ..view }
}
