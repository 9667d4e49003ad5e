//! Moves and resignations by a press: decides, answers once, redraws.

use std::slice;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use zerosum_games::MoveCode;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::games::transitions::{Press, Pressed};
use crate::render::board::words;
use crate::session::board::{Board, Place, Surface};
use crate::session::{Action, Awaiting, Refusal, Revision, Seat, Session, SessionId, UserId};
use crate::store::StoreError;

/// Maximum time a new player waits, with a store of several processes, until the bot knows whether they may
/// sit down. If the store hangs, the player is told so after this time.
const ARRIVAL_PATIENCE: Duration = Duration::from_millis(500);

/// Maximum time to wait until the player's name is stored. Falls back to an anonymous name.
const NAME_PATIENCE: Duration = Duration::from_millis(100);

/// Performs the action of a press, answers it, and shows the board.
pub(crate) async fn handle<At>(mut press: PressContext<At>, wanted: Press) -> Answered
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(wanted.id), press.arrived());
    if let Some(denial) = prepare_arrival(&press.context, wanted).await {
        return press.answer(denial.label, Some(denial.phrase)).await;
    }
    if let Some(reason) = prepare_help(&mut press, wanted).await {
        return press.answer(labels::Press::NoHelp, Some(reason)).await;
    }
    let declines = wanted.action == Action::Decline;
    let declined_by = declines.then(|| services.people.name_of(&press.context.from.first_name));
    // Both at once: if the store hangs, the user is told so as soon as the press is given up.
    let (pressed, _) = futures::join!(services.play.press(wanted), press.context.language());
    let toast = match pressed {
        Ok(Pressed::Unknown) => Some(unknown(&services, wanted).await),
        _ => toast_of(&wanted, &pressed),
    };
    let answer = press.answer(result_of(&pressed), toast);
    let redraw = async {
        match pressed {
            Ok(Pressed::Changed(board)) => {
                if let Some(name) = declined_by {
                    tell_of_refusal(&services, board.owner, name);
                }
                services.boards.settle(board, seen_at, arrived).await;
            }
            Ok(Pressed::Refused(Refusal::NotSeated, _)) => {}
            Ok(Pressed::Refused(_, board)) => {
                services.boards.show_after_press(board, seen_at, arrived).await;
            }
            Ok(Pressed::Unknown) | Err(_) => {}
        }
    };
    let (answered, ()) = futures::join!(answer, redraw);
    answered
}

/// Tells the challenger that the player of this name declines. It may wait for Telegram's limits.
fn tell_of_refusal(services: &Arc<Services>, challenger: UserId, name: DisplayName) {
    let telling = Arc::clone(services);
    services
        .spawn(async move { private_notices::tell_of_refusal(&telling, challenger, &name).await });
}

/// Text that answers a press; `None` if the board itself shows the result. A store failure is logged.
pub(crate) fn toast_of(
    wanted: &Press,
    pressed: &Result<Pressed, StoreError>,
) -> Option<Phrase<'static>> {
    match pressed {
        Ok(Pressed::Changed(_)) => None,
        Ok(Pressed::Refused(refusal, board)) => {
            let code = match wanted.action {
                Action::Play(code) => Some(code),
                Action::Resign | Action::Join => None,
                Action::PlayEngine(_) | Action::PlayTogether(_) | Action::SetVoteRules(_) => None,
                Action::OpenSeat | Action::Decline | Action::PlayBoth => None,
                Action::Hint | Action::Explain | Action::Xray { .. } | Action::TakeBack => None,
                Action::Offer(_) | Action::Accept(_) | Action::Greet(_) => None,
                Action::Time(_) => None,
            };
            Some(reason(*refusal, board, code))
        }
        Ok(Pressed::Unknown) => Some(not_found(wanted.surface)),
        Err(error) => {
            log::error!("{}: nothing is saved: {error}", describe(wanted));
            Some(Phrase::StoreAway)
        }
    }
}

