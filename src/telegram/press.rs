//! One press of a button: decide, answer once, redraw.

use crate::games::side::Side;
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::referee::{Press, Pressed};
use crate::session::board::{Board, ChatId, Place};
use crate::session::{Action, Refusal, Revision, SessionId};
use crate::store::Person;
use crate::tap::{self, Tap};
use crate::telegram::chat::{self, Started};
use crate::telegram::desk::{Desk, reply_in_group};
use crate::telegram::intake::Sender;
use crate::telegram::polling::Receipt;
use crate::telegram::screen::Frame;
use crate::telegram::turn::Turn;
use crate::view::pages;

/// A press as Telegram reports it.
pub struct Incoming {
    pub callback: String,
    pub from: Sender,
    /// The message with the button. It is missing if the message is too old for Telegram.
    pub at: Option<Place>,
    pub data: Option<String>,
    /// The data of all buttons the message has now.
    pub buttons: Vec<String>,
}

/// What the presser is told. Nothing if what they wanted is done, as they see on the screen.
type Toast = Option<Phrase<'static>>;

/// Works on a press. The receipt is let go as soon as everything that must last is durable.
pub async fn handle(desk: &Desk, press: Incoming, receipt: Option<Receipt>) {
    let Incoming { callback, from, at, data, buttons } = press;
    let tap = data.as_deref().map(tap::decode);
    let (Some(Ok(tap)), Some(at)) = (tap, at) else {
        drop(receipt);
        return answer(desk, &callback, &from, Some(Phrase::UnknownButton)).await;
    };
    match tap {
        Tap::Act { id, seen, action } => {
            let press = Press { user: from.user, chat: at.chat, id, seen, action };
            let seen_at = revision_on(&buttons, id).map(|revision| (at, revision));
            act(desk, press, seen_at, &callback, &from, receipt).await;
        }
        Tap::Start(side) => start(desk, side, at, &callback, &from, receipt).await,
        Tap::Speak(language) => speak(desk, language, at, &callback, &from, receipt).await,
    }
}

/// The revision of the session that a message with these buttons shows, `None` if it shows another
/// one or no board. The data of a press does not tell: anybody can press a button of their own
/// board on somebody else's message.
fn revision_on(buttons: &[String], id: SessionId) -> Option<Revision> {
    buttons.iter().find_map(|data| match tap::decode(data) {
        Ok(Tap::Act { id: shown, seen, .. }) if shown == id => Some(seen),
        _ => None,
    })
}

async fn act(
    desk: &Desk,
    press: Press,
    seen_at: Option<(Place, Revision)>,
    callback: &str,
    from: &Sender,
    receipt: Option<Receipt>,
) {
    let pressed = desk.referee.press(press).await;
    drop(receipt);
    let toast = match &pressed {
        Ok(Pressed::Changed(_)) => None,
        Ok(Pressed::Refused(refusal, _)) => Some(reason(*refusal)),
        Ok(Pressed::Unknown) => Some(Phrase::UnknownGame),
        Err(error) => {
            log::error!("{}: nothing is saved: {error}", describe(&press));
            Some(Phrase::StoreAway)
        }
    };
    let redraw = async {
        match pressed {
            Ok(Pressed::Changed(board)) => show(desk, board, seen_at).await,
            Ok(Pressed::Refused(Refusal::NotSeated, _)) => {}
            Ok(Pressed::Refused(_, board)) => show(desk, board, seen_at).await,
            Ok(Pressed::Unknown) | Err(_) => {}
        }
    };
    futures::join!(answer(desk, callback, from, toast), redraw);
}

/// Redraws a board after a press at a message that showed a revision of it; `None` if the message
/// that was pressed does not show it.
async fn show(desk: &Desk, mut board: Board, seen_at: Option<(Place, Revision)>) {
    let Some((at, seen)) = seen_at else {
        return desk.redraw(&board).await;
    };
    match board.place() {
        // A press was quicker than the note of where the board is, or the note was lost: the
        // message with the higher number is the newer one.
        Some(place) if place.message < at.message => {
            adopt(desk, &mut board, at).await;
            chat::retire(desk, &board, place).await;
        }
        None => adopt(desk, &mut board, at).await,
        Some(place) if place != at => chat::retire(desk, &board, at).await,
        Some(place) if seen < board.session.revision() && desk.screen.doubt(place) => {
            return desk.draw(&board).await;
        }
        Some(_) => {}
    }
    desk.redraw(&board).await;
}

