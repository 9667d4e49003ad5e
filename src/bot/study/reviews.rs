//! Reviews of finished games: the mistakes, the better moves and the reasons, in a message of its own, which
//! shows the first findings and then the rest. A person has one game under review at a time.

use std::sync::Arc;

use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::review::ReviewPage;
use zerosum_render::tap::Ply;
use zerosum_session::SessionId;
use zerosum_session::board::{Board, ChatMessage};

use crate::bot::context::{Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::fair_play;
use crate::bot::study::replay::board_here;
use crate::play::games::reviews::{NoReview, ShownReview};
use crate::telegram::outgoing::edit::Edit;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::rate_limit::Priority;

/// Sends the review of a game, starting at its turning point.
pub(crate) async fn open(press: &PressContext, id: SessionId) -> Handled {
    show(press, id, None).await
}

/// Turns the page to the position after this many plies.
pub(crate) async fn step(press: &PressContext, id: SessionId, ply: Ply) -> Handled {
    show(press, id, Some(ply)).await
}

async fn show(press: &PressContext, id: SessionId, ply: Option<Ply>) -> Handled {
    let board = board_here(&press.context, id).await?;
    if board.session.outcome().is_none() {
        return Err(Denial::STILL_IN_PLAY.into());
    }
    fair_play::check_review(&press.context, &board.session).await?;
    let services = Arc::clone(&press.context.services);
    // Noted before the review is read: if that is not whole yet, the page is shown again when it is.
    if let Some(Ply(plies)) = ply {
        services.play.note_turned(press.context.at, plies);
    }
    if let (Some(review), Some(ply)) = (services.play.kept_review(&board.session), ply) {
        return press.turn_page(page(&press.context, &board, &review, Some(ply)).await);
    }
    let guard = services.limits.reviewing.take(press.context.from.user);
    let guard = guard.ok_or(Denial::TOO_FAST)?;
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    permit.spawn(async move {
        let user = context.from.user;
        let (review, begun) = match context.services.play.begin_review(&board.session, user).await {
            Ok(begun) => begun,
            Err(NoReview::Crowded) => return context.tell(Phrase::ReviewCrowded).await,
            Err(error @ NoReview::Lost(_)) => {
                log::error!("chat {}: the review failed: {error}", context.at.chat.0);
                return context.tell(Phrase::ReviewFailed).await;
            }
        };
        let view = page(&context, &board, &review, ply).await;
        let shown_in = match ply {
            Some(_) => {
                context.replace(view);
                context.at.message
            }
            None => match context.reply(&view).await {
                Ok(message) => message,
                Err(error) => return report_unsent(context.at.chat, &error),
            },
        };
        if review.is_whole {
            return;
        }
        let message = ChatMessage { message: shown_in, ..context.at };
        let services = Arc::clone(&context.services);
        // The room for messages is freed meanwhile, and the person may play on.
        services.spawn(async move {
            let review = context.services.play.complete_review(&board.session, begun).await;
            drop(guard);
            let turned_to = context.services.play.turned_to(message);
            let view = page(&context, &board, &review, turned_to.map(Ply).or(ply)).await;
            let edit = Edit::page(view, user, Priority::Reply);
            context.services.messenger.edits.show(message.into(), edit);
        });
    });
    Ok(labels::Press::Looked.into())
}

async fn page(context: &Context, board: &Board, shown: &ShownReview, ply: Option<Ply>) -> View {
    let services = &context.services;
    let look = services.people.look_on(context.at.chat, context.from.user).await;
    let localizer = services.localizer(context.page_language().await);
    let session = &board.session;
    let is_read_alone = context.at.chat.is_private() && !session.is_replay();
    let you = session.seat_of(context.from.user).filter(|_| is_read_alone);
    let ShownReview { review, is_whole } = shown;
    let page = ReviewPage { session, review, is_whole: *is_whole, you, localizer };
    let view = ply.map_or_else(|| page.opening(), |ply| page.page(ply));
    view.in_look(look, session.spec())
}
