//! Sessions of every kind.

use zerosum::games::any::GameSpec;
use zerosum::games::side::BySide;
use zerosum::session::{Level, Seat, Session, SessionId, UserId};

pub const ANNA: UserId = UserId(1_001);
pub const BORIS: UserId = UserId(u64::MAX);

/// Every way in which two people and the engine can sit.
pub fn seatings() -> [BySide<Seat>; 6] {
    let (anna, boris) = (Seat::Human(ANNA), Seat::Human(BORIS));
    let engine = Seat::Engine(Level::Best);
    [
        BySide { first: anna, second: engine },
        BySide { first: engine, second: anna },
        BySide { first: anna, second: boris },
        BySide { first: boris, second: anna },
        BySide { first: anna, second: anna },
        BySide { first: engine, second: engine },
    ]
}

/// A session of any game that nobody has touched.
pub fn fresh_of(spec: GameSpec, seats: BySide<Seat>) -> Session {
    Session::new(SessionId(7), spec, seats)
}

/// A session that nobody has touched.
pub fn fresh(seats: BySide<Seat>) -> Session {
    fresh_of(GameSpec::TicTacToe, seats)
}
