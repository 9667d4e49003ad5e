//! Retries of mistakes: a game from the position before one, whose board says when the mistake is made good.

use zerosum_games::{Game, MoveCode};
use zerosum_search::review::Kept;
use zerosum_session::Session;

use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::view::View;

/// Says on a board what the first move has kept.
pub fn solved(
    view: View,
    session: &Session,
    (code, kept): (MoveCode, Kept),
    localizer: Localizer,
) -> View {
    let text = &session.position().move_text(code);
    let line = localizer.say(match kept {
        Kept::Win => Phrase::RetryWon { text },
        Kept::Draw => Phrase::RetryDrawn { text },
        Kept::Chances => Phrase::RetryKept { text },
    });
    // Below a picture there is room for no more lines on a phone, and it marks the last move.
    let is_replaced = view.picture.is_some() && session.outcome().is_none();
    let before = match view.text.rsplit_once('\n').filter(|_| is_replaced) {
        Some((before, _)) => before,
        None => &view.text,
    };
    View { text: format!("{before}\n{line}"), ..view }
}
