//! The games that are being watched on the page, and the notification of their streams.
//!
//! A change wakes the streams of its game; the first one that wakes loads the board, once for all. A stream that
//! is slow misses states, never the newest one.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use dashmap::DashMap;
use tokio::sync::{Mutex, watch};
use zerosum_session::board::Board;
use zerosum_session::language::Language;
use zerosum_session::{Revision, SessionId};

use crate::page::refusal::Refusal;
use crate::play::Play;
use crate::play::announcements::{Announcement, Subscriber};

/// Maximum streams of a game.
const WATCHERS_MAX: usize = 512;

/// Time between looks at the store for changes whose announcement was lost, where other processes share it.
const LOST_CHANGES_PERIOD: Duration = Duration::from_secs(5);

/// The games that are being watched.
pub struct Hub {
    play: Arc<Play>,
    games: DashMap<SessionId, Arc<WatchedGame>>,
}

struct WatchedGame {
    /// Number of the changes.
    changes: watch::Sender<u64>,
    newest: Mutex<Newest>,
}

/// The board after a number of changes.
#[derive(Default)]
struct Newest {
    changes: Option<u64>,
    board: Option<Arc<Board>>,
    /// What viewers without a seat are sent of this revision.
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

    /// Watches a game, unless it has too many watchers.
    pub fn watch(self: &Arc<Hub>, id: SessionId) -> Result<Watching, Refusal> {
        let entry = self.games.entry(id).or_insert_with(|| {
            Arc::new(WatchedGame { changes: watch::Sender::new(0), newest: Mutex::default() })
        });
        if entry.changes.receiver_count() >= WATCHERS_MAX {
            return Err(Refusal::Full);
        }
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

impl Subscriber for Hub {
    fn on_change(&self, announcement: &Announcement) {
        self.note(announcement.board.session.id());
    }

    fn on_change_elsewhere(&self, id: SessionId) {
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
                self.game.newest.lock().await.changes = None;
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
            let board = self.hub.play.whole(self.id).await.map_err(Refusal::away)?;
            newest.board = board.map(Arc::new);
            newest.changes = Some(changes);
        }
        Ok(newest.board.clone())
    }

    /// What viewers without a seat are sent of a revision, if it has been rendered.
    pub async fn shared(&self, revision: Revision, language: Language) -> Option<Bytes> {
        let newest = self.game.newest.lock().await;
        let (shown, view) = newest.views.get(&language)?;
        (*shown == revision).then(|| view.clone())
    }

    pub async fn share(&self, revision: Revision, language: Language, view: Bytes) {
        self.game.newest.lock().await.views.insert(language, (revision, view));
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // This one is still counted.
        self.hub.games.remove_if(&self.id, |_, game| game.changes.receiver_count() <= 1);
    }
}
