//! Time: how much play time has passed, and the games that are ended in the place of their players.
//!
//! A process knows where play time is for [`TRUSTED_FOR`] after it has heard so from the store, and counts
//! on by what it lives through itself. Whoever was stopped for longer, or could not ask, asks before it says
//! anything of a clock, so that time in which nobody was at work is nobody's loss. Before a game is ended the
//! store is asked in any case.

// The lock is held for some arithmetic only.
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::play::Play;
use crate::play::announcements::{Cause, Showing};
use crate::play::door::answered;
use crate::session::Session;
use crate::session::board::Board;
use crate::session::clock::{ABANDONED_AFTER, ClockEnd, PlayTime};
use crate::store::StoreError;
use crate::store::clocks::TimedBoard;

/// How long a process counts on without having asked the store.
pub const TRUSTED_FOR: Duration = Duration::from_secs(5);

/// Where play time was when the store was last asked.
#[derive(Debug, Default)]
pub(super) struct Heard(Mutex<Option<(PlayTime, Instant)>>);

impl Heard {
    /// What the time is by now, unless too long ago was asked.
    fn now(&self) -> Option<PlayTime> {
        let (heard, at) = (*self.0.lock().unwrap_or_else(PoisonError::into_inner))?;
        let elapsed = at.elapsed();
        (elapsed <= TRUSTED_FOR).then(|| heard.after(elapsed))
    }

    /// Notes where play time was at that moment.
    fn note(&self, time: PlayTime, at: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((time, at));
    }
}

impl Play {
    /// Play time by now.
    pub async fn play_time(&self) -> Result<PlayTime, StoreError> {
        match self.heard.now() {
            Some(now) => Ok(now),
            None => self.played().await,
        }
    }

    /// Has play time go on to now, and tells where it is as all processes know.
    pub async fn beat(&self) -> Result<PlayTime, StoreError> {
        let reached = self.play_time().await?;
        let asked = Instant::now();
        let played = self.store.beat(reached).await?;
        // What another process has written in between was true when the store answered.
        let at = if played == reached { asked } else { Instant::now() };
        self.heard.note(played, at);
        Ok(played)
    }

    /// Up to `limit` games whose clock has run out by then, behind `after`.
    pub async fn overdue(
        &self,
        by: PlayTime,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        self.store.overdue(by, after, limit).await
    }

    /// Ends a game that was found so, and says whether it was this process that did. One whose clock does
    /// not run, because it is over or a program has moved that knows of no clocks, is found no more.
    pub async fn end_overdue(&self, found: TimedBoard) -> Result<bool, StoreError> {
        let board = match self.store.load(found.id).await {
            Ok(Some(board)) => board,
            Ok(None) => return Ok(false),
            // Nobody can play there either.
            Err(error @ StoreError::Record(..)) => {
                self.store.stop_clock(found).await?;
                return Err(error);
            }
            Err(error) => return Err(error),
        };
        match board.session.due() {
            Some(PlayTime(due)) if due == found.at => {
                Ok(self.end_on_time(&board).await?.is_some_and(|ended| ended.is_some()))
            }
            // Somebody has moved meanwhile.
            Some(_) => Ok(false),
            None => self.store.stop_clock(found).await.map(|_| false),
        }
    }

    /// Up to `limit` games that two people have abandoned, behind `after`.
    pub async fn abandoned(
        &self,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        self.store.abandoned(ABANDONED_AFTER, after, limit).await
    }

    /// Ends a game that was found so, and says whether it was this process that did.
    /// One that cannot be read stays as it is, and so does one in which somebody has done something since.
    pub async fn end_abandoned(&self, found: TimedBoard) -> Result<bool, StoreError> {
        let board = match self.store.load(found.id).await {
            Ok(Some(board)) => board,
            Ok(None) | Err(StoreError::Record(..)) => return Ok(false),
            Err(error) => return Err(error),
        };
        let session = &board.session;
        // What is done after this the commit does not find as it was loaded.
        if session.due().is_some() || !self.store.is_untouched(found).await? {
            return Ok(false);
        }
        let now = self.play_time().await?;
        let Some(ended) = session.ended_by(ClockEnd::Abandoned, now) else { return Ok(false) };
        Ok(self.commit(&board, ended, Cause::Clock).await?.is_some())
    }

    /// Ends the game of a board if the time of whoever is to move is over, or makes the move that people have
    /// voted for: the board, or nothing inside if the race is lost. `None` if there is time left.
    pub(super) async fn end_on_time(
        &self,
        board: &Board,
    ) -> Result<Option<Option<Board>>, StoreError> {
        let session = &board.session;
        if session.due().is_none() || !session.is_out_of_time(self.play_time().await?) {
            return Ok(None);
        }
        // Others may know of less time, and of maintenance.
        let now = self.played().await?;
        if !session.is_out_of_time(now) {
            return Ok(None);
        }
        if let Some(voted) = session.voted_in_time(now) {
            return self.make_voted_move(board, voted).await.map(Some);
        }
        let Some(ended) = session.ended_by(ClockEnd::Time, now) else { return Ok(None) };
        self.commit(board, ended, Cause::Clock).await.map(Some)
    }

    /// Commits the move that people have voted for, with an instant engine's answer.
    async fn make_voted_move(
        &self,
        board: &Board,
        voted: Session,
    ) -> Result<Option<Board>, StoreError> {
        let own = voted.revision();
        let session = answered(&self.engine, voted);
        let showing = Showing::InPlace { arrived: None };
        let cause = Cause::Person { is_answered: session.revision() > own, showing };
        self.commit(board, session, cause).await
    }

    /// The session with its clock as it goes on after what has just been done to the one before.
    pub(super) async fn timed(
        &self,
        session: Session,
        before: Option<&Session>,
    ) -> Result<Session, StoreError> {
        if session.clock().is_none() && !session.is_voted() {
            return Ok(session);
        }
        let now = self.play_time().await?;
        Ok(session.timed(before, now))
    }

    async fn played(&self) -> Result<PlayTime, StoreError> {
        let played = self.store.played().await?;
        // How long the answer took is nobody's loss.
        self.heard.note(played, Instant::now());
        Ok(played)
    }
}
