//! Telegram: updates in, messages out. teloxide is named in this room and in `app` only.
//!
//! An update becomes one [`intake::Intake`] in the dispatcher's endpoint, which takes a pass and
//! spawns; it awaits nothing else, because a panic or a full queue there would stop everybody. The
//! work on it then goes by [`press`] or [`chat`] through the referee, and by the [`screen`] back
//! to the chat.

pub mod intake;
pub mod command;
pub mod wanted;
pub mod update;
pub mod receipt;
pub mod polling;
pub mod webhook;
pub mod registration;
pub mod shares;
pub mod gate;
pub mod lines;
pub mod starts;
pub mod press;
pub mod focus;
pub mod preferences;
pub mod chat;
pub mod games;
pub mod groups;
pub mod moves;
pub mod personal;
pub mod owner;
pub mod broadcaster;
pub mod turn;
pub mod sendings;
pub mod desk;
pub mod names;
pub mod reach;
pub mod pace;
pub mod frames;
pub mod lanes;
pub mod screen;
pub mod letters;
pub mod pictures;
pub mod markup;
pub mod thinking;
pub mod sweep;
pub mod profile;
pub mod calls;
pub mod photos;
pub mod api;
pub mod client;
pub mod lookup;

use std::convert::Infallible;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use teloxide::dispatching::{Dispatcher, UpdateHandler};
use teloxide::dptree;
use teloxide::error_handlers::LoggingErrorHandler;
use teloxide::payloads::GetMe;
use teloxide::types::Update;
use teloxide::update_listeners::UpdateListener;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::telegram::api::CallError;
use crate::telegram::calls::{Verdict, backoff};
use crate::telegram::client::Client;
use crate::telegram::desk::Desk;
use crate::telegram::gate::{Kind, Pass, Room};
use crate::telegram::intake::Intake;
use crate::telegram::lines::{Queued, Speaker};
use crate::telegram::polling::{Offset, PAUSE_MAX, Polling};
use crate::telegram::receipt::{Deliveries, Receipt};
use crate::telegram::webhook::door::Door;
use crate::telegram::webhook::{Arrivals, Hook};
use crate::web::pulse::Pulse;

/// How long leaving waits for updates that were fetched to be handed out.
const DISPATCH_PATIENCE: Duration = Duration::from_secs(1);

/// How long leaving waits for what is in flight. What is not done by then is durable or was never
/// accepted; the next start brings the screens up to date.
const LEAVE_PATIENCE: Duration = Duration::from_secs(4);

/// Why the bot cannot run on.
#[derive(Debug, Error)]
pub enum BotError {
    #[error(
        "Telegram does not accept the token; check TELOXIDE_TOKEN and, if it is set, TELOXIDE_API_URL"
    )]
    WrongToken,
}

/// Who the bot is, once Telegram answers. An unreachable Telegram is waited for; a wrong token is
/// an error at once.
pub async fn introduce(client: &Client, pulse: &Pulse) -> Result<String, BotError> {
    let mut failures = 0;
    loop {
        pulse.beat();
        match ask(client).await {
            Ok(username) => return Ok(username),
            Err(error) => {
                failures += 1;
                wait_or_give_up(&error, failures).await?;
            }
        }
    }
}

/// Asks Telegram once who the bot is.
pub async fn ask(client: &Client) -> Result<String, CallError> {
    Ok(calls::once(client, &GetMe::new()).await?.username().to_owned())
}

/// How updates come in.
pub enum Delivery {
    /// The bot asks for them.
    Polling,
    /// Telegram delivers them, by way of this listener.
    Webhook { listener: TcpListener, hook: Hook },
}

/// Works on updates until told to stop, then finishes what is in flight.
pub async fn run(
    desk: Arc<Desk>,
    pulse: Arc<Pulse>,
    delivery: Delivery,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    let deliveries = Arc::new(Deliveries::default());
    desk.tasks.spawn({
        let desk = Arc::clone(&desk);
        async move { broadcaster::run(&desk).await }
    });
    match delivery {
        Delivery::Polling => poll(desk, pulse, deliveries, stop).await,
        Delivery::Webhook { listener, hook } => {
            receive(desk, pulse, deliveries, (listener, hook), stop).await
        }
    }
}

