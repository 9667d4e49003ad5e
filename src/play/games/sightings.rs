//! Ends on time of games that the player to move sees only in an inline message.
//!
//! Telegram reports no deletion of a message, and each of two people in a private chat can delete it for both. So such a
//! game ends on time, or as abandoned, only after its message could be edited since. A game whose message is gone goes
//! on in private chats; if a player has none, it ends and counts for neither.

use std::time::{Duration, Instant};

use zerosum_session::board::{self, Board, ChatId, Place, Placement, Surface};
use zerosum_session::game::leaving::Departure;
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::{Commit, StoreError};

use crate::bounded::BoundedMap;
use crate::play::Play;
use crate::play::announcements::Cause;

/// Maximum number of games that are remembered. Others are looked for again.
const SIGHTINGS_KEPT_MAX: usize = 10_000;

/// Maximum number of attempts on a game that changes meanwhile.
const TRIES_MAX: u32 = 3;

/// Time after which an edit without a result is asked for again.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// Games whose time is over, and whether their messages were found.
pub(in crate::play) struct Sightings(BoundedMap<SessionId, Sighting>);

struct Sighting {
    revision: Revision,
    /// When the edit was last asked for.
    asked: Option<Instant>,
    is_found: bool,
}

impl Default for Sighting {
    fn default() -> Sighting {
        Sighting { revision: Revision::NONE, asked: None, is_found: false }
    }
}

impl Default for Sightings {
    fn default() -> Sightings {
        Sightings(BoundedMap::new(SIGHTINGS_KEPT_MAX))
    }
}

impl Sightings {
    pub(in crate::play) fn age(&self) {
        self.0.age();
    }

    /// Records that a message could be edited to show this revision.
    pub(in crate::play) fn note_shown(&self, place: Place, id: SessionId, shown: Revision) {
        if matches!(place, Place::Inline(_)) {
            self.0.change(id, |sighting| sighting.is_found |= sighting.revision == shown);
        }
    }

    fn is_found(&self, board: &Board) -> bool {
        let revision = board.session.revision();
        let is_found = |sighting: &Sighting| sighting.is_found && sighting.revision == revision;
        self.0.read(board.session.id(), is_found) == Some(true)
    }

    /// Returns whether an edit is to be asked for now, and records that it is.
    fn ask(&self, board: &Board, now: Instant) -> bool {
        let revision = board.session.revision();
        let mut is_due = false;
        self.0.change_or_insert(board.session.id(), |sighting| {
            let asked = sighting.asked.filter(|_| sighting.revision == revision);
            is_due = asked.is_none_or(|at| now.duration_since(at) >= ASKED_AGAIN_AFTER);
            if is_due {
                *sighting = Sighting { revision, asked: Some(now), is_found: false };
            }
        });
        is_due
    }
}

impl Play {
    /// Returns whether the message of a game has to be found before the game ends on time. A press of the player to move
    /// at that message shows that it is there.
    pub(in crate::play) fn is_out_of_sight(
        &self,
        board: &Board,
        press: Option<(Surface, UserId)>,
    ) -> bool {
        let is_seen = |(surface, user): (Surface, UserId)| {
            surface.chat().is_none() && board.session.user_to_move() == Some(user)
        };
        board.is_inline_for_mover()
            && !press.is_some_and(is_seen)
            && !self.sightings.is_found(board)
    }

    /// Returns whether the message of a game that is out of sight is to be edited now, to find out whether it is there.
    pub(in crate::play) fn is_to_be_looked_for(&self, board: &Board) -> bool {
        self.sightings.ask(board, Instant::now())
    }

    /// Goes on with a game in the private chats of its two players, after its inline message was deleted: the boards count
    /// as never sent, and the clock waits for them. If one of the two cannot be written to, the game ends. Returns the
    /// chats to which this process is to send the board.
    pub(crate) async fn note_message_deleted(
        &self,
        id: SessionId,
        place: Place,
    ) -> Result<Vec<ChatId>, StoreError> {
        let mut chats = Vec::new();
        if let Some(board) = self.go_on_without(id, place).await? {
            for chat in self.reachable_players(&board).await? {
                if self.show_in(chat, &board).await? {
                    chats.push(chat);
                }
            }
        }
        // After the new places, so that after a failure the next edit finds it gone again.
        self.displace(id, place).await?;
        // Only now, because a copy that is read before has the old place.
        self.live.drop_board(id);
        chats.iter().for_each(|chat| self.live.forget_lowest(*chat));
        Ok(chats)
    }

    /// Makes the clock of a game wait, or ends the game, because its message is gone. `None` if its players need no board:
    /// it was over before, or has no such message any more.
    async fn go_on_without(
        &self,
        id: SessionId,
        place: Place,
    ) -> Result<Option<Board>, StoreError> {
        for _ in 0..TRIES_MAX {
            let Some(board) = self.store.load(id).await? else { return Ok(None) };
            if board.session.departure() == Some(Departure::MessageDeleted) {
                return Ok(Some(board));
            }
            let is_shown = board.placements().any(|placed| placed.place() == Some(place));
            if !is_shown || !board.session.is_in_play_between_people() {
                return Ok(None);
            }
            let next = match self.reachable_players(&board).await?.len() < 2 {
                true => board.session.ended_without_message(),
                false if board.is_inline_for_mover() => board.session.with_clock_waiting(),
                false => None,
            };
            match next {
                Some(next) => {
                    if self.commit(&board, next, Cause::Clock).await?.is_some() {
                        return Ok(Some(board));
                    }
                }
                None => return Ok(Some(board)),
            }
        }
        Err(StoreError::Contended)
    }

    /// Returns the private chats of players, if the bot may write there.
    async fn reachable_players(&self, board: &Board) -> Result<Vec<ChatId>, StoreError> {
        let mut reachable = Vec::new();
        for user in board::people(&board.session).into_iter().flatten() {
            if self.person(user).await?.is_some_and(|person| person.is_reachable) {
                reachable.push(ChatId::of_person(user));
            }
        }
        Ok(reachable)
    }

    /// Marks a board as never sent to a private chat in which no message shows it. Returns whether this process is to send
    /// it there.
    async fn show_in(&self, chat: ChatId, board: &Board) -> Result<bool, StoreError> {
        let id = board.session.id();
        match board.seen_in(chat) {
            Some(view) if view.place().is_some() => Ok(false),
            Some(_) => self.recall(id, chat, None).await,
            None => {
                let added = self.store.add_placement(id, Placement::new(chat, None)).await?;
                self.store.renew_claim(id, chat).await?;
                Ok(added == Commit::Done)
            }
        }
    }
}
