//! Reads the message that a message replies to: a board, a person, or a message elsewhere.

use teloxide::types::{InlineKeyboardButtonKind, Message, MessageKind, MessageOrigin, User};
use zerosum_session::board::MessageId;

use crate::telegram::incoming::command::{Command, OwnerCommand, RepliedPerson, RepliedTo};
use crate::telegram::incoming::event::{Sender, is_group, sender};

/// Adds to a command what it needs from the message that is replied to: `/broadcast` without a text sends the text
/// of that message, and a command about a board is about the board there.
pub(in crate::telegram) fn with_reply(
    command: Command,
    message: &Message,
    username: &str,
) -> Command {
    match command {
        Command::New(words) if has_challenge(message, username) => {
            Command::Challenge { words, whom: replied_person(message) }
        }
        Command::Block(_) => Command::Block(replied_person(message)),
        Command::Owner(OwnerCommand::Broadcast(None)) => {
            let replied_to = message.reply_to_message();
            let text = replied_to.and_then(|replied_to| replied_to.text().or(replied_to.caption()));
            Command::Owner(OwnerCommand::Broadcast(text.map(str::to_owned)))
        }
        command => command.in_reply_to(replied_to(message, username)),
    }
}

/// Author of the message that is replied to, unless it is a bot or a message in the name of a chat. In a topic
/// every message replies to the service message that opened it, which has no author.
fn replied_person(message: &Message) -> Option<RepliedPerson> {
    let replied_to =
        message.reply_to_message().filter(|replied_to| is_said_by_a_person(replied_to))?;
    let Sender { user, first_name, .. } = replied_to.from.as_ref().and_then(sender)?;
    replied_to.sender_chat.is_none().then_some(RepliedPerson { user, first_name })
}

/// Returns whether a message in a group replies to a person or another bot there. In a topic every message
/// replies to the service message that opened it, and below a channel's post every one replies to the post.
fn has_challenge(message: &Message, username: &str) -> bool {
    let is_said = |replied_to: &&Message| {
        let is_post = replied_to.is_automatic_forward();
        is_said_by_a_person(replied_to) && !is_post && !is_via(replied_to, username)
    };
    let replied_to = message.reply_to_message().filter(is_said);
    let is_said = replied_to.is_some_and(|replied_to| !is_from(replied_to, username));
    is_group(&message.chat) && is_said
}

/// The message that is replied to, as far as it concerns the bot.
pub(in crate::telegram) fn replied_to(message: &Message, username: &str) -> Option<RepliedTo> {
    let Some(replied_to) = message.reply_to_message() else {
        return is_about_elsewhere(message).then_some(RepliedTo::Elsewhere);
    };
    if is_via(replied_to, username) {
        let (buttons, links) = (buttons_of(replied_to), links_of(replied_to));
        return Some(RepliedTo::Posted { buttons, links });
    }
    if is_from(replied_to, username) {
        let message = MessageId(replied_to.id.0);
        return Some(RepliedTo::Board { message, buttons: buttons_of(replied_to) });
    }
    let is_copy = matches!(
        replied_to.forward_origin(),
        Some(MessageOrigin::User { sender_user, .. }) if is_called(sender_user, username)
    );
    is_copy.then_some(RepliedTo::Elsewhere)
}

/// Returns whether a message replies to one in another chat or topic.
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