async fn poll(
    desk: Arc<Desk>,
    pulse: Arc<Pulse>,
    deliveries: Arc<Deliveries>,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    let offset = Arc::new(Offset::default());
    let polling = || {
        let (deliveries, offset) = (Arc::clone(&deliveries), Arc::clone(&offset));
        let (gate, pulse) = (Arc::clone(&desk.gate), Arc::clone(&pulse));
        Polling::new(desk.client.clone(), deliveries, offset, gate, pulse)
    };
    let ended = dispatch_patiently(&desk, &deliveries, polling, stop).await;
    leave(&desk).await;
    polling::confirm(&desk.client, &deliveries, &offset).await;
    ended
}

async fn receive(
    desk: Arc<Desk>,
    pulse: Arc<Pulse>,
    deliveries: Arc<Deliveries>,
    (listener, hook): (TcpListener, Hook),
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    let (updates, arrived) = webhook::channel(&desk.gate);
    let arrivals =
        || Arrivals::new(Arc::clone(&arrived), Arc::clone(&desk.gate), Arc::clone(&pulse));
    let (gate, waiting) = (Arc::clone(&desk.gate), Arc::clone(&deliveries));
    let door = Arc::new(Door::new(desk.client.clone(), hook.clone(), gate, waiting, updates));
    let mut refused = Ok(());
    // What is taken in can be decided until the last of it is answered.
    let answered = async {
        tokio::select! {
            () = webhook::serve(listener, door, stop) => {}
            error = registration::keep(&desk.client, &hook) => refused = Err(error),
        }
    };
    let ended = dispatch_patiently(&desk, &deliveries, arrivals, answered).await;
    leave(&desk).await;
    ended.and(refused)
}

