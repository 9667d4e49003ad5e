//! People who wait for an opponent.
//!
//! A person waits at most once. A wait is deleted with its person; the database enforces this. When two
//! people are paired, ending both waits and creating their game is one transaction.
//!
//! An unreadable wait, written by a newer version or another program, counts as none: it does not keep
//! other people from being found, and is replaced when its person seeks again.

use std::time::Duration;

use zerosum_session::board::{Board, MessageId};
use zerosum_session::people::seeker::{Points, Seeker, SeekerWish, decode_wish, encode_wish};
use zerosum_session::{Revision, SessionId, UserId};

use crate::games::boards::placings_of;
use crate::row::{
    clock_values, message_of, session_column, session_of, session_values, user_column, user_of,
};
use crate::sql;
use crate::statement::{Lock, Row, Statement, Write};
use crate::store::Store;
use crate::types::{Commit, StoreError};

/// Time that a person waits for an opponent.
const SEEKING_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Time for which a wait is kept if its person cannot be told of its end.
pub const SEEKING_KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// Number of people who are paired at once.
const PAIR: u64 = 2;

/// A position in the queue of all waiting people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeekerPlace {
    /// In microseconds since 1970.
    pub since: i64,
    pub person: UserId,
}

/// Returns whether a waiting person may still be called at this time.
pub fn is_recent(seeker: &Seeker, now: i64) -> bool {
    let lifetime = i64::try_from(SEEKING_LIFETIME.as_micros()).unwrap_or(i64::MAX);
    seeker.since > now.saturating_sub(lifetime)
}

impl Store {
    /// Starts the wait of a person. [`Commit::Conflict`] if they wait already, are not remembered, or if
    /// this request has begun a game already, as that of either player. An unreadable wait of theirs is
    /// replaced. A request that is repeated while its game begins may be answered as done, and starts no
    /// wait either.
    pub async fn seek(
        &self,
        person: UserId,
        game: SessionId,
        wish: SeekerWish,
        Points(points): Points,
    ) -> Result<Commit, StoreError> {
        let (person, game) = (user_column(person), session_column(game));
        let values = || {
            let (wish, since) = (encode_wish(wish), self.clock.now());
            [person.into(), game.into(), wish.into(), points.into(), since.into()]
        };
        let seek = async || {
            let mut write = Write::new(Lock::Person(person), sql::seekers::SEEK, values());
            let values = [person.into(), game.into()];
            write.then.push(Statement::new(sql::seekers::DROP_FULFILLED, values));
            self.commit_write(write).await
        };
        match seek().await? {
            Commit::Conflict if self.make_room(person).await? => seek().await,
            sought => Ok(sought),
        }
    }

    /// Returns the wait of a person, if any.
    pub async fn seeking_of(&self, person: UserId) -> Result<Option<Seeker>, StoreError> {
        let row = self.row(sql::seekers::SEEKING_OF, [user_column(person).into()]).await?;
        Ok(row.and_then(|row| self.seeker_if_readable(row)))
    }

    /// Records the message in their chat that shows a person's wait. [`Commit::Conflict`] if they no
    /// longer wait for this game; the same holds for the next two methods.
    pub async fn place_seeking(
        &self,
        person: UserId,
        game: SessionId,
        message: MessageId,
    ) -> Result<Commit, StoreError> {
        let person = user_column(person);
        let values = [message.0.into(), person.into(), session_column(game).into()];
        self.commit_write(Write::new(Lock::Person(person), sql::seekers::PLACE_SEEKING, values))
            .await
    }

    /// Changes the game that a person waits for, if it is still `before`. They keep their position in the queue.
    pub async fn change_seeking(
        &self,
        person: UserId,
        game: SessionId,
        before: SeekerWish,
        (wish, Points(points)): (SeekerWish, Points),
    ) -> Result<Commit, StoreError> {
        let person = user_column(person);
        let game = session_column(game).into();
        let [wish, before] = [wish, before].map(|wish| encode_wish(wish).into());
        let values = [wish, points.into(), person.into(), game, before];
        self.commit_write(Write::new(Lock::Person(person), sql::seekers::CHANGE_SEEKING, values))
            .await
    }

    pub async fn withdraw_seeking(
        &self,
        person: UserId,
        game: SessionId,
    ) -> Result<Commit, StoreError> {
        let person = user_column(person);
        let values = [person.into(), session_column(game).into()];
        let statement = sql::seekers::WITHDRAW_SEEKING;
        self.commit_write(Write::new(Lock::Person(person), statement, values)).await
    }

