//! Output of commands, and their ends if it cannot be written.

use crate::child::{Ended, Launch, TOKEN, database_url, folder, free_port, telegram};

/// The error of a command that answers and does nothing else.
const UNWRITTEN: &str = "zerosum: cannot write the answer: No space left on device (os error 28)\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_command_that_has_done_its_work_succeeds_although_it_cannot_say_so() {
    let folder = folder();
    let url = database_url(folder.path());
    let store = zerosum_store::open(&url).await.expect("a database is made");
    store.close().await;
    for arguments in [&["backup", "copy.db"][..], &["adopt-database"]] {
        let launch = Launch::of(arguments, folder.path()).with("DATABASE_URL", &url);
        let Ended { err, code, .. } = launch.with("TELOXIDE_TOKEN", TOKEN).run_without_output();
        assert_eq!((err.as_str(), code), ("", Some(0)), "{arguments:?}");
    }
    assert!(folder.path().join("copy.db").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_command_that_cannot_write_its_answer_fails_and_says_so() {
    let (telegram, folder) = (telegram().await, folder());
    let status = Launch::of(&["webhook", "status"], folder.path())
        .with("TELOXIDE_TOKEN", telegram.token())
        .with("TELOXIDE_API_URL", &telegram.api_url());
    let solve = Launch::of(&["solve", "O.X/X.X/.OO"], folder.path());
    let playground = Launch::of(&["playground"], folder.path())
        .with("ZEROSUM_PLAYGROUND_LISTEN", "127.0.0.1:0")
        .with("ZEROSUM_PAGE_LISTEN", "127.0.0.1:0");
    for launch in [status, solve, playground] {
        let Ended { err, code, .. } = launch.run_without_output();
        assert!(err.ends_with(UNWRITTEN) && code == Some(1), "{code:?}: {err}");
    }
}

#[test]
fn an_error_that_cannot_be_written_is_told_by_the_exit_code() {
    let folder = folder();
    for (arguments, code) in [(&["bot"][..], 2), (&["solve", ""][..], 1)] {
        let ended = Launch::of(arguments, folder.path()).run_without_any_output();
        assert_eq!(ended, Some(code), "{arguments:?}");
    }
}

#[test]
fn health_says_once_why_there_is_no_answer() {
    let (folder, address) = (folder(), format!("127.0.0.1:{}", free_port()));
    let launch = Launch::of(&["health"], folder.path()).with("ZEROSUM_ADMIN_LISTEN", &address);
    let Ended { err, code, .. } = launch.run();
    let reason = "Connection refused (os error 111)";
    assert_eq!(err, format!("zerosum: no answer from {address}: {reason}\n"));
    assert_eq!(code, Some(1));
}
