//! Runs teloxide's dispatcher, which receives updates and hands them out.
//!
//! Its schema reads an update into an [`Event`], has the [`router`] admit it, and hands it over to a task of
//! the handler for its kind. No step awaits anything, because a panic or a full queue there would stop all
//! updates.

use std::convert::Infallible;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use teloxide::dispatching::{Dispatcher, UpdateHandler};
use teloxide::dptree;
use teloxide::error_handlers::LoggingErrorHandler;
use teloxide::types::Update;
use teloxide::update_listeners::UpdateListener;
use tokio::net::TcpListener;
use tokio::time::timeout;
use zerosum_render::locales::phrase::Phrase;

use crate::bot::account::group_settings;
use crate::bot::account::groups;
use crate::bot::admitted::{Handler, Incoming};
use crate::bot::commands;
use crate::bot::context::Context;
use crate::bot::game::typed;
use crate::bot::press;
use crate::bot::router;
use crate::bot::services::Services;
use crate::bot::start::inline_query;
use crate::health::pulse::Pulse;
use crate::telegram::client::api::CallError;
use crate::telegram::client::identity::{BotError, wait_or_give_up};
use crate::telegram::incoming::event::Event;
use crate::telegram::incoming::polling;
use crate::telegram::incoming::polling::{Offset, Polling};
use crate::telegram::incoming::registration;
use crate::telegram::incoming::webhook;
use crate::telegram::incoming::webhook::handler::WebhookHandler;
use crate::telegram::incoming::webhook::{Arrivals, Hook};

/// Maximum time for which shutdown waits until fetched updates are handed out.
const DISPATCH_PATIENCE: Duration = Duration::from_secs(1);

/// Source of updates.
pub(crate) enum Delivery {
    /// The bot polls for them.
    Polling,
    /// Telegram posts them to this listener.
    Webhook { listener: TcpListener, hook: Hook },
}

/// Handles updates until told to stop, then finishes the work in flight.
pub(crate) async fn run(
    services: Arc<Services>,
    pulse: Arc<Pulse>,
    delivery: Delivery,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    match delivery {
        Delivery::Polling => poll(services, pulse, stop).await,
        Delivery::Webhook { listener, hook } => {
            receive(services, pulse, (listener, hook), stop).await
        }
    }
}

async fn poll(
    services: Arc<Services>,
    pulse: Arc<Pulse>,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    let offset = Arc::new(Offset::default());
    let polling = || {
        let (deliveries, offset) = (Arc::clone(&services.deliveries), Arc::clone(&offset));
        let (admission, pulse) = (Arc::clone(&services.limits.admission), Arc::clone(&pulse));
        Polling::new(services.messenger.client().clone(), deliveries, offset, admission, pulse)
    };
    let ended = dispatch_patiently(&services, polling, stop).await;
    services.leave().await;
    polling::confirm(services.messenger.client(), &services.deliveries, &offset).await;
    ended
}

async fn receive(
    services: Arc<Services>,
    pulse: Arc<Pulse>,
    (listener, hook): (TcpListener, Hook),
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    let (updates, arrived) = webhook::channel(&services.limits.admission);
    let arrivals = || {
        Arrivals::new(
            Arc::clone(&arrived),
            Arc::clone(&services.limits.admission),
            Arc::clone(&pulse),
        )
    };
    let handler = Arc::new(WebhookHandler::new(
        services.messenger.client().clone(),
        hook.clone(),
        Arc::clone(&services.limits.admission),
        Arc::clone(&services.deliveries),
        updates,
    ));
    let mut refused = Ok(());
    // Webhook requests are answered until the last update is decided.
    let answered = async {
        tokio::select! {
            () = webhook::serve(listener, handler, stop) => {}
            error = registration::keep(services.messenger.client(), &hook) => refused = Err(error),
        }
    };
    let ended = dispatch_patiently(&services, arrivals, answered).await;
    services.leave().await;
    ended.and(refused)
}

