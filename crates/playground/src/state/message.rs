//! One message: its content and its two printed forms.

use serde_json::{Value, json};

use crate::state::keyboard::{self, Keyboard};
use crate::text::FormattedText;

/// Id of the user under whose name Telegram shows anonymous administrators of a group.
pub(crate) const ANONYMOUS_ADMIN: i64 = 1_087_968_824;

#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) chat_id: i64,
    pub(crate) message_id: i32,
    /// Id of the person or the bot that sent it.
    pub(crate) from_id: i64,
    pub(crate) date: i64,
    pub(crate) edit_date: Option<i64>,
    pub(crate) content: Content,
    pub(crate) keyboard: Option<Keyboard>,
    pub(crate) reply_to: Option<i32>,
    /// Topic of the forum that the message is in.
    pub(crate) topic: Option<i32>,
    pub(crate) edits: u32,
    /// The bot's reaction, which its own updates do not show.
    pub(crate) reaction: Option<String>,
    /// True if a person chose it from the results that the bot offered.
    pub(crate) via_bot: bool,
    /// Id by which the bot edits the message without knowing its chat.
    pub(crate) inline_id: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    Text(FormattedText),
    Photo {
        photo: Photo,
        caption: FormattedText,
    },
    Animation {
        animation: Animation,
        caption: FormattedText,
    },
    Document {
        document: Document,
        caption: FormattedText,
    },
    BotAdded,
    BotRemoved,
    TopicCreated(String),
    /// A topic was closed, or opened again.
    TopicClosed(bool),
    /// A person has joined, or was added.
    Joined(i64),
    Left(i64),
    UpgradedTo(i64),
    UpgradedFrom(i64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Photo {
    pub(crate) file_id: String,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) size: usize,
    /// Description stored in the file; for the chat page only.
    pub(crate) description: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Animation {
    pub(crate) document: Document,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) seconds: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Document {
    pub(crate) file_id: String,
    pub(crate) file_name: Option<String>,
    pub(crate) size: usize,
}

/// People and chat with which a message is printed.
pub(crate) struct PrintContext<'a> {
    pub(crate) from: Value,
    pub(crate) chat: Value,
    /// The bot, for service messages about it.
    pub(crate) bot: &'a Value,
    /// Person that a service message is about.
    pub(crate) member: Option<Value>,
    /// The message this one answers, already printed.
    pub(crate) reply_to: Option<Value>,
    /// Topic it is in or, outside forums, the first message of its reply thread.
    pub(crate) thread: Option<i32>,
}

impl Message {
    /// The message as the Bot API prints it.
    pub(crate) fn api_json(&self, context: PrintContext) -> Value {
        let mut value = json!({
            "message_id": self.message_id,
            "from": context.from,
            "chat": context.chat.clone(),
            "date": self.date,
        });
        if let Some(edit_date) = self.edit_date {
            value["edit_date"] = json!(edit_date);
        }
        if self.from_id == ANONYMOUS_ADMIN {
            value["sender_chat"] = context.chat;
        }
        if self.via_bot {
            value["via_bot"] = context.bot.clone();
        }
        self.put_thread(&mut value, context.thread);
        if let Some(reply_to) = context.reply_to {
            value["reply_to_message"] = reply_to;
        }
        match &self.content {
            Content::Text(text) => {
                value["text"] = json!(text.text);
                if !text.entities.is_empty() {
                    value["entities"] = json!(text.entities);
                }
            }
            Content::Photo { photo, caption } => {
                value["photo"] = json!([{
                    "file_id": photo.file_id,
                    "file_unique_id": photo.file_id,
                    "width": photo.width,
                    "height": photo.height,
                    "file_size": photo.size,
                }]);
                put_caption(&mut value, caption);
            }
            Content::Animation { animation, caption } => {
                // Clients that do not know animations find a document.
                let document = document_json(&animation.document);
                value["animation"] = document.clone();
                value["animation"]["width"] = json!(animation.width);
                value["animation"]["height"] = json!(animation.height);
                value["animation"]["duration"] = json!(animation.seconds);
                value["document"] = document;
                put_caption(&mut value, caption);
            }
            Content::Document { document, caption } => {
                value["document"] = document_json(document);
                put_caption(&mut value, caption);
            }
            Content::BotAdded => value["new_chat_members"] = json!([context.bot]),
            Content::BotRemoved => value["left_chat_member"] = context.bot.clone(),
            Content::Joined(_) => value["new_chat_members"] = json!([context.member]),
            Content::Left(_) => value["left_chat_member"] = json!(context.member),
            Content::TopicCreated(name) => {
                value["forum_topic_created"] = json!({ "name": name, "icon_color": 0x006F_B9F0 });
            }
            Content::TopicClosed(true) => value["forum_topic_closed"] = json!({}),
            Content::TopicClosed(false) => value["forum_topic_reopened"] = json!({}),
            Content::UpgradedTo(chat) => value["migrate_to_chat_id"] = json!(chat),
            Content::UpgradedFrom(chat) => value["migrate_from_chat_id"] = json!(chat),
        }
        if let Some(keyboard) = &self.keyboard {
            value["reply_markup"] = keyboard::api_json(keyboard);
        }
        value
    }

