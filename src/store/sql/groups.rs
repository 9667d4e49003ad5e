//! Statements on the settings of groups.

pub(in crate::store) const GROUP_SETTINGS: &str =
    "SELECT starters, topic, language FROM group_settings WHERE chat = $1";

pub(in crate::store) const SET_STARTERS: &str = "\
    INSERT INTO group_settings (chat, starters) VALUES ($1, $2) \
    ON CONFLICT (chat) DO UPDATE SET starters = excluded.starters";

pub(in crate::store) const SET_TOPIC: &str = "\
    INSERT INTO group_settings (chat, topic) VALUES ($1, $2) \
    ON CONFLICT (chat) DO UPDATE SET topic = excluded.topic";

pub(in crate::store) const SET_LANGUAGE: &str = "\
    INSERT INTO group_settings (chat, language) VALUES ($1, $2) \
    ON CONFLICT (chat) DO UPDATE SET language = excluded.language";

/// Settings already chosen in the new chat are kept. Its topics differ from those of the old one.
pub(in crate::store) const MOVE_GROUP: &str = "\
    UPDATE group_settings SET chat = $1, topic = NULL WHERE chat = $2 \
    AND NOT EXISTS (SELECT other.chat FROM group_settings AS other WHERE other.chat = $1)";

pub(in crate::store) const DROP_GROUP: &str = "DELETE FROM group_settings WHERE chat = $1";
