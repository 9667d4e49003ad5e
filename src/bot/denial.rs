//! Reasons for no: the phrase that tells the person, and the label that counts it.

use zerosum_games::MoveCode;
use zerosum_metrics::labels::Press;
use zerosum_render::board::words;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::Refusal;
use zerosum_session::board::{Board, Surface};
use zerosum_store::StoreError;
use zerosum_store::people::challenges::{CHALLENGES_BETWEEN_MAX, CHALLENGES_BY_PERSON_MAX};

use crate::bot::services::Services;
use crate::play::games::arrivals::SeatRefusal;
use crate::play::games::transitions::{NotDone, OPEN_GAMES_MAX, TooMany};

/// Reason why something is not done.
#[derive(Debug)]
pub(crate) struct Denial {
    pub(crate) label: Press,
    pub(crate) phrase: Phrase<'static>,
    /// True if the person has just been told the same.
    pub(crate) is_repeated: bool,
    /// The failure behind it, which is yet to be logged.
    pub(crate) error: Option<StoreError>,
    /// The board in its current state, if the message that was pressed may show an older one.
    pub(crate) board: Option<Box<Board>>,
}

impl Denial {
    pub(crate) const STORE_AWAY: Denial = Denial::new(Press::Failed, Phrase::StoreAway);
    pub(crate) const TOO_FAST: Denial = Denial::new(Press::TooFast, Phrase::TooFast);
    pub(crate) const MAINTENANCE: Denial = Denial::new(Press::Maintenance, Phrase::Maintenance);
    pub(crate) const UNKNOWN_BUTTON: Denial =
        Denial::new(Press::UnknownButton, Phrase::UnknownButton);
    pub(crate) const UNKNOWN_INLINE_BUTTON: Denial =
        Denial::new(Press::UnknownButton, Phrase::UnknownInlineButton);

    // Games that do not allow it.
    pub(crate) const UNKNOWN_GAME: Denial = Denial::new(Press::UnknownGame, Phrase::UnknownGame);
    pub(crate) const NOT_YOUR_BOARD: Denial = Denial::new(Press::NotSeated, Phrase::NotYourBoard);
    pub(crate) const GAME_OVER: Denial = Denial::new(Press::Over, Phrase::GameOver);
    pub(crate) const STILL_IN_PLAY: Denial = Denial::new(Press::InPlay, Phrase::StillInPlay);
    pub(crate) const RECORD_IN_PLAY: Denial = Denial::new(Press::InPlay, Phrase::RecordInPlay);
    pub(crate) const SEAT_RESERVED: Denial = Denial::new(Press::Reserved, Phrase::SeatReserved);
    pub(crate) const TAP_TO_JOIN: Denial = Denial::new(Press::NotSeated, Phrase::TapToJoin);
    pub(crate) const NO_SUCH_MOVE: Denial = Denial::new(Press::Illegal, Phrase::NoSuchMove);
    pub(crate) const NO_HELP: Denial = Denial::new(Press::NoHelp, Phrase::NoHelp);
    pub(crate) const NO_HELP_IN_PLAY: Denial = Denial::new(Press::NoHelp, Phrase::NoHelpInPlay);

    /// The same was asked for before.
    pub(crate) const ALREADY_OPEN: Denial = Denial::new(Press::StartedBefore, Phrase::AlreadyOpen);

    // Two people who cannot play each other, for a reason that does not tell who has blocked the other.
    pub(crate) const SEAT_NOT_FOR_YOU: Denial = Denial::new(Press::Apart, Phrase::SeatNotForYou);
    pub(crate) const CHALLENGE_APART: Denial = Denial::new(Press::Apart, Phrase::ChallengeApart);
    pub(crate) const OPPONENT_UNAVAILABLE: Denial =
        Denial::new(Press::Apart, Phrase::OpponentUnavailable);
    pub(crate) const OPPONENT_AWAY: Denial = Denial::new(Press::Apart, Phrase::OpponentAway);
    pub(crate) const REMATCH_UNSEEN: Denial = Denial::new(Press::Apart, Phrase::RematchUnseen);

    /// The opponent has too many games.
    pub(crate) const OPPONENT_BUSY: Denial = Denial::new(Press::TooManyGames, Phrase::OpponentBusy);

    /// The group has chosen another topic for games.
    pub(crate) const PLAYED_ELSEWHERE: Denial =
        Denial::new(Press::GroupForbids, Phrase::PlayedElsewhere);

    pub(crate) const fn new(label: Press, phrase: Phrase<'static>) -> Denial {
        Denial { label, phrase, is_repeated: false, error: None, board: None }
    }

