//! Players that a game between two people waits for: to move, to answer an offer, or to answer the offer of a
//! rematch.

use zerosum_games::side::Side;

use crate::game::clock::TimeControl;
use crate::{Seat, Session, UserId};

impl Session {
    /// Returns the players that a game between two people waits for. A game that is over waits for the player
    /// who is offered another one.
    pub fn waits_for(&self) -> impl Iterator<Item = UserId> + use<'_> {
        Side::ALL.into_iter().filter_map(|side| {
            let (Seat::Human(user), Seat::Human(other)) =
                (*self.seats.get(side), *self.seats.get(!side))
            else {
                return None;
            };
            let is_awaited = match self.outcome() {
                None => self.turn() == side || self.offer_of(!side).is_some(),
                Some(_) => self.rematch().is_some_and(|(by, _)| by != side),
            };
            (user != other && is_awaited).then_some(user)
        })
    }

    /// Returns whether its time control lets players be away from the board for long.
    pub fn is_slow(&self) -> bool {
        match self.time_control() {
            TimeControl::Unlimited | TimeControl::Day => true,
            TimeControl::ThreeMinutes | TimeControl::FiveAndThree => false,
        }
    }
}
