//! Buttons that open a link or a chat. Telegram handles them itself, and the bot is not notified.

use zerosum_games::any::GameSpec;
use zerosum_session::SessionId;
use zerosum_session::people::invitation::InvitationCode;

use crate::tap::ShareToken;

/// Target of a link button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkButton {
    /// The message field of the same chat, where the bot offers to post the game.
    Post(GameSpec),
    /// A chat of the user's choice, where the bot offers to send one of their invitations.
    Share(InvitationCode),
    /// The private chat with the bot, which shows a finished game.
    LookBack(SessionId),
    /// A chat of the user's choice, with the link to a finished game in its message field.
    Send(SessionId),
    /// Like `Send`, with the link to a game that the user has shared with their name.
    SendNamed(ShareToken),
}