/// Prepares for a user to take the open seat of a board, if that is what they are about to do: they must
/// not have too many games, neither of the two may have blocked the other, and their name is stored.
/// Returns the reason if they may not sit down.
///
/// While the store does not answer no user is seated, because it is unknown whether they may be.
pub(crate) async fn prepare_arrival<At>(context: &Context<At>, wanted: Press) -> Option<Denial> {
    let Press { user, surface, id, seen, action, .. } = wanted;
    let services = &context.services;
    if surface.is_private() || !matches!(action, Action::Play(_) | Action::Join) {
        return None;
    }
    let checking = async {
        let has_been_seen = |board: &Board| board.session.revision() >= seen;
        let board = match services.play.cached(surface, id).filter(has_been_seen) {
            Some(board) => Some(board),
            None => services.play.board(surface, id).await?,
        };
        let arrives = |session: &Session| {
            let is_open = session.open_side().is_some() && session.outcome().is_none();
            is_open && session.revision() == seen && session.seat_of(user).is_none()
        };
        let Some(board) = board.filter(|board| arrives(&board.session)) else {
            return Ok(Arrival::NotOne);
        };
        if board.session.is_kept_from(user, services.play.now()) {
            return Ok(Arrival::Declined(Box::new(Denial::SEAT_RESERVED)));
        }
        for seat in [board.session.seats().first, board.session.seats().second] {
            if let Seat::Human(other) = seat
                && services.play.store().are_apart(user, other).await?
            {
                return Ok(Arrival::Declined(Box::new(Denial::SEAT_NOT_FOR_YOU)));
            }
        }
        let too_many = services.play.too_many(surface, user).await?;
        Ok::<_, StoreError>(match too_many {
            Some(too_many) => Arrival::Declined(Box::new(Denial::too_many(services, too_many))),
            None => Arrival::Welcome,
        })
    };
    let is_shared = services.play.is_shared();
    let patience = |most| if is_shared { most } else { Duration::MAX };
    match timeout(patience(ARRIVAL_PATIENCE), checking).await {
        Ok(Ok(Arrival::Declined(denial))) => return Some(*denial),
        Ok(Ok(Arrival::NotOne)) => return None,
        Ok(Ok(Arrival::Welcome)) => {}
        Ok(Err(error)) => {
            log::warn!("person {}: their arrival is not prepared: {error}", user.0);
            return Some(Denial::STORE_AWAY);
        }
        Err(_) => return Some(Denial::STORE_AWAY),
    }
    let remembering = services.people.remember(&context.from, surface, None);
    if let Ok(Err(error)) = timeout(patience(NAME_PATIENCE), remembering).await {
        log::warn!("person {}: what they are called is not kept: {error}", user.0);
    }
    None
}

/// Check of a user who may be about to take an open seat.
enum Arrival {
    /// The user takes no seat.
    NotOne,
    Declined(Box<Denial>),
    Welcome,
}

/// Computes a hint before it is counted, so that a hint that cannot be given is not counted. Returns the
/// reason if there is none.
///
/// A press that has to wait for this is acknowledged first, because no further updates are delivered until it
/// is acknowledged. If the process ends meanwhile, nothing has been counted.
pub(crate) async fn prepare_help<At: Copy + Into<Place>>(
    press: &mut PressContext<At>,
    wanted: Press,
) -> Option<Phrase<'static>> {
    let Press { user, surface, id, seen, action, .. } = wanted;
    let is_advice = matches!(action, Action::Hint | Action::Explain | Action::Xray { is_on: true });
    if !is_advice {
        return None;
    }
    let play = Arc::clone(&press.context.services.play);
    let board = match play.cached(surface, id) {
        Some(board) => Some(board),
        // The press itself reports that the store is away.
        None => play.board(surface, id).await.ok().flatten(),
    };
    let session = board?.session;
    let is_theirs =
        matches!(session.awaiting(), Awaiting::Human { user: awaited, .. } if awaited == user);
    if !is_theirs || session.revision() != seen || !session.has_help() {
        return None;
    }
    if play.analysis_at_hand(&session).is_none() {
        press.context.acknowledge();
    }
    match play.helps_in_game_in_play(user, slice::from_ref(&session)).await {
        Ok(true) => return Some(Phrase::NoHelpInPlay),
        Ok(false) => {}
        // The press itself reports that the store is away.
        Err(_) => return None,
    }
    play.analysis(&session).await.is_none().then_some(Phrase::HelpCrowded)
}

/// Text shown if the game is not found there.
pub(crate) fn not_found(surface: Surface) -> Phrase<'static> {
    match surface {
        Surface::Chat(_) => Phrase::UnknownGame,
        // The game may exist without being shown there.
        Surface::Inline(_) => Phrase::UnknownInlineButton,
    }
}

/// Like [`not_found`], but first checks whether the group of the game has become a supergroup.
async fn unknown(services: &Services, wanted: Press) -> Phrase<'static> {
    let has_moved = match wanted.surface {
        Surface::Chat(chat) => services.play.has_moved_from(chat, wanted.id).await,
        Surface::Inline(_) => Ok(false),
    };
    match has_moved {
        Ok(true) => Phrase::GroupMoved,
        Ok(false) | Err(_) => not_found(wanted.surface),
    }
}

