//! Play time, and the games that are ended on behalf of their players.
//!
//! A process knows the play time for [`TRUSTED_FOR`] after it has asked the store, and extrapolates by
//! the time during which updates could reach it. A process that was stopped for longer, or could not ask,
//! asks before it uses a clock, so time in which no process was running is not counted.
//!
//! Only [proven](crate::health::connectivity) time is written to the store, with a delay. Clocks are started and
//! stopped by the presumed time, which continues between two proofs; games are ended by the written time.

use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use zerosum_session::board::{Board, Placement, Surface};
use zerosum_session::game::clock::{ABANDONED_AFTER, ClockEnd, PlayTime};
use zerosum_session::{Revision, Session, SessionId, UserId};
use zerosum_store::games::clocks::TimedBoard;
use zerosum_store::{Commit, StoreError};

use crate::health::connectivity::Span;
use crate::play::Play;
use crate::play::announcements::{Cause, Showing};
use crate::play::games::transitions::with_engine_replies;

/// Time for which a process extrapolates without asking the store.
pub const TRUSTED_FOR: Duration = Duration::from_secs(5);

/// Time after a proof for which updates are presumed to keep arriving.
const PRESUMED_FOR: Duration = Duration::from_secs(40);

/// Time within which the start of a clock is in the store.
const WRITTEN_WITHIN: Duration = Duration::from_secs(1);

/// The play time as of the last answer of the store, from which it is extrapolated. Locked for arithmetic only.
#[derive(Debug, Default)]
pub(in crate::play) struct PlayTimeEstimate(Mutex<Option<Anchor>>);

/// A moment for which the play time is known.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    played: PlayTime,
    at: Instant,
    /// The time at which the store was last asked.
    asked: Instant,
    /// True if the store refused to advance play time, because no clock runs or during maintenance, and this process
    /// has started no clock recently or since. Unproven time does not count then.
    is_stopped: bool,
    /// The time at which this process last started a clock.
    started: Option<Instant>,
}

/// An estimate of the play time.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    /// The proven play time, and the moment for which it is proven.
    proven: PlayTime,
    until: Instant,
    /// True if that is more than was known before.
    is_more: bool,
    /// The play time if the unproven interval is confirmed.
    presumed: PlayTime,
}

/// Result of [`Play::end_on_time`].
pub(in crate::play) enum TimeCheck {
    /// There is time left, or no clock runs.
    Left,
    /// The time is over, but the player to move may not see the board any more.
    Unseen,
    /// The game has ended, or the move that people have voted for is made.
    Ended(Box<Board>),
    /// Another change was faster.
    Lost,
}

impl TimeCheck {
    fn of(committed: Option<Board>) -> TimeCheck {
        committed.map_or(TimeCheck::Lost, |board| TimeCheck::Ended(Box::new(board)))
    }
}

/// The result of ending a game whose clock has run out.
#[derive(Debug, PartialEq)]
pub enum Overdue {
    /// This process has ended it.
    Ended,
    /// It was ended or continued elsewhere, or cannot be ended now.
    NotEnded,
    /// Its inline message is to be edited before, to find out whether it is still there.
    Unseen(Box<Board>),
}

impl PlayTimeEstimate {
    /// Returns the estimate for this moment, unless the last answer is too old then.
    fn at(&self, now: Instant, span: Option<Span>) -> Option<Estimate> {
        let anchor = (*self.lock())?;
        anchor.is_trusted(now).then(|| anchor.estimate(span, now))
    }

    /// Records the store's answer to a query made at that time. Time added by other processes is adopted
    /// if this one has not lived through as much itself.
    fn note(&self, played: PlayTime, asked: Instant, span: Option<Span>) {
        let now = Instant::now();
        let mut anchor = self.lock();
        let is_own =
            |known: &Anchor| known.played <= played && played <= known.estimate(span, now).presumed;
        let started = anchor.and_then(|known| known.started);
        *anchor = Some(match anchor.filter(|known| known.is_trusted(now)).filter(is_own) {
            Some(known) => Anchor { asked, ..known },
            None => Anchor { played, at: now, asked, is_stopped: false, started },
        });
    }

