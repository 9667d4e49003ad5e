//! Settings of a group, chosen by its administrators: who may start games, in which topic of a forum, and
//! the language of the bot.
//!
//! In private it is a page of what people choose for themselves.
//!
//! Anyone may ask for the page of a group, but only the presses of administrators count. A press always names its
//! user, even if they write in the name of the group.

use zerosum_metrics::labels;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::group_settings::{self, Spot};
use zerosum_render::tap::GroupTap;
use zerosum_session::board::TopicId;
use zerosum_session::language::Language;
use zerosum_session::people::group_settings::{GroupChange, Starters};

use crate::bot::context::{Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::event::GroupMessage;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::rate_limit::Asker;

/// Shows the settings of a group, or in private those of the person.
pub(crate) async fn show(mut context: Context) {
    if context.at.chat.is_private() {
        let view = context.menu().await.own_settings();
        return context.reply_page(view).await;
    }
    let settings = match context.services.play.group_settings(context.at.chat).await {
        Ok(settings) => settings,
        Err(error) => {
            log::error!("chat {}: cannot read the settings: {error}", context.at.chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    let localizer = context.services.localizer(context.page_language().await);
    let view = group_settings::page(localizer, settings, spot(&context));
    context.reply_page(view).await;
}

/// Shows the settings to an administrator who writes as the group, and whose language is unknown.
pub(crate) async fn show_to_group(
    services: &Services,
    said: GroupMessage,
    acknowledgement: Option<Acknowledgement>,
) {
    if let Some(acknowledgement) = acknowledgement {
        acknowledgement.decide().await;
    }
    let GroupMessage { at, topic, is_forum } = said;
    // Defaults are shown while the store is unavailable; the first press corrects them.
    let settings = services.play.group_settings(at.chat).await.unwrap_or_default();
    let language = settings.language.unwrap_or(Language::English);
    let spot = Spot { chat: at.chat, is_forum, topic };
    let view = group_settings::page(services.localizer(language), settings, spot);
    if let Err(error) = services.messenger.reply((at, topic), Asker::Chat(at.chat), &view).await {
        report_unsent(at.chat, &error);
    }
}

/// Changes a setting of the group, and shows it in the same message.
pub(crate) async fn change(press: &PressContext, tap: GroupTap) -> Handled {
    let context = &press.context;
    let (services, chat) = (&context.services, context.at.chat);
    let (not_one, unknown) = (labels::Press::NotAdministrator, labels::Press::Failed);
    check_administrator(
        context,
        Denial::new(not_one, Phrase::AdministratorsChoose),
        Denial::new(unknown, Phrase::AdministratorsUnknown),
    )
    .await?;
    let spot = spot(context);
    let change = match tap {
        GroupTap::Starters(starters) => GroupChange::Starters(starters),
        GroupTap::Here { is_only } => {
            GroupChange::Topic(is_only.then(|| group_settings::topic_of(spot)))
        }
        GroupTap::Language(language) => GroupChange::Language(language),
    };
    let settings = services.play.change_group(chat, change).await?;
    let localizer = services.localizer(context.page_language().await);
    context.replace(group_settings::page(localizer, settings, spot));
    Ok(labels::Press::GroupSet.into())
}

/// Checks that the person may begin a game in this topic of the chat.
pub(crate) async fn check_starter(
    context: &Context,
    topic: Option<TopicId>,
) -> Result<(), Box<Denial>> {
    let (services, chat) = (&context.services, context.at.chat);
    let settings = services.play.group_settings(chat).await?;
    // A group that is no longer a forum has no topics.
    if context.is_forum && !settings.plays_in(topic) {
        return Err(Denial::PLAYED_ELSEWHERE.into());
    }
    match settings.starters {
        Starters::Everybody => Ok(()),
        Starters::Administrators => {
            let forbids = labels::Press::GroupForbids;
            check_administrator(
                context,
                Denial::new(forbids, Phrase::AdministratorsStart),
                Denial::new(forbids, Phrase::AdministratorsUnknown),
            )
            .await
        }
    }
}

/// Checks that the event is not outside of the topic chosen for games.
pub(crate) async fn check_topic(context: &Context) -> Result<(), Box<Denial>> {
    match topic_elsewhere(context).await {
        Some(_) => Err(Denial::PLAYED_ELSEWHERE.into()),
        None => Ok(()),
    }
}

/// The topic chosen for games, if the event is in another one.
pub(crate) async fn topic_elsewhere(context: &Context) -> Option<TopicId> {
    // While the store is unavailable every request is refused anyway.
    let settings = context.services.play.group_settings(context.at.chat).await.unwrap_or_default();
    settings.topic.filter(|_| context.is_forum && !settings.plays_in(context.topic))
}

/// Tells in which topic games are played.
pub(crate) async fn send_elsewhere(context: Context, topic: TopicId) {
    if let Some(link) = group_settings::link_to(context.at.chat, topic) {
        private_notices::notify_once(context, Phrase::PlayedInTopic { link: &link }).await;
    }
}

fn spot(context: &Context) -> Spot {
    Spot { chat: context.at.chat, is_forum: context.is_forum, topic: context.topic }
}

/// Checks that the person is an administrator, which Telegram may not report. Releases the update first if
/// Telegram has to be asked.
async fn check_administrator(
    context: &Context,
    not_one: Denial,
    unknown: Denial,
) -> Result<(), Box<Denial>> {
    let (chat, user) = (context.at.chat, context.from.user);
    let administrators = &context.services.administrators;
    let known = match administrators.known(chat, user) {
        Some(known) => Ok(known),
        None => {
            // The next updates of all users wait for the acknowledgement. If the process ends meanwhile, nothing
            // was begun.
            context.release();
            administrators.has(chat, user).await
        }
    };
    match known {
        Ok(true) => Ok(()),
        Ok(false) => Err(not_one.into()),
        Err(error) => {
            log::warn!("chat {}: its administrators are unknown: {error}", chat.0);
            Err(unknown.into())
        }
    }
}
