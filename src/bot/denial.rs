//! Reasons for no: the phrase that tells the person, and the label that counts it.

use crate::bot::services::Services;
use crate::locales::phrase::Phrase;
use crate::metrics::labels::Press;
use crate::play::games::transitions::{OPEN_GAMES_MAX, TooMany};
use crate::store::people::challenges::{CHALLENGES_BETWEEN_MAX, CHALLENGES_BY_PERSON_MAX};

/// Reason why something is not done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Denial {
    pub(crate) label: Press,
    pub(crate) phrase: Phrase<'static>,
}

impl Denial {
    pub(crate) const STORE_AWAY: Denial = Denial::new(Press::Failed, Phrase::StoreAway);
    pub(crate) const RECORD_IN_PLAY: Denial = Denial::new(Press::InPlay, Phrase::RecordInPlay);
    pub(crate) const SEAT_RESERVED: Denial = Denial::new(Press::Reserved, Phrase::SeatReserved);

    // Two people who cannot play each other, for a reason that does not tell who has blocked the other.
    pub(crate) const SEAT_NOT_FOR_YOU: Denial = Denial::new(Press::Apart, Phrase::SeatNotForYou);
    pub(crate) const CHALLENGE_APART: Denial = Denial::new(Press::Apart, Phrase::ChallengeApart);
    pub(crate) const OPPONENT_UNAVAILABLE: Denial =
        Denial::new(Press::Apart, Phrase::OpponentUnavailable);
    pub(crate) const OPPONENT_AWAY: Denial = Denial::new(Press::Apart, Phrase::OpponentAway);
    pub(crate) const REMATCH_UNSEEN: Denial = Denial::new(Press::Apart, Phrase::RematchUnseen);

    /// The opponent has too many games.
    pub(crate) const OPPONENT_BUSY: Denial = Denial::new(Press::TooManyGames, Phrase::OpponentBusy);

    // Settings of a group.
    pub(crate) const PLAYED_ELSEWHERE: Denial =
        Denial::new(Press::GroupForbids, Phrase::PlayedElsewhere);
    pub(crate) const ADMINISTRATORS_START: Denial =
        Denial::new(Press::GroupForbids, Phrase::AdministratorsStart);
    pub(crate) const ADMINISTRATORS_UNKNOWN: Denial =
        Denial::new(Press::GroupForbids, Phrase::AdministratorsUnknown);

    // The first tap on a posted board.
    pub(crate) const NOT_YOURS_TO_BEGIN: Denial =
        Denial::new(Press::NotSeated, Phrase::NotYoursToBegin);
    pub(crate) const TAP_TO_JOIN: Denial = Denial::new(Press::NotSeated, Phrase::TapToJoin);
    pub(crate) const NO_SUCH_MOVE: Denial = Denial::new(Press::Illegal, Phrase::NoSuchMove);
    pub(crate) const NO_BOARD_HERE: Denial =
        Denial::new(Press::UnknownButton, Phrase::UnknownInlineButton);

    const fn new(label: Press, phrase: Phrase<'static>) -> Denial {
        Denial { label, phrase }
    }

    /// The person starts too many games in a minute.
    pub(crate) fn too_fast(services: &Services) -> Denial {
        let games = services.limits.new_games.per_minute();
        Denial::new(Press::TooManyNewGames, Phrase::TooManyNewGames { games })
    }

    /// The person has too many games, or makes too many challenges.
    pub(crate) fn too_many(services: &Services, too_many: TooMany) -> Denial {
        let phrase = match too_many {
            TooMany::Challenges => Phrase::TooManyChallenges { people: CHALLENGES_BY_PERSON_MAX },
            TooMany::ChallengesOfOther => Phrase::ChallengedEnough,
            TooMany::ChallengesBetween => Phrase::ChallengedTwice { count: CHALLENGES_BETWEEN_MAX },
            TooMany::DeclinedLately => Phrase::ChallengeDeclined,
            TooMany::Here => Phrase::TooManyGames { games: OPEN_GAMES_MAX },
            TooMany::InAll => {
                Phrase::TooManyGamesInAll { games: services.play.open_games_in_all_max() }
            }
        };
        Denial::new(Press::TooManyGames, phrase)
    }
}
