//! The source code, the settings, and the files around them.

pub(crate) mod architecture;
pub(crate) mod configuration;
pub(crate) mod deployment;
pub(crate) mod environment;
pub(crate) mod privacy;
