//! Reviews of finished games: the mistakes, the better moves and the reasons, in a message of its own. A
//! person has one game under review at a time.

use std::sync::Arc;

use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::review::ReviewPage;
use zerosum_render::tap::Ply;
use zerosum_search::review::Review;
use zerosum_session::SessionId;
use zerosum_session::board::Board;

use crate::bot::context::{Context, Outcome, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::fair_play;
use crate::bot::study::replay::board_here;
use crate::play::games::reviews::NoReview;

/// Sends the review of a game, starting at its turning point.
pub(crate) async fn open(press: &PressContext, id: SessionId) -> Outcome {
    show(press, id, None).await
}

/// Turns the page to the position after this many plies.
pub(crate) async fn step(press: &PressContext, id: SessionId, ply: Ply) -> Outcome {
    show(press, id, Some(ply)).await
}

async fn show(press: &PressContext, id: SessionId, ply: Option<Ply>) -> Outcome {
    let board = board_here(&press.context, id).await?;
    if board.session.outcome().is_none() {
        return Err(Denial::STILL_IN_PLAY.into());
    }
    fair_play::check_review(&press.context, &board.session).await?;
    let services = Arc::clone(&press.context.services);
    let kept = services.play.kept_review(&board.session);
    if let (Some(review), Some(ply)) = (&kept, ply) {
        return press.turn_page(page(&press.context, &board, review, Some(ply)).await);
    }
    let right = services.limits.reviewing.take(press.context.from.user);
    let right = right.ok_or(Denial::TOO_FAST)?;
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    permit.spawn(async move {
        let review = context.services.play.review(&board, context.from.user).await;
        drop(right);
        match (review, ply) {
            (Ok(review), Some(ply)) => {
                let view = page(&context, &board, &review, Some(ply)).await;
                context.replace(view);
            }
            (Ok(review), None) => {
                let view = page(&context, &board, &review, None).await;
                context.reply_page(view).await;
            }
            (Err(NoReview::Crowded), _) => context.tell(Phrase::ReviewCrowded).await,
            (Err(error @ NoReview::Lost(_)), _) => {
                log::error!("chat {}: no game is looked back on: {error}", context.at.chat.0);
                context.tell(Phrase::ReviewFailed).await;
            }
        }
    });
    Ok(labels::Press::Looked.into())
}

async fn page(context: &Context, board: &Board, review: &Review, ply: Option<Ply>) -> View {
    let services = &context.services;
    let theme = services.people.theme_of(context.from.user).await;
    let language = context.page_language().await;
    let session = &board.session;
    let is_read_alone = context.at.chat.is_private() && !session.is_replay();
    let you = session.seat_of(context.from.user).filter(|_| is_read_alone);
    let page = ReviewPage { session, review, you, locales: &services.locales, language };
    let view = ply.map_or_else(|| page.opening(), |ply| page.page(ply));
    view.in_theme(theme)
}
