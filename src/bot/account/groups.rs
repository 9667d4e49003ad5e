//! Handles events of groups, and users who leave a chat.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::timeout;
use zerosum_render::View;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::menus::Menu;
use zerosum_session::UserId;
use zerosum_session::board::{ChatId, ChatMessage};
use zerosum_session::language::Language;
use zerosum_session::people::standings::Listing;
use zerosum_store::StoreError;

use crate::bot::messages::reachability;
use crate::bot::services::Services;
use crate::play::patience::Patience;
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::admission::AdmissionKind;
use crate::telegram::incoming::event::Sender;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::outbox::Outgoing;
use crate::telegram::outgoing::rate_limit::Asker;

/// Time for which the greeting of a supergroup waits. Telegram may tell only later that a group has become it.
const MIGRATION_PATIENCE: Duration = Duration::from_secs(2);

/// Pauses between tries of a report while the store is away, in seconds: an outage of a quarter of an hour is outlasted.
const LATE_PAUSES: [u64; 8] = [1, 2, 5, 10, 30, 60, 300, 600];

/// Resumes the games of a group to which the bot has come back, sends those anew that could not be shown meanwhile,
/// and greets the group in its chosen language, or in that of the person who added the bot. What follows in the group
/// does not wait for the greeting, which a person with too many messages in flight does not cause. A group that has
/// become a supergroup is not greeted again.
pub(crate) async fn greet(
    services: &Arc<Services>,
    from: Option<Sender>,
    chat: ChatId,
    acknowledgement: Option<Acknowledgement>,
) {
    services.limits.late_reports.note_return(chat);
    if let Err(error) = services.play.note_presence(chat).await {
        log::error!("chat {}: some clocks do not go on as they stood: {error}", chat.0);
    }
    match services.play.recall_missed(chat).await {
        Ok(missed) => missed.into_iter().for_each(|id| services.boards.spawn_send_unsent(chat, id)),
        Err(error) => log::error!("chat {}: no boards are sent anew: {error}", chat.0),
    }
    drop(acknowledgement);
    // The language of a bot or an anonymous administrator is unknown.
    let Some(from) = from else { return };
    let greeting = Arc::clone(services);
    services.spawn(async move {
        let (admission, kind) = (&greeting.limits.admission, AdmissionKind::Message);
        if let Some(_quota) = admission.enter(from.user, Some(chat.into()), kind)
            && !was_group(&greeting, chat).await
        {
            send_greeting(&greeting, &from, chat).await;
        }
    });
}

/// Returns whether a supergroup was a group until lately, which needs no other greeting. A process that stops does not
/// wait for the news.
async fn was_group(services: &Services, chat: ChatId) -> bool {
    if chat.is_supergroup() {
        let _ = timeout(MIGRATION_PATIENCE, services.leaving.cancelled()).await;
    }
    services.boards.migrations.was_group(chat)
}

async fn send_greeting(services: &Services, from: &Sender, chat: ChatId) {
    let settings = services.play.group_settings(chat).await.unwrap_or_default();
    let language = match settings.language {
        Some(language) => language,
        None => services.people.language_of(from).await,
    };
    let view = Menu { locales: &services.locales, language }.greeting();
    let greeting = Outgoing::note(chat, &view, Asker::Person(from.user));
    if let Err(error) = services.messenger.send(greeting).await {
        report_unsent(chat, &error);
    }
}

/// Answers an administrator who writes as the group, or a user who writes as a channel: an anonymous sender
/// cannot take a seat. Their language is unknown, so the answer is in all languages.
pub(crate) async fn answer_anonymous(
    services: &Services,
    at: ChatMessage,
    reason: Phrase<'static>,
    acknowledgement: Option<Acknowledgement>,
) {
    drop(acknowledgement);
    let texts = Language::ALL.map(|language| services.locales.say(language, reason));
    let view = View { text: texts.join("\n\n"), keyboard: Vec::new(), picture: None };
    if let Err(error) = services.messenger.reply((at, None), Asker::Chat(at.chat), &view).await {
        report_unsent(at.chat, &error);
    }
}

