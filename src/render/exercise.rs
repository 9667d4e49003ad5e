//! A board that is no stored game: a position with words above it, and buttons on which something else
//! is done than a move. Moves that are tried and puzzles are drawn so.

use zerosum_games::{Game, MoveCode};

use crate::locales::{Language, Locales};
use crate::render::focus::Focus;
use crate::render::tap::{Part, Tap};
use crate::render::words::Speaker;
use crate::render::{Audience, Button, View, games, scenes};
use crate::session::{Action, Session};

/// What is touched on such a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// A cell, or the target of a piece.
    Move(MoveCode),
    /// A part of a board or a piece; `None` leads back to all of them.
    Part(Option<Part>),
}

/// See the module.
#[derive(Clone, Copy)]
pub(super) struct Exercise<'a> {
    /// The position, as a game that nobody plays.
    pub(super) session: &'a Session,
    pub(super) focus: Focus,
    pub(super) locales: &'a Locales,
    pub(super) language: Language,
}

impl Exercise<'_> {
    /// The board with these lines above it, and with its picture if it needs one. What has no tap is
    /// no button.
    pub(super) fn view(&self, lines: &[String], tap_of: impl Fn(Touch) -> Option<Tap>) -> View {
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

    /// The same to be looked at only: its buttons all do the same, and beside a picture there are none.
    pub(super) fn still(&self, lines: &[String], tap: Tap) -> View {
        match scenes::beside(self.session, self.focus) {
            None => self.view(lines, |_| Some(tap)),
            Some(scene) => {
                let picture = Some(scene.without_offers().into());
                View { text: lines.join("\n"), keyboard: Vec::new(), picture }
            }
        }
    }

    /// What whoever is to move has to do, and what has led there.
    pub(super) fn turn(&self) -> Vec<String> {
        let speaker = self.speaker();
        let game = speaker.game();
        [game.your_turn(&speaker)].into_iter().chain(game.latest(&speaker)).collect()
    }

    /// The moves from this ply on, each with its mark.
    pub(super) fn moves_told(&self, from: usize) -> String {
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

    fn speaker(&self) -> Speaker<'_> {
        Speaker::new(self.session, self.focus, Audience::Owner, self.locales, self.language)
    }
}

/// What a button of a game is about; `None` if it is not about its board.
fn touch_of(tap: Tap) -> Option<Touch> {
    if let Tap::Act { action: Action::Play(code), .. } = tap {
        return Some(Touch::Move(code));
    }
    let Tap::Focus { part, .. } = tap else { return None };
    Some(Touch::Part(part))
}
