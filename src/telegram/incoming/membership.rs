//! Reads changes of membership: of the bot itself, or of a user.

use teloxide::types::{Chat, ChatMemberUpdated, User};
use zerosum_session::board::ChatId;

use crate::telegram::incoming::event::{Event, Sender, is_group, sender};

/// Reads a change of the bot's own membership. A private chat reports by it that it was closed.
pub(in crate::telegram) fn of_change(change: &ChatMemberUpdated) -> Event {
    let chat = ChatId(change.chat.id.0);
    let presence = (change.old_chat_member.is_present(), change.new_chat_member.is_present());
    match (sender(&change.from), presence) {
        (from, (false, true)) if is_group(&change.chat) => Event::Added { from, chat },
        (_, (true, false)) if is_group(&change.chat) => Event::Removed { chat },
        (Some(Sender { user, .. }), (true, false)) if chat.is_private() => {
            Event::Left { user, by: Some(user), chat }
        }
        (Some(_) | None, _) => Event::Nothing,
    }
}

/// Reads a change of another member of a group, which Telegram reports to administrators.
pub(in crate::telegram) fn of_member(change: &ChatMemberUpdated) -> Event {
    let is_gone = change.old_chat_member.is_present() && !change.new_chat_member.is_present();
    match is_gone {
        true => of_leaving(&change.new_chat_member.user, Some(&change.from), &change.chat),
        false => Event::Nothing,
    }
}

/// Reads that a user has left a group, or was removed by another one.
pub(in crate::telegram) fn of_leaving(user: &User, by: Option<&User>, chat: &Chat) -> Event {
    let by = by.and_then(sender).map(|Sender { user, .. }| user);
    match sender(user).filter(|_| is_group(chat)) {
        Some(Sender { user, .. }) => Event::Left { user, by, chat: ChatId(chat.id.0) },
        // The bot's own removal is reported by its own membership.
        None => Event::Nothing,
    }
}
