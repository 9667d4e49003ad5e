//! Panels below a board: the phrases that two people can say to each other, the questions whether to resign
//! or to offer a draw, and more help against an engine. Nothing is written until a player chooses.

use std::sync::Arc;

use zerosum_games::side::Side;
use zerosum_metrics::labels;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::presentation::Presentation;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::tap::Panel;
use zerosum_session::Action;
use zerosum_session::board::Place;

use crate::bot::context::{Answer, Outcome, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::moves;
use crate::play::announcements;
use crate::play::games::transitions::Press;
use crate::play::games::view_requests::ViewRequest;

/// Draws the board with a panel, or with its own buttons.
pub(crate) async fn open<At>(
    press: &PressContext<At>,
    look: ViewRequest,
    panel: Option<Panel>,
) -> Outcome
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let looked = match panel {
        Some(Panel::Greetings) => services.play.look_to_say(look).await,
        None => services.play.look_at_board(look).await,
        Some(Panel::Help) => services.play.look_for_help(look).await,
        Some(Panel::Resignation) => services.play.look_to_resign(look).await,
        Some(Panel::DrawOffer) => services.play.look_to_offer_draw(look).await,
        Some(Panel::Reminders { .. }) => services.play.look_to_agree(look).await,
    };
    let board = looked.map_err(|not_done| Denial::of(not_done, look.surface, None))?;
    let presentation = match panel.zip(board.session.seat_of(look.user)) {
        Some((panel, side)) => Presentation::Panel(panel, side),
        None => Presentation::Focus(Focus::Suggested),
    };
    let (seen_at, shown) = (press.seen_at(look.id), (look.user, presentation));
    let answer = Answer::from(labels::Press::Looked);
    Ok(answer.with(async move { services.boards.draw_as(board, seen_at, shown).await }))
}

/// Resigns for the player who was asked to confirm it. In a group other people see the question too.
pub(crate) async fn confirm_resignation<At>(
    press: &mut PressContext<At>,
    look: ViewRequest,
    side: Side,
) -> Outcome
where
    At: Copy + Into<Place>,
{
    let ViewRequest { user, surface, id, seen } = look;
    if let Ok(board) = press.context.services.play.look_to_resign(look).await
        && board.session.seat_of(user) != Some(side)
    {
        return Err(Denial::new(labels::Press::NotSeated, Phrase::ResignNotAsked).into());
    }
    // The press itself reports every other outcome.
    let showing = announcements::Showing::InPlace { arrived: Some(press.arrived()) };
    let action = Action::Resign;
    moves::handle(press, Press { user, surface, id, seen, action, showing }).await
}
