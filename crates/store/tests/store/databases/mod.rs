//! Properties of one database alone, and of earlier versions.

pub(crate) mod postgres_opening;
pub(crate) mod postgres_outage;
pub(crate) mod previous;
pub(crate) mod sqlite_backup;
pub(crate) mod sqlite_crash;
pub(crate) mod sqlite_opening;
pub(crate) mod sqlite_store;
