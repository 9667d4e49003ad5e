//! Settings of a group, chosen by its administrators: who may start games, in which topic of a forum, and
//! the language of the bot.
//!
//! Anyone may ask for the page, but only the presses of administrators count. A press always names its
//! user, even if they write in the name of the group.

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::pages::group_settings::{self, Spot};
use crate::render::tap::GroupTap;
use crate::session::board::TopicId;
use crate::session::language::Language;
use crate::session::people::group_settings::{GroupChange, Starters};
use crate::store::StoreError;
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::event::SaidAsGroup;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::rate_limit::Asker;

/// Answer to whether a user is an administrator.
enum Administers {
    Yes,
    No,
    /// Telegram does not answer.
    Unknown,
}

/// Shows the settings of a group.
pub(crate) async fn show(mut context: Context) {
    if context.at.chat.is_private() {
        return context.tell(Phrase::GroupOnly).await;
    }
    let settings = match context.services.play.group_settings(context.at.chat).await {
        Ok(settings) => settings,
        Err(error) => {
            log::error!("chat {}: what was chosen there is not read: {error}", context.at.chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    let (locales, language) = (&context.services.locales, context.page_language().await);
    let view = group_settings::page(locales, language, settings, spot(&context));
    context.reply_page(view).await;
}

/// Shows the settings to an administrator who writes as the group, and whose language is unknown.
pub(crate) async fn show_to_group(
    services: &Services,
    said: SaidAsGroup,
    acknowledgement: Option<Acknowledgement>,
) {
    drop(acknowledgement);
    let SaidAsGroup { at, topic, is_forum } = said;
    // Defaults are shown while the store is away; the first press corrects them.
    let settings = services.play.group_settings(at.chat).await.unwrap_or_default();
    let language = settings.language.unwrap_or(Language::English);
    let spot = Spot { chat: at.chat, is_forum, topic };
    let view = group_settings::page(&services.locales, language, settings, spot);
    if let Err(error) = services.messenger.reply(at, Asker::Chat(at.chat), &view).await {
        report_unsent(at.chat, &error);
    }
}

/// Changes a setting of the group, and shows it in the same message.
pub(crate) async fn change(press: PressContext, tap: GroupTap) -> Answered {
    let context = &press.context;
    let (services, chat) = (&context.services, context.at.chat);
    match administers(context).await {
        Administers::Yes => {}
        Administers::No => {
            let (result, toast) = (labels::Press::NotAdministrator, Phrase::AdministratorsChoose);
            return press.answer(result, Some(toast)).await;
        }
        Administers::Unknown => {
            let (result, toast) = (labels::Press::Failed, Phrase::AdministratorsUnknown);
            return press.answer(result, Some(toast)).await;
        }
    }
    let spot = spot(context);
    let change = match tap {
        GroupTap::Starters(starters) => GroupChange::Starters(starters),
        GroupTap::Here { is_only } => {
            GroupChange::Topic(is_only.then(|| group_settings::topic_of(spot)))
        }
        GroupTap::Language(language) => GroupChange::Language(language),
    };
    match services.play.change_group(chat, change).await {
        Ok(settings) => {
            let (locales, language) = (&services.locales, context.page_language().await);
            context.replace(group_settings::page(locales, language, settings, spot));
            press.answer(labels::Press::GroupSet, None).await
        }
        Err(error) => {
            log::error!("chat {}: what is chosen there is not kept: {error}", chat.0);
            press.answer(labels::Press::Failed, Some(Phrase::StoreAway)).await
        }
    }
}

/// Returns the reason why the person may not begin a game in this topic of the chat; `None` if they may.
pub(crate) async fn forbids(
    context: &Context,
    topic: Option<TopicId>,
) -> Result<Option<Denial>, StoreError> {
    let (services, chat) = (&context.services, context.at.chat);
    let settings = services.play.group_settings(chat).await?;
    // A group that is no longer a forum has no topics.
    if context.is_forum && !settings.plays_in(topic) {
        return Ok(Some(Denial::PLAYED_ELSEWHERE));
    }
    Ok(match settings.starters {
        Starters::Everybody => None,
        Starters::Administrators => match administers(context).await {
            Administers::Yes => None,
            Administers::No => Some(Denial::ADMINISTRATORS_START),
            Administers::Unknown => Some(Denial::ADMINISTRATORS_UNKNOWN),
        },
    })
}

/// The topic chosen for games, if the event is in another one.
pub(crate) async fn topic_elsewhere(context: &Context) -> Option<TopicId> {
    // While the store is away every request is refused anyway.
    let settings = context.services.play.group_settings(context.at.chat).await.unwrap_or_default();
    settings.topic.filter(|_| context.is_forum && !settings.plays_in(context.topic))
}

/// Tells in which topic games are played.
pub(crate) async fn send_elsewhere(context: Context, topic: TopicId) {
    let link = group_settings::link_to(context.at.chat, topic);
    private_notices::tell(context, Phrase::PlayedInTopic { link: &link }).await;
}

fn spot(context: &Context) -> Spot {
    Spot { chat: context.at.chat, is_forum: context.is_forum, topic: context.topic }
}

/// Returns whether the person may change the settings. Acknowledges first if Telegram has to be asked.
async fn administers(context: &Context) -> Administers {
    let (chat, user) = (context.at.chat, context.from.user);
    let administrators = &context.services.administrators;
    let known = administrators.known(chat, user);
    if known.is_none() {
        context.acknowledge_before_asking();
    }
    let known = match known {
        Some(known) => Ok(known),
        None => administrators.has(chat, user).await,
    };
    match known {
        Ok(true) => Administers::Yes,
        Ok(false) => Administers::No,
        Err(error) => {
            log::warn!("chat {}: its administrators are unknown: {error}", chat.0);
            Administers::Unknown
        }
    }
}
