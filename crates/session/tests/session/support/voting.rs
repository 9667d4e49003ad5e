//! Games that are put to the vote.

use zerosum_games::MoveCode;
use zerosum_games::side::{BySide, Side};
use zerosum_search::level::Level;
use zerosum_session::{Action, Actor, Refusal, Seat, Session, UserId};

use super::sessions::{ANNA, fresh};

/// A game that Anna has started and put to the vote. The engine plays the other side.
pub(crate) fn voted(side: Side) -> Session {
    let (anna, open) = (Seat::Human(ANNA), Seat::Open);
    put_to_vote(&fresh(match side {
        Side::First => BySide { first: anna, second: open },
        Side::Second => BySide { first: open, second: anna },
    }))
}

pub(crate) fn put_to_vote(open: &Session) -> Session {
    let action = Action::PlayTogether(Level::Best);
    open.apply(Actor::User(ANNA), open.revision(), action).expect("a seat is open")
}

pub(crate) fn vote(session: &Session, user: u64, code: u16) -> Result<Session, Refusal> {
    let action = Action::Play(MoveCode(code));
    session.apply(Actor::User(UserId(user)), session.revision(), action)
}

pub(crate) fn after_votes(votes: &[(u64, u16)]) -> Session {
    votes.iter().fold(voted(Side::First), |session, (user, code)| {
        vote(&session, *user, *code).expect("it is a vote")
    })
}
