//! A move of a visitor, and the reply of an engine; and their finished games, looked back on.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_metrics::labels::PageAnswer;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::replay::{ReviewView, StepView};
use zerosum_render::page::solo::{self, Snapshot, SoloSetup};
use zerosum_session::choice::Level;
use zerosum_session::language::Language;
use zerosum_session::{Awaiting, Session};

use crate::engine::pool::SearchAsker;
use crate::page::Page;
use crate::page::live::reviews::{self, Reader};
use crate::page::moves::MoveFields;
use crate::page::refusal::Refusal;

/// Maximum moves of a game.
pub(crate) const PLIES_MAX: usize = 729;

/// A request for a game, and perhaps a move in it. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct SoloRequest {
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
    /// Plies up to the moment that is asked for.
    ply: Option<u16>,
    #[serde(flatten)]
    fields: MoveFields,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SoloAction {
    /// Only shows the game. An engine moves if it is to.
    Show,
    Play,
    /// Steps to a ply of a finished game.
    Step,
    /// Reviews a finished game.
    Review,
}

/// The answer to a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum SoloAnswer {
    Game(Box<Snapshot>),
    Step(Box<StepView>),
    Review(ReviewView),
}

impl SoloAnswer {
    pub(crate) fn label(&self) -> PageAnswer {
        match self {
            SoloAnswer::Game(_) => PageAnswer::Game,
            SoloAnswer::Step(_) => PageAnswer::Step,
            SoloAnswer::Review(_) => PageAnswer::Review,
        }
    }
}

impl SoloRequest {
    /// Reads a request; the version is looked at before anything else.
    pub(crate) fn read(bytes: &[u8]) -> Result<SoloRequest, Refusal> {
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

    pub(crate) fn language(&self) -> Option<Language> {
        Language::with_code(&self.lang)
    }

    fn setup(&self) -> Option<SoloSetup> {
        let spec = GameSpec::from_name(&self.game)?;
        let against = match (self.side, self.level.as_deref()) {
            (None, None) => None,
            (Some(side), Some(level)) => {
                let is_of_game = |level: &Level| Level::of_game(spec).contains(level);
                let level = Level::from_name(level).filter(is_of_game)?;
                Some((Side::from_number(side)?, level))
            }
            (Some(_), None) | (None, Some(_)) => return None,
        };
        Some(SoloSetup { spec, against, seed: self.seed.into() })
    }
}

/// Answers a request.
pub(crate) async fn answer(
    page: &Page,
    request: &SoloRequest,
    language: Language,
    reader: Reader,
) -> Result<SoloAnswer, Refusal> {
    if request.moves.len() > PLIES_MAX {
        return Err(Refusal::Malformed);
    }
    let setup = request.setup().ok_or(Refusal::Malformed)?;
    let begun = || solo::session(setup, &request.moves).ok_or(Refusal::Malformed);
    match request.action {
        SoloAction::Show => moved(page, begun()?, language, reader).await,
        SoloAction::Play => {
            let asked = request.fields.asked()?.ok_or(Refusal::Malformed)?;
            let played = solo::played(&begun()?, asked, page.localizer(language));
            moved(page, played.map_err(Refusal::denied)?, language, reader).await
        }
        SoloAction::Step => {
            let ply = request.ply.ok_or(Refusal::Malformed)?;
            studied(page, (request, setup), (Some(ply), language), reader).await
        }
        SoloAction::Review => studied(page, (request, setup), (None, language), reader).await,
    }
}

/// The game after the reply of the engine.
async fn moved(
    page: &Page,
    session: Session,
    language: Language,
    reader: Reader,
) -> Result<SoloAnswer, Refusal> {
    let began = Instant::now();
    let session = replied(page, session, reader.asker()).await?;
    let snapshot = Snapshot::of(&session, page.localizer(language));
    page.metrics.page.seconds.observe((), began.elapsed());
    Ok(SoloAnswer::Game(Box::new(snapshot)))
}

/// A finished game after this many plies, or its review.
async fn studied(
    page: &Page,
    (request, setup): (&SoloRequest, SoloSetup),
    (ply, language): (Option<u16>, Language),
    reader: Reader,
) -> Result<SoloAnswer, Refusal> {
    let live = page.live.get().ok_or(Refusal::Starting)?;
    let localizer = page.localizer(language);
    // Reviews are kept by the number of a session, so a game has one that no other game has.
    let seed = live.number_of((&request.game, request.side, &request.level, &request.moves));
    let session = solo::session(SoloSetup { seed, ..setup }, &request.moves);
    let session = session.ok_or(Refusal::Malformed)?;
    reviews::check_over(&session, localizer)?;
    let you = session.side_against_engine().map(|(side, _)| side);
    let Some(ply) = ply else {
        let shown = live.review(&session, reader, localizer).await?;
        let page = reviews::page(&session, &shown, you, localizer);
        return Ok(SoloAnswer::Review(ReviewView::of(&page)));
    };
    let kept = live.kept_review(&session, reader.user).await?;
    let review = kept.as_ref().map(|kept| reviews::page(&session, kept, you, localizer));
    let told = (review.as_ref(), localizer);
    let snapshot = Snapshot::of(&session, localizer);
    Ok(SoloAnswer::Step(Box::new(StepView::of_solo(snapshot, &session, ply, told))))
}

/// Returns the session after the reply of an engine, if one is to move.
async fn replied(page: &Page, session: Session, asker: SearchAsker) -> Result<Session, Refusal> {
    if !matches!(session.awaiting(), Awaiting::Engine { .. }) {
        return Ok(session);
    }
    let code = match page.engine.instant_reply(&session) {
        Some(code) => Some(code),
        None => match page.engine.ask(&session, asker) {
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
