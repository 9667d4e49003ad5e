//! Settings in the environment of the program, beside those in `.env`.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use tempfile::TempDir;

/// Output on standard error, and exit code, of the program in this environment.
fn run_in(variables: &[(&str, &[u8])], arguments: &[&str]) -> (String, Option<i32>) {
    let folder = TempDir::new().expect("a folder can be made");
    let variables = variables.iter().map(|(key, value)| (key, OsStr::from_bytes(value)));
    let output = Command::new(env!("CARGO_BIN_EXE_zerosum"))
        .args(arguments)
        .current_dir(folder.path())
        .env_clear()
        .envs(variables)
        .output()
        .expect("the program starts");
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn a_setting_that_is_not_utf_8_is_a_fault_among_the_others() {
    let variables: [(&str, &[u8]); 4] = [
        ("TELOXIDE_TOKEN", b"4242:a_Secret\xff"),
        ("DATABASE_URL", b"sqlite:///srv/\xe9t\xe9.db"),
        ("ZEROSUM_ADMIN_LISTEN", b"8080"),
        ("RUST_LOG", b"warn"),
    ];
    for arguments in [&["bot"][..], &[]] {
        let (said, code) = run_in(&variables, arguments);
        assert!(said.contains("3 faults") && !said.contains("a_Secret"), "{said}");
        for fault in ["TELOXIDE_TOKEN is not UTF-8", "DATABASE_URL is not UTF-8", "_LISTEN is not"]
        {
            assert!(said.contains(fault), "{fault}: {said}");
        }
        assert_eq!(code, Some(2));
    }
}

#[test]
fn mistyped_settings_are_named_with_the_place_where_they_stand() {
    let variables: [(&str, &[u8]); 3] = [
        ("ZEROSUM_ADMIN_LISTEN", b"127.0.0.1:1"),
        ("ZEROSUM_OWNER_ID", b"42"),
        ("ZEROSUM_SERVICE_HOST", b"10.0.0.1"),
    ];
    // Nothing listens there.
    let (said, code) = run_in(&variables, &["health"]);
    assert!(said.contains("ZEROSUM_OWNER_ID in the environment is not a setting"), "{said}");
    assert_eq!(said.matches("is not a setting of this version").count(), 1, "{said}");
    assert_eq!(code, Some(1));
}
