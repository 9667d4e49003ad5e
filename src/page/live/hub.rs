//! The games that are being watched on the page, and the notification of their streams.
//!
//! A change wakes the streams of its game; the first one that wakes loads the board, once for all. A stream that
//! is slow misses states, never the newest one.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use dashmap::DashMap;
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;
use zerosum_session::board::Board;
use zerosum_session::language::Language;
use zerosum_session::{Revision, SessionId};

use crate::page::refusal::Refusal;
use crate::play::Play;
use crate::play::announcements::{Announcement, Subscriber};

/// Maximum streams of a game.
const WATCHERS_MAX: usize = 1_024;

/// Interval for polling a shared store, because an announcement may be lost.
const LOST_CHANGES_PERIOD: Duration = Duration::from_secs(5);

/// Pause after a failure of the store, in which the other streams of a game do not try it as well.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// The games that are being watched.
pub struct Hub {
    play: Arc<Play>,
    games: DashMap<SessionId, Arc<WatchedGame>>,
}

struct WatchedGame {
    /// Number of the changes.
    changes: watch::Sender<u64>,
    /// Number of the streams.
    watchers: AtomicUsize,
    newest: Mutex<Newest>,
}

/// The board after a number of changes.
#[derive(Default)]
struct Newest {
    changes: Option<u64>,
    loaded_at: Option<Instant>,
    failed_at: Option<Instant>,
    board: Option<Arc<Board>>,
    /// Events for viewers without a seat, with the revision that they show.
    views: HashMap<Language, (Revision, Bytes)>,
}

/// A stream's part in a watched game. Dropping the last one forgets the game.
pub struct Watching {
    hub: Arc<Hub>,
    id: SessionId,
    game: Arc<WatchedGame>,
    changes: watch::Receiver<u64>,
}

impl Hub {
    pub fn new(play: Arc<Play>) -> Hub {
        Hub { play, games: DashMap::new() }
    }

    /// Watches a game, unless it has too many watchers. Its players always may; their streams have a limit of their own.
    pub fn watch(self: &Arc<Hub>, id: SessionId, is_player: bool) -> Result<Watching, Refusal> {
        let entry = self.games.entry(id).or_insert_with(|| {
            let (watchers, newest) = (AtomicUsize::new(0), Mutex::default());
            Arc::new(WatchedGame { changes: watch::Sender::new(0), watchers, newest })
        });
        if !is_player && entry.watchers.load(Ordering::Relaxed) >= WATCHERS_MAX {
            return Err(Refusal::Full);
        }
        // Changed under the lock of the entry only, or before it is taken to forget the game.
        entry.watchers.fetch_add(1, Ordering::Relaxed);
        let (game, changes) = (Arc::clone(&entry), entry.changes.subscribe());
        drop(entry);
        Ok(Watching { hub: Arc::clone(self), id, game, changes })
    }

    fn note(&self, id: SessionId) {
        if let Some(game) = self.games.get(&id) {
            game.note();
        }
    }
}

impl WatchedGame {
    fn note(&self) {
        self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
    }
}

impl Newest {
    /// Marks the board as outdated, unless it was loaded within `LOST_CHANGES_PERIOD`.
    fn forget_if_old(&mut self) {
        if self.loaded_at.is_none_or(|at| at.elapsed() >= LOST_CHANGES_PERIOD) {
            self.changes = None;
        }
    }
}

impl Subscriber for Hub {
    fn on_change(&self, announcement: &Announcement) {
        self.note(announcement.board.session.id());
    }

    fn on_change_elsewhere(&self, id: SessionId) {
        self.note(id);
    }

    fn on_clock_start(&self, id: SessionId) {
        self.note(id);
    }

    fn on_deletion(&self) {
        self.games.iter().for_each(|game| game.note());
    }
}

impl Watching {
    /// Waits for a change. On a shared store it also ends after a while.
    pub async fn changed(&mut self) {
        let changed = self.changes.changed();
        // The sender lives as long as the game is watched.
        if self.hub.play.is_shared() {
            if tokio::time::timeout(LOST_CHANGES_PERIOD, changed).await.is_err() {
                self.game.newest.lock().await.forget_if_old();
            }
        } else if changed.await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// The newest board; `None` if it is gone.
    pub async fn board(&mut self) -> Result<Option<Arc<Board>>, Refusal> {
        let changes = *self.changes.borrow_and_update();
        let mut newest = self.game.newest.lock().await;
        if newest.changes != Some(changes) {
            if newest.failed_at.is_some_and(|at| at.elapsed() < RETRY_PAUSE) {
                return Err(Refusal::Away);
            }
            let loaded = self.hub.play.board_anywhere(self.id).await;
            newest.failed_at = loaded.is_err().then(Instant::now);
            let board = loaded.map_err(Refusal::away)?;
            newest.board = board.map(Arc::new);
            (newest.changes, newest.loaded_at) = (Some(changes), Some(Instant::now()));
        }
        Ok(newest.board.clone())
    }

    /// The event of a revision for viewers without a seat, if it has been rendered.
    pub(crate) async fn shared(&self, revision: Revision, language: Language) -> Option<Bytes> {
        let newest = self.game.newest.lock().await;
        let (shown, view) = newest.views.get(&language)?;
        (*shown == revision).then(|| view.clone())
    }

    pub(crate) async fn share(&self, revision: Revision, language: Language, view: Bytes) {
        self.game.newest.lock().await.views.insert(language, (revision, view));
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.game.watchers.fetch_sub(1, Ordering::Relaxed);
        let is_left = |game: &WatchedGame| game.watchers.load(Ordering::Relaxed) == 0;
        self.hub.games.remove_if(&self.id, |_, game| is_left(game));
    }
}