/// Hands out updates until told to stop; retries if Telegram fails at the start.
async fn dispatch_patiently<L>(
    services: &Arc<Services>,
    listener: impl Fn() -> L,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError>
where
    L: UpdateListener<Err = Infallible> + Send + 'static,
{
    let mut stop = std::pin::pin!(stop);
    let mut failures = 0;
    loop {
        match dispatch(services, listener(), stop.as_mut()).await {
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

/// Reason why teloxide's dispatcher has ended.
enum Dispatched {
    /// It was told to stop.
    Stopped,
    /// The listener ended by itself, which happens only if the token is no longer valid.
    Ended,
    /// It could not start.
    Failed(CallError),
}

async fn dispatch(
    services: &Arc<Services>,
    mut listener: impl UpdateListener<Err = Infallible> + Send + 'static,
    stop: Pin<&mut impl Future<Output = ()>>,
) -> Dispatched {
    let mut dispatcher = Dispatcher::builder(services.messenger.client().bot.clone(), schema())
        .dependencies(dptree::deps![Arc::clone(services)])
        .default_handler(async |_| {})
        // The router puts presses and messages in order as they are handed out.
        .distribution_function(|_| None::<()>)
        .build();
    let token = listener.stop_token();
    let dispatching = dispatcher.try_dispatch_with_listener(listener, LoggingErrorHandler::new());
    let mut dispatching = std::pin::pin!(dispatching);
    tokio::select! {
        ended = &mut dispatching => match ended {
            Ok(()) => Dispatched::Ended,
            // The error is not logged: it may contain Telegram's answer.
            Err(_) => Dispatched::Failed(CallError::Network("getMe fails".to_owned())),
        },
        () = stop => {
            token.stop();
            // The dispatcher still hands out the updates it has fetched. It may also hang in its first
            // call.
            let _ = timeout(DISPATCH_PATIENCE, dispatching).await;
            Dispatched::Stopped
        }
    }
}

/// Makes a branch of the schema for one kind of event. It hands an event over to a task of its handler.
macro_rules! on {
    (Event::$kind:ident $content:tt, |$services:ident, $acknowledgement:ident| $handling:expr) => {{
        let handler: Handler = |$services, event, $acknowledgement| {
            Box::pin(async move {
                if let Event::$kind $content = event {
                    _ = $handling.await;
                }
            })
        };
        let is_of_kind = |event: &Event| matches!(event, Event::$kind { .. });
        dptree::filter(move |incoming: Incoming| incoming.is(is_of_kind)).endpoint(
            move |services: Arc<Services>, incoming: Incoming| {
                if let Some(admitted) = incoming.take() {
                    router::hand_over(services, admitted, handler);
                }
                ready(Ok(()))
            },
        )
    }};
}

/// Schema of updates: the kinds of events, each with its handler, the most frequent first.
fn schema() -> UpdateHandler<Infallible> {
    dptree::entry()
        .filter_map(admit)
        .branch(on!(Event::Press(press), |services, acknowledgement| {
            press::handle(&services, press, acknowledgement)
        }))
        .branch(on!(Event::Query(query), |services, acknowledgement| {
            inline_query::offer(&services, query, acknowledgement)
        }))
        .branch(messages())
        .branch(chat_changes())
        .endpoint(|incoming: Incoming| {
            if incoming.take().is_some() {
                log::error!("a kind of event has no branch in the dispatcher's schema");
            }
            ready(Ok(()))
        })
}

/// Branches for messages of people.
fn messages() -> UpdateHandler<Infallible> {
    dptree::entry()
        .branch(on!(Event::Command(said, command), |services, acknowledgement| {
            commands::handle(Context::new(&services, said, acknowledgement), command)
        }))
        .branch(on!(Event::Message(said, saying), |services, acknowledgement| {
            typed::handle(Context::new(&services, said, acknowledgement), saying)
        }))
        .branch(on!(Event::Anonymous { said, is_about_group }, |services, acknowledgement| async {
            match is_about_group {
                true => group_settings::show_to_group(&services, said, acknowledgement).await,
                false => {
                    let reason = Phrase::Anonymous;
                    groups::answer_anonymous(&services, said, reason, acknowledgement).await;
                }
            }
        }))
        .branch(on!(Event::AsChannel(said), |services, acknowledgement| {
            groups::answer_anonymous(&services, said, Phrase::AsChannel, acknowledgement)
        }))
}

/// Branches for chats that the bot or a person has entered or left, and for groups that have moved.
fn chat_changes() -> UpdateHandler<Infallible> {
    dptree::entry()
        .branch(on!(Event::Added { from, chat }, |services, acknowledgement| {
            groups::greet(&services, from, chat, acknowledgement)
        }))
        .branch(on!(Event::Removed { chat }, |services, acknowledgement| {
            groups::note_removal(&services, chat, acknowledgement)
        }))
        .branch(on!(Event::Left { user, by, chat }, |services, acknowledgement| {
            groups::note_leaving(&services, user, by, chat, acknowledgement)
        }))
        .branch(on!(Event::Moved { from, to }, |services, acknowledgement| {
            groups::note_migration(&services, from, to, acknowledgement)
        }))
}

/// Reads an update, takes the permit reserved for it, and admits its event.
fn admit(update: Update, services: Arc<Services>) -> Option<Incoming> {
    let acknowledgement = services.deliveries.acknowledgement(update.id.0);
    let permit = services.limits.admission.permit();
    let event = Event::of(update, services.links.username());
    services.messenger.client().note_update(event.label());
    router::admit(&services, event, acknowledgement, permit).map(Incoming::new)
}
