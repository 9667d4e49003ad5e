//! The list of blocked players, and the button below a game that blocks the opponent.

use zerosum_session::Session;

use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::tap::{BlockedAt, Tap};
use crate::view::{Button, View};

/// Maximum people listed in one column.
const LISTED_IN_A_COLUMN_MAX: usize = 8;

/// Renders the list of blocked players, each with a button that unblocks them, by their names at the
/// time.
pub fn page(
    localizer: Localizer,
    people: impl ExactSizeIterator<Item = (BlockedAt, DisplayName)>,
) -> View {
    let columns = if people.len() > LISTED_IN_A_COLUMN_MAX { 2 } else { 1 };
    let text = if people.len() == 0 { Phrase::BlockedNobody } else { Phrase::BlockedList };
    let button = |(since, name): (BlockedAt, DisplayName)| {
        let name = &localizer.name_or_player(&name);
        let label = localizer.say(Phrase::Unblock { name });
        Button { label, tap: Tap::Unblock(since) }
    };
    let buttons: Vec<Button> = people.map(button).collect();
    let keyboard = buttons.chunks(columns).map(<[Button]>::to_vec).collect();
    View { text: localizer.say(text), keyboard, picture: None }
}

/// Removes the buttons for playing or talking with the opponent from the board of a finished game, for a
/// player who has blocked them.
pub fn parted(view: View) -> View {
    let stays = |button: &Button| !matches!(button.tap, Tap::Again { .. } | Tap::Panel { .. });
    let rows = view.keyboard.into_iter().map(|row| row.into_iter().filter(stays).collect());
    let keyboard = rows.filter(|row: &Vec<Button>| !row.is_empty()).collect();
    View { keyboard, ..view }
}

/// Adds a button that blocks the opponent to the board of a finished game.
pub fn offered(view: View, session: &Session, localizer: Localizer) -> View {
    let label = localizer.say(Phrase::BlockOpponent);
    let button = Button { label, tap: Tap::Block(session.id()) };
    let mut keyboard = view.keyboard;
    // There is room beside a button without words.
    let farewell =
        |row: &&mut Vec<Button>| matches!(row[..], [Button { tap: Tap::Panel { .. }, .. }]);
    match keyboard.last_mut().filter(farewell) {
        Some(row) => row.push(button),
        None => keyboard.push(vec![button]),
    }
    View { keyboard, ..view }
}
