//! The way to the page in a browser, where a person has the same games.

use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::link_button::PageLink;
use zerosum_store::StoreError;

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
        let (here, there) = (Phrase::WebPageInPrivate, Phrase::WebPageHere);
        return private_notices::notify_once_elsewhere(context, here, there).await;
    }
    match login(&context).await {
        Ok(Some(login)) => {
            let view = context.menu().await.web_page(login, page.has_mini_app);
            context.reply_page(view).await;
        }
        // They have deleted their data meanwhile.
        Ok(None) => context.tell(Phrase::CommandFailed).await,
        Err(error) => {
            log::error!("person {}: they cannot enter the page: {error}", context.from.user.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// The login of the person, who is stored from now on: opponents on the page see their name. `None` if they are not.
async fn login(context: &Context) -> Result<Option<PageLink>, StoreError> {
    let (services, user) = (&context.services, context.from.user);
    services.people.remember_by_name(&context.from, context.at.chat).await?;
    let epoch = services.play.epoch_of(user).await?;
    let at = u32::try_from(services.play.now() / SECOND).unwrap_or_default();
    Ok(epoch.map(|epoch| PageLink::Login { user, epoch, at }))
}
