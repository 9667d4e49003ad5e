//! Links by which another person joins a game.
//!
//! An invitation is deleted with its owner and with the guest who has accepted it; the database enforces
//! this.

use std::time::Duration;

use zerosum_session::board::{Board, MessageId};
use zerosum_session::choice::Setup;
use zerosum_session::people::invitation::{
    Invitation, InvitationCode, InvitationState, decode_setup, encode_setup,
};
use zerosum_session::{Revision, SessionId, UserId};

use crate::games::boards::placings_of;
use crate::row::{
    clock_values, count_column, message_of, or_skip, session_column, session_of, session_values,
    user_column, user_of,
};
use crate::sql;
use crate::statement::{Lock, Row, Statement, Write};
use crate::store::Store;
use crate::types::{COUNTED_MAX, Count};
use crate::types::{Commit, StoreError};

/// Time during which an invitation can be accepted.
const INVITATION_LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Time for which the outcome of an invitation is kept.
pub const INVITATION_KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// Maximum number of pending invitations of one person.
pub const INVITATIONS_WAITING_MAX: u32 = 5;

/// Maximum number of invitations that one person makes within a day.
pub const INVITATIONS_PER_DAY_MAX: u32 = 50;

/// Maximum number of invitations returned for one person; more than a person can have made and accepted.
const TOLD_MAX: u32 = 1_000;

/// Returns whether an invitation can still be accepted at this time, if it has not been.
pub fn is_recent(invitation: &Invitation, now: i64) -> bool {
    invitation.made > waiting_since(now)
}

/// Returns the time at or before which an invitation must have been made to have expired now.
fn waiting_since(now: i64) -> i64 {
    let lifetime = i64::try_from(INVITATION_LIFETIME.as_micros()).unwrap_or(i64::MAX);
    now.saturating_sub(lifetime)
}

impl Store {
    /// Stores a new invitation, made now. [`Commit::Conflict`] if there is one for this game already, or
    /// if its owner has [`INVITATIONS_WAITING_MAX`] pending ones, has made [`INVITATIONS_PER_DAY_MAX`]
    /// recently, or is not remembered.
    pub async fn invite(
        &self,
        code: InvitationCode,
        game: SessionId,
        owner: UserId,
        setup: Setup,
    ) -> Result<Commit, StoreError> {
        let now = self.clock.now();
        let values = [
            code.encode().into(),
            session_column(game).into(),
            user_column(owner).into(),
            encode_setup(setup).into(),
            now.into(),
            waiting_since(now).into(),
            INVITATIONS_WAITING_MAX.into(),
            INVITATIONS_PER_DAY_MAX.into(),
        ];
        self.commit_write(Write::new(Lock::Other, sql::invitations::INVITE, values)).await
    }

    pub async fn invitation(&self, code: InvitationCode) -> Result<Option<Invitation>, StoreError> {
        let row = self.row(sql::invitations::INVITATION, [code.encode().into()]).await?;
        row.map(invitation_of).transpose()
    }

