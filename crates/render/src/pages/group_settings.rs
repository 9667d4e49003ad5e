//! Settings page of a group for its administrators, and the data of its buttons.

use zerosum_session::board::{ChatId, TopicId};
use zerosum_session::language::Language;
use zerosum_session::people::group_settings::{GENERAL_TOPIC, GroupSettings, Starters};

use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::row_layout::option_label;
use crate::tap::{GroupTap, Tap};
use crate::view::{Button, View};

/// The id of a supergroup is the negative of this plus its number, which is used in links. Source:
/// <https://core.telegram.org/api/bots/ids>.
const FIRST_SUPERGROUP: i64 = 1_000_000_000_000;

/// Place of the page in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub chat: ChatId,
    /// True if the group has topics.
    pub is_forum: bool,
    pub topic: Option<TopicId>,
}

/// Renders the settings of a group, with a button for each choice.
pub fn page(localizer: Localizer, settings: GroupSettings, spot: Spot) -> View {
    let say = |phrase| localizer.say(phrase);
    let button = |name: String, is_chosen, tap| Button {
        label: option_label(name, is_chosen),
        tap: Tap::Group(tap),
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
    if let Some(link) = elsewhere.and_then(|topic| link_to(spot.chat, topic)) {
        text = format!("{text}\n\n{}", say(Phrase::PlayedInTopic { link: &link }));
    }
    View { text, keyboard, picture: None }
}

/// Returns the link to a topic; `None` for a chat that has no topics.
pub fn link_to(ChatId(chat): ChatId, TopicId(topic): TopicId) -> Option<String> {
    let number = chat.checked_neg()?.checked_sub(FIRST_SUPERGROUP)?;
    (number > 0).then(|| format!("https://t.me/c/{number}/{topic}"))
}

/// Returns the topic of a page as it is stored.
pub fn topic_of(spot: Spot) -> TopicId {
    spot.topic.unwrap_or(GENERAL_TOPIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_of_all_supergroups_have_links() {
        let link = |chat| link_to(ChatId(chat), TopicId(7));
        for number in [1, 1_234_567_890, 11_234_567_890, 997_852_516_352] {
            let expected = format!("https://t.me/c/{number}/7");
            assert_eq!(link(-FIRST_SUPERGROUP - number), Some(expected));
        }
        for chat in [0, 5, -5, -999_999_999_999, -FIRST_SUPERGROUP, i64::MIN] {
            assert_eq!(link(chat), None, "{chat}");
        }
    }
}
