//! One press of a button: decide, answer once, redraw.

use std::sync::Arc;
use std::time::Instant;

use crate::games::any::GameSpec;
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::referee::looks::Look;
use crate::referee::{self, Press, Pressed};
use crate::session::board::{Board, ChatId, Place, TopicId};
use crate::session::{Action, Refusal, Revision, SessionId};
use crate::store::StoreError;
use crate::tap::{self, Tap};
use crate::telegram::chat::{self, Started};
use crate::telegram::desk::{Desk, reply_in_group};
use crate::telegram::focus::{self, Wish};
use crate::telegram::gate::Kind;
use crate::telegram::intake::{Callback, Sender};
use crate::telegram::pace::Class;
use crate::telegram::preferences::Chosen;
use crate::telegram::receipt::Receipt;
use crate::telegram::sendings::Sending;
use crate::telegram::turn::Turn;
use crate::telegram::{owner, personal, preferences, thinking};

/// A press as Telegram reports it.
pub struct Incoming {
    pub callback: Callback,
    pub from: Sender,
    /// The message with the button. It is missing if the message is too old for Telegram.
    pub at: Option<Place>,
    pub topic: Option<TopicId>,
    pub data: Option<String>,
    /// The data of all buttons the message has now.
    pub buttons: Vec<String>,
    /// The text of the message.
    pub text: Option<String>,
}

/// What the presser is told. Nothing if what they wanted is done, as they see on the screen.
type Toast = Option<Phrase<'static>>;

/// Works on a press. The receipt is let go with the answer, when everything that must last is
/// durable.
pub async fn handle(desk: &Arc<Desk>, press: Incoming, receipt: Option<Receipt>) {
    let Incoming { callback, from, at, topic, data, buttons, text } = press;
    let tap = data.as_deref().and_then(|data| tap::decode(data).ok());
    let is_shown = data.is_some_and(|data| buttons.contains(&data));
    // These two do what cannot be undone, so they count only where they are asked.
    let is_allowed = match tap {
        Some(Tap::Delete { .. }) => is_shown && at.is_some_and(|at| at.chat.is_private()),
        Some(Tap::Broadcast { .. }) => {
            let is_private = at.is_some_and(|at| at.chat.is_private());
            is_shown && is_private && desk.office.is_owner(from.user)
        }
        _ => true,
    };
    let (Some(tap), Some(at), true) = (tap, at, is_allowed) else {
        note(desk, labels::Press::UnknownButton);
        return answer(desk, &callback, &from, Some(Phrase::UnknownButton), receipt).await;
    };
    if desk.office.turns_away(from.user) {
        note(desk, labels::Press::Maintenance);
        return answer(desk, &callback, &from, Some(Phrase::Maintenance), receipt).await;
    }
    match tap {
        Tap::Delete { is_sure } => {
            personal::delete(desk, is_sure, at, &callback, &from, receipt).await;
        }
        Tap::Broadcast { id, order } => {
            let order = owner::Ordered { id, order, at, text };
            owner::press(desk, order, &callback, &from, receipt).await;
        }
        Tap::Act { id, seen, action } => {
            let press = Press { user: from.user, chat: at.chat, id, seen, action };
            let seen_at = revision_on(&buttons, id).map(|revision| (at, revision));
            act(desk, press, seen_at, &callback, &from, receipt).await;
        }
        Tap::Focus { id, seen, part } => {
            let look = Look { user: from.user, chat: at.chat, id, seen };
            let seen_at = revision_on(&buttons, id).map(|revision| (at, revision));
            focus::handle(desk, Wish { look, part, seen_at }, &callback, &from, receipt).await;
        }
        Tap::Start(choice) => {
            let id = chat::session_id(&("press", &callback.id));
            let wish = referee::Wish { id, owner: from.user, chat: at.chat, topic, choice };
            start(desk, wish, at, &callback, &from, receipt).await;
        }
        Tap::Speak(language) => {
            let chosen = Chosen { at, callback: &callback, from: &from, receipt };
            preferences::speak(desk, language, chosen).await;
        }
        Tap::Paint(theme) => {
            let chosen = Chosen { at, callback: &callback, from: &from, receipt };
            preferences::paint(desk, theme, chosen).await;
        }
    }
}

