//! Sessions of every kind.

use zerosum::session::{Seat, Session, SessionId, UserId};
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_search::level::Level;

pub(crate) const ANNA: UserId = UserId(1_001);
pub(crate) const BORIS: UserId = UserId(u64::MAX);
pub(crate) const CLARA: UserId = UserId(1_003);

/// The ways in which two people and the engine can sit, with seats that are open or left among them.
pub(crate) fn seatings() -> [BySide<Seat>; 9] {
    let (anna, boris) = (Seat::Human(ANNA), Seat::Human(BORIS));
    let engine = Seat::Engine(Level::Best);
    [
        BySide { first: anna, second: engine },
        BySide { first: engine, second: anna },
        BySide { first: anna, second: boris },
        BySide { first: boris, second: anna },
        BySide { first: anna, second: anna },
        BySide { first: engine, second: engine },
        BySide { first: anna, second: Seat::Open },
        BySide { first: Seat::Open, second: anna },
        BySide { first: anna, second: Seat::Gone },
    ]
}

/// A session of any game that nobody has touched.
pub(crate) fn fresh_of(spec: GameSpec, seats: BySide<Seat>) -> Session {
    Session::new(SessionId(7), spec, seats)
}

/// A session that nobody has touched.
pub(crate) fn fresh(seats: BySide<Seat>) -> Session {
    fresh_of(GameSpec::TicTacToe, seats)
}
