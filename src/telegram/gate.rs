//! How much may be in flight: overall, so that memory is bounded, and for one person, so that nobody
//! takes it all.

use std::sync::Arc;

use dashmap::DashMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::session::UserId;

/// Updates being worked on, calls to Telegram included. No more are asked for meanwhile.
pub const UPDATES_IN_FLIGHT_MAX: usize = 4_096;

/// Presses of one person being worked on.
pub const PRESSES_PER_PERSON_MAX: u32 = 16;

/// Commands and other messages of one person being worked on. They have a share of their own,
/// because their answers may have to wait long in a chat that is told too much.
pub const WORDS_PER_PERSON_MAX: u32 = 8;

/// Presses being told that there are too many; those beyond are not answered at all.
pub const REFUSALS_IN_FLIGHT_MAX: usize = 256;

/// What is counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Press,
    Words,
}

/// Lets updates in.
#[derive(Debug)]
pub struct Gate {
    rooms: Arc<Semaphore>,
    refusals: Arc<Semaphore>,
    people: DashMap<(UserId, Kind), u32>,
}

/// Room for one update. Dropping it makes room for another.
#[derive(Debug)]
pub struct Room(Arc<Gate>);

/// A share of a person's part. Dropping it gives it back.
#[derive(Debug)]
pub struct Pass {
    gate: Arc<Gate>,
    key: (UserId, Kind),
}

impl Gate {
    pub fn new() -> Gate {
        Gate {
            rooms: Arc::new(Semaphore::new(UPDATES_IN_FLIGHT_MAX)),
            refusals: Arc::new(Semaphore::new(REFUSALS_IN_FLIGHT_MAX)),
            people: DashMap::new(),
        }
    }

    /// Waits until there is room for one more update and keeps it for [`Gate::room`]. The listener
    /// waits here before it hands an update out, because behind it nothing may wait.
    pub async fn reserve(&self) {
        self.rooms.acquire().await.expect("the semaphore is never closed").forget();
    }

    /// Takes over the room that was reserved for an update.
    pub fn room(self: &Arc<Gate>) -> Room {
        Room(Arc::clone(self))
    }

    /// Lets an update of a person in, unless they have too many of its kind in flight.
    pub fn enter(self: &Arc<Gate>, user: UserId, kind: Kind) -> Option<Pass> {
        let in_flight_max = match kind {
            Kind::Press => PRESSES_PER_PERSON_MAX,
            Kind::Words => WORDS_PER_PERSON_MAX,
        };
        let key = (user, kind);
        let mut in_flight = self.people.entry(key).or_insert(0);
        if *in_flight >= in_flight_max {
            return None;
        }
        *in_flight += 1;
        Some(Pass { gate: Arc::clone(self), key })
    }

    /// A permit to tell somebody that there is too much in flight, if not too many are being told.
    pub fn refuse(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.refusals).try_acquire_owned().ok()
    }
}

impl Default for Gate {
    fn default() -> Gate {
        Gate::new()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.0.rooms.add_permits(1);
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let leave = |_: &(UserId, Kind), in_flight: &mut u32| {
            *in_flight = in_flight.saturating_sub(1);
            *in_flight == 0
        };
        self.gate.people.remove_if_mut(&self.key, leave);
    }
}
