//! The sweep: finds messages that a dead process, or long trouble with Telegram, has left outdated.
//!
//! All boards are checked periodically. Games in play with a clock are checked every second, because a
//! player who does not see the board loses time. On a shared database every process renews a lease, and the
//! others check the boards of a process as soon as its lease has ended.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::Instant;
use zerosum_session::UserId;
use zerosum_session::board::{Board, ChatId, Surface};
use zerosum_store::StoreError;

use crate::bot::messages::notices::NoticePermit;
use crate::bot::services::Services;
use crate::bot::single_flight::SingleFlight;
use crate::jobs::guarded::guarded;
use crate::jobs::leases;
use crate::jobs::periodic::Periodic;
use crate::play::UNSENT_GRACE;
use crate::play::games::screens::Swept;
use crate::telegram::outgoing::messenger::SENDING_MAX;
use crate::telegram::outgoing::rate_limit::Priority;

// No other process sends a board before its own process has sent it or given up.
const _: () = assert!(UNSENT_GRACE.as_secs() > SENDING_MAX.as_secs());

/// Interval for finding outdated boards of games in play with a clock.
const TIMED_PERIOD: Duration = Duration::from_secs(1);

/// Number of boards read at once.
const SWEEP_BATCH: u32 = 100;

/// Number of periodic sweeps between two agings of the cache, so that idle entries leave memory within the hour.
const SWEEPS_PER_AGING: u32 = 30;

/// Maximum number of chats that boards are sent to at once. A slow chat does not delay the others.
const CHATS_AT_ONCE_MAX: usize = 64;

/// Time after which a chat sends no further board in its turn: the next sweep finds the rest.
const CHAT_PATIENCE: Duration = Duration::from_secs(60);

/// Chats that boards are being sent to which never reached them.
pub(super) struct Senders {
    places: Arc<Semaphore>,
    chats: SingleFlight<ChatId>,
}

/// Sweeps at once and then periodically, for as long as it is polled.
pub(super) async fn run(services: Arc<Services>) {
    futures::join!(
        guarded("sweep of all games", || sweep_all(&services)),
        guarded("sweep of timed games", || sweep_timed(&services)),
        guarded("leases", || leases::run(&services)),
    );
}

async fn sweep_all(services: &Arc<Services>) {
    let senders = Senders::new();
    let mut look = Periodic::new(services.sweep_period, "outdated boards cannot be found");
    let mut sweeps = 0_u32;
    loop {
        let is_periodic = tokio::select! {
            () = look.tick() => true,
            () = services.boards.migrations.sweep.notified() => false,
        };
        look.note(sweep(services, &senders, Swept::All).await);
        // Entries age by time, however often news wakes the sweep.
        sweeps = sweeps.wrapping_add(u32::from(is_periodic));
        if is_periodic && sweeps.is_multiple_of(SWEEPS_PER_AGING) {
            services.age();
        }
    }
}

/// Updates outdated boards of games with a clock, for any cause. Independent of the other sweep, which may
/// be slow.
async fn sweep_timed(services: &Arc<Services>) {
    let senders = Senders::new();
    let mut look = Periodic::new(TIMED_PERIOD, "outdated boards of timed games cannot be found");
    loop {
        look.tick().await;
        look.note(sweep(services, &senders, Swept::Timed).await);
    }
}

/// Sends or draws all outdated boards of this kind. Returns whether there were none; otherwise some may have been passed
/// over, such as boards of a chat to which others are being sent.
pub(super) async fn sweep(
    services: &Arc<Services>,
    senders: &Senders,
    swept: Swept,
) -> Result<bool, StoreError> {
    let mut after = None;
    let (mut found, mut is_done) = (0, true);
    loop {
        let mut boards = match services.play.behind(swept, after, SWEEP_BATCH).await {
            Ok(boards) => boards,
            Err(StoreError::Closed) => return Ok(true),
            Err(error) => return Err(error),
        };
        let Some(last) = boards.last() else { break };
        after = Some(last.session.id());
        // Shuffled, so that processes share the work instead of competing for each board.
        fastrand::shuffle(&mut boards);
        let mut unsent: HashMap<ChatId, Vec<Board>> = HashMap::new();
        let views = boards.iter().flat_map(Board::on_each_surface).filter(Board::is_behind);
        for board in views.collect::<Vec<Board>>() {
            services.play.drop_outdated_copy(&board);
            match board.surface() {
                Surface::Chat(chat) if board.place().is_none() => {
                    if services.boards.is_to_be_sent(chat, &board.session) {
                        (found, is_done) = (found + 1, false);
                        unsent.entry(chat).or_default().push(board);
                    }
                }
                Surface::Chat(_) | Surface::Inline(_) => {
                    found += u32::from(bring(services, &board, swept).await);
                    is_done = false;
                }
            }
        }
        for (chat, boards) in unsent {
            senders.send(services, chat, boards, swept).await;
        }
    }
    services.metrics().telegram.boards_swept.add(found.into());
    if found > 0 {
        log::info!("{found} boards lagged behind and are shown again");
    }
    Ok(is_done)
}

