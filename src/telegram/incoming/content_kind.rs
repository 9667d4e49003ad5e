//! Kind of a message's content, detected by the names of its fields.

use std::fmt;

use serde::Deserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Fields of content that users send, besides text.
const MEDIA: [&str; 18] = [
    "animation",
    "audio",
    "checklist",
    "contact",
    "dice",
    "document",
    "game",
    "live_photo",
    "location",
    "paid_media",
    "photo",
    "poll",
    "sticker",
    "story",
    "venue",
    "video",
    "video_note",
    "voice",
];

/// Fields of service messages.
const NOTES: [&str; 51] = [
    "boost_added",
    "channel_chat_created",
    "chat_background_set",
    "chat_owner_changed",
    "chat_owner_left",
    "chat_shared",
    "checklist_tasks_added",
    "checklist_tasks_done",
    "connected_website",
    "delete_chat_photo",
    "direct_message_price_changed",
    "forum_topic_closed",
    "forum_topic_created",
    "forum_topic_edited",
    "forum_topic_reopened",
    "general_forum_topic_hidden",
    "general_forum_topic_unhidden",
    "gift",
    "gift_upgrade_sent",
    "giveaway",
    "giveaway_completed",
    "giveaway_created",
    "giveaway_winners",
    "group_chat_created",
    "invoice",
    "left_chat_member",
    "message_auto_delete_timer_changed",
    "migrate_from_chat_id",
    "migrate_to_chat_id",
    "new_chat_members",
    "new_chat_photo",
    "new_chat_title",
    "paid_message_price_changed",
    "passport_data",
    "pinned_message",
    "proximity_alert_triggered",
    "refunded_payment",
    "successful_payment",
    "suggested_post_approval_failed",
    "suggested_post_approved",
    "suggested_post_declined",
    "suggested_post_paid",
    "suggested_post_refunded",
    "supergroup_chat_created",
    "unique_gift",
    "users_shared",
    "video_chat_ended",
    "video_chat_participants_invited",
    "video_chat_scheduled",
    "video_chat_started",
    "web_app_data",
];

/// Kind of a message that is not a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::telegram) enum ContentKind {
    /// Sent by a user.
    Media,
    /// A service message.
    Note,
    /// Newer than these lists.
    Unknown,
}

/// Visitor that reads the field names of a message.
struct Fields;

impl ContentKind {
    /// Detects the kind of a message without a text.
    pub(in crate::telegram) fn of(message: &RawValue) -> ContentKind {
        let mut json = serde_json::Deserializer::from_str(message.get());
        json.deserialize_map(Fields).unwrap_or(ContentKind::Unknown)
    }
}

impl<'de> Visitor<'de> for Fields {
    type Value = ContentKind;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<ContentKind, A::Error> {
        let mut kind = ContentKind::Unknown;
        while let Some((name, IgnoredAny)) = fields.next_entry::<String, IgnoredAny>()? {
            if MEDIA.contains(&name.as_str()) {
                kind = ContentKind::Media;
            } else if kind == ContentKind::Unknown && NOTES.contains(&name.as_str()) {
                kind = ContentKind::Note;
            }
        }
        Ok(kind)
    }
}
