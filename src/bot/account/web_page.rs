//! The way to the page in a browser, where a person has the same games.

use zerosum_render::locales::phrase::Phrase;

use crate::bot::context::Context;
use crate::bot::messages::private_notices;

/// Microseconds in a second.
const SECOND: i64 = 1_000_000;

/// Sends a link by which the person enters the page, and a button that opens it in Telegram.
pub(crate) async fn show(mut context: Context) {
    let Some(page) = context.services.messenger.client().identity.page.clone() else {
        return private_notices::notify_once(context, Phrase::NoWebPage).await;
    };
    // Everyone in a group could follow the link.
    if !context.at.chat.is_private() {
        return private_notices::notify_once(context, Phrase::WebPageInPrivate).await;
    }
    // Opponents on the page see the name.
    let remembered = context.services.people.remember_by_name(&context.from, context.at.chat).await;
    if let Err(error) = remembered {
        log::warn!("person {}: their name is not stored: {error}", context.from.user.0);
    }
    let at = u32::try_from(context.services.play.now() / SECOND).unwrap_or_default();
    let view = context.menu().await.web_page(context.from.user, at, page.has_mini_app);
    context.reply_page(view).await;
}
