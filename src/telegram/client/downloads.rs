//! Downloads files that users send.
//!
//! The URL of a file contains the token, so it is built where it is used and appears in no error.

use std::time::Duration;

use teloxide::payloads::GetFile;
use teloxide::types::FileId;

use crate::telegram::client::Client;
use crate::telegram::client::api::{self, CallError};
use crate::telegram::client::calls::{self, OnUnknown, RetryPolicy};
use crate::telegram::incoming::event::TextFile;

/// Timeout of one try.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Retry policy of both calls of a download. The sender waits for it.
const DOWNLOAD_RETRIES: RetryPolicy = RetryPolicy {
    tries_max: 3,
    pause_max: Duration::from_secs(3),
    on_unknown: OnUnknown::Harmless,
};

/// Downloads a file; `None` if it is longer than `bytes_max`. A file whose announced size is larger is
/// not requested, and reading stops at the limit.
pub(crate) async fn download(
    client: &Client,
    file: &TextFile,
    bytes_max: usize,
) -> Result<Option<Vec<u8>>, CallError> {
    let is_too_long = |bytes: u64| usize::try_from(bytes).is_ok_and(|bytes| bytes > bytes_max);
    if file.bytes.is_some_and(is_too_long) {
        return Ok(None);
    }
    let asked = GetFile::new(FileId(file.id.clone()));
    let found = calls::call_with_retries(client, &asked, DOWNLOAD_RETRIES).await?;
    // Telegram may omit the size.
    if found.meta.size != u32::MAX && is_too_long(found.meta.size.into()) {
        return Ok(None);
    }
    let fetch = || api::fetch(client, &found.path, bytes_max, DOWNLOAD_TIMEOUT);
    calls::retry_with(DOWNLOAD_RETRIES, None, fetch).await
}

#[cfg(test)]
mod tests {
    use super::*;

    use teloxide::Bot;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    const TOKEN: &str = "1:a-secret";

    fn client(address: &str) -> Client {
        Client::new(Bot::new(TOKEN).set_api_url(address.parse().expect("a URL")))
    }

    #[tokio::test]
    async fn a_file_that_is_longer_than_it_says_is_not_read_to_its_end() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it listens"));
        let serving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a client calls");
            let mut request = vec![0; 4_096];
            let length = stream.read(&mut request).await.expect("it asks");
            let head = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
            let mut written = stream.write_all(head).await;
            // Ends when the client stops reading.
            while written.is_ok() {
                written = stream.write_all(&[b' '; 65_536]).await;
            }
            String::from_utf8(request[..length].to_vec()).expect("a request is text")
        });
        let fetched = api::fetch(&client(&address), "a/b c", 100_000, DOWNLOAD_TIMEOUT).await;
        assert_eq!(fetched, Ok(None));
        let request = serving.await.expect("it ends");
        assert!(request.starts_with("GET /file/bot1:a-secret/a/b%20c "), "{request}");
    }

    #[tokio::test]
    async fn no_error_tells_the_token() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it listens"));
        drop(listener);
        let fetched = api::fetch(&client(&address), "a/b", 100, DOWNLOAD_TIMEOUT).await;
        let error = fetched.expect_err("no server is there").to_string();
        assert!(
            error.starts_with("the call was not made: ") && !error.contains("secret"),
            "{error}"
        );
    }
}