    /// Returns up to `limit` waiting people who can be called, the longest waiting first, after the cursor `after`.
    pub async fn waiting_seekers(
        &self,
        after: Option<SeekerPlace>,
        limit: u32,
    ) -> Result<Vec<Seeker>, StoreError> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut seekers = Vec::new();
        let behind = |SeekerPlace { since, person }| (since, user_column(person));
        let (mut since, mut person) = after.map_or((i64::MIN, i64::MIN), behind);
        loop {
            let wanted = limit - seekers.len();
            let size = i64::try_from(wanted).unwrap_or(i64::MAX);
            let values = [since.into(), person.into(), size.into()];
            let rows = self.rows(sql::seekers::WAITING_SEEKERS, values).await?;
            let is_last = rows.len() < wanted;
            if let Some(last) = rows.last() {
                (since, person) = (last.integer(4)?, last.integer(0)?);
            }
            seekers.extend(rows.into_iter().filter_map(|row| self.seeker_if_readable(row)));
            // A short answer means the end, so skipped rows make room for others.
            if is_last || seekers.len() == limit {
                return Ok(seekers);
            }
        }
    }

    /// Returns up to `limit` pairs of waiting people in which the first has blocked the second.
    pub async fn seekers_apart(&self, limit: u32) -> Result<Vec<(UserId, UserId)>, StoreError> {
        let rows = self.rows(sql::seekers::SEEKERS_APART, [limit.into()]).await?;
        let people = |row: &Row| Ok((user_of(row.integer(0)?), user_of(row.integer(1)?)));
        rows.iter().map(people).collect()
    }

    /// Pairs two waiting people and creates the game of this board, which belongs to the first one, in
    /// its own chat and its other places. [`Commit::Conflict`], with no change, if one of them no longer
    /// waits, waits for another game or has another message than was seen, or has blocked the other. Of
    /// several concurrent pairings of the same person, exactly one succeeds.
    pub async fn pair(
        &self,
        one: &Seeker,
        other: &Seeker,
        board: &Board,
    ) -> Result<Commit, StoreError> {
        let Some(chat) = board.surface().chat() else { return Ok(Commit::Conflict) };
        let (id, tick) = (session_column(board.session.id()), self.clock.tick());
        let [person, guest] = [one, other].map(|seeker| user_column(seeker.person));
        let values = [
            id.into(),
            person.into(),
            session_column(one.game).into(),
            encode_wish(one.wish).into(),
            one.message.map(|message| message.0).into(),
            guest.into(),
            session_column(other.game).into(),
            encode_wish(other.wish).into(),
            other.message.map(|message| message.0).into(),
        ];
        let mut write = Write::new(Lock::Other, sql::seekers::TAKE_PAIR, values);
        let [revision, is_over, awaits_engine, record] = session_values(&board.session);
        let [clock, due] = clock_values(&board.session);
        let values = [
            id.into(),
            person.into(),
            chat.0.into(),
            Revision::NONE.0.into(),
            revision,
            is_over,
            awaits_engine,
            record,
            clock,
            due,
            tick.into(),
            guest.into(),
            session_column(other.game).into(),
        ];
        write.then.push(Statement::new(sql::seekers::CREATE_PAIRED, values));
        write.then.extend(placings_of(board, tick));
        write.then.push(Statement::new(sql::seekers::DROP_PAIR, [id.into()]));
        write.then.push(Statement::new(sql::seekers::RELEASE_SINGLE, [id.into()]));
        let call = self.measured(write.first.sql.call);
        let taken = self.database.write(write).await;
        let commit = |taken| if taken == PAIR { Commit::Done } else { Commit::Conflict };
        call.end_commit(taken.map(commit))
    }

    /// Ends up to `limit` waits that began before that time, and returns their number.
    pub async fn purge_seekers(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let values = [before.into(), limit.into()];
        self.write(Lock::Other, sql::seekers::PURGE_SEEKERS, values).await
    }

    /// Ends the wait of a person if it is unreadable, and returns whether it was.
    async fn make_room(&self, person: i64) -> Result<bool, StoreError> {
        let row = self.row(sql::seekers::SEEKING_OF, [person.into()]).await?;
        let Some(row) = row else { return Ok(false) };
        let game = row.integer(1)?;
        if seeker_of(row).is_ok() {
            return Ok(false);
        }
        let (values, statement) = ([person.into(), game.into()], sql::seekers::WITHDRAW_SEEKING);
        Ok(self.write(Lock::Person(person), statement, values).await? > 0)
    }

    /// Reads a waiting person, unless the row is unreadable, which is logged once.
    fn seeker_if_readable(&self, row: Row) -> Option<Seeker> {
        let person = row.integer(0);
        match (seeker_of(row), person) {
            (Ok(seeker), _) => Some(seeker),
            (Err(error), Ok(person)) if self.unreadable_seekers.is_new(person) => {
                log::error!("person {}: skipped an unreadable search: {error}", user_of(person).0);
                None
            }
            (Err(_), _) => None,
        }
    }
}

fn seeker_of(mut row: Row) -> Result<Seeker, StoreError> {
    let malformed = || StoreError::Database("who waits cannot be read back".to_owned());
    let message = row.optional_integer(5)?.map(message_of).transpose();
    Ok(Seeker {
        person: user_of(row.integer(0)?),
        game: session_of(row.integer(1)?),
        wish: decode_wish(&row.text(2)?).ok_or_else(malformed)?,
        points: Points(row.integer(3)?),
        since: row.integer(4)?,
        message: message.map_err(|_| malformed())?,
    })
}
