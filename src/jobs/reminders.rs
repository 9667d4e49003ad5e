//! Reminders: a player who has asked for it is told in private before a long clock of theirs runs out.
//!
//! Every process does so, and a conditional write lets one of them remind of each move. A process that dies
//! between that write and the message sends no reminder: a missed reminder is better than a second one.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::Instant;
use zerosum_session::UserId;
use zerosum_session::board::Board;
use zerosum_store::StoreError;
use zerosum_store::games::clocks::TimedBoard;

use crate::bot::game::clocks;
use crate::bot::services::Services;
use crate::bounded::shares::Shares;
use crate::health::readiness::Readiness;
use crate::jobs::periodic::Periodic;

/// Interval for finding players to remind.
const PERIOD: Duration = Duration::from_secs(60);

/// Interval for checking whether reminders can be sent.
const WAIT_PERIOD: Duration = Duration::from_secs(1);

/// Number of games found at once.
const FOUND_BATCH: u32 = 100;

/// Maximum number of reminders that wait for the turn of their chat.
const WAITING_MAX: usize = 32;

/// Maximum number of these for one person, whose chat Telegram may hold up for long.
const WAITING_OF_PERSON_MAX: usize = 4;

/// Sends reminders, at once and then periodically, for as long as it is polled. While Telegram is unavailable no
/// reminder would arrive, so they are sent when it is back.
pub(super) async fn run(services: &Arc<Services>, readiness: &Readiness) {
    let places = Arc::new(Semaphore::new(WAITING_MAX));
    let people = Shares::new();
    let mut look = Periodic::new(WAIT_PERIOD, "no player is reminded");
    let mut looked_at: Option<Instant> = None;
    loop {
        look.tick().await;
        let is_time = looked_at.is_none_or(|at| at.elapsed() >= PERIOD);
        if !is_time || !readiness.state().is_in_touch() {
            continue;
        }
        looked_at = Some(Instant::now());
        look.note(remind_all(services, &places, &people).await);
    }
}

async fn remind_all(
    services: &Arc<Services>,
    places: &Arc<Semaphore>,
    people: &Arc<Shares<UserId>>,
) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        // Play time is stopped then, and no player can move.
        if services.admin.is_in_maintenance() {
            return Ok(());
        }
        let now = services.play.play_time().await?;
        let found = services.play.to_remind(now, after, FOUND_BATCH).await?;
        let Some(last) = found.last() else { return Ok(()) };
        after = Some(*last);
        for game in found {
            let (user, board) = match services.play.player_to_remind(game).await {
                Ok(Some(player)) => player,
                Ok(None) => continue,
                Err(error) => {
                    report(game, &error);
                    continue;
                }
            };
            // The others of this person are found again.
            let Some(share) = people.take(user, WAITING_OF_PERSON_MAX) else { continue };
            let place = Arc::clone(places).acquire_owned().await;
            let place = place.expect("the semaphore is never closed");
            let reminding = Arc::clone(services);
            // A chat that Telegram holds up holds up no other one.
            services.spawn(async move {
                remind(&reminding, game, (user, board)).await;
                drop((place, share));
            });
        }
    }
}

async fn remind(services: &Services, found: TimedBoard, player: (UserId, Board)) {
    match services.play.claim_reminder(found, player).await {
        Ok(Some(reminder)) => clocks::remind(services, reminder).await,
        Ok(None) => {}
        Err(error) => report(found, &error),
    }
}

fn report(game: TimedBoard, error: &StoreError) {
    log::warn!("session {:x}: its player is not reminded: {error}", game.id.0);
}
