//! People: their settings, and the deletion of all that is stored about them.

pub mod blocks;
pub mod groups;
pub mod ratings;
pub mod results;
pub mod challenges;
pub mod invitations;
pub mod seekers;
pub mod deletion;

use zerosum_session::language::Language;
use zerosum_session::{Revision, UserId, choice};

use crate::people::deletion::Deletion;
use crate::row::{
    CHOICE, PERSON_COLUMNS, keyed_column, person_of, person_values, seat_column, user_column,
    user_of,
};
use crate::sql;
use crate::statement::{Lock, Statement, Value, Write};
use crate::store::Store;
use crate::types::{Commit, Person, StoreError};

impl Store {
    pub async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let row = self.row(sql::people::PERSON_BY_ID, [user_column(user).into()]).await?;
        row.map_or(Ok(None), person_of)
    }

    /// Stores a person, if the stored state is still `seen`. If they do not want their games counted,
    /// their past results are deleted.
    pub async fn put_person(
        &self,
        user: UserId,
        seen: Option<&Person>,
        person: &Person,
    ) -> Result<Commit, StoreError> {
        match seen {
            None => {
                let id = user_column(user);
                let languages = Language::ALL.map(|language| language.code().into());
                let values = [id.into()].into_iter().chain(person_values(person)).chain(languages);
                let first = Statement { sql: sql::people::CREATE_PERSON, values: values.collect() };
                let mut write = Write::of(Lock::Person(id), first);
                let keyed = keyed_column(self.key.person(user));
                // Few people were blocked when they deleted their data, so most need no more statements.
                if self.row(sql::keyed::KEPT_BLOCK_OF, [keyed.into()]).await?.is_some() {
                    let values = [id.into(), keyed.into()];
                    write.then.push(Statement::new(sql::keyed::RESTORE_BLOCKS, values));
                    let values = [keyed.into(), id.into()];
                    write.then.push(Statement::new(sql::keyed::DROP_RESTORED, values));
                }
                self.commit_write(write).await
            }
            Some(seen) => {
                let columns = (person_values(person), person_values(seen));
                match self.replace_person(user, (person, seen), columns).await? {
                    Commit::Done => Ok(Commit::Done),
                    Commit::Conflict => self.replace_beside_choice(user, seen, person).await,
                }
            }
        }
    }

    /// Records whether a person can be sent unsolicited messages, if they are remembered at all.
    pub async fn set_reachable(&self, user: UserId, is_reachable: bool) -> Result<(), StoreError> {
        let id = user_column(user);
        let values = [is_reachable.into(), id.into()];
        self.write(Lock::Person(id), sql::people::SET_REACHABLE, values).await.map(drop)
    }

    /// Deletes all stored data of a person: their settings, the boards they started, the broadcasts they
    /// wrote, and the blocks by and of them. From then on the data can neither be found nor changed,
    /// although only `limit` boards are deleted from the database at once: the rest is left to
    /// [`Store::delete_boards_left`], also after a crash. A person who comes back meanwhile is new, and
    /// the games they begin are kept.
    ///
    /// A game started by another person stays theirs: it is over, its record has `gone` for the seat, and
    /// its revision is one higher, which live copies do not have and screens have to show. Until that is
    /// written, also for `limit` games at once, the game cannot be found.
    pub async fn delete_person(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        let id = user_column(user);
        let mut write = Write::new(Lock::Other, sql::people::COUNT_DELETION, []);
        write.then.push(Statement::new(sql::deletions::MARK_DELETED, [id.into()]));
        let keyed = keyed_column(self.key.person(user));
        write.then.push(Statement::new(sql::keyed::KEEP_BLOCKS, [keyed.into(), id.into()]));
        write.then.push(Statement::new(sql::people::DELETE_PERSON, [id.into()]));
        write.then.push(Statement::new(sql::blocks::FORGET_BLOCKS_BY, [id.into()]));
        // A person who is not remembered may be blocked all the same.
        write.then.push(Statement::new(sql::blocks::FORGET_BLOCKS_OF, [id.into()]));
        write.then.push(Statement::new(sql::host::DELETE_BROADCASTS_BY, [id.into()]));
        self.run(write).await?;
        // From here on the person's data cannot be found, and other processes continue if this one fails.
        let first = self.delete_boards_left(user, limit).await;
        Ok(first.unwrap_or_else(|error| {
            log::warn!("person {}: the rest of their data is deleted later: {error}", user.0);
            Deletion { boards: 0, is_complete: false }
        }))
    }

    /// Returns up to `limit` people whose boards are still to be deleted.
    pub async fn pending_deletions(&self, limit: u32) -> Result<Vec<UserId>, StoreError> {
        let rows = self.rows(sql::deletions::PENDING, [limit.into()]).await?;
        rows.iter().map(|row| row.integer(0).map(user_of)).collect()
    }

    /// Deletes up to `limit` of the boards left by a deletion. Any number of processes may do so at once.
    pub async fn delete_boards_left(
        &self,
        user: UserId,
        limit: u32,
    ) -> Result<Deletion, StoreError> {
        let (id, seat) = (user_column(user), seat_column(user));
        let whose = || [id.into(), limit.into()];
        let unseen = [Revision::LAST.0.into(), id.into(), limit.into()];
        let handed_over = [id.into(), seat.clone(), limit.into()];
        let first = Statement::new(sql::deletions::DELETE_LEFT_BOARDS, whose());
        let then = vec![
            Statement::new(sql::deletions::LEAVE_SCREENS, whose()),
            Statement::new(sql::deletions::LEAVE_GAMES, [seat, id.into(), limit.into()]),
            Statement::new(sql::deletions::MOVE_SHARED, unseen),
            Statement::new(sql::deletions::DROP_MOVED, whose()),
            Statement::new(sql::deletions::HAND_OVER, handed_over),
            Statement::new(sql::deletions::END_DELETION, [id.into()]),
        ];
        // A step beside this one would choose other games at each statement.
        let before = Some(Statement::new(sql::deletions::TAKE_TURN, [id.into()]));
        let write = Write { before, then, ..Write::of(Lock::Other, first) };
        let boards = self.run(write).await?;
        // The step is durable. If the rest cannot be read, it is taken to be incomplete.
        let left = self.number(sql::deletions::IS_DELETION_PENDING, [id.into()]).await;
        Ok(Deletion { boards, is_complete: left.is_ok_and(|left| left == 0) })
    }

    /// Returns the number of people ever deleted. Processes that keep copies of people or boards detect
    /// by this number that some copies must be dropped. It does not say which.
    pub async fn deletions(&self) -> Result<u64, StoreError> {
        Ok(self.number(sql::people::DELETIONS, []).await?.cast_unsigned())
    }

    /// Returns up to `limit` reachable people, by ascending id, above `after`. Telegram ids lie within
    /// the positive half of `i64`; people beyond it are not found.
    pub async fn people_after(
        &self,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        let first = match after {
            None => Some(0),
            Some(UserId(user)) => i64::try_from(user).ok().and_then(|id| id.checked_add(1)),
        };
        let Some(first) = first else { return Ok(Vec::new()) };
        let rows = self.rows(sql::people::PEOPLE_REACHABLE, [first.into(), limit.into()]).await?;
        rows.iter().map(|row| row.integer(0).map(user_of)).collect()
    }

    /// Replaces the stored state of a person if it equals the seen one, both also as columns.
    async fn replace_person(
        &self,
        user: UserId,
        (person, seen): (&Person, &Person),
        (after, before): ([Value; PERSON_COLUMNS], [Value; PERSON_COLUMNS]),
    ) -> Result<Commit, StoreError> {
        let id = user_column(user);
        let values = after.into_iter().chain([id.into()]).chain(before).collect();
        let first = Statement { sql: sql::people::REPLACE_PERSON, values };
        // For a person who does not want to be counted, everything counted so far is deleted.
        let mut then = vec![Statement::new(sql::results::FORGET_RESULTS, [id.into()])];
        if !person.keeps_results {
            then.extend(seen.keeps_results.then(|| ratings::counting_on(id)));
            then.extend(ratings::forgettings_of(id));
        }
        let otherwise = None;
        self.commit_write(Write { then, otherwise, ..Write::of(Lock::Person(id), first) }).await
    }

    /// Like [`Store::replace_person`], for a choice written by a version that knows more games.
    /// Such a choice reads as the default, and is kept unless it is changed.
    async fn replace_beside_choice(
        &self,
        user: UserId,
        seen: &Person,
        person: &Person,
    ) -> Result<Commit, StoreError> {
        let row = self.row(sql::people::PERSON_BY_ID, [user_column(user).into()]).await?;
        let stored = row.map(|mut row| row.text(CHOICE)).transpose()?;
        let Some(stored) = stored.filter(|stored| choice::decode(stored).is_none()) else {
            return Ok(Commit::Conflict);
        };
        let (mut after, mut before) = (person_values(person), person_values(seen));
        before[CHOICE] = stored.as_str().into();
        if person.choice == seen.choice {
            after[CHOICE] = stored.into();
        }
        self.replace_person(user, (person, seen), (after, before)).await
    }
}
