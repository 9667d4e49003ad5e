//! Statements on the settings of groups.

use zerosum_metrics::labels::StoreCall;

use crate::statement::Sql;

pub(crate) const GROUP_SETTINGS: Sql = Sql::new(
    StoreCall::GroupSettings,
    "SELECT starters, topic, language FROM group_settings WHERE chat = $1",
);

pub(crate) const SET_STARTERS: Sql = Sql::new(
    StoreCall::ChangeGroup,
    "\
    INSERT INTO group_settings (chat, starters) VALUES ($1, $2) \
    ON CONFLICT (chat) DO UPDATE SET starters = excluded.starters",
);

pub(crate) const SET_TOPIC: Sql = Sql::new(
    StoreCall::ChangeGroup,
    "\
    INSERT INTO group_settings (chat, topic) VALUES ($1, $2) \
    ON CONFLICT (chat) DO UPDATE SET topic = excluded.topic",
);

pub(crate) const SET_LANGUAGE: Sql = Sql::new(
    StoreCall::ChangeGroup,
    "\
    INSERT INTO group_settings (chat, language) VALUES ($1, $2) \
    ON CONFLICT (chat) DO UPDATE SET language = excluded.language",
);

/// Settings already chosen in the new chat are kept. Its topics differ from those of the old one.
pub(crate) const MOVE_GROUP: Sql = Sql::new(
    StoreCall::MoveChat,
    "\
    UPDATE group_settings SET chat = $1, topic = NULL WHERE chat = $2 \
    AND NOT EXISTS (SELECT other.chat FROM group_settings AS other WHERE other.chat = $1)",
);

pub(crate) const DROP_GROUP: Sql =
    Sql::new(StoreCall::MoveChat, "DELETE FROM group_settings WHERE chat = $1");
