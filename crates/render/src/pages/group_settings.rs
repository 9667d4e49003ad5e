//! Settings page of a group for its administrators, and the data of its buttons.

use zerosum_session::board::{ChatId, TopicId};
use zerosum_session::language::Language;
use zerosum_session::people::group_settings::{GENERAL_TOPIC, GroupSettings, Starters};

use crate::locales::Locales;
use crate::locales::phrase::Phrase;
use crate::tap::{GroupTap, Tap};
use crate::view::{Button, View};

/// Prefix of the ids of supergroups. The rest of the id is used in links.
const LINKED_CHAT_PREFIX: &str = "-100";

/// Place of the page in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub chat: ChatId,
    /// True if the group has topics.
    pub is_forum: bool,
    pub topic: Option<TopicId>,
}

/// Renders the settings of a group, with a button for each choice.
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
    // Any member may press the buttons, including anonymous administrators.
    let mut text =
        format!("{}\n\n{}", say(Phrase::GroupSettingsPage), say(Phrase::GroupSettingsAnonymous));
    let elsewhere = settings.topic.filter(|_| spot.is_forum && !settings.plays_in(spot.topic));
    if let Some(topic) = elsewhere {
        let link = link_to(spot.chat, topic);
        text = format!("{text}\n\n{}", say(Phrase::PlayedInTopic { link: &link }));
    }
    View { text, keyboard, picture: None }
}

/// Returns the link to a topic; empty for a chat that cannot be linked to.
pub fn link_to(ChatId(chat): ChatId, TopicId(topic): TopicId) -> String {
    let number = chat.to_string();
    let number = number.strip_prefix(LINKED_CHAT_PREFIX);
    number.map(|number| format!("https://t.me/c/{number}/{topic}")).unwrap_or_default()
}

/// Returns the topic of a page as it is stored.
pub fn topic_of(spot: Spot) -> TopicId {
    spot.topic.unwrap_or(GENERAL_TOPIC)
}
