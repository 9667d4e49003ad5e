//! What Telegram delivers, or whoever says to be Telegram: the body of a call of the webhook, or one
//! update of a batch. Whatever it is, it is read as far as a press and its button.

#![no_main]

use libfuzzer_sys::fuzz_target;

use zerosum::tap;
use zerosum::telegram::intake::Intake;
use zerosum::telegram::update::{Contents, read};

fuzz_target!(|body: &[u8]| {
    let Ok(numbered) = read(body) else { return };
    let Contents::Asked(update) = numbered.contents else { return };
    assert_eq!(i64::from(update.id.0), numbered.number);
    let intake = Intake::of(*update, "zerosum_bot");
    let is_reacted_to = intake.source().is_some();
    assert_eq!(is_reacted_to, intake != Intake::Nothing);
    match intake {
        Intake::Press { data, buttons, .. } => {
            for data in data.iter().chain(&buttons) {
                if let Ok(tap) = tap::decode(data) {
                    assert_eq!(tap::encode(tap), *data);
                }
            }
        }
        Intake::Command { .. }
        | Intake::SmallTalk { .. }
        | Intake::Anonymous { .. }
        | Intake::Moved { .. }
        | Intake::Nothing => {}
    }
});
