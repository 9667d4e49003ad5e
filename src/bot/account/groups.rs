//! Handles events of groups, and users who leave a chat.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::time::timeout;
use zerosum_render::View;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::menus::Menu;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;
use zerosum_session::language::Language;
use zerosum_session::people::standings::Listing;
use zerosum_store::StoreError;

use crate::bot::messages::reachability;
use crate::bot::services::Services;
use crate::bounded::shares::Holder;
use crate::play::games::absences::Resumed;
use crate::play::retry_budget::RetryBudget;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::FailureKind;
use crate::telegram::client::members;
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::admission::AdmissionKind;
use crate::telegram::incoming::event::{GroupMessage, Sender};
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::outbox::Outgoing;
use crate::telegram::outgoing::rate_limit::Asker;

/// Time for which the greeting of a supergroup waits. Telegram may report only later that a group has become it.
const MIGRATION_PATIENCE: Duration = Duration::from_secs(2);

/// Maximum number of reports that wait for the store.
const LATE_REPORTS_MAX: usize = 256;

/// Maximum number of those about one chat.
const LATE_REPORTS_PER_CHAT_MAX: usize = 16;

/// Pause between tries of a report while the store is unavailable.
const LATE_PAUSE: Duration = Duration::from_secs(10);

/// Maximum number of such tries, which outlast a quarter of an hour.
const LATE_TRIES_MAX: u32 = 90;

