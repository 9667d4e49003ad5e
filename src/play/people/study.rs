//! Notes what people have solved and passed, in the chat and on the page.

use zerosum_session::UserId;
use zerosum_session::people::habits::Habits;
use zerosum_store::{Person, StoreError};

use crate::play::Play;

impl Play {
    /// Changes a person's progress in puzzles and courses, and returns it. `met` gives the data of the person at
    /// this contact; `None` if they are not to be stored. Writes nothing if `change` returns `None`, which it does
    /// for a change made before, and nothing for a person who has turned results off.
    pub async fn note_study(
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
