//! A person who looks for a cell among the buttons of a board, by way of those that only show others.

use std::collections::{HashSet, VecDeque};

use zerosum::locales::{Language, Locales};
use zerosum::render::focus::Focus;
use zerosum::render::tap::Tap;
use zerosum::render::{self, Audience, Button};
use zerosum::session::{Action, Session};
use zerosum_games::MoveCode;

/// The buttons that somebody sees who looks at a board so.
pub(crate) fn buttons(session: &Session, focus: Focus, locales: &Locales) -> Vec<Button> {
    let view = render::of(session, focus, Audience::Owner, locales, Language::English);
    view.keyboard.concat()
}

/// How many presses a move takes that begins at this view, its own included; `None` if no way leads
/// to it.
pub(crate) fn presses(
    session: &Session,
    code: MoveCode,
    start: Focus,
    locales: &Locales,
) -> Option<usize> {
    let mut seen = HashSet::from([start]);
    let mut waiting = VecDeque::from([(start, 1)]);
    while let Some((focus, presses)) = waiting.pop_front() {
        for button in buttons(session, focus, locales) {
            match button.tap {
                Tap::Act { action: Action::Play(played), .. } if played == code => {
                    return Some(presses);
                }
                Tap::Focus { part, .. } if seen.insert(Focus::from(part)) => {
                    waiting.push_back((Focus::from(part), presses + 1));
                }
                _ => {}
            }
        }
    }
    None
}
