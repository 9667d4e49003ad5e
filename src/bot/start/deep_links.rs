//! Deep links: `/start` with a payload, which a link adds. A link opens an invitation, a puzzle or a finished game.
//! A user who follows a link to a game sees it like one played elsewhere, without its players; a player of the game
//! sees their own board, which is found by its id.

use std::sync::Arc;

use zerosum_games::record::Record;
use zerosum_games::side::Side;
use zerosum_render::Button;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::invitations as pages;
use zerosum_render::tap::Ply;
use zerosum_session::Session;
use zerosum_session::board::Board;
use zerosum_session::game::replay::PlayedEngine;
use zerosum_store::StoreError;

use crate::bot::account::personal;
use crate::bot::context::Context;
use crate::bot::denial::Denial;
use crate::bot::start::invitations;
use crate::bot::start::new_game::{self, NewBoard};
use crate::bot::study::puzzles;
use crate::bot::study::replay;
use crate::bot::study::share_challenges;
use crate::links::{BrokenLink, Linked};
use crate::telegram::outgoing::messenger::report_unsent;

/// A shared game, and the side and the engine with which another user plays it, as far as they are known.
struct Shared {
    record: Record,
    side: Option<Side>,
    engine: Option<PlayedEngine>,
}

/// Opens the game of the followed link, or the welcome page. For a broken link the reason is given.
pub(crate) async fn open(mut context: Context, payload: &str) {
    if payload.is_empty() || !context.at.chat.is_private() {
        return personal::welcome(context).await;
    }
    let linked = context.services.links.read(payload);
    if let Some(Linked::Invitation(code)) = linked {
        return invitations::follow(context, code).await;
    }
    if let Some(Linked::Puzzle(puzzle)) = linked {
        if let Some(context) = puzzles::follow(context, puzzle).await {
            say_broken(context, Phrase::LinkBrokenPuzzle).await;
        }
        return;
    }
    let named = match &linked {
        Some(Linked::Named { token, .. }) => Some(*token),
        _ => None,
    };
    if let Some(Linked::Session(id) | Linked::Named { id, .. }) = linked {
        match context.services.play.finished_of(id, context.from.user).await {
            Ok(Some((board, is_added))) => {
                match is_added {
                    true => context.acknowledge_claiming(context.at.chat, id).await,
                    false => context.acknowledge().await,
                }
                personal::note_return(&context).await;
                let boards = &context.services.boards;
                return match is_added {
                    true => boards.bring_down_claimed(board, None).await,
                    false => boards.bring_down(board, None, None).await,
                };
            }
            Ok(None) => {}
            Err(error) => {
                log::error!(
                    "chat {}: cannot look up the game of a link: {error}",
                    context.at.chat.0
                );
                return context.tell(Phrase::CommandFailed).await;
            }
        }
    }
    let Some(linked) = linked else {
        return say_broken(context, phrase_of(BrokenLink::of(payload))).await;
    };
    let shared = match find(&context, linked).await {
        Ok(Some(shared)) => shared,
        Ok(None) => return say_broken(context, Phrase::LinkGone).await,
        Err(error) => {
            log::error!("chat {}: cannot look up the game of a link: {error}", context.at.chat.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    personal::note_return(&context).await;
    if context.services.admin.refuses(context.from.user) {
        return context.tell(Phrase::Maintenance).await;
    }
    match open_shared(&context, &shared).await {
        Ok(Some((board, sending))) => {
            let challenge = match named {
                Some(token) => share_challenges::button(&context, token).await,
                None => None,
            };
            show_from_start(context, &board, challenge).await;
            drop(sending);
        }
        started => new_game::send_started(context, started).await,
    }
}

/// Sends the page for stepping through a game from its start. It replaces the board, which would show the
/// end first; if it cannot be sent, the sweep sends the board.
async fn show_from_start(mut context: Context, board: &Board, challenge: Option<Button>) {
    let mut view = replay::page(&context, board, Ply(0)).await;
    view.keyboard.extend(challenge.map(|button| vec![button]));
    let (services, chat) = (Arc::clone(&context.services), context.at.chat);
    let sent = tokio::select! {
        sent = context.reply(&view) => sent,
        never = services.play.hold_claim(chat, board.session.id()) => match never {},
    };
    if let Err(error) = sent {
        return report_unsent(chat, &error);
    }
    if let Err(error) = context.services.play.abandon(board).await {
        log::warn!("chat {}: a board is left to the sweep: {error}", chat.0);
    }
}

/// Tells why a link is broken, and what the user can do instead.
async fn say_broken(mut context: Context, reason: Phrase<'static>) {
    personal::note_return(&context).await;
    let view = pages::missed(reason, context.services.localizer(context.language().await));
    context.reply_page(view).await;
}

fn phrase_of(broken: BrokenLink) -> Phrase<'static> {
    match broken {
        BrokenLink::Game => Phrase::LinkBrokenGame,
        BrokenLink::Invitation => Phrase::LinkBrokenInvitation,
        BrokenLink::Puzzle => Phrase::LinkBrokenPuzzle,
        BrokenLink::Unknown => Phrase::LinkBroken,
    }
}

/// The game of a link, if it exists.
async fn find(context: &Context, linked: Linked) -> Result<Option<Shared>, StoreError> {
    let (id, sharer) = match linked {
        Linked::Game { record, played } => {
            let (side, engine) = played.unzip();
            return Ok(Some(Shared { record: *record, side, engine }));
        }
        Linked::Session(id) => (id, None),
        Linked::Named { id, sharer, .. } => (id, Some(sharer)),
        Linked::Puzzle(_) | Linked::Invitation(_) => return Ok(None),
    };
    let session = context.services.play.finished(id).await?;
    Ok(session.map(|session| {
        let (side, engine) = session.played_engine().unzip();
        let side = side.or_else(|| session.seat_of(sharer?));
        Shared { record: session.record(), side, engine }
    }))
}

/// Opens the game for a user who may play it as it was played.
async fn open_shared(context: &Context, shared: &Shared) -> Result<Option<NewBoard>, Box<Denial>> {
    let (at, owner) = (context.at, context.from.user);
    let Shared { record, side, engine } = shared;
    let played = (side.unwrap_or(Side::First), *engine);
    let id = context.request_id("link");
    let session = Session::replay(id, owner, record, played);
    let board = Board::new(session, owner, at.chat);
    new_game::begin(context, board.in_topic(context.topic)).await
}
