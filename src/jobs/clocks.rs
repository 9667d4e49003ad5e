//! Games that are ended in the place of their players: those whose clock has run out, and those that two
//! people have left alone for long. And the beat by which play time goes on, as long as Telegram is heard:
//! whoever cannot be heard cannot move.
//!
//! Every process looks, and the conditional write of the door has each game end once. Who has a thousand games
//! of which the time is over delays nobody's by more than a batch: games are ended in the order in which
//! their time was over, and those of one look before it is looked again. That a game is ended late changes
//! nothing, because the door does not admit a move for which there was no time.

use std::sync::Arc;
use std::time::Duration;

use futures::{StreamExt, stream};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::bot::services::Services;
use crate::jobs::reminders;
use crate::play::Play;
use crate::session::clock::PlayTime;
use crate::store::StoreError;
use crate::store::clocks::TimedBoard;
use crate::web::readiness::Readiness;

/// How often play time goes on, and is told to the other processes. Their clocks differ by less.
const BEAT_PERIOD: Duration = Duration::from_secs(1);

/// How often abandoned games are looked for.
const ABANDONED_PERIOD: Duration = Duration::from_secs(60);

/// Games found at once.
const FOUND_BATCH: u32 = 100;

/// Games ended at once.
const ENDED_AT_ONCE_MAX: usize = 8;

/// Why a game is ended.
#[derive(Clone, Copy)]
enum Reason {
    /// Its time was over by then.
    OutOfTime(PlayTime),
    Abandoned,
}

/// Has play time go on, ends games and reminds people, at once and from time to time, for as long as it is
/// polled.
pub(crate) async fn run(services: Arc<Services>, readiness: Arc<Readiness>) {
    let beating = beat(&services.play, &readiness);
    let ending = end_all(&services);
    futures::join!(beating, ending, reminders::run(&services, &readiness));
}

/// Has play time go on whatever else there is to do.
async fn beat(play: &Play, readiness: &Readiness) {
    let mut ticks = interval(BEAT_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_failing = false;
    loop {
        ticks.tick().await;
        match beat_once(play, readiness).await {
            Ok(()) => is_failing = false,
            Err(error) if !is_failing => {
                is_failing = true;
                log::warn!("clocks do not go on: {error}");
            }
            Err(_) => {}
        }
    }
}

/// Has play time go on to now, unless Telegram is not heard.
pub async fn beat_once(play: &Play, readiness: &Readiness) -> Result<(), StoreError> {
    if readiness.state().has_telegram {
        play.beat().await?;
    }
    Ok(())
}

async fn end_all(services: &Services) {
    let play = &services.play;
    let mut ticks = interval(BEAT_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut abandoned_at: Option<Instant> = None;
    let mut is_failing = false;
    loop {
        ticks.tick().await;
        let ended = async {
            let now = play.play_time().await?;
            end(play, Reason::OutOfTime(now)).await?;
            let is_time = abandoned_at.is_none_or(|at| at.elapsed() >= ABANDONED_PERIOD);
            // During maintenance nobody can move.
            if is_time && !services.admin.is_in_maintenance() {
                end(play, Reason::Abandoned).await?;
                abandoned_at = Some(Instant::now());
            }
            Ok::<_, StoreError>(())
        };
        match ended.await {
            Ok(()) => is_failing = false,
            Err(error) if !is_failing => {
                is_failing = true;
                log::warn!("games whose time is over are not found: {error}");
            }
            Err(_) => {}
        }
    }
}

/// Ends all games that there are to end for this reason.
async fn end(play: &Play, reason: Reason) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let found = match reason {
            Reason::OutOfTime(by) => play.overdue(by, after, FOUND_BATCH).await?,
            Reason::Abandoned => play.abandoned(after, FOUND_BATCH).await?,
        };
        let Some(last) = found.last() else { return Ok(()) };
        after = Some(*last);
        let ending = found.into_iter().map(|board| end_one(play, reason, board));
        stream::iter(ending).buffer_unordered(ENDED_AT_ONCE_MAX).collect::<()>().await;
    }
}

async fn end_one(play: &Play, reason: Reason, board: TimedBoard) {
    let ended = match reason {
        Reason::OutOfTime(_) => play.end_overdue(board).await,
        Reason::Abandoned => play.end_abandoned(board).await,
    };
    if let Err(error) = ended {
        log::warn!("session {:x}: a game is not ended in time: {error}", board.id.0);
    }
}
