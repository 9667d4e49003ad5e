//! The page over HTTP.

pub(crate) mod clocks;
pub(crate) mod games;
pub(crate) mod interrupted;
pub(crate) mod lessons;
pub(crate) mod live;
pub(crate) mod privacy;
pub(crate) mod repeated;
pub(crate) mod seats;
pub(crate) mod slow_bodies;
pub(crate) mod study;
