//! Puzzles: one of each day, and any other by its number. What a person solves counts as in the chat; a visitor's
//! browser keeps the number of theirs.

use serde::{Deserialize, Serialize};
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::puzzle::{LinkedPage, PuzzleView, Solver, TriedView};
use zerosum_session::UserId;
use zerosum_session::people::habits::Habits;
use zerosum_session::people::puzzles::PuzzleTally;

use crate::page::live::Live;
use crate::page::moves::MoveFields;
use crate::page::refusal::Refusal;

const MICROS_PER_DAY: i64 = 86_400 * 1_000_000;

/// A move, or the number of moves of the solution that are to be shown. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct TryRequest {
    v: u32,
    #[serde(flatten)]
    fields: MoveFields,
    solution: Option<u16>,
    /// Number of wrong answers before this one, as the browser counts them.
    wrong: Option<u8>,
}

/// The answer to a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Attempt {
    Move(TriedView),
    Solution(Box<PuzzleView>),
}

impl Live {
    /// The puzzle of a code, or of `today`.
    pub(super) async fn puzzle(
        &self,
        code: &str,
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<PuzzleView, Refusal> {
        let page = self.fair_puzzle(code, user, localizer).await?;
        let tally = self.habits_of(user).await?.map(tally_of);
        Ok(page.question(Solver { tally: tally.as_ref(), localizer }))
    }

    /// Answers a move in a puzzle, or shows its solution.
    pub(super) async fn try_puzzle(
        &self,
        code: &str,
        request: &TryRequest,
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<Attempt, Refusal> {
        let page = self.fair_puzzle(code, user, localizer).await?;
        if request.v != FORMAT_VERSION {
            return Err(Refusal::Malformed);
        }
        let asked = request.fields.asked()?;
        if asked.is_some() == request.solution.is_some() {
            return Err(Refusal::Malformed);
        }
        self.check_counting(user, localizer)?;
        let Some(asked) = asked else {
            let given_up = |tally: &PuzzleTally| page.given_up_in(tally);
            let tally = self.note_puzzle(user, given_up).await?;
            let solver = Solver { tally: tally.as_ref(), localizer };
            let ply = request.solution.unwrap_or_default().into();
            return Ok(Attempt::Solution(Box::new(page.solution(ply, solver))));
        };
        if !page.is_right(asked, localizer).map_err(Refusal::denied)? {
            return Ok(Attempt::Move(page.wrong(localizer)));
        }
        let known = self.habits_of(user).await?.map(tally_of);
        let is_again = known.is_some_and(|tally| page.is_solved_in(&tally));
        let page = page.after_wrong(request.wrong.filter(|_| !is_again));
        let tally = self.note_puzzle(user, |tally| page.solved_in(tally)).await?;
        Ok(Attempt::Move(page.right(Solver { tally: tally.as_ref(), localizer })))
    }

    /// Changes the results of a person, and returns them; `None` for a visitor.
    async fn note_puzzle(
        &self,
        user: Option<UserId>,
        change: impl Fn(&PuzzleTally) -> PuzzleTally,
    ) -> Result<Option<PuzzleTally>, Refusal> {
        let noted = self.note(user, |habits| habits.after_puzzle(&change)).await?;
        Ok(noted.map(tally_of))
    }

    /// The puzzle of a code, unless one of its positions is of a game of this person in play against another.
    async fn fair_puzzle(
        &self,
        code: &str,
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<LinkedPage<'_>, Refusal> {
        let days = self.play.now().div_euclid(MICROS_PER_DAY);
        let today = u32::try_from(days).unwrap_or_default();
        let page = self.puzzles.find(code, today).ok_or(Refusal::NotFound)?;
        let Some(user) = user else { return Ok(page) };
        let positions = page.positions();
        let helps = self.play.helps_in_game_in_play(user, &positions);
        match helps.await.map_err(Refusal::away)? {
            true => Err(Refusal::denied(localizer.say(Phrase::NoHelpInPlay))),
            false => Ok(page),
        }
    }
}

fn tally_of(habits: Habits) -> PuzzleTally {
    habits.puzzles().cloned().unwrap_or_default()
}
