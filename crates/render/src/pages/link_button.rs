//! Buttons that open a link or a chat. Telegram handles them itself, and the bot is not notified.

use zerosum_games::any::GameSpec;
use zerosum_session::people::invitation::InvitationCode;
use zerosum_session::{SessionId, UserId};

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
    Page(PageLink),
}

/// Target on the page in a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageLink {
    /// A game, for anyone.
    Watch(SessionId),
    /// A game, for the person of a private chat, who plays there at once where Telegram shows the page.
    Play(SessionId),
    /// The page as Telegram shows it to the person of a private chat.
    App,
    /// The page in a browser, which this person enters by it for a while from this time, in seconds since 1970, unless
    /// they have deleted their data since they were stored in this epoch.
    Login { user: UserId, epoch: u64, at: u32 },
}

impl PageLink {
    /// Encodes the target for a button.
    pub(crate) fn encode(self) -> String {
        match self {
            PageLink::Watch(SessionId(id)) => format!("w:{id:x}"),
            PageLink::Play(SessionId(id)) => format!("p:{id:x}"),
            PageLink::App => "a".to_owned(),
            PageLink::Login { user: UserId(user), epoch, at } => {
                format!("l:{user:x}:{epoch:x}:{at:x}")
            }
        }
    }

    /// Decodes the fields of a target.
    pub(crate) fn decode(fields: &[&str]) -> Option<PageLink> {
        let number = |digits: &str| u64::from_str_radix(digits, 16).ok();
        Some(match *fields {
            ["w", id] => PageLink::Watch(SessionId(number(id)?)),
            ["p", id] => PageLink::Play(SessionId(number(id)?)),
            ["a"] => PageLink::App,
            ["l", user, epoch, at] => PageLink::Login {
                user: UserId(number(user)?),
                epoch: number(epoch)?,
                at: u32::try_from(number(at)?).ok()?,
            },
            _ => return None,
        })
    }
}
