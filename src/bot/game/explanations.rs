//! Explains in a message of its own why the best move of a game against the bot is the best. It counts as
//! help like a hint, so it is recorded before it is shown.

use std::sync::Arc;

use zerosum_metrics::labels;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::why;
use zerosum_session::board::Board;

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::game::moves;
use crate::play::games::transitions::ActionRequest;

/// Counts the help, and explains the position.
pub(crate) async fn explain(press: &mut PressContext, wanted: ActionRequest) -> Handled {
    let permit = press.context.background_permit()?;
    moves::prepare_help(press, wanted).await?;
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(wanted.id), press.arrived());
    let (pressed, _) = futures::join!(services.play.press(wanted), press.context.language());
    let board = pressed.map_err(|not_done| moves::deny(wanted, not_done))?;
    let (context, explained) = (press.context_after(), board.clone());
    permit.spawn(async move { tell(context, &explained).await });
    let answer = Answer::from(labels::Press::Changed);
    Ok(answer.with(async move { services.boards.settle(board, seen_at, arrived).await }))
}

async fn tell(mut context: Context, board: &Board) {
    let session = &board.session;
    let language = context.page_language().await;
    let you = session.seat_of(context.from.user).filter(|_| context.at.chat.is_private());
    // A game with another person may have come to this position meanwhile.
    let advised = context.services.play.advised(context.from.user, session).await;
    let is_hidden = advised.as_ref().is_ok_and(|(shown, _)| !shown.shows_analysis());
    let analysis = advised.ok().and_then(|(_, analysis)| analysis);
    if is_hidden {
        return context.tell(Phrase::NoHelpInPlay).await;
    }
    let localizer = context.services.localizer(language);
    let page = analysis.and_then(|analysis| why::page(session, &analysis, you, localizer));
    match page {
        Some(page) => {
            let people = &context.services.people;
            let look = people.look_on(context.at.chat, context.from.user).await;
            context.reply_folded(page.in_look(look, session.spec())).await;
        }
        None => context.tell(Phrase::HelpCrowded).await,
    }
}
