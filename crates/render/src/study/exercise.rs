//! A board without a stored game: a position with a text above it, whose buttons do something other than
//! a move. Trials and puzzles are drawn this way.

use zerosum_games::{Game, MoveCode};
use zerosum_session::{Action, Session};

use crate::board::buttons::focus::Focus;
use crate::board::lines;
use crate::board::scenes::pictures;
use crate::games;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::tap::{Part, Tap};
use crate::view::{Audience, Button, View};

/// Target of a tap on such a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// A cell, or the target square of a piece.
    Move(MoveCode),
    /// A part of a board, or a piece; `None` returns to all parts.
    Part(Option<Part>),
}

/// Board of a position outside of any stored game.
#[derive(Clone, Copy)]
pub(crate) struct Exercise<'a> {
    /// The position, as a session without players.
    pub(crate) session: &'a Session,
    pub(crate) focus: Focus,
    pub(crate) localizer: Localizer<'a>,
}

impl Exercise<'_> {
    /// Breaks a text above a board of buttons, which keeps its width with the answer.
    pub(crate) fn narrow(&self, text: String, is_last: bool) -> String {
        match games::of(self.session.position()).has_picture() {
            true => text,
            false => lines::as_wide_as_buttons(&text, is_last),
        }
    }

    /// Renders the board with these lines above it, and with its picture if it needs one. Buttons for
    /// which `tap_of` returns `None` are left out.
    pub(crate) fn view(&self, lines: &[String], tap_of: impl Fn(Touch) -> Option<Tap>) -> View {
        let of_exercise = |Button { label, tap }: Button| {
            let touch = touch_of(tap)?;
            Some(Button { label, tap: tap_of(touch)? })
        };
        let renderer = self.renderer();
        let keyboard = renderer.game().keyboard(&renderer).into_iter();
        let keyboard = keyboard.map(|row| row.into_iter().filter_map(of_exercise).collect());
        let picture = pictures::beside(self.session, self.focus).map(Into::into);
        View { text: lines.join("\n"), keyboard: keyboard.collect(), picture }
    }

    /// Like [`Exercise::view`], but view-only: all buttons do the same, and with a picture there are
    /// none.
    pub(crate) fn still(&self, lines: &[String], tap: Tap) -> View {
        match pictures::beside(self.session, self.focus) {
            None => self.view(lines, |_| Some(tap)),
            Some(scene) => {
                let picture = Some(scene.without_offers().into());
                View { text: lines.join("\n"), keyboard: Vec::new(), picture }
            }
        }
    }

    /// Lines with the task of the side to move, and with the last move.
    pub(crate) fn turn(&self) -> Vec<String> {
        let renderer = self.renderer();
        let game = renderer.game();
        [game.your_turn(&renderer)].into_iter().chain(game.latest(&renderer)).collect()
    }

    /// Lists the moves from this ply on, each with its mark.
    pub(crate) fn moves_told(&self, from: usize) -> String {
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

    fn renderer(&self) -> BoardRenderer<'_> {
        BoardRenderer::new(self.session, self.focus, Audience::Owner, self.localizer)
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
