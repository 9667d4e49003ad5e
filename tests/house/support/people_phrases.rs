//! The phrases about groups and the people in them, with something in each of their placeholders.

use zerosum::locales::phrase::Phrase;

/// Short answers to a press, and what is said about the settings of a group.
pub(crate) const ABOUT_GROUPS: [Phrase<'static>; 13] = [
    Phrase::AdministratorsChoose,
    Phrase::AdministratorsStart,
    Phrase::AdministratorsUnknown,
    Phrase::PlayedElsewhere,
    Phrase::GroupSettingsPage,
    Phrase::GroupSettingsAnonymous,
    Phrase::GroupOnly,
    Phrase::StartersEverybody,
    Phrase::StartersAdministrators,
    Phrase::TopicAny,
    Phrase::TopicHere,
    Phrase::LanguageOfStarter,
    Phrase::PlayedInTopic { link: "https://t.me/c/1234567890/2147483647" },
];
