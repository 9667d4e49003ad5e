//! Reservation of an open seat for one person, who was challenged.
//!
//! The seat is reserved for [`RESERVED_FOR`]; after that, any player can take it. A reservation is stored beside
//! the record, so that older versions of the program see a seat for any player.

use core::time::Duration;

use zerosum_games::side::Side;

use crate::{Action, Actor, Refusal, Session, UserId};

/// Time for which a seat is reserved for a person who does not come.
pub const RESERVED_FOR: Duration = Duration::from_hours(24);

/// Time by which the clocks of two processes may differ.
pub const AHEAD_MAX: Duration = Duration::from_secs(60);

/// Person that a seat is reserved for, and the time since which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservation {
    pub user: UserId,
    /// Time of the reservation, in microseconds since 1970.
    pub since: i64,
}

impl Reservation {
    /// Returns whether the seat is no longer reserved.
    pub fn is_over(self, now: i64) -> bool {
        is_past(self.since, RESERVED_FOR, now)
    }
}

/// Returns whether something made at a time and lasting for this duration is over. A time in the future was written by
/// a clock that was ahead.
pub(crate) fn is_past(since: i64, lasts: Duration, now: i64) -> bool {
    let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    now.saturating_sub(since) >= micros(lasts) || since.saturating_sub(now) > micros(AHEAD_MAX)
}

impl Session {
    /// Returns the session with its open seat reserved for a person. Has no effect if no seat is open or the game
    /// is over.
    #[must_use]
    pub fn with_reservation(mut self, reservation: Reservation) -> Session {
        self.set_reservation(Some(reservation));
        self.drop_needless_reservation();
        self
    }

    /// Returns the reservation of the open seat, even if it has expired.
    pub fn reservation(&self) -> Option<Reservation> {
        self.extras.as_deref()?.reservation
    }

    /// Returns whether the open seat is reserved for a person other than this one at that time.
    pub fn is_kept_from(&self, user: UserId, now: i64) -> bool {
        let others = self.reservation().filter(|reservation| reservation.user != user);
        others.is_some_and(|reservation| !reservation.is_over(now))
    }

    /// Returns the session with its open seat for any player.
    #[must_use]
    pub fn unreserved(&self) -> Session {
        let mut session = self.clone();
        session.set_reservation(None);
        session
    }

    /// Returns the session after this person, who has its open seat reserved, has left its chat; `None` if
    /// the seat is not reserved for them.
    pub fn no_longer_kept_for(&self, user: UserId) -> Option<Session> {
        self.reservation().filter(|kept| kept.user == user)?;
        Some(Session { revision: self.revision.next(), ..self.unreserved() })
    }

    /// Returns whether an actor without a seat can take this action while a seat is open, provided that it is
    /// not reserved for another person.
    pub(crate) fn is_for_a_guest(&self, actor: Actor, action: Action) -> bool {
        let Actor::User(user) = actor else { return false };
        match action {
            Action::Play(_) | Action::Join => true,
            Action::Decline => self.reservation().is_some_and(|kept| kept.user == user),
            Action::Resign
            | Action::PlayEngine(_)
            | Action::PlayTogether(_)
            | Action::SetVoteRules(_)
            | Action::Time(_)
            | Action::PlayBoth
            | Action::OpenSeat
            | Action::Hint
            | Action::Xray { .. }
            | Action::Explain
            | Action::TakeBack
            | Action::Offer(_)
            | Action::Accept(_)
            | Action::Greet(_) => false,
        }
    }

    /// Checks whether a user without a seat can take the open one.
    pub(crate) fn check_arrival(&self, user: UserId) -> Result<(), Refusal> {
        match self.reservation() {
            Some(kept) if kept.user != user => Err(Refusal::Reserved),
            Some(_) | None => Ok(()),
        }
    }

    /// Opens the reserved seat to any player, at the request of the person on the other side.
    pub(crate) fn open_seat(&mut self) -> Result<(), Refusal> {
        self.reservation().ok_or(Refusal::NotReserved)?;
        self.set_reservation(None);
        Ok(())
    }

    /// Opens the reserved seat to any player, at the request of the person it is reserved for.
    pub(crate) fn decline(&mut self, actor: Actor) -> Result<(), Refusal> {
        let kept = self.reservation().ok_or(Refusal::NotReserved)?;
        if actor != Actor::User(kept.user) {
            return Err(Refusal::Reserved);
        }
        self.set_reservation(None);
        Ok(())
    }

    /// Gives the open seat to the person on this side as well, and removes the clock.
    pub(crate) fn play_both(&mut self, side: Side) -> Result<(), Refusal> {
        let open = self.open_side().ok_or(Refusal::Taken)?;
        *self.seats.get_mut(open) = *self.seats.get(side);
        self.set_clock(None);
        self.leave_out_opening();
        Ok(())
    }

    /// Removes the reservation if no seat is open or the game is over.
    pub(crate) fn drop_needless_reservation(&mut self) {
        if self.open_side().is_none() || self.outcome().is_some() {
            self.set_reservation(None);
        }
    }

    fn set_reservation(&mut self, reservation: Option<Reservation>) {
        if self.reservation() != reservation {
            self.change_extras(|extras| extras.reservation = reservation);
        }
    }
}
