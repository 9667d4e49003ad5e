//! Rematches of two people after a game that is over: one of them offers another game, with the same sides or
//! with sides switched, and it begins when the other one wants the same.
//!
//! An offer does not change the game. It stands for a day, or for ten minutes if the time control of the game
//! is one of minutes, so that the clock does not run for a player who no longer waits. A request for other
//! sides than those on offer replaces the opponent's offer.
//!
//! The stored form is an eleventh field after the offers and phrases of the game, `2.s.1.1.1790000000000000`:
//! the side that offers, `s` for the same sides or `o` for switched ones, the number of offers of each side,
//! and the time of the offer in microseconds since 1970. Versions of the program without rematches cannot
//! read it. They skip such a game, which is over, and read all others.

// Only a span of time; clocks are not in `core`.
use core::time::Duration;

use zerosum_games::side::{BySide, Side};

use crate::choice::Next;
use crate::game::agreement::{Agreement, OFFERS_PER_SIDE_MAX};
use crate::game::clock::TimeControl;
use crate::game::reservation;
use crate::{Actor, Refusal, Revision, Session, UserId};

/// Time for which an offer stands.
const OFFERED_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// Time for which an offer stands if the time control is one of minutes.
const OFFERED_BRIEFLY_FOR: Duration = Duration::from_secs(10 * 60);

/// Maximum length of the stored form.
pub(crate) const REMATCH_BYTES_MAX: usize = "2.s.255.255.-9223372036854775808".len();

/// Offer of another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rematch {
    side: Side,
    sides: Sides,
    /// Number of offers that each side has made.
    offered: BySide<u8>,
    /// Time of the offer, in microseconds since 1970.
    since: i64,
}

/// Sides of the players in the next game, relative to this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sides {
    Same,
    Switched,
}

/// Result of a request for another game.
#[derive(Clone, Debug, PartialEq)]
pub enum Another {
    /// The next game begins.
    Begins,
    /// The next game is offered to the person on the other side; this session, with the offer, replaces the
    /// old one.
    Offered(Box<Session>),
}

impl Session {
    /// Returns the offer, however old it is: the side that offers, and the kind of the next game.
    pub fn rematch(&self) -> Option<(Side, Next)> {
        let Rematch { side, sides, .. } = self.kept_rematch()?;
        Some((side, sides.next()))
    }

    /// Returns the result of a request for another game by a user who saw the session at revision `seen`;
    /// `now` is in microseconds since 1970. Without an opponent who would have to agree, the game begins.
    ///
    /// If two people want the same game at once, neither needs to have seen the other's offer.
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
            // A user must have seen the offer that they turn down.
            Some(rematch) if rematch.side != side && seen != self.revision => {
                return Err(Refusal::Stale);
            }
            // A user need not have seen the phrases said below the board.
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

    /// Checks whether an actor who saw the session at revision `seen` has a seat in it and it is over, so
    /// that they can ask for another game.
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

    /// Returns the side of a person whose opponent in a game that is over would have to agree to another one.
    fn asking_side(&self, user: UserId) -> Option<Side> {
        self.opponent_of(user).filter(|_| self.outcome().is_some() && !self.is_left())?;
        self.seat_of(user)
    }

    fn kept_rematch(&self) -> Option<Rematch> {
        self.agreement()?.rematch
    }

    /// Returns the session without an offer of another game.
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
    /// Returns whether the offer, made after that game, has expired.
    fn is_over(self, session: &Session, now: i64) -> bool {
        let offered_for = match session.time_control() {
            TimeControl::Unlimited | TimeControl::Day => OFFERED_FOR,
            TimeControl::ThreeMinutes | TimeControl::FiveAndThree => OFFERED_BRIEFLY_FOR,
        };
        reservation::is_past(self.since, offered_for, now)
    }

    /// Encodes the offer as it is stored.
    pub(crate) fn encode(self) -> String {
        let Rematch { side, sides, offered: BySide { first, second }, since } = self;
        let side = side.number();
        let sides = match sides {
            Sides::Same => 's',
            Sides::Switched => 'o',
        };
        format!("{side}.{sides}.{first}.{second}.{since}")
    }

    /// Decodes an offer. It also accepts other spellings of the numbers than [`Rematch::encode`] makes.
    pub(crate) fn read(text: &str) -> Option<Rematch> {
        let fields: Vec<&str> = text.split('.').collect();
        let [side, sides, first, second, since] = fields[..] else { return None };
        let side = Side::read(side)?;
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
