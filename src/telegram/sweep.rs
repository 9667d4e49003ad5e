//! The sweep: finds screens that a dead process, or long trouble with Telegram, has left behind.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use dashmap::DashSet;
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval};

use crate::referee::UNSENT_GRACE;
use crate::session::SessionId;
use crate::session::board::{Board, ChatId};
use crate::store::StoreError;
use crate::telegram::chat;
use crate::telegram::desk::{Desk, SENDING_MAX};
use crate::telegram::pace::Class;
use crate::telegram::turn::Turn;

// Nobody else sends a board before its own process has done so or has given it up.
const _: () = assert!(UNSENT_GRACE.as_secs() > SENDING_MAX.as_secs());

/// How often screens are looked for that lag behind.
const SWEEP_PERIOD: Duration = Duration::from_secs(60);

/// Boards read at once.
const SWEEP_BATCH: u32 = 100;

/// Sweeps between two agings of the live copies, so that idle ones leave memory within the hour.
const SWEEPS_PER_AGING: u32 = 30;

/// Chats that are sent boards at once. What hangs in one of them does not hold up the others.
const CHATS_AT_ONCE_MAX: usize = 64;

/// The chats that are being sent the boards that never reached them.
struct Senders {
    places: Arc<Semaphore>,
    chats: Arc<DashSet<ChatId>>,
}

/// Sweeps at once and from time to time, for as long as it is polled.
pub async fn run(desk: Arc<Desk>) {
    let places = Arc::new(Semaphore::new(CHATS_AT_ONCE_MAX));
    let senders = Senders { places, chats: Arc::new(DashSet::new()) };
    let mut ticks = interval(SWEEP_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sweeps = 0_u32;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = desk.moves.sweep.notified() => {}
        }
        sweep(&desk, &senders).await;
        sweeps = sweeps.wrapping_add(1);
        if sweeps.is_multiple_of(SWEEPS_PER_AGING) {
            desk.age();
        }
    }
}

async fn sweep(desk: &Arc<Desk>, senders: &Senders) {
    let mut after = None;
    let mut found = 0;
    loop {
        let mut boards = match desk.referee.behind(after, SWEEP_BATCH).await {
            Ok(boards) => boards,
            Err(error) => return log::warn!("screens left behind are not found: {error}"),
        };
        let Some(last) = boards.last() else { break };
        after = Some(last.session.id());
        // Processes that sweep at once share the work instead of meeting at each board.
        fastrand::shuffle(&mut boards);
        let mut unsent: HashMap<ChatId, Vec<Board>> = HashMap::new();
        for board in boards {
            if board.message.is_some() {
                found += u32::from(bring(desk, &board).await);
            } else if is_to_be_sent(desk, board.session.id()) {
                found += 1;
                unsent.entry(board.chat).or_default().push(board);
            }
        }
        for (chat, boards) in unsent {
            senders.send(desk, chat, boards).await;
        }
    }
    desk.metrics().telegram.screens_swept.add(found.into());
    if found > 0 {
        log::info!("{found} boards lagged behind and are brought to their screens");
    }
}

impl Senders {
    /// Sends a chat its boards one after the other, unless that is going on already: what is still
    /// unsent then is found by the next sweep.
    async fn send(&self, desk: &Arc<Desk>, chat: ChatId, boards: Vec<Board>) {
        let Some(turn) = Turn::take(&self.chats, chat) else { return };
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.expect("the semaphore is never closed");
        let sending = Arc::clone(desk);
        desk.tasks.spawn(async move {
            for board in boards {
                bring(&sending, &board).await;
            }
            drop((turn, place));
        });
    }
}

/// Brings a board to its screen, unless it has come there since it was read, is about to, or is
/// brought there by another process.
async fn bring(desk: &Desk, read: &Board) -> bool {
    let id = read.session.id();
    if read.message.is_none() && !is_to_be_sent(desk, id) {
        return false;
    }
    match claimed(desk, read).await {
        Ok(Some(board)) if board.message.is_some() => {
            desk.draw_later(&board, Class::Sweep).await;
            true
        }
        Ok(Some(board)) => match desk.sendings.begin(id) {
            Some(sending) => chat::send_board(desk, board, Some(sending), Class::Sweep, None).await,
            None => false,
        },
        Ok(None) => false,
        Err(error) => {
            log::warn!("chat {}, session {:x}: not read: {error}", read.chat.0, id.0);
            false
        }
    }
}

/// Whether nobody sends a board that was never sent, and it has not perhaps come already.
fn is_to_be_sent(desk: &Desk, id: SessionId) -> bool {
    !desk.sendings.is_under_way(id) && !desk.sendings.is_unclear(id)
}

/// The board as it stands, if it lags behind and this process is the one to see to it.
async fn claimed(desk: &Desk, read: &Board) -> Result<Option<Board>, StoreError> {
    let id = read.session.id();
    if !desk.referee.claim(id).await? {
        return Ok(None);
    }
    Ok(desk.referee.board(read.chat, id).await?.filter(Board::is_behind))
}
