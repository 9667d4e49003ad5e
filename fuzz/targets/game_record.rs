//! Records of games for people: an accepted record is written as one that is read as the same, any other text
//! is refused with a reason, and a list of moves is the record with its head before it. A link to a game is
//! read as that game, and no other text is.

#![no_main]

use libfuzzer_sys::fuzz_target;

use zerosum_games::any::GameSpec;
use zerosum_games::record::{Record, RecordError};

fuzz_target!(|text: &str| {
    if let Some(record) = Record::decode_link(text) {
        assert_eq!(record.encode_link(text.len()).as_deref(), Some(text));
        check(record);
    }
    match Record::decode(text) {
        Ok(record) => {
            assert!(Record::is_meant(text));
            check(record);
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let is_head = matches!(error, RecordError::Head | RecordError::TooLong);
            assert!(is_head || Record::is_meant(text));
        }
    }
    if let Some((name, moves)) = text.split_once(' ')
        && let Some(spec) = GameSpec::from_name(name)
        && let Ok(record) = Record::of_moves(spec, moves)
    {
        check(record);
    }
});

fn check(record: Record) {
    let text = record.encode();
    let read = Record::decode(&text).expect("a record is read as it is written");
    assert_eq!(read.encode(), text);
    assert_eq!(read, record);
    if let Some(text) = record.encode_continuous() {
        let read = Record::decode(&text).expect("a continuous record is read as it is written");
        assert_eq!(read, record);
    }
    if let Some(link) = record.encode_link(usize::MAX) {
        assert_eq!(Record::decode_link(&link), Some(record));
    }
}
