//! Askers, and their shares of the page's bounded resources.
//!
//! A person is known by the seal of their pass, so that others at their address take nothing from them. An address
//! of IPv6 takes a share of its wider network, too: a subscriber has as many addresses as they like.

use std::sync::Arc;

use zerosum_session::UserId;

use crate::bounded::shares::{Share, Shares};
use crate::web::listener::{ClientAddress, ClientNetwork};

/// Sender of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asker {
    /// A person whose pass is shown. The store was not asked whether it counts.
    Person(UserId),
    /// A visitor or a guest.
    Address(ClientAddress),
}

/// Maximum shares of each kind of asker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShareLimits {
    pub per_person: usize,
    pub per_address: usize,
    /// Of all addresses of a wider network.
    pub per_network: usize,
}

/// Holder of shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Person(UserId),
    Address(ClientAddress),
    Network(ClientNetwork),
}

/// Shares that askers have of a bounded resource.
pub(crate) struct AskerShares {
    limits: ShareLimits,
    shares: Arc<Shares<Holder>>,
}

/// Guard for a share of an asker.
#[derive(Debug)]
pub(crate) struct AskerShare {
    _own: Share<Holder>,
    _network: Option<Share<Holder>>,
}

impl AskerShares {
    pub(crate) fn new(limits: ShareLimits) -> AskerShares {
        AskerShares { limits, shares: Shares::new() }
    }

    /// Takes one more share; `None` if the asker has as many as they may, or their wider network has.
    pub(crate) fn take(&self, asker: Asker) -> Option<AskerShare> {
        let ShareLimits { per_person, per_address, per_network } = self.limits;
        let address = match asker {
            Asker::Person(user) => {
                let _own = self.shares.take(Holder::Person(user), per_person)?;
                return Some(AskerShare { _own, _network: None });
            }
            Asker::Address(address) => address,
        };
        let _own = self.shares.take(Holder::Address(address), per_address)?;
        let _network = match address.network() {
            Some(network) => Some(self.shares.take(Holder::Network(network), per_network)?),
            None => None,
        };
        Some(AskerShare { _own, _network })
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn shares() -> AskerShares {
        AskerShares::new(ShareLimits { per_person: 2, per_address: 3, per_network: 5 })
    }

    fn at(address: impl Into<IpAddr>) -> Asker {
        let address: IpAddr = address.into();
        Asker::Address(address.into())
    }

    /// The asker at an address of this network, within that wider one.
    fn in_network(wider: u16, network: u16) -> Asker {
        at([0x2001, 0xdb8, wider, network, 0, 0, 0, 1])
    }

    fn taken(shares: &AskerShares, asker: Asker) -> Vec<AskerShare> {
        std::iter::from_fn(|| shares.take(asker)).collect()
    }

    #[test]
    fn each_asker_has_a_share_and_addresses_of_a_wider_network_have_one_together() {
        let shares = shares();
        assert_eq!(taken(&shares, at([192, 0, 2, 1])).len(), 3);
        let first = taken(&shares, in_network(0, 0));
        let second = taken(&shares, in_network(0, 1));
        assert_eq!((first.len(), second.len()), (3, 2));
        assert!(shares.take(in_network(0, 2)).is_none());
        assert!(shares.take(in_network(1, 0)).is_some());
        assert_eq!(taken(&shares, Asker::Person(UserId(7))).len(), 2);
        // A refusal by the network takes nothing from the address.
        drop(first);
        assert_eq!(taken(&shares, in_network(0, 2)).len(), 3);
    }
}
