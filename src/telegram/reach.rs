//! Who can be sent something unasked: whoever has a chat with the bot and has not closed it since.

use crate::referee::Referee;
use crate::session::UserId;
use crate::session::board::ChatId;
use crate::telegram::api::CallError;

/// Notes that a person has closed their chat, if that is what Telegram says to a message or edit
/// there. It is written down once.
pub async fn note_refusal(referee: &Referee, chat: ChatId, error: &CallError) {
    let is_forbidden = matches!(error, CallError::Refused { code: 403, .. });
    if let Some(user) = person_of(chat).filter(|_| is_forbidden) {
        note(referee, user, false).await;
    }
}

/// Notes that somebody writes in a chat: their own is open then.
pub async fn note_words(referee: &Referee, chat: ChatId) {
    if let Some(user) = person_of(chat) {
        note(referee, user, true).await;
    }
}

/// Telegram numbers private chats as their persons.
fn person_of(chat: ChatId) -> Option<UserId> {
    chat.0.try_into().ok().filter(|_| chat.is_private()).map(UserId)
}

async fn note(referee: &Referee, user: UserId, is_reachable: bool) {
    let noted = async {
        match referee.person(user).await? {
            Some(person) if person.is_reachable != is_reachable => {
                referee.set_reachable(user, is_reachable).await
            }
            _ => Ok(()),
        }
    };
    if let Err(error) = noted.await {
        log::warn!("person {}: whether they can be reached is not noted: {error}", user.0);
    }
}
