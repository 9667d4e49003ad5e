//! Golden files with the expected output.

use std::path::PathBuf;
use std::{env, fs};

/// Compares a text with the file of this name in `tests/data`. A missing file fails. With
/// `ZEROSUM_BLESS` set, the file is written instead, to be read before it is committed.
pub(crate) fn assert_golden(name: &str, actual: &str) {
    let path = data_path(name);
    if env::var_os("ZEROSUM_BLESS").is_some() {
        fs::write(&path, actual).expect("the file can be written");
    }
    let expected = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; set ZEROSUM_BLESS=1", path.display()));
    assert!(
        actual == expected,
        "{} differs; set ZEROSUM_BLESS=1 to rewrite it\n\n{actual}",
        path.display()
    );
}

fn data_path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}
