//! Seatings of every kind.

use zerosum_games::side::BySide;
use zerosum_search::level::Level;
use zerosum_session::Seat;

use super::sessions::{ANNA, BORIS};

/// Seatings of two people and the engine, some with open or abandoned seats.
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
