//! The methods the playground knows.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::api::error::ApiError;
use crate::api::files::{downloads, media};
use crate::api::params::Params;
use crate::api::{chats, edits, inline, menu, messages, polling, profile, reactions, setup};
use crate::shared::Shared;

macro_rules! methods {
    ($($variant:ident = $name:literal),+ $(,)?) => {
        /// A method of the Bot API.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Method {
            $($variant),+
        }

        impl Method {
            const ALL: &[Self] = &[$(Self::$variant),+];

            /// The method's name as the Bot API spells it.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }
    };
}

methods! {
    GetMe = "getMe",
    GetUpdates = "getUpdates",
    SetWebhook = "setWebhook",
    DeleteWebhook = "deleteWebhook",
    GetWebhookInfo = "getWebhookInfo",
    SendMessage = "sendMessage",
    SendPhoto = "sendPhoto",
    SendAnimation = "sendAnimation",
    SendDocument = "sendDocument",
    GetFile = "getFile",
    SendChatAction = "sendChatAction",
    EditMessageText = "editMessageText",
    EditMessageCaption = "editMessageCaption",
    EditMessageMedia = "editMessageMedia",
    EditMessageReplyMarkup = "editMessageReplyMarkup",
    DeleteMessage = "deleteMessage",
    SetMessageReaction = "setMessageReaction",
    AnswerCallbackQuery = "answerCallbackQuery",
    AnswerInlineQuery = "answerInlineQuery",
    GetChat = "getChat",
    GetChatMember = "getChatMember",
    GetChatMemberCount = "getChatMemberCount",
    GetChatAdministrators = "getChatAdministrators",
    SetMyCommands = "setMyCommands",
    GetMyCommands = "getMyCommands",
    DeleteMyCommands = "deleteMyCommands",
    SetMyName = "setMyName",
    GetMyName = "getMyName",
    SetMyDescription = "setMyDescription",
    GetMyDescription = "getMyDescription",
    SetMyShortDescription = "setMyShortDescription",
    GetMyShortDescription = "getMyShortDescription",
    SetChatMenuButton = "setChatMenuButton",
    GetChatMenuButton = "getChatMenuButton",
}

impl Method {
    /// The method with this name, in any case.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|method| method.name().eq_ignore_ascii_case(name))
    }

    /// Performs a call that waits for nothing. A poll waits, so it is refused: the answer of a webhook is none.
    pub(crate) fn perform(self, shared: &Arc<Shared>, params: &Params) -> Result<Answer, ApiError> {
        match self {
            Self::GetUpdates => Err(polling::webhook_is_active()),
            Self::SetWebhook => setup::set_webhook(shared, params),
            Self::DeleteWebhook => setup::delete_webhook(shared, params),
            Self::GetWebhookInfo => setup::get_webhook_info(shared),
            Self::GetMe => setup::get_me(shared),
            Self::SendMessage => messages::send_message(shared, params),
            Self::SendChatAction => messages::send_chat_action(shared, params),
            Self::DeleteMessage => messages::delete_message(shared, params),
            Self::SetMessageReaction => reactions::set_message_reaction(shared, params),
            Self::AnswerCallbackQuery => messages::answer_callback_query(shared, params),
            Self::AnswerInlineQuery => inline::answer_inline_query(shared, params),
            Self::SendPhoto => media::send_photo(shared, params),
            Self::SendAnimation => media::send_animation(shared, params),
            Self::SendDocument => media::send_document(shared, params),
            Self::GetFile => downloads::get_file(shared, params),
            Self::EditMessageMedia => media::edit_message_media(shared, params),
            Self::EditMessageText => edits::edit_message_text(shared, params),
            Self::EditMessageCaption => edits::edit_message_caption(shared, params),
            Self::EditMessageReplyMarkup => edits::edit_message_reply_markup(shared, params),
            Self::GetChat => chats::get_chat(shared, params),
            Self::GetChatMember => chats::get_chat_member(shared, params),
            Self::GetChatMemberCount => chats::get_chat_member_count(shared, params),
            Self::GetChatAdministrators => chats::get_chat_administrators(shared, params),
            Self::SetMyCommands => profile::set_my_commands(shared, params),
            Self::GetMyCommands => profile::get_my_commands(shared, params),
            Self::DeleteMyCommands => profile::delete_my_commands(shared, params),
            Self::SetMyName => profile::set_text(shared, params, &profile::NAME),
            Self::GetMyName => profile::get_text(shared, params, &profile::NAME),
            Self::SetMyDescription => profile::set_text(shared, params, &profile::DESCRIPTION),
            Self::GetMyDescription => profile::get_text(shared, params, &profile::DESCRIPTION),
            Self::SetMyShortDescription => {
                profile::set_text(shared, params, &profile::SHORT_DESCRIPTION)
            }
            Self::GetMyShortDescription => {
                profile::get_text(shared, params, &profile::SHORT_DESCRIPTION)
            }
            Self::SetChatMenuButton => menu::set_chat_menu_button(shared, params),
            Self::GetChatMenuButton => menu::get_chat_menu_button(shared, params),
        }
    }
}

/// The result of a call, printed.
#[derive(Debug)]
pub(crate) struct Answer(pub(crate) String);

impl Answer {
    pub(crate) fn json(result: &impl Serialize) -> Result<Self, ApiError> {
        serde_json::to_string(result)
            .map(Self)
            .map_err(|_| ApiError::new(500, "Internal Server Error"))
    }

    /// `true`, the result of calls that have none.
    pub(crate) fn done() -> Result<Self, ApiError> {
        Self::json(&Value::Bool(true))
    }
}

#[cfg(test)]
mod tests {
    use crate::api::method::Method;

    #[test]
    fn the_readme_names_every_method() {
        let readme = include_str!("../../README.md");
        for method in Method::ALL {
            let name = method.name();
            assert!(readme.contains(&format!("`{name}`")), "{name} is not in README.md");
        }
    }
}
