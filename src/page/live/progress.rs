//! Progress of people in puzzles and courses, shared with the chat. None is stored for visitors and guests.

use zerosum_render::locales::localizer::Localizer;
use zerosum_session::UserId;
use zerosum_session::people::habits::Habits;

use crate::page::live::Live;
use crate::page::refusal::Refusal;

impl Live {
    /// The progress of a person; `None` for a visitor or a guest.
    pub(super) async fn habits_of(&self, user: Option<UserId>) -> Result<Option<Habits>, Refusal> {
        let Some(user) = known(user) else { return Ok(None) };
        let person = self.play.person(user).await.map_err(Refusal::away)?;
        Ok(Some(person.map(|person| person.habits).unwrap_or_default()))
    }

    /// Refuses an answer that may count for a person while the bot is in maintenance, as in the chat. Answers of
    /// visitors and guests store nothing.
    pub(super) fn check_counting(
        &self,
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<(), Refusal> {
        match known(user) {
            Some(user) => self.check_maintenance(Some(user), localizer),
            None => Ok(()),
        }
    }

    /// Changes the progress of a person, and returns it; `None` for a visitor or a guest.
    pub(super) async fn note(
        &self,
        user: Option<UserId>,
        change: impl Fn(&Habits) -> Option<Habits>,
    ) -> Result<Option<Habits>, Refusal> {
        let Some(user) = known(user) else { return Ok(None) };
        // A person who has deleted their data meanwhile is not stored again.
        let noted = self.play.note_study(user, |known| known.cloned(), change).await;
        noted.map(Some).map_err(Refusal::away)
    }
}

/// The person who asks; `None` for a visitor or a guest.
pub(super) fn known(user: Option<UserId>) -> Option<UserId> {
    user.filter(|user| !user.is_guest())
}
