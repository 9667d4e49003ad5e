//! Trial moves on a copy of a board, for both sides, and the view of the copy. The moves are in its
//! buttons, so nothing is stored.

use zerosum_session::Session;
use zerosum_session::language::Language;

use crate::board::focus::Focus;
use crate::games;
use crate::games::Voice;
use crate::locales::Locales;
use crate::locales::phrase::Phrase;
use crate::study::exercise::{Exercise, Touch};
use crate::study::replay;
use crate::tap::{Part, Ply, Tap, Tried};
use crate::view::{Button, View};

/// Sign of trials, on buttons and in texts.
pub(crate) const SIGN: &str = "🧪";

/// A copy of a board with trial moves.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// The game, which is not changed.
    pub session: &'a Session,
    /// Number of its plies before the trial moves.
    pub ply: Ply,
    pub tried: Tried,
    pub focus: Focus,
    pub locales: &'a Locales,
    pub language: Language,
}

impl Trial<'_> {
    /// Renders the copy as a new message; `None` if a move is not legal.
    pub fn page(&self) -> Option<View> {
        let copy = self.session.with_moves(self.ply.0.into(), self.tried.moves())?;
        let Trial { focus, locales, language, .. } = *self;
        let heading = games::of(copy.position()).title(Voice { locales, language });
        let exercise = Exercise { session: &copy, focus, locales, language };
        let moves = match self.tried.moves() {
            [] => locales.say(language, Phrase::TryMoves),
            tried => exercise.moves_told(copy.moves().len() - tried.len()),
        };
        let end = replay::result(&copy, locales, language);
        let lines: Vec<String> =
            [format!("{SIGN} {heading}"), moves].into_iter().chain(end).collect();
        let mut view = exercise.view(&lines, |touch| {
            Some(match touch {
                Touch::Move(code) => self.tap(self.tried.with(code).unwrap_or(self.tried), None),
                Touch::Part(part) => self.tap(self.tried, part),
            })
        });
        view.keyboard.push(vec![
            self.button("⏮", Tried::NONE),
            self.button("◀️", self.tried.without_last()),
        ]);
        Some(view)
    }

    fn button(&self, label: &str, tried: Tried) -> Button {
        Button { label: label.to_owned(), tap: self.tap(tried, None) }
    }

    fn tap(&self, tried: Tried, part: Option<Part>) -> Tap {
        Tap::Try { id: self.session.id(), ply: self.ply, tried, part }
    }
}
