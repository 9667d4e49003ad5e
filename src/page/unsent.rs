//! Answers that are being made or sent.
//!
//! One that its client does not read holds its connection, so each asker has few of them. Streams do not count here:
//! they have limits of their own.

use crate::page::askers::{Asker, AskerShare, AskerShares, ShareLimits};
use crate::page::refusal::Refusal;

/// Maximum unsent answers of one address: far more than the files that a browser asks for at once.
const UNSENT_PER_ADDRESS_MAX: usize = 64;

/// The same with however few connections: still more than those files.
const UNSENT_PER_ADDRESS_MIN: usize = 40;

/// Maximum unsent answers of one person. They show no pass for files.
const UNSENT_PER_PERSON_MAX: usize = 16;

/// One in this many connections may be held by unsent answers of one address.
const PART_PER_ADDRESS: usize = 8;

/// One in this many connections may be held by unsent answers of one wider network.
const PART_PER_NETWORK: usize = 4;

/// Limits on unsent answers.
pub(crate) struct UnsentLimits(AskerShares);

impl UnsentLimits {
    /// Creates the limits of a page with this many connections.
    pub(crate) fn new(connections_max: usize) -> UnsentLimits {
        let per_address = (connections_max / PART_PER_ADDRESS)
            .clamp(UNSENT_PER_ADDRESS_MIN, UNSENT_PER_ADDRESS_MAX);
        UnsentLimits(AskerShares::new(ShareLimits {
            per_person: UNSENT_PER_PERSON_MAX,
            per_address,
            per_network: (connections_max / PART_PER_NETWORK).max(per_address),
        }))
    }

    /// Counts an answer until the guard is dropped; refused if the asker has as many as they may.
    pub(crate) fn place(&self, asker: Asker) -> Result<AskerShare, Refusal> {
        self.0.take(asker).ok_or(Refusal::TooFast)
    }
}
