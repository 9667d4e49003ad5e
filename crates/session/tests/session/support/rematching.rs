//! Offers of another game to the same opponent.

use zerosum_games::side::BySide;
use zerosum_session::choice::Next;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::game::rematch::Another;
use zerosum_session::{Action, Actor, Refusal, Seat, Session, UserId};

use super::sessions::{ANNA, BORIS, fresh};

/// Time of an offer.
pub(crate) const NOON: i64 = 1_790_000_000_000_000;

/// A game with Anna in which Boris has resigned.
pub(crate) fn over(control: TimeControl) -> Session {
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Human(BORIS) };
    resigned(fresh(seats).under(control), BORIS)
}

pub(crate) fn resigned(session: Session, loser: UserId) -> Session {
    session.apply(Actor::User(loser), session.revision(), Action::Resign).expect("they play")
}

pub(crate) fn want(
    session: &Session,
    user: UserId,
    next: Next,
    now: i64,
) -> Result<Another, Refusal> {
    session.another(user, session.revision(), next, now)
}

/// The session after this player's offer, when no other offer stands.
pub(crate) fn offered(session: &Session, user: UserId, next: Next, now: i64) -> Session {
    match want(session, user, next, now) {
        Ok(Another::Offered(offered)) => *offered,
        other => panic!("it is offered, not {other:?}"),
    }
}
