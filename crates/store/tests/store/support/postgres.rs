//! A schema for each test, in the database that `ZEROSUM_TEST_POSTGRES_URL` names.

use std::io::Write;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, io};

use anyhow::{Context, Result};
use tokio_postgres::{Client, NoTls};
use url::Url;

/// Key of the database that tests may write to; not set if there is none.
const URL_KEY: &str = "ZEROSUM_TEST_POSTGRES_URL";

/// A schema with nothing in it.
pub(crate) struct Schema {
    url: Url,
    name: String,
}

impl Schema {
    /// Creates a schema; returns `None` if there is no database to test with, and prints that.
    pub(crate) async fn create() -> Result<Option<Schema>> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        static SAID: Once = Once::new();
        let Ok(url) = env::var(URL_KEY) else {
            // Not by `println!`, which the test harness captures.
            let text = format!("PostgreSQL is NOT tested: {URL_KEY} names no database\n");
            SAID.call_once(|| drop(io::stdout().write_all(text.as_bytes())));
            return Ok(None);
        };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("zerosum_test_{}_{number}", std::process::id());
        let schema = Schema { url: url.parse().context(URL_KEY)?, name };
        schema.execute(&format!("CREATE SCHEMA {}", schema.name)).await?;
        Ok(Some(schema))
    }

    /// URL with which a store finds the schema. Its connections bear the schema's name.
    pub(crate) fn url(&self) -> String {
        let mut url = self.url.clone();
        let name = &self.name;
        let query =
            format!("sslmode=disable&options=-csearch_path%3D{name}&application_name={name}");
        url.set_query(Some(&query));
        url.into()
    }

    #[allow(dead_code, reason = "not every test looks at the connections")]
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// A connection from outside the store.
    pub(crate) async fn stranger(&self) -> Result<Client> {
        let (client, driver) = tokio_postgres::connect(&self.stranger_url(), NoTls).await?;
        tokio::spawn(driver);
        Ok(client)
    }

    fn stranger_url(&self) -> String {
        self.url().replace(&format!("application_name={}", self.name), "application_name=stranger")
    }

    pub(crate) async fn execute(&self, statements: &str) -> Result<()> {
        Ok(self.stranger().await?.batch_execute(statements).await?)
    }

    /// Drops the schema with everything in it.
    pub(crate) async fn drop(self) -> Result<()> {
        self.execute(&format!("DROP SCHEMA {} CASCADE", self.name)).await
    }
}