    /// Records that the store, asked at that time, had or took this value, up to which time was proven.
    fn note_taken(&self, Estimate { proven, until, is_more, .. }: Estimate, asked: Instant) {
        let mut anchor = self.lock();
        let is_stopped = !is_more && anchor.is_some_and(|known| known.is_stopped);
        let at = if is_stopped { asked } else { until };
        let started = anchor.and_then(|known| known.started);
        *anchor = Some(Anchor { played: proven, at, asked, is_stopped, started });
    }

    /// Records that the store, asked at that time, took no more than this. Returns whether a clock that this process has
    /// started may have come too late for that.
    fn note_refused(&self, played: PlayTime, asked: Instant) -> bool {
        let mut anchor = self.lock();
        let started = anchor.and_then(|known| known.started);
        let is_starting =
            started.is_some_and(|at| asked.saturating_duration_since(at) < WRITTEN_WITHIN);
        *anchor = Some(Anchor { played, at: asked, asked, is_stopped: !is_starting, started });
        is_starting
    }

    /// Records that a clock is started at this time.
    fn go_on(&self, now: Instant) {
        if let Some(anchor) = &mut *self.lock() {
            (anchor.is_stopped, anchor.started) = (false, Some(now));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Anchor>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Anchor {
    fn is_trusted(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.asked) <= TRUSTED_FOR
    }

    fn estimate(&self, span: Option<Span>, now: Instant) -> Estimate {
        let Some(Span { since, until, goes_on }) = span else {
            let (proven, until) = (self.played, self.at);
            return Estimate { proven, until, is_more: false, presumed: proven };
        };
        let from = self.at.max(since);
        let at = |moment: Instant| self.played.after(moment.saturating_duration_since(from));
        let presumed_until = if goes_on { now.min(until + PRESUMED_FOR) } else { until };
        let proven = at(until);
        let (until, is_more) = (until.max(self.at), proven > self.played);
        Estimate { proven, until, is_more, presumed: at(presumed_until).max(proven) }
    }
}

impl Play {
    /// Returns the current play time, presuming that the unproven interval is confirmed.
    pub(crate) async fn play_time(&self) -> Result<PlayTime, StoreError> {
        match self.play_time_estimate.at(Instant::now(), self.connectivity.span()) {
            Some(estimate) => Ok(estimate.presumed),
            None => self.played().await,
        }
    }

    /// Advances the stored play time as far as it is proven, and returns the value common to all
    /// processes.
    pub async fn advance_play_time(&self) -> Result<PlayTime, StoreError> {
        self.advance_play_time_at(Instant::now()).await
    }

    /// Like [`Play::advance_play_time`], asked at this moment.
    pub async fn advance_play_time_at(&self, asked: Instant) -> Result<PlayTime, StoreError> {
        let estimate = self.play_time_estimate.at(asked, self.connectivity.span());
        let Some(estimate) = estimate else { return self.played().await };
        let Estimate { proven, is_more, .. } = estimate;
        let played = self.store.advance_play_time(proven).await?;
        let has_clocks = match played.cmp(&proven) {
            Ordering::Equal => {
                self.play_time_estimate.note_taken(estimate, asked);
                true
            }
            Ordering::Less => self.play_time_estimate.note_refused(played, asked),
            Ordering::Greater => {
                self.play_time_estimate.note(played, asked, self.connectivity.span());
                true
            }
        };
        if is_more {
            self.connectivity.note_clocks(has_clocks);
        }
        Ok(played)
    }

    /// Returns the proven play time.
    pub(crate) async fn proven_time(&self) -> Result<PlayTime, StoreError> {
        match self.play_time_estimate.at(Instant::now(), self.connectivity.span()) {
            Some(estimate) => Ok(estimate.proven),
            None => self.played().await,
        }
    }

    /// Ends an overdue game. A game whose clock is not running, because it is over or an older version, without
    /// clocks, has moved, is removed from the list.
    pub async fn end_overdue(&self, found: TimedBoard) -> Result<Overdue, StoreError> {
        let board = match self.store.load(found.id).await {
            Ok(Some(board)) => board,
            Ok(None) => return Ok(Overdue::NotEnded),
            // Another version of the program may read it. Among the abandoned games of two it finds this clock.
            Err(error @ StoreError::Record(..)) => {
                self.store.stop_clock(found).await?;
                return Err(error);
            }
            Err(error) => return Err(error),
        };
        match board.session.due() {
            Some(PlayTime(due)) if due == found.at => {
                Ok(match self.end_on_time(&board, None).await? {
                    TimeCheck::Ended(_) => Overdue::Ended,
                    TimeCheck::Unseen => self.look_for(board),
                    TimeCheck::Lost | TimeCheck::Left => Overdue::NotEnded,
                })
            }
            // A player has moved meanwhile.
            Some(_) => Ok(Overdue::NotEnded),
            None => self.store.stop_clock(found).await.map(|_| Overdue::NotEnded),
        }
    }

    /// Returns up to `limit` games abandoned by both players, after the cursor `after`.
    pub(crate) async fn abandoned(
        &self,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        self.store.abandoned(ABANDONED_AFTER, after, limit).await
    }

    /// Ends an abandoned game. An unreadable game, or one that has changed since, is left as it is.
    pub async fn end_abandoned(&self, found: TimedBoard) -> Result<Overdue, StoreError> {
        let board = match self.store.load(found.id).await {
            Ok(Some(board)) => board,
            Ok(None) | Err(StoreError::Record(..)) => return Ok(Overdue::NotEnded),
            Err(error) => return Err(error),
        };
        let session = &board.session;
        if session.due().is_some() {
            // Its clock was taken from the list without being stopped. It runs again from now on.
            self.store.start_clock(session).await?;
            return Ok(Overdue::NotEnded);
        }
        // After a later change, the commit finds another revision.
        if !self.store.is_untouched(found).await? {
            return Ok(Overdue::NotEnded);
        }
        if self.is_out_of_sight(&board, None) {
            return Ok(self.look_for(board));
        }
        let now = self.play_time().await?;
        let Some(ended) = session.ended_by(ClockEnd::Abandoned, now) else {
            return Ok(Overdue::NotEnded);
        };
        Ok(match self.commit(&board, ended, Cause::Clock).await? {
            Some(_) => Overdue::Ended,
            None => Overdue::NotEnded,
        })
    }

    /// Returns `Unseen` if the inline message is to be edited now, to find out whether it exists; `NotEnded` if that was
    /// asked for recently.
    fn look_for(&self, board: Board) -> Overdue {
        match self.is_to_be_looked_for(&board) {
            true => Overdue::Unseen(Box::new(board)),
            false => Overdue::NotEnded,
        }
    }

    /// Ends the game of a board if the side to move is out of time, or makes the move that people have
    /// voted for. `press` is the surface and the person of the press at which that is checked, if there is one.
    pub(in crate::play) async fn end_on_time(
        &self,
        board: &Board,
        press: Option<(Surface, UserId)>,
    ) -> Result<TimeCheck, StoreError> {
        let session = &board.session;
        if session.due().is_none() || !session.is_out_of_time(self.play_time().await?) {
            return Ok(TimeCheck::Left);
        }
        // Updates have arrived since then, and there was no maintenance.
        let now = self.advance_play_time().await?;
        if !session.is_out_of_time(now) || self.absent_since(board).await?.is_some() {
            return Ok(TimeCheck::Left);
        }
        if let Some(voted) = session.voted_in_time(now) {
            return self.make_voted_move(board, voted).await.map(TimeCheck::of);
        }
        if self.is_out_of_sight(board, press) {
            return Ok(TimeCheck::Unseen);
        }
        let Some(ended) = session.ended_by(ClockEnd::Time, now) else {
            return Ok(TimeCheck::Left);
        };
        self.commit(board, ended, Cause::Clock).await.map(TimeCheck::of)
    }

    /// Commits the move that people have voted for, with an instant engine's answer.
    async fn make_voted_move(
        &self,
        board: &Board,
        voted: Session,
    ) -> Result<Option<Board>, StoreError> {
        let own = voted.revision();
        let session = with_engine_replies(&self.engine, voted);
        let showing = Showing::InPlace { arrived: None };
        let is_answered = session.revision() > own;
        let cause = Cause::Person { by: None, is_answered, showing };
        self.commit(board, session, cause).await
    }

    /// Starts the clock of a game once this revision of the board is shown there to the side to move, or to the
    /// opponent of a player on the page. The shown revision must be recorded afterwards: if the start is lost, the board then still lags and is
    /// found again.
    pub async fn start_clock(
        &self,
        id: SessionId,
        surface: Surface,
        shown: Revision,
    ) -> Result<(), StoreError> {
        if let Some(started) = self.clock_to_start(id, surface, shown).await? {
            let commit = self.store.start_clock(&started).await?;
            self.note_clock(&started, commit);
        }
        Ok(())
    }

    /// Like [`Play::start_clock`], but within a fraction of a second. Returns whether the shown revision
    /// is to be recorded: not if the session has changed, or the start is lost.
    pub(crate) async fn start_clock_soon(
        &self,
        id: SessionId,
        surface: Surface,
        shown: Revision,
    ) -> Result<bool, StoreError> {
        let Some(started) = self.clock_to_start(id, surface, shown).await? else {
            return Ok(true);
        };
        let Some(commit) = self.store.start_clock_soon(&started).await else { return Ok(false) };
        self.note_clock(&started, commit);
        Ok(true)
    }

    /// Returns the session whose clock is to start now, if there is one.
    async fn clock_to_start(
        &self,
        id: SessionId,
        surface: Surface,
        shown: Revision,
    ) -> Result<Option<Session>, StoreError> {
        if !self.may_start_clock(id) || shown == Revision::LAST {
            return Ok(None);
        }
        let Some(board) = self.board(surface, id).await? else { return Ok(None) };
        let is_shown = shown >= board.session.revision();
        if !is_shown || !board.session.is_clock_waiting() {
            return Ok(None);
        }
        if !board.is_in_sight_of_mover(surface) && !self.is_mover_on_page(&board).await? {
            return Ok(None);
        }
        Ok(Some(board.session.with_clock_started(self.time_of_clock().await?)))
    }

    /// Returns whether the person who is to move plays on the page, because the bot cannot write to them and no message
    /// shows them the game.
    async fn is_mover_on_page(&self, board: &Board) -> Result<bool, StoreError> {
        let Some(user) = board.session.user_to_move() else { return Ok(false) };
        let is_in_sight = |placement: Placement| {
            placement.place().is_some() && board.is_in_sight_of_mover(placement.surface())
        };
        if board.placements().any(is_in_sight) {
            return Ok(false);
        }
        Ok(self.person(user).await?.is_some_and(|person| !person.is_reachable))
    }

    fn note_clock(&self, started: &Session, commit: Commit) {
        match commit {
            Commit::Done => {
                self.live.put_clock(started);
                self.subscribers.each(|subscriber| subscriber.on_clock_start(started.id()));
            }
            // Another process has started it.
            Commit::Conflict if self.is_shared() => self.live.drop_board(started.id()),
            Commit::Conflict => {}
        }
    }

    /// Returns whether a clock may have to be started before the shown revision of a board is recorded.
    pub(crate) fn may_start_clock(&self, id: SessionId) -> bool {
        !self.live.is_clock_set(id)
    }

    /// Returns the session with its clock updated for the action that led from the previous session to
    /// it.
    pub(in crate::play) async fn timed(
        &self,
        session: Session,
        before: Option<&Session>,
    ) -> Result<Session, StoreError> {
        if session.clock().is_none() && !session.is_voted() {
            return Ok(session);
        }
        Ok(session.timed(before, self.time_of_clock().await?))
    }

    /// Returns the play time for a clock that may start now.
    async fn time_of_clock(&self) -> Result<PlayTime, StoreError> {
        let now = self.play_time().await?;
        self.connectivity.note_clocks(true);
        self.play_time_estimate.go_on(Instant::now());
        Ok(now)
    }

    async fn played(&self) -> Result<PlayTime, StoreError> {
        let played = self.store.played().await?;
        // The duration of the query is not counted.
        self.play_time_estimate.note(played, Instant::now(), self.connectivity.span());
        Ok(played)
    }
}
