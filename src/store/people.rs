//! The people, in SQL.

use async_trait::async_trait;

use crate::locales::Language;
use crate::session::{Revision, UserId, choice};
use crate::store::database::Database;
use crate::store::deletion::Deletion;
use crate::store::relational::RelationalStore;
use crate::store::row::{
    PERSON_COLUMNS, commit_of, person_of, person_values, seat_column, user_column, user_of,
};
use crate::store::statement::{Lock, Statement, Value, Write};
use crate::store::{Commit, People, Person, StoreError, ratings, sql};

#[async_trait]
impl<D: Database> People for RelationalStore<D> {
    async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        let row = self.row(sql::PERSON_BY_ID, [user_column(user).into()]).await?;
        row.map_or(Ok(None), person_of)
    }

    async fn put_person(
        &self,
        user: UserId,
        seen: Option<&Person>,
        person: &Person,
    ) -> Result<Commit, StoreError> {
        let changed = match seen {
            None => {
                let id = user_column(user);
                let [a, b, c, d, e, f, g, h, i] = person_values(person);
                let [x, y, z] = Language::ALL.map(|language| language.code().into());
                let values = [id.into(), a, b, c, d, e, f, g, h, i, x, y, z];
                self.write(Lock::Person(id), sql::CREATE_PERSON, values).await?
            }
            Some(seen) => {
                let (after, before) = (person_values(person), person_values(seen));
                match self.replace_person(user, after, before).await? {
                    0 => self.replace_beside_choice(user, seen, person).await?,
                    changed => changed,
                }
            }
        };
        Ok(commit_of(changed))
    }

    async fn set_reachable(&self, user: UserId, is_reachable: bool) -> Result<(), StoreError> {
        let id = user_column(user);
        let values = [is_reachable.into(), id.into()];
        self.write(Lock::Person(id), sql::SET_REACHABLE, values).await.map(drop)
    }

    async fn delete_person(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        let id = user_column(user);
        let mut write = Write::new(Lock::Other, sql::COUNT_DELETION, []);
        write.then.push(Statement::new(sql::departing::DEPART, [id.into()]));
        write.then.push(Statement::new(sql::DELETE_PERSON, [id.into()]));
        write.then.push(Statement::new(sql::blocks::FORGET_BLOCKS_BY, [id.into()]));
        // Whoever is not remembered may be blocked all the same.
        write.then.push(Statement::new(sql::blocks::FORGET_BLOCKS_OF, [id.into()]));
        write.then.push(Statement::new(sql::DELETE_BROADCASTS_BY, [id.into()]));
        self.database.write(write).await?;
        // From here on nobody finds anything of them, and others go on if this does not.
        let first = self.delete_boards_left(user, limit).await;
        Ok(first.unwrap_or_else(|error| {
            log::warn!("person {}: what they leave is deleted later: {error}", user.0);
            Deletion { boards: 0, is_complete: false }
        }))
    }

    async fn departed(&self, limit: u32) -> Result<Vec<UserId>, StoreError> {
        let rows = self.rows(sql::departing::DEPARTED, [limit.into()]).await?;
        rows.iter().map(|row| row.integer(0).map(user_of)).collect()
    }

    async fn delete_boards_left(&self, user: UserId, limit: u32) -> Result<Deletion, StoreError> {
        let (id, seat) = (user_column(user), seat_column(user));
        let whose = || [id.into(), limit.into()];
        let unseen = [Revision::LAST.0.into(), id.into(), limit.into()];
        let handed_over = [id.into(), seat.clone(), limit.into()];
        let first = Statement::new(sql::departing::DELETE_DEPARTED_BOARDS, whose());
        let then = vec![
            Statement::new(sql::departing::LEAVE_SCREENS, whose()),
            Statement::new(sql::departing::LEAVE_GAMES, [seat, id.into(), limit.into()]),
            Statement::new(sql::departing::MOVE_SHARED, unseen),
            Statement::new(sql::departing::DROP_MOVED, whose()),
            Statement::new(sql::departing::HAND_OVER, handed_over),
            Statement::new(sql::departing::END_DEPARTURE, [id.into()]),
        ];
        let write = Write { lock: Lock::Other, first, then, otherwise: None };
        let boards = self.database.write(write).await?;
        // The step is durable. Whoever cannot read what is left takes it that something is.
        let left = self.number(sql::departing::HAS_DEPARTED, [id.into()]).await;
        Ok(Deletion { boards, is_complete: left.is_ok_and(|left| left == 0) })
    }

    async fn deletions(&self) -> Result<u64, StoreError> {
        Ok(self.number(sql::DELETIONS, []).await?.cast_unsigned())
    }

    async fn people_after(
        &self,
        after: Option<UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        let first = match after {
            None => Some(0),
            Some(UserId(user)) => i64::try_from(user).ok().and_then(|id| id.checked_add(1)),
        };
        let Some(first) = first else { return Ok(Vec::new()) };
        let rows = self.rows(sql::PEOPLE_REACHABLE, [first.into(), limit.into()]).await?;
        rows.iter().map(|row| row.integer(0).map(user_of)).collect()
    }
}

impl<D: Database> RelationalStore<D> {
    /// Replaces what is stored of a person if it is what was seen, both as columns.
    async fn replace_person(
        &self,
        user: UserId,
        after: [Value; PERSON_COLUMNS],
        before: [Value; PERSON_COLUMNS],
    ) -> Result<u64, StoreError> {
        let id = user_column(user);
        let stops_counting = after.last() == Some(&false.into());
        let values = after.into_iter().chain([id.into()]).chain(before).collect();
        let first = Statement { sql: sql::REPLACE_PERSON, values };
        // Whoever does not want to be counted has nothing that was counted.
        let mut then = vec![Statement::new(sql::results::FORGET_RESULTS, [id.into()])];
        if stops_counting {
            then.extend(ratings::forgettings_of(id));
        }
        let otherwise = None;
        self.database.write(Write { lock: Lock::Person(id), first, then, otherwise }).await
    }

    /// The same if their choice was written by a version that knows more games. It reads as the usual
    /// one, and stays unless there is another one.
    async fn replace_beside_choice(
        &self,
        user: UserId,
        seen: &Person,
        person: &Person,
    ) -> Result<u64, StoreError> {
        let row = self.row(sql::PERSON_BY_ID, [user_column(user).into()]).await?;
        let stored = row.map(|mut row| row.text(6)).transpose()?;
        let Some(stored) = stored.filter(|stored| choice::decode(stored).is_none()) else {
            return Ok(0);
        };
        let (mut after, mut before) = (person_values(person), person_values(seen));
        before[6] = stored.as_str().into();
        if person.choice == seen.choice {
            after[6] = stored.into();
        }
        self.replace_person(user, after, before).await
    }
}
