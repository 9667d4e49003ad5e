//! Engines' turns that take time: thought about, entered by the door through which presses come,
//! and let go of as soon as the game has moved on.
//!
//! A turn belongs to nobody. Whoever finds a board in which an engine is to move may think about it;
//! the conditional write admits one move, and whoever comes later drops theirs.

use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use tokio_util::sync::CancellationToken;
use zerosum_games::MoveCode;

use crate::engine::pool::{Asked, Found, Load, Lost};
use crate::metrics::labels::{ReplySource, SearchEnd};
use crate::play::Play;
use crate::play::statistics::label_of;
use crate::session::board::Board;
use crate::session::{Awaiting, Revision, SessionId, UserId};
use crate::store::{Commit, StoreError};

/// How long an engine's turn is left to the process in which it came up, where several share a
/// store: longer than a turn waits and is thought about while as much waits as may.
pub const TURN_GRACE: Duration = Duration::from_secs(20);

/// What became of an engine's turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// The engine has moved, and that is durable.
    Taken(Board),
    /// There is nothing to do: no engine is to move, the turn is being thought about, or the game
    /// has moved on.
    Past,
    /// Too much is being thought about. The turn is left to the sweep.
    Crowded,
    /// The process leaves. The turn is left to the sweep.
    Left,
}

/// The turns that are being thought about here, each session once.
#[derive(Default)]
pub struct Turns {
    by_session: DashMap<SessionId, Thinking>,
    /// Given when nothing is to be thought about any more.
    leaving: CancellationToken,
}

/// A turn that is being thought about.
struct Thinking {
    revision: Revision,
    person: UserId,
    is_past: CancellationToken,
}

impl Turns {
    /// The session has this revision now: nobody needs what is thought about an older one.
    pub fn note_revision(&self, id: SessionId, revision: Revision) {
        let is_past = |_: &SessionId, thinking: &Thinking| thinking.revision < revision;
        if let Some((_, thinking)) = self.by_session.remove_if(&id, is_past) {
            thinking.is_past.cancel();
        }
    }

    /// All games of a person are gone.
    pub fn forget(&self, person: UserId) {
        self.by_session.retain(|_, thinking| {
            if thinking.person == person {
                thinking.is_past.cancel();
            }
            thinking.person != person
        });
    }

    /// Begins to think about a turn, until what is returned is dropped; `None` if somebody here
    /// does already, about this revision or a later one.
    fn begin(self: &Arc<Turns>, board: &Board) -> Option<Hold> {
        let (id, revision) = (board.session.id(), board.session.revision());
        let is_past = self.leaving.child_token();
        let thinking = Thinking { revision, person: board.owner, is_past: is_past.clone() };
        match self.by_session.entry(id) {
            Entry::Occupied(held) if held.get().revision >= revision => return None,
            Entry::Occupied(mut held) => held.insert(thinking).is_past.cancel(),
            Entry::Vacant(free) => drop(free.insert(thinking)),
        }
        Some(Hold { turns: Arc::clone(self), id, revision, is_past })
    }
}

/// The right to think about a turn.
struct Hold {
    turns: Arc<Turns>,
    id: SessionId,
    revision: Revision,
    is_past: CancellationToken,
}

impl Drop for Hold {
    fn drop(&mut self) {
        let is_own = |_: &SessionId, held: &Thinking| held.revision == self.revision;
        self.turns.by_session.remove_if(&self.id, is_own);
    }
}

/// Whether an engine has to move before anything else but a resignation can happen.
pub fn is_engines(board: &Board) -> bool {
    matches!(board.session.awaiting(), Awaiting::Engine { .. })
}

