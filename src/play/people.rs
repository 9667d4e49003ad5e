//! What is remembered of people, and how it is forgotten.

use std::time::{Duration, Instant};

use zerosum_games::Outcome;

use crate::play::Play;
use crate::session::board::Board;
use crate::session::choice::Choice;
use crate::session::habits::Ending;
use crate::session::results::StoredResult;
use crate::session::{SessionId, UserId};
use crate::store::blocks::Blocked;
use crate::store::challenges::ChallengeCounts;
use crate::store::deletion::{DELETION_BATCH, Deletion};
use crate::store::{Commit, Person, StoreError, StoredBoard};

/// Tries to change what is remembered of a person while others change it. As many can be at it as
/// one person may have in flight in two processes, and each time one of them succeeds.
const REMEMBER_TRIES_MAX: u32 = 48;

/// How long the copy of a person is used on a shared store: so late a language that was chosen at
/// another process is spoken at this one.
const PERSON_COPY_LIFETIME: Duration = Duration::from_secs(10);

impl Play {
    /// What is remembered of a person. On a shared store it may be some seconds old, and older
    /// while the store is away.
    pub async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let known = match self.is_shared() {
            true => self.cache.person_known_within(PERSON_COPY_LIFETIME, user),
            false => self.cache.person(user),
        };
        match known {
            Some(person) => Ok(person),
            None => match self.load_person(user).await {
                Err(error) => self.cache.person(user).ok_or(error),
                loaded => loaded,
            },
        }
    }

    /// Changes what is remembered of a person. It begins with what is stored and not with a copy of
    /// it, so that nothing comes back that was deleted meanwhile, here or by another process.
    ///
    /// What gives `None` changes nothing.
    pub async fn remember(
        &self,
        user: UserId,
        change: impl Fn(Option<&Person>) -> Option<Person>,
    ) -> Result<(), StoreError> {
        for _ in 0..REMEMBER_TRIES_MAX {
            let asked_at = Instant::now();
            let seen = self.store.person(user).await?;
            let Some(person) = change(seen.as_ref()) else {
                self.cache.put_person(user, seen, asked_at);
                return Ok(());
            };
            let is_there = seen.as_ref() == Some(&person)
                || self.store.put_person(user, seen.as_ref(), &person).await? == Commit::Done;
            if is_there {
                self.cache.put_person(user, Some(person), Instant::now());
                return Ok(());
            }
        }
        Err(StoreError::Overloaded)
    }

    /// Notes how a game has ended for the person whose board it is, if they play alone with the bot
    /// and are remembered. Whoever has nothing to learn from it writes nothing.
    pub async fn learn_from(&self, board: &Board) -> Result<(), StoreError> {
        let Some((choice, ending)) = ending_of(board) else { return Ok(()) };
        let id = board.session.id();
        let learn = |known: Option<&Person>| {
            let known = known.filter(|person| person.keeps_results)?;
            let habits = known.habits.with_ending(choice, ending, id);
            (habits != known.habits).then(|| Person { habits, ..known.clone() })
        };
        // Most ends teach nothing new, and the copy tells so.
        if learn(self.person(board.owner).await?.as_ref()).is_none() {
            return Ok(());
        }
        self.remember(board.owner, learn).await
    }

    /// Notes whether a person can be sent something unasked, if they are remembered at all.
    pub async fn set_reachable(&self, user: UserId, is_reachable: bool) -> Result<(), StoreError> {
        self.store.set_reachable(user, is_reachable).await?;
        self.cache.set_reachable(user, is_reachable);
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

    /// How the latest games of a person have gone, the latest first.
    pub async fn results(&self, person: UserId) -> Result<Vec<StoredResult>, StoreError> {
        self.store.results(person).await
    }

    /// Blocks somebody for a person, unless they are blocked already or too many are.
    pub async fn block(&self, person: UserId, blocked: &Blocked) -> Result<Commit, StoreError> {
        self.store.block(person, blocked).await
    }

    /// Takes that back, if there is something to be taken back.
    pub async fn unblock(&self, person: UserId, blocked: UserId) -> Result<Commit, StoreError> {
        self.store.unblock(person, blocked).await
    }

    /// Whom a person has blocked, the latest first.
    pub async fn blocked_by(&self, person: UserId) -> Result<Vec<Blocked>, StoreError> {
        self.store.blocked_by(person).await
    }

    /// Whether one of the two has blocked the other.
    pub async fn are_apart(&self, one: UserId, other: UserId) -> Result<bool, StoreError> {
        self.store.are_apart(one, other).await
    }

    /// How many open seats are kept by a person, and for them.
    pub async fn challenges(&self, person: UserId) -> Result<ChallengeCounts, StoreError> {
        self.store.challenges(person).await
    }

    /// Deletes all that is stored about a person, and lets go of all live copies, of whomever they
    /// are. What is being done for the person at the same time changes nothing any more: every
    /// write of it finds its row gone. Of more than [`DELETION_BATCH`] boards the rest leaves the
    /// store soon afterwards.
    pub async fn forget(&self, user: UserId) -> Result<Deletion, StoreError> {
        let deletion = self.store.delete_person(user, DELETION_BATCH).await?;
        self.turns.forget(user);
        self.declined.forget(user);
        self.cache.clear();
        Ok(deletion)
    }

    async fn load_person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let asked_at = Instant::now();
        let person = self.store.person(user).await?;
        self.cache.put_person(user, person.clone(), asked_at);
        Ok(person)
    }
}

/// How a game between its owner and the bot has ended for the owner; `None` if it has not, if it is in
/// a group, or if they have not played it alone from its start.
fn ending_of(board: &Board) -> Option<(Choice, Ending)> {
    if board.session.is_resumed() || board.session.is_helped() {
        return None;
    }
    let choice = board.session.choice_of(board.owner).filter(|_| board.surface().is_private())?;
    let ending = match board.session.outcome()? {
        Outcome::Draw => Ending::Drawn,
        Outcome::Win(side) if side == choice.side => Ending::Won,
        Outcome::Win(_) => Ending::Lost,
    };
    Some((choice, ending))
}
