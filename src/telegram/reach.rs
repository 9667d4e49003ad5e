//! Who can be sent something unasked: whoever has a chat with the bot and has not closed it since.

use crate::play::Play;
use crate::session::UserId;
use crate::session::board::ChatId;
use crate::telegram::api::CallError;

/// Notes that a person has closed their chat, if that is what Telegram says to a message or edit
/// there. It is written down once.
pub async fn note_refusal(play: &Play, chat: ChatId, error: &CallError) {
    let is_forbidden = matches!(error, CallError::Refused { code: 403, .. });
    if let Some(user) = chat.person().filter(|_| is_forbidden) {
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
