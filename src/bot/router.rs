//! Admits events and spawns their handlers.
//!
//! Presses are handled concurrently; those that act on a board begin in the order of their arrival at its message.
//! Messages of one person in one chat are handled in order.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;
use zerosum_metrics::labels;
use zerosum_render::tap::Tap;
use zerosum_session::board::Place;

use crate::bot::admitted::{Admitted, Handler};
use crate::bot::context::dismiss;
use crate::bot::denial::Denial;
use crate::bot::services::Services;
use crate::telegram::incoming::acknowledgement::{self, Acknowledgement};
use crate::telegram::incoming::admission::{AdmissionKind, MessagePermit, UpdateSlot};
use crate::telegram::incoming::event::{Event, PersonInChat};
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
    Some(Admitted { event, acknowledgement, permit, queued: None, quota })
}

/// Starts to handle an event, unless it has to wait for earlier messages of its sender, or for earlier presses at its
/// board. Never blocks.
pub(crate) fn hand_over(services: Arc<Services>, mut admitted: Admitted, handler: Handler) {
    match admitted.event.speaker() {
        None => {
            let begin = take_turn(&services, &mut admitted);
            let working = Arc::clone(&services);
            services.spawn(async move {
                begin.wait().await;
                work(&working, (admitted, handler)).await;
            });
        }
        Some(speaker) => {
            let wait = |(admitted, _): &mut (Admitted, Handler)| {
                admitted.wait(&services.limits.admission);
            };
            if let Some(first) = services.message_queue.put(speaker, (admitted, handler), wait) {
                let working = Arc::clone(&services);
                services.spawn(async move { work_in_turn(&working, speaker, first).await });
            }
        }
    }
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

/// Handles the messages of a sender until their queue is empty.
async fn work_in_turn(services: &Arc<Services>, speaker: PersonInChat, first: (Admitted, Handler)) {
    let mut next = Some(first);
    while let Some(admitted) = next {
        work(services, admitted).await;
        next = services.message_queue.next(speaker);
    }
}

/// Handles an event to its end. A panic ends only this event: its permits are released by drop, and the
/// events behind it go on.
async fn work(services: &Arc<Services>, (mut admitted, handler): (Admitted, Handler)) {
    let _room = room_for(services, &mut admitted).await;
    let Admitted { event, acknowledgement, permit: _permit, queued: _queued, quota: _quota } =
        admitted;
    let label = event.label();
    let is_awaited = acknowledgement.is_some();
    let handling = handler(Arc::clone(services), event, acknowledgement);
    let handling = acknowledgement::deciding(is_awaited, handling);
    if AssertUnwindSafe(handling).catch_unwind().await.is_err() {
        log::error!("the work on an update has panicked: {label:?}");
    }
}

/// Waits for room for an event if it is a message.
async fn room_for(services: &Services, admitted: &mut Admitted) -> Option<MessagePermit> {
    // Events of a group itself send nothing before they are acknowledged.
    if admitted.event.is_of_group_itself() {
        return None;
    }
    let admission = &services.limits.admission;
    let (user, _, AdmissionKind::Message) = admitted.event.source()? else { return None };
    let room = match admission.try_message(user) {
        Some(room) => room,
        None => {
            admitted.wait(admission);
            admission.message(user).await
        }
    };
    (admitted.permit, admitted.queued) = (None, None);
    Some(room)
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
