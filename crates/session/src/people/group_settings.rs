//! The settings that administrators choose for a group.

use crate::board::TopicId;
use crate::language::Language;

/// The topic of a forum whose messages name none. It has the same number in every forum.
pub const GENERAL_TOPIC: TopicId = TopicId(1);

/// The settings of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupSettings {
    pub starters: Starters,
    /// The only topic of a forum in which games begin; `None` for any.
    pub topic: Option<TopicId>,
    /// The language of the group; `None` for the language of the person who asks or has started a game.
    pub language: Option<Language>,
}

impl GroupSettings {
    /// Returns whether games begin in this topic.
    pub fn plays_in(&self, topic: Option<TopicId>) -> bool {
        self.topic.is_none_or(|only| only == topic.unwrap_or(GENERAL_TOPIC))
    }
}

/// The people who may start games in a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Starters {
    #[default]
    Everybody,
    Administrators,
}

impl Starters {
    pub const ALL: [Starters; 2] = [Starters::Everybody, Starters::Administrators];

    /// Its name in the database and in the data of a button.
    pub fn name(self) -> &'static str {
        match self {
            Starters::Everybody => "everybody",
            Starters::Administrators => "administrators",
        }
    }

    pub fn from_name(name: &str) -> Option<Starters> {
        Starters::ALL.into_iter().find(|starters| starters.name() == name)
    }
}

/// A change of a single setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupChange {
    Starters(Starters),
    Topic(Option<TopicId>),
    Language(Option<Language>),
}
