//! Tracks which users have blocked the bot. A user is reachable if they have a private chat with the bot
//! and have not closed it since. Closing it also ends the games in that chat with other players.

use zerosum_session::UserId;
use zerosum_session::board::ChatId;

use crate::bot::services::Services;
use crate::play::Play;
use crate::telegram::client::api::CallError;

/// Telegram's errors for users who are gone for good, as opposed to users who have not started the bot
/// yet.
const WORDS_FOR_CLOSED: [&str; 2] = ["bot was blocked by the user", "user is deactivated"];

/// Records that a user has closed their chat, if this error of a message or an edit there says so, and
/// ends their games with others there. It is stored once. If a game cannot be ended, the next refusal of
/// that chat tries again.
pub(crate) async fn note_refusal(play: &Play, chat: ChatId, error: &CallError) {
    let CallError::Refused { code: 403, description, .. } = error else { return };
    let Some(user) = chat.person() else { return };
    note(play, user, false).await;
    if !WORDS_FOR_CLOSED.into_iter().any(|words| description.contains(words)) {
        return;
    }
    if let Err(error) = play.leave_chat(chat, user, Some(user)).await {
        log::error!("person {}: the games that they have left are not ended: {error}", user.0);
    }
}

/// Records that this chat is closed, if it is a private one.
pub(crate) async fn note_closed(services: &Services, chat: ChatId) {
    if let Some(user) = chat.person() {
        note(&services.play, user, false).await;
        services.limits.open_chats.note_closed(user);
    }
}

/// Records that a message has arrived from a chat: if it is a private one, it is open again.
pub(crate) async fn note_words(services: &Services, chat: ChatId) {
    if let Some(user) = chat.person() {
        note(&services.play, user, true).await;
        services.limits.open_chats.note_words(chat);
    }
}

async fn note(play: &Play, user: UserId, is_reachable: bool) {
    let noted = async {
        match play.person(user).await? {
            Some(person) if person.is_reachable != is_reachable => {
                play.set_reachable(user, is_reachable).await
            }
            _ => Ok(()),
        }
    };
    if let Err(error) = noted.await {
        log::warn!("person {}: cannot record reachability: {error}", user.0);
    }
}