/// The revision of the session that a message with these buttons shows, `None` if it shows another
/// one or no board. The data of a press does not tell: anybody can press a button of their own
/// board on somebody else's message.
fn revision_on(buttons: &[String], id: SessionId) -> Option<Revision> {
    buttons.iter().find_map(|data| match tap::decode(data) {
        Ok(Tap::Act { id: shown, seen, .. } | Tap::Focus { id: shown, seen, .. })
            if shown == id =>
        {
            Some(seen)
        }
        _ => None,
    })
}

async fn act(
    desk: &Arc<Desk>,
    press: Press,
    seen_at: Option<(Place, Revision)>,
    callback: &Callback,
    from: &Sender,
    receipt: Option<Receipt>,
) {
    // Both at once: who waits for a store that hangs is told so as soon as it is given up.
    let (pressed, language) = futures::join!(desk.referee.press(press), desk.language_of(from));
    note(desk, result_of(&pressed));
    if let Ok(Pressed::Changed(board)) = &pressed {
        thinking::begin(desk, board);
    }
    let toast = match &pressed {
        Ok(Pressed::Changed(_)) => None,
        Ok(Pressed::Refused(refusal, board)) => Some(reason(*refusal, board.session.spec())),
        Ok(Pressed::Declined(too_many)) => Some(chat::reason(desk, *too_many)),
        Ok(Pressed::Unknown) => Some(Phrase::UnknownGame),
        Err(error) => {
            log::error!("{}: nothing is saved: {error}", describe(&press));
            Some(Phrase::StoreAway)
        }
    };
    let redraw = async {
        match pressed {
            Ok(Pressed::Changed(board)) => {
                if let Action::Rematch { switch_sides: true } = press.action
                    && let Some(choice) = board.session.choice_of(from.user)
                {
                    chat::note_choice(desk, from, board.chat, choice).await;
                }
                show(desk, board, seen_at, callback.arrived).await;
            }
            Ok(Pressed::Refused(Refusal::NotSeated, _)) => {}
            Ok(Pressed::Refused(_, board)) => show(desk, board, seen_at, callback.arrived).await,
            Ok(Pressed::Declined(_) | Pressed::Unknown) | Err(_) => {}
        }
    };
    futures::join!(answer_in(language, desk, callback, toast, receipt), redraw);
}

/// Redraws a board after a press at a message that showed a revision of it; `None` if the message
/// that was pressed does not show it.
pub async fn show(
    desk: &Desk,
    mut board: Board,
    seen_at: Option<(Place, Revision)>,
    arrived: Instant,
) {
    let since = Some(arrived);
    let Some((at, seen)) = seen_at else {
        return desk.redraw(&board, since).await;
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
        // The screen shows what the store has forgotten: it was restored from a backup.
        Some(_) if seen > board.session.revision() => return desk.draw(&board, since).await,
        Some(place) if seen < board.session.revision() && desk.screen.doubt(place) => {
            return desk.draw(&board, since).await;
        }
        Some(_) => {}
    }
    desk.redraw(&board, since).await;
}

/// Takes the message for the one that shows the board.
pub async fn adopt(desk: &Desk, board: &mut Board, at: Place) {
    desk.sendings.note_seen(board.session.id());
    desk.place(board, at.message, Revision::NONE).await;
    board.message = Some(at.message);
    board.shown = Revision::NONE;
}

