//! Changes that people see, as they happen: for measuring the bot from outside.

use crate::state::Event;

/// Change that people see at this moment, for measuring times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisibleChange {
    /// A message is there, or looks otherwise than before.
    Message { chat: i64, message_id: i32 },
    /// A press is answered.
    Answer { callback_id: u64 },
}

impl VisibleChange {
    /// Returns the visible change of an event, if it has one.
    pub(super) fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Message(chat, message_id) => {
                Some(Self::Message { chat: *chat, message_id: *message_id })
            }
            Event::Toast { callback_id, .. } => Some(Self::Answer { callback_id: *callback_id }),
            Event::Deleted(..)
            | Event::Expired { .. }
            | Event::InlineAnswer(_)
            | Event::Typing(..)
            | Event::Call(_)
            | Event::Profile
            | Event::Chat(_) => None,
        }
    }
}
