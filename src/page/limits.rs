//! Limits on requests, of one address or person and of all.
//!
//! An address is remembered as a keyed hash, in memory only.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use siphasher::sip::SipHasher13;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zerosum_session::UserId;

use crate::bounded::BoundedMap;
use crate::page::refusal::Refusal;
use crate::web::listener::ClientAddress;

/// Maximum requests in progress, of all visitors or of all people.
const IN_FLIGHT_MAX: usize = 128;

/// Maximum requests in progress of one address or person.
const IN_FLIGHT_PER_ADDRESS_MAX: u32 = 8;

/// Requests that an address or person may make at once, after a pause.
const BURST: f64 = 60.0;

/// Requests that an address or person may make in a second.
const PER_SECOND: f64 = 4.0;

/// Seconds after which a client that was too fast may try again.
pub(crate) const RETRY_AFTER_SECONDS: &str = "1";

pub(crate) struct RequestLimits {
    key: (u64, u64),
    in_flight: Arc<Semaphore>,
    addresses: Arc<BoundedMap<u64, Bucket>>,
}

/// Recent requests of an address or person.
struct Bucket {
    left: f64,
    at: Option<Instant>,
    in_flight: u32,
}

impl Default for Bucket {
    fn default() -> Bucket {
        Bucket { left: BURST, at: None, in_flight: 0 }
    }
}

impl Bucket {
    /// Takes a place for a request; `false` if there is none.
    fn take(&mut self, now: Instant) -> bool {
        let passed = self.at.map_or(0.0, |at| now.saturating_duration_since(at).as_secs_f64());
        self.left = (self.left + passed * PER_SECOND).min(BURST);
        self.at = Some(now);
        if self.left < 1.0 || self.in_flight >= IN_FLIGHT_PER_ADDRESS_MAX {
            return false;
        }
        self.left -= 1.0;
        self.in_flight += 1;
        true
    }
}

/// Numbers of a client's address and of its wider network, if it has one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub address: UserId,
    pub network: Option<UserId>,
}

/// Guard for a request in progress.
pub(crate) struct RequestGuard {
    addresses: Arc<BoundedMap<u64, Bucket>>,
    address: u64,
    _permit: OwnedSemaphorePermit,
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        release(&self.addresses, self.address);
    }
}

/// Gives back the place of a request.
fn release(addresses: &BoundedMap<u64, Bucket>, address: u64) {
    addresses.change(address, |bucket| bucket.in_flight = bucket.in_flight.saturating_sub(1));
}

impl RequestLimits {
    /// Creates limits that remember about this many addresses.
    pub(crate) fn new(addresses_max: usize) -> RequestLimits {
        let number = || getrandom::u64().unwrap_or_else(|_| fastrand::u64(..));
        RequestLimits {
            key: (number(), number()),
            in_flight: Arc::new(Semaphore::new(IN_FLIGHT_MAX)),
            addresses: Arc::new(BoundedMap::new(addresses_max)),
        }
    }

    /// Admits a request of this address or person until the guard is dropped.
    pub(crate) fn admit(&self, client: impl Hash) -> Result<RequestGuard, Refusal> {
        self.admit_at(client, Instant::now())
    }

    /// The number under which an address takes part where people take turns.
    pub(crate) fn number_of(&self, client: impl Hash) -> UserId {
        let mut hasher = SipHasher13::new_with_keys(self.key.0, self.key.1);
        client.hash(&mut hasher);
        UserId(hasher.finish())
    }

    /// The numbers under which an address and its wider network take part.
    pub(crate) fn origin_of(&self, client: ClientAddress) -> Origin {
        let network = client.network().map(|network| self.number_of(network));
        Origin { address: self.number_of(client), network }
    }

    fn admit_at(&self, client: impl Hash, now: Instant) -> Result<RequestGuard, Refusal> {
        let UserId(address) = self.number_of(client);
        let mut is_admitted = false;
        self.addresses.change_or_insert(address, |bucket| is_admitted = bucket.take(now));
        if !is_admitted {
            return Err(Refusal::TooFast);
        }
        let Ok(permit) = Arc::clone(&self.in_flight).try_acquire_owned() else {
            release(&self.addresses, address);
            return Err(Refusal::Full);
        };
        Ok(RequestGuard { addresses: Arc::clone(&self.addresses), address, _permit: permit })
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::Duration;

    use super::*;

    fn client(number: u8) -> ClientAddress {
        IpAddr::from([192, 0, 2, number]).into()
    }

    #[test]
    fn an_address_that_asks_too_often_waits_and_no_other_does() {
        let limits = RequestLimits::new(1_000);
        let now = Instant::now();
        let mut admitted = 0;
        while limits.admit_at(client(1), now).is_ok() {
            admitted += 1;
        }
        assert_eq!(f64::from(admitted), BURST);
        assert!(limits.admit_at(client(2), now).is_ok());
        let later = now + Duration::from_secs(1);
        for _ in 0..4 {
            assert!(limits.admit_at(client(1), later).is_ok());
        }
        assert_eq!(limits.admit_at(client(1), later).err(), Some(Refusal::TooFast));
    }

    #[test]
    fn an_address_has_so_many_games_in_flight_and_all_together_have_more() {
        let limits = RequestLimits::new(1_000);
        let now = Instant::now();
        let mut places = Vec::new();
        for _ in 0..IN_FLIGHT_PER_ADDRESS_MAX {
            places.push(limits.admit_at(client(1), now).expect("there is room"));
        }
        assert_eq!(limits.admit_at(client(1), now).err(), Some(Refusal::TooFast));
        places.pop();
        assert!(limits.admit_at(client(1), now).is_ok());
        for number in 2..=u8::MAX {
            places.extend(limits.admit_at(client(number), now).ok());
        }
        assert_eq!(places.len(), IN_FLIGHT_MAX);
        assert_eq!(limits.admit_at(client(1), now).err(), Some(Refusal::Full));
        // A place that was refused is given back.
        drop(places);
        for _ in 0..IN_FLIGHT_PER_ADDRESS_MAX {
            assert!(limits.admit_at(client(200), now).is_ok());
        }
    }
}
