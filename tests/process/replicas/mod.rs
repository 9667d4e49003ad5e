//! Several replicas on one database.

pub(crate) mod balancer;
pub(crate) mod clocks;
pub(crate) mod leases;
pub(crate) mod open_seat;
pub(crate) mod opponents;
pub(crate) mod outage;
pub(crate) mod page;