/// Ends the games of a user in a chat that they have left, a group or their own, or from which `by` has
/// removed them, and removes them from the rating table of a group. Telegram reports it twice where the bot
/// is an administrator.
pub(crate) async fn note_leaving(
    services: &Arc<Services>,
    user: UserId,
    by: Option<UserId>,
    chat: ChatId,
    acknowledgement: Option<Acknowledgement>,
) {
    reachability::note_closed(services, chat).await;
    let leave = move |services: Arc<Services>| async move {
        let left = services.play.leave_chat(chat, user, by).await;
        let unlisted = services.play.unlist(user, Listing::Group(chat)).await;
        // If there are very many boards, some may not be drawn at once.
        if !matches!(left, Ok(0)) {
            services.boards.migrations.sweep.notify_one();
        }
        left.and(unlisted).map(drop)
    };
    let about = (chat, "what a player has left goes on");
    carry_out(services, about, acknowledgement, leave).await;
}

/// Stops the clocks of a group from which the bot was removed, unless it has come back meanwhile.
pub(crate) async fn note_removal(
    services: &Arc<Services>,
    chat: ChatId,
    acknowledgement: Option<Acknowledgement>,
) {
    let removed = Instant::now();
    let note = move |services: Arc<Services>| async move {
        let has_returned = || services.limits.late_reports.has_returned(chat, removed);
        if has_returned() {
            return Ok(());
        }
        services.play.note_absence(chat).await?;
        if has_returned() { services.play.note_presence(chat).await } else { Ok(()) }
    };
    let about = (chat, "clocks run although the bot is not there");
    carry_out(services, about, acknowledgement, note).await;
}

/// Moves the games of a group that has become a supergroup.
pub(crate) async fn note_migration(
    services: &Arc<Services>,
    from: ChatId,
    to: ChatId,
    acknowledgement: Option<Acknowledgement>,
) {
    let note = move |services: Arc<Services>| async move {
        services.boards.migrations.note(&services.play, from, to).await
    };
    let about = (from, "its games are not moved");
    carry_out(services, about, acknowledgement, note).await;
}

/// Carries out a report about a chat, which may be repeated: at once if the store is there, and otherwise, once it is
/// acknowledged, when the store is back. `undone` is logged if that takes too long.
pub(crate) async fn carry_out<F>(
    services: &Arc<Services>,
    (chat, undone): (ChatId, &'static str),
    acknowledgement: Option<Acknowledgement>,
    report: impl Fn(Arc<Services>) -> F + Send + 'static,
) where
    F: Future<Output = Result<(), StoreError>> + Send,
{
    let soon = Patience::default().while_away(|| report(Arc::clone(services))).await;
    drop(acknowledgement);
    let Err(error) = soon else { return };
    match services.limits.late_reports.place() {
        Some(place) => {
            log::warn!("chat {}: put off until the store is back: {error}", chat.0);
            let later = Arc::clone(services);
            services.spawn(async move {
                let _place = place;
                outlast(&later, (chat, undone), error, report).await;
            });
        }
        None => log::error!("chat {}: {undone}: {error}", chat.0),
    }
}

/// Tries until it succeeds, no pause is left or the process stops.
async fn outlast<F>(
    services: &Arc<Services>,
    (chat, undone): (ChatId, &str),
    mut error: StoreError,
    report: impl Fn(Arc<Services>) -> F,
) where
    F: Future<Output = Result<(), StoreError>>,
{
    for pause in LATE_PAUSES.map(Duration::from_secs) {
        if timeout(pause, services.leaving.cancelled()).await.is_ok() {
            break;
        }
        match report(Arc::clone(services)).await {
            Ok(()) => return,
            Err(again) => error = again,
        }
    }
    log::error!("chat {}: {undone}: {error}", chat.0);
}
