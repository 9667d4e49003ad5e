//! Presses that change no game: somebody wants to look at another part of their board, or takes up a
//! piece.
//!
//! Nothing is written. The message is redrawn with other buttons, at the revision it shows.

use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::referee::looks::{Look, Looked};
use crate::session::board::{Board, ChatId, Place};
use crate::session::{Refusal, Revision, SessionId};
use crate::store::StoreError;
use crate::tap::Part;
use crate::telegram::desk::Desk;
use crate::telegram::intake::{Callback, Sender};
use crate::telegram::receipt::Receipt;
use crate::telegram::{chat, press};
use crate::view::focus::{self, Focus};

/// What somebody wants to look at, and from where.
pub struct Wish {
    pub look: Look,
    pub part: Option<Part>,
    /// The message that was pressed and the revision of the board it shows, if it shows it.
    pub seen_at: Option<(Place, Revision)>,
}

/// Works on the press: answers it, and redraws the board if there is something else to see.
pub async fn handle(
    desk: &Desk,
    wish: Wish,
    callback: &Callback,
    from: &Sender,
    receipt: Option<Receipt>,
) {
    let looked = desk.referee.look(wish.look).await;
    let is_on_offer =
        |board: &Board| wish.part.is_none_or(|part| focus::is_part(board.session.position(), part));
    let (result, toast) = match &looked {
        Ok(Looked::AtTurn(board)) if is_on_offer(board) => (labels::Press::Looked, None),
        Ok(Looked::AtTurn(_)) => (labels::Press::Illegal, Some(Phrase::NoSuchMove)),
        Ok(Looked::Refused(refusal, board)) => {
            let reason = press::reason(*refusal, board.session.spec());
            (press::label_of(*refusal), Some(reason))
        }
        Ok(Looked::Unknown) => (labels::Press::UnknownGame, Some(Phrase::UnknownGame)),
        Err(error) => {
            report(&wish, error);
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    press::note(desk, result);
    let redraw = async {
        match looked {
            Ok(Looked::AtTurn(board)) if is_on_offer(&board) => draw(desk, board, &wish).await,
            Ok(Looked::Refused(Refusal::NotSeated, _)) => {}
            Ok(Looked::Refused(_, board)) => {
                press::show(desk, board, wish.seen_at, callback.arrived).await;
            }
            Ok(Looked::AtTurn(_) | Looked::Unknown) | Err(_) => {}
        }
    };
    futures::join!(press::answer(desk, callback, from, toast, receipt), redraw);
}

/// Draws the board at its message: the one that was pressed, unless it has moved further down.
async fn draw(desk: &Desk, mut board: Board, wish: &Wish) {
    if let Some((at, _)) = wish.seen_at {
        match board.place() {
            Some(place) if place == at => {}
            Some(place) if place.message > at.message => {
                return chat::retire(desk, &board, at).await;
            }
            Some(place) => {
                press::adopt(desk, &mut board, at).await;
                chat::retire(desk, &board, place).await;
            }
            None => press::adopt(desk, &mut board, at).await,
        }
    }
    desk.draw_in_focus(&board, Focus::from(wish.part)).await;
}

fn report(wish: &Wish, error: &StoreError) {
    let Look { chat: ChatId(chat), id: SessionId(id), .. } = wish.look;
    log::error!("chat {chat}, session {id:x}: no other part is shown: {error}");
}
