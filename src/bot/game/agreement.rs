//! Panels below a board on which two people play each other: the phrases they can say, and the question
//! whether to resign. Nothing is written until a player chooses.

use std::sync::Arc;

use zerosum_games::side::Side;

use crate::bot::context::{Answered, PressContext};
use crate::bot::game::moves;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::announcements;
use crate::play::games::looks::{ViewAccess, ViewRequest};
use crate::play::games::transitions::Press;
use crate::render::board::focus::Focus;
use crate::render::board::presentation::Presentation;
use crate::render::tap::Panel;
use crate::session::board::Place;
use crate::session::{Action, Refusal, SessionId};

/// Answers the press, and draws the board with a panel, or with its own buttons.
pub(crate) async fn look<At>(
    press: PressContext<At>,
    look: ViewRequest,
    panel: Option<Panel>,
) -> Answered
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let (seen_at, arrived) = (press.seen_at(look.id), press.arrived());
    let looked = match panel {
        Some(Panel::Greetings) => services.play.look_to_say(look).await,
        None => services.play.look_to_greet(look).await,
        Some(Panel::Resignation | Panel::Reminders { .. }) => {
            services.play.look_to_agree(look).await
        }
    };
    let (result, toast) = match &looked {
        Ok(ViewAccess::Seen(_)) => (labels::Press::Looked, None),
        Ok(ViewAccess::Refused(refusal, board)) => {
            (moves::label_of(*refusal), Some(moves::reason(*refusal, board, None)))
        }
        Ok(ViewAccess::Unknown) => {
            (labels::Press::UnknownGame, Some(moves::not_found(look.surface)))
        }
        Err(error) => {
            let ViewRequest { surface, id: SessionId(id), .. } = look;
            log::error!("{surface}, session {id:x}: no phrases are shown: {error}");
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    let redraw = async {
        match looked {
            Ok(ViewAccess::Seen(board)) => {
                let side = board.session.seat_of(look.user);
                let presentation = match panel.zip(side) {
                    Some((panel, side)) => Presentation::Panel(panel, side),
                    None => Presentation::Focus(Focus::Suggested),
                };
                services.boards.draw_as(board, seen_at, (look.user, presentation)).await;
            }
            Ok(ViewAccess::Refused(Refusal::NotSeated, _)) => {}
            Ok(ViewAccess::Refused(_, board)) => {
                services.boards.show_after_press(board, seen_at, arrived).await;
            }
            Ok(ViewAccess::Unknown) | Err(_) => {}
        }
    };
    let (answered, ()) = futures::join!(press.answer(result, toast), redraw);
    answered
}

/// Resigns for the player who was asked to confirm it. In a group other people see the question too.
pub(crate) async fn resign<At>(press: PressContext<At>, look: ViewRequest, side: Side) -> Answered
where
    At: Copy + Into<Place>,
{
    let ViewRequest { user, surface, id, seen } = look;
    let looked = press.context.services.play.look_to_agree(look).await;
    if let Ok(ViewAccess::Seen(board)) = looked
        && board.session.seat_of(user) != Some(side)
    {
        return press.answer(labels::Press::NotSeated, Some(Phrase::ResignNotAsked)).await;
    }
    // The press itself reports every other outcome.
    let showing = announcements::Showing::InPlace { arrived: Some(press.arrived()) };
    let action = Action::Resign;
    moves::handle(press, Press { user, surface, id, seen, action, showing }).await
}
