//! Records what people have solved and passed, in the chat and on the page.

use zerosum_session::UserId;
use zerosum_session::people::habits::Habits;
use zerosum_store::{Person, StoreError};

use crate::play::Play;

impl Play {
    /// Changes a person's progress in puzzles and courses, and returns it. `met` returns the person to store, or
    /// `None` to store no one. `change` returns `None` if nothing changes. People who have turned results off are not
    /// written.
    pub(crate) async fn note_study(
        &self,
        user: UserId,
        met: impl Fn(Option<&Person>) -> Option<Person>,
        change: impl Fn(&Habits) -> Option<Habits>,
    ) -> Result<Habits, StoreError> {
        let noted = |known: Option<&Person>| {
            let person = met(known).filter(|person| person.keeps_results)?;
            let habits = change(&person.habits)?;
            Some(Person { habits, ..person })
        };
        // Most answers change nothing, as the cached copy shows.
        if noted(self.person(user).await?.as_ref()).is_some() {
            self.remember(user, noted).await?;
        }
        Ok(self.person(user).await?.map(|person| person.habits).unwrap_or_default())
    }
}
