//! Values stored for people: settings, ratings, invitations, searches and progress; and their
//! deletion.

pub mod groups;
pub mod ratings;
pub mod invitations;
pub mod seekers;
pub mod challenges;
pub mod reminders;
pub mod milestones;
pub mod study;
pub mod deleted;

use std::time::Instant;

use zerosum_games::Outcome;
use zerosum_session::board::Board;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Ending;
use zerosum_session::{Session, UserId};
use zerosum_store::announcements::Change;
use zerosum_store::people::blocks::Blocked;
use zerosum_store::people::deletion::{DELETION_BATCH, Deletion};
use zerosum_store::{Commit, Person, StoreError};

use crate::play::Play;

/// Maximum number of attempts to change a person's settings under concurrent changes. One person can have
/// that many requests in flight in two processes, and each round one of them succeeds.
const REMEMBER_TRIES_MAX: u32 = 48;

impl Play {
    /// Returns the stored settings of a person. On a shared store they may be some seconds old, and older
    /// while the store is unavailable.
    pub async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        match self.live.people.read(user, self.copy_lifetime()) {
            Some(person) => Ok(person),
            None => match self.load_person(user).await {
                Err(error) => self.live.people.read(user, None).ok_or(error),
                loaded => loaded,
            },
        }
    }

    /// Returns the stored settings of a player, whose name another process may have stored a moment ago: a copy without
    /// a name is not relied on.
    pub async fn player(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let known = self.person(user).await?;
        let is_named = known.as_ref().is_some_and(|person| !person.name.is_empty());
        if is_named || !self.is_shared() {
            return Ok(known);
        }
        Ok(self.load_person(user).await.unwrap_or(known))
    }

    /// Changes the stored settings of a person. Starts from the stored state instead of a copy, so that
    /// no data deleted meanwhile, here or by another process, comes back.
    ///
    /// Does nothing if `change` returns `None`.
    pub(crate) async fn remember(
        &self,
        user: UserId,
        change: impl Fn(Option<&Person>) -> Option<Person>,
    ) -> Result<(), StoreError> {
        for _ in 0..REMEMBER_TRIES_MAX {
            let asked_at = Instant::now();
            let seen = self.store.person(user).await?;
            let changed = change(seen.as_ref()).filter(|person| seen.as_ref() != Some(person));
            let Some(person) = changed else {
                self.live.people.put(user, seen, asked_at);
                return Ok(());
            };
            if self.store.put_person(user, seen.as_ref(), &person).await? == Commit::Done {
                // Read back, since an answer from before must not stay, and another write may have followed at once.
                if self.load_person(user).await.is_err() {
                    self.live.people.remove(user);
                }
                return Ok(());
            }
        }
        Err(StoreError::Contended)
    }

    /// Stores a person who logs in on the page, where it is perhaps known that the bot may write to them: the name if it
    /// is known, and the language if they are new.
    pub(crate) async fn remember_visitor(
        &self,
        user: UserId,
        (name, may_be_written): (Option<String>, bool),
        language: Language,
    ) -> Result<(), StoreError> {
        let met = |known: Option<&Person>| {
            let person = known.cloned().unwrap_or_else(|| Person::new(language));
            let name = name.clone().unwrap_or_else(|| person.name.clone());
            let is_reachable = person.is_reachable || may_be_written;
            let person = Person { name, is_reachable, ..person };
            (known != Some(&person)).then_some(person)
        };
        if met(self.person(user).await?.as_ref()).is_none() {
            return Ok(());
        }
        self.remember(user, met).await
    }

    /// Records the ending of a game for the owner of its board, if they play alone with the bot and are
    /// remembered. Writes nothing if it would change nothing.
    pub(crate) async fn learn_from(&self, board: &Board) -> Result<(), StoreError> {
        let Some((choice, ending)) = ending_of(board) else { return Ok(()) };
        let id = board.session.id();
        let learn = |known: Option<&Person>| {
            let known = known.filter(|person| person.keeps_results)?;
            let habits = known.habits.with_ending(choice, ending, id);
            (habits != known.habits).then(|| Person { habits, ..known.clone() })
        };
        // Most endings change nothing, and the copy shows that.
        if learn(self.person(board.owner).await?.as_ref()).is_none() {
            return Ok(());
        }
        self.remember(board.owner, learn).await
    }

    /// Records whether a person can be sent unsolicited messages, if they are remembered at all.
    pub(crate) async fn set_reachable(
        &self,
        user: UserId,
        is_reachable: bool,
    ) -> Result<(), StoreError> {
        self.store.set_reachable(user, is_reachable).await?;
        self.load_person(user).await.map(drop)
    }

    /// Blocks a person on behalf of another one, unless they are blocked already or there are too many
    /// blocks.
    pub(crate) async fn block(
        &self,
        person: UserId,
        blocked: &Blocked,
    ) -> Result<Commit, StoreError> {
        let commit = self.store.block(person, blocked).await?;
        self.load_blocked(person).await?;
        Ok(commit)
    }

    /// Removes the block made at that time, if there is one.
    pub(crate) async fn unblock(&self, person: UserId, since: i64) -> Result<Commit, StoreError> {
        let commit = self.store.unblock(person, since).await?;
        self.load_blocked(person).await?;
        Ok(commit)
    }

    /// Returns whether a block exists between a person and the opponent in this game, so that only moves
    /// are passed on.
    pub(crate) async fn is_blocked_between(
        &self,
        session: &Session,
        user: UserId,
    ) -> Result<bool, StoreError> {
        match session.opponent_of(user) {
            Some(other) => self.store.are_apart(user, other).await,
            None => Ok(false),
        }
    }

    /// Returns whether a person has blocked the other one. On a shared store the answer may be some
    /// seconds old.
    pub(crate) async fn has_blocked(
        &self,
        person: UserId,
        other: UserId,
    ) -> Result<bool, StoreError> {
        let blocked = match self.live.blocked.read(person, self.copy_lifetime()) {
            Some(blocked) => blocked,
            None => self.load_blocked(person).await?,
        };
        Ok(blocked.contains(&other))
    }

    /// Deletes all stored data of a person, and drops all cached copies of it, here and in the other
    /// processes. Before that, their games with others end like games that they have left, so that their
    /// opponents win and are rated; a failure of that does not prevent the deletion. These games are announced in any
    /// case, without the name of the person if it is gone. Concurrent requests of the person no longer change anything:
    /// every write finds its row gone. Beyond [`DELETION_BATCH`] boards, the rest is deleted soon afterwards.
    pub async fn forget(&self, user: UserId) -> Result<Deletion, StoreError> {
        let mut ended = Vec::new();
        if let Err(error) = self.leave_everything(user, &mut ended).await {
            log::warn!(
                "person {}: cannot end their games before the deletion, so they are \
                not rated: {error}",
                user.0
            );
        }
        let deletion = self.delete(user).await;
        self.announce_left(&ended).await;
        deletion
    }

    async fn delete(&self, user: UserId) -> Result<Deletion, StoreError> {
        let deletion = self.store.delete_person(user, DELETION_BATCH).await?;
        self.turns.forget(user);
        self.note_deleted(user);
        self.store.announce(&[Change::Deleted(user)]);
        Ok(deletion)
    }

    async fn load_blocked(&self, person: UserId) -> Result<Vec<UserId>, StoreError> {
        let asked_at = Instant::now();
        let all = self.store.blocked_by(person).await?;
        let blocked: Vec<UserId> = all.into_iter().filter_map(|blocked| blocked.user).collect();
        self.live.blocked.put(person, blocked.clone(), asked_at);
        Ok(blocked)
    }

    /// Returns the epoch of a person who is stored now.
    pub(crate) async fn epoch_of(&self, user: UserId) -> Result<Option<u64>, StoreError> {
        Ok(self.load_person(user).await?.map(|person| person.created_epoch))
    }

    /// Returns whether a person has been stored since that epoch.
    pub(crate) async fn has_epoch(&self, user: UserId, epoch: u64) -> Result<bool, StoreError> {
        let person = self.person(user).await?;
        // Another process may have stored them a moment ago.
        Ok(person.is_some_and(|person| person.created_epoch == epoch)
            || self.epoch_of(user).await? == Some(epoch))
    }

    async fn load_person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let asked_at = Instant::now();
        let person = self.store.person(user).await?;
        self.live.people.put(user, person.clone(), asked_at);
        Ok(person)
    }
}

/// Returns the ending of a game between its owner and the bot, for the owner; `None` if it is in play, is
/// in a group, or was not played by them alone from its start.
fn ending_of(board: &Board) -> Option<(Choice, Ending)> {
    if board.session.is_resumed() || board.session.is_helped() {
        return None;
    }
    let choice = board.session.choice_of(board.owner).filter(|_| board.surface().is_private())?;
    let ending = match board.session.outcome()? {
        Outcome::Draw => Ending::Drawn,
        Outcome::Win(side) if board.session.seat_of(board.owner) == Some(side) => Ending::Won,
        Outcome::Win(_) => Ending::Lost,
    };
    Some((choice, ending))
}
