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

/// What is stored about people, with the longest figures.
pub(crate) const ABOUT_PRIVACY: Phrase<'static> = Phrase::Privacy {
    finished: 36_500,
    unfinished: 36_500,
    games: 10_000,
    results: 5_000,
    blocked: 100,
};

/// About people who do not want to play with each other.
pub(crate) const ABOUT_BLOCKS: [Phrase<'static>; 8] = [
    Phrase::SeatNotForYou,
    Phrase::BlockedNow,
    Phrase::TooManyBlocked { people: 100 },
    Phrase::BlockUsage,
    Phrase::BlockedNobody,
    Phrase::BlockedList,
    Phrase::Unblock { name: "Anna" },
    Phrase::BlockOpponent,
];
