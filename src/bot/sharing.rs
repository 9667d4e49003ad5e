//! Games that are over, shown to others: a message with a link, and what the link opens. Whoever follows it
//! gets the game as one that was played elsewhere, and is not told who has played it; whoever has played it gets
//! their own board, where it is known by its number. A person has one game
//! drawn at a time.

use std::sync::Arc;

use bytes::Bytes;
use tokio::task;
use zerosum_games::record::Record;
use zerosum_picture::gif::{self, ANIMATION_SIDE_PIXELS};
use zerosum_picture::theme::Theme;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::invitations;
use crate::bot::new_game::{self, Started};
use crate::bot::personal;
use crate::bot::puzzles;
use crate::bot::records;
use crate::bot::replay::board_here;
use crate::bot::services::Services;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::View;
use crate::render::sharing;
use crate::session::board::Board;
use crate::session::{Session, SessionId};
use crate::store::StoreError;
use crate::telegram::api::{CallError, Document, FileKind, Upload};
use crate::telegram::deep_links::Linked;
use crate::telegram::messenger::{reply_in_group, report_unsent};

/// Sends the message by which a game is passed on.
pub(crate) async fn share(press: PressContext, id: SessionId) -> Answered {
    let board = match board_here(&press.context, id).await {
        Ok(board) if board.session.outcome().is_none() => {
            return press.answer(labels::Press::InPlay, Some(Phrase::StillInPlay)).await;
        }
        Ok(board) => board,
        Err((result, reason)) => return press.answer(result, Some(reason)).await,
    };
    let right = press.context.services.limits.sharing.take(press.context.from.user);
    let (Some(right), Some(aside)) = (right, press.context.aside()) else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let mut context = press.context_after();
    aside.go_on(async move {
        let theme = context.services.people.theme_of(context.from.user).await;
        let view = page(&context, &board.session).await;
        let content = match theme {
            Theme::Text => None,
            Theme::Light | Theme::Dark => animation(&context.services, board.session, theme).await,
        };
        drop(right);
        let is_settled = match content {
            Some(content) => send_animated(&context, content, &view).await,
            None => false,
        };
        if !is_settled {
            context.reply_page(view.in_theme(theme)).await;
        }
    });
    press.answer(labels::Press::Looked, None).await
}

/// Opens the game to which the link leads by which somebody has come, or welcomes them.
pub(crate) async fn follow(mut context: Context, payload: &str) {
    let linked = context.services.links.read(payload).filter(|_| context.at.chat.is_private());
    if let Some(Linked::Invitation(code)) = linked {
        return invitations::follow(context, code).await;
    }
    if let Some(Linked::Puzzle(puzzle)) = linked {
        if let Some(context) = puzzles::follow(context, puzzle).await {
            personal::welcome(context).await;
        }
        return;
    }
    if let Some(Linked::Session(id)) = linked {
        match context.services.play.finished_of(id, context.from.user).await {
            Ok(Some(board)) => {
                context.acknowledge();
                personal::note_return(&context).await;
                return invitations::bring(&context, board).await;
            }
            Ok(None) => {}
            Err(error) => {
                log::error!("chat {}: no game is found for a link: {error}", context.at.chat.0);
                return context.tell(Phrase::CommandFailed).await;
            }
        }
    }
    let record = match find(&context, linked).await {
        Ok(Some(record)) => record,
        Ok(None) => return personal::welcome(context).await,
        Err(error) => {
            log::error!("chat {}: no game is found for a link: {error}", context.at.chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    personal::note_return(&context).await;
    if context.services.admin.turns_away(context.from.user) {
        return context.tell(Phrase::Maintenance).await;
    }
    let started = open(&context, &record).await;
    new_game::send_started(context, started).await;
}

async fn page(context: &Context, session: &Session) -> View {
    let (services, language) = (&context.services, context.page_language().await);
    let link = services.links.to(session);
    sharing::page(session, &link, &services.locales, language)
}

/// Sends the page with all of the game in the place of its end, and says whether it is settled by that:
/// where there can be no animation there may still be a picture.
async fn send_animated(context: &Context, content: Bytes, view: &View) -> bool {
    let services = &context.services;
    let _permit = services.limits.files.acquire().await.expect("the semaphore is never closed");
    let upload = Upload { name: "game.gif".to_owned(), media_type: "image/gif", content };
    let (chat, reply_to) = (context.at.chat, reply_in_group(context.at));
    let (kind, caption) = (FileKind::Animation, view.text.clone());
    let document = Document { chat, kind, upload, caption, reply_to };
    match services.messenger.send_file(document).await {
        Ok(()) => true,
        // A chat that takes no animations may take a picture.
        Err(CallError::Refused { code: 400, .. }) => false,
        Err(error) => {
            report_unsent(chat, &error);
            true
        }
    }
}

/// The game as a file, drawn beside the async threads; `None` if it is too large or cannot be drawn.
async fn animation(services: &Services, session: Session, theme: Theme) -> Option<Bytes> {
    let permit = Arc::clone(&services.limits.drawings).acquire_owned().await;
    let permit = permit.expect("the semaphore is never closed");
    let drawing = task::spawn_blocking(move || {
        let file = gif::animate(sharing::shots(&session, theme), ANIMATION_SIDE_PIXELS);
        // Held by the drawing itself, which goes on if nobody waits for it any more.
        drop(permit);
        file
    });
    match drawing.await {
        Ok(Ok(file)) => file.map(Bytes::from),
        Ok(Err(error)) => {
            log::error!("a game is not drawn: {error}");
            None
        }
        Err(error) => {
            log::error!("a game is not drawn: {error}");
            None
        }
    }
}

/// The game to which a link leads, if it is there.
async fn find(context: &Context, linked: Option<Linked>) -> Result<Option<Record>, StoreError> {
    match linked {
        Some(Linked::Game(record)) => Ok(Some(*record)),
        Some(Linked::Session(id)) => {
            let session = context.services.play.finished(id).await?;
            Ok(session.map(|session| session.told()))
        }
        Some(Linked::Puzzle(_) | Linked::Invitation(_)) | None => Ok(None),
    }
}

async fn open(context: &Context, record: &Record) -> Result<Started, StoreError> {
    let (at, owner) = (context.at, context.from.user);
    let level = records::level_of(context, record).await?;
    // Message numbers may begin anew, with the date they do not.
    let id = context.session_id(&("link", at.chat, at.message, context.sent_at));
    let board = Board::new(Session::retold(id, owner, record, level), owner, at.chat);
    new_game::begin(context, board.in_topic(context.topic)).await
}
