//! Admits events and routes them to their handlers.
//!
//! Presses are handled at once and concurrently. Messages of one person in one chat are handled in order.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;

use crate::bot::account::group_settings;
use crate::bot::account::groups;
use crate::bot::admitted::Admitted;
use crate::bot::context::{Context, dismiss};
use crate::bot::game::typed;
use crate::bot::services::Services;
use crate::bot::speaker_queue::Queued as Put;
use crate::bot::start::inline_query;
use crate::bot::{commands, press};
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::session::board::Place;
use crate::telegram::incoming::acknowledgement::{self, Acknowledgement};
use crate::telegram::incoming::admission::{AdmissionKind, UpdateSlot, WordsRoom};
use crate::telegram::incoming::event::{Event, PersonInChat};

/// Admits an event and starts its handling, unless too many of its kind are in flight. Never blocks.
pub(crate) fn take_in(
    services: Arc<Services>,
    event: Event,
    acknowledgement: Acknowledgement,
    permit: UpdateSlot,
) {
    let Some((user, surface, kind)) = event.source() else { return };
    match services.limits.admission.enter(user, surface, kind) {
        Some(quota) => {
            let (acknowledgement, permit) = (Some(acknowledgement), Some(permit));
            let admitted = Admitted { event, acknowledgement, permit, queued: None, quota };
            begin(services, admitted);
        }
        None => {
            services.metrics().play.updates_turned_away.count(event.label());
            refuse(services, event);
        }
    }
}

/// Starts to handle an event, unless it has to wait for earlier messages of its sender.
fn begin(services: Arc<Services>, admitted: Admitted) {
    match admitted.event.speaker() {
        None => {
            let working = Arc::clone(&services);
            services.spawn(async move { work(&working, admitted).await });
        }
        Some(speaker) => {
            let wait = |admitted: &mut Admitted| admitted.wait(&services.limits.admission);
            if let Put::First(first) = services.speaker_queue.put(speaker, admitted, wait) {
                let working = Arc::clone(&services);
                services.spawn(async move { work_in_turn(&working, speaker, first).await });
            }
        }
    }
}

/// Handles the messages of a sender until their queue is empty.
async fn work_in_turn(services: &Arc<Services>, speaker: PersonInChat, first: Admitted) {
    let mut next = Some(first);
    while let Some(admitted) = next {
        work(services, admitted).await;
        next = services.speaker_queue.next(speaker);
    }
}

/// Handles an event to its end. A panic ends only this event: its permits are released by drop, and the
/// events behind it go on.
async fn work(services: &Arc<Services>, mut admitted: Admitted) {
    let _room = room_for(services, &mut admitted).await;
    let Admitted { event, acknowledgement, permit: _permit, queued: _queued, quota: _quota } =
        admitted;
    let label = event.label();
    let is_awaited = acknowledgement.is_some();
    let handling = handle(services, event, acknowledgement);
    let handling = acknowledgement::deciding(is_awaited, handling);
    if AssertUnwindSafe(handling).catch_unwind().await.is_err() {
        log::error!("the work on an update has panicked: {label:?}");
    }
}

/// Waits for room for an event if it is a message.
async fn room_for(services: &Services, admitted: &mut Admitted) -> Option<WordsRoom> {
    let admission = &services.limits.admission;
    let (user, _, AdmissionKind::Words) = admitted.event.source()? else { return None };
    let room = match admission.try_words(user) {
        Some(room) => room,
        None => {
            admitted.wait(admission);
            admission.words(user).await
        }
    };
    (admitted.permit, admitted.queued) = (None, None);
    Some(room)
}

/// Dispatches an event to its handler. Each handler is boxed, so that the task of an event takes no more
/// memory than its own handler.
async fn handle(services: &Arc<Services>, event: Event, acknowledgement: Option<Acknowledgement>) {
    let of = |said, acknowledgement| Context::new(services, said, acknowledgement);
    match event {
        Event::Press(press) => _ = press::handle(services, press, acknowledgement).await,
        Event::Query(query) => {
            Box::pin(inline_query::offer(services, query, acknowledgement)).await
        }
        Event::Command(said, command) => commands::handle(of(said, acknowledgement), command).await,
        Event::SmallTalk(said, saying) => {
            Box::pin(typed::handle(of(said, acknowledgement), saying)).await;
        }
        Event::Added { from, chat } => {
            Box::pin(groups::greet(services, from.as_ref(), chat, acknowledgement)).await;
        }
        Event::Anonymous { said, is_about_group: true } => {
            Box::pin(group_settings::show_to_group(services, said, acknowledgement)).await;
        }
        Event::Anonymous { said, is_about_group: false } => {
            let reason = Phrase::Anonymous;
            Box::pin(groups::answer_anonymous(services, said.at, reason, acknowledgement)).await;
        }
        Event::AsChannel(at) => {
            let reason = Phrase::AsChannel;
            Box::pin(groups::answer_anonymous(services, at, reason, acknowledgement)).await;
        }
        Event::Left { user, by, chat } => {
            Box::pin(groups::note_leaving(services, user, by, chat, acknowledgement)).await;
        }
        Event::Removed { chat } => {
            Box::pin(groups::note_removal(services, chat, acknowledgement)).await;
        }
        Event::Moved { from, to } => Box::pin(groups::note_migration(services, from, to)).await,
        Event::Nothing => {}
    }
}

/// Tells a user that they have too many presses in flight, unless even that is too much.
fn refuse(services: Arc<Services>, event: Event) {
    let Event::Press(press) = event else { return };
    let (user, surface) = (press.from.user, press.at.map(Place::surface));
    let admission = &services.limits.admission;
    let Some(pass) = admission.enter(user, surface, AdmissionKind::Refusal) else {
        return services.note_press(labels::Press::Unanswered);
    };
    let refusing = Arc::clone(&services);
    services.spawn(async move {
        let (result, phrase) = (labels::Press::TooFast, Phrase::TooFast);
        _ = dismiss(&refusing, press, None, result, phrase).await;
        drop(pass);
    });
}
