//! The sweep: finds messages that a dead process, or long trouble with Telegram, has left behind.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval};

use crate::bot::again;
use crate::bot::boards::views_of;
use crate::bot::exclusive::InHand;
use crate::bot::services::Services;
use crate::play::UNSENT_GRACE;
use crate::session::board::{Board, ChatId, Surface};
use crate::store::StoreError;
use crate::telegram::backlog::Waiting;
use crate::telegram::messenger::SENDING_MAX;
use crate::telegram::rate_limit::Class;

// Nobody else sends a board before its own process has done so or has given it up.
const _: () = assert!(UNSENT_GRACE.as_secs() > SENDING_MAX.as_secs());

/// How often boards are looked for that lag behind.
const SWEEP_PERIOD: Duration = Duration::from_secs(60);

/// Boards read at once.
const SWEEP_BATCH: u32 = 100;

/// Sweeps between two agings of the cache, so that idle ones leave memory within the hour.
const SWEEPS_PER_AGING: u32 = 30;

/// Chats that are sent boards at once. What hangs in one of them does not hold up the others.
const CHATS_AT_ONCE_MAX: usize = 64;

/// The chats that are being sent the boards that never reached them.
struct Senders {
    places: Arc<Semaphore>,
    chats: InHand<ChatId>,
}

/// Sweeps at once and from time to time, for as long as it is polled.
pub(crate) async fn run(services: Arc<Services>) {
    let places = Arc::new(Semaphore::new(CHATS_AT_ONCE_MAX));
    let senders = Senders { places, chats: InHand::default() };
    let mut ticks = interval(SWEEP_PERIOD);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sweeps = 0_u32;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = services.messenger.migrations.sweep.notified() => {}
        }
        sweep(&services, &senders).await;
        sweeps = sweeps.wrapping_add(1);
        if sweeps.is_multiple_of(SWEEPS_PER_AGING) {
            services.age();
        }
    }
}

/// Draws the boards for which there was no room, as soon as there is, for as long as it is polled.
pub(crate) async fn draw_put_off(services: Arc<Services>) {
    loop {
        let Waiting { surface, id, .. } = services.messenger.next_put_off().await;
        let surface = surface.open();
        match services.play.board(surface, id).await {
            Ok(Some(board)) if board.is_behind() && board.place().is_some() => {
                draw(&services, &board).await;
            }
            Ok(_) => {}
            // The sweep finds it when the store does.
            Err(error) => log::debug!("{surface}, session {:x}: not read: {error}", id.0),
        }
    }
}

async fn sweep(services: &Arc<Services>, senders: &Senders) {
    let mut after = None;
    let mut found = 0;
    loop {
        let mut boards = match services.play.behind(after, SWEEP_BATCH).await {
            Ok(boards) => boards,
            Err(StoreError::Closed) => return,
            Err(error) => return log::warn!("boards left behind are not found: {error}"),
        };
        let Some(last) = boards.last() else { break };
        after = Some(last.session.id());
        // Processes that sweep at once share the work instead of meeting at each board.
        fastrand::shuffle(&mut boards);
        let mut unsent: HashMap<ChatId, Vec<Board>> = HashMap::new();
        let views = boards.iter().flat_map(views_of).filter(Board::is_behind);
        for board in views.collect::<Vec<Board>>() {
            match board.surface() {
                Surface::Chat(chat) if board.place().is_none() => {
                    if services.boards.is_to_be_sent(chat, board.session.id()) {
                        found += 1;
                        unsent.entry(chat).or_default().push(board);
                    }
                }
                Surface::Chat(_) | Surface::Inline(_) => {
                    found += u32::from(bring(services, &board).await);
                }
            }
        }
        for (chat, boards) in unsent {
            senders.send(services, chat, boards).await;
        }
    }
    services.metrics().telegram.boards_swept.add(found.into());
    if found > 0 {
        log::info!("{found} boards lagged behind and are shown again");
    }
}

impl Senders {
    /// Sends a chat its boards one after the other, unless that is going on already: what is still
    /// unsent then is found by the next sweep.
    async fn send(&self, services: &Arc<Services>, chat: ChatId, boards: Vec<Board>) {
        let Some(turn) = self.chats.take(chat) else { return };
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.expect("the semaphore is never closed");
        let sending = Arc::clone(services);
        services.spawn(async move {
            for board in boards {
                bring(&sending, &board).await;
            }
            drop((turn, place));
        });
    }
}

/// Brings a board to its message, unless it has come there since it was read, is about to, or is
/// brought there by another process.
async fn bring(services: &Services, read: &Board) -> bool {
    let id = read.session.id();
    let unsent_in = |board: &Board| board.surface().chat().filter(|_| board.place().is_none());
    if unsent_in(read).is_some_and(|chat| !services.boards.is_to_be_sent(chat, id)) {
        return false;
    }
    match claimed(services, read).await {
        Ok(Some(board)) if board.place().is_some() => {
            draw(services, &board).await;
            true
        }
        Ok(Some(board)) => match unsent_in(&board)
            .and_then(|chat| services.boards.begin_sending(chat, id))
        {
            Some(sending) => services.boards.send(board, Some(sending), Class::Sweep, None).await,
            None => false,
        },
        // Whoever stops leaves the rest to the next start.
        Ok(None) | Err(StoreError::Closed) => false,
        Err(error) => {
            log::warn!("{}, session {:x}: not read: {error}", read.surface(), id.0);
            false
        }
    }
}

/// Draws a board, without its buttons if somebody has gone on from it.
async fn draw(services: &Services, board: &Board) {
    match again::is_left(services, board).await {
        Ok(true) => services.boards.draw_left(board, Class::Sweep).await,
        Ok(false) | Err(_) => services.boards.draw(board, Class::Sweep).await,
    }
}

/// The board as it stands, if it lags behind and this process is the one to see to it.
async fn claimed(services: &Services, read: &Board) -> Result<Option<Board>, StoreError> {
    let id = read.session.id();
    if !services.play.claim(read.surface(), id).await? {
        return Ok(None);
    }
    Ok(services.play.board(read.surface(), id).await?.filter(Board::is_behind))
}
