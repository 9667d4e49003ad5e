//! A view in Telegram's types.

use reqwest::Url;
use teloxide::types::{
    InlineKeyboardButton, InlineKeyboardButtonKind, InlineKeyboardMarkup,
    SwitchInlineQueryChosenChat,
};

use crate::render::invitations;
use crate::render::tap::{self, Tap};
use crate::render::way_out::WayOut;
use crate::render::{Button, View};
use crate::telegram::Identity;
use crate::telegram::deep_links;

/// What opens a chat that is chosen then, with a link in its message field.
const SHARE: &str = "https://t.me/share/url";

/// The buttons of this bot below a message. A view without buttons gives an empty keyboard, which takes
/// away the one a message had.
pub fn keyboard(view: &View, identity: &Identity) -> InlineKeyboardMarkup {
    let button = |button: &Button| match button.tap {
        Tap::Leave(way_out) => leading_out(&button.label, way_out, identity),
        tap => InlineKeyboardButton::callback(&button.label, tap::encode(tap)),
    };
    let rows = view.keyboard.iter();
    InlineKeyboardMarkup::new(rows.map(|row| row.iter().map(button).collect::<Vec<_>>()))
}

fn leading_out(label: &str, way_out: WayOut, identity: &Identity) -> InlineKeyboardButton {
    match way_out {
        // The bot is asked as if the name of the game had been typed.
        WayOut::Post(spec) => {
            InlineKeyboardButton::switch_inline_query_current_chat(label, spec.name())
        }
        WayOut::LookBack(id) => {
            let link = identity.seal.as_ref().map(|seal| {
                let link = deep_links::to_kept_game(&identity.username, seal, id);
                Url::parse(&link).expect("it is a URL")
            });
            match link {
                Some(link) => InlineKeyboardButton::url(label, link),
                None => InlineKeyboardButton::callback(label, tap::encode(Tap::Leave(way_out))),
            }
        }
        WayOut::Share(code) if identity.has_inline_mode => {
            let chosen = SwitchInlineQueryChosenChat {
                query: Some(invitations::query(code)),
                allow_user_chats: true,
                allow_bot_chats: false,
                allow_group_chats: true,
                allow_channel_chats: false,
            };
            let kind = InlineKeyboardButtonKind::SwitchInlineQueryChosenChat(chosen);
            InlineKeyboardButton::new(label, kind)
        }
        WayOut::Share(code) => {
            let link = deep_links::to_invitation(&identity.username, code);
            let url = Url::parse_with_params(SHARE, [("url", link)]);
            InlineKeyboardButton::url(label, url.expect("it is a URL"))
        }
    }
}
