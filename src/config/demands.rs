//! What a command asks of the settings, beyond that each of them is well formed.

/// What must be set, and what only others can judge. By default, nothing.
#[derive(Clone, Copy, Debug)]
pub struct Demands {
    /// `TELOXIDE_TOKEN` must be set.
    pub token: bool,
    /// `ZEROSUM_ADMIN_LISTEN` must be set.
    pub admin_listen: bool,
    /// `ZEROSUM_WEBHOOK_URL` must be set.
    pub webhook_url: bool,
    /// What is wrong with the URL of a database, without a password that it may hold.
    pub check_database_url: fn(&str) -> Result<(), String>,
    /// How the URL of the database was given.
    pub database_url_given_by: &'static str,
}

impl Default for Demands {
    fn default() -> Demands {
        Demands {
            token: false,
            admin_listen: false,
            webhook_url: false,
            check_database_url: |_| Ok(()),
            database_url_given_by: "DATABASE_URL",
        }
    }
}
