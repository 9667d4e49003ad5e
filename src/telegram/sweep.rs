//! The sweep: finds screens that a dead process, or long trouble with Telegram, has left behind.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::session::Revision;
use crate::session::board::Board;
use crate::telegram::chat;
use crate::telegram::desk::Desk;

/// How often screens are looked for that lag behind.
const SWEEP_PERIOD: Duration = Duration::from_secs(60);

/// Boards read at once.
const SWEEP_BATCH: u32 = 100;

/// Sweeps between two agings of the live copies, so that idle ones leave memory within the hour.
const SWEEPS_PER_AGING: u32 = 30;

/// What a sweep does with boards that were never sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unsent {
    /// At the start, because whoever was about to send them has gone.
    Send,
    Leave,
}

/// Sweeps at once and from time to time, for as long as it is polled.
pub async fn run(desk: Arc<Desk>) {
    sweep(&desk, Unsent::Send).await;
    let mut ticks = interval(SWEEP_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks.tick().await;
    let mut sweeps = 0_u32;
    loop {
        ticks.tick().await;
        sweep(&desk, Unsent::Leave).await;
        sweeps = sweeps.wrapping_add(1);
        if sweeps.is_multiple_of(SWEEPS_PER_AGING) {
            desk.referee.age();
        }
    }
}

async fn sweep(desk: &Arc<Desk>, unsent: Unsent) {
    let mut after = None;
    let mut redrawn = 0_u32;
    loop {
        let boards = match desk.referee.behind(after, SWEEP_BATCH).await {
            Ok(boards) => boards,
            Err(error) => return log::warn!("screens left behind are not found: {error}"),
        };
        let Some(last) = boards.last() else { break };
        after = Some(last.session.id());
        for board in boards {
            redrawn += 1;
            if is_unsent(&board) {
                if unsent == Unsent::Send {
                    send(desk, &board).await;
                }
            } else {
                desk.redraw(&board).await;
            }
        }
    }
    if redrawn > 0 {
        log::info!("{redrawn} boards lagged behind and are redrawn");
    }
}

fn is_unsent(board: &Board) -> bool {
    board.shown == Revision::NONE && board.message.is_none()
}

/// Sends a board that nobody else sends, or has sent since it was read.
async fn send(desk: &Desk, board: &Board) {
    if desk.sending.contains(&board.session.id()) {
        return;
    }
    match desk.referee.board(board.chat, board.session.id()).await {
        Ok(Some(board)) if is_unsent(&board) => {
            chat::send_board(desk, board, None).await;
        }
        Ok(_) => {}
        Err(error) => log::warn!("a board that was never sent is not read: {error}"),
    }
}
