//! Updates from Telegram or from an impostor: the body of a webhook call, or one update of a batch. Any input
//! is read as far as a press and its button.

#![no_main]

use libfuzzer_sys::fuzz_target;
use zerosum::telegram::incoming::event::Event;
use zerosum::telegram::incoming::update::{Contents, read};
use zerosum_render::tap;

fuzz_target!(|body: &[u8]| {
    let Ok(numbered) = read(body) else { return };
    let Contents::Asked(update) = numbered.contents else { return };
    assert_eq!(i64::from(update.id.0), numbered.number);
    let event = Event::of(*update, "zerosum_bot");
    let is_reacted_to = event.source().is_some();
    assert_eq!(is_reacted_to, event != Event::Nothing);
    match event {
        Event::Press(press) => {
            for data in press.data.iter().chain(&press.buttons) {
                if let Ok(tap) = tap::decode(data) {
                    assert_eq!(tap::encode(tap), *data);
                }
            }
        }
        Event::Query(_)
        | Event::Command(..)
        | Event::Message(..)
        | Event::Anonymous { .. }
        | Event::AsChannel(_)
        | Event::Added { .. }
        | Event::Removed { .. }
        | Event::Left { .. }
        | Event::Moved { .. }
        | Event::Nothing => {}
    }
});
