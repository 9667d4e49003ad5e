//! Removal of the bot from a group, and its return: no player loses a game by that. Clocks stand still
//! meanwhile, and continue with the time that each side had left.

use zerosum_session::board::{Board, ChatId};
use zerosum_session::game::clock::PlayTime;
use zerosum_store::StoreError;

use crate::play::Play;
use crate::play::announcements::Cause;
use crate::play::patience::Patience;

/// Number of games read at once.
const RESUMED_BATCH: u32 = 100;

/// Maximum number of attempts on a game that changes meanwhile.
const TRIES_MAX: u32 = 3;

impl Play {
    /// Records that the bot is no longer in a chat.
    pub(crate) async fn note_absence(&self, chat: ChatId) -> Result<(), StoreError> {
        let now = self.play_time().await?;
        self.store.note_absence(chat, now).await.map(drop)
    }

    /// Resumes the games of a chat if the bot was away from it. A clock that cannot be resumed, although that is tried
    /// for some seconds, runs on as if the bot had not been away. Not to be called again after an error: clocks that
    /// were resumed would go back.
    pub(crate) async fn note_presence(&self, chat: ChatId) -> Result<(), StoreError> {
        let mut patience = Patience::default();
        let Some(since) = patience.while_away(|| self.store.absent_since(chat)).await? else {
            return Ok(());
        };
        let resumed = self.resume_all(chat, since, &mut patience).await;
        // From here on, only games whose time had run out before the bot left are out of time.
        let ended = Patience::default().while_away(|| self.store.end_absence(chat)).await;
        ended.map(drop).and(resumed)
    }

    async fn resume_all(
        &self,
        chat: ChatId,
        since: PlayTime,
        patience: &mut Patience,
    ) -> Result<(), StoreError> {
        let (mut after, mut failed) = (None, None);
        loop {
            let read = || self.store.timed_games_in(chat, after, RESUMED_BATCH);
            let boards = patience.while_away(read).await?;
            let Some(last) = boards.last() else { break };
            after = Some(last.session.id());
            for board in boards {
                if let Err(error) = self.resume(chat, board, since, patience).await {
                    failed = failed.or(Some(error));
                }
            }
        }
        failed.map_or(Ok(()), Err)
    }

    async fn resume(
        &self,
        chat: ChatId,
        mut board: Board,
        since: PlayTime,
        patience: &mut Patience,
    ) -> Result<(), StoreError> {
        let mut tries = 0;
        let mut is_perhaps_done = false;
        while tries < TRIES_MAX {
            let resumed = match self.resume_once(&board, since).await {
                Ok(resumed) => resumed,
                Err(error) if !patience.wait().await => return Err(error),
                Err(_) => {
                    is_perhaps_done = true;
                    continue;
                }
            };
            // After a write without an answer, the newer revision is that write, or a move that proves presence.
            if resumed || is_perhaps_done {
                return Ok(());
            }
            match self.load(chat.into(), board.session.id()).await? {
                Some(newer) => board = newer,
                None => return Ok(()),
            }
            tries += 1;
        }
        Err(StoreError::Contended)
    }

    /// Returns whether the clock goes on as it stood; false if the board has changed meanwhile.
    async fn resume_once(&self, board: &Board, since: PlayTime) -> Result<bool, StoreError> {
        let now = self.play_time().await?;
        let Some(resumed) = board.session.clock_resumed(since, now) else { return Ok(true) };
        Ok(self.commit(board, resumed, Cause::Clock).await?.is_some())
    }

    /// Returns the board without the time in which the bot was away, if that time would end the game.
    pub(in crate::play) async fn spared(&self, board: Board) -> Result<Board, StoreError> {
        let is_due = board.session.due().is_some();
        if !is_due || !board.session.is_out_of_time(self.play_time().await?) {
            return Ok(board);
        }
        let Some(since) = self.absent_since(&board).await? else { return Ok(board) };
        let spared = board.session.without_time_between(since, self.play_time().await?);
        Ok(match spared {
            Some(session) => Board { session, ..board },
            None => board,
        })
    }

    /// Returns the time since which the bot is away from the only chat in which a board is shown, if it
    /// is.
    pub(in crate::play) async fn absent_since(
        &self,
        board: &Board,
    ) -> Result<Option<PlayTime>, StoreError> {
        match board.surface().chat().filter(|chat| !chat.is_private() && board.elsewhere.is_empty())
        {
            Some(chat) => self.store.absent_since(chat).await,
            None => Ok(None),
        }
    }
}
