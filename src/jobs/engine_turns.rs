//! Takes engine turns that were left behind because a process died or there were too many searches: finds
//! them in the store, claims them and plays them.

use std::sync::Arc;
use std::time::Duration;

use fastrand::shuffle;
use tokio::sync::Semaphore;
use zerosum_session::UserId;
use zerosum_session::board::Board;
use zerosum_store::StoreError;

use crate::bot::game::engine_moves::{describe, think};
use crate::bot::services::Services;
use crate::bounded::shares::Shares;
use crate::jobs::periodic::Periodic;
use crate::play::games::turns::Turn;

/// Interval for finding turns that are left behind.
const FINDING_PERIOD: Duration = Duration::from_secs(5);

/// Number of boards read at once.
const FINDING_BATCH: u32 = 100;

/// Maximum number of these turns searched at once. Turns of active players have priority.
const FOUND_AT_ONCE_MAX: usize = 4;

/// Maximum number of these for one person.
const FOUND_OF_PERSON_MAX: usize = 3;

/// Takes the turns that are left behind, at once and then periodically, for as long as it is polled.
pub(super) async fn run(services: Arc<Services>) {
    let places = Arc::new(Semaphore::new(FOUND_AT_ONCE_MAX));
    let owners = Shares::new();
    let mut look = Periodic::new(FINDING_PERIOD, "abandoned turns cannot be found");
    loop {
        look.tick().await;
        look.note(find(&services, &places, &owners).await);
    }
}

async fn find(
    services: &Arc<Services>,
    places: &Arc<Semaphore>,
    owners: &Arc<Shares<UserId>>,
) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let mut boards = services.play.turns_left(after, FINDING_BATCH).await?;
        let Some(last) = boards.last() else { return Ok(()) };
        after = Some(last.session.id());
        // Shuffled, so that processes share the work instead of competing for each board.
        shuffle(&mut boards);
        for board in boards {
            if services.play.is_thinking_about(board.session.id()) {
                continue;
            }
            // The others of this person are found again.
            let Some(share) = owners.take(board.owner, FOUND_OF_PERSON_MAX) else { continue };
            let place = Arc::clone(places).acquire_owned().await;
            let place = place.expect("the semaphore is never closed");
            let thinking = Arc::clone(services);
            services.spawn(async move {
                think_about_found(&thinking, &board).await;
                drop((place, share));
            });
        }
    }
}

/// Takes a turn that was left behind, unless another process has claimed it.
async fn think_about_found(services: &Arc<Services>, board: &Board) {
    match services.play.claim_turn(board).await {
        Ok(true) => {
            if let Turn::Taken(_) = think(services, board).await {
                services.metrics().play.turns_found.add(1);
                log::info!("{}: took over an abandoned engine turn", describe(board));
            }
        }
        Ok(false) => {}
        Err(error) => log::warn!("{}: the turn is not claimed: {error}", describe(board)),
    }
}
