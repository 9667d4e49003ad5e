//! Ends games because a player is no longer in the chat in which they are played: a group, or their own
//! chat with the bot, which they have closed. Also ends all games of a player who deletes their data.

use zerosum_session::board::{Board, ChatId, Placement};
use zerosum_session::{Session, SessionId, UserId};
use zerosum_store::people::challenges::CHALLENGES_OF_PERSON_MAX;
use zerosum_store::{Commit, StoreError};

use crate::play::Play;
use crate::play::announcements::Cause;
use crate::play::games::transitions::OPEN_GAMES_MAX;

/// Maximum number of attempts on a game that changes meanwhile.
const TRIES_MAX: u32 = 3;

/// Maximum number of rating batches of finished games before a person is deleted.
const RATINGS_MAX: u32 = 20;

/// Number of a person's games with others that are read at once.
const LEFT_BATCH: u32 = 100;

/// Maximum number of games of a deleted person that are announced. The sweep finds the others.
const ANNOUNCED_MAX: usize = 200;

impl Play {
    /// Ends the games of this chat in which a person who has left it, or was removed by `by`, has a seat,
    /// and returns the number of changed games; a seat reserved for them there becomes open to anyone.
    /// Repeated calls, also by other processes, find none. A game that cannot be ended does not stop the
    /// others: call again after an error.
    ///
    /// A person who has closed their own chat leaves the games with people who play in their own chats.
    /// Their games against engines are kept, and so are those that they also see elsewhere.
    pub(crate) async fn leave_chat(
        &self,
        chat: ChatId,
        user: UserId,
        by: Option<UserId>,
    ) -> Result<u32, StoreError> {
        let departed = |session: &Session| session.departed(user, by);
        let freed = |session: &Session| session.no_longer_kept_for(user);
        let (mut changed, mut failed) = (0, None);
        for board in self.open_boards(chat, user, OPEN_GAMES_MAX).await? {
            if is_left_with(&board, chat, user) {
                count(self.change_left(chat, board, departed).await, &mut changed, &mut failed);
            }
        }
        if !chat.is_private() {
            for board in self.store.seats_kept_in(chat, user, CHALLENGES_OF_PERSON_MAX).await? {
                count(self.change_left(chat, board, freed).await, &mut changed, &mut failed);
            }
        }
        failed.map_or(Ok(changed), Err)
    }

    /// Ends all games of a person with others, as if they had left each, and rates all finished ones: a
    /// person who deletes their data loses, and their opponents keep what they have won. The ended games are
    /// added to `ended`, for [`Play::announce_left`], because boards are drawn once the name of the person is
    /// gone.
    pub(in crate::play) async fn leave_everything(
        &self,
        user: UserId,
        ended: &mut Vec<SessionId>,
    ) -> Result<(), StoreError> {
        let (mut after, mut failed) = (None, None);
        loop {
            let boards = self.store.games_with_others(user, after, LEFT_BATCH).await?;
            let Some(last) = boards.last() else { break };
            after = Some(last.session.id());
            for board in boards {
                let id = board.session.id();
                match self.leave_unseen(board, user).await {
                    Ok(true) => ended.push(id),
                    Ok(false) => {}
                    Err(error) => {
                        failed.get_or_insert(error);
                    }
                }
            }
        }
        for _ in 0..RATINGS_MAX {
            if !self.rate_games().await? {
                break;
            }
        }
        failed.map_or(Ok(()), Err)
    }

    /// Announces games that a person has left by deleting their data. One that is not seen to yet cannot be read, and
    /// is left to the sweep like the ones after a failure.
    pub(in crate::play) async fn announce_left(&self, ended: &[SessionId]) {
        for id in ended.iter().copied().take(ANNOUNCED_MAX) {
            match self.store.load(id).await {
                Ok(Some(board)) => {
                    self.live.drop_older(id, board.session.revision());
                    self.announce(board, Cause::Clock);
                }
                Ok(None) => {}
                Err(error) => {
                    log::warn!("games with a deleted person are not drawn at once: {error}");
                    return;
                }
            }
        }
    }

    /// Ends a game because its player leaves, and returns whether this call has ended it.
    async fn leave_unseen(&self, mut board: Board, user: UserId) -> Result<bool, StoreError> {
        for _ in 0..TRIES_MAX {
            let Some(left) = board.session.left_by(user) else { return Ok(false) };
            let session = self.timed(left, Some(&board.session)).await?;
            if self.store.commit(&session, board.session.revision()).await? == Commit::Done {
                return Ok(true);
            }
            match self.store.load(session.id()).await? {
                Some(newer) => board = newer,
                None => return Ok(false),
            }
        }
        Err(StoreError::Contended)
    }

    /// Applies the change to a board, unless that is no longer possible, and returns whether it was
    /// applied.
    async fn change_left(
        &self,
        chat: ChatId,
        mut board: Board,
        change: impl Fn(&Session) -> Option<Session>,
    ) -> Result<bool, StoreError> {
        for _ in 0..TRIES_MAX {
            let Some(changed) = change(&board.session) else { return Ok(false) };
            let session = self.timed(changed, Some(&board.session)).await?;
            if self.commit(&board, session, Cause::Clock).await?.is_some() {
                return Ok(true);
            }
            match self.load(chat.into(), board.session.id()).await? {
                Some(newer) => board = newer,
                None => return Ok(false),
            }
        }
        Err(StoreError::Contended)
    }
}

fn count(done: Result<bool, StoreError>, changed: &mut u32, failed: &mut Option<StoreError>) {
    match done {
        Ok(is_changed) => *changed += u32::from(is_changed),
        Err(error) => {
            failed.get_or_insert(error);
        }
    }
}

/// Returns whether a person who leaves this chat cannot continue a game that is shown there.
fn is_left_with(board: &Board, chat: ChatId, user: UserId) -> bool {
    let is_private = |placement: Placement| placement.surface().is_private();
    let is_between_chats =
        || board.session.opponent_of(user).is_some() && board.placements().all(is_private);
    !chat.is_private() || is_between_chats()
}
