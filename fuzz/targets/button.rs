//! Button data: any accepted input is what encoding produces, and fits into a button.

#![no_main]

use libfuzzer_sys::fuzz_target;
use zerosum_render::tap::{TAP_BYTES_MAX, decode, encode};

fuzz_target!(|data: &str| {
    if let Ok(tap) = decode(data) {
        assert_eq!(encode(tap), data);
        assert!(data.len() <= TAP_BYTES_MAX);
    }
});
