//! The sweep: finds screens that a dead process, or long trouble with Telegram, has left behind.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::session::Revision;
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
    /// At the start nobody else can be about to send them.
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
            if board.shown == Revision::NONE && board.message.is_none() {
                if unsent == Unsent::Send {
                    chat::send_board(desk, board, None).await;
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
