//! Actions on a board by a press, other than explanations, and what must be ready before: a seat, a name, an analysis.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use zerosum_metrics::labels;
use zerosum_render::locales::names::DisplayName;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::board::{Board, Place, Surface};
use zerosum_session::{Action, Revision, Session, SessionId, UserId};

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::play::games::analyses::{self, Advice};
use crate::play::games::transitions::{ActionRequest, NotDone};

/// Maximum time a new player waits, with a store of several processes, until the bot knows whether they may
/// sit down. If the store hangs, the player is told so after this time.
const ARRIVAL_PATIENCE: Duration = Duration::from_millis(500);

/// Maximum time to wait until the player's name is stored. Falls back to an anonymous name.
const NAME_PATIENCE: Duration = Duration::from_millis(100);

/// Performs the action of a press, and shows the board.
pub(crate) async fn handle<At>(press: &mut PressContext<At>, wanted: ActionRequest) -> Handled
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(wanted.id), press.arrived());
    prepare_arrival(&press.context, wanted).await?;
    prepare_help(press, wanted).await?;
    let declines = wanted.action == Action::Decline;
    let declined_by = declines.then(|| services.people.name_of(&press.context.from.first_name));
    // Both at once: if the store hangs, the user is told so as soon as the press is given up.
    let (pressed, _) = futures::join!(services.play.press(wanted), press.context.language());
    let board = match pressed {
        Ok(board) => board,
        Err(NotDone::Unknown) if has_moved(&services, wanted).await => {
            return Err(Denial::new(labels::Press::UnknownGame, Phrase::GroupMoved).into());
        }
        Err(NotDone::Refused(_, board)) if is_made_elsewhere(&services, wanted, &board) => {
            let answer = Answer::new(labels::Press::Stale, None);
            return Ok(answer.with(async move {
                services.boards.show_after_press(board, seen_at, arrived).await;
            }));
        }
        Err(not_done) => return Err(deny(wanted, not_done)),
    };
    if let Some(name) = declined_by {
        tell_of_decline(&services, board.owner, name);
    }
    let answer = Answer::from(labels::Press::Changed);
    Ok(answer.with(async move { services.boards.settle(board, seen_at, arrived).await }))
}

/// Tells the challenger that the player of this name declines. It may wait for Telegram's limits.
fn tell_of_decline(services: &Arc<Services>, challenger: UserId, name: DisplayName) {
    let telling = Arc::clone(services);
    services
        .spawn(async move { private_notices::tell_of_decline(&telling, challenger, &name).await });
}

/// Denial of a press. A failure of the store is logged.
pub(crate) fn deny(wanted: ActionRequest, not_done: NotDone) -> Box<Denial> {
    if let NotDone::Failed(error) = not_done {
        log::error!("{}: the action is not saved: {error}", describe(&wanted));
        return Denial::STORE_AWAY.into();
    }
    let code = match wanted.action {
        Action::Play(code) => Some(code),
        Action::Resign | Action::Join => None,
        Action::PlayEngine(_) | Action::PlayTogether(_) | Action::SetVoteRules(_) => None,
        Action::OpenSeat | Action::Decline | Action::PlayBoth => None,
        Action::Hint | Action::Explain | Action::Xray { .. } | Action::TakeBack => None,
        Action::Offer(_) | Action::Accept(_) | Action::Greet(_) => None,
        Action::Time(_) => None,
    };
    Denial::of(not_done, wanted.surface, code)
}

/// Returns whether a move that is refused has just been made by another process, which shows it: the update has reached
/// both. One process handles the presses at a message in order, so there a move that was made is a second tap.
fn is_made_elsewhere(services: &Services, wanted: ActionRequest, board: &Board) -> bool {
    let ActionRequest { user, seen, action: Action::Play(code), .. } = wanted else {
        return false;
    };
    let session = &board.session;
    let made = session.seat_of(user).and_then(|side| session.ply_made_at(seen, side));
    services.play.is_shared() && made.is_some_and(|ply| session.moves()[ply] == code)
}

