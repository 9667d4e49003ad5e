//! Sessions of every kind.

use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_session::game::agreement::{Greeting, Offer};
use zerosum_session::{Action, Seat, Session, SessionId, UserId};

pub(crate) const ANNA: UserId = UserId(1_001);
pub(crate) const BORIS: UserId = UserId(u64::MAX);

/// A new session of any game.
pub(crate) fn fresh_of(spec: GameSpec, seats: BySide<Seat>) -> Session {
    Session::new(SessionId(7), spec, seats)
}

/// A new session of tic-tac-toe.
pub(crate) fn fresh(seats: BySide<Seat>) -> Session {
    fresh_of(GameSpec::TicTacToe, seats)
}

/// Actions by which players agree with each other.
pub(crate) fn agreements() -> Vec<Action> {
    let offers =
        Offer::ALL.into_iter().flat_map(|offer| [Action::Offer(offer), Action::Accept(offer)]);
    offers.chain(Greeting::ALL.map(Action::Greet)).collect()
}