    fn put_thread(&self, value: &mut Value, thread: Option<i32>) {
        if let Some(thread) = thread {
            value["message_thread_id"] = json!(thread);
        }
        if self.topic.is_some() {
            value["is_topic_message"] = json!(true);
        }
    }

    /// The message as the chat page reads it.
    pub(crate) fn page_json(&self) -> Value {
        let mut value = json!({
            "chat_id": self.chat_id,
            "message_id": self.message_id,
            "from_id": self.from_id,
            "date": self.date,
            "entities": [],
            "keyboard": self.keyboard.as_ref().map(keyboard::page_json),
        });
        if let Some(edit_date) = self.edit_date {
            value["edit_date"] = json!(edit_date);
        }
        if self.via_bot {
            value["via_bot"] = json!(true);
        }
        if let Some(reaction) = &self.reaction {
            value["reaction"] = json!(reaction);
        }
        if let Some(reply_to) = self.reply_to {
            value["reply_to_message_id"] = json!(reply_to);
        }
        if let Some(topic) = self.topic {
            value["topic"] = json!(topic);
        }
        match &self.content {
            Content::Text(text) => {
                value["text"] = json!(text.text);
                value["entities"] = json!(text.entities);
            }
            Content::Photo { photo, caption } => {
                value["photo"] = json!({
                    "url": format!("/page/files/{}", photo.file_id),
                    "width": photo.width,
                    "height": photo.height,
                    "description": photo.description,
                });
                value["caption"] = json!(caption.text);
                value["entities"] = json!(caption.entities);
            }
            Content::Animation { animation, caption } => {
                value["photo"] = json!({
                    "url": format!("/page/files/{}", animation.document.file_id),
                    "width": animation.width,
                    "height": animation.height,
                    "description": null,
                });
                value["caption"] = json!(caption.text);
                value["entities"] = json!(caption.entities);
            }
            Content::Document { document, caption } => {
                let name = document.file_name.as_deref().unwrap_or("document");
                value["text"] = json!(format!("📄 {name}"));
                value["caption"] = json!(caption.text);
            }
            Content::BotAdded => put_service(&mut value, "bot_added", Value::Null),
            Content::BotRemoved => put_service(&mut value, "bot_removed", Value::Null),
            Content::TopicCreated(name) => put_service(&mut value, "topic", json!(name)),
            Content::TopicClosed(true) => put_service(&mut value, "topic_closed", Value::Null),
            Content::TopicClosed(false) => put_service(&mut value, "topic_opened", Value::Null),
            Content::Joined(user) => put_service(&mut value, "joined", json!(user)),
            Content::Left(user) => put_service(&mut value, "left", json!(user)),
            Content::UpgradedTo(_) | Content::UpgradedFrom(_) => {
                put_service(&mut value, "upgraded", Value::Null);
            }
        }
        value
    }

    /// The text or the caption.
    pub(crate) fn words(&self) -> Option<&FormattedText> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Photo { caption, .. }
            | Content::Animation { caption, .. }
            | Content::Document { caption, .. } => Some(caption),
            Content::BotAdded
            | Content::BotRemoved
            | Content::TopicCreated(_)
            | Content::TopicClosed(_)
            | Content::Joined(_)
            | Content::Left(_)
            | Content::UpgradedTo(_)
            | Content::UpgradedFrom(_) => None,
        }
    }

    /// Returns the person that a service message is about.
    pub(crate) fn member(&self) -> Option<i64> {
        if let Content::Joined(user) | Content::Left(user) = self.content {
            Some(user)
        } else {
            None
        }
    }

    pub(crate) fn is_service(&self) -> bool {
        self.words().is_none()
    }
}

/// Adds the kind of a service message and its subject; the page has the words for it.
fn put_service(value: &mut Value, kind: &str, about: Value) {
    value["service"] = json!({ "kind": kind, "about": about });
}

fn document_json(document: &Document) -> Value {
    json!({
        "file_id": document.file_id,
        "file_unique_id": document.file_id,
        "file_name": document.file_name,
        "file_size": document.size,
    })
}

fn put_caption(value: &mut Value, caption: &FormattedText) {
    if !caption.text.is_empty() {
        value["caption"] = json!(caption.text);
    }
    if !caption.entities.is_empty() {
        value["caption_entities"] = json!(caption.entities);
    }
}
