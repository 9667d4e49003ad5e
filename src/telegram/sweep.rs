//! The sweep: finds screens that a dead process, or long trouble with Telegram, has left behind.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::session::board::Board;
use crate::telegram::chat;
use crate::telegram::desk::Desk;

/// How often screens are looked for that lag behind.
const SWEEP_PERIOD: Duration = Duration::from_secs(60);

/// Boards read at once.
const SWEEP_BATCH: u32 = 100;

/// Sweeps between two agings of the live copies, so that idle ones leave memory within the hour.
const SWEEPS_PER_AGING: u32 = 30;

/// Sweeps at once and from time to time, for as long as it is polled.
pub async fn run(desk: Arc<Desk>) {
    let mut ticks = interval(SWEEP_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sweeps = 0_u32;
    loop {
        ticks.tick().await;
        sweep(&desk).await;
        sweeps = sweeps.wrapping_add(1);
        if sweeps.is_multiple_of(SWEEPS_PER_AGING) {
            desk.referee.age();
        }
    }
}

async fn sweep(desk: &Arc<Desk>) {
    let mut after = None;
    let mut brought = 0_u32;
    loop {
        let boards = match desk.referee.behind(after, SWEEP_BATCH).await {
            Ok(boards) => boards,
            Err(error) => return log::warn!("screens left behind are not found: {error}"),
        };
        let Some(last) = boards.last() else { break };
        after = Some(last.session.id());
        for board in boards {
            brought += u32::from(bring(desk, &board).await);
        }
    }
    if brought > 0 {
        log::info!("{brought} boards lagged behind and are shown as they stand");
    }
}

/// Brings one board to its screen, unless that has happened since it was read or is about to.
async fn bring(desk: &Desk, read: &Board) -> bool {
    let id = read.session.id();
    if desk.sending.contains(&id) {
        return false;
    }
    match desk.referee.board(read.chat, id).await {
        Ok(Some(board)) if board.is_behind() && board.message.is_some() => {
            desk.draw(&board).await;
            true
        }
        Ok(Some(board)) if board.is_behind() => chat::send_board(desk, board, None).await,
        Ok(_) => false,
        Err(error) => {
            log::warn!("chat {}, session {:x}: not read: {error}", read.chat.0, id.0);
            false
        }
    }
}
