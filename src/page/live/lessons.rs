//! Courses: the list, and the tasks of their steps. Which steps a person has passed is noted as in the chat; a
//! visitor's browser keeps theirs and tells them with each answer.

use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::lessons::{Answer, StepPage};
use zerosum_session::UserId;

use crate::page::answers;
use crate::page::live::{Live, routes};
use crate::page::moves::MoveFields;
use crate::page::refusal::Refusal;

/// A request about courses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LessonRoute<'a> {
    List,
    Step(&'a str, &'a str),
    Answer(&'a str, &'a str),
}

/// A move, or the wish to be shown the right ones. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
struct AnswerRequest {
    v: u32,
    #[serde(flatten)]
    fields: MoveFields,
    #[serde(default)]
    show: bool,
    /// Steps of the course that a visitor has passed.
    #[serde(default)]
    passed: Vec<u16>,
}

impl Live {
    pub(super) async fn lessons(
        &self,
        route: LessonRoute<'_>,
        bytes: &[u8],
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<Response, Refusal> {
        Ok(match route {
            LessonRoute::List => {
                let habits = self.habits_of(user).await?;
                let view = self.courses.list(habits.as_ref(), localizer);
                answers::json(StatusCode::OK, &view)
            }
            LessonRoute::Step(course, step) => {
                let page = self.fair_step((course, step), user, localizer).await?;
                let page = match self.habits_of(user).await? {
                    Some(habits) => page.known_to(&habits),
                    None => page,
                };
                answers::json(StatusCode::OK, &page.question(localizer))
            }
            LessonRoute::Answer(course, step) => {
                let page = self.fair_step((course, step), user, localizer).await?;
                let request: AnswerRequest = routes::parsed(bytes)?;
                self.answer_step(page, &request, user, localizer).await?
            }
        })
    }

    async fn answer_step(
        &self,
        page: StepPage<'_>,
        request: &AnswerRequest,
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<Response, Refusal> {
        if request.v != FORMAT_VERSION {
            return Err(Refusal::Malformed);
        }
        let asked = request.fields.asked()?;
        let page = match self.habits_of(user).await? {
            Some(habits) => page.known_to(&habits),
            None => page.after(&request.passed),
        };
        match (asked, request.show) {
            (Some(asked), false) => {
                self.check_counting(user, localizer)?;
                let answer = page.answer(asked, localizer).map_err(Refusal::denied)?;
                let view = match answer {
                    Answer::Wrong => page.wrong(localizer),
                    Answer::Right(code) => self.passed(page, user).await?.right(code, localizer),
                };
                Ok(answers::json(StatusCode::OK, &view))
            }
            (None, true) => Ok(answers::json(StatusCode::OK, &page.shown(localizer))),
            (Some(_), true) | (None, false) => Err(Refusal::Malformed),
        }
    }

    /// Records that the reader has passed a step.
    async fn passed<'a>(
        &self,
        page: StepPage<'a>,
        user: Option<UserId>,
    ) -> Result<StepPage<'a>, Refusal> {
        let noted = self.note(user, |habits| page.passed_in(habits)).await?;
        Ok(noted.map_or_else(|| page.passed(), |habits| page.known_to(&habits)))
    }

    /// The step of an address, unless its position is of a game of this person in play against another.
    async fn fair_step(
        &self,
        (course, step): (&str, &str),
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<StepPage<'_>, Refusal> {
        let page = self.courses.find(course, step).ok_or(Refusal::NotFound)?;
        let Some(user) = user else { return Ok(page) };
        let positions = [page.position()];
        let helps = self.play.helps_in_game_in_play(user, &positions);
        match helps.await.map_err(Refusal::away)? {
            true => Err(Refusal::denied(localizer.say(Phrase::NoHelpInPlay))),
            false => Ok(page),
        }
    }
}
