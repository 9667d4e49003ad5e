//! A game of a visitor, against an engine or another person on the same device.

use serde::Serialize;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::notation::MoveTextError;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, typing};
use zerosum_picture::scene::Spot;
use zerosum_session::choice::{Choice, Level};
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Awaiting, Refusal, Seat, Session, SessionId, UserId};

use crate::board::endings;
use crate::board::focus::Focus;
use crate::board::pictures;
use crate::board::titles;
use crate::games;
use crate::games::appearance::{BoardText, Voice};
use crate::locales::Locales;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::page::scene::{self, SceneView};
use crate::page::{FORMAT_VERSION, number_of};
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

/// A move as the page names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoloMove<'a> {
    /// Of a mark into a cell.
    At(u16),
    /// Of a piece from a cell to another one.
    Between(u16, u16),
    /// As it is typed.
    Text(&'a str),
}

/// Returns the session after these moves; `None` if one of them cannot be read or is not legal.
pub fn session<T: AsRef<str>>(setup: SoloSetup, moves: &[T]) -> Option<Session> {
    let id = SessionId(setup.seed);
    let mut session = match setup.against {
        Some((side, level)) => {
            Session::against_engine(id, VISITOR, Choice { spec: setup.spec, side, level })
        }
        None => {
            let seats = BySide { first: Seat::Human(VISITOR), second: Seat::Human(VISITOR) };
            Session::new(id, setup.spec, seats)
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
    asked: SoloMove,
    locales: &Locales,
    language: Language,
) -> Result<Session, String> {
    let voice = Voice { locales, language };
    let game = games::of(session.position());
    if matches!(session.awaiting(), Awaiting::Engine { .. }) {
        return Err(voice.say(Phrase::NotYourTurn));
    }
    let code = match asked {
        SoloMove::At(at) => code_at(session, at),
        SoloMove::Between(from, to) => code_between(session.position(), from, to),
        SoloMove::Text(text) => Some(read(session.position(), text, voice)?),
    };
    let next = code
        .map(|code| session.apply(Actor::User(VISITOR), session.revision(), Action::Play(code)));
    match next {
        Some(Ok(next)) => Ok(next),
        Some(Err(Refusal::Over)) => Err(voice.say(Phrase::GameOver)),
        Some(Err(_)) | None => Err(voice.say(game.refusal(code))),
    }
}

/// Reads a typed move, legal or not.
fn read(position: &AnyGame, text: &str, voice: Voice) -> Result<MoveCode, String> {
    let game = games::of(position);
    let (first, last) = game.corners();
    let form =
        || voice.say(Phrase::MoveForm { example: &example(position).unwrap_or(first.clone()) });
    let Some(typed) = typing::move_typed(text) else { return Err(form()) };
    position.read_move(&typed).map_err(|error| match error {
        MoveTextError::OffBoard { .. } => {
            voice.say(Phrase::NoSuchCell { first: &first, last: &last })
        }
        MoveTextError::Light { .. } => voice.say(Phrase::NoSuchMove),
        MoveTextError::Form { .. } => form(),
    })
}

/// A legal move from the middle of the list.
fn example(position: &AnyGame) -> Option<String> {
    let moves = legal_moves(position);
    moves.get(moves.len() / 2).map(|code| position.move_text(*code))
}

fn legal_moves(position: &AnyGame) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The move of a mark into a cell, legal or not; `None` if there is no such cell, or if pieces are moved.
fn code_at(session: &Session, at: u16) -> Option<MoveCode> {
    let game = games::of(session.position());
    let scene = game.scene(None, Focus::Suggested);
    let spot = spot_of(scene.columns(), at)?;
    let MoveCode(last) = session.spec().family().longest().code;
    (0..=last)
        .map(MoveCode)
        .find(|code| game.origin(*code).is_none() && game.whole_spot(*code) == Some(spot))
}

/// The legal move of a piece from one cell to another.
fn code_between(position: &AnyGame, from: u16, to: u16) -> Option<MoveCode> {
    let game = games::of(position);
    let columns = game.scene(None, Focus::Suggested).columns();
    let (from, to) = (spot_of(columns, from)?, spot_of(columns, to)?);
    legal_moves(position)
        .into_iter()
        .find(|code| game.origin(*code) == Some(from) && game.whole_spot(*code) == Some(to))
}

fn spot_of(columns: u8, at: u16) -> Option<Spot> {
    let columns = u16::from(columns);
    Some(Spot::new(u8::try_from(at % columns).ok()?, u8::try_from(at / columns).ok()?))
}

/// A game of a visitor as the page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Snapshot {
    v: u32,
    game: String,
    title: String,
    /// The visitor's side, from 1; left out for two people on one device.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    moves: Vec<String>,
    /// Sentence about the turn or the result.
    say: String,
    /// Lines below it: the last move, where it leads, and the score.
    notes: Vec<String>,
    seats: [SeatView; 2],
    scene: SceneView,
    /// A letter for each cell: `1` where the visitor may place a mark.
    legal: String,
    /// The moves of pieces that the visitor may make, by their cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<(u16, u16)>,
    /// The mark that the visitor places next.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_mark: Option<char>,
    is_over: bool,
    /// The games offered after this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    offers: Vec<OfferView>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct SeatView {
    mark: &'static str,
    name: String,
    is_to_move: bool,
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
    pub fn of(session: &Session, locales: &Locales, language: Language) -> Snapshot {
        let position = session.position();
        let game = games::of(position);
        let picture = pictures::of(session, Focus::Suggested);
        let at = |spot: Option<Spot>| spot.map(|spot| scene::cell(&picture, spot));
        let is_theirs = matches!(session.awaiting(), Awaiting::Human { .. });
        let moves = if is_theirs { legal_moves(position) } else { Vec::new() };
        let mut legal = vec!['.'; picture.spots().count()];
        let mut pairs = Vec::new();
        for code in &moves {
            let to = at(game.whole_spot(*code));
            match (at(game.origin(*code)), to) {
                (Some(from), Some(to)) => pairs.push((from, to)),
                (None, Some(to)) => {
                    if let Some(cell) = legal.get_mut(usize::from(to)) {
                        *cell = '1';
                    }
                }
                (_, None) => {}
            }
        }
        let against = session.side_against_engine();
        let outcome = session.outcome();
        let names = game.marks();
        let [first, second] =
            [names.first, names.second].map(|mark: &'static str| DisplayName::written(mark));
        let audience = match against {
            None if outcome.is_some() => {
                Audience::Group { names: BySide { first: &first, second: &second } }
            }
            None | Some(_) => Audience::Owner,
        };
        let text = BoardText::new(session, Focus::Suggested, audience, locales, language);
        Snapshot {
            v: FORMAT_VERSION,
            game: session.spec().name(),
            title: titles::title(session.spec(), locales, language),
            side: against.map(|(side, _)| number_of(side)),
            level: against.map(|(_, level)| level.name()),
            moves: texts(session),
            say: text.state_for_page(),
            notes: text.notes_for_page(),
            seats: Side::ALL.map(|side| SeatView {
                mark: names.get(side),
                name: text.seat_for_page(side),
                is_to_move: outcome.is_none() && position.turn() == side,
            }),
            scene: SceneView::of(&picture),
            legal: legal.into_iter().collect(),
            pairs,
            next_mark: moves.first().and_then(|code| mark_of(session, *code)),
            is_over: outcome.is_some(),
            offers: if outcome.is_some() { offers(session, locales, language) } else { Vec::new() },
        }
    }
}

/// The moves of a session as they are written.
fn texts(session: &Session) -> Vec<String> {
    // The notation of a move does not depend on the position.
    session.moves().iter().map(|code| session.position().move_text(*code)).collect()
}

/// The mark that a move puts where it leads.
fn mark_of(session: &Session, code: MoveCode) -> Option<char> {
    let mut next = session.position().clone();
    next.play(code).ok()?;
    let game = games::of(&next);
    let spot = games::of(session.position()).whole_spot(code)?;
    game.scene(Some(code), Focus::Suggested).mark(spot).map(scene::letter_of)
}

fn offers(session: &Session, locales: &Locales, language: Language) -> Vec<OfferView> {
    let say = |phrase| locales.say(language, phrase);
    let Some((side, level)) = session.side_against_engine() else {
        return vec![OfferView { label: say(Phrase::PlayAgain), side: None, level: None }];
    };
    let offer = |label, side, level: Level| OfferView {
        label,
        side: Some(number_of(side)),
        level: Some(level.name()),
    };
    let mut offers = vec![
        offer(say(Phrase::PlayAgain), side, level),
        offer(say(Phrase::SwitchSides), !side, level),
    ];
    if let Some((label, level)) = endings::other_level(session, locales, language) {
        offers.push(offer(label, side, level));
    }
    offers
}
