//! Buttons that are no presses: Telegram itself leads whoever taps somewhere else, and the bot is not told.

use zerosum_games::any::GameSpec;

use crate::session::SessionId;
use crate::session::invitation::InvitationCode;

/// Where a tap leads that is no press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WayOut {
    /// Into the message field of the same chat, where the game is offered to be posted.
    Post(GameSpec),
    /// Into a chat that is chosen then, to which an invitation of whoever taps is offered to be sent.
    Share(InvitationCode),
    /// Into the private chat with the bot, where a game that is over is shown.
    LookBack(SessionId),
}