/// Text of a refusal for the user who pressed or typed that move.
pub(crate) fn reason(refusal: Refusal, board: &Board, code: Option<MoveCode>) -> Phrase<'static> {
    // The bot receives no commands where a board is posted.
    let is_posted = matches!(board.surface(), Surface::Inline(_));
    match refusal {
        Refusal::NotSeated if is_posted => Phrase::SomebodyElses,
        Refusal::NotSeated => Phrase::NotYourBoard,
        Refusal::Over if is_posted => Phrase::GameIsOver,
        Refusal::Over => Phrase::GameOver,
        Refusal::InPlay => Phrase::StillInPlay,
        Refusal::Stale => Phrase::StaleBoard,
        Refusal::NotYourTurn => Phrase::NotYourTurn,
        Refusal::Taken => Phrase::SeatTaken,
        Refusal::Reserved => Phrase::SeatReserved,
        Refusal::NotReserved => Phrase::SeatNotReserved,
        Refusal::NoHelp => Phrase::NoHelp,
        Refusal::AllSaid => Phrase::AllSaid,
        Refusal::NothingToTakeBack => Phrase::NothingToTakeBack,
        Refusal::NoAgreement => Phrase::NoAgreement,
        Refusal::AlreadyOffered => Phrase::AlreadyOffered,
        Refusal::TooManyOffers => Phrase::TooManyOffers,
        Refusal::OwnOffer => Phrase::OwnOffer,
        Refusal::NoOffer => Phrase::NoOffer,
        Refusal::TooManyGreetings => Phrase::TooManyGreetings,
        Refusal::Apart if board.session.outcome().is_some() => Phrase::OpponentUnavailable,
        Refusal::Apart => Phrase::OnlyMovesPass,
        Refusal::NoVote => Phrase::NoVote,
        Refusal::VotedSo => Phrase::VotedSo,
        Refusal::Begun => Phrase::TimeStays,
        Refusal::Illegal => words::illegal(board.session.position(), code),
    }
}

/// Metrics label of a press.
pub(crate) fn result_of(pressed: &Result<Pressed, StoreError>) -> labels::Press {
    match pressed {
        Ok(Pressed::Changed(_)) => labels::Press::Changed,
        Ok(Pressed::Refused(refusal, _)) => label_of(*refusal),
        Ok(Pressed::Unknown) => labels::Press::UnknownGame,
        Err(_) => labels::Press::Failed,
    }
}

/// Metrics label of a refusal.
pub(crate) fn label_of(refusal: Refusal) -> labels::Press {
    match refusal {
        Refusal::NotSeated => labels::Press::NotSeated,
        Refusal::Over => labels::Press::Over,
        Refusal::InPlay | Refusal::Begun => labels::Press::InPlay,
        Refusal::Stale => labels::Press::Stale,
        Refusal::NotYourTurn => labels::Press::NotYourTurn,
        Refusal::Illegal => labels::Press::Illegal,
        Refusal::Taken => labels::Press::NotSeated,
        Refusal::Reserved | Refusal::NotReserved => labels::Press::Reserved,
        Refusal::NoHelp | Refusal::AllSaid => labels::Press::NoHelp,
        Refusal::NothingToTakeBack => labels::Press::NoHelp,
        Refusal::NoAgreement
        | Refusal::AlreadyOffered
        | Refusal::TooManyOffers
        | Refusal::OwnOffer
        | Refusal::NoOffer
        | Refusal::TooManyGreetings => labels::Press::NoAgreement,
        Refusal::Apart => labels::Press::Apart,
        Refusal::NoVote | Refusal::VotedSo => labels::Press::NoVote,
    }
}

fn describe(press: &Press) -> String {
    let Press { surface, id: SessionId(id), seen: Revision(seen), action, .. } = press;
    let what = match action {
        Action::Play(_) => "a move",
        Action::Resign => "a resignation",
        Action::Join => "a seat",
        Action::PlayEngine(_) => "an engine",
        Action::PlayTogether(_) => "votes against an engine",
        Action::SetVoteRules(_) => "the rules of votes",
        Action::PlayBoth => "both seats",
        Action::OpenSeat => "a seat for anybody",
        Action::Decline => "a challenge declined",
        Action::Hint => "a hint",
        Action::Explain => "an explanation",
        Action::Xray { .. } => "the sight of all moves",
        Action::TakeBack => "a move taken back",
        Action::Offer(_) => "an offer",
        Action::Accept(_) => "an agreement",
        Action::Greet(_) => "a greeting",
        Action::Time(_) => "a clock",
    };
    format!("{what} in {surface}, session {id:x} at revision {seen}")
}
