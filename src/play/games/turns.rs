//! Engines' turns that take time: computed in the background, committed like presses, and cancelled as
//! soon as the game has changed.
//!
//! A turn is not assigned to a process. Any process that finds a board in which an engine is to move may
//! compute it; the conditional write admits one move, and later ones are dropped.

use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use tokio_util::sync::CancellationToken;
use zerosum_games::MoveCode;
use zerosum_metrics::labels::{ReplySource, SearchEnd};
use zerosum_session::board::Board;
use zerosum_session::{Action, Actor, Awaiting, Revision, SessionId, UserId};
use zerosum_store::{Commit, StoreError};

use crate::engine::pool::{Found, Load, SearchError, SearchHandle};
use crate::play::Play;
use crate::play::announcements::Cause;
use crate::play::statistics::label_of;

/// Time that an engine's turn is left to the process in which it arose, on a shared store: longer than
/// the longest wait and search of a turn.
pub(crate) const TURN_GRACE: Duration = Duration::from_secs(20);

/// The outcome of an engine's turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Turn {
    /// The engine has moved, durably.
    Taken(Board),
    /// There is nothing to do: no engine is to move, the turn is being computed already, or the game has
    /// changed.
    Past,
    /// Too many searches are in progress. The turn is left to the sweep.
    Crowded,
    /// The process is shutting down. The turn is left to the sweep.
    Left,
}

/// The turns being computed in this process, at most one per session.
#[derive(Default)]
pub(crate) struct Turns {
    by_session: DashMap<SessionId, Thinking>,
    /// Cancelled when all searches are to end.
    leaving: CancellationToken,
}

/// A turn being computed.
struct Thinking {
    revision: Revision,
    person: UserId,
    is_past: CancellationToken,
}

impl Turns {
    /// Records the new revision of a session and cancels searches for older ones.
    pub(crate) fn note_revision(&self, id: SessionId, revision: Revision) {
        let is_past = |_: &SessionId, thinking: &Thinking| thinking.revision < revision;
        if let Some((_, thinking)) = self.by_session.remove_if(&id, is_past) {
            thinking.is_past.cancel();
        }
    }

    /// Cancels the searches in all games of a deleted person.
    pub(crate) fn forget(&self, person: UserId) {
        self.by_session.retain(|_, thinking| {
            if thinking.person == person {
                thinking.is_past.cancel();
            }
            thinking.person != person
        });
    }

    /// Registers a turn as being computed until the returned guard is dropped; `None` if this process is
    /// computing one already, for this revision or a later one.
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

/// Guard for a turn being computed; dropping it releases the turn.
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

/// Returns whether an engine has to move before anything else but a resignation can happen.
pub(crate) fn is_engines(board: &Board) -> bool {
    matches!(board.session.awaiting(), Awaiting::Engine { .. })
}

impl Play {
    /// Computes and commits the engine's move of a board, if an engine is to move. Returns once the move
    /// is durable, or has failed.
    pub(crate) async fn take_turn(&self, board: &Board) -> Result<Turn, StoreError> {
        if !is_engines(board) {
            return Ok(Turn::Past);
        }
        let Some(hold) = self.turns.begin(board) else { return Ok(Turn::Past) };
        // A search that was slow for the writer of this board may be instant for a newer program.
        if let Some(code) = self.engine.instant_reply(&board.session) {
            return self.commit_engine_move(board, Some(code), ReplySource::Table).await;
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
            Some(Ok(Found { best, .. })) => {
                self.commit_engine_move(board, best, ReplySource::Search).await
            }
            Some(Err(SearchError::Panicked)) => {
                let best = self.engine.fallback_move(&board.session);
                self.commit_engine_move(board, best, ReplySource::Glance).await
            }
            Some(Err(SearchError::Closed)) | None if self.turns.leaving.is_cancelled() => {
                Ok(Turn::Left)
            }
            None if hold.is_past.is_cancelled() => Ok(Turn::Past),
            Some(Err(SearchError::Closed)) | None => Ok(Turn::Left),
        }
    }

    /// Ends all searches in this process for good.
    pub(crate) fn stop_thinking(&self) {
        self.turns.leaving.cancel();
    }

    /// Returns the load of the engine.
    pub(crate) fn thinking(&self) -> Load {
        self.engine.load()
    }

    /// Returns up to `limit` boards in which an engine is to move, above `after`, and whose turn no other
    /// process can be computing.
    pub(crate) async fn turns_left(
        &self,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        self.store.awaiting_engine(after, limit, self.turn_grace()).await
    }

    /// Claims an engine's turn that was found so. Returns whether this process has succeeded.
    pub(crate) async fn claim_turn(&self, board: &Board) -> Result<bool, StoreError> {
        let (id, revision) = (board.session.id(), board.session.revision());
        Ok(!self.is_shared()
            || self.store.claim_turn(id, revision, TURN_GRACE).await? == Commit::Done)
    }

    /// Returns whether this process is computing a turn of this session.
    pub(crate) fn is_thinking_about(&self, id: SessionId) -> bool {
        self.turns.by_session.contains_key(&id)
    }

    fn turn_grace(&self) -> Duration {
        // On a store of its own, only this process or a dead one plays.
        if self.is_shared() { TURN_GRACE } else { Duration::ZERO }
    }

    /// Returns the result of the search, unless the game changes before.
    async fn found(
        &self,
        board: &Board,
        asked: SearchHandle,
        is_past: &CancellationToken,
    ) -> Option<Result<Found, SearchError>> {
        let found = tokio::select! {
            biased;
            () = is_past.cancelled() => None,
            found = asked.found() => Some(found),
        };
        match found {
            Some(Ok(found)) => self.note_search(board, SearchEnd::Done, Some(found)),
            Some(Err(SearchError::Panicked)) => {
                let (surface, SessionId(id)) = (board.surface(), board.session.id());
                log::error!("{surface}, session {id:x}: a search has panicked");
                self.note_search(board, SearchEnd::Panicked, None);
            }
            Some(Err(SearchError::Closed)) | None => {
                self.note_search(board, SearchEnd::Cancelled, None)
            }
        }
        found
    }

    /// Commits an engine's move, if the game still is at the revision that the engine has seen.
    async fn commit_engine_move(
        &self,
        seen: &Board,
        code: Option<MoveCode>,
        source: ReplySource,
    ) -> Result<Turn, StoreError> {
        let Some(code) = code else { return Ok(Turn::Past) };
        let next = seen.session.apply(Actor::Engine, seen.session.revision(), Action::Play(code));
        let session = next.expect("an engine makes legal moves in its turn");
        let committed = self.commit(seen, session, Cause::Engine(source)).await?;
        Ok(committed.map_or(Turn::Past, Turn::Taken))
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