    /// Returns the invitations that a person has made and those that they have accepted, the latest
    /// first.
    pub async fn invitations_of(&self, person: UserId) -> Result<Vec<Invitation>, StoreError> {
        let values = [user_column(person).into(), TOLD_MAX.into()];
        let rows = self.rows(sql::invitations::INVITATIONS_OF, values).await?;
        let read = |row| or_skip(invitation_of(row));
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// Records the message in its owner's chat that shows an invitation.
    pub async fn place_invitation(
        &self,
        code: InvitationCode,
        owner: UserId,
        message: MessageId,
    ) -> Result<(), StoreError> {
        let values = [message.0.into(), code.encode().into(), user_column(owner).into()];
        self.write(Lock::Other, sql::invitations::PLACE_INVITATION, values).await.map(drop)
    }

    /// Changes the game that an invitation offers. [`Commit::Conflict`] if it is not an invitation of
    /// this person to the game `seen`, or is no longer pending.
    pub async fn change_invitation(
        &self,
        code: InvitationCode,
        owner: UserId,
        seen: Setup,
        setup: Setup,
    ) -> Result<Commit, StoreError> {
        let values = [
            encode_setup(setup).into(),
            code.encode().into(),
            user_column(owner).into(),
            waiting_since(self.clock.now()).into(),
            encode_setup(seen).into(),
        ];
        self.commit_write(Write::new(Lock::Other, sql::invitations::CHANGE_INVITATION, values))
            .await
    }

    /// Withdraws an invitation. [`Commit::Conflict`] if it is not an invitation of this person, or is no
    /// longer pending.
    pub async fn withdraw_invitation(
        &self,
        code: InvitationCode,
        owner: UserId,
    ) -> Result<Commit, StoreError> {
        let since = waiting_since(self.clock.now()).into();
        let values = [code.encode().into(), user_column(owner).into(), since];
        self.commit_write(Write::new(Lock::Other, sql::invitations::WITHDRAW_INVITATION, values))
            .await
    }

    /// Accepts an invitation to the game of this board of its owner, and creates the game in its own chat
    /// and its other places. [`Commit::Conflict`], with no change, if the invitation is no longer
    /// pending, does not offer the game `seen`, or is the person's own, or if one of the two has blocked
    /// the other. Of several people who accept at once, exactly one succeeds.
    pub async fn accept_invitation(
        &self,
        code: InvitationCode,
        guest: UserId,
        seen: Setup,
        board: &Board,
    ) -> Result<Commit, StoreError> {
        let Some(chat) = board.surface().chat() else { return Ok(Commit::Conflict) };
        let (now, tick) = (self.clock.now(), self.clock.tick());
        let (code, guest) = (code.encode(), user_column(guest));
        let values = [
            guest.into(),
            tick.into(),
            code.as_str().into(),
            user_column(board.owner).into(),
            encode_setup(seen).into(),
            waiting_since(now).into(),
        ];
        let mut write = Write::new(Lock::Other, sql::invitations::ACCEPT_INVITATION, values);
        let [revision, is_over, awaits_engine, record] = session_values(&board.session);
        let [clock, due] = clock_values(&board.session);
        let values = [
            session_column(board.session.id()).into(),
            chat.0.into(),
            Revision::NONE.0.into(),
            revision,
            is_over,
            awaits_engine,
            record,
            clock,
            due,
            code.into(),
            guest.into(),
            tick.into(),
        ];
        write.then.push(Statement::new(sql::invitations::CREATE_ACCEPTED, values));
        write.then.extend(placings_of(board, tick));
        self.commit_write(write).await
    }

    /// Counts the pending invitations. Each person has only a few.
    pub async fn waiting_invitations(&self) -> Result<Count, StoreError> {
        let values = [waiting_since(self.clock.now()).into(), count_column(COUNTED_MAX).into()];
        let number = self.number(sql::invitations::COUNT_WAITING, values).await?.cast_unsigned();
        Ok(Count { number, is_exact: number < COUNTED_MAX })
    }

    /// Deletes up to `limit` guests of the page of whom no game and no invitation is left, and returns their
    /// number.
    pub async fn purge_guests(&self, limit: u32) -> Result<u64, StoreError> {
        self.write(Lock::Other, sql::invitations::PURGE_GUESTS, [limit.into()]).await
    }

    /// Deletes up to `limit` invitations made before that time, and returns their number.
    pub async fn purge_invitations(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let values = [before.into(), limit.into()];
        self.write(Lock::Other, sql::invitations::PURGE_INVITATIONS, values).await
    }
}

fn invitation_of(mut row: Row) -> Result<Invitation, StoreError> {
    let malformed = || StoreError::Database("an invitation cannot be read back".to_owned());
    let state = match (row.optional_integer(6)?, row.integer(7)?) {
        (Some(guest), _) => InvitationState::Accepted(user_of(guest)),
        (None, 0) => InvitationState::Waiting,
        (None, _) => InvitationState::Withdrawn,
    };
    let message = row.optional_integer(5)?.map(message_of).transpose();
    Ok(Invitation {
        code: InvitationCode::decode(&row.text(0)?).ok_or_else(malformed)?,
        game: session_of(row.integer(1)?),
        owner: user_of(row.integer(2)?),
        setup: decode_setup(&row.text(3)?).ok_or_else(malformed)?,
        made: row.integer(4)?,
        message: message.map_err(|_| malformed())?,
        state,
        accepted: row.optional_integer(8)?,
    })
}
