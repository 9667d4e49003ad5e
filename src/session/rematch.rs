//! Another game of two people after one that is over: one of them offers it, with the same sides or with sides
//! switched, and it begins when the other one wants the same.
//!
//! An offer changes nothing of the game. It stands for a day, or for ten minutes where the next game is one of
//! minutes: its clock should not run for somebody who waits no longer. Whoever wants something else than the
//! other one offers has made an offer of their own, in the place of the other's.
//!
//! The stored form is an eleventh field behind what was offered and said in the game, `2.s.1.1.1790000000000000`:
//! which side offers, `s` for the same sides or `o` for the other ones, how often each side has offered
//! something, and since when in microseconds since 1970. A program that knows of no such offers cannot read it. It
//! passes over that game, in which nothing is left to be played, and reads all others.

// A span of time; what tells the time is not in `core`.
use core::time::Duration;

use zerosum_games::side::{BySide, Side};

use crate::session::agreement::{Agreement, OFFERS_PER_SIDE_MAX};
use crate::session::choice::Next;
use crate::session::clock::TimeControl;
use crate::session::{Actor, Refusal, Revision, Session, UserId};

/// How long an offer stands.
const OFFERED_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// How long it stands where the next game is one of minutes.
const OFFERED_BRIEFLY_FOR: Duration = Duration::from_secs(10 * 60);

/// No stored form is longer.
pub(super) const REMATCH_BYTES_MAX: usize = "2.s.255.255.-9223372036854775808".len();

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rematch {
    side: Side,
    sides: Sides,
    /// How often each side has offered something.
    offered: BySide<u8>,
    /// In microseconds since 1970.
    since: i64,
}

/// Who plays which side of the next game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sides {
    Same,
    Switched,
}

/// What comes of it that somebody wants another game.
#[derive(Clone, Debug, PartialEq)]
pub enum Another {
    /// It begins.
    Begins,
    /// It is offered to the person on the other side: the session is to be this one.
    Offered(Box<Session>),
}

impl Session {
    /// What is offered to whom, however long ago: the side that offers it, and what is to be played next.
    pub fn rematch(&self) -> Option<(Side, Next)> {
        let Rematch { side, sides, .. } = self.kept_rematch()?;
        Some((side, sides.next()))
    }

    /// What comes of it that a person who saw the session at revision `seen` wants another game at that time,
    /// in microseconds since 1970. With nobody on the other side who would have to agree, it begins.
    ///
    /// Of two who want the same at once neither needs to have seen what the other one wants.
    pub fn another(
        &self,
        user: UserId,
        seen: Revision,
        next: Next,
        now: i64,
    ) -> Result<Another, Refusal> {
        let (Some(side), Some(sides)) = (self.asking_side(user), Sides::of(next)) else {
            return self.check_end(Actor::User(user), seen).map(|()| Another::Begins);
        };
        let standing = self.kept_rematch().filter(|rematch| !rematch.is_over(self, now));
        match standing {
            Some(Rematch { side: own, sides: wanted, .. }) if wanted == sides && own == side => {
                return Err(Refusal::AlreadyOffered);
            }
            Some(rematch) if rematch.sides == sides => return Ok(Another::Begins),
            // Whoever turns something down has to know of it.
            Some(rematch) if rematch.side != side && seen != self.revision => {
                return Err(Refusal::Stale);
            }
            // Of what was said below the board nobody has to know.
            Some(_) | None if seen > self.revision => return Err(Refusal::Stale),
            Some(_) | None => {}
        }
        let none = BySide { first: 0, second: 0 };
        let mut offered = self.kept_rematch().map_or(none, |rematch| rematch.offered);
        let count = offered.get_mut(side);
        if *count >= OFFERS_PER_SIDE_MAX {
            return Err(Refusal::TooManyOffers);
        }
        *count += 1;
        let mut next = self.clone();
        next.keep_rematch(Rematch { side, sides, offered, since: now });
        next.revision = self.revision.next();
        Ok(Another::Offered(Box::new(next)))
    }

    /// Whether somebody who saw the session at revision `seen` has come to its end, after which they
    /// may want another game.
    pub fn check_end(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        self.side_of(actor).ok_or(Refusal::NotSeated)?;
        if seen != self.revision {
            Err(Refusal::Stale)
        } else if self.outcome().is_none() {
            Err(Refusal::InPlay)
        } else {
            Ok(())
        }
    }

    /// The side of a person whose opponent in a game that is over would have to agree to another one.
    fn asking_side(&self, user: UserId) -> Option<Side> {
        self.opponent_of(user).filter(|_| self.outcome().is_some() && !self.is_left())?;
        self.seat_of(user)
    }

    fn kept_rematch(&self) -> Option<Rematch> {
        self.agreement()?.rematch
    }

    /// The same session, after which nothing is offered.
    #[must_use]
    pub fn without_rematch(mut self) -> Session {
        if let Some(mut said) = self.agreement().copied().filter(|said| said.rematch.is_some()) {
            said.rematch = None;
            self.keep_agreement(said);
        }
        self
    }

    fn keep_rematch(&mut self, rematch: Rematch) {
        let mut said = self.agreement().copied().unwrap_or(Agreement::NONE);
        said.rematch = Some(rematch);
        self.keep_agreement(said);
    }
}

impl Rematch {
    /// Whether the time for which it stands is over after that game.
    fn is_over(self, session: &Session, now: i64) -> bool {
        let offered_for = match session.time_control() {
            TimeControl::Unlimited | TimeControl::Day => OFFERED_FOR,
            TimeControl::ThreeMinutes | TimeControl::FiveAndThree => OFFERED_BRIEFLY_FOR,
        };
        let offered_for = i64::try_from(offered_for.as_micros()).unwrap_or(i64::MAX);
        now.saturating_sub(self.since) >= offered_for
    }

    /// See the module.
    pub(super) fn encode(self) -> String {
        let Rematch { side, sides, offered: BySide { first, second }, since } = self;
        let side = match side {
            Side::First => 1,
            Side::Second => 2,
        };
        let sides = match sides {
            Sides::Same => 's',
            Sides::Switched => 'o',
        };
        format!("{side}.{sides}.{first}.{second}.{since}")
    }

    /// The offer that is stored so, or so with numbers spelled otherwise.
    pub(super) fn read(text: &str) -> Option<Rematch> {
        let fields: Vec<&str> = text.split('.').collect();
        let [side, sides, first, second, since] = fields[..] else { return None };
        let side = match side {
            "1" => Side::First,
            "2" => Side::Second,
            _ => return None,
        };
        let sides = match sides {
            "s" => Sides::Same,
            "o" => Sides::Switched,
            _ => return None,
        };
        let offered = BySide { first: first.parse().ok()?, second: second.parse().ok()? };
        let rematch = Rematch { side, sides, offered, since: since.parse().ok()? };
        (*offered.get(side) > 0).then_some(rematch)
    }
}

impl Sides {
    fn of(next: Next) -> Option<Sides> {
        match next {
            Next::Same => Some(Sides::Same),
            Next::OtherSide => Some(Sides::Switched),
            Next::Easier | Next::Harder => None,
        }
    }

    fn next(self) -> Next {
        match self {
            Sides::Same => Next::Same,
            Sides::Switched => Next::OtherSide,
        }
    }
}
