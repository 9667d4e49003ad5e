//! Sharing of finished games: a message with a link. A person has one shared game drawn at a time.

// The lock is held for a moment only.
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use zerosum_metrics::labels;
use zerosum_picture::gif::{self, ANIMATION_SIDE_PIXELS};
use zerosum_picture::theme::Theme;
use zerosum_render::View;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::link_button::LinkButton;
use zerosum_render::study::sharing;
use zerosum_session::board::Board;
use zerosum_session::{Session, SessionId, UserId};

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::bot::single_flight::FlightGuard;
use crate::bot::study::replay::board_here;
use crate::telegram::client::api::{CallError, Document, FileKind, Upload};
use crate::telegram::outgoing::messenger::{Unsent, reply_in_group, report_unsent};

/// Sends a message with the game, to be forwarded.
pub(crate) async fn share(press: &PressContext, id: SessionId) -> Handled {
    send(press, id, false).await
}

/// Like [`share`], with the name of the person, so that other people can challenge them.
pub(crate) async fn share_named(press: &PressContext, id: SessionId) -> Handled {
    send(press, id, true).await
}

async fn send(press: &PressContext, id: SessionId, is_named: bool) -> Handled {
    let board = board_here(&press.context, id).await?;
    if board.session.outcome().is_none() {
        return Err(Denial::STILL_IN_PLAY.into());
    }
    if is_named && !may_be_named(&press.context, &board) {
        return Err(Denial::NOT_YOUR_BOARD.into());
    }
    let sharing = &press.context.services.limits.sharing;
    let guard = sharing.take(press.context.from.user).ok_or(Denial::TOO_FAST)?;
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    let toast = is_named.then_some(Phrase::SharedWithName);
    let guard = Mutex::new(Some(guard));
    permit.spawn(async move {
        let theme = context.services.people.theme_of(context.from.user).await;
        let view = match is_named {
            true => named_page(&context, &board.session).await,
            false => page(&context, &board).await,
        };
        let sent = match theme {
            Theme::Text => Err(Unsent::NotMade),
            Theme::Light | Theme::Dark => {
                send_animated(&context, &board.session, theme, &view, &guard).await
            }
        };
        drop(guard);
        match sent {
            Ok(()) => {}
            // If an animation cannot be sent, a picture may still be.
            Err(Unsent::NotMade | Unsent::Call(CallError::Refused { code: 400, .. })) => {
                context.reply_page(view.in_theme(theme)).await;
            }
            Err(Unsent::Late) => private_notices::answer(context, Phrase::FileLate).await,
            Err(Unsent::Call(error)) => report_unsent(context.at.chat, &error),
        }
    });
    Ok(Answer::new(labels::Press::Looked, toast))
}

/// Returns whether a person can share a game with their name, to be challenged: one they have played, in
/// private.
fn may_be_named(context: &Context, board: &Board) -> bool {
    let is_theirs =
        board.session.seat_of(context.from.user).is_some() && !board.session.is_replay();
    is_theirs && context.at.chat.is_private()
}

async fn page(context: &Context, board: &Board) -> View {
    let services = &context.services;
    let localizer = services.localizer(context.page_language().await);
    let link = services.links.to(&board.session);
    let mut view = sharing::page(&board.session, &link, None, localizer);
    let link = LinkButton::Send(board.session.id());
    view.keyboard.push(vec![sharing::send_button(link, localizer)]);
    if may_be_named(context, board) {
        let button = sharing::named_button(&board.session, localizer);
        view.keyboard.push(vec![button]);
    }
    view
}

/// Like [`page`], with the name of the person. The name is stored, so that it is shown on
/// the button for users who follow the link.
async fn named_page(context: &Context, session: &Session) -> View {
    let services = &context.services;
    let localizer = services.localizer(context.page_language().await);
    if let Err(error) = services.people.remember_by_name(&context.from, context.at.chat).await {
        log::warn!("person {}: cannot store the name: {error}", context.from.user.0);
    }
    let name = services.people.name_of(&context.from.first_name);
    let name = localizer.name_or_player(&name);
    let token = services.links.token_of(session.id(), context.from.user);
    let link = services.links.to_token(token);
    let view = sharing::page(session, &link, Some(&name), localizer);
    let link = LinkButton::SendNamed(token);
    let button = sharing::send_button(link, localizer);
    View { keyboard: vec![vec![button]], ..view }
}

/// Sends the page with an animation of the game instead of its last position.
async fn send_animated(
    context: &Context,
    session: &Session,
    theme: Theme,
    view: &View,
    guard: &Mutex<Option<FlightGuard<UserId>>>,
) -> Result<(), Unsent> {
    let (services, chat) = (&context.services, context.at.chat);
    let make = || async {
        let bot = services.links.username();
        let title = sharing::title(session, bot, services.localizer(context.page_language().await));
        let content = animation(services, session.clone(), title, theme).await?;
        // The buttons of the message work as soon as it is sent, so the guard is released first.
        guard.lock().unwrap_or_else(PoisonError::into_inner).take();
        let upload = upload_of(content);
        let (kind, caption, keyboard) =
            (FileKind::Animation, view.text.clone(), view.keyboard.clone());
        let (topic, reply_to) = (context.topic, reply_in_group(context.at));
        Some(Document { chat, topic, kind, upload, caption, reply_to, keyboard })
    };
    services.messenger.send_file((context.from.user, chat), make).await
}

/// The file of an animation.
pub(crate) fn upload_of(content: Bytes) -> Upload {
    Upload { name: "game.gif".to_owned(), media_type: "image/gif", content }
}

/// The game as an animation, drawn off the async threads; `None` if it is too large or cannot be drawn.
pub(crate) async fn animation(
    services: &Services,
    session: Session,
    title: Vec<String>,
    theme: Theme,
) -> Option<Bytes> {
    let permit = Arc::clone(&services.limits.drawings).acquire_owned().await;
    let permit = permit.expect("the semaphore is never closed");
    let drawing = services.drawing.draw(move || {
        let shots = sharing::shots(&session, theme);
        let file = gif::animate(&title, shots, ANIMATION_SIDE_PIXELS);
        // Held by the drawing itself, which goes on even if the caller is dropped.
        drop(permit);
        file
    });
    match drawing.await {
        Ok(file) => file.map(Bytes::from),
        Err(error) => {
            log::error!("a game is not drawn: {error}");
            None
        }
    }
}
