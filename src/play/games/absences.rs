//! Removal of the bot from a group, and its return: no player loses a game by that. Clocks stand still
//! meanwhile, and continue with the time that each side had left.

use zerosum_session::board::{Board, ChatId};
use zerosum_session::game::clock::PlayTime;
use zerosum_store::StoreError;

use crate::play::Play;
use crate::play::announcements::Cause;

/// Number of games read at once.
const RESUMED_BATCH: u32 = 100;

/// Maximum number of attempts on a game that changes meanwhile.
const TRIES_MAX: u32 = 3;

impl Play {
    /// Records that the bot is no longer in a chat.
    pub async fn note_absence(&self, chat: ChatId) -> Result<(), StoreError> {
        let now = self.play_time().await?;
        self.store.note_absence(chat, now).await.map(drop)
    }

    /// Resumes the games of a chat if the bot was away from it. Idempotent. If one of them fails, the absence goes on.
    pub async fn note_presence(&self, chat: ChatId) -> Result<(), StoreError> {
        let Some(since) = self.store.absent_since(chat).await? else { return Ok(()) };
        let (mut after, mut failed) = (None, None);
        loop {
            let boards = self.store.timed_games_in(chat, after, RESUMED_BATCH).await?;
            let Some(last) = boards.last() else { break };
            after = Some(last.session.id());
            for board in boards {
                if let Err(error) = self.resume(chat, board, since).await {
                    failed = failed.or(Some(error));
                }
            }
        }
        // Where a clock still stands as it was left, it may be tried again.
        match failed {
            Some(error) => Err(error),
            None => self.end_absence(chat).await,
        }
    }

    /// Records that the bot is back in a chat. From here on, only games whose time had run out before it left are out of
    /// time.
    pub async fn end_absence(&self, chat: ChatId) -> Result<(), StoreError> {
        self.store.end_absence(chat).await.map(drop)
    }

    async fn resume(
        &self,
        chat: ChatId,
        mut board: Board,
        since: PlayTime,
    ) -> Result<(), StoreError> {
        for _ in 0..TRIES_MAX {
            let now = self.play_time().await?;
            let Some(resumed) = board.session.clock_resumed(since, now) else { return Ok(()) };
            if self.commit(&board, resumed, Cause::Clock).await?.is_some() {
                return Ok(());
            }
            match self.load(chat.into(), board.session.id()).await? {
                Some(newer) => board = newer,
                None => return Ok(()),
            }
        }
        Err(StoreError::Overloaded)
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
