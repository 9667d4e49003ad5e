//! Phrases of games between people, with a value in each placeholder.

use zerosum_render::locales::names::DisplayName;
use zerosum_render::locales::phrase::Phrase;

use crate::words::locales::FIGURE;

/// All phrases of this module.
pub(crate) fn all() -> impl Iterator<Item = Phrase<'static>> {
    let lists: [&[Phrase<'static>]; 14] = [
        &STATS,
        &ABOUT_GROUPS,
        &ABOUT_BLOCKS,
        &ABOUT_POSTED,
        &ABOUT_AGREEMENTS,
        &AGREEMENT_TOASTS,
        &ABOUT_CLOCKS,
        &CLOCK_MESSAGES,
        &ABOUT_INVITATIONS,
        &ABOUT_VOTES,
        &ABOUT_CHALLENGES,
        &ABOUT_RATINGS,
        &ABOUT_OPPONENTS,
        &ABOUT_REMATCHES,
    ];
    lists.into_iter().flatten().copied()
}

/// Toasts, and texts about the settings of a group.
static ABOUT_GROUPS: [Phrase<'static>; 13] = [
    Phrase::AdministratorsChoose,
    Phrase::AdministratorsStart,
    Phrase::AdministratorsUnknown,
    Phrase::PlayedElsewhere,
    Phrase::GroupSettingsPage,
    Phrase::GroupSettingsAnonymous,
    Phrase::OwnSettings,
    Phrase::StartersEverybody,
    Phrase::StartersAdministrators,
    Phrase::TopicAny,
    Phrase::TopicHere,
    Phrase::LanguageOfStarter,
    Phrase::PlayedInTopic { link: "https://t.me/c/1234567890/2147483647" },
];

/// The text about stored personal data, with the longest figures.
pub(crate) const ABOUT_PRIVACY: Phrase<'static> = Phrase::Privacy {
    finished: 36_500,
    unfinished: 36_500,
    games: 10_000,
    results: 5_000,
    ratings: 100,
    blocked: 100,
};

/// Phrases about people who do not want to play with each other.
static ABOUT_BLOCKS: [Phrase<'static>; 13] = [
    Phrase::SeatNotForYou,
    Phrase::OpponentUnavailable,
    Phrase::OnlyMovesPass,
    Phrase::BlockedNow,
    Phrase::BlockNoted,
    Phrase::AnswerToGroup { text: "Done." },
    Phrase::AnswerToPress { text: "Done." },
    Phrase::TooManyBlocked { people: 100 },
    Phrase::BlockUsage,
    Phrase::BlockedNobody,
    Phrase::BlockedList,
    Phrase::Unblock { name: NAME },
    Phrase::BlockOpponent,
];

/// Phrases about seats that are kept for a person.
static ABOUT_CHALLENGES: [Phrase<'static>; 34] = [
    Phrase::ChallengeTurnedDown { name: NAME },
    Phrase::SeatReserved,
    Phrase::SeatNotReserved,
    Phrase::SeatKeptFor { turn: "Anna to move with ❌.", mark: "⭕", name: NAME },
    Phrase::ChallengeAccept,
    Phrase::ChallengeDecline,
    Phrase::LeftGroup { name: NAME, winner: NAME },
    Phrase::YouLeftGroup { winner: NAME },
    Phrase::LeftGroupYouWin { name: NAME },
    Phrase::ClosedChat { name: NAME },
    Phrase::ClosedChatTo { name: NAME, winner: NAME },
    Phrase::YouClosedChat { winner: NAME },
    Phrase::YouLeftGame { winner: NAME },
    Phrase::EndedByPlayer { name: NAME },
    Phrase::YouEndedGame,
    Phrase::RemovedFromGroup { name: NAME },
    Phrase::MessageDeleted,
    Phrase::ToldMessageDeleted,
    Phrase::RemovedOpponent { name: NAME, winner: NAME },
    Phrase::YouWereRemoved,
    Phrase::RemovedYou { name: NAME },
    Phrase::YouRemovedOpponent { winner: NAME },
    Phrase::ToldRemoved { mark: "❌" },
    Phrase::ToldRemovedOpponent { mark: "❌" },
    Phrase::AsksToTakeBackRated { name: NAME },
    Phrase::YouAskToTakeBackRated,
    Phrase::PlayBothSides,
    Phrase::OpenSeatToAll,
    Phrase::ChallengeUsage,
    Phrase::ChallengeApart,
    Phrase::TooManyChallenges { people: 10 },
    Phrase::ChallengedEnough,
    Phrase::ChallengedTwice { count: 2 },
    Phrase::ChallengeDeclined,
];

