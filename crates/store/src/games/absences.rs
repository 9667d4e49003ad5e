//! Chats from which the bot was removed, and the games in play that a player or the bot leaves behind.
//!
//! Clocks stand still in a group without the bot, where no move can be seen: its games leave the list of
//! overdue games and are not abandoned until they could have been played again for as long as any other.
//! A group is recorded only if games are in play there, and its record is deleted once there are none.

use zerosum_session::board::{Board, ChatId};
use zerosum_session::game::clock::PlayTime;
use zerosum_session::{Revision, SessionId, UserId};

use crate::row::user_column;
use crate::sql;
use crate::statement::{Lock, Statement, Write};
use crate::store::Store;
use crate::types::{Commit, StoreError};

impl Store {
    /// Returns up to `limit` games in play between this person and another one, in any chat, by ascending
    /// id, above `after`.
    pub async fn games_with_others(
        &self,
        person: UserId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let person = user_column(person);
        let ask = |first, size| {
            Statement::new(sql::absences::GAMES_WITH_OTHERS, [first, person.into(), size])
        };
        self.page(after, limit, ask).await
    }

    /// Returns up to `limit` timed games in play between two people that are shown in this chat only, by
    /// ascending id, above `after`.
    pub async fn timed_games_in(
        &self,
        chat: ChatId,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let ask = |first, size| {
            Statement::new(sql::absences::TIMED_GAMES_IN, [first, chat.0.into(), size])
        };
        self.page(after, limit, ask).await
    }

    /// Returns up to `limit` games of this chat in which the open seat is reserved for this person.
    pub async fn seats_kept_in(
        &self,
        chat: ChatId,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let values = [chat.0.into(), user_column(person).into(), limit.into()];
        let rows = self.rows(sql::absences::SEATS_KEPT_IN, values).await?;
        Ok(self.readable(rows).collect())
    }

    /// Returns up to `limit` games in play that have no message in this chat and count as showing
    /// [`Revision::LAST`] there, the most recently changed first.
    pub async fn games_gone_from(
        &self,
        chat: ChatId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let values = [chat.0.into(), Revision::LAST.0.into(), limit.into()];
        let rows = self.rows(sql::absences::GAMES_GONE_FROM, values).await?;
        Ok(self.readable(rows).collect())
    }

    /// Records that the bot has been away from a chat since that moment. [`Commit::Conflict`] if it was
    /// away before, or if no game between two people is in play there.
    pub async fn note_absence(
        &self,
        chat: ChatId,
        PlayTime(since): PlayTime,
    ) -> Result<Commit, StoreError> {
        let values = [chat.0.into(), since.into()];
        let mut write = Write::new(Lock::Other, sql::absences::NOTE_ABSENCE, values);
        write.then.push(Statement::new(sql::absences::STOP_CLOCKS, [chat.0.into()]));
        self.commit_write(write).await
    }

    /// Returns the time since which the bot is away from a chat, if it is.
    pub async fn absent_since(&self, chat: ChatId) -> Result<Option<PlayTime>, StoreError> {
        let row = self.row(sql::absences::ABSENT_SINCE, [chat.0.into()]).await?;
        row.map(|row| row.integer(0).map(PlayTime)).transpose()
    }

    /// Records that the bot is back. [`Commit::Conflict`] if it was not away.
    pub async fn end_absence(&self, chat: ChatId) -> Result<Commit, StoreError> {
        let values = [self.clock.now().into(), chat.0.into()];
        self.commit_write(Write::new(Lock::Other, sql::absences::END_ABSENCE, values)).await
    }

    /// Deletes the records of chats in which no game is in play, and returns their number.
    pub async fn purge_absences(&self) -> Result<u64, StoreError> {
        self.write(Lock::Other, sql::absences::PURGE_ABSENCES, []).await
    }
}
