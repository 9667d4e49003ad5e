//! Converts the buttons of a view to Telegram's types.

use reqwest::Url;
use teloxide::types::{
    InlineKeyboardButton, InlineKeyboardButtonKind, InlineKeyboardMarkup,
    SwitchInlineQueryChosenChat, WebAppInfo,
};
use zerosum_render::pages::invitations;
use zerosum_render::pages::link_button::{LinkButton, PageLink};
use zerosum_render::study::sharing;
use zerosum_render::tap::{self, Tap};
use zerosum_render::{Button, View, row_layout};
use zerosum_session::SessionId;

use crate::links;
use crate::passes::Passes;
use crate::telegram::client::identity::Identity;

/// URL that opens a chat of the user's choice with a link in its message field.
const SHARE: &str = "https://t.me/share/url";

/// Builds the keyboard of a view. A view without buttons gives an empty keyboard, which removes the one
/// that a message had.
pub(crate) fn keyboard(view: &View, identity: &Identity) -> InlineKeyboardMarkup {
    of_rows(&view.keyboard, view.picture.is_some(), identity)
}

/// Builds a keyboard of these rows, below a picture or a text, each on as many lines as its labels need.
pub(crate) fn of_rows(
    rows: &[Vec<Button>],
    has_picture: bool,
    identity: &Identity,
) -> InlineKeyboardMarkup {
    let button = |button: &Button| match button.tap {
        Tap::Link(target) => link_button(&button.label, target, identity),
        Tap::Share(id) => share(&button.label, id, identity),
        tap => InlineKeyboardButton::callback(&button.label, tap::encode(tap)),
    };
    let rows = row_layout::fitting(rows, has_picture)
        .map(|row| row.iter().map(button).collect::<Vec<_>>());
    InlineKeyboardMarkup::new(rows)
}

fn link_button(label: &str, target: LinkButton, identity: &Identity) -> InlineKeyboardButton {
    match target {
        // Fills in an inline query with the name of the game.
        LinkButton::Post(spec) => {
            InlineKeyboardButton::switch_inline_query_current_chat(label, spec.name())
        }
        LinkButton::LookBack(id) => {
            let link = identity.seal.as_ref().map(|seal| {
                let link = links::to_kept_game(&identity.username, seal, id);
                Url::parse(&link).expect("it is a URL")
            });
            match link {
                Some(link) => InlineKeyboardButton::url(label, link),
                None => InlineKeyboardButton::callback(label, tap::encode(Tap::Link(target))),
            }
        }
        LinkButton::Share(code) if identity.has_inline_mode => {
            to_chosen_chat(label, invitations::query(code))
        }
        LinkButton::Share(code) => chooser(label, &links::to_invitation(&identity.username, code)),
        LinkButton::Send(id) => match &identity.seal {
            Some(seal) => chooser(label, &links::to_kept_game(&identity.username, seal, id)),
            None => InlineKeyboardButton::callback(label, tap::encode(Tap::Link(target))),
        },
        LinkButton::SendNamed(token) => {
            chooser(label, &links::to_shared_by_name(&identity.username, token))
        }
        LinkButton::Page(link) => on_page(label, link, identity).unwrap_or_else(|| {
            InlineKeyboardButton::callback(label, tap::encode(Tap::Link(target)))
        }),
    }
}

/// Button that shares a game: it opens a chat of the user's choice, where the bot offers the message to send.
/// Without an inline mode it is a press, which the bot answers with that message.
fn share(label: &str, id: SessionId, identity: &Identity) -> InlineKeyboardButton {
    match &identity.seal {
        Some(seal) if identity.has_inline_mode => {
            to_chosen_chat(label, sharing::query(&links::for_chat(seal, id)))
        }
        _ => InlineKeyboardButton::callback(label, tap::encode(Tap::Share(id))),
    }
}

/// Button that opens a chat of the user's choice with an inline query in its message field.
fn to_chosen_chat(label: &str, query: String) -> InlineKeyboardButton {
    let chosen = SwitchInlineQueryChosenChat {
        query: Some(query),
        allow_user_chats: true,
        allow_bot_chats: false,
        allow_group_chats: true,
        allow_channel_chats: false,
    };
    let kind = InlineKeyboardButtonKind::SwitchInlineQueryChosenChat(chosen);
    InlineKeyboardButton::new(label, kind)
}

/// Button that opens the page; `None` without one.
fn on_page(label: &str, link: PageLink, identity: &Identity) -> Option<InlineKeyboardButton> {
    let (page, seal) = (identity.page.as_ref()?, identity.seal.as_ref()?);
    let game = |id| page.of_game(&links::for_page(seal, id));
    let app = |url| InlineKeyboardButton::web_app(label, WebAppInfo { url });
    Some(match link {
        PageLink::Play(id) if page.has_mini_app => app(game(id)),
        PageLink::Watch(id) if page.has_mini_app && identity.has_main_app => {
            let link = links::to_app(&identity.username, seal, id);
            InlineKeyboardButton::url(label, Url::parse(&link).expect("it is a URL"))
        }
        PageLink::Watch(id) | PageLink::Play(id) => InlineKeyboardButton::url(label, game(id)),
        PageLink::App => app(page.url.clone()),
        PageLink::Login { user, epoch, at } => {
            let code = Passes::new(seal.clone()).login(user, epoch, at);
            InlineKeyboardButton::url(label, page.of_login(&code))
        }
    })
}

/// Button that opens a chat of the user's choice with a link in its message field.
fn chooser(label: &str, link: &str) -> InlineKeyboardButton {
    let url = Url::parse_with_params(SHARE, [("url", link)]);
    InlineKeyboardButton::url(label, url.expect("it is a URL"))
}
