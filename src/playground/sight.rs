//! What people see, as it happens: for whoever measures the bot from outside.

use crate::playground::world::Happening;

/// Something people see at this moment, for whoever measures time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// A message is there, or looks otherwise than before.
    Message { chat: i64, message_id: i32 },
    /// A press is answered.
    Answer { callback_id: u64 },
}

impl Sight {
    /// What people see of a happening, if they do.
    pub(super) fn of(happening: &Happening) -> Option<Self> {
        match happening {
            Happening::Message(chat, message_id) => {
                Some(Self::Message { chat: *chat, message_id: *message_id })
            }
            Happening::Toast { callback_id, .. } => {
                Some(Self::Answer { callback_id: *callback_id })
            }
            Happening::Deleted(..)
            | Happening::Expired { .. }
            | Happening::Typing(..)
            | Happening::Call(_)
            | Happening::Profile
            | Happening::Chat(_) => None,
        }
    }
}
