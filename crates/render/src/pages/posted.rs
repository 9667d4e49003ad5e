//! Boards posted by inline mode: a game with two open seats, as an inline result and as the posted
//! message. Nothing of it is stored; its buttons contain all of it (see [`tap::posted`](crate::tap::posted)).

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_session::{Action, Seat, Session, SessionId};

use crate::board::buttons::focus::Focus;
use crate::board::buttons::parts;
use crate::board::scenes::pictures;
use crate::board::sides;
use crate::board::titles;
use crate::games;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::tap::posted::{Opening, PostedGame, PostedTap, PosterSide};
use crate::tap::{TAP_BYTES_MAX, Tap, encode};
use crate::view::{Audience, Button, View};

/// Inline result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub title: String,
    pub description: String,
}

/// Renders posted boards in one language.
#[derive(Clone, Copy)]
pub struct Poster<'a> {
    /// Name of the poster; it may be empty.
    pub name: &'a DisplayName,
    pub localizer: Localizer<'a>,
}

impl Poster<'_> {
    /// Renders a game as an inline result.
    pub fn card(self, game: PostedGame) -> Card {
        let PostedGame { spec, wish } = game;
        let title = titles::title(spec, self.localizer);
        let title = match wish {
            Some(PosterSide { side, .. }) => {
                let mark = sides::mark_before_game(spec, side);
                self.localizer.say(Phrase::PostAs { game: &title, mark })
            }
            None => title,
        };
        Card { title, description: self.sentence(spec) }
    }

    /// Renders the message: the first position with an explanation of a tap; `None` if the game does not
    /// fit into a button.
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
        let title = titles::title(game.spec, self.localizer);
        let text = [title, self.sentence(game.spec), String::new(), self.invitation(game)];
        let picture = pictures::beside(&session, Focus::Suggested).map(Into::into);
        Some(View { text: text.join("\n"), keyboard, picture })
    }

    /// Buttons of the first position. Buttons that only shift a wide board are left out, because the
    /// view of a message without a game is not stored.
    fn cells(self, game: PostedGame, session: &Session) -> Vec<Vec<Button>> {
        let nobody = &DisplayName::default();
        let names = BySide { first: nobody, second: nobody };
        let audience = Audience::Group { names, is_of_group: false };
        let renderer = BoardRenderer::new(session, Focus::Suggested, audience, self.localizer);
        let is_window = parts::is_window(session);
        let posted = |Button { label, tap }: Button| {
            let opening = opening_of(tap, is_window)?;
            Some(Button { label, tap: Tap::Posted(PostedTap { game, opening }) })
        };
        let rows = renderer.game().keyboard(&renderer).into_iter();
        rows.map(|row| row.into_iter().filter_map(posted).collect()).collect()
    }

    fn seat(self, game: PostedGame, side: Side) -> Button {
        let label =
            self.localizer.say(Phrase::PlayAs { mark: sides::mark_before_game(game.spec, side) });
        Button { label, tap: Tap::Posted(PostedTap { game, opening: Opening::Join(side) }) }
    }

    /// Says who may tap, and which side they will play.
    fn invitation(self, PostedGame { spec, wish }: PostedGame) -> String {
        let BySide { first, second } = sides::before_game(spec);
        let Some(PosterSide { side, .. }) = wish else {
            return self.localizer.say(Phrase::TwoSeatsOpen { first, second });
        };
        let name = &self.localizer.name_or_player(self.name);
        let mark = sides::mark_before_game(spec, side);
        let other = sides::mark_before_game(spec, !side);
        self.localizer.say(Phrase::PosterTapsFirst { name, mark, other })
    }

    /// Describes the game for two people in a sentence.
    fn sentence(self, spec: GameSpec) -> String {
        self.localizer.say(games::of(&spec.start()).sentence_between_people())
    }
}

/// Creates a game with both seats open.
fn unclaimed(spec: GameSpec) -> Session {
    Session::new(SessionId(0), spec, BySide { first: Seat::Open, second: Seat::Open })
}

/// Returns the seats with a button of their own: those that a tap on the board does not take, and both
/// where the board is a window.
fn seats_beside(game: PostedGame, session: &Session) -> Vec<Side> {
    let is_beside = |side: &Side| *side == Side::Second || parts::is_window(session);
    match game.wish {
        Some(PosterSide { side, .. }) => vec![side].into_iter().filter(is_beside).collect(),
        None => Side::ALL.into_iter().filter(is_beside).collect(),
    }
}

/// Converts a button of the first position for a posted board; `None` if it is left out there.
fn opening_of(tap: Tap, is_window: bool) -> Option<Opening> {
    if let Tap::Act { action: Action::Play(code), .. } = tap {
        return Some(Opening::Play(code));
    }
    let Tap::Focus { part, .. } = tap else { return None };
    (!is_window).then(|| part.map_or(Opening::Nothing, Opening::Look))
}
