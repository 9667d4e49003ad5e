//! Controls of the page: buttons of the chat that change a game, but never a move or a seat.

#![no_main]

use libfuzzer_sys::fuzz_target;
use zerosum_render::page::live::{Control, read_control};
use zerosum_render::tap::{Tap, decode, encode};
use zerosum_session::Action;

fuzz_target!(|data: &str| {
    let Some(Control { id, seen, action }) = read_control(data) else { return };
    let tap = decode(data).expect("a control is a button");
    assert_eq!(encode(tap), data);
    match tap {
        Tap::ResignSurely { id: of, seen: at, .. } => {
            assert_eq!((of, at, Action::Resign), (id, seen, action));
        }
        _ => assert_eq!(tap, Tap::Act { id, seen, action }),
    }
    let is_elsewhere = matches!(
        action,
        Action::Play(_) | Action::Join | Action::OpenSeat | Action::PlayBoth | Action::PlayEngine(_)
    );
    assert!(!is_elsewhere, "{action:?}");
});
