//! Bodies of requests. A slow one holds its connection, so an address has few of them, and all have a part of the
//! connections.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::bounded::shares::{Share, Shares};
use crate::page::refusal::Refusal;
use crate::web::body;
use crate::web::listener::ClientAddress;

/// Maximum size of a body. The moves of the longest game take about half of it.
pub(crate) const BODY_BYTES_MAX: usize = 8 * 1_024;

/// Time within which a body must be read whole.
const BODY_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum bodies of one address that are read at a time. Those of browsers arrive with their heads.
const BODIES_PER_ADDRESS_MAX: usize = 8;

/// One in so many connections may be one whose body is read.
const CONNECTIONS_FOR_EACH: usize = 4;

/// Limits on bodies that are being read.
pub(crate) struct BodyLimits {
    room: Arc<Semaphore>,
    addresses: Arc<Shares<ClientAddress>>,
}

/// Guard for a body that is being read.
struct Reading {
    _room: OwnedSemaphorePermit,
    _share: Share<ClientAddress>,
}

impl BodyLimits {
    /// Creates the limits of a page with so many connections.
    pub(crate) fn new(connections_max: usize) -> BodyLimits {
        let bodies_max = (connections_max / CONNECTIONS_FOR_EACH).max(BODIES_PER_ADDRESS_MAX);
        BodyLimits { room: Arc::new(Semaphore::new(bodies_max)), addresses: Shares::new() }
    }

    /// Reads the JSON of a request of this client.
    ///
    /// # Errors
    ///
    /// Refuses another type, a body that is too large or too slow, and one more than the limits allow.
    pub(crate) async fn read(
        &self,
        client: ClientAddress,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<Vec<u8>, Refusal> {
        if !body::is_json(headers) {
            return Err(Refusal::NotJson);
        }
        let _reading = self.admit(client)?;
        Ok(body::read(body, BODY_BYTES_MAX, BODY_TIMEOUT).await?)
    }

    fn admit(&self, client: ClientAddress) -> Result<Reading, Refusal> {
        let share = self.addresses.take(client, BODIES_PER_ADDRESS_MAX);
        let share = share.ok_or(Refusal::Full)?;
        let room = Arc::clone(&self.room).try_acquire_owned().map_err(|_| Refusal::Full)?;
        Ok(Reading { _room: room, _share: share })
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u8) -> ClientAddress {
        IpAddr::from([192, 0, 2, number]).into()
    }

    #[test]
    fn slow_bodies_of_one_address_leave_room_for_those_of_others() {
        let limits = BodyLimits::new(400);
        let mut reading: Vec<Reading> = (0..BODIES_PER_ADDRESS_MAX)
            .map(|_| limits.admit(client(1)).unwrap_or_else(|_| panic!("there is room")))
            .collect();
        assert_eq!(limits.admit(client(1)).err(), Some(Refusal::Full));
        assert!(limits.admit(client(2)).is_ok());
        reading.pop();
        assert!(limits.admit(client(1)).is_ok());
    }

    #[test]
    fn slow_bodies_of_all_addresses_leave_connections_for_pages() {
        let limits = BodyLimits::new(400);
        let reading: Vec<Reading> =
            (1..=200).filter_map(|number| limits.admit(client(number)).ok()).collect();
        assert_eq!(reading.len(), 100);
        assert_eq!(limits.admit(client(201)).err(), Some(Refusal::Full));
        drop(reading);
        assert!(limits.admit(client(201)).is_ok());
    }
}
