//! A move of a visitor, and the reply of an engine.

use std::time::Instant;

use serde::Deserialize;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::game::AskedMove;
use zerosum_render::page::solo::{self, Snapshot, SoloSetup};
use zerosum_session::choice::Level;
use zerosum_session::language::Language;
use zerosum_session::{Awaiting, Session, UserId};

use crate::page::Page;
use crate::page::refusal::Refusal;

/// Maximum size of a request. The moves of the longest game take about half of it.
pub const BODY_BYTES_MAX: usize = 8 * 1_024;

/// Maximum moves of a game.
const PLIES_MAX: usize = 729;

/// A request for a game, and perhaps a move in it. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub struct SoloRequest {
    lang: String,
    game: String,
    /// The visitor's side, from 1; without it and a level, two people play.
    side: Option<u8>,
    level: Option<String>,
    #[serde(default)]
    seed: u32,
    moves: Vec<String>,
    #[serde(rename = "do")]
    action: SoloAction,
    at: Option<u16>,
    from: Option<u16>,
    to: Option<u16>,
    text: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SoloAction {
    /// Only shows the game. An engine moves if it is to.
    Show,
    Play,
}

impl SoloRequest {
    /// Reads a request; the version is looked at before anything else.
    pub fn read(bytes: &[u8]) -> Result<SoloRequest, Refusal> {
        #[derive(Deserialize)]
        struct Version {
            v: u32,
        }
        let version: Version = serde_json::from_slice(bytes).map_err(|_| Refusal::Malformed)?;
        if version.v != FORMAT_VERSION {
            return Err(Refusal::Malformed);
        }
        serde_json::from_slice(bytes).map_err(|_| Refusal::Malformed)
    }

    pub fn language(&self) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == self.lang)
    }

    fn setup(&self) -> Option<SoloSetup> {
        let spec = GameSpec::from_name(&self.game)?;
        let against = match (self.side, self.level.as_deref()) {
            (None, None) => None,
            (Some(side), Some(level)) => {
                let side = match side {
                    1 => Side::First,
                    2 => Side::Second,
                    _ => return None,
                };
                let is_of_game = |level: &Level| Level::of_game(spec).contains(level);
                Some((side, Level::from_name(level).filter(is_of_game)?))
            }
            (Some(_), None) | (None, Some(_)) => return None,
        };
        Some(SoloSetup { spec, against, seed: self.seed.into() })
    }

    /// The move that is asked for.
    fn asked(&self) -> Option<AskedMove<'_>> {
        match (self.at, self.from, self.to, self.text.as_deref()) {
            (Some(at), None, None, None) => Some(AskedMove::At(at)),
            (None, Some(from), Some(to), None) => Some(AskedMove::Between(from, to)),
            (None, None, None, Some(text)) => Some(AskedMove::Text(text)),
            _ => None,
        }
    }
}

/// Answers a request with the game after the move and the engine's reply.
pub async fn answer(
    page: &Page,
    request: &SoloRequest,
    language: Language,
    visitor: UserId,
) -> Result<Snapshot, Refusal> {
    let began = Instant::now();
    if request.moves.len() > PLIES_MAX {
        return Err(Refusal::Malformed);
    }
    let setup = request.setup().ok_or(Refusal::Malformed)?;
    let session = solo::session(setup, &request.moves).ok_or(Refusal::Malformed)?;
    let session = match request.action {
        SoloAction::Show => session,
        SoloAction::Play => {
            let asked = request.asked().ok_or(Refusal::Malformed)?;
            solo::played(&session, asked, &page.locales, language).map_err(Refusal::denied)?
        }
    };
    let session = replied(page, session, visitor).await?;
    let snapshot = Snapshot::of(&session, &page.locales, language);
    page.metrics.page.seconds.observe((), began.elapsed());
    Ok(snapshot)
}

/// Returns the session after the reply of an engine, if one is to move.
async fn replied(page: &Page, session: Session, visitor: UserId) -> Result<Session, Refusal> {
    if !matches!(session.awaiting(), Awaiting::Engine { .. }) {
        return Ok(session);
    }
    let code = match page.engine.instant_reply(&session) {
        Some(code) => Some(code),
        None => match page.engine.ask_for_visitor(&session, visitor) {
            Some(Ok(asked)) => match asked.found().await {
                Ok(found) => found.best,
                Err(lost) => {
                    log::error!("a search for a visitor of the page is lost: {lost}");
                    page.engine.fallback_move(&session)
                }
            },
            Some(Err(_)) => return Err(Refusal::Full),
            None => None,
        },
    };
    let code = code.ok_or(Refusal::Failed)?;
    solo::after(&session, code).map_err(|_| Refusal::Failed)
}