/// Phrases about boards that are posted in any chat.
static ABOUT_POSTED: [Phrase<'static>; 8] = [
    Phrase::PostAs { game: "Gomoku 15×15", mark: "⚫" },
    Phrase::PlayAs { mark: "⭕" },
    Phrase::TwoSeatsOpen { first: "❌", second: "⭕" },
    Phrase::PosterTapsFirst { name: NAME, mark: "❌", other: "⭕" },
    Phrase::NotYoursToBegin,
    Phrase::HelpInline { bot: "zerosum_bot" },
    Phrase::WordUltimateForTwo,
    Phrase::WordStrategicForTwo,
];

/// Phrases below a board: offers, answers and greetings.
static ABOUT_AGREEMENTS: [Phrase<'static>; 18] = [
    Phrase::DrawAgreed,
    Phrase::OffersDraw { name: NAME },
    Phrase::YouOfferDraw,
    Phrase::AsksToTakeBack { name: NAME },
    Phrase::YouAskToTakeBack,
    Phrase::Accept,
    Phrase::Allow,
    Phrase::BackToBoard,
    Phrase::DrawSure,
    Phrase::DrawSomebody { name: NAME },
    Phrase::OfferDraw,
    Phrase::ResignSure,
    Phrase::ResignSomebody { name: NAME },
    Phrase::GreetHello,
    Phrase::GreetYourMove,
    Phrase::GreetOneMoment,
    Phrase::GreetWellPlayed,
    Phrase::GreetThanks,
];

/// Toasts about offers and greetings.
pub(crate) static AGREEMENT_TOASTS: [Phrase<'static>; 10] = [
    Phrase::ResignNotAsked,
    Phrase::NoAgreement,
    Phrase::AlreadyOffered,
    Phrase::TooManyOffers,
    Phrase::OwnOffer,
    Phrase::NoOffer,
    Phrase::TooManyGreetings,
    Phrase::TimeStays,
    Phrase::RemindersSet,
    Phrase::RemindersUnset,
];

/// Phrases for players who wait for an opponent.
static ABOUT_OPPONENTS: [Phrase<'static>; 28] = [
    Phrase::UnknownInlineButton,
    Phrase::SomebodyElses,
    Phrase::GameIsOver,
    Phrase::GroupResigned,
    Phrase::NoOpenGameThere,
    Phrase::AskOpponent,
    Phrase::CommandOpponent,
    Phrase::Seeking { game: "Gomoku 15×15", clock: "⏳ three minutes for each move" },
    Phrase::SeekingQuestion,
    Phrase::SeekingStart,
    Phrase::SeekingAnyGame,
    Phrase::SeekingAnySide,
    Phrase::SeekingFirst,
    Phrase::SeekingSecond,
    Phrase::SeekingNoClock,
    Phrase::SeekingTimeNone,
    Phrase::SeekingTimeDay,
    Phrase::SeekingTimeThreeMinutes,
    Phrase::SeekingMeanwhile,
    Phrase::SeekingWithdraw,
    Phrase::SeekingWithdrawn,
    Phrase::SeekingFound { game: "Gomoku 15×15", name: NAME },
    Phrase::SeekingNobody,
    Phrase::SeekingOver,
    Phrase::SeekingAlready,
    Phrase::SeekingBelow,
    Phrase::OpponentAway,
    Phrase::OpponentBusy,
];

/// Phrases about rematches.
static ABOUT_REMATCHES: [Phrase<'static>; 8] = [
    Phrase::OffersRematch { name: NAME },
    Phrase::OffersSwitchedRematch { name: NAME },
    Phrase::YouOfferRematch,
    Phrase::YouOfferSwitchedRematch,
    Phrase::AcceptRematch,
    Phrase::RematchOffered,
    Phrase::RematchLate,
    Phrase::RematchUnseen,
];

const NAME: &DisplayName = &DisplayName::written("Anna");

