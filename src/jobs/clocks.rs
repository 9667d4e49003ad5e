//! Ends games whose clock has run out, and games that two people have abandoned. Also advances play time,
//! as long as updates can arrive: otherwise no player could move.
//!
//! Every process does so, and the conditional write ends each game only once. A person with a thousand
//! overdue games delays those of others by at most one batch: games are ended in the order in which their
//! time ran out, and all games of one round before the next round. A late end changes nothing, because
//! [`Play`] accepts no move after the time has run out.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::{FutureExt, StreamExt, stream};
use tokio::time::Instant;
use zerosum_session::game::clock::PlayTime;
use zerosum_store::StoreError;
use zerosum_store::games::clocks::TimedBoard;

use crate::bot::services::Services;
use crate::health::readiness::Readiness;
use crate::jobs::guarded::guarded;
use crate::jobs::periodic::Periodic;
use crate::jobs::reminders;
use crate::play::Play;
use crate::play::games::clocks::Overdue;

/// Interval at which play time advances and is sent to the other processes. Their clocks differ by less.
const ADVANCE_PERIOD: Duration = Duration::from_secs(1);

/// Interval for finding abandoned games.
const ABANDONED_PERIOD: Duration = Duration::from_secs(60);

/// Number of games found at once.
const FOUND_BATCH: u32 = 100;

/// Number of games ended at once.
const ENDED_AT_ONCE_MAX: usize = 8;

/// Reason for ending a game.
#[derive(Clone, Copy)]
enum Reason {
    /// Its clock had run out by this time.
    OutOfTime(PlayTime),
    Abandoned,
}

/// Advances play time, ends games and sends reminders, at once and then periodically, for as long as it is
/// polled.
pub(super) async fn run(services: Arc<Services>, readiness: Arc<Readiness>) {
    futures::join!(
        guarded("play time", || advance_play_time(&services.play, &readiness)),
        guarded("ends of games", || end_all(&services)),
        guarded("reminders", || reminders::run(&services, &readiness)),
    );
}

/// Advances play time, independently of the other work.
async fn advance_play_time(play: &Play, readiness: &Readiness) {
    let mut advance = Periodic::new(ADVANCE_PERIOD, "play time does not advance");
    loop {
        advance.tick().await;
        advance.note(advance_play_time_once(play, readiness).await);
    }
}

/// Advances play time, unless Telegram cannot be reached in both directions.
pub async fn advance_play_time_once(play: &Play, readiness: &Readiness) -> Result<(), StoreError> {
    if readiness.state().is_in_touch() {
        play.advance_play_time().await?;
    }
    Ok(())
}

async fn end_all(services: &Services) {
    let play = &services.play;
    let mut look = Periodic::new(ADVANCE_PERIOD, "overdue games cannot be found");
    let mut abandoned_at: Option<Instant> = None;
    loop {
        look.tick().await;
        let ended = async {
            let now = play.proven_time().await?;
            end(services, Reason::OutOfTime(now)).await?;
            let is_time = abandoned_at.is_none_or(|at| at.elapsed() >= ABANDONED_PERIOD);
            // During maintenance no player can move.
            if is_time && !services.admin.is_in_maintenance() {
                end(services, Reason::Abandoned).await?;
                abandoned_at = Some(Instant::now());
            }
            Ok::<_, StoreError>(())
        };
        look.note(ended.await);
    }
}

/// Ends all games that are due for this reason.
async fn end(services: &Services, reason: Reason) -> Result<(), StoreError> {
    let (play, mut after) = (&services.play, None);
    loop {
        let found = match reason {
            Reason::OutOfTime(by) => play.store().overdue(by, after, FOUND_BATCH).await?,
            Reason::Abandoned => play.abandoned(after, FOUND_BATCH).await?,
        };
        let Some(last) = found.last() else { return Ok(()) };
        after = Some(*last);
        let ending = found.into_iter().map(|board| end_one(services, reason, board));
        stream::iter(ending).buffer_unordered(ENDED_AT_ONCE_MAX).collect::<()>().await;
    }
}

async fn end_one(services: &Services, reason: Reason, board: TimedBoard) {
    let play = &services.play;
    let ending = async {
        match reason {
            Reason::OutOfTime(_) => play.end_overdue(board).await,
            Reason::Abandoned => play.end_abandoned(board).await,
        }
    };
    match AssertUnwindSafe(ending).catch_unwind().await {
        Ok(Ok(Overdue::Unseen(board))) => services.boards.draw_out_of_time(&board),
        Ok(Ok(Overdue::Ended | Overdue::NotEnded)) => {}
        Ok(Err(error)) => {
            log::warn!("session {:x}: a game is not ended in time: {error}", board.id.0);
        }
        // The games after it are ended all the same.
        Err(_) => log::error!("session {:x}: the end of a game has panicked", board.id.0),
    }
}
