//! Settings in the environment of the program and in `.env`.

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

/// Output and exit code of the program when this `.env` is in its working folder.
fn start_beside(dotenv: &[u8], arguments: &[&str]) -> (String, Option<i32>) {
    let folder = TempDir::new().expect("a folder can be made");
    std::fs::write(folder.path().join(".env"), dotenv).expect("the file can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_zerosum"))
        .args(arguments)
        .current_dir(folder.path())
        .env_clear()
        .output()
        .expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let left = std::fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(left, 1, "nothing is made beside .env");
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn malformed_lines_of_dotenv_are_faults_among_the_others_and_are_not_quoted() {
    for (text, faults) in [
        ("42:SECRET\n", &[".env has a line (1) that is not KEY=value", "_TOKEN is not set"][..]),
        ("TELOXIDE_TOKEN='42:SECRET\n", &["TELOXIDE_TOKEN in .env has a space"]),
        (
            "TELOXIDE_TOKN=42:SECRET\nZEROSUM_OWNER_IDS=1, 42\nexport 42\n",
            &[
                ".env has a line (3) that is not KEY=value",
                "TELOXIDE_TOKEN is not set",
                "ZEROSUM_OWNER_IDS in .env has a space",
                "TELOXIDE_TOKN in .env is not a setting of this version",
            ],
        ),
    ] {
        let (said, code) = start_beside(text.as_bytes(), &["bot"]);
        assert!(faults.iter().all(|fault| said.contains(fault)), "{said}");
        assert_eq!(said.lines().count(), faults.len() + 1, "{said}");
        assert!(!said.contains("42"), "{said}");
        assert_eq!(code, Some(2));
    }
}

#[test]
fn a_dotenv_that_is_no_text_is_an_error() {
    let (said, code) = start_beside(b"TELOXIDE_TOKEN=\xff\xfe\n", &["bot"]);
    assert!(said.contains("\n  - .env cannot be read: "), "{said}");
    assert_eq!(code, Some(2));
}

#[test]
fn dotenv_is_read_and_its_faults_are_named() {
    let (said, code) = start_beside(b"RUST_LOG=a=loud\nZEROSUM_ADMIN_LISTEN=8080\n", &["bot"]);
    assert!(said.contains("3 faults") && said.contains("RUST_LOG"), "{said}");
    assert!(said.contains("TELOXIDE_TOKEN is not set"), "{said}");
    assert_eq!(code, Some(2));
}
