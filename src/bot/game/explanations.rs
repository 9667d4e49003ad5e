//! Explains in a message of its own why the best move of a game against the bot is the best. It counts as
//! help like a hint, so it is recorded before it is shown.

use std::sync::Arc;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::game::moves;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::games::transitions::{Press, Pressed};
use crate::render::study::why::{self, Page};
use crate::session::Refusal;
use crate::session::board::Board;
use crate::telegram::outgoing::messenger::{Block, report_unsent};

/// Counts the help, answers, and explains the position.
pub(crate) async fn explain(mut press: PressContext, wanted: Press) -> Answered {
    let Some(permit) = press.context.background_permit() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    if let Some(reason) = moves::prepare_help(&mut press, wanted).await {
        return press.answer(labels::Press::NoHelp, Some(reason)).await;
    }
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(wanted.id), press.arrived());
    let (pressed, _) = futures::join!(services.play.press(wanted), press.context.language());
    let (result, toast) = (moves::result_of(&pressed), moves::toast_of(&wanted, &pressed));
    if let Ok(Pressed::Changed(board)) = &pressed {
        let (context, explained) = (press.context_after(), board.clone());
        permit.spawn(async move { tell(context, &explained).await });
    }
    let redraw = async {
        match pressed {
            Ok(Pressed::Changed(board)) => services.boards.settle(board, seen_at, arrived).await,
            Ok(Pressed::Refused(Refusal::NotSeated, _)) => {}
            Ok(Pressed::Refused(_, board)) => {
                services.boards.show_after_press(board, seen_at, arrived).await;
            }
            Ok(Pressed::Unknown) | Err(_) => {}
        }
    };
    let (answered, ()) = futures::join!(press.answer(result, toast), redraw);
    answered
}

async fn tell(mut context: Context, board: &Board) {
    let session = &board.session;
    let language = context.page_language().await;
    let you = session.seat_of(context.from.user).filter(|_| context.at.chat.is_private());
    let analysis = context.services.play.analysis(session).await;
    let locales = &context.services.locales;
    let page = analysis.and_then(|analysis| why::page(session, &analysis, you, locales, language));
    match page {
        Some(Page { view, folded_from: None }) => context.reply_page(view).await,
        Some(Page { view, folded_from: Some(start) }) => {
            context.acknowledge();
            let messenger = &context.services.messenger;
            let block = Block::FoldedFrom(start);
            if let Err(error) =
                messenger.reply_in_block(context.at, context.asker(), (&view, block)).await
            {
                report_unsent(context.at.chat, &error);
            }
        }
        None => context.tell(Phrase::HelpCrowded).await,
    }
}
