//! The analysis board: the values of all moves of a position.
//!
//! It takes positions, never a link, so it knows no game of the chat. A person who shows a pass learns nothing about
//! a position of their game in play against another person.

use serde::Deserialize;
use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_render::board::sides;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::analysis::{self, AnalysisView};
use zerosum_render::study::records::RecordReader;
use zerosum_session::Session;
use zerosum_session::language::Language;

use crate::engine::Analysis;
use crate::page::Page;
use crate::page::live::reviews::Reader;
use crate::page::moves::MoveFields;
use crate::page::refusal::Refusal;
use crate::page::solo::PLIES_MAX;

/// A request for the values of a position: that after these moves and perhaps another one, or that at the end of a
/// record. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct AnalysisQuery {
    v: u32,
    lang: String,
    game: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    record: Option<String>,
    #[serde(flatten)]
    fields: MoveFields,
}

impl AnalysisQuery {
    pub(crate) fn read(bytes: &[u8]) -> Result<AnalysisQuery, Refusal> {
        let request: AnalysisQuery =
            serde_json::from_slice(bytes).map_err(|_| Refusal::Malformed)?;
        if request.v == FORMAT_VERSION { Ok(request) } else { Err(Refusal::Malformed) }
    }

    pub(crate) fn language(&self) -> Option<Language> {
        Language::with_code(&self.lang)
    }

    /// The position that is asked for, without the opening that may have led there.
    fn position(&self, localizer: Localizer<'_>) -> Result<Session, Refusal> {
        let posed = match (&self.game, &self.record) {
            (Some(game), None) if self.moves.len() <= PLIES_MAX => {
                let spec = GameSpec::from_name(game).map(GameSpec::without_opening);
                spec.and_then(|spec| analysis::posed(spec, &self.moves))
            }
            (None, Some(text)) => {
                let reader = RecordReader { mark: &sides::mark, localizer };
                let record = Record::decode(text);
                let record = record.map_err(|error| Refusal::denied(reader.explain(&error)))?;
                Session::from_moves(record.spec().without_opening(), record.moves())
            }
            _ => None,
        };
        let posed = posed.ok_or(Refusal::Malformed)?;
        let Some(asked) = self.fields.asked()? else { return Ok(posed) };
        analysis::played(&posed, asked, localizer).map_err(Refusal::denied)
    }
}

/// Answers a request with the position and the values of its moves.
pub(crate) async fn answer(
    page: &Page,
    request: &AnalysisQuery,
    language: Language,
    reader: Reader,
) -> Result<AnalysisView, Refusal> {
    let localizer = page.localizer(language);
    let session = request.position(localizer)?;
    // A pass that counts is read by nothing else.
    if let Some(live) = page.live.get() {
        live.check_analysis(&session, reader.user, localizer).await?;
    }
    let analysis = analysed(page, &session, reader).await?;
    Ok(AnalysisView::of(&session, analysis.as_ref(), localizer))
}

/// The values of a position; `None` if the game is over there.
async fn analysed(
    page: &Page,
    session: &Session,
    reader: Reader,
) -> Result<Option<Analysis>, Refusal> {
    if session.outcome().is_some() {
        return Ok(None);
    }
    if let Some(known) = page.engine.known_analysis(session) {
        return Ok(Some(known));
    }
    let asked = page.engine.analyze(session, reader.asker());
    match asked.map_err(|_| Refusal::Full)?.found().await {
        Ok(Some(found)) => Ok(Some(found)),
        Ok(None) => Err(Refusal::Failed),
        Err(lost) => {
            log::error!("an analysis for a visitor of the page is lost: {lost}");
            Err(Refusal::Failed)
        }
    }
}
