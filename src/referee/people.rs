//! What is remembered of people, and how it is forgotten.

use std::time::{Duration, Instant};

use crate::referee::Referee;
use crate::session::{SessionId, UserId};
use crate::store::deletion::{DELETION_BATCH, Deletion};
use crate::store::{Commit, Person, StoreError, StoredBoard};

/// Tries to change what is remembered of a person while others change it. As many can be at it as
/// one person may have in flight in two processes, and each time one of them succeeds.
const REMEMBER_TRIES_MAX: u32 = 48;

/// How long the copy of a person is used on a shared store: so late a language that was chosen at
/// another process is spoken at this one.
const PERSON_COPY_LIFETIME: Duration = Duration::from_secs(10);

impl Referee {
    /// What is remembered of a person. On a shared store it may be some seconds old, and older
    /// while the store is away.
    pub async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let known = match self.is_shared() {
            true => self.live.person_known_within(PERSON_COPY_LIFETIME, user),
            false => self.live.person(user),
        };
        match known {
            Some(person) => Ok(person),
            None => match self.load_person(user).await {
                Err(error) => self.live.person(user).ok_or(error),
                loaded => loaded,
            },
        }
    }

    /// Changes what is remembered of a person. It begins with what is stored and not with a copy of
    /// it, so that nothing comes back that was deleted meanwhile, here or by another process.
    pub async fn remember(
        &self,
        user: UserId,
        change: impl Fn(Option<&Person>) -> Person,
    ) -> Result<(), StoreError> {
        for _ in 0..REMEMBER_TRIES_MAX {
            let seen = self.store.person(user).await?;
            let person = change(seen.as_ref());
            let is_there = seen.as_ref() == Some(&person)
                || self.store.put_person(user, seen.as_ref(), &person).await? == Commit::Done;
            if is_there {
                self.live.put_person(user, Some(person), Instant::now());
                return Ok(());
            }
        }
        Err(StoreError::Overloaded)
    }

    /// Notes whether a person can be sent something unasked, if they are remembered at all.
    pub async fn set_reachable(&self, user: UserId, is_reachable: bool) -> Result<(), StoreError> {
        self.store.set_reachable(user, is_reachable).await?;
        self.live.set_reachable(user, is_reachable);
        Ok(())
    }

    /// What is stored of a person, whatever the live copy says.
    pub async fn stored_person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        self.store.person(user).await
    }

    /// Up to `limit` boards that this person started, as they are stored, above `after`.
    pub async fn boards_of(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<StoredBoard>, StoreError> {
        self.store.boards_of(person, after, limit).await
    }

    /// Deletes all that is stored about a person, and lets go of all live copies, of whomever they
    /// are. What is being done for the person at the same time changes nothing any more: every
    /// write of it finds its row gone. Of more than [`DELETION_BATCH`] boards the rest leaves the
    /// store soon afterwards.
    pub async fn forget(&self, user: UserId) -> Result<Deletion, StoreError> {
        let deletion = self.store.delete_person(user, DELETION_BATCH).await?;
        self.turns.forget(user);
        self.live.clear();
        Ok(deletion)
    }

    async fn load_person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let asked_at = Instant::now();
        let person = self.store.person(user).await?;
        self.live.put_person(user, person.clone(), asked_at);
        Ok(person)
    }
}
