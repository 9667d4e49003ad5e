//! Telegram: updates in, messages out. teloxide is named in this room and in `app` only.
//!
//! An update becomes one [`intake::Intake`] in the dispatcher's endpoint, which takes a pass and
//! spawns; it awaits nothing else, because a panic or a full queue there would stop everybody. The
//! work on it then goes by [`press`] or [`chat`] through the referee, and by the [`screen`] back
//! to the chat.

pub mod intake;
pub mod command;
pub mod polling;
pub mod gate;
pub mod lines;
pub mod press;
pub mod chat;
pub mod turn;
pub mod desk;
pub mod names;
pub mod screen;
pub mod markup;
pub mod sweep;
pub mod profile;
pub mod calls;
pub mod api;

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use teloxide::dispatching::{Dispatcher, UpdateHandler};
use teloxide::error_handlers::LoggingErrorHandler;
use teloxide::payloads::GetMe;
use teloxide::types::Update;
use teloxide::update_listeners::UpdateListener;
use teloxide::{Bot, dptree};
use thiserror::Error;
use tokio::time::{sleep, timeout};

use crate::locales::phrase::Phrase;
use crate::telegram::api::CallError;
use crate::telegram::calls::{Verdict, backoff};
use crate::telegram::desk::Desk;
use crate::telegram::gate::{Pass, Room};
use crate::telegram::intake::Intake;
use crate::telegram::lines::{Queued, Speaker};
use crate::telegram::polling::{Deliveries, PAUSE_MAX, Polling, Receipt};
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
pub async fn introduce(bot: &Bot, pulse: &Pulse) -> Result<String, BotError> {
    let mut failures = 0;
    loop {
        pulse.beat();
        match calls::once(bot, &GetMe::new()).await {
            Ok(me) => return Ok(me.username().to_owned()),
            Err(error) => {
                failures += 1;
                wait_or_give_up(&error, failures).await?;
            }
        }
    }
}

/// Works on updates until told to stop, then finishes what is in flight.
pub async fn run(
    desk: Arc<Desk>,
    pulse: Arc<Pulse>,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    let deliveries = Arc::new(Deliveries::default());
    let mut stop = std::pin::pin!(stop);
    let mut failures = 0;
    let ended = loop {
        let polling = Polling::new(
            desk.bot.clone(),
            Arc::clone(&deliveries),
            Arc::clone(&desk.gate),
            Arc::clone(&pulse),
        );
        match dispatch(&desk, &deliveries, polling, stop.as_mut()).await {
            Dispatched::Stopped => break Ok(()),
            Dispatched::Ended => break Err(BotError::WrongToken),
            Dispatched::Failed(error) => {
                failures += 1;
                let waited = tokio::select! {
                    waited = wait_or_give_up(&error, failures) => waited,
                    () = stop.as_mut() => break Ok(()),
                };
                if let Err(error) = waited {
                    break Err(error);
                }
            }
        }
    };
    leave(&desk, &deliveries).await;
    ended
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
    mut polling: Polling,
    stop: Pin<&mut impl Future<Output = ()>>,
) -> Dispatched {
    let mut dispatcher = Dispatcher::builder(desk.bot.clone(), schema())
        .dependencies(dptree::deps![Arc::clone(desk), Arc::clone(deliveries)])
        .default_handler(async |_| {})
        // Presses need no order, because the conditional write decides what came first; words are
        // put into their lines in the order in which they are handed out.
        .distribution_function(|_| None::<()>)
        .build();
    let token = polling.stop_token();
    let dispatching = dispatcher.try_dispatch_with_listener(polling, LoggingErrorHandler::new());
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

/// Waits for what is in flight and tells Telegram what is decided.
async fn leave(desk: &Desk, deliveries: &Deliveries) {
    desk.tasks.close();
    if timeout(LEAVE_PATIENCE, desk.tasks.wait()).await.is_err() {
        log::warn!("{} tasks are left unfinished; the next start redraws", desk.tasks.len());
    }
    polling::confirm(&desk.bot, deliveries).await;
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
    let (receipt, room) = (deliveries.receipt(), desk.gate.room());
    let intake = Intake::of(update, &desk.username);
    let Some((user, kind)) = intake.source() else {
        return Ok(());
    };
    match desk.gate.enter(user, kind) {
        Some(pass) => {
            admit(desk, Admitted { intake, receipt: Some(receipt), _share: (room, pass) });
        }
        None => refuse(desk, intake),
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
async fn serve(desk: &Desk, speaker: Speaker, first: Admitted) {
    let mut next = Some(first);
    while let Some(admitted) = next {
        work(desk, admitted).await;
        next = desk.lines.next(speaker);
    }
}

async fn work(desk: &Desk, admitted: Admitted) {
    let Admitted { intake, receipt, _share } = admitted;
    match intake {
        Intake::Press { callback, from, at, data, buttons } => {
            let press = press::Incoming { callback, from, at, data, buttons };
            press::handle(desk, press, receipt).await;
        }
        Intake::Command { command, from, at, sent_at } => {
            let incoming = chat::Incoming { command, from, at, sent_at };
            chat::command(desk, incoming, receipt).await;
        }
        Intake::SmallTalk { from, at } => chat::small_talk(desk, &from, at, receipt).await,
        Intake::Nothing => {}
    }
}

/// Tells a presser that they have too much in flight, unless even that would be too much.
fn refuse(desk: Arc<Desk>, intake: Intake) {
    let Intake::Press { callback, from, .. } = intake else { return };
    let Some(permit) = desk.gate.refuse() else { return };
    let tasks = desk.tasks.clone();
    tasks.spawn(async move {
        let language = desk.language_of(&from).await;
        desk.answer(&callback, Some((language, Phrase::TooFast))).await;
        drop(permit);
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
