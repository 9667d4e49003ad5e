//! Puzzles: one of each day, and any other by its number. Nothing is noted of who has solved which.

use serde::{Deserialize, Serialize};
use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::puzzle::{LinkedPage, PuzzleView, TriedView};
use zerosum_session::UserId;
use zerosum_session::language::Language;

use crate::page::live::Live;
use crate::page::moves::MoveFields;
use crate::page::refusal::Refusal;

const MICROS_PER_DAY: i64 = 86_400 * 1_000_000;

/// A move, or the number of moves of the solution that are to be shown. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub struct TryRequest {
    v: u32,
    #[serde(flatten)]
    fields: MoveFields,
    solution: Option<u16>,
}

/// The answer to a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Tried {
    Move(TriedView),
    Solution(Box<PuzzleView>),
}

impl Live {
    /// The puzzle of a code, or of `today`.
    pub(super) async fn puzzle(
        &self,
        code: &str,
        user: Option<UserId>,
        (locales, language): (&Locales, Language),
    ) -> Result<PuzzleView, Refusal> {
        let page = self.fair_puzzle(code, user, (locales, language)).await?;
        Ok(page.question(locales, language))
    }

    /// Answers a move in a puzzle, or shows its solution.
    pub(super) async fn try_puzzle(
        &self,
        code: &str,
        request: &TryRequest,
        user: Option<UserId>,
        (locales, language): (&Locales, Language),
    ) -> Result<Tried, Refusal> {
        let page = self.fair_puzzle(code, user, (locales, language)).await?;
        if request.v != FORMAT_VERSION {
            return Err(Refusal::Malformed);
        }
        let asked = request.fields.asked()?;
        if asked.is_some() == request.solution.is_some() {
            return Err(Refusal::Malformed);
        }
        Ok(match (asked, request.solution) {
            (Some(asked), _) => {
                let tried = page.answer(asked, locales, language);
                Tried::Move(tried.map_err(Refusal::denied)?)
            }
            (None, ply) => {
                let ply = ply.unwrap_or_default().into();
                Tried::Solution(Box::new(page.solution(ply, locales, language)))
            }
        })
    }

    /// The puzzle of a code, unless this person is playing one of its positions with another one.
    async fn fair_puzzle(
        &self,
        code: &str,
        user: Option<UserId>,
        (locales, language): (&Locales, Language),
    ) -> Result<LinkedPage<'_>, Refusal> {
        let days = self.play.now().div_euclid(MICROS_PER_DAY);
        let today = u32::try_from(days).unwrap_or_default();
        let page = self.puzzles.find(code, today).ok_or(Refusal::NotFound)?;
        let Some(user) = user else { return Ok(page) };
        let positions = page.positions();
        let helps = self.play.helps_in_game_in_play(user, &positions);
        match helps.await.map_err(Refusal::away)? {
            true => Err(Refusal::denied(locales.say(language, Phrase::NoHelpInPlay))),
            false => Ok(page),
        }
    }
}
