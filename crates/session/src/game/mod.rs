//! The state of a game besides its position, some of which is stored beside its record.

pub mod record;
pub mod times;
pub mod clock;
pub mod help;
pub(crate) mod likeness;
pub mod keyed;
pub mod ballot;
pub mod agreement;
pub mod rematch;
pub mod reservation;
pub(crate) mod waiting;
pub mod replay;
pub mod leaving;
pub mod opening;