async fn start(
    desk: &Arc<Desk>,
    wish: referee::Wish,
    at: Place,
    callback: &Callback,
    from: &Sender,
    receipt: Option<Receipt>,
) {
    let referee::Wish { chat, choice, .. } = wish;
    // A double tap finds the first one at work, or its untouched board.
    let Some(turn) = Turn::take(&desk.starting, (chat, from.user, choice)) else {
        note(desk, labels::Press::StartedBefore);
        return answer(desk, callback, from, Some(Phrase::AlreadyOpen), receipt).await;
    };
    let start = async {
        match chat::untouched_board(desk, from.user, chat, choice).await {
            Ok(true) => Ok(Started::Already),
            Ok(false) => chat::create(desk, from, wish).await,
            Err(error) => Err(error),
        }
    };
    let (started, language) = futures::join!(start, desk.language_of(from));
    drop(turn);
    let (result, toast) = match &started {
        Ok(Started::New(..)) => (labels::Press::Started, None),
        Ok(Started::Before) => (labels::Press::StartedBefore, None),
        Ok(Started::Already) => (labels::Press::StartedBefore, Some(Phrase::AlreadyOpen)),
        Ok(Started::Declined(reason) | Started::DeclinedAgain(reason)) => {
            let result = match reason {
                Phrase::TooManyNewGames { .. } => labels::Press::TooManyNewGames,
                _ => labels::Press::TooManyGames,
            };
            (result, Some(*reason))
        }
        Err(error) => {
            log::error!("chat {}: no game is started: {error}", chat.0);
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    note(desk, result);
    if let Ok(Started::New(board, sending)) = started {
        thinking::begin(desk, &board);
        send_aside(desk, board, sending, from, at);
    }
    answer_in(language, desk, callback, toast, receipt).await;
}

/// Sends a board as something said and no longer as a press: it may have to wait for Telegram's
/// limits, and presses never do. Whoever has too much to say already is sent it by the sweep.
fn send_aside(desk: &Arc<Desk>, board: Board, sending: Option<Sending>, from: &Sender, at: Place) {
    let Some(pass) = desk.gate.enter(from.user, Some(at.chat), Kind::Words) else { return };
    let sender = Arc::clone(desk);
    desk.tasks.spawn(async move {
        chat::send_board(&sender, board, sending, Class::Reply, reply_in_group(at)).await;
        drop(pass);
    });
}

/// Answers a press that is decided, in the language of whoever pressed.
pub async fn answer(
    desk: &Desk,
    callback: &Callback,
    from: &Sender,
    toast: Toast,
    receipt: Option<Receipt>,
) {
    // Whoever does not wait for the answer learns now that the press is decided.
    let receipt = receipt.filter(Receipt::takes_calls);
    let toast = match toast {
        Some(phrase) => Some((desk.language_of(from).await, phrase)),
        None => None,
    };
    desk.answer(callback, toast, receipt).await;
}

/// Answers a press that is decided, if its language is known already.
pub async fn answer_in(
    language: Language,
    desk: &Desk,
    callback: &Callback,
    toast: Toast,
    receipt: Option<Receipt>,
) {
    let receipt = receipt.filter(Receipt::takes_calls);
    desk.answer(callback, toast.map(|phrase| (language, phrase)), receipt).await;
}

/// Why, in words for whoever pressed.
pub fn reason(refusal: Refusal, spec: GameSpec) -> Phrase<'static> {
    match refusal {
        Refusal::NotSeated => Phrase::NotYourBoard,
        Refusal::Over => Phrase::GameOver,
        Refusal::InPlay => Phrase::StillInPlay,
        Refusal::Stale => Phrase::StaleBoard,
        Refusal::NotYourTurn => Phrase::NotYourTurn,
        Refusal::Illegal => match spec {
            GameSpec::TicTacToe | GameSpec::Mnk(_) | GameSpec::Ultimate(_) => Phrase::CellTaken,
            GameSpec::Sheep(_) => Phrase::NoSuchMove,
        },
    }
}

/// Counts what became of a press, once for each.
pub fn note(desk: &Desk, result: labels::Press) {
    desk.metrics().play.presses.count(result);
}

fn result_of(pressed: &Result<Pressed, StoreError>) -> labels::Press {
    match pressed {
        Ok(Pressed::Changed(_)) => labels::Press::Changed,
        Ok(Pressed::Refused(refusal, _)) => label_of(*refusal),
        Ok(Pressed::Declined(_)) => labels::Press::TooManyGames,
        Ok(Pressed::Unknown) => labels::Press::UnknownGame,
        Err(_) => labels::Press::Failed,
    }
}

/// What a refusal is called in the metrics.
pub fn label_of(refusal: Refusal) -> labels::Press {
    match refusal {
        Refusal::NotSeated => labels::Press::NotSeated,
        Refusal::Over => labels::Press::Over,
        Refusal::InPlay => labels::Press::InPlay,
        Refusal::Stale => labels::Press::Stale,
        Refusal::NotYourTurn => labels::Press::NotYourTurn,
        Refusal::Illegal => labels::Press::Illegal,
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