/// Has updates handed out until told to stop, whatever trouble Telegram is in at the beginning.
async fn dispatch_patiently<L>(
    desk: &Arc<Desk>,
    deliveries: &Arc<Deliveries>,
    listener: impl Fn() -> L,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError>
where
    L: UpdateListener<Err = Infallible> + Send + 'static,
{
    let mut stop = std::pin::pin!(stop);
    let mut failures = 0;
    loop {
        match dispatch(desk, deliveries, listener(), stop.as_mut()).await {
            Dispatched::Stopped => return Ok(()),
            Dispatched::Ended => return Err(BotError::WrongToken),
            Dispatched::Failed(error) => {
                failures += 1;
                tokio::select! {
                    waited = wait_or_give_up(&error, failures) => waited?,
                    () = stop.as_mut() => return Ok(()),
                }
            }
        }
    }
}

/// Why teloxide's dispatcher is no longer at work.
enum Dispatched {
    /// It was told to stop.
    Stopped,
    /// The listener has ended by itself, which it does only over a token that is no longer valid.
    Ended,
    /// It could not begin.
    Failed(CallError),
}

async fn dispatch(
    desk: &Arc<Desk>,
    deliveries: &Arc<Deliveries>,
    mut listener: impl UpdateListener<Err = Infallible> + Send + 'static,
    stop: Pin<&mut impl Future<Output = ()>>,
) -> Dispatched {
    let mut dispatcher = Dispatcher::builder(desk.client.bot.clone(), schema())
        .dependencies(dptree::deps![Arc::clone(desk), Arc::clone(deliveries)])
        .default_handler(async |_| {})
        // Presses need no order, because the conditional write decides what came first; words are
        // put into their lines in the order in which they are handed out.
        .distribution_function(|_| None::<()>)
        .build();
    let token = listener.stop_token();
    let dispatching = dispatcher.try_dispatch_with_listener(listener, LoggingErrorHandler::new());
    let mut dispatching = std::pin::pin!(dispatching);
    tokio::select! {
        ended = &mut dispatching => match ended {
            Ok(()) => Dispatched::Ended,
            // The error is not shown: it may carry what Telegram has answered.
            Err(_) => Dispatched::Failed(CallError::Network("getMe fails".to_owned())),
        },
        () = stop => {
            token.stop();
            // It hands out what was fetched before. It may also hang in its first call.
            let _ = timeout(DISPATCH_PATIENCE, dispatching).await;
            Dispatched::Stopped
        }
    }
}

/// Waits for what is in flight.
async fn leave(desk: &Desk) {
    desk.leaving.cancel();
    desk.referee.stop_thinking();
    desk.tasks.close();
    if timeout(LEAVE_PATIENCE, desk.tasks.wait()).await.is_err() {
        log::warn!("{} tasks are left unfinished; the next start redraws", desk.tasks.len());
    }
}

/// All that happens to an update, as a table of contents.
fn schema() -> UpdateHandler<Infallible> {
    dptree::endpoint(take_in)
}

async fn take_in(
    update: Update,
    desk: Arc<Desk>,
    deliveries: Arc<Deliveries>,
) -> Result<(), Infallible> {
    let (receipt, room) = (deliveries.receipt(update.id.0), desk.gate.room());
    let intake = Intake::of(update, &desk.username);
    desk.client.note_update(intake.label());
    let Some((user, chat, kind)) = intake.source() else {
        return Ok(());
    };
    match desk.gate.enter(user, chat, kind) {
        Some(pass) => {
            admit(desk, Admitted { intake, receipt: Some(receipt), _share: (room, pass) });
        }
        None => {
            desk.metrics().play.updates_turned_away.count(intake.label());
            refuse(desk, intake);
        }
    }
    Ok(())
}

/// An update that is let in, with what it holds while it is worked on.
pub struct Admitted {
    intake: Intake,
    /// `None` if a second delivery is not waited for any more.
    receipt: Option<Receipt>,
    _share: (Room, Pass),
}

/// Starts the work on an update, unless it has to wait in its speaker's line.
fn admit(desk: Arc<Desk>, admitted: Admitted) {
    let tasks = desk.tasks.clone();
    match admitted.intake.speaker() {
        None => {
            tasks.spawn(async move { work(&desk, admitted).await });
        }
        Some(speaker) => {
            // Whoever waits in a line must not hold up the delivery to everybody else.
            let forget_receipt = |admitted: &mut Admitted| admitted.receipt = None;
            if let Queued::First(first) = desk.lines.put(speaker, admitted, forget_receipt) {
                tasks.spawn(async move { serve(&desk, speaker, first).await });
            }
        }
    }
}

/// Works on a line until it is empty.
async fn serve(desk: &Arc<Desk>, speaker: Speaker, first: Admitted) {
    let mut next = Some(first);
    while let Some(admitted) = next {
        work(desk, admitted).await;
        next = desk.lines.next(speaker);
    }
}

/// Works on an update to its end. If that panics, it ends alone: whatever it had is given back by
/// drop, and what waits behind it goes on.
async fn work(desk: &Arc<Desk>, admitted: Admitted) {
    let label = admitted.intake.label();
    if AssertUnwindSafe(work_on(desk, admitted)).catch_unwind().await.is_err() {
        log::error!("the work on an update has panicked: {label:?}");
    }
}

async fn work_on(desk: &Arc<Desk>, admitted: Admitted) {
    let Admitted { intake, receipt, _share } = admitted;
    match intake {
        Intake::Press { callback, from, at, topic, data, buttons, text } => {
            let press = press::Incoming { callback, from, at, topic, data, buttons, text };
            press::handle(desk, press, receipt).await;
        }
        Intake::Command { command, from, at, topic, sent_at, announcement } => {
            let incoming = chat::Incoming { command, from, at, topic, sent_at, announcement };
            chat::command(desk, incoming, receipt).await;
        }
        Intake::SmallTalk { from, at } => chat::small_talk(desk, &from, at, receipt).await,
        Intake::Anonymous { at } => groups::answer_anonymous(desk, at).await,
        Intake::Moved { from, to } => desk.moves.note(&desk.referee, from, to).await,
        Intake::Nothing => {}
    }
}

/// Tells a presser that they have too much in flight, unless even that would be too much.
fn refuse(desk: Arc<Desk>, intake: Intake) {
    let Intake::Press { callback, from, at, .. } = intake else { return };
    let chat = at.map(|at| at.chat);
    let Some(pass) = desk.gate.enter(from.user, chat, Kind::Refusal) else {
        return press::note(&desk, labels::Press::Unanswered);
    };
    press::note(&desk, labels::Press::TooFast);
    let tasks = desk.tasks.clone();
    tasks.spawn(async move {
        let language = desk.language_of(&from).await;
        desk.answer(&callback, Some((language, Phrase::TooFast)), None).await;
        drop(pass);
    });
}

async fn wait_or_give_up(error: &CallError, failures: u32) -> Result<(), BotError> {
    let pause = match error.verdict() {
        Verdict::WrongToken => return Err(BotError::WrongToken),
        Verdict::Wait(pause) => pause.min(PAUSE_MAX),
        _ => backoff(failures),
    };
    if failures == 1 {
        log::warn!("Telegram is not reached: {error}; trying again until it works");
    }
    sleep(pause).await;
    Ok(())
}
