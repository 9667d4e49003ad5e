//! What administrators choose for their group: who may start games there, in which topic of a forum, and what
//! language is spoken.
//!
//! Anybody may ask for the page, and a press counts if it is an administrator's. A press always shows who
//! presses, also of somebody who writes in the name of the group.

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::quiet;
use crate::bot::services::Services;
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::group_settings::{self, GroupTap, Spot};
use crate::session::UserId;
use crate::session::board::{ChatId, TopicId};
use crate::store::StoreError;
use crate::store::groups::{GroupChange, Starters};
use crate::telegram::acknowledgement::Acknowledgement;
use crate::telegram::event::SaidAsGroup;
use crate::telegram::messenger::report_unsent;

/// Whether somebody is an administrator.
enum Administers {
    Yes,
    No,
    /// Telegram does not say.
    Unknown,
}

/// Shows what was chosen for a group.
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

/// Shows the same to an administrator who writes as the group, and whose language nobody knows.
pub(crate) async fn show_to_group(
    services: &Services,
    said: SaidAsGroup,
    acknowledgement: Option<Acknowledgement>,
) {
    drop(acknowledgement);
    let SaidAsGroup { at, topic, is_forum } = said;
    // What is shown while the store is away, the first press sets right.
    let settings = services.play.group_settings(at.chat).await.unwrap_or_default();
    let language = settings.language.unwrap_or(Language::English);
    let spot = Spot { chat: at.chat, is_forum, topic };
    let view = group_settings::page(&services.locales, language, settings, spot);
    if let Err(error) = services.messenger.reply(at, &view).await {
        report_unsent(at.chat, &error);
    }
}

/// Chooses something for the group in which it is pressed, and shows that in the same message.
pub(crate) async fn change(press: PressContext, tap: GroupTap) -> Answered {
    let context = &press.context;
    let (services, chat) = (&context.services, context.at.chat);
    match administers(services, chat, context.from.user).await {
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

/// Why somebody may not begin a game in this topic of the chat; `None` if they may.
pub(crate) async fn forbids(
    context: &Context,
    topic: Option<TopicId>,
) -> Result<Option<Phrase<'static>>, StoreError> {
    let (services, chat) = (&context.services, context.at.chat);
    let settings = services.play.group_settings(chat).await?;
    // A group that is no forum any more has no topics.
    if context.is_forum && !settings.plays_in(topic) {
        return Ok(Some(Phrase::PlayedElsewhere));
    }
    Ok(match settings.starters {
        Starters::Everybody => None,
        Starters::Administrators => match administers(services, chat, context.from.user).await {
            Administers::Yes => None,
            Administers::No => Some(Phrase::AdministratorsStart),
            Administers::Unknown => Some(Phrase::AdministratorsUnknown),
        },
    })
}

/// The topic in which games begin, if something is asked for in another one.
pub(crate) async fn topic_elsewhere(context: &Context) -> Option<TopicId> {
    // While the store is away, whatever is asked for is refused anyway.
    let settings = context.services.play.group_settings(context.at.chat).await.unwrap_or_default();
    settings.topic.filter(|_| context.is_forum && !settings.plays_in(context.topic))
}

/// Says where that is.
pub(crate) async fn send_elsewhere(context: Context, topic: TopicId) {
    let link = group_settings::link_to(context.at.chat, topic);
    quiet::tell(context, Phrase::PlayedInTopic { link: &link }).await;
}

fn spot(context: &Context) -> Spot {
    Spot { chat: context.at.chat, is_forum: context.is_forum, topic: context.topic }
}

async fn administers(services: &Services, chat: ChatId, user: UserId) -> Administers {
    match services.administrators.has(chat, user).await {
        Ok(true) => Administers::Yes,
        Ok(false) => Administers::No,
        Err(error) => {
            log::warn!("chat {}: nobody knows its administrators: {error}", chat.0);
            Administers::Unknown
        }
    }
}
