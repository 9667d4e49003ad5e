//! A game of a visitor, against an engine or another person on the same device.

use serde::Serialize;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};
use zerosum_session::choice::{Choice, Level};
use zerosum_session::{Action, Actor, Awaiting, Refusal, Seat, Session, SessionId, UserId};

use crate::board::buttons::focus::Focus;
use crate::board::endings;
use crate::board::words;
use crate::games;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::page::game::{self, AskedMove, GameView};
use crate::view::Audience;

/// The visitor in a session of this module. No person has this number.
const VISITOR: UserId = UserId(u64::MAX);

/// A game as a visitor has chosen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoloSetup {
    pub spec: GameSpec,
    /// The visitor's side and the level of the engine; `None` for two people on one device.
    pub against: Option<(Side, Level)>,
    /// Chance of this game, with which engines choose among equally good moves.
    pub seed: u64,
}

/// Returns the session after these moves; `None` if one of them cannot be read or is not legal. Colours are not chosen
/// here, so a game with an opening is the same game without.
pub fn session<T: AsRef<str>>(setup: SoloSetup, moves: &[T]) -> Option<Session> {
    let (id, spec) = (SessionId(setup.seed), setup.spec.without_opening());
    let mut session = match setup.against {
        Some((side, level)) => Session::against_engine(id, VISITOR, Choice { spec, side, level }),
        None => {
            let seats = BySide { first: Seat::Human(VISITOR), second: Seat::Human(VISITOR) };
            Session::new(id, spec, seats)
        }
    };
    for text in moves {
        let code = session.position().read_move(text.as_ref()).ok()?;
        session = after(&session, code).ok()?;
    }
    Some(session)
}

/// Returns the session after a move of the side to move.
pub fn after(session: &Session, code: MoveCode) -> Result<Session, Refusal> {
    let actor = match session.awaiting() {
        Awaiting::Engine { .. } => Actor::Engine,
        Awaiting::Human { .. } | Awaiting::Anybody { .. } | Awaiting::Nothing => {
            Actor::User(VISITOR)
        }
    };
    session.apply(actor, session.revision(), Action::Play(code))
}

/// Returns the session after a move of the visitor, or the sentence by which it is refused.
pub fn played(
    session: &Session,
    asked: AskedMove,
    localizer: Localizer,
) -> Result<Session, String> {
    if matches!(session.awaiting(), Awaiting::Engine { .. }) {
        return Err(localizer.say(Phrase::NotYourTurn));
    }
    let code = game::move_asked(session, asked, localizer)?;
    let next = session.apply(Actor::User(VISITOR), session.revision(), Action::Play(code));
    next.map_err(|refusal| match refusal {
        Refusal::Over => localizer.say(Phrase::GameOver),
        _ => localizer.say(words::illegal(session.position(), Some(code))),
    })
}

/// A game of a visitor as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Snapshot {
    #[serde(flatten)]
    pub(super) game: GameView,
    /// The visitor's side, from 1; left out for two people on one device.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    /// The games offered after this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    offers: Vec<OfferView>,
}

/// A game offered after another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct OfferView {
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
}

impl Snapshot {
    /// Renders a game of this module.
    pub fn of(session: &Session, localizer: Localizer) -> Snapshot {
        let against = session.side_against_engine();
        let is_over = session.outcome().is_some();
        let marks = games::of(session.position()).marks();
        let [first, second] =
            [marks.first, marks.second].map(|mark: &'static str| DisplayName::written(mark));
        let audience = match against {
            None if is_over => {
                let names = BySide { first: &first, second: &second };
                Audience::Group { names, is_of_group: false }
            }
            None | Some(_) => Audience::Owner,
        };
        let renderer = BoardRenderer::new(session, Focus::Suggested, audience, localizer);
        let may_move = matches!(session.awaiting(), Awaiting::Human { .. });
        // Two people on one device have no names.
        let name = |side| match against {
            Some(_) => renderer.name_with_level(side).as_str().to_owned(),
            None => renderer.say(Phrase::Somebody),
        };
        let names = BySide { first: name(Side::First), second: name(Side::Second) };
        Snapshot {
            game: GameView::of(&renderer, may_move, names, renderer.notes_for_page()),
            side: against.map(|(side, _)| side.number()),
            level: against.map(|(_, level)| level.name()),
            offers: if is_over { offers(session, localizer) } else { Vec::new() },
        }
    }
}

fn offers(session: &Session, localizer: Localizer) -> Vec<OfferView> {
    let say = |phrase| localizer.say(phrase);
    let Some((side, level)) = session.side_against_engine() else {
        return vec![OfferView { label: say(Phrase::PlayAgain), side: None, level: None }];
    };
    let offer = |label, side: Side, level: Level| OfferView {
        label,
        side: Some(side.number()),
        level: Some(level.name()),
    };
    let mut offers = vec![
        offer(say(Phrase::PlayAgain), side, level),
        offer(say(Phrase::SwitchSides), !side, level),
    ];
    if let Some((label, level)) = endings::other_level(session, localizer) {
        offers.push(offer(label, side, level));
    }
    offers
}
