//! Panels below a board: the phrases that two people can say to each other, the questions whether to resign
//! or to offer a draw, and more help against an engine. Nothing is written until a player chooses.

use std::sync::Arc;

use zerosum_games::side::Side;
use zerosum_metrics::labels;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::presentation::Presentation;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::tap::Panel;
use zerosum_session::board::{Board, Place};
use zerosum_session::game::agreement::Offer;
use zerosum_session::{Action, Session};

use crate::bot::context::{Answer, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::moves;
use crate::play::games::transitions::{ActionRequest, NotDone};
use crate::play::games::view_requests::ViewRequest;
use crate::play::{Play, announcements};

/// Draws the board with a panel, or with its own buttons.
pub(crate) async fn open<At>(
    press: &PressContext<At>,
    request: ViewRequest,
    panel: Option<Panel>,
) -> Handled
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let found = find(&services.play, request, panel).await;
    let board = found.map_err(|not_done| Denial::of(not_done, request.surface, None))?;
    let presentation = match panel.zip(board.session.seat_of(request.user)) {
        Some((panel, side)) => Presentation::Panel(panel, side),
        None => Presentation::Focus(Focus::Suggested),
    };
    let (seen_at, shown) = (press.seen_at(request.id), (request.user, presentation));
    let answer = Answer::from(labels::Press::Looked);
    Ok(answer.with(async move { services.boards.draw_as(board, seen_at, shown).await }))
}

/// Finds the board below which this person may see the panel.
async fn find(play: &Play, request: ViewRequest, panel: Option<Panel>) -> Result<Board, NotDone> {
    match panel {
        None => play.view(request, Session::check_closing).await,
        Some(Panel::Help) => play.view(request, Session::check_more_help).await,
        Some(Panel::Resignation) => play.view(request, Session::check_resignation).await,
        Some(Panel::Reminders { .. }) => play.view(request, Session::check_agreement).await,
        Some(Panel::Greetings) => {
            let board = play.view(request, Session::check_greeting).await?;
            play.refuse_blocked(board, request.user).await
        }
        Some(Panel::DrawOffer) => {
            let offer = Action::Offer(Offer::Draw);
            let check =
                |session: &Session, actor, seen| session.apply(actor, seen, offer).map(drop);
            let board = play.view(request, check).await?;
            play.refuse_blocked(board, request.user).await
        }
    }
}

/// Resigns for the player who was asked to confirm it. In a group other people see the question too.
pub(crate) async fn confirm_resignation<At>(
    press: &mut PressContext<At>,
    request: ViewRequest,
    side: Side,
) -> Handled
where
    At: Copy + Into<Place>,
{
    let ViewRequest { user, surface, id, seen } = request;
    if let Ok(board) = press.context.services.play.view(request, Session::check_resignation).await
        && board.session.seat_of(user) != Some(side)
    {
        return Err(Denial::new(labels::Press::NotSeated, Phrase::ResignNotAsked).into());
    }
    // The press itself reports every other outcome.
    let showing = announcements::Showing::InPlace { arrived: Some(press.arrived()) };
    let action = Action::Resign;
    moves::handle(press, ActionRequest { user, surface, id, seen, action, showing }).await
}
