//! What the owners of an instance can do in their private chats: look at its figures, close it for
//! maintenance, and send something to everybody.

use std::time::Duration;

use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::office::Figures;
use crate::session::board::Place;
use crate::store::broadcast::{Broadcast, BroadcastId};
use crate::store::{Count, StoreError};
use crate::tap::Order;
use crate::telegram::broadcaster;
use crate::telegram::calls::Verdict;
use crate::telegram::chat::session_id;
use crate::telegram::command::OwnerCommand;
use crate::telegram::desk::{Desk, report_unsent};
use crate::telegram::intake::{Callback, Sender};
use crate::telegram::pace::Class;
use crate::telegram::press::{answer, note};
use crate::telegram::receipt::Receipt;
use crate::telegram::screen::Frame;
use crate::view::pages;

/// A command of an owner, as it was sent.
pub struct Incoming {
    pub command: OwnerCommand,
    pub from: Sender,
    pub at: Place,
    /// When it was sent, in Unix seconds.
    pub sent_at: i64,
    pub announcement: Option<String>,
    pub language: Language,
}

/// A press of a button of a broadcast.
pub struct Ordered {
    pub id: BroadcastId,
    pub order: Order,
    pub at: Place,
    /// What the message with the button says.
    pub text: Option<String>,
}

/// Works on a command. That it is an owner's, given in private, has been checked.
pub async fn command(desk: &Desk, incoming: Incoming, receipt: Option<Receipt>) {
    let Incoming { command, from, at, sent_at, announcement, language } = incoming;
    let done = match command {
        OwnerCommand::Stats => {
            drop(receipt);
            stats(desk, at, language).await
        }
        OwnerCommand::Maintenance(wanted) => maintenance(desk, wanted, at, language, receipt).await,
        OwnerCommand::Broadcast => {
            drop(receipt);
            preview(desk, broadcast_id(at, sent_at), announcement, &from, at, language).await
        }
    };
    if let Err(error) = done {
        log::error!("chat {}: a command of an owner fails: {error}", at.chat.0);
        desk.tell(at, language, Phrase::CommandFailed).await;
    }
}

/// Works on a press. That it is an owner's, of a button in their private chat, has been checked.
pub async fn press(
    desk: &Desk,
    ordered: Ordered,
    callback: &Callback,
    from: &Sender,
    receipt: Option<Receipt>,
) {
    let Ordered { id, order, at, text } = ordered;
    let done = match order {
        Order::Send => send(desk, id, text, at, from).await,
        Order::Discard => discard(desk, id, at, from).await,
        Order::Stop => stop(desk, id, from).await,
    };
    let (result, toast) = match done {
        Ok(true) => (labels::Press::Ordered, None),
        Ok(false) => (labels::Press::UnknownButton, Some(Phrase::UnknownButton)),
        Err(error) => {
            log::error!("broadcast {:x}: an order is not kept: {error}", id.0);
            (labels::Press::Failed, Some(Phrase::BroadcastFailed))
        }
    };
    note(desk, result);
    answer(desk, callback, from, toast, receipt).await;
}

async fn stats(desk: &Desk, at: Place, language: Language) -> Result<(), StoreError> {
    let Figures { counts, broadcasts_running, is_in_maintenance, database, uptime, boards_live } =
        desk.office.figures().await?;
    let state = if is_in_maintenance { Phrase::StatsClosed } else { Phrase::StatsOpen };
    let updates = &desk.metrics().play.updates;
    let phrase = Phrase::Stats {
        version: env!("CARGO_PKG_VERSION"),
        state: &desk.locales.say(language, state),
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
    desk.tell(at, language, phrase).await;
    Ok(())
}

async fn maintenance(
    desk: &Desk,
    wanted: Option<bool>,
    at: Place,
    language: Language,
    receipt: Option<Receipt>,
) -> Result<(), StoreError> {
    match wanted {
        Some(is_on) => desk.office.set_maintenance(is_on).await?,
        None => desk.office.look_for_maintenance().await?,
    }
    drop(receipt);
    let is_on = desk.office.is_in_maintenance();
    let phrase = if is_on { Phrase::MaintenanceOn } else { Phrase::MaintenanceOff };
    desk.tell(at, language, phrase).await;
    Ok(())
}

/// Shows the owner what everybody will see, with the question whether to send it. Nothing is stored
/// until they say yes: the message itself keeps the text.
async fn preview(
    desk: &Desk,
    id: BroadcastId,
    announcement: Option<String>,
    from: &Sender,
    at: Place,
    language: Language,
) -> Result<(), StoreError> {
    let Some(text) = announcement else {
        desk.tell(at, language, Phrase::BroadcastUsage).await;
        return Ok(());
    };
    // An owner gets it too, and is told in their language how far it is.
    desk.remember(from, at.chat, None).await?;
    let people = desk.office.count_reachable().await?;
    let view = pages::preview(&desk.locales, language, id, text, people);
    match desk.reply(at, &view).await {
        Ok(_) => {}
        // Invisible letters only, for example. Nobody would get it either.
        Err(error) if error.verdict() == Verdict::Refused => {
            desk.tell(at, language, Phrase::BroadcastRefused).await;
        }
        Err(error) => report_unsent(at.chat, &error),
    }
    Ok(())
}

/// Begins to send what the pressed message says. Says whether it does.
async fn send(
    desk: &Desk,
    id: BroadcastId,
    text: Option<String>,
    at: Place,
    from: &Sender,
) -> Result<bool, StoreError> {
    let Some(text) = text else { return Ok(false) };
    let broadcast = Broadcast::new(id, text, from.user, at);
    // A second press finds it there, and does not begin it again.
    desk.office.create_broadcast(&broadcast).await?;
    desk.announced.notify_one();
    Ok(true)
}

/// Takes back a broadcast that has not begun; one that has is shown as it stands. Says whether it is
/// theirs.
async fn discard(
    desk: &Desk,
    id: BroadcastId,
    at: Place,
    from: &Sender,
) -> Result<bool, StoreError> {
    if let Some(broadcast) = desk.office.broadcast(id).await? {
        broadcaster::show_progress(desk, &broadcast, None).await;
        return Ok(broadcast.author == from.user);
    }
    let language = desk.language_of(from).await;
    let view = pages::note(&desk.locales, language, Phrase::BroadcastDiscarded);
    desk.screen.show(at, Frame::page(view, from.user, Class::Reply));
    Ok(true)
}

/// Stops a broadcast for the owner who has begun it. Says whether it is theirs.
async fn stop(desk: &Desk, id: BroadcastId, from: &Sender) -> Result<bool, StoreError> {
    let is_theirs = |broadcast: &Broadcast| broadcast.author == from.user;
    if !desk.office.broadcast(id).await?.as_ref().is_some_and(is_theirs) {
        return Ok(false);
    }
    desk.office.stop_broadcast(id).await?;
    if let Some(broadcast) = desk.office.broadcast(id).await? {
        broadcaster::show_progress(desk, &broadcast, None).await;
    }
    Ok(true)
}

/// The same for the same command, so that what is delivered twice is sent once.
fn broadcast_id(at: Place, sent_at: i64) -> BroadcastId {
    BroadcastId(session_id(&("broadcast", at.chat, at.message, sent_at)).0)
}

fn shown(count: Count) -> String {
    let Count { number, is_exact } = count;
    if is_exact { number.to_string() } else { format!("≈ {number}") }
}

/// Hours, minutes and seconds, as on a stopwatch.
fn clock_face(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
