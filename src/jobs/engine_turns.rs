//! Engines' turns that are left behind, by a process that died or because there was too much to think
//! about: found in the store, claimed and taken.

use std::sync::Arc;
use std::time::Duration;

use fastrand::shuffle;
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval};

use crate::bot::engine_moves::{describe, think};
use crate::bot::services::Services;
use crate::play::turns::Turn;
use crate::session::board::Board;

/// How often turns are looked for that are left behind.
const FINDING_PERIOD: Duration = Duration::from_secs(5);

/// Boards read at once.
const FINDING_BATCH: u32 = 100;

/// Turns left behind that are thought about at once. Whoever plays now goes before them.
const FOUND_AT_ONCE_MAX: usize = 4;

/// Thinks about the turns that were left behind, at once and from time to time, for as long as it
/// is polled.
pub(crate) async fn run(services: Arc<Services>) {
    let places = Arc::new(Semaphore::new(FOUND_AT_ONCE_MAX));
    let mut ticks = interval(FINDING_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        find(&services, &places).await;
    }
}

async fn find(services: &Arc<Services>, places: &Arc<Semaphore>) {
    let mut after = None;
    loop {
        let mut boards = match services.play.turns_left(after, FINDING_BATCH).await {
            Ok(boards) => boards,
            Err(error) => return log::warn!("turns left behind are not found: {error}"),
        };
        let Some(last) = boards.last() else { return };
        after = Some(last.session.id());
        // Processes that look at once share the work instead of meeting at each board.
        shuffle(&mut boards);
        for board in boards {
            if services.play.is_thinking_about(board.session.id()) {
                continue;
            }
            let place = Arc::clone(places).acquire_owned().await;
            let place = place.expect("the semaphore is never closed");
            let thinking = Arc::clone(services);
            services.spawn(async move {
                think_about_found(&thinking, &board).await;
                drop(place);
            });
        }
    }
}

/// Thinks about a turn that was left behind, unless another process does.
async fn think_about_found(services: &Arc<Services>, board: &Board) {
    match services.play.claim_turn(board).await {
        Ok(true) => {
            if let Turn::Taken(_) = think(services, board).await {
                services.metrics().play.turns_found.add(1);
                log::info!("{}: an engine has moved whose turn was left behind", describe(board));
            }
        }
        Ok(false) => {}
        Err(error) => log::warn!("{}: the turn is not claimed: {error}", describe(board)),
    }
}
