//! A board that somebody has posted by inline mode: a game in which both seats are open, as an offer and as
//! the message that is posted. Nothing of it is stored; its buttons carry all of it (see [`tap`]).

pub mod tap;

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::focus::{self, Focus};
use crate::render::posted::tap::{Opening, PostedGame, PostedTap, Wish};
use crate::render::tap::{TAP_BYTES_MAX, Tap, encode};
use crate::render::words::Speaker;
use crate::render::{Audience, Button, View, games, marks, scenes, titles};
use crate::session::{Action, Seat, Session, SessionId};

/// What a game is offered as, in a list of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub title: String,
    pub description: String,
}

/// What is written on a posted board, and in which language.
#[derive(Clone, Copy)]
pub struct Poster<'a> {
    /// What whoever posts it is called; it may be empty.
    pub name: &'a str,
    pub locales: &'a Locales,
    pub language: Language,
}

impl Poster<'_> {
    /// How a game is offered to whoever may post it.
    pub fn card(self, game: PostedGame) -> Card {
        let PostedGame { spec, wish } = game;
        let title = titles::title(spec, self.locales, self.language);
        let title = match wish {
            Some(Wish { side, .. }) => {
                let mark = marks::mark(spec, side);
                self.say(Phrase::PostAs { game: &title, mark })
            }
            None => title,
        };
        Card { title, description: self.sentence(spec) }
    }

    /// The message: the first position with what a tap does; `None` if a button has no room for the game.
    pub fn board(self, game: PostedGame) -> Option<View> {
        let session = unclaimed(game.spec);
        let mut keyboard = self.cells(game, &session);
        let seats = seats_beside(game, &session);
        keyboard.push(seats.into_iter().map(|side| self.seat(game, side)).collect());
        let is_written = |button: &Button| encode(button.tap).len() <= TAP_BYTES_MAX;
        if !keyboard.iter().flatten().all(is_written) {
            return None;
        }
        keyboard.retain(|row| !row.is_empty());
        let title = titles::title(game.spec, self.locales, self.language);
        let text = [title, self.sentence(game.spec), String::new(), self.invitation(game)];
        let picture = scenes::beside(&session, Focus::Suggested).map(Into::into);
        Some(View { text: text.join("\n"), keyboard, picture })
    }

    /// The buttons of the first position. What only shifts a wide board is no button: it is not stored
    /// what a message without a game shows.
    fn cells(self, game: PostedGame, session: &Session) -> Vec<Vec<Button>> {
        let names = BySide { first: "", second: "" };
        let audience = Audience::Group { names };
        let speaker =
            Speaker::new(session, Focus::Suggested, audience, self.locales, self.language);
        let is_window = focus::is_window(session);
        let posted = |Button { label, tap }: Button| {
            let opening = opening_of(tap, is_window)?;
            Some(Button { label, tap: Tap::Posted(PostedTap { game, opening }) })
        };
        let rows = speaker.game().keyboard(&speaker).into_iter();
        rows.map(|row| row.into_iter().filter_map(posted).collect()).collect()
    }

    fn seat(self, game: PostedGame, side: Side) -> Button {
        let label = self.say(Phrase::PlayAs { mark: marks::mark(game.spec, side) });
        Button { label, tap: Tap::Posted(PostedTap { game, opening: Opening::Join(side) }) }
    }

    /// Who taps, and what they play then.
    fn invitation(self, PostedGame { spec, wish }: PostedGame) -> String {
        let BySide { first, second } = marks::of(spec);
        let Some(Wish { side, .. }) = wish else {
            return self.say(Phrase::TwoSeatsOpen { first, second });
        };
        let somebody = self.say(Phrase::Somebody);
        let name = if self.name.is_empty() { &somebody } else { self.name };
        let (mark, other) = (marks::mark(spec, side), marks::mark(spec, !side));
        self.say(Phrase::PosterTapsFirst { name, mark, other })
    }

    /// A sentence on a game that two people play.
    fn sentence(self, spec: GameSpec) -> String {
        self.say(games::of(&spec.start()).sentence_between_people())
    }

    fn say(self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }
}

/// A game in which nobody has a seat.
fn unclaimed(spec: GameSpec) -> Session {
    Session::new(SessionId(0), spec, BySide { first: Seat::Open, second: Seat::Open })
}

/// The seats with a button of their own: those that a tap on the board does not take, and both where the
/// first move may have to be looked for.
fn seats_beside(game: PostedGame, session: &Session) -> Vec<Side> {
    let is_beside = |side: &Side| *side == Side::Second || focus::is_window(session);
    match game.wish {
        Some(Wish { side, .. }) => vec![side].into_iter().filter(is_beside).collect(),
        None => Side::ALL.into_iter().filter(is_beside).collect(),
    }
}

/// What a button of the first position is about on a posted board; `None` if it is no button there.
fn opening_of(tap: Tap, is_window: bool) -> Option<Opening> {
    if let Tap::Act { action: Action::Play(code), .. } = tap {
        return Some(Opening::Play(code));
    }
    let Tap::Focus { part, .. } = tap else { return None };
    (!is_window).then(|| part.map_or(Opening::Nothing, Opening::Look))
}
