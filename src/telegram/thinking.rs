//! Engines that think while their chats look on: the person's move is shown at once, the engine's
//! when it is found.
//!
//! What is thought about is kept nowhere but in the store, where every board says whether an engine
//! is to move. So a turn that is left behind, by a process that died or because there was too much
//! to think about, is found there and taken by whoever comes first.

use std::sync::Arc;
use std::time::Duration;

use fastrand::shuffle;
use teloxide::payloads::SendChatAction;
use teloxide::types::{self, ChatAction};
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::referee::turns::{Turn, is_engines};
use crate::session::SessionId;
use crate::session::board::{Board, ChatId, TopicId};
use crate::telegram::calls;
use crate::telegram::desk::Desk;
use crate::telegram::letters::thread_of;

/// An engine that thinks longer is said to be typing. What is over sooner is on the screen before
/// anybody reads that, and then goes on being said for seconds.
const TYPING_AFTER: Duration = Duration::from_millis(300);

/// Telegram says it for five seconds each time.
const TYPING_PERIOD: Duration = Duration::from_secs(5);

/// How often turns are looked for that are left behind.
const FINDING_PERIOD: Duration = Duration::from_secs(5);

/// Boards read at once.
const FINDING_BATCH: u32 = 100;

/// Turns left behind that are thought about at once. Whoever plays now goes before them.
const FOUND_AT_ONCE_MAX: usize = 4;

/// Has the engine of a board think, if it is to move, and shows its move when it is found. Returns
/// at once.
pub fn begin(desk: &Arc<Desk>, board: &Board) {
    if is_engines(board) {
        let (thinking, board) = (Arc::clone(desk), board.clone());
        desk.tasks.spawn(async move {
            think(&thinking, &board).await;
        });
    }
}

/// Thinks about the turns that were left behind, at once and from time to time, for as long as it
/// is polled.
pub async fn find_turns(desk: Arc<Desk>) {
    let places = Arc::new(Semaphore::new(FOUND_AT_ONCE_MAX));
    let mut ticks = interval(FINDING_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        find(&desk, &places).await;
    }
}

async fn find(desk: &Arc<Desk>, places: &Arc<Semaphore>) {
    let mut after = None;
    loop {
        let mut boards = match desk.referee.turns_left(after, FINDING_BATCH).await {
            Ok(boards) => boards,
            Err(error) => return log::warn!("turns left behind are not found: {error}"),
        };
        let Some(last) = boards.last() else { return };
        after = Some(last.session.id());
        // Processes that look at once share the work instead of meeting at each board.
        shuffle(&mut boards);
        for board in boards {
            if desk.referee.is_thinking_about(board.session.id()) {
                continue;
            }
            let place = Arc::clone(places).acquire_owned().await;
            let place = place.expect("the semaphore is never closed");
            let thinking = Arc::clone(desk);
            desk.tasks.spawn(async move {
                think_about_found(&thinking, &board).await;
                drop(place);
            });
        }
    }
}

/// Thinks about a turn that was left behind, unless another process does.
async fn think_about_found(desk: &Arc<Desk>, board: &Board) {
    match desk.referee.claim_turn(board).await {
        Ok(true) => {
            if let Turn::Taken(_) = think(desk, board).await {
                desk.metrics().play.turns_found.add(1);
                log::info!("{}: an engine has moved whose turn was left behind", describe(board));
            }
        }
        Ok(false) => {}
        Err(error) => log::warn!("{}: the turn is not claimed: {error}", describe(board)),
    }
}

/// Takes turns for as long as engines are to move, and shows each move.
async fn think(desk: &Arc<Desk>, board: &Board) -> Turn {
    let mut turn = Turn::Past;
    let mut next = Some(board.clone());
    while let Some(board) = next.take().filter(is_engines) {
        turn = take_turn(desk, &board).await;
        if let Turn::Taken(board) = &turn {
            desk.redraw(board, None).await;
            next = Some(board.clone());
        }
    }
    turn
}

/// Takes one turn, and meanwhile says that somebody is typing.
async fn take_turn(desk: &Arc<Desk>, board: &Board) -> Turn {
    let mut taking = std::pin::pin!(desk.referee.take_turn(board));
    let mut pause = TYPING_AFTER;
    loop {
        tokio::select! {
            biased;
            taken = &mut taking => return taken.unwrap_or_else(|error| {
                log::error!("{}: an engine's move is not saved: {error}", describe(board));
                Turn::Left
            }),
            () = sleep(pause) => {
                let (typing, chat, topic) = (Arc::clone(desk), board.chat, board.topic);
                desk.tasks.spawn(async move { show_typing(&typing, chat, topic).await });
                pause = TYPING_PERIOD;
            }
        }
    }
}

/// Tells a chat that the bot is busy with it. Nothing comes of it if that fails. It takes none of the
/// budgets for messages, so that it never delays the move it announces.
async fn show_typing(desk: &Desk, chat: ChatId, topic: Option<TopicId>) {
    let mut payload = SendChatAction::new(types::ChatId(chat.0), ChatAction::Typing);
    payload.message_thread_id = topic.map(thread_of);
    if let Err(error) = calls::once(&desk.client, &payload).await {
        log::debug!("chat {} is not told that somebody thinks: {error}", chat.0);
    }
}

fn describe(board: &Board) -> String {
    let (ChatId(chat), SessionId(id)) = (board.chat, board.session.id());
    format!("chat {chat}, session {id:x} at revision {}", board.session.revision().0)
}
