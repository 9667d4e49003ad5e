//! Commands of the owners of an instance in their private chats: show its figures, close it for
//! maintenance, and send a broadcast. They are in no menu, and unknown words to everyone else.

use std::sync::Arc;
use std::time::Duration;

use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_render::tap::BroadcastOrder;
use zerosum_session::board::ChatMessage;
use zerosum_session::broadcast::{Broadcast, BroadcastId};
use zerosum_store::Count;
use zerosum_store::StoreError;

use crate::admin::Figures;
use crate::bot::context::{Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::services::Services;
use crate::bot::start::new_game::number_of;
use crate::telegram::client::calls::FailureKind;
use crate::telegram::incoming::command::OwnerCommand;
use crate::telegram::outgoing::edit::Edit;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::rate_limit::Priority;

/// Returns whether owner commands are accepted from this person in this chat.
pub(crate) fn may_command(context: &Context) -> bool {
    context.at.chat.is_private() && context.services.admin.is_owner(context.from.user)
}

/// Handles a command. The caller has checked that it comes from an owner, in private.
pub(crate) async fn command(mut context: Context, command: OwnerCommand) {
    let done = match command {
        OwnerCommand::Stats => stats(&mut context).await,
        OwnerCommand::Maintenance(wanted) => maintenance(&mut context, wanted).await,
        OwnerCommand::Broadcast(text) => preview(&mut context, text).await,
    };
    if let Err(error) = done {
        log::error!("chat {}: a command of an owner fails: {error}", context.at.chat.0);
        context.tell(Phrase::CommandFailed).await;
    }
}

/// Handles a press. The caller has checked that it comes from an owner, at a button in their private chat.
pub(crate) async fn press(
    press: &mut PressContext,
    id: BroadcastId,
    order: BroadcastOrder,
) -> Handled {
    let done = match order {
        BroadcastOrder::Send => {
            let text = press.take_text();
            send(&press.context, id, text).await
        }
        BroadcastOrder::Discard => discard(&press.context, id).await,
        BroadcastOrder::Stop => stop(&press.context, id).await,
    };
    match done {
        Ok(true) => Ok(labels::Press::Ordered.into()),
        Ok(false) => Err(Denial::UNKNOWN_BUTTON.into()),
        Err(error) => Err(Denial::failed(Phrase::BroadcastFailed, error).into()),
    }
}

/// Updates the message that shows the progress of a broadcast.
pub(crate) async fn show_progress(services: &Services, broadcast: &Broadcast, total: Option<u64>) {
    let language = services.people.stored_language_of(broadcast.author).await;
    let view = pages::progress(services.localizer(language), broadcast, total);
    let edit = Edit::page(view, broadcast.author, Priority::Sweep);
    services.messenger.edits.show(broadcast.progress.into(), edit);
}

async fn stats(context: &mut Context) -> Result<(), StoreError> {
    context.acknowledge().await;
    let services = Arc::clone(&context.services);
    let Figures { counts, broadcasts_running, is_in_maintenance, database, uptime, boards_live } =
        services.admin.figures().await?;
    let state = if is_in_maintenance { Phrase::StatsClosed } else { Phrase::StatsOpen };
    let updates = &services.metrics().play.updates;
    let phrase = Phrase::Stats {
        version: env!("CARGO_PKG_VERSION"),
        state: &services.localizer(context.language().await).say(state),
        database,
        people: &shown(counts.people),
        reachable: &shown(counts.people_reachable),
        playing: &shown(counts.boards_in_play),
        over: &shown(counts.boards_over),
        broadcasts: &broadcasts_running.to_string(),
        uptime: &clock_face(uptime),
        live: &boards_live.to_string(),
        updates: &updates.total().to_string(),
        presses: &updates.value(labels::Update::Press).to_string(),
    };
    let together = Phrase::StatsTogether {
        between: &shown(counts.boards_between_people),
        seeking: &shown(counts.seekers),
        invitations: &shown(counts.invitations),
    };
    let localizer = services.localizer(context.language().await);
    let text = [phrase, together].map(|phrase| localizer.say(phrase)).join("\n\n");
    context.reply_page(View { text, keyboard: Vec::new(), picture: None }).await;
    Ok(())
}

async fn maintenance(context: &mut Context, wanted: Option<bool>) -> Result<(), StoreError> {
    let admin = &context.services.admin;
    match wanted {
        Some(is_on) => admin.set_maintenance(is_on).await?,
        None => admin.refresh_maintenance().await?,
    }
    let is_on = admin.is_in_maintenance();
    context.tell(if is_on { Phrase::MaintenanceOn } else { Phrase::MaintenanceOff }).await;
    Ok(())
}

/// Shows the owner the broadcast as everyone will see it, and asks whether to send it. Nothing is stored
/// until they confirm: the message itself keeps the text.
async fn preview(context: &mut Context, text: Option<String>) -> Result<(), StoreError> {
    context.acknowledge().await;
    let Some(text) = text else {
        context.tell(Phrase::BroadcastUsage).await;
        return Ok(());
    };
    let (services, id) = (&context.services, broadcast_id(context.at, context.sent_at));
    // The owner gets the broadcast too, and sees its progress in their language.
    services.people.remember(&context.from, context.at.chat, None).await?;
    let people = services.admin.count_reachable().await?;
    let view = pages::preview(services.localizer(context.language().await), id, text, people);
    match context.reply(&view).await {
        Ok(_) => {}
        // Invisible letters only, for example. The recipients could not get it either.
        Err(error) if error.kind() == FailureKind::Refused => {
            context.tell(Phrase::BroadcastRefused).await;
        }
        Err(error) => report_unsent(context.at.chat, &error),
    }
    Ok(())
}

/// Starts sending the text of the pressed message. Returns whether it does.
async fn send(
    context: &Context,
    id: BroadcastId,
    text: Option<String>,
) -> Result<bool, StoreError> {
    let Some(text) = text else { return Ok(false) };
    let broadcast = Broadcast::new(id, text, context.from.user, context.at);
    // A second press finds it there, and does not start it again.
    context.services.play.store().create_broadcast(&broadcast).await?;
    context.services.broadcast_begun.notify_one();
    Ok(true)
}

/// Discards a broadcast that has not begun; one that has is shown as it stands. Returns whether it belongs
/// to this owner.
async fn discard(context: &Context, id: BroadcastId) -> Result<bool, StoreError> {
    let services = &context.services;
    if let Some(broadcast) = services.play.store().broadcast(id).await? {
        show_progress(services, &broadcast, None).await;
        return Ok(broadcast.author == context.from.user);
    }
    let language = context.language().await;
    context.replace(pages::note(services.localizer(language), Phrase::BroadcastDiscarded));
    Ok(true)
}

/// Stops a broadcast of this owner. Returns whether it belongs to them.
async fn stop(context: &Context, id: BroadcastId) -> Result<bool, StoreError> {
    let services = &context.services;
    let is_theirs = |broadcast: &Broadcast| broadcast.author == context.from.user;
    if !services.play.store().broadcast(id).await?.as_ref().is_some_and(is_theirs) {
        return Ok(false);
    }
    services.play.store().stop_broadcast(id).await?;
    if let Some(broadcast) = services.play.store().broadcast(id).await? {
        show_progress(services, &broadcast, None).await;
    }
    Ok(true)
}

/// Id of the broadcast of a command; equal for equal commands, so that an update delivered twice is sent
/// once.
fn broadcast_id(at: ChatMessage, sent_at: i64) -> BroadcastId {
    BroadcastId(number_of(&("broadcast", at.chat, at.message, sent_at)))
}

fn shown(count: Count) -> String {
    let Count { number, is_exact } = count;
    if is_exact { number.to_string() } else { format!("≈ {number}") }
}

/// Formats hours, minutes and seconds, as on a stopwatch.
fn clock_face(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
