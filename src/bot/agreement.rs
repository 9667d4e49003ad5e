//! What two people who play each other look at below their board: the phrases they can say, and the question
//! whether they are sure to resign. Nothing is written until they choose.

use std::sync::Arc;

use zerosum_games::side::Side;

use crate::bot::context::{Answered, PressContext};
use crate::bot::moves;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::announcements;
use crate::play::door::Press;
use crate::play::looks::{Look, Looked};
use crate::render::agreement::Panel;
use crate::render::focus::Focus;
use crate::session::board::Place;
use crate::session::{Action, Refusal, SessionId};
use crate::telegram::frames::Showing;

/// Answers the press, and draws the board with a panel, or with its own buttons.
pub(crate) async fn look<At>(press: PressContext<At>, look: Look, panel: Option<Panel>) -> Answered
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(look.id), press.arrived());
    let looked = match panel {
        Some(Panel::Greetings) | None => services.play.look_to_greet(look).await,
        Some(Panel::Resignation | Panel::Reminders { .. }) => {
            services.play.look_to_agree(look).await
        }
    };
    let (result, toast) = match &looked {
        Ok(Looked::Seen(_)) => (labels::Press::Looked, None),
        Ok(Looked::Refused(refusal, board)) => {
            (moves::label_of(*refusal), Some(moves::reason(*refusal, board, None)))
        }
        Ok(Looked::Unknown) => (labels::Press::UnknownGame, Some(moves::not_found(look.surface))),
        Err(error) => {
            let Look { surface, id: SessionId(id), .. } = look;
            log::error!("{surface}, session {id:x}: no phrases are shown: {error}");
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    let redraw = async {
        match looked {
            Ok(Looked::Seen(board)) => {
                let side = board.session.seat_of(look.user);
                let showing = match panel.zip(side) {
                    Some((panel, side)) => Showing::Panel(panel, side),
                    None => Showing::Focus(Focus::Suggested),
                };
                services.boards.draw_showing(board, seen_at, showing).await;
            }
            Ok(Looked::Refused(Refusal::NotSeated, _)) => {}
            Ok(Looked::Refused(_, board)) => {
                services.boards.show_after_press(board, seen_at, arrived).await;
            }
            Ok(Looked::Unknown) | Err(_) => {}
        }
    };
    let (answered, ()) = futures::join!(press.answer(result, toast), redraw);
    answered
}

/// Resigns for whoever was asked whether they are sure. In a group others see the question too.
pub(crate) async fn resign<At>(press: PressContext<At>, look: Look, side: Side) -> Answered
where
    At: Copy + Into<Place>,
{
    let Look { user, surface, id, seen } = look;
    let looked = press.context.services.play.look_to_agree(look).await;
    if let Ok(Looked::Seen(board)) = looked
        && board.session.seat_of(user) != Some(side)
    {
        return press.answer(labels::Press::NotSeated, Some(Phrase::ResignNotAsked)).await;
    }
    // Whatever else is to be said, the press itself says.
    let showing = announcements::Showing::InPlace { arrived: Some(press.arrived()) };
    let action = Action::Resign;
    moves::handle(press, Press { user, surface, id, seen, action, showing }).await
}
