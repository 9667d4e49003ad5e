//! Phrases about links, copies and boards in other places, with a value in each placeholder.

use zerosum_render::locales::names::DisplayName;
use zerosum_render::locales::phrase::Phrase;

const NAME: &DisplayName = &DisplayName::written("Anna");

/// All phrases of this module.
pub(crate) static ALL: [Phrase<'static>; 29] = [
    Phrase::AnsweredNoBoard,
    Phrase::AnsweredElsewhere,
    Phrase::PostedNotBegun,
    Phrase::PostedStays,
    Phrase::LinkBroken,
    Phrase::LinkBrokenGame,
    Phrase::LinkBrokenInvitation,
    Phrase::LinkBrokenPuzzle,
    Phrase::LinkGone,
    Phrase::LinkInvitationOld,
    Phrase::LinkInvitationTaken,
    Phrase::LinkInvitationWithdrawn,
    Phrase::PlayItYourself,
    Phrase::PuzzleToMove { mark: "❌" },
    Phrase::ShareNamed,
    Phrase::ShareOfferNamed,
    Phrase::ShareOfferUnnamed,
    Phrase::ShareOfferText,
    Phrase::SharedBy { name: NAME },
    Phrase::SharedAgainst { level: "strong" },
    Phrase::SharedWin { level: "strong", moves: 14 },
    Phrase::SharedWinOf { name: NAME, level: "strong", moves: 14 },
    Phrase::SharedWithName,
    Phrase::ChallengeSharer { name: NAME },
    Phrase::ChallengeUnnamed,
    Phrase::ChallengeSent,
    Phrase::ChallengedBySharing {
        name: NAME,
        game: "Ultimate",
        link: "https://t.me/zerosum_bot?start=i0123456789abcdef0123456789abcdef",
    },
    Phrase::SharerAway,
    Phrase::StaleButton { command: "/deletemydata" },
];
