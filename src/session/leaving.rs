//! A game that is over because somebody has left the group in which it was played, or their own chat in which
//! they were shown it.
//!
//! In the record they have resigned, so that a program that knows of no leaving tells that. That they have left
//! stands beside it. Between people it counts for nobody.

use zerosum_games::Outcome;

use crate::session::{Beside, Session, UserId};

impl Session {
    /// The session after this person has left the chat; `None` if it is over, they have no seat, or
    /// whoever is there votes on its moves.
    pub fn left_by(&self, user: UserId) -> Option<Session> {
        let is_theirs = self.outcome().is_none() && !self.is_voted();
        let side = self.seat_of(user).filter(|_| is_theirs)?;
        let revision = self.revision.next();
        let mut next = Session { revision, settled: Some(Outcome::Win(!side)), ..self.clone() }
            .ended_by_leaving();
        next.drop_needless_reservation();
        Some(next)
    }

    /// The same session, if somebody has resigned, as one that they have left.
    #[must_use]
    pub fn ended_by_leaving(mut self) -> Session {
        if self.resigned().is_some() {
            let beside = self.beside.as_deref().cloned().unwrap_or_default();
            self.beside = Some(Box::new(Beside { is_left: true, ..beside }));
        }
        self
    }

    /// Whether it is over because somebody has left the chat.
    pub fn is_left(&self) -> bool {
        self.beside.as_deref().is_some_and(|beside| beside.is_left)
    }
}
