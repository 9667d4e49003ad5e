//! Who can be sent something unasked: whoever has a chat with the bot and has not closed it since. With that
//! chat they leave those who play them there.

use crate::play::Play;
use crate::session::UserId;
use crate::session::board::ChatId;
use crate::telegram::api::CallError;

/// What Telegram says of the chats of people who are gone, and not only not there yet.
const WORDS_FOR_CLOSED: [&str; 2] = ["bot was blocked by the user", "user is deactivated"];

/// Notes that a person has closed their chat, if that is what Telegram says to a message or edit
/// there, and ends their games with others there. It is written down once.
pub async fn note_refusal(play: &Play, chat: ChatId, error: &CallError) {
    let CallError::Refused { code: 403, description, .. } = error else { return };
    let Some(user) = chat.person() else { return };
    note(play, user, false).await;
    if !WORDS_FOR_CLOSED.into_iter().any(|words| description.contains(words)) {
        return;
    }
    if let Err(error) = play.leave_chat(chat, user).await {
        log::error!("person {}: the games that they have left are not ended: {error}", user.0);
    }
}

/// Notes that this chat is closed, if it is a person's own.
pub async fn note_closed(play: &Play, chat: ChatId) {
    if let Some(user) = chat.person() {
        note(play, user, false).await;
    }
}

/// Notes that somebody writes in a chat: their own is open then.
pub async fn note_words(play: &Play, chat: ChatId) {
    if let Some(user) = chat.person() {
        note(play, user, true).await;
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
        log::warn!("person {}: whether they can be reached is not noted: {error}", user.0);
    }
}
