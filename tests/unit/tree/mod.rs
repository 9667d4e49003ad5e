//! The source code and the files around it.

pub(crate) mod architecture;
pub(crate) mod configuration;
pub(crate) mod deployment;
pub(crate) mod privacy;
