//! The page on which administrators choose something for their group, and what its buttons carry.

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::tap::Tap;
use crate::render::{Button, View};
use crate::session::board::{ChatId, TopicId};
use crate::store::groups::{GENERAL_TOPIC, GroupSettings, Starters};

/// How Telegram begins the numbers of the groups that can be forums. What follows is the number in links.
const LINKED_CHAT_PREFIX: &str = "-100";

/// What a button of the page chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupTap {
    Starters(Starters),
    /// Games begin in the topic in which the page is, or in any.
    Here {
        is_only: bool,
    },
    Language(Option<Language>),
}

impl GroupTap {
    /// The last fields of the data of a button.
    pub(super) fn encode(self) -> String {
        match self {
            GroupTap::Starters(starters) => format!("s:{}", starters.name()),
            GroupTap::Here { is_only: true } => "t:here".to_owned(),
            GroupTap::Here { is_only: false } => "t:any".to_owned(),
            GroupTap::Language(language) => {
                format!("l:{}", language.map_or("any", Language::code))
            }
        }
    }

    pub(super) fn decode(fields: &[&str]) -> Option<GroupTap> {
        match *fields {
            ["s", name] => Starters::from_name(name).map(GroupTap::Starters),
            ["t", "here"] => Some(GroupTap::Here { is_only: true }),
            ["t", "any"] => Some(GroupTap::Here { is_only: false }),
            ["l", "any"] => Some(GroupTap::Language(None)),
            ["l", code] => {
                Language::from_code(code).map(|language| GroupTap::Language(Some(language)))
            }
            _ => None,
        }
    }
}

/// Where in a group the page stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub chat: ChatId,
    /// Whether the group has topics at all.
    pub is_forum: bool,
    pub topic: Option<TopicId>,
}

/// What was chosen for a group, each with a button for what else can be.
pub fn page(locales: &Locales, language: Language, settings: GroupSettings, spot: Spot) -> View {
    let say = |phrase| locales.say(language, phrase);
    let button = |label: String, is_chosen, tap| {
        let label = if is_chosen { format!("✓ {label}") } else { label };
        Button { label, tap: Tap::Group(tap) }
    };
    let starters = |starters| {
        let phrase = match starters {
            Starters::Everybody => Phrase::StartersEverybody,
            Starters::Administrators => Phrase::StartersAdministrators,
        };
        button(say(phrase), settings.starters == starters, GroupTap::Starters(starters))
    };
    let mut keyboard = Starters::ALL.map(|who| vec![starters(who)]).to_vec();
    if spot.is_forum {
        let is_here = settings.topic.is_some() && settings.plays_in(spot.topic);
        let here = button(say(Phrase::TopicHere), is_here, GroupTap::Here { is_only: true });
        let is_any = settings.topic.is_none();
        let any = button(say(Phrase::TopicAny), is_any, GroupTap::Here { is_only: false });
        keyboard.push(vec![any, here]);
    }
    let is_any = settings.language.is_none();
    let any = button(say(Phrase::LanguageOfStarter), is_any, GroupTap::Language(None));
    keyboard.push(vec![any]);
    let spoken = |language: Language| {
        let is_chosen = settings.language == Some(language);
        button(language.own_name().to_owned(), is_chosen, GroupTap::Language(Some(language)))
    };
    keyboard.push(Language::ALL.map(spoken).to_vec());
    // Anybody may press, also who writes in the name of the group.
    let mut text =
        format!("{}\n\n{}", say(Phrase::GroupSettingsPage), say(Phrase::GroupSettingsAnonymous));
    let elsewhere = settings.topic.filter(|_| spot.is_forum && !settings.plays_in(spot.topic));
    if let Some(topic) = elsewhere {
        let link = link_to(spot.chat, topic);
        text = format!("{text}\n\n{}", say(Phrase::PlayedInTopic { link: &link }));
    }
    View { text, keyboard, picture: None }
}

/// The way to a topic; nothing for a chat that cannot be linked to.
pub fn link_to(ChatId(chat): ChatId, TopicId(topic): TopicId) -> String {
    let number = chat.to_string();
    let number = number.strip_prefix(LINKED_CHAT_PREFIX);
    number.map(|number| format!("https://t.me/c/{number}/{topic}")).unwrap_or_default()
}

/// The topic in which a page stands, as it is stored.
pub fn topic_of(spot: Spot) -> TopicId {
    spot.topic.unwrap_or(GENERAL_TOPIC)
}