/// Tells why a typed move is not played.
pub(crate) async fn say_not_played(mut context: Context, wanted: ActionRequest, not_done: NotDone) {
    match not_done {
        NotDone::Refused(_, board) if is_made_elsewhere(&context.services, wanted, &board) => {
            context.acknowledge().await;
        }
        NotDone::Refused(..) => {
            private_notices::answer(context, deny(wanted, not_done).phrase).await;
        }
        NotDone::Unknown => context.tell(Phrase::UnknownGame).await,
        NotDone::Failed(_) => context.tell(deny(wanted, not_done).phrase).await,
    }
}

/// Prepares for a user to take the open seat of a board, if that is what they are about to do: they must
/// not have too many games, neither of the two may have blocked the other, and their name is stored.
///
/// While the store does not answer no user is seated, because it is unknown whether they may be.
pub(crate) async fn prepare_arrival<At>(
    context: &Context<At>,
    wanted: ActionRequest,
) -> Result<(), Box<Denial>> {
    let ActionRequest { user, surface, id, seen, action, .. } = wanted;
    let services = &context.services;
    if surface.is_private() || !matches!(action, Action::Play(_) | Action::Join) {
        return Ok(());
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
            return Ok::<_, Box<Denial>>(false);
        };
        services.play.check_arrival(&board, surface, user).await??;
        Ok(true)
    };
    let is_shared = services.play.is_shared();
    let patience = |most| if is_shared { most } else { Duration::MAX };
    match timeout(patience(ARRIVAL_PATIENCE), checking).await {
        Ok(Ok(false)) => return Ok(()),
        Ok(Ok(true)) => {}
        Ok(Err(mut denial)) => {
            if let Some(error) = denial.error.take() {
                log::warn!("person {}: cannot check whether they may join: {error}", user.0);
            }
            return Err(denial);
        }
        Err(_) => return Err(Denial::STORE_AWAY.into()),
    }
    let remembering = services.people.remember(&context.from, surface, None);
    if let Ok(Err(error)) = timeout(patience(NAME_PATIENCE), remembering).await {
        log::warn!("person {}: cannot store the name: {error}", user.0);
    }
    Ok(())
}

/// Computes a hint before it is counted, so that a hint that cannot be given is not counted.
///
/// A press that has to wait for this is acknowledged first, because no further updates are delivered until it
/// is acknowledged. If the process ends meanwhile, nothing has been counted.
pub(crate) async fn prepare_help<At: Copy + Into<Place>>(
    press: &mut PressContext<At>,
    wanted: ActionRequest,
) -> Result<(), Box<Denial>> {
    let ActionRequest { user, surface, id, seen, action, .. } = wanted;
    if !analyses::is_advice(action) {
        return Ok(());
    }
    let play = Arc::clone(&press.context.services.play);
    // A copy that is older than what was seen tells nothing.
    let cached = play.cached(surface, id).filter(|board| board.session.revision() >= seen);
    let board = match cached {
        Some(board) => Some(board),
        // The press itself reports that the store is unavailable.
        None => play.board(surface, id).await.ok().flatten(),
    };
    let Some(Board { session, .. }) = board else { return Ok(()) };
    if !analyses::asks_for_advice(&session, user, seen, action) {
        return Ok(());
    }
    if play.analysis_at_hand(&session).is_none() {
        press.context.acknowledge().await;
    }
    match play.prepare_advice(user, &session).await {
        Ok(Advice::Unfair) => Err(Denial::NO_HELP_IN_PLAY.into()),
        Ok(Advice::Crowded) => Err(Denial::new(labels::Press::NoHelp, Phrase::HelpCrowded).into()),
        // The press itself reports that the store is unavailable.
        Ok(Advice::Ready) | Err(_) => Ok(()),
    }
}

/// Returns whether the group of a game that is not found there has become a supergroup.
async fn has_moved(services: &Services, wanted: ActionRequest) -> bool {
    match wanted.surface {
        Surface::Chat(chat) => {
            services.play.has_moved_from(chat, wanted.id).await.unwrap_or_default()
        }
        Surface::Inline(_) => false,
    }
}

fn describe(press: &ActionRequest) -> String {
    let ActionRequest { surface, id: SessionId(id), seen: Revision(seen), action, .. } = press;
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
