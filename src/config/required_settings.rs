//! Settings that a command requires, besides each being well formed.

/// Settings that must be set, and checks made by other modules. By default, none.
#[derive(Clone, Copy, Debug)]
pub struct RequiredSettings {
    /// `TELOXIDE_TOKEN` must be set.
    pub token: bool,
    /// `ZEROSUM_ADMIN_LISTEN` must be set.
    pub admin_listen: bool,
    /// `ZEROSUM_WEBHOOK_URL` must be set.
    pub webhook_url: bool,
    /// `ZEROSUM_PAGE_LISTEN`, if set, must be an address of this machine alone.
    pub page_on_loopback: bool,
    /// Checks a database URL and returns the error, without a password in the URL.
    pub check_database_url: fn(&str) -> Result<(), String>,
    /// The setting or argument that gave the database URL.
    pub database_url_given_by: &'static str,
}

impl Default for RequiredSettings {
    fn default() -> RequiredSettings {
        RequiredSettings {
            token: false,
            admin_listen: false,
            webhook_url: false,
            page_on_loopback: false,
            check_database_url: |_| Ok(()),
            database_url_given_by: "DATABASE_URL",
        }
    }
}
