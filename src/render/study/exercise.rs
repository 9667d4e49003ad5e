//! A board without a stored game: a position with a text above it, whose buttons do something other than
//! a move. Trials and puzzles are drawn this way.

use zerosum_games::{Game, MoveCode};

use crate::locales::Locales;
use crate::render::board::focus::Focus;
use crate::render::board::scenes;
use crate::render::board::words::BoardText;
use crate::render::games;
use crate::render::tap::{Part, Tap};
use crate::render::view::{Audience, Button, View};
use crate::session::language::Language;
use crate::session::{Action, Session};

/// Target of a tap on such a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::render) enum Touch {
    /// A cell, or the target square of a piece.
    Move(MoveCode),
    /// A part of a board, or a piece; `None` returns to all parts.
    Part(Option<Part>),
}

/// Board of a position outside of any stored game.
#[derive(Clone, Copy)]
pub(in crate::render) struct Exercise<'a> {
    /// The position, as a session without players.
    pub(in crate::render) session: &'a Session,
    pub(in crate::render) focus: Focus,
    pub(in crate::render) locales: &'a Locales,
    pub(in crate::render) language: Language,
}

impl Exercise<'_> {
    /// Renders the board with these lines above it, and with its picture if it needs one. Buttons for
    /// which `tap_of` returns `None` are left out.
    pub(in crate::render) fn view(
        &self,
        lines: &[String],
        tap_of: impl Fn(Touch) -> Option<Tap>,
    ) -> View {
        let of_exercise = |Button { label, tap }: Button| {
            let touch = touch_of(tap)?;
            Some(Button { label, tap: tap_of(touch)? })
        };
        let speaker = self.speaker();
        let keyboard = speaker.game().keyboard(&speaker).into_iter();
        let keyboard = keyboard.map(|row| row.into_iter().filter_map(of_exercise).collect());
        let picture = scenes::beside(self.session, self.focus).map(Into::into);
        View { text: lines.join("\n"), keyboard: keyboard.collect(), picture }
    }

    /// Like [`Exercise::view`], but view-only: all buttons do the same, and with a picture there are
    /// none.
    pub(in crate::render) fn still(&self, lines: &[String], tap: Tap) -> View {
        match scenes::beside(self.session, self.focus) {
            None => self.view(lines, |_| Some(tap)),
            Some(scene) => {
                let picture = Some(scene.without_offers().into());
                View { text: lines.join("\n"), keyboard: Vec::new(), picture }
            }
        }
    }

    /// Lines with the task of the side to move, and with the last move.
    pub(in crate::render) fn turn(&self) -> Vec<String> {
        let speaker = self.speaker();
        let game = speaker.game();
        [game.your_turn(&speaker)].into_iter().chain(game.latest(&speaker)).collect()
    }

    /// Lists the moves from this ply on, each with its mark.
    pub(in crate::render) fn moves_told(&self, from: usize) -> String {
        let marks = games::of(self.session.position()).marks();
        let mut position = self.session.spec().start();
        let mut texts = Vec::new();
        for (ply, code) in self.session.moves().iter().enumerate() {
            let mark = marks.get(position.turn());
            if ply >= from {
                texts.push(format!("{mark} {}", position.move_text(*code)));
            }
            position.play(*code).expect("the moves of a session are legal");
        }
        texts.join(", ")
    }

    fn speaker(&self) -> BoardText<'_> {
        BoardText::new(self.session, self.focus, Audience::Owner, self.locales, self.language)
    }
}

/// Converts a tap on a game's board; `None` if it is not about the board.
fn touch_of(tap: Tap) -> Option<Touch> {
    if let Tap::Act { action: Action::Play(code), .. } = tap {
        return Some(Touch::Move(code));
    }
    let Tap::Focus { part, .. } = tap else { return None };
    Some(Touch::Part(part))
}