/// Reason why a report is not carried out yet.
#[derive(Debug, Error)]
enum NotCarriedOut {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Telegram does not report whether it is out of date.
    #[error("{0}")]
    Unknown(#[from] CallError),
}

/// Resumes the games of a group that the bot has rejoined, sends again the boards that could not be shown, and greets
/// the group in its chosen language, or in that of the person who added the bot. Later events of the group do not wait
/// for the greeting. There is none if the person who added the bot has too many messages in flight, or if the group
/// has become a supergroup.
pub(crate) async fn greet(
    services: &Arc<Services>,
    from: Option<Sender>,
    chat: ChatId,
    acknowledgement: Option<Acknowledgement>,
) {
    // One for both: while the store is unavailable, an update that takes longer is delivered and greeted again.
    let mut retries = RetryBudget::default();
    note_return(services, chat, &mut retries).await;
    match services.play.recall_missed(chat, &mut retries).await {
        Ok(missed) => missed.into_iter().for_each(|id| services.boards.spawn_send_unsent(chat, id)),
        Err(error) => log::error!("chat {}: cannot send boards again: {error}", chat.0),
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

/// Resumes the games of a chat to which the bot has come back: now, or when the store is back, unless it was removed
/// again meanwhile.
async fn note_return(services: &Arc<Services>, chat: ChatId, retries: &mut RetryBudget) {
    let resumed = Arc::new(Resumed::default());
    let noted = services.play.note_presence(chat, &resumed, retries).await;
    let Err(error) = noted else { return };
    let note = move |services: Arc<Services>, _| {
        let resumed = Arc::clone(&resumed);
        async move {
            let bot = UserId(services.messenger.client().identity.id);
            if is_back(&services, bot, chat, true).await? {
                let retries = &mut RetryBudget::default();
                services.play.note_presence(chat, &resumed, retries).await?;
            }
            Ok(())
        }
    };
    defer(services, (chat, "cannot record the return of the bot"), error.into(), note);
}

/// Returns whether a supergroup was recently a group, which needs no other greeting. A process that stops does not
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
    let view = Menu { localizer: services.localizer(language) }.greeting();
    let greeting = Outgoing::note(chat, &view, Asker::Person(from.user));
    if let Err(error) = services.messenger.send(greeting).await {
        report_unsent(chat, &error);
    }
}

/// Answers an administrator who writes as the group, or a user who writes as a channel: an anonymous sender
/// cannot take a seat. Their language is unknown, so the answer is in all languages.
pub(crate) async fn answer_anonymous(
    services: &Services,
    GroupMessage { at, topic, .. }: GroupMessage,
    reason: Phrase<'static>,
    acknowledgement: Option<Acknowledgement>,
) {
    if let Some(acknowledgement) = acknowledgement {
        acknowledgement.decide().await;
    }
    let texts = Language::ALL.map(|language| services.localizer(language).say(reason));
    let view = View { text: texts.join("\n\n"), keyboard: Vec::new(), picture: None };
    if let Err(error) = services.messenger.reply((at, topic), Asker::Chat(at.chat), &view).await {
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
    let leave = move |services: Arc<Services>, is_late: bool| async move {
        if is_late && is_back(&services, user, chat, false).await? {
            return Ok(());
        }
        let left = services.play.leave_chat(chat, user, by).await;
        let unlisted = services.play.unlist(user, Listing::Group(chat)).await;
        // If there are very many boards, some may not be drawn at once.
        if !matches!(left, Ok(0)) {
            services.boards.migrations.sweep.notify_one();
        }
        Ok(left.and(unlisted).map(drop)?)
    };
    let about = (chat, "cannot record that a player has left");
    carry_out(services, about, acknowledgement, leave).await;
}

/// Stops the clocks of a group from which the bot was removed, unless it has come back meanwhile.
pub(crate) async fn note_removal(
    services: &Arc<Services>,
    chat: ChatId,
    acknowledgement: Option<Acknowledgement>,
) {
    let resumed = Arc::new(Resumed::default());
    let note = move |services: Arc<Services>, is_late: bool| {
        let resumed = Arc::clone(&resumed);
        async move {
            let bot = UserId(services.messenger.client().identity.id);
            if !is_late || !is_back(&services, bot, chat, false).await? {
                services.play.note_absence(chat).await?;
            }
            // It may have come back at this moment.
            if is_late && is_back(&services, bot, chat, false).await? {
                let retries = &mut RetryBudget::default();
                services.play.note_presence(chat, &resumed, retries).await?;
            }
            Ok(())
        }
    };
    let about = (chat, "cannot record the removal of the bot");
    carry_out(services, about, acknowledgement, note).await;
}

/// Moves the games of a group that has become a supergroup.
pub(crate) async fn note_migration(
    services: &Arc<Services>,
    from: ChatId,
    to: ChatId,
    acknowledgement: Option<Acknowledgement>,
) {
    let note = move |services: Arc<Services>, _| async move {
        Ok(services.boards.migrations.note(&services.play, from, to).await?)
    };
    let about = (from, "cannot move its games");
    carry_out(services, about, acknowledgement, note).await;
}

/// Returns whether a user is in a chat again, so that a late report of their leaving is out of date: a member of the group,
/// or one who has written in their own chat. `unless_told` is believed if Telegram refuses to answer.
async fn is_back(
    services: &Services,
    user: UserId,
    chat: ChatId,
    unless_told: bool,
) -> Result<bool, NotCarriedOut> {
    if chat.is_private() {
        return Ok(services.limits.open_chats.has(user));
    }
    match members::is_member(services.messenger.client(), chat, user).await {
        Ok(is_back) => Ok(is_back),
        Err(error) => match error.kind() {
            // The bot itself is not there.
            FailureKind::Gone => Ok(false),
            FailureKind::Refused => Ok(unless_told),
            _ => Err(error.into()),
        },
    }
}

/// Carries out a report about a chat; it may be repeated. Tries at once, otherwise acknowledges it and retries when the
/// store is available. Logs `failure` if the retries run out or the process stops. `report` receives whether it runs
/// late.
async fn carry_out<F>(
    services: &Arc<Services>,
    about: (ChatId, &'static str),
    acknowledgement: Option<Acknowledgement>,
    report: impl Fn(Arc<Services>, bool) -> F + Send + 'static,
) where
    F: Future<Output = Result<(), NotCarriedOut>> + Send,
{
    let soon = RetryBudget::default().while_away(|| report(Arc::clone(services), false)).await;
    if let Err(error) = soon {
        defer(services, about, error, report);
    }
    drop(acknowledgement);
}

/// Carries out a report when the store is back, as [`carry_out`] does after the first tries.
fn defer<F>(
    services: &Arc<Services>,
    (chat, failure): (ChatId, &'static str),
    error: NotCarriedOut,
    report: impl Fn(Arc<Services>, bool) -> F + Send + 'static,
) where
    F: Future<Output = Result<(), NotCarriedOut>> + Send,
{
    let shares = &services.limits.late_reports;
    let place = || {
        let own = shares.take(Holder::Group(chat.into()), LATE_REPORTS_PER_CHAT_MAX)?;
        Some((own, shares.take(Holder::Everybody, LATE_REPORTS_MAX)?))
    };
    let Some(place) = place() else { return log::error!("chat {}: {failure}: {error}", chat.0) };
    log::warn!("chat {}: deferred until the store is available: {error}", chat.0);
    let later = Arc::clone(services);
    services.spawn(async move {
        let _place = place;
        if let Err(error) = retry_until_restored(&later, report).await {
            log::error!("chat {}: {failure}: {error}", chat.0);
        }
    });
}

/// Tries until it succeeds, an outage has lasted too long or the process stops, which tries once more.
async fn retry_until_restored<F>(
    services: &Arc<Services>,
    report: impl Fn(Arc<Services>, bool) -> F,
) -> Result<(), NotCarriedOut>
where
    F: Future<Output = Result<(), NotCarriedOut>>,
{
    let mut tries = 0;
    loop {
        let stops = timeout(LATE_PAUSE, services.leaving.cancelled()).await.is_ok();
        tries += 1;
        match report(Arc::clone(services), true).await {
            Err(_) if !stops && tries < LATE_TRIES_MAX => {}
            done => return done,
        }
    }
}
