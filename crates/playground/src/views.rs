//! Views for tests: messages, buttons, answers and the snapshot that holds them all.

use crate::calls::Call;
use crate::fault::HangingCall;
use crate::state::ServerState;
use crate::state::callbacks::{Callback, CallbackState};
use crate::state::inline::{InlineQuery, InlineResult};
use crate::state::keyboard::{Button, ButtonAction, Keyboard};
use crate::state::message::{Content, Message};
use crate::text::Entity;

/// One message, as its readers see it.
#[derive(Clone, Debug, PartialEq)]
pub struct MessageView {
    pub chat_id: i64,
    pub message_id: i32,
    pub from_bot: bool,
    /// The text, or the caption of a photo, an animation or a document.
    pub text: String,
    pub entities: Vec<Entity>,
    pub has_photo: bool,
    pub has_animation: bool,
    /// Rows of buttons; none without a keyboard.
    pub keyboard: Vec<Vec<ButtonView>>,
    /// Number of times the message was changed, its keyboard included.
    pub edits: u32,
    /// The bot's reaction to the message.
    pub reaction: Option<String>,
    pub reply_to: Option<i32>,
    pub topic: Option<i32>,
    /// True if a person chose it from the results that the bot offered inline.
    pub via_bot: bool,
    /// Id by which the bot edits the message without knowing its chat.
    pub inline_message_id: Option<String>,
}

impl MessageView {
    fn of(state: &ServerState, message: &Message) -> Self {
        let words = message.words().cloned().unwrap_or_default();
        Self {
            chat_id: message.chat_id,
            message_id: message.message_id,
            from_bot: message.from_id == state.bot.id,
            text: words.text,
            entities: words.entities,
            has_photo: matches!(message.content, Content::Photo { .. }),
            has_animation: matches!(message.content, Content::Animation { .. }),
            keyboard: ButtonView::rows(message.keyboard.as_ref()),
            edits: message.edits,
            reaction: message.reaction.clone(),
            reply_to: message.reply_to,
            topic: message.topic,
            via_bot: message.via_bot,
            inline_message_id: message.inline_id.clone(),
        }
    }

    pub fn button(&self, row: usize, column: usize) -> Option<&ButtonView> {
        self.keyboard.get(row)?.get(column)
    }

    /// The place of the first button with this text.
    pub fn find_button(&self, text: &str) -> Option<(usize, usize)> {
        self.keyboard.iter().enumerate().find_map(|(row, buttons)| {
            let column = buttons.iter().position(|button| button.text == text)?;
            Some((row, column))
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonView {
    pub text: String,
    /// Data that a press sends, if any.
    pub data: Option<String>,
    pub url: Option<String>,
    /// Address of the Mini App that a press opens, if any.
    pub web_app: Option<String>,
    /// Query that a press puts after the bot's name in the message field, if any.
    pub query: Option<String>,
    /// Kinds of chat from which a person then chooses, if any.
    pub chats: Vec<&'static str>,
}

impl ButtonView {
    fn rows(keyboard: Option<&Keyboard>) -> Vec<Vec<Self>> {
        let rows = keyboard.into_iter().flatten();
        rows.map(|row| row.iter().map(Self::of).collect()).collect()
    }

    fn of(button: &Button) -> Self {
        let query = button.query().map(str::to_owned);
        let chats = button.kinds_of_chat().unwrap_or_default();
        let view =
            Self { text: button.text.clone(), data: None, url: None, web_app: None, query, chats };
        match &button.action {
            ButtonAction::Callback(data) => Self { data: Some(data.clone()), ..view },
            ButtonAction::Url(url) => Self { url: Some(url.clone()), ..view },
            ButtonAction::WebApp(url) => Self { web_app: Some(url.clone()), ..view },
            ButtonAction::Other(..) => view,
        }
    }
}

/// A document, as a person opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentView {
    pub name: Option<String>,
    pub content: Vec<u8>,
}

/// Answer that a person sees after a press; no text is a silent answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerView {
    pub text: String,
    pub show_alert: bool,
}

impl AnswerView {
    /// The answer, if there is one.
    pub(super) fn of(callback: &Callback) -> Option<Self> {
        match &callback.state {
            CallbackState::Answered { text, show_alert } => {
                Some(Self { text: text.clone(), show_alert: *show_alert })
            }
            CallbackState::Waiting | CallbackState::Expired => None,
        }
    }
}

/// Results that a person is offered inline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineAnswerView {
    pub results: Vec<InlineResultView>,
    /// Offset of further results; empty if there are none.
    pub next_offset: String,
    pub is_personal: bool,
    pub cache_seconds: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineResultView {
    pub id: String,
    pub title: String,
    pub description: Option<String>,
    /// Rows of buttons under the message that it becomes.
    pub keyboard: Vec<Vec<ButtonView>>,
}

impl InlineAnswerView {
    pub(super) fn of(query: &InlineQuery) -> Option<Self> {
        let answer = query.answer.as_ref()?;
        let view = |result: &InlineResult| InlineResultView {
            id: result.id.clone(),
            title: result.title.clone(),
            description: result.description.clone(),
            keyboard: ButtonView::rows(result.keyboard.as_ref()),
        };
        Some(Self {
            results: answer.results.iter().map(view).collect(),
            next_offset: answer.next_offset.clone(),
            is_personal: answer.is_personal,
            cache_seconds: answer.cache_seconds,
        })
    }
}

/// The whole state at one moment.
pub struct Snapshot<'a>(pub(super) &'a ServerState);

impl Snapshot<'_> {
    pub fn message(&self, chat: i64, message_id: i32) -> Option<MessageView> {
        self.0.message(chat, message_id).map(|message| MessageView::of(self.0, message))
    }

