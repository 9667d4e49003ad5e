//! Reads the message that a message answers: a board, a person, or a message elsewhere.

use teloxide::types::{InlineKeyboardButtonKind, Message, MessageKind, MessageOrigin, User};
use zerosum_session::board::MessageId;

use crate::telegram::incoming::command::{Answered, AnsweredPerson, Command, OwnerCommand};
use crate::telegram::incoming::event::{Sender, is_group, sender};

/// Adds to a command what it needs from the answered message: `/broadcast` without a text sends the text
/// of that message, and a command about a board is about the board there.
pub(in crate::telegram) fn with_answered(
    command: Command,
    message: &Message,
    username: &str,
) -> Command {
    match command {
        Command::New(words) if challenges_somebody(message, username) => {
            Command::Challenge { words, whom: answered_person(message) }
        }
        Command::Block(_) => Command::Block(answered_person(message)),
        Command::Owner(OwnerCommand::Broadcast(None)) => {
            let answered = message.reply_to_message();
            let text = answered.and_then(|answered| answered.text().or(answered.caption()));
            Command::Owner(OwnerCommand::Broadcast(text.map(str::to_owned)))
        }
        command => command.in_answer_to(answered(message, username)),
    }
}

/// Author of the answered message, unless it is a bot or a message in the name of a chat. In a topic
/// every message answers the service message that opened it, which has no author.
fn answered_person(message: &Message) -> Option<AnsweredPerson> {
    let answered = message.reply_to_message().filter(|answered| is_said_by_a_person(answered))?;
    let Sender { user, first_name, .. } = answered.from.as_ref().and_then(sender)?;
    answered.sender_chat.is_none().then_some(AnsweredPerson { user, first_name })
}

/// Returns whether a message in a group answers a person or another bot there. In a topic every message
/// answers the service message that opened it, and below a channel's post every one answers the post.
fn challenges_somebody(message: &Message, username: &str) -> bool {
    let is_said = |answered: &&Message| {
        let is_post = answered.is_automatic_forward();
        is_said_by_a_person(answered) && !is_post && !is_via(answered, username)
    };
    let answered = message.reply_to_message().filter(is_said);
    let is_said = answered.is_some_and(|answered| !is_from(answered, username));
    is_group(&message.chat) && is_said
}

/// The answered message, as far as it concerns the bot.
pub(in crate::telegram) fn answered(message: &Message, username: &str) -> Option<Answered> {
    let Some(answered) = message.reply_to_message() else {
        return is_about_elsewhere(message).then_some(Answered::Elsewhere);
    };
    if is_via(answered, username) {
        let (buttons, links) = (buttons_of(answered), links_of(answered));
        return Some(Answered::Posted { buttons, links });
    }
    if is_from(answered, username) {
        let message = MessageId(answered.id.0);
        return Some(Answered::Board { message, buttons: buttons_of(answered) });
    }
    let is_copy = matches!(
        answered.forward_origin(),
        Some(MessageOrigin::User { sender_user, .. }) if is_called(sender_user, username)
    );
    is_copy.then_some(Answered::Elsewhere)
}

/// Returns whether a message answers one in another chat or topic.
fn is_about_elsewhere(message: &Message) -> bool {
    match &message.kind {
        MessageKind::Common(common) => common.external_reply.is_some(),
        _ => false,
    }
}

/// Returns whether a message was posted via the bot.
pub(in crate::telegram) fn is_via(message: &Message, username: &str) -> bool {
    message.via_bot.as_ref().is_some_and(|bot| is_called(bot, username))
}

fn is_from(message: &Message, username: &str) -> bool {
    message.from.as_ref().is_some_and(|from| is_called(from, username))
}

fn is_called(user: &User, username: &str) -> bool {
    user.username.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(username))
}

/// Returns whether a message has content of a person, as opposed to a service message.
pub(in crate::telegram) fn is_said_by_a_person(message: &Message) -> bool {
    matches!(message.kind, MessageKind::Common(_))
}

/// Data of all callback buttons below a message.
pub(in crate::telegram) fn buttons_of(message: &Message) -> Vec<String> {
    let rows = message.reply_markup().into_iter().flat_map(|markup| &markup.inline_keyboard);
    let data = rows.flatten().filter_map(|button| match &button.kind {
        InlineKeyboardButtonKind::CallbackData(data) => Some(data.clone()),
        _ => None,
    });
    data.collect()
}

/// URLs of all link buttons below a message.
fn links_of(message: &Message) -> Vec<String> {
    let rows = message.reply_markup().into_iter().flat_map(|markup| &markup.inline_keyboard);
    let links = rows.flatten().filter_map(|button| match &button.kind {
        InlineKeyboardButtonKind::Url(url) => Some(url.to_string()),
        _ => None,
    });
    links.collect()
}