impl Play {
    /// Has the engine of a board think, if it is to move, and enters its move. Returns once that is
    /// durable, or comes to nothing.
    pub async fn take_turn(&self, board: &Board) -> Result<Turn, StoreError> {
        if !is_engines(board) {
            return Ok(Turn::Past);
        }
        let Some(hold) = self.turns.begin(board) else { return Ok(Turn::Past) };
        // What was slow when it was written may be known by now, to a newer program.
        if let Some(code) = self.engine.instant_reply(&board.session) {
            return self.enter_turn(board, Some(code), ReplySource::Table).await;
        }
        let asked = match self.engine.ask(&board.session, board.owner) {
            None => return Ok(Turn::Past),
            Some(Err(_)) => {
                self.note_search(board, SearchEnd::Crowded, None);
                return Ok(Turn::Crowded);
            }
            Some(Ok(asked)) => asked,
        };
        match self.found(board, asked, &hold.is_past).await {
            Some(Ok(Found { best, .. })) => self.enter_turn(board, best, ReplySource::Search).await,
            Some(Err(Lost::Panicked)) => {
                let best = self.engine.glance(&board.session);
                self.enter_turn(board, best, ReplySource::Glance).await
            }
            Some(Err(Lost::Closed)) | None if self.turns.leaving.is_cancelled() => Ok(Turn::Left),
            None if hold.is_past.is_cancelled() => Ok(Turn::Past),
            Some(Err(Lost::Closed)) | None => Ok(Turn::Left),
        }
    }

    /// Ends all thinking here, now and for good.
    pub fn stop_thinking(&self) {
        self.turns.leaving.cancel();
    }

    /// How much is being thought about.
    pub fn thinking(&self) -> Load {
        self.engine.load()
    }

    /// Up to `limit` boards in which an engine is to move, above `after`, and about which no other
    /// process can be thinking.
    pub async fn turns_left(
        &self,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        self.store.awaiting_engine(after, limit, self.turn_grace()).await
    }

    /// Whether this process is the one to think about a turn that was found so.
    pub async fn claim_turn(&self, board: &Board) -> Result<bool, StoreError> {
        let (id, revision) = (board.session.id(), board.session.revision());
        Ok(!self.is_shared()
            || self.store.claim_turn(id, revision, TURN_GRACE).await? == Commit::Done)
    }

    /// Whether a turn is being thought about here.
    pub fn is_thinking_about(&self, id: SessionId) -> bool {
        self.turns.by_session.contains_key(&id)
    }

    fn turn_grace(&self) -> Duration {
        // Nobody but this process, or one that is dead, plays on a store of its own.
        if self.is_shared() { TURN_GRACE } else { Duration::ZERO }
    }

    /// What the search finds, unless the game moves on before.
    async fn found(
        &self,
        board: &Board,
        asked: Asked,
        is_past: &CancellationToken,
    ) -> Option<Result<Found, Lost>> {
        let found = tokio::select! {
            biased;
            () = is_past.cancelled() => None,
            found = asked.found() => Some(found),
        };
        match found {
            Some(Ok(found)) => self.note_search(board, SearchEnd::Done, Some(found)),
            Some(Err(Lost::Panicked)) => {
                let (surface, SessionId(id)) = (board.surface(), board.session.id());
                log::error!("{surface}, session {id:x}: a search has panicked");
                self.note_search(board, SearchEnd::Panicked, None);
            }
            Some(Err(Lost::Closed)) | None => self.note_search(board, SearchEnd::Cancelled, None),
        }
        found
    }

    async fn enter_turn(
        &self,
        seen: &Board,
        code: Option<MoveCode>,
        source: ReplySource,
    ) -> Result<Turn, StoreError> {
        let Some(code) = code else { return Ok(Turn::Past) };
        Ok(self.enter(seen, code, source).await?.map_or(Turn::Past, Turn::Taken))
    }

    fn note_search(&self, board: &Board, end: SearchEnd, found: Option<Found>) {
        let figures = &self.metrics.play;
        let game = label_of(board.session.spec());
        figures.searches.count((game, end));
        if let Some(Found { nodes, waited, took, .. }) = found {
            figures.search_seconds.observe(game, took);
            figures.search_wait.observe((), waited);
            figures.search_positions.add(game, nodes);
        }
    }
}
