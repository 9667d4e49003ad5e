//! Controls of the page: buttons of the chat, but never a move or a seat.

#![no_main]

use libfuzzer_sys::fuzz_target;
use zerosum_render::page::live::{Control, Order, read_control};
use zerosum_render::tap::{Tap, decode, encode};
use zerosum_session::Action;

fuzz_target!(|data: &str| {
    let Some(Control { id, order }) = read_control(data) else { return };
    let tap = decode(data).expect("a control is a button");
    assert_eq!(encode(tap), data);
    let wanted = match order {
        Order::Act(seen, Action::Resign) => {
            assert!(
                matches!(tap, Tap::ResignSurely { id: of, seen: at, .. } if (of, at) == (id, seen))
            );
            return;
        }
        Order::Act(seen, action) => {
            let is_elsewhere = matches!(
                action,
                Action::Play(_)
                    | Action::Join
                    | Action::OpenSeat
                    | Action::PlayBoth
                    | Action::PlayEngine(_)
            );
            assert!(!is_elsewhere, "{action:?}");
            Tap::Act { id, seen, action }
        }
        Order::Again(seen, next) => Tap::Again { id, seen, next },
        Order::Send => Tap::Bring(id),
    };
    assert_eq!(tap, wanted);
});
