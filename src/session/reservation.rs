//! An open seat that is kept for one person, who was challenged.
//!
//! It is kept for [`RESERVED_FOR`]. Nothing happens when that time is over but that whoever comes next may sit
//! down. It stands beside the record, so that a program that knows of none sees a seat for anybody.

use core::time::Duration;

use zerosum_games::side::Side;

use crate::session::{Action, Actor, Beside, Refusal, Session, UserId};

/// How long a seat is kept for somebody who does not come.
pub const RESERVED_FOR: Duration = Duration::from_hours(24);

/// Whom a seat is kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservation {
    pub user: UserId,
    /// In microseconds since 1970.
    pub since: i64,
}

impl Reservation {
    /// Whether the time for which a seat is kept is over.
    pub fn is_over(self, now: i64) -> bool {
        let reserved_for = i64::try_from(RESERVED_FOR.as_micros()).unwrap_or(i64::MAX);
        now.saturating_sub(self.since) >= reserved_for
    }
}

impl Session {
    /// The same session with its open seat kept for somebody. One without an open seat, or that is over, stays
    /// as it is.
    #[must_use]
    pub fn with_reservation(mut self, reservation: Reservation) -> Session {
        self.set_reservation(Some(reservation));
        self.drop_needless_reservation();
        self
    }

    /// Whom the open seat is kept for, however long ago that was said.
    pub fn reservation(&self) -> Option<Reservation> {
        self.beside.as_deref()?.reservation
    }

    /// Whether the open seat is kept for somebody else than this person at that time.
    pub fn is_kept_from(&self, user: UserId, now: i64) -> bool {
        let others = self.reservation().filter(|reservation| reservation.user != user);
        others.is_some_and(|reservation| !reservation.is_over(now))
    }

    /// The same session with its open seat for anybody.
    #[must_use]
    pub fn for_anybody(&self) -> Session {
        let mut session = self.clone();
        session.set_reservation(None);
        session
    }

    /// Whether somebody without a seat may do that where one is open, as far as it is not kept for another one.
    pub(super) fn is_for_a_guest(&self, actor: Actor, action: Action) -> bool {
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

    /// Whether somebody without a seat may take the open one.
    pub(super) fn check_arrival(&self, user: UserId) -> Result<(), Refusal> {
        match self.reservation() {
            Some(kept) if kept.user != user => Err(Refusal::Reserved),
            Some(_) | None => Ok(()),
        }
    }

    /// The open seat is for anybody, at the wish of whoever has kept it.
    pub(super) fn open_seat(&mut self) -> Result<(), Refusal> {
        self.reservation().ok_or(Refusal::NotReserved)?;
        self.set_reservation(None);
        Ok(())
    }

    /// The open seat is for anybody, at the wish of whom it was kept for.
    pub(super) fn decline(&mut self, actor: Actor) -> Result<(), Refusal> {
        let kept = self.reservation().ok_or(Refusal::NotReserved)?;
        if actor != Actor::User(kept.user) {
            return Err(Refusal::Reserved);
        }
        self.set_reservation(None);
        Ok(())
    }

    /// The person on this side plays the open one as well. They need no clock.
    pub(super) fn play_both(&mut self, side: Side) -> Result<(), Refusal> {
        let open = self.open_side().ok_or(Refusal::Taken)?;
        *self.seats.get_mut(open) = *self.seats.get(side);
        self.set_clock(None);
        Ok(())
    }

    /// Nobody is waited for where no seat is open.
    pub(super) fn drop_needless_reservation(&mut self) {
        if self.open_side().is_none() || self.outcome().is_some() {
            self.set_reservation(None);
        }
    }

    fn set_reservation(&mut self, reservation: Option<Reservation>) {
        if self.reservation() == reservation {
            return;
        }
        let beside = Beside { reservation, ..self.beside.as_deref().cloned().unwrap_or_default() };
        self.beside = (beside != Beside::default()).then(|| Box::new(beside));
    }
}
