//! Button data of ratings and tables.

use zerosum_games::family::Family;
use zerosum_session::people::standings::{family_named, name_of};

/// Action of a button about ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RatingTap {
    /// Shows the table of this family, in place of the current one.
    Table(Family),
    /// Adds the user to the tables here, or removes them; this table is shown.
    List { family: Family, is_listed: bool },
    /// Removes the user from the tables of all chats; the table of this family stays.
    Leave(Family),
    /// Shows the user's rating over time, in a new message.
    Chart(Family),
}

impl RatingTap {
    /// Encodes the last fields of a button's data.
    pub(super) fn encode(self) -> String {
        let (kind, family) = match self {
            RatingTap::Table(family) => ('t', family),
            RatingTap::List { family, is_listed: true } => ('l', family),
            RatingTap::List { family, is_listed: false } => ('u', family),
            RatingTap::Leave(family) => ('o', family),
            RatingTap::Chart(family) => ('c', family),
        };
        format!("{kind}:{}", name_of(family))
    }

    pub(super) fn decode(fields: &[&str]) -> Option<RatingTap> {
        let [kind, name] = *fields else { return None };
        let family = family_named(name)?;
        match kind {
            "t" => Some(RatingTap::Table(family)),
            "l" => Some(RatingTap::List { family, is_listed: true }),
            "u" => Some(RatingTap::List { family, is_listed: false }),
            "o" => Some(RatingTap::Leave(family)),
            "c" => Some(RatingTap::Chart(family)),
            _ => None,
        }
    }
}