/// Phrases about clocks and about games that are ended on behalf of their players.
static ABOUT_CLOCKS: [Phrase<'static>; 23] = [
    Phrase::ClockDay,
    Phrase::ClockThreeMinutes,
    Phrase::ClockFiveAndThree,
    Phrase::ClockStands,
    Phrase::TimeNone,
    Phrase::TimeDay,
    Phrase::TimeThreeMinutes,
    Phrase::TimeFiveAndThree,
    Phrase::RemindersOn,
    Phrase::RemindersOff,
    Phrase::RemindMe,
    Phrase::RemindNoMore,
    Phrase::Reminder { game: "Ultimate", hours: 2, minutes: 59 },
    Phrase::HoursLeft { mark: "❌", hours: 23, minutes: 59 },
    Phrase::MinutesLeft { mark: "❌", minutes: 4, seconds: 59 },
    Phrase::TimeIsUp { winner: NAME },
    Phrase::YourTimeIsUp { winner: NAME },
    Phrase::TimeIsUpForYou { name: NAME },
    Phrase::Abandoned { name: NAME, winner: NAME },
    Phrase::YouAbandoned { winner: NAME },
    Phrase::AbandonedToYou { name: NAME },
    Phrase::ToldTimeUp { mark: "❌" },
    Phrase::ToldAbandoned { mark: "❌" },
];

/// Longer messages about clocks.
static CLOCK_MESSAGES: [Phrase<'static>; 1] = [Phrase::NoClockAlone];

/// Phrases about invitations, including their buttons.
static ABOUT_INVITATIONS: [Phrase<'static>; 18] = [
    Phrase::AskInvite,
    Phrase::CommandInvite,
    Phrase::Invitation {
        game: "Ultimate",
        mark: "❌",
        link: "https://t.me/zerosum_bot?start=i0123456789abcdef0123456789abcdef",
    },
    Phrase::InvitationWithdraw,
    Phrase::InvitationShare,
    Phrase::InvitationOffer { game: "Ultimate" },
    Phrase::InvitationMessage { game: "Ultimate", mark: "❌" },
    Phrase::InvitationAccepted { game: "Ultimate" },
    Phrase::InvitationWithdrawn,
    Phrase::InvitationTooOld,
    Phrase::InvitationWaits,
    Phrase::InvitationBelow,
    Phrase::InvitationOwn,
    Phrase::InvitationOver,
    Phrase::InviterBusy,
    Phrase::InviterAway,
    Phrase::TooManyInvitations { count: 5 },
    Phrase::TooManyInvitationsToday { count: 50 },
];

/// Phrases about votes, including their buttons.
static ABOUT_VOTES: [Phrase<'static>; 9] = [
    Phrase::VoteTogether,
    Phrase::TheGroup,
    Phrase::TurnOfGroup { mark: "❌" },
    Phrase::GroupWon { how: "three in a row" },
    Phrase::VoteRules { votes: 10, seconds: 300 },
    Phrase::VotesCast { cast: 9, votes: 10, text: "i9 i9" },
    Phrase::VoteSeconds { seconds: 300 },
    Phrase::VotedSo,
    Phrase::NoVote,
];

/// Phrases about ratings between people, including their buttons.
static ABOUT_RATINGS: [Phrase<'static>; 16] = [
    Phrase::ResultsStandings { ratings: "Ultimate 1523?" },
    Phrase::RatingOverTime { game: "Ultimate", points: "1523?" },
    Phrase::AskTop,
    Phrase::CommandTop,
    Phrase::TopInGroup { game: "Ultimate" },
    Phrase::TopWorldwide { game: "Ultimate" },
    Phrase::TopNobody,
    Phrase::TopRule { same_two: 10 },
    Phrase::TopListMe,
    Phrase::TopTakeMeOff,
    Phrase::TopTakeMeOffEverywhere,
    Phrase::TopListed,
    Phrase::TopTakenOff,
    Phrase::TopTakenOffEverywhere,
    Phrase::TopNotCounted,
    Phrase::TopTooMany,
];

/// Statistics for owners, with the longest figures.
static STATS: [Phrase<'static>; 2] = [
    STATS_TOGETHER,
    Phrase::Stats {
        version: "1.0.0",
        state: "open",
        database: "memory",
        people: FIGURE,
        reachable: FIGURE,
        playing: FIGURE,
        over: FIGURE,
        broadcasts: FIGURE,
        uptime: "1:00:00",
        live: FIGURE,
        updates: FIGURE,
        presses: FIGURE,
    },
];

const STATS_TOGETHER: Phrase<'static> =
    Phrase::StatsTogether { between: FIGURE, seeking: FIGURE, invitations: FIGURE };
