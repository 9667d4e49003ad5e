//! Removal of the bot from a group, and its return: no player loses a game by that. Clocks stand still
//! meanwhile, and continue with the time that each side had left.
//!
//! A press from before the removal may be accepted after it, and its board cannot be drawn then: Telegram refuses
//! the edit, and the message is given up, so that no sweep tries it again for as long as the bot is away. On its
//! return such boards are sent again.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use zerosum_session::board::{self, Board, ChatId, Place, Surface};
use zerosum_session::game::clock::PlayTime;
use zerosum_session::{Revision, Session, SessionId, UserId};
use zerosum_store::StoreError;

use crate::play::Play;
use crate::play::announcements::Cause;
use crate::play::retry_budget::RetryBudget;

/// Number of games read at once.
const RESUMED_BATCH: u32 = 100;

/// Maximum number of attempts on a game that changes meanwhile.
const TRIES_MAX: u32 = 3;

/// Maximum number of games without a message that are read on a return.
const GONE_READ_MAX: u32 = 50;

/// Maximum number of boards that are sent again on a return. A group takes few messages a minute, and has not asked
/// for these.
const SENT_ANEW_MAX: usize = 10;

/// The games whose clocks were to be resumed on one return, with their revisions then.
#[derive(Debug, Default)]
pub(crate) struct Resumed(Mutex<BTreeMap<SessionId, Revision>>);

impl Resumed {
    /// Returns whether the clock is to be resumed: for the first time, or because nothing has happened to the game since
    /// the last try. A commit that seemed to fail may have been made.
    fn begin(&self, session: &Session) -> bool {
        // No change can panic half-way.
        let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *begun.entry(session.id()).or_insert(session.revision()) == session.revision()
    }
}

impl Play {
    /// Records that the bot is no longer in a chat.
    pub(crate) async fn note_absence(&self, chat: ChatId) -> Result<(), StoreError> {
        let now = self.play_time().await?;
        self.store.note_absence(chat, now).await.map(drop)
    }

    /// Resumes the games of a chat if the bot was away from it. A clock that cannot be resumed, although that is tried
    /// for some seconds, runs on as if the bot had not been away. To be called again with the same games after an error:
    /// clocks resumed twice would go back.
    pub(crate) async fn note_presence(
        &self,
        chat: ChatId,
        resumed: &Resumed,
        retries: &mut RetryBudget,
    ) -> Result<(), StoreError> {
        let Some(since) = retries.while_away(|| self.store.absent_since(chat)).await? else {
            return Ok(());
        };
        self.resume_all(chat, since, resumed, retries).await?;
        // From here on, only games whose time had run out before the bot left are out of time.
        RetryBudget::default().while_away(|| self.store.end_absence(chat)).await.map(drop)
    }

    /// Marks games in play as never sent to a chat to which the bot has returned, where their message was given up and
    /// is missed, the most recently changed first. Returns those that this process is to send; after a failure
    /// the sweep finds one that is marked and not returned.
    pub(crate) async fn recall_missed(
        &self,
        chat: ChatId,
        retries: &mut RetryBudget,
    ) -> Result<Vec<SessionId>, StoreError> {
        let read = || self.store.games_gone_from(chat, GONE_READ_MAX);
        let mut boards = retries.while_away(read).await?;
        boards.retain(|board| is_missed_in(board, chat));
        boards.truncate(SENT_ANEW_MAX);
        let mut recalled = Vec::new();
        for board in boards {
            let id = board.session.id();
            match retries.while_away(|| self.recall(id, chat, None)).await {
                Ok(true) => recalled.push(id),
                // It was sent meanwhile, or another process sends it.
                Ok(false) => {}
                Err(error) => {
                    let (ChatId(chat), SessionId(id)) = (chat, id);
                    log::error!("chat {chat}, session {id:x}: it cannot be sent again: {error}");
                    break;
                }
            }
        }
        Ok(recalled)
    }

    async fn resume_all(
        &self,
        chat: ChatId,
        since: PlayTime,
        resumed: &Resumed,
        retries: &mut RetryBudget,
    ) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let read = || self.store.timed_games_in(chat, after, RESUMED_BATCH);
            let boards = retries.while_away(read).await?;
            let Some(last) = boards.last() else { return Ok(()) };
            after = Some(last.session.id());
            for board in boards {
                if !resumed.begin(&board.session) {
                    continue;
                }
                let id = board.session.id();
                match self.resume(chat, board, since, retries).await {
                    Ok(()) => {}
                    Err(error @ (StoreError::Away(_) | StoreError::Overloaded)) => {
                        return Err(error);
                    }
                    Err(error) => {
                        let (ChatId(chat), SessionId(id)) = (chat, id);
                        log::error!(
                            "chat {chat}, session {id:x}: its clock is not corrected for the \
                            absence: {error}"
                        );
                    }
                }
            }
        }
    }

    async fn resume(
        &self,
        chat: ChatId,
        mut board: Board,
        since: PlayTime,
        retries: &mut RetryBudget,
    ) -> Result<(), StoreError> {
        let mut tries = 0;
        let mut is_perhaps_done = false;
        while tries < TRIES_MAX {
            let resumed = match self.resume_once(&board, since).await {
                Ok(resumed) => resumed,
                Err(error) if !retries.wait().await => return Err(error),
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
                // Resumed twice it would go back.
                Some(newer) if is_resumed(&newer.session, &board.session) => return Ok(()),
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

/// Returns whether another process has resumed the clock since that session: without a step, nothing else changes it.
fn is_resumed(newer: &Session, before: &Session) -> bool {
    newer.step_count() == before.step_count() && newer.clock() != before.clock()
}

/// Returns whether a person who plays a game, or may join it, sees it in no other place than this chat.
fn is_missed_in(board: &Board, chat: ChatId) -> bool {
    let messages = board.placements().filter_map(|placement| placement.place());
    let here = Surface::Chat(chat);
    let elsewhere: Vec<Place> = messages.filter(|place| place.surface() != here).collect();
    // All players see it in another group or in an inline message.
    if elsewhere.iter().any(|place| !place.surface().is_private()) {
        return false;
    }
    let session = &board.session;
    // A guest sees it on the page.
    let sees = |user: UserId| {
        let own = ChatId::of_person(user);
        user.is_guest() || elsewhere.iter().any(|place| place.surface() == Surface::Chat(own))
    };
    let is_for_all = session.open_side().is_some() || session.is_voted();
    is_for_all || board::people(session).into_iter().flatten().any(|user| !sees(user))
}
