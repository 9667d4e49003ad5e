//! Private chats that are open though nothing is stored of their users. Each process knows those it has read
//! something in.

use zerosum_session::UserId;
use zerosum_session::board::ChatId;

use crate::bounded::BoundedMap;

const OPEN_CHATS_KEPT_MAX: usize = 20_000;

/// The users who have written in their private chat recently.
pub(crate) struct OpenChats(BoundedMap<UserId, ()>);

impl OpenChats {
    pub(crate) fn new() -> OpenChats {
        OpenChats(BoundedMap::new(OPEN_CHATS_KEPT_MAX))
    }

    /// Records a message in a chat, which is open then if it is private.
    pub(crate) fn note_words(&self, chat: ChatId) {
        if let Some(user) = chat.person() {
            self.0.change_or_insert(user, |()| {});
        }
    }

    /// Records that nothing can be sent to a user.
    pub(crate) fn note_closed(&self, user: UserId) {
        self.0.remove(user);
    }

    pub(crate) fn has(&self, user: UserId) -> bool {
        self.0.read(user, |()| ()).is_some()
    }

    /// Drops chats that were not used recently.
    pub(crate) fn age(&self) {
        self.0.age();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_chat_is_open_once_its_user_has_written_there() {
        let chats = OpenChats::new();
        chats.note_words(ChatId(-1));
        chats.note_words(ChatId(7));
        assert!(chats.has(UserId(7)) && !chats.has(UserId(1)));
        chats.note_closed(UserId(7));
        assert!(!chats.has(UserId(7)));
    }
}
