//! Games that are over because one of the players is no longer in the chat in which they are played.
//!
//! In the record the loser has resigned, which is all that older versions of the program know of it. The
//! cause is stored beside the record, as a number: a player has left (1), was removed by a person who does
//! not play there (2), has removed the opponent (3), or cannot see the game since its message was deleted (4). A
//! version that knows only the first one reads all of them as that.

use zerosum_games::Outcome;
use zerosum_games::side::Side;

use crate::{Session, UserId};

/// Cause of a player's absence from the chat of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The loser has left the group or closed the private chat. It counts like a resignation.
    Left,
    /// A person who does not play there has removed the loser from the group. The game counts for neither
    /// side.
    Removed,
    /// The loser has removed the opponent from the group. It counts like a resignation.
    RemovedOpponent,
    /// The message that showed the game was deleted, and a player cannot be written to. The game counts for neither
    /// side.
    MessageDeleted,
}

impl Departure {
    pub(crate) const ALL: [Departure; 4] = [
        Departure::Left,
        Departure::Removed,
        Departure::RemovedOpponent,
        Departure::MessageDeleted,
    ];

    /// Returns its name in the file of `/mydata`.
    pub fn name(self) -> &'static str {
        match self {
            Departure::Left => "left",
            Departure::Removed => "removed",
            Departure::RemovedOpponent => "removed_opponent",
            Departure::MessageDeleted => "message_deleted",
        }
    }

    /// Returns its number in the store.
    pub fn number(self) -> i64 {
        match self {
            Departure::Left => 1,
            Departure::Removed => 2,
            Departure::RemovedOpponent => 3,
            Departure::MessageDeleted => 4,
        }
    }

    /// Returns the departure with this number; `None` for zero. An unknown number, of a newer version of the
    /// program, is read as [`Departure::Left`].
    pub fn of_number(number: i64) -> Option<Departure> {
        let known = Departure::ALL.into_iter().find(|departure| departure.number() == number);
        known.or((number != 0).then_some(Departure::Left))
    }
}

impl Session {
    /// Returns the session after this person has left the chat; `None` if it is over, they have no seat, or
    /// people vote on its moves.
    pub fn left_by(&self, user: UserId) -> Option<Session> {
        self.departed(user, Some(user))
    }

    /// Like [`Session::left_by`], but after the user `by` has removed the person from the chat: the person,
    /// another user, or `None` for an unknown one.
    pub fn departed(&self, user: UserId, by: Option<UserId>) -> Option<Session> {
        let is_theirs = self.outcome().is_none() && !self.is_voted();
        let side = self.seat_of(user).filter(|_| is_theirs)?;
        let (loser, departure) = match by {
            Some(by) if by == user => (side, Departure::Left),
            Some(by) if self.opponent_of(user) == Some(by) => (!side, Departure::RemovedOpponent),
            Some(_) | None => (side, Departure::Removed),
        };
        Some(self.ended_for(loser, departure))
    }

    /// Returns the session after its message was deleted, and a player cannot be written to. `None` if it is over or not
    /// played by two people.
    pub fn ended_without_message(&self) -> Option<Session> {
        let is_in_play = self.is_in_play_between_people();
        is_in_play.then(|| self.ended_for(self.turn(), Departure::MessageDeleted))
    }

    fn ended_for(&self, loser: Side, departure: Departure) -> Session {
        let revision = self.revision.next();
        let mut next = Session { revision, settled: Some(Outcome::Win(!loser)), ..self.clone() }
            .ended_by_leaving(departure);
        next.drop_needless_reservation();
        next
    }

    /// Returns the session with this departure as the cause of its end, if one side has resigned.
    #[must_use]
    pub fn ended_by_leaving(mut self, departure: Departure) -> Session {
        if self.resigned().is_some() {
            self.change_extras(|extras| extras.departure = Some(departure));
        }
        self
    }

    /// Returns the departure that has ended the game, if one has.
    pub fn departure(&self) -> Option<Departure> {
        self.extras.as_deref()?.departure
    }

    /// Returns whether it is over because a player is no longer in the chat.
    pub fn is_left(&self) -> bool {
        self.departure().is_some()
    }
}
