//! Moves and resignations by a press: decide, answer once, redraw.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use zerosum_games::MoveCode;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::new_game;
use crate::bot::quiet;
use crate::bot::services::Services;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::door::{Press, Pressed};
use crate::render::words;
use crate::session::board::{Board, Place, Surface};
use crate::session::{Action, Awaiting, Refusal, Revision, Seat, Session, SessionId, UserId};
use crate::store::StoreError;

/// How long somebody who comes to a game at a store of several processes waits until it is known whether they
/// may. Whoever a store that hangs keeps waiting is told so when this is over.
const ARRIVAL_PATIENCE: Duration = Duration::from_millis(500);

/// How long they wait until what they are called is kept. Without it they are somebody.
const NAME_PATIENCE: Duration = Duration::from_millis(100);

/// Does what was pressed, answers, and shows the board.
pub(crate) async fn handle<At>(mut press: PressContext<At>, wanted: Press) -> Answered
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(wanted.id), press.arrived());
    if let Some(reason) = prepare_arrival(&press.context, wanted).await {
        return press.answer(new_game::label_of(reason), Some(reason)).await;
    }
    if let Some(reason) = prepare_help(&mut press, wanted).await {
        return press.answer(labels::Press::NoHelp, Some(reason)).await;
    }
    let declines = wanted.action == Action::Decline;
    let declined_by = declines.then(|| press.context.from.first_name.clone());
    // Both at once: who waits for a store that hangs is told so as soon as it is given up.
    let (pressed, _) = futures::join!(services.play.press(wanted), press.context.language());
    let answer = press.answer(result_of(&pressed), toast_of(&wanted, &pressed));
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

/// Has the challenger told that somebody of this name does not want to play. It may wait for Telegram's limits.
fn tell_of_refusal(services: &Arc<Services>, challenger: UserId, name: String) {
    let telling = Arc::clone(services);
    services.spawn(async move { quiet::tell_of_refusal(&telling, challenger, &name).await });
}

/// What a press is answered with; nothing if the board itself tells. A store that fails is logged.
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

/// Prepares for somebody to take the open seat of a board, if that is what they are about to do: they may
/// have no more games than others, neither of the two may have blocked the other, and what they are
/// called is shown. Gives the reason why they may not.
///
/// While the store does not answer nobody sits down, because nobody knows whether they may.
pub(crate) async fn prepare_arrival<At>(
    context: &Context<At>,
    wanted: Press,
) -> Option<Phrase<'static>> {
    let Press { user, surface, id, seen, action, .. } = wanted;
    let services = &context.services;
    if surface.is_private() || !matches!(action, Action::Play(_) | Action::Join) {
        return None;
    }
    let checking = async {
        let has_been_seen = |board: &Board| board.session.revision() >= seen;
        let board = match services.play.copy(surface, id).filter(has_been_seen) {
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
            return Ok(Arrival::Declined(Phrase::SeatReserved));
        }
        for seat in [board.session.seats().first, board.session.seats().second] {
            if let Seat::Human(other) = seat
                && services.play.are_apart(user, other).await?
            {
                return Ok(Arrival::Declined(Phrase::SeatNotForYou));
            }
        }
        let too_many = services.play.too_many(surface, user).await?;
        Ok::<_, StoreError>(match too_many {
            Some(too_many) => Arrival::Declined(new_game::reason(services, too_many)),
            None => Arrival::Welcome,
        })
    };
    let is_shared = services.play.is_shared();
    let patience = |most| if is_shared { most } else { Duration::MAX };
    match timeout(patience(ARRIVAL_PATIENCE), checking).await {
        Ok(Ok(Arrival::Declined(reason))) => return Some(reason),
        Ok(Ok(Arrival::NotOne)) => return None,
        Ok(Ok(Arrival::Welcome)) => {}
        Ok(Err(error)) => {
            log::warn!("person {}: their arrival is not prepared: {error}", user.0);
            return Some(Phrase::StoreAway);
        }
        Err(_) => return Some(Phrase::StoreAway),
    }
    let remembering = services.people.remember(&context.from, surface, None);
    if let Ok(Err(error)) = timeout(patience(NAME_PATIENCE), remembering).await {
        log::warn!("person {}: what they are called is not kept: {error}", user.0);
    }
    None
}

/// What is known of somebody who may be about to take an open seat.
enum Arrival {
    /// They do not, for a reason, or do not want to.
    NotOne,
    Declined(Phrase<'static>),
    Welcome,
}

/// Finds out what help says before it is counted, so that none is counted which cannot be given. Gives the
/// reason why there is none now.
///
/// A press that has to wait for that is acknowledged first, because whoever delivers presses waits for
/// each of them before there are more. If the process ends meanwhile, nothing has been counted.
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
    let board = match play.copy(surface, id) {
        Some(board) => Some(board),
        // The press itself tells that the store is away.
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
    play.analysis(&session).await.is_none().then_some(Phrase::HelpCrowded)
}

/// What somebody is told whose game is not found there.
pub(crate) fn not_found(surface: Surface) -> Phrase<'static> {
    match surface {
        Surface::Chat(_) => Phrase::UnknownGame,
        // The game may well be kept, and only not be shown there.
        Surface::Inline(_) => Phrase::UnknownInlineButton,
    }
}

/// Why, in words for whoever pressed or wanted that move.
pub(crate) fn reason(refusal: Refusal, board: &Board, code: Option<MoveCode>) -> Phrase<'static> {
    // Where a board is posted, the bot hears no commands.
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
        Refusal::NoVote => Phrase::NoVote,
        Refusal::VotedSo => Phrase::VotedSo,
        Refusal::Begun => Phrase::TimeStays,
        Refusal::Illegal => words::illegal(board.session.position(), code),
    }
}

/// What a press counts as.
pub(crate) fn result_of(pressed: &Result<Pressed, StoreError>) -> labels::Press {
    match pressed {
        Ok(Pressed::Changed(_)) => labels::Press::Changed,
        Ok(Pressed::Refused(refusal, _)) => label_of(*refusal),
        Ok(Pressed::Unknown) => labels::Press::UnknownGame,
        Err(_) => labels::Press::Failed,
    }
}

/// What a refusal is called in the metrics.
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