    /// The document of a message, unless the message has none or the file is no longer kept.
    pub fn document(&self, chat: i64, message_id: i32) -> Option<DocumentView> {
        let Content::Document { document, .. } = &self.0.message(chat, message_id)?.content else {
            return None;
        };
        let content = self.0.files.get(&document.file_id)?.to_vec();
        Some(DocumentView { name: document.file_name.clone(), content })
    }

    /// The photo of a message as it was uploaded, unless the message has none or the file is no longer kept.
    pub fn photo(&self, chat: i64, message_id: i32) -> Option<Vec<u8>> {
        let Content::Photo { photo, .. } = &self.0.message(chat, message_id)?.content else {
            return None;
        };
        Some(self.0.files.get(&photo.file_id)?.to_vec())
    }

    /// The animation of a message as it was uploaded, unless the message has none or the file is no longer
    /// kept.
    pub fn animation(&self, chat: i64, message_id: i32) -> Option<Vec<u8>> {
        let Content::Animation { animation, .. } = &self.0.message(chat, message_id)?.content
        else {
            return None;
        };
        Some(self.0.files.get(&animation.document.file_id)?.to_vec())
    }

    /// The bot's messages in a chat, oldest first.
    pub fn messages(&self, chat: i64) -> Vec<MessageView> {
        let messages = self.0.chats.get(&chat).map(|chat| chat.messages.values());
        messages
            .into_iter()
            .flatten()
            .filter(|message| message.from_id == self.0.bot.id)
            .map(|message| MessageView::of(self.0, message))
            .collect()
    }

    /// The bot's newest message in a chat.
    pub fn last_message(&self, chat: i64) -> Option<MessageView> {
        let mut messages = self.0.chats.get(&chat)?.messages.values().rev();
        let newest = messages.find(|message| message.from_id == self.0.bot.id)?;
        Some(MessageView::of(self.0, newest))
    }

    /// The answer to a press.
    pub fn answer(&self, callback_id: &str) -> Option<AnswerView> {
        AnswerView::of(self.0.callbacks.get(callback_id)?)
    }

    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.0.calls.iter()
    }

    /// Number of updates the bot has not confirmed.
    pub fn pending_updates(&self) -> usize {
        self.0.updates.pending_count()
    }

    /// Number of presses that wait for an answer.
    pub fn waiting_presses(&self) -> usize {
        self.0.callbacks.waiting()
    }

    /// Number of polls for updates that have begun.
    pub fn polls(&self) -> u64 {
        self.0.updates.polls()
    }

    /// Number of ordered faults that have not been used up.
    pub fn pending_faults(&self) -> usize {
        self.0.faults.len()
    }

    /// The calls that were left hanging, the oldest first.
    pub fn hanging_calls(&self) -> &[HangingCall] {
        self.0.faults.hanging()
    }

    /// Returns whether every update is confirmed and every press is answered or expired.
    pub(crate) fn is_settled(&self) -> bool {
        self.pending_updates() == 0 && self.waiting_presses() == 0
    }

    /// Lists the leftovers that a finished test should not have, as sentences.
    pub(crate) fn leftovers(&self) -> Vec<String> {
        let mut chats: Vec<_> = self.0.chats.values().collect();
        chats.sort_by_key(|chat| chat.id);
        let unread = chats.into_iter().flat_map(|chat| {
            chat.unread.iter().map(|id| {
                let text =
                    self.message(chat.id, *id).map(|message| message.text).unwrap_or_default();
                format!("message {id} in chat {} was not read: {text:?}", chat.id)
            })
        });
        let unanswered = self.0.callbacks.unanswered().map(|callback| {
            format!(
                "press {} of user {} in chat {} was not answered",
                callback.id, callback.user_id, callback.chat_id
            )
        });
        let undelivered =
            self.0.updates.pending_ids().map(|id| format!("update {id} was not confirmed"));
        let unoffered = self.0.inline.unanswered().map(|query| {
            format!("inline query {} of user {} was not answered", query.id, query.user_id)
        });
        unread.chain(unanswered).chain(unoffered).chain(undelivered).collect()
    }
}
