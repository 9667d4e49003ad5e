//! Moves that somebody tries on a copy of a board, for both sides, and what the copy looks like. The moves
//! are in its buttons, so nothing is kept of them.

use zerosum_games::MoveCode;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::exercise::{Exercise, Touch};
use crate::render::focus::Focus;
use crate::render::games::Voice;
use crate::render::tap::{Part, Ply, Tap};
use crate::render::{Button, View, games, replay};
use crate::session::Session;

/// So many moves can be tried, because so many fit into a button.
pub const TRIED_MAX: usize = 16;

/// Each move is written with so many digits of this base.
const DIGITS: usize = 2;
const BASE: u16 = 36;

/// The sign of moves that are tried, on buttons and in texts.
pub(super) const SIGN: &str = "🧪";

/// Moves in their order.
///
/// Invariant: no move has more than two digits of base 36, and behind the last one all are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tried {
    codes: [MoveCode; TRIED_MAX],
    count: u8,
}

impl Tried {
    pub const NONE: Tried = Tried { codes: [MoveCode(0); TRIED_MAX], count: 0 };

    pub fn moves(&self) -> &[MoveCode] {
        &self.codes[..usize::from(self.count)]
    }

    /// With one move more; `None` if there is no room for it.
    pub fn with(mut self, code: MoveCode) -> Option<Tried> {
        *self.codes.get_mut(usize::from(self.count)).filter(|_| code.0 < BASE * BASE)? = code;
        self.count += 1;
        Some(self)
    }

    /// Without the last one, if there is one.
    #[must_use]
    pub fn without_last(&self) -> Tried {
        let kept = self.moves().split_last().map_or(&[][..], |(_, kept)| kept);
        kept.iter().fold(Tried::NONE, |tried, code| tried.with(*code).unwrap_or(tried))
    }

    /// The moves as letters and digits.
    pub(super) fn encode(&self) -> String {
        let digit = |number: u16| char::from_digit(number.into(), BASE.into()).unwrap_or('0');
        let digits = |MoveCode(code): &MoveCode| [digit(code / BASE), digit(code % BASE)];
        self.moves().iter().flat_map(digits).collect()
    }

    /// The moves of such a text.
    pub(super) fn decode(text: &str) -> Option<Tried> {
        let digits: Option<Vec<u16>> =
            text.chars().map(|letter| u16::try_from(letter.to_digit(BASE.into())?).ok()).collect();
        let digits = digits.filter(|digits| digits.len() % DIGITS == 0)?;
        let codes = digits.chunks(DIGITS).map(|pair| MoveCode(pair[0] * BASE + pair[1]));
        codes.into_iter().try_fold(Tried::NONE, Tried::with)
    }
}

/// A copy of a board on which moves are tried.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// The game, which stays as it is.
    pub session: &'a Session,
    /// After so many of its plies.
    pub ply: Ply,
    pub tried: Tried,
    pub focus: Focus,
    pub locales: &'a Locales,
    pub language: Language,
}

impl Trial<'_> {
    /// The copy as a message of its own; `None` if a move is not legal.
    pub fn page(&self) -> Option<View> {
        let copy = self.session.tried(self.ply.0.into(), self.tried.moves())?;
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