/// Takes the message for the one that shows the board.
async fn adopt(desk: &Desk, board: &mut Board, at: Place) {
    desk.place(board, at.message, Revision::NONE).await;
    board.message = Some(at.message);
    board.shown = Revision::NONE;
}

async fn start(
    desk: &Desk,
    side: Side,
    at: Place,
    callback: &str,
    from: &Sender,
    receipt: Option<Receipt>,
) {
    let chat = at.chat;
    // A double tap finds the first one at work, or its untouched board.
    let Some(_turn) = Turn::take(&desk.starting, (chat, from.user, side)) else {
        drop(receipt);
        return answer(desk, callback, from, Some(Phrase::AlreadyOpen)).await;
    };
    let id = chat::session_id(&("press", callback));
    let started = match chat::untouched_board(desk, from.user, chat, side).await {
        Ok(true) => Ok(Started::Already),
        Ok(false) => chat::create(desk, id, from, chat, side).await,
        Err(error) => Err(error),
    };
    drop(receipt);
    let toast = match &started {
        Ok(Started::New(_) | Started::Before) => None,
        Ok(Started::Already) => Some(Phrase::AlreadyOpen),
        Ok(Started::TooMany) => Some(chat::TOO_MANY_GAMES),
        Err(error) => {
            log::error!("chat {}: no game is started: {error}", chat.0);
            Some(Phrase::StoreAway)
        }
    };
    let send = async {
        if let Ok(Started::New(board)) = started {
            chat::send_board(desk, board, reply_in_group(at)).await;
        }
    };
    futures::join!(answer(desk, callback, from, toast), send);
}

async fn speak(
    desk: &Desk,
    language: Language,
    at: Place,
    callback: &str,
    from: &Sender,
    receipt: Option<Receipt>,
) {
    let known = desk.referee.person(from.user).await.ok().flatten();
    let was_reachable = known.as_ref().is_some_and(|person| person.is_reachable);
    let is_reachable = at.chat.is_private() || was_reachable;
    let name = known.map(|person| person.name).unwrap_or_default();
    let person = Person { language, has_chosen: true, name, is_reachable };
    let remembered = desk.referee.remember(from.user, person).await;
    drop(receipt);
    if let Err(error) = remembered {
        log::error!("person {}: no language is set: {error}", from.user.0);
        return answer(desk, callback, from, Some(Phrase::StoreAway)).await;
    }
    // In a group the question stays, because it is everybody's.
    let toast = if at.chat.is_private() {
        let view = pages::note(&desk.locales, language, Phrase::LanguageSet);
        desk.screen.show(at, Frame { view, board: None });
        None
    } else {
        Some(Phrase::LanguageSet)
    };
    let redraw = async {
        if let Ok(Some(board)) = desk.referee.latest_open(at.chat, from.user).await {
            desk.draw(&board).await;
        }
    };
    futures::join!(answer(desk, callback, from, toast), redraw);
}

async fn answer(desk: &Desk, callback: &str, from: &Sender, toast: Toast) {
    let toast = match toast {
        Some(phrase) => Some((desk.language_of(from).await, phrase)),
        None => None,
    };
    desk.answer(callback, toast).await;
}

fn reason(refusal: Refusal) -> Phrase<'static> {
    match refusal {
        Refusal::NotSeated => Phrase::NotYourBoard,
        Refusal::Over => Phrase::GameOver,
        Refusal::InPlay => Phrase::StillInPlay,
        Refusal::Stale => Phrase::StaleBoard,
        Refusal::NotYourTurn => Phrase::NotYourTurn,
        Refusal::Illegal => Phrase::CellTaken,
    }
}

fn describe(press: &Press) -> String {
    let Press { chat: ChatId(chat), id: SessionId(id), seen: Revision(seen), action, .. } = press;
    let what = match action {
        Action::Play(_) => "a move",
        Action::Resign => "a resignation",
        Action::Rematch { .. } => "a rematch",
    };
    format!("{what} in chat {chat}, session {id:x} at revision {seen}")
}
