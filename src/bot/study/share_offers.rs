//! Finished games as inline results: the share button of a board opens a chat of the user's choice, and the user
//! chooses there how the game is sent, with their name or without it.
//!
//! Nothing is stored of the query or of the choice. The query has the sealed id of its game, so that it finds no other
//! one, and a game with a name is offered only to a person who has played it and can be told of a challenge. Their name
//! is on the button of those who follow the link only if it was stored before.

use std::sync::Arc;
use std::time::Instant;

use zerosum_picture::theme::Theme;
use zerosum_render::View;
use zerosum_render::study::sharing::{self, ShareOffer};
use zerosum_session::language::Language;
use zerosum_session::{Session, UserId};

use crate::bot::services::Services;
use crate::bot::study::sharing::{animation, upload_of};
use crate::links::Linked;
use crate::telegram::incoming::event::Query;
use crate::telegram::outgoing::offers::Offer;

/// Returns the ways to send the game that a query asks for, if it exists; `None` of a query for something else.
pub(crate) async fn offers(
    services: &Services,
    query: &Query,
    language: Language,
) -> Option<Vec<Offer>> {
    let sealed = sharing::wanted(&query.words)?;
    let Some(session) = find(services, sealed).await else { return Some(Vec::new()) };
    if query.is_stale(Instant::now()) {
        return Some(Vec::new());
    }
    let file = animation_of(services, query, &session, language).await;
    let view = |offer| view_of(services, query, &session, language, offer);
    let is_named = may_be_named(services, query.from.user, &session).await;
    // Telegram shows the titles only if one of the results is no animation.
    let ways = [
        (is_named, ShareOffer::Named, "n", file.clone()),
        (true, ShareOffer::Unnamed, "u", file.clone()),
        (file.is_some(), ShareOffer::Text, "t", None),
    ];
    let offer = |(_, offer, id, animation): (bool, ShareOffer, &str, Option<Arc<str>>)| {
        let view = view(offer);
        let card = sharing::card(offer, &view, services.localizer(language));
        Offer { id: id.to_owned(), card, view, animation }
    };
    Some(ways.into_iter().filter(|(is_there, ..)| *is_there).map(offer).collect())
}

/// Returns whether a person can share a game with their name, to be challenged: one they have played, if they can be
/// told of a challenge.
async fn may_be_named(services: &Services, user: UserId, session: &Session) -> bool {
    let person = services.play.person(user).await.unwrap_or_else(|error| {
        log::warn!("person {}: a game is shared without their name: {error}", user.0);
        None
    });
    let is_theirs = session.seat_of(user).is_some() && !session.is_replay();
    is_theirs && person.is_some_and(|person| person.is_reachable)
}

/// The finished game with this sealed id, if it is kept.
async fn find(services: &Services, sealed: &str) -> Option<Session> {
    let Some(Linked::Session(id)) = services.links.read(sealed) else { return None };
    services.play.finished(id).await.unwrap_or_else(|error| {
        log::warn!("cannot look up the game to share: {error}");
        None
    })
}

/// The message of this offer.
fn view_of(
    services: &Services,
    query: &Query,
    session: &Session,
    language: Language,
    offer: ShareOffer,
) -> View {
    let (links, localizer) = (&services.links, services.localizer(language));
    match offer {
        ShareOffer::Named => {
            let name = services.people.name_of(&query.from.first_name);
            let name = localizer.name_or_player(&name);
            let link = links.to_token(links.token_of(session.id(), query.from.user));
            sharing::page(session, &link, Some(&name), localizer)
        }
        ShareOffer::Unnamed | ShareOffer::Text => {
            sharing::page(session, &links.to(session), None, localizer)
        }
    }
}

/// File id of the game as an animation; `None` if the person wants texts, or it cannot be had in time.
async fn animation_of(
    services: &Services,
    query: &Query,
    session: &Session,
    language: Language,
) -> Option<Arc<str>> {
    let user = query.from.user;
    let theme = services.people.theme_of(user).await;
    if theme == Theme::Text {
        return None;
    }
    let making = async {
        let _right = services.limits.sharing.take(user)?;
        let bot = services.links.username();
        let title = sharing::title(session, bot, services.localizer(language));
        animation(services, session.clone(), title, theme).await.map(upload_of)
    };
    let key = ("animation", session.id(), theme, language);
    services.messenger.keep_animation(user, key, making).await
}
