//! What happens to groups, and to any chat that somebody leaves.

use tokio_util::sync::CancellationToken;

use crate::bot::services::Services;
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::render::View;
use crate::render::menus::Menu;
use crate::session::UserId;
use crate::session::board::{ChatId, ChatMessage};
use crate::session::standings::Listing;
use crate::telegram::acknowledgement::Acknowledgement;
use crate::telegram::event::Sender;
use crate::telegram::messenger::report_unsent;
use crate::telegram::outbox::Outgoing;
use crate::telegram::rate_limit::Class;
use crate::telegram::reach;

/// Says hello to a group, in the language that was chosen there, or that of whoever has added the bot.
pub(crate) async fn greet(
    services: &Services,
    from: &Sender,
    chat: ChatId,
    acknowledgement: Option<Acknowledgement>,
) {
    drop(acknowledgement);
    let settings = services.play.group_settings(chat).await.unwrap_or_default();
    let language = match settings.language {
        Some(language) => language,
        None => services.people.language_of(from).await,
    };
    let view = Menu { locales: &services.locales, language }.greeting();
    let (view, needless) = (&view, &CancellationToken::new());
    let class = Class::Reply;
    let greeting = Outgoing { chat, view, class, reply_to: None, topic: None, needless };
    if let Err(error) = services.messenger.send(greeting).await {
        report_unsent(chat, &error);
    }
}

/// Answers an administrator who writes as the group, or somebody who writes as a channel: nobody can be seated
/// who is not known. Nor is their language, so all are spoken.
pub(crate) async fn answer_anonymous(
    services: &Services,
    at: ChatMessage,
    reason: Phrase<'static>,
    acknowledgement: Option<Acknowledgement>,
) {
    drop(acknowledgement);
    let texts = Language::ALL.map(|language| services.locales.say(language, reason));
    let view = View { text: texts.join("\n\n"), keyboard: Vec::new(), picture: None };
    if let Err(error) = services.messenger.reply(at, &view).await {
        report_unsent(at.chat, &error);
    }
}

/// Ends the games of somebody in a chat that they have left, a group or their own, and takes their name out of the
/// table of a group. Telegram tells of it twice where the bot is an administrator.
pub(crate) async fn note_leaving(
    services: &Services,
    user: UserId,
    chat: ChatId,
    acknowledgement: Option<Acknowledgement>,
) {
    reach::note_closed(&services.play, chat).await;
    match services.play.leave_chat(chat, user).await {
        Ok(0) => {}
        // Of very many boards some may have no room to be drawn at once.
        Ok(_) => services.messenger.migrations.sweep.notify_one(),
        Err(error) => {
            log::error!("chat {}: games that somebody has left are not ended: {error}", chat.0);
        }
    }
    if let Err(error) = services.play.unlist(user, Listing::Group(chat)).await {
        log::error!("chat {}: somebody who has left it stays in its table: {error}", chat.0);
    }
    drop(acknowledgement);
}

/// Takes the games of a group along that has become a supergroup.
pub(crate) async fn note_migration(services: &Services, from: ChatId, to: ChatId) {
    services.messenger.migrations.note(&services.play, from, to).await;
}