    /// The button no longer counts, unlike those of the page that this command shows.
    pub(crate) const fn stale_button(command: &'static str) -> Denial {
        Denial::new(Press::UnknownButton, Phrase::StaleButton { command })
    }

    /// The move is not legal there.
    pub(crate) const fn illegal(phrase: Phrase<'static>) -> Denial {
        Denial::new(Press::Illegal, phrase)
    }

    /// The store has failed.
    pub(crate) fn failed(phrase: Phrase<'static>, error: StoreError) -> Denial {
        Denial { error: Some(error), ..Denial::new(Press::Failed, phrase) }
    }

    /// The person starts too many games in a minute, and may have just been told so.
    pub(crate) fn too_fast(services: &Services, is_repeated: bool) -> Denial {
        let games = services.limits.new_games.per_minute();
        let denial = Denial::new(Press::TooManyNewGames, Phrase::TooManyNewGames { games });
        Denial { is_repeated, ..denial }
    }

    /// The game is not found on this surface.
    pub(crate) const fn not_found(surface: Surface) -> Denial {
        match surface {
            Surface::Chat(_) => Denial::UNKNOWN_GAME,
            // The game may exist without being shown there.
            Surface::Inline(_) => Denial::new(Press::UnknownGame, Phrase::UnknownInlineButton),
        }
    }

    /// A request about a session on this surface, which may be a move, is not granted.
    pub(crate) fn of(not_done: NotDone, surface: Surface, code: Option<MoveCode>) -> Box<Denial> {
        match not_done {
            NotDone::Refused(refusal, board) => Denial::refused(refusal, board, code).into(),
            NotDone::Unknown => Denial::not_found(surface).into(),
            NotDone::Failed(error) => error.into(),
        }
    }

    /// The session of a board refuses an action, which may be a move.
    pub(crate) fn refused(refusal: Refusal, board: Board, code: Option<MoveCode>) -> Denial {
        // The bot receives no commands where a board is posted.
        let is_posted = matches!(board.surface(), Surface::Inline(_));
        let phrase = words::refused(refusal, &board.session, code, is_posted);
        let label = match refusal {
            Refusal::NotSeated | Refusal::Taken => Press::NotSeated,
            Refusal::Over => Press::Over,
            Refusal::InPlay | Refusal::Begun => Press::InPlay,
            Refusal::Stale => Press::Stale,
            Refusal::NotYourTurn => Press::NotYourTurn,
            Refusal::Illegal | Refusal::ColourFirst => Press::Illegal,
            Refusal::Reserved | Refusal::NotReserved => Press::Reserved,
            Refusal::NoHelp
            | Refusal::InOpening
            | Refusal::AllSaid
            | Refusal::NothingToTakeBack => Press::NoHelp,
            Refusal::NoAgreement | Refusal::AlreadyOffered | Refusal::TooManyOffers => {
                Press::NoAgreement
            }
            Refusal::OwnOffer | Refusal::NoOffer | Refusal::TooManyGreetings => Press::NoAgreement,
            Refusal::Blocked => Press::Apart,
            Refusal::NoVote | Refusal::VotedSo => Press::NoVote,
        };
        // A press of another person redraws no board.
        let board = (refusal != Refusal::NotSeated).then(|| Box::new(board));
        Denial { board, ..Denial::new(label, phrase) }
    }
}

impl From<StoreError> for Box<Denial> {
    fn from(error: StoreError) -> Box<Denial> {
        Denial::failed(Phrase::StoreAway, error).into()
    }
}

impl From<SeatRefusal> for Box<Denial> {
    fn from(reason: SeatRefusal) -> Box<Denial> {
        match reason {
            SeatRefusal::Reserved => Denial::SEAT_RESERVED.into(),
            SeatRefusal::Blocked => Denial::SEAT_NOT_FOR_YOU.into(),
            SeatRefusal::TooManyGames(too_many) => too_many.into(),
        }
    }
}

impl From<TooMany> for Box<Denial> {
    fn from(too_many: TooMany) -> Box<Denial> {
        let phrase = match too_many {
            TooMany::Challenges => Phrase::TooManyChallenges { people: CHALLENGES_BY_PERSON_MAX },
            TooMany::ChallengesOfOther => Phrase::ChallengedEnough,
            TooMany::ChallengesBetween => Phrase::ChallengedTwice { count: CHALLENGES_BETWEEN_MAX },
            TooMany::DeclinedLately => Phrase::ChallengeDeclined,
            TooMany::Here => Phrase::TooManyGames { games: OPEN_GAMES_MAX },
            TooMany::InAll(games) => Phrase::TooManyGamesInAll { games },
        };
        Denial::new(Press::TooManyGames, phrase).into()
    }
}
