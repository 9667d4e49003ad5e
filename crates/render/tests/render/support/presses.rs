//! Search for a cell among the buttons of a board, by way of the buttons that only show others.

use std::collections::{HashMap, HashSet, VecDeque};

use zerosum_games::MoveCode;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::tap::Tap;
use zerosum_render::{Audience, Button};
use zerosum_session::language::Language;
use zerosum_session::{Action, Session};

/// Buttons of a board in this view.
pub(crate) fn buttons(session: &Session, focus: Focus, locales: &Locales) -> Vec<Button> {
    let localizer = locales.localizer(Language::English);
    let view = zerosum_render::of(session, focus, None, Audience::Owner, localizer);
    view.keyboard.concat()
}

/// Number of presses that each move takes from this view on, including its own; other moves cannot be
/// reached.
pub(crate) fn presses(
    session: &Session,
    start: Focus,
    locales: &Locales,
) -> HashMap<MoveCode, usize> {
    let mut moves = HashMap::new();
    let mut seen = HashSet::from([start]);
    let mut waiting = VecDeque::from([(start, 1)]);
    while let Some((focus, presses)) = waiting.pop_front() {
        for button in buttons(session, focus, locales) {
            match button.tap {
                Tap::Act { action: Action::Play(code), .. } => {
                    moves.entry(code).or_insert(presses);
                }
                Tap::Focus { part, .. } if seen.insert(Focus::from(part)) => {
                    waiting.push_back((Focus::from(part), presses + 1));
                }
                _ => {}
            }
        }
    }
    moves
}
