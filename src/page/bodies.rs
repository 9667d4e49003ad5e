//! Bodies of requests. A slow one holds its connection, so each asker may have few, and all together only part of the
//! connections. Visitors leave room for people who show a pass.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::page::askers::{Asker, AskerShare, AskerShares, ShareLimits};
use crate::page::refusal::Refusal;
use crate::web::body;

/// Maximum size of a body. The moves of the longest game take about half of it.
pub(crate) const BODY_BYTES_MAX: usize = 8 * 1_024;

/// Time within which a body must be read whole.
const BODY_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum bodies of one address that are read at a time. Those of browsers arrive with their heads.
const BODIES_PER_ADDRESS_MAX: usize = 8;

/// Maximum bodies of one person that are read at a time.
const BODIES_PER_PERSON_MAX: usize = 4;

/// One in this many bodies may belong to one wider network.
const PART_PER_NETWORK: usize = 4;

/// One in this many is reserved for people who show a pass.
const PART_OF_PEOPLE: usize = 4;

/// At most one in this many connections may have its body read.
const CONNECTIONS_FOR_EACH: usize = 4;

/// Limits on bodies that are being read.
pub(crate) struct BodyLimits {
    room: Arc<Semaphore>,
    /// Part of the room, for visitors and guests.
    visitors: Arc<Semaphore>,
    askers: AskerShares,
}

/// Guard for a body that is being read.
struct Reading {
    _room: OwnedSemaphorePermit,
    _visitor: Option<OwnedSemaphorePermit>,
    _share: AskerShare,
}

impl BodyLimits {
    /// Creates the limits of a page with this many connections.
    pub(crate) fn new(connections_max: usize) -> BodyLimits {
        let bodies_max = (connections_max / CONNECTIONS_FOR_EACH).max(BODIES_PER_ADDRESS_MAX);
        let of_visitors_max = bodies_max - bodies_max / PART_OF_PEOPLE;
        BodyLimits {
            room: Arc::new(Semaphore::new(bodies_max)),
            visitors: Arc::new(Semaphore::new(of_visitors_max)),
            askers: AskerShares::new(ShareLimits {
                per_person: BODIES_PER_PERSON_MAX,
                per_address: BODIES_PER_ADDRESS_MAX,
                per_network: (bodies_max / PART_PER_NETWORK).max(BODIES_PER_ADDRESS_MAX),
            }),
        }
    }

    /// Reads the JSON of a request of this asker.
    ///
    /// # Errors
    ///
    /// Refuses another type, a body that is too large or too slow, and one more than the limits allow.
    pub(crate) async fn read(
        &self,
        asker: Asker,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<Vec<u8>, Refusal> {
        if !body::is_json(headers) {
            return Err(Refusal::NotJson);
        }
        let _reading = self.admit(asker)?;
        Ok(body::read(body, BODY_BYTES_MAX, BODY_TIMEOUT).await?)
    }

    fn admit(&self, asker: Asker) -> Result<Reading, Refusal> {
        let _share = self.askers.take(asker).ok_or(Refusal::TooFast)?;
        let _visitor = match asker {
            Asker::Person(_) => None,
            Asker::Address(_) => Some(place_in(&self.visitors)?),
        };
        Ok(Reading { _room: place_in(&self.room)?, _visitor, _share })
    }
}

fn place_in(room: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
    Arc::clone(room).try_acquire_owned().map_err(|_| Refusal::Full)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use zerosum_session::UserId;

    use super::*;

    fn client(number: u8) -> Asker {
        Asker::Address(IpAddr::from([192, 0, 2, number]).into())
    }

    fn of_network(number: u16) -> Asker {
        Asker::Address(IpAddr::from([0x2001, 0xdb8, 0, number, 0, 0, 0, 1]).into())
    }

    #[test]
    fn slow_bodies_of_one_address_leave_room_for_those_of_others() {
        let limits = BodyLimits::new(400);
        let mut reading: Vec<Reading> = (0..BODIES_PER_ADDRESS_MAX)
            .map(|_| limits.admit(client(1)).unwrap_or_else(|_| panic!("there is room")))
            .collect();
        assert_eq!(limits.admit(client(1)).err(), Some(Refusal::TooFast));
        assert!(limits.admit(client(2)).is_ok());
        reading.pop();
        assert!(limits.admit(client(1)).is_ok());
    }

    #[test]
    fn slow_bodies_of_all_addresses_leave_connections_for_pages() {
        let limits = BodyLimits::new(400);
        let reading: Vec<Reading> =
            (1..=200).filter_map(|number| limits.admit(client(number)).ok()).collect();
        assert_eq!(reading.len(), 75);
        assert_eq!(limits.admit(client(201)).err(), Some(Refusal::Full));
        // People have the rest, each a few of them.
        let person = |number: u64| limits.admit(Asker::Person(UserId(number)));
        let of_one: Vec<Reading> = (0..10).filter_map(|_| person(1).ok()).collect();
        assert_eq!(of_one.len(), BODIES_PER_PERSON_MAX);
        let of_people: Vec<Reading> = (2..50).filter_map(|number| person(number).ok()).collect();
        assert_eq!(of_one.len() + of_people.len(), 25);
        drop((reading, of_people));
        assert!(limits.admit(client(201)).is_ok());
    }

    #[test]
    fn slow_bodies_of_a_wider_network_leave_room_for_those_of_others() {
        let limits = BodyLimits::new(400);
        let mut reading: Vec<Reading> = Vec::new();
        for number in 0..20 {
            reading.extend((0..8).filter_map(|_| limits.admit(of_network(number)).ok()));
        }
        assert_eq!(reading.len(), 25);
        assert!(limits.admit(client(1)).is_ok());
        reading.pop();
        assert!(limits.admit(of_network(20)).is_ok());
    }
}
