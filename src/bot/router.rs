//! Admits events and spawns their handlers.
//!
//! Presses are handled concurrently; those that act on a board begin in the order of their arrival at its message.
//! Messages of one person in one chat are decided and answered in order.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::{FutureExt, future};
use tokio::sync::oneshot;
use zerosum_metrics::labels;
use zerosum_render::tap::Tap;
use zerosum_session::UserId;
use zerosum_session::board::Place;

use crate::bot::admitted::{Admitted, Handler};
use crate::bot::context::dismiss;
use crate::bot::denial::Denial;
use crate::bot::services::Services;
use crate::telegram::incoming::acknowledgement::{self, Acknowledgement};
use crate::telegram::incoming::admission::{AdmissionKind, QuotaGuard, UpdateSlot};
use crate::telegram::incoming::event::Event;
use crate::telegram::incoming::message_order::MessageTurn;
use crate::telegram::incoming::press_order::Begin;

/// Admits an event, unless too many of its kind are in flight. Never blocks.
pub(crate) fn admit(
    services: &Arc<Services>,
    event: Event,
    acknowledgement: Acknowledgement,
    permit: UpdateSlot,
) -> Option<Admitted> {
    let (user, surface, kind) = event.source()?;
    let Some(quota) = services.limits.admission.enter(user, surface, kind) else {
        services.metrics().play.updates_turned_away.count(event.label());
        refuse(services, event);
        return None;
    };
    let (acknowledgement, permit) = (Some(acknowledgement), Some(permit));
    Some(Admitted { event, acknowledgement, permit, quota })
}

/// Starts to handle an event, in the order of its sender or of its board. Never blocks.
pub(crate) fn hand_over(services: Arc<Services>, mut admitted: Admitted, handler: Handler) {
    let begin = take_turn(&services, &mut admitted);
    let turn = admitted.event.speaker().map(|speaker| services.message_order.enter(speaker));
    let working = Arc::clone(&services);
    match (admitted.event.source(), turn) {
        (Some((user, _, AdmissionKind::Message)), turn) => services.spawn(async move {
            work_on_message(&working, user, (admitted, handler), turn).await;
        }),
        (_, Some(mut turn)) => services.spawn(async move {
            turn.may_begin(|| release(&mut admitted)).await;
            admitted.acknowledgement = admitted
                .acknowledgement
                .map(|acknowledgement| acknowledgement.with_message(turn.undecided()));
            let _quota = work(&working, (admitted, handler)).await;
            turn.may_answer().await;
        }),
        (_, None) => services.spawn(async move {
            begin.wait().await;
            work(&working, (admitted, handler)).await;
        }),
    };
}

/// Puts a press that acts on a board behind the undecided ones at its message, until it is decided itself.
fn take_turn(services: &Services, admitted: &mut Admitted) -> Begin {
    let Event::Press(press) = &admitted.event else { return Begin::at_once() };
    // A part of a board may be chosen by a person who takes the open seat.
    let acts = matches!(
        press.tap,
        Some(Tap::Act { .. } | Tap::ResignSurely { .. } | Tap::Posted(_) | Tap::Focus { .. })
    );
    let Some(at) = press.at.filter(|_| acts) else { return Begin::at_once() };
    let (turn, begin) = services.press_order.enter(at);
    let acknowledgement = admitted.acknowledgement.take();
    admitted.acknowledgement =
        acknowledgement.map(|acknowledgement| acknowledgement.with_turn(turn));
    begin
}

/// Handles a message: begins once the one before it is decided, and answers once that is handled to its end and there is
/// room for one more answer.
async fn work_on_message(
    services: &Arc<Services>,
    user: UserId,
    (mut admitted, handler): (Admitted, Handler),
    mut turn: Option<MessageTurn>,
) {
    let admission = &services.limits.admission;
    let slot = admitted.permit.take();
    let is_first = turn.as_ref().is_none_or(MessageTurn::is_first);
    let room = if is_first { admission.try_message(user) } else { None };
    // Makes way for other updates while it waits, as long as there is a place to wait.
    let queued = if room.is_none() { admission.queue() } else { None };
    let slot = slot.filter(|_| room.is_none() && queued.is_none());
    if let Some(turn) = &mut turn {
        turn.may_begin(|| release(&mut admitted)).await;
    }
    let (answer, may_answer) = oneshot::channel();
    admitted.acknowledgement = admitted.acknowledgement.map(|acknowledgement| {
        let acknowledgement = match &turn {
            Some(turn) => acknowledgement.with_message(turn.undecided()),
            None => acknowledgement,
        };
        if room.is_some() { acknowledgement } else { acknowledgement.answered_at(may_answer) }
    });
    let answering = async {
        if let Some(turn) = &mut turn {
            turn.may_answer().await;
        }
        let _room = match room {
            Some(room) => room,
            None => admission.message(user).await,
        };
        drop((slot, queued));
        let _ = answer.send(());
        future::pending::<()>().await;
    };
    let _quota = tokio::select! {
        quota = work(services, (admitted, handler)) => Some(quota),
        () = answering => None,
    };
    // The messages after it are answered after those before it.
    if let Some(turn) = &mut turn {
        turn.may_answer().await;
    }
}

/// Gives up the delivery of an event that waits for long.
fn release(admitted: &mut Admitted) {
    admitted.acknowledgement.iter_mut().for_each(Acknowledgement::release);
}

/// Handles an event to its end. A panic ends only this event: its permits are released by drop, and the
/// events after it go on. Returns its share of the limits.
async fn work(services: &Arc<Services>, (admitted, handler): (Admitted, Handler)) -> QuotaGuard {
    let Admitted { event, acknowledgement, permit: _permit, quota } = admitted;
    let label = event.label();
    let is_awaited = acknowledgement.as_ref().is_some_and(Acknowledgement::is_awaited);
    let handling = handler(Arc::clone(services), event, acknowledgement);
    let handling = acknowledgement::deciding(is_awaited, handling);
    if AssertUnwindSafe(handling).catch_unwind().await.is_err() {
        log::error!("the work on an update has panicked: {label:?}");
    }
    quota
}

/// Tells a user that they have too many presses in flight, unless even that is too much.
fn refuse(services: &Arc<Services>, event: Event) {
    let Event::Press(press) = event else { return };
    let (user, surface) = (press.from.user, press.at.map(Place::surface));
    let admission = &services.limits.admission;
    let Some(quota) = admission.enter(user, surface, AdmissionKind::Refusal) else {
        return services.note_press(labels::Press::Unanswered);
    };
    let refusing = Arc::clone(services);
    services.spawn(async move {
        _ = dismiss(&refusing, press, None, Denial::TOO_FAST).await;
        drop(quota);
    });
}
