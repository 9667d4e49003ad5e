//! Presses that change no game: somebody wants to look at another part of their board, or takes up a
//! piece.
//!
//! Nothing is written. The message is redrawn with other buttons, at the revision it shows.

use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::session::board::{Board, ChatId, Place};
use crate::session::{Awaiting, Revision, SessionId, UserId};
use crate::store::StoreError;
use crate::tap::Part;
use crate::telegram::desk::Desk;
use crate::telegram::intake::{Callback, Sender};
use crate::telegram::receipt::Receipt;
use crate::telegram::{chat, press};
use crate::view::focus::{self, Focus};

/// What somebody wants to look at.
pub struct Look {
    pub user: UserId,
    pub id: SessionId,
    pub seen: Revision,
    pub part: Option<Part>,
    /// The message that was pressed.
    pub at: Place,
    /// Whether that message shows the board.
    pub shows_it: bool,
}

/// What becomes of the wish to look.
enum Looked {
    /// The board is drawn so.
    At(Board, Focus),
    /// Nothing is on offer there; the board stays as it is.
    Nowhere(Phrase<'static>),
    /// The board has moved on, and is drawn as it stands.
    Stale(Board),
    Unknown,
}

/// Works on the press: answers it, and redraws the board if there is something else to see.
pub async fn handle(
    desk: &Desk,
    look: Look,
    callback: &Callback,
    from: &Sender,
    receipt: Option<Receipt>,
) {
    let looked = look_at(desk, &look).await;
    let (result, toast) = match &looked {
        Ok(Looked::At(..)) => (labels::Press::Looked, None),
        Ok(Looked::Nowhere(phrase)) => (labels::Press::Illegal, Some(*phrase)),
        Ok(Looked::Stale(_)) => (labels::Press::Stale, Some(Phrase::StaleBoard)),
        Ok(Looked::Unknown) => (labels::Press::UnknownGame, Some(Phrase::UnknownGame)),
        Err(error) => {
            let (ChatId(chat), SessionId(id)) = (look.at.chat, look.id);
            log::error!("chat {chat}, session {id:x}: nothing is shown: {error}");
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    press::note(desk, result);
    let redraw = async {
        match looked {
            Ok(Looked::At(board, focus)) => draw(desk, board, focus, &look).await,
            Ok(Looked::Stale(board)) => desk.draw(&board, None).await,
            Ok(Looked::Nowhere(_) | Looked::Unknown) | Err(_) => {}
        }
    };
    futures::join!(press::answer(desk, callback, from, toast, receipt), redraw);
}

/// Draws the board at its message: the one that was pressed, unless it has moved further down.
async fn draw(desk: &Desk, mut board: Board, focus: Focus, look: &Look) {
    match board.place() {
        _ if !look.shows_it => {}
        Some(place) if place == look.at => {}
        Some(place) if place.message > look.at.message => {
            return chat::retire(desk, &board, look.at).await;
        }
        Some(place) => {
            press::adopt(desk, &mut board, look.at).await;
            chat::retire(desk, &board, place).await;
        }
        None => press::adopt(desk, &mut board, look.at).await,
    }
    desk.draw_in_focus(&board, focus).await;
}

async fn look_at(desk: &Desk, look: &Look) -> Result<Looked, StoreError> {
    let Some(board) = desk.referee.board(look.at.chat, look.id).await? else {
        return Ok(Looked::Unknown);
    };
    let session = &board.session;
    if session.seat_of(look.user).is_none() {
        return Ok(Looked::Nowhere(Phrase::NotYourBoard));
    }
    match session.awaiting() {
        Awaiting::Nothing => return Ok(Looked::Nowhere(Phrase::GameOver)),
        _ if look.seen != session.revision() => return Ok(Looked::Stale(board)),
        Awaiting::Engine { .. } => return Ok(Looked::Nowhere(Phrase::NotYourTurn)),
        Awaiting::Human { user, .. } if user != look.user => {
            return Ok(Looked::Nowhere(Phrase::NotYourTurn));
        }
        Awaiting::Human { .. } => {}
    }
    Ok(match look.part {
        Some(part) if !focus::is_part(session.position(), part) => {
            Looked::Nowhere(Phrase::NoSuchMove)
        }
        part => Looked::At(board, Focus::from(part)),
    })
}
