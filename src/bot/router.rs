//! Events, from where they are admitted to the handler of each.
//!
//! Presses are worked on at once and beside each other. What a person says waits until what they have
//! said before in the same chat is done.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;

use crate::bot::context::{Context, dismiss};
use crate::bot::services::Services;
use crate::bot::speaker_queue::Queued;
use crate::bot::{commands, group_settings, groups, posting, press, typed};
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::session::board::Place;
use crate::telegram::acknowledgement::Acknowledgement;
use crate::telegram::admission::{AdmissionKind, Pass, Permit};
use crate::telegram::event::{Event, PersonInChat};

/// An event that is let in, with what it holds while it is worked on.
pub(crate) struct Admitted {
    event: Event,
    /// `None` if a second delivery is not waited for any more.
    acknowledgement: Option<Acknowledgement>,
    _share: (Permit, Pass),
}

/// Lets an event in and has it worked on, unless too much of its kind is in flight. Waits for nothing.
pub(crate) fn take_in(
    services: Arc<Services>,
    event: Event,
    acknowledgement: Acknowledgement,
    permit: Permit,
) {
    let Some((user, surface, kind)) = event.source() else { return };
    match services.limits.admission.enter(user, surface, kind) {
        Some(pass) => {
            let acknowledgement = Some(acknowledgement);
            begin(services, Admitted { event, acknowledgement, _share: (permit, pass) });
        }
        None => {
            services.metrics().play.updates_turned_away.count(event.label());
            refuse(services, event);
        }
    }
}

/// Begins to work on an event, unless it has to wait for what its speaker has said before.
fn begin(services: Arc<Services>, admitted: Admitted) {
    match admitted.event.speaker() {
        None => {
            let working = Arc::clone(&services);
            services.spawn(async move { work(&working, admitted).await });
        }
        Some(speaker) => {
            // What waits in a queue must not hold up the delivery to everybody else.
            let acknowledge = |admitted: &mut Admitted| admitted.acknowledgement = None;
            if let Queued::First(first) = services.speaker_queue.put(speaker, admitted, acknowledge)
            {
                let working = Arc::clone(&services);
                services.spawn(async move { work_in_turn(&working, speaker, first).await });
            }
        }
    }
}

/// Works on what somebody says until their queue is empty.
async fn work_in_turn(services: &Arc<Services>, speaker: PersonInChat, first: Admitted) {
    let mut next = Some(first);
    while let Some(admitted) = next {
        work(services, admitted).await;
        next = services.speaker_queue.next(speaker);
    }
}

/// Works on an event to its end. If that panics, it ends alone: whatever it had is given back by
/// drop, and what waits behind it goes on.
async fn work(services: &Arc<Services>, admitted: Admitted) {
    let Admitted { event, acknowledgement, _share } = admitted;
    let label = event.label();
    let handling = handle(services, event, acknowledgement);
    if AssertUnwindSafe(handling).catch_unwind().await.is_err() {
        log::error!("the work on an update has panicked: {label:?}");
    }
}

/// All that happens to an event, as a table of contents. Each handler works in a box of its own, so that
/// the task of an event takes no more room than what it does.
async fn handle(services: &Arc<Services>, event: Event, acknowledgement: Option<Acknowledgement>) {
    let of = |said, acknowledgement| Context::new(services, said, acknowledgement);
    match event {
        Event::Press(press) => _ = press::handle(services, press, acknowledgement).await,
        Event::Query(query) => Box::pin(posting::offer(services, query, acknowledgement)).await,
        Event::Command(said, command) => commands::handle(of(said, acknowledgement), command).await,
        Event::SmallTalk(said, saying) => {
            Box::pin(typed::handle(of(said, acknowledgement), saying)).await;
        }
        Event::Added { from, chat } => {
            Box::pin(groups::greet(services, &from, chat, acknowledgement)).await;
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
        Event::Left { user, chat } => {
            Box::pin(groups::note_leaving(services, user, chat, acknowledgement)).await;
        }
        Event::Moved { from, to } => Box::pin(groups::note_migration(services, from, to)).await,
        Event::Nothing => {}
    }
}

/// Tells a presser that they have too much in flight, unless even that would be too much.
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