impl Senders {
    pub(super) fn new() -> Senders {
        Senders {
            places: Arc::new(Semaphore::new(CHATS_AT_ONCE_MAX)),
            chats: SingleFlight::default(),
        }
    }

    /// Sends a chat its boards one after the other, unless that is already under way: the next sweep finds
    /// those that are still unsent then.
    async fn send(&self, services: &Arc<Services>, chat: ChatId, boards: Vec<Board>, swept: Swept) {
        let Some(turn) = self.chats.take(chat) else { return };
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.expect("the semaphore is never closed");
        let sending = Arc::clone(services);
        services.spawn(async move {
            let begun = Instant::now();
            for board in boards {
                bring(&sending, &board, swept).await;
                // A chat that Telegram holds up gives its place to others.
                if begun.elapsed() > CHAT_PATIENCE {
                    break;
                }
            }
            drop((turn, place));
        });
    }
}

/// Sends or draws a board, unless it has been updated since it was read, is being updated, or another
/// process has claimed it.
async fn bring(services: &Arc<Services>, read: &Board, swept: Swept) -> bool {
    let id = read.session.id();
    let unsent_in = |board: &Board| board.surface().chat().filter(|_| board.place().is_none());
    if unsent_in(read).is_some_and(|chat| !services.boards.is_to_be_sent(chat, &read.session)) {
        return false;
    }
    let is_being_sent = |chat| services.boards.is_being_sent(chat, id);
    if read.place().is_some() && read.surface().chat().is_some_and(is_being_sent) {
        return false;
    }
    let edits = &services.messenger.edits;
    if read.place().is_some_and(|place| edits.rests_after_refusal(place)) {
        return false;
    }
    // If the edit under way fails, the board is found again.
    if swept == Swept::Timed && read.place().is_some_and(|place| edits.is_editing(place)) {
        return false;
    }
    // Without a permit the board is not claimed either: it is found again sooner.
    let has_place = read.place().is_some();
    let person = services.boards.person_to_notify(read).filter(|_| has_place);
    let room = person.and_then(|user| services.boards.room_for_notice(read, user));
    if person.is_some() && room.is_none() {
        return false;
    }
    match claimed(services, read, swept).await {
        Ok(Some(board)) if board.place().is_some() => {
            match services.boards.person_to_notify(&board).zip(room) {
                Some((user, room)) => tell(services, board, (user, room), swept),
                None => services.boards.draw_swept(&board, priority_max(&board, swept)),
            }
            true
        }
        Ok(Some(board)) => {
            match unsent_in(&board).and_then(|chat| services.boards.begin_sending(chat, id)) {
                Some(sending) => {
                    let priority = priority_max(&board, swept);
                    services.boards.send(board, Some(sending), priority, None).await
                }
                None => false,
            }
        }
        // After a shutdown the next start does the rest.
        Ok(None) | Err(StoreError::Closed) => false,
        Err(error) => {
            log::warn!("{}, session {:x}: cannot read the board: {error}", read.surface(), id.0);
            false
        }
    }
}

/// Sends a player a board again, or draws it in place. The sweep does not wait for it, because a chat may
/// be slow.
fn tell(
    services: &Arc<Services>,
    board: Board,
    (user, room): (UserId, NoticePermit),
    swept: Swept,
) {
    let telling = Arc::clone(services);
    services.spawn(async move {
        if !telling.boards.notify(&board, user, Some(swept)).await {
            telling.boards.draw_swept(&board, priority_max(&board, swept));
        }
        drop(room);
    });
}

/// Priority of a board. Players are waiting for games in play that a dead process has left behind.
fn priority_max(board: &Board, swept: Swept) -> Priority {
    let is_in_play = board.session.outcome().is_none();
    match swept {
        Swept::Timed => Priority::Edit,
        Swept::LeftBy(_) if is_in_play => Priority::Edit,
        Swept::LeftBy(_) | Swept::All => Priority::Sweep,
    }
}

/// Returns the current board, if it is outdated and this process has claimed it.
async fn claimed(
    services: &Services,
    read: &Board,
    swept: Swept,
) -> Result<Option<Board>, StoreError> {
    let id = read.session.id();
    if !services.play.claim(swept, read.surface(), id).await? {
        return Ok(None);
    }
    Ok(services.play.board(read.surface(), id).await?.filter(Board::is_behind))
}
