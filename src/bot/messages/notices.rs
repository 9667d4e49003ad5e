//! Notifies players of changes by new messages. Telegram does not notify anyone of an edit, so a player who
//! has to move or to answer an offer is sent the board again if its message was neither sent nor pressed
//! recently, and the old message becomes a note. A player at the board sees it change in place; players of fast
//! games are expected to stay at the board. A player whose message is gone is sent the board in any game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use zerosum_session::board::{Board, BoxedSurface, ChatId, ChatMessage, Place};
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::StoreError;

use crate::bot::messages::boards::BoardMessages;
use crate::bot::messages::delivery::SendOptions;
use crate::bounded::BoundedMap;
use crate::bounded::shares::{Holder, Share, Shares};
use crate::play::announcements::{Cause, Showing};
use crate::play::games::screens::Swept;
use crate::telegram::outgoing::board_source::Gone;
use crate::telegram::outgoing::rate_limit::Priority;

/// Time for which a player counts as present after a press, and a message as in sight after it was sent.
const AT_BOARD_FOR: Duration = Duration::from_secs(60);

/// Approximate number of players and games whose last press is kept in memory. The store knows the others.
const PRESENT_MAX: usize = 20_000;

/// Maximum number of boards that are sent again at once. The sweep handles the others.
const NOTICES_AT_ONCE_MAX: usize = 256;

/// Maximum share of these for one person and for one chat: each waits for the rate limit of its chat.
const NOTICES_PER_PERSON_MAX: usize = 16;

/// Tracks recent presses and the boards being sent again.
pub(in crate::bot) struct Notices {
    present: BoundedMap<(SessionId, UserId), Option<Instant>>,
    shares: Arc<Shares<Holder>>,
}

/// Permit to send a board again. Dropping it returns it.
pub(crate) struct NoticePermit {
    _shares: [Share<Holder>; 3],
}

/// Way in which a change reaches one of the places that show a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::bot) enum Way {
    /// By an edit.
    InPlace,
    /// By a new message to this person.
    Anew(UserId),
    /// By a new message where the old one is gone.
    Again,
}

impl Notices {
    pub(in crate::bot) fn new() -> Notices {
        Notices { present: BoundedMap::new(PRESENT_MAX), shares: Shares::new() }
    }

    /// Takes a permit to send this board again, if its person and its chat have room for one more.
    fn room(&self, person: UserId, chat: ChatId) -> Option<NoticePermit> {
        let take = |holder, share_max| self.shares.take(holder, share_max);
        let of_person = take(Holder::Person(person), NOTICES_PER_PERSON_MAX)?;
        let of_chat = take(Holder::Group(chat.into()), NOTICES_PER_PERSON_MAX)?;
        let of_all = take(Holder::Everybody, NOTICES_AT_ONCE_MAX)?;
        Some(NoticePermit { _shares: [of_person, of_chat, of_all] })
    }

    /// Drops old entries.
    pub(in crate::bot) fn age(&self) {
        self.present.age();
    }

    fn is_present(&self, id: SessionId, user: UserId) -> bool {
        let is_recent = |at: &Option<Instant>| at.is_some_and(|at| at.elapsed() < AT_BOARD_FOR);
        self.present.read((id, user), is_recent).unwrap_or_default()
    }
}

impl BoardMessages {
    /// Records that a player has pressed a button of a game, or typed a move in it.
    pub(crate) fn note_present(&self, id: SessionId, user: UserId) {
        self.notices.present.change_or_insert((id, user), |at| *at = Some(Instant::now()));
    }

    /// Returns the way in which a change reaches this place, if it is to be shown.
    pub(in crate::bot) fn way_to(&self, board: &Board, cause: Cause) -> Option<Way> {
        let is_news = matches!(cause, Cause::Person { .. } | Cause::AfterGame { .. });
        match board.place() {
            Some(_) if board.is_behind() && is_news => {
                Some(self.person_to_notify(board).map_or(Way::InPlace, Way::Anew))
            }
            Some(_) => board.is_behind().then_some(Way::InPlace),
            None if is_of_person_elsewhere(board, cause) => None,
            None => (is_news && is_missed(board)).then_some(Way::Again),
        }
    }

    /// Returns the person a slow or finished game waits for, if not present at the board as far as this
    /// process knows.
    pub(crate) fn person_to_notify(&self, board: &Board) -> Option<UserId> {
        let id = board.session.id();
        let is_away = |user: &UserId| !self.notices.is_present(id, *user);
        let may_be_away = board.session.is_slow() || board.session.outcome().is_some();
        awaited_at(board).find(is_away).filter(|_| may_be_away)
    }

    /// Takes a permit to send a board again to this person. Without one it is left to the sweep.
    pub(crate) fn room_for_notice(&self, board: &Board, user: UserId) -> Option<NoticePermit> {
        let chat = board.surface().chat()?;
        self.notices.room(user, chat)
    }

    /// Sends a board again, or redraws it in place if it is in sight.
    pub(in crate::bot) fn notify_or_draw(&self, board: Board, user: UserId, cause: Cause) {
        let Some(boards) = self.this.upgrade() else { return };
        let Some(room) = self.room_for_notice(&board, user) else { return };
        self.tasks.spawn(async move {
            let is_over = board.session.outcome().is_some();
            let celebrated = match is_over && !matches!(cause, Cause::AfterGame { .. }) {
                true => boards.note_milestones(&board).await,
                false => None,
            };
            if !boards.notify(&board, user, None).await {
                boards.draw_announced(&board, cause);
            }
            if let Some(person) = celebrated {
                boards.celebrate(&board, person);
            }
            drop(room);
        });
    }

    /// Sends a board again, including one found by the sweep. Returns whether that is done or left to the
    /// sweep; if not, the board is to be redrawn in place.
    pub(crate) async fn notify(&self, board: &Board, user: UserId, swept: Option<Swept>) -> bool {
        let id = board.session.id();
        let (Some(chat), Some(side)) = (board.surface().chat(), board.session.seat_of(user)) else {
            return false;
        };
        let Some(sending) = self.sendings.begin((chat, id)) else { return false };
        let side = board.session.side_at_start(side);
        match self.play.claim_notice(id, chat, side, AT_BOARD_FOR, swept).await {
            Ok(true) => {}
            Ok(false) => return false,
            Err(error) => {
                log::debug!("chat {}, session {:x}: cannot send it again: {error}", chat.0, id.0);
                return false;
            }
        }
        let newest = self.play.board(chat, id).await.ok().flatten();
        let board = newest.unwrap_or_else(|| board.clone());
        let options = SendOptions { priority: Priority::Edit, reply_to: None, is_silent: false };
        self.replace_by_new_message(&board, &sending, options).await
    }

    /// Sends a board to a chat in which it no longer has a message.
    pub(in crate::bot) fn send_lost(&self, board: &Board) {
        let (Some(boards), Some(chat)) = (self.this.upgrade(), board.surface().chat()) else {
            return;
        };
        let id = board.session.id();
        self.tasks.spawn(async move {
            match boards.play.recall(id, chat, None).await {
                Ok(true) => boards.send_unsent(chat, id).await,
                Ok(false) => {}
                Err(error) => report_unknown(chat, id, &error),
            }
        });
    }

    /// Sends a board to a chat to which it was never sent.
    pub(in crate::bot) fn send_wanted(&self, board: &Board) {
        if board.shown == Revision::NONE
            && let Some(chat) = board.surface().chat()
        {
            self.spawn_send_unsent(chat, board.session.id());
        }
    }

    /// Handles a deleted message that showed a game. Returns whether another one is sent in its place.
    pub(in crate::bot) async fn replace_gone(
        &self,
        place: Place,
        id: SessionId,
        gone: Gone,
    ) -> bool {
        let Place::Chat(ChatMessage { chat, message }) = place else { return false };
        let is_wanted = |board: &Board| match gone {
            Gone::Message => awaited_at(board).next().is_some(),
            // The press was there, or the opponent has moved.
            Gone::Topic => board.session.outcome().is_none(),
            Gone::Chat | Gone::Unknown => false,
        };
        let recalled = async {
            let board = self.play.board(chat, id).await?;
            let Some(board) = board.filter(is_wanted) else { return Ok(None) };
            match board.place() {
                Some(now) if now == place => {
                    self.play.recall(id, chat, Some(message)).await.map(Some)
                }
                // It was recalled before, but a task that was about to send it has only redrawn it.
                None if board.shown == Revision::NONE => Ok(Some(true)),
                Some(_) | None => Ok(None),
            }
        };
        match recalled.await {
            Ok(Some(true)) => {}
            Ok(Some(false)) => return true,
            Ok(None) => return false,
            Err(error) => {
                report_unknown(chat, id, &error);
                return false;
            }
        }
        self.spawn_send_unsent(chat, id);
        true
    }

    /// Sends a board to a chat in which it counts as never sent.
    pub(in crate::bot) fn spawn_send_unsent(&self, chat: ChatId, id: SessionId) {
        if let Some(boards) = self.this.upgrade() {
            self.tasks.spawn(async move { boards.send_unsent(chat, id).await });
        }
    }

    /// Sends a board that counts as never sent. If there is no room for it, the sweep does.
    async fn send_unsent(&self, chat: ChatId, id: SessionId) {
        let Some(sending) = self.sendings.begin((chat, id)) else { return };
        let board = match self.play.board(chat, id).await {
            Ok(Some(board)) if board.place().is_none() => board,
            Ok(_) => return,
            Err(error) => return report_unknown(chat, id, &error),
        };
        let Some(_room) = self.room_for_notice(&board, board.viewer()) else { return };
        let is_silent = self.person_to_notify(&board).is_none();
        let options = SendOptions { priority: Priority::Edit, reply_to: None, is_silent };
        self.send_with(board, Some(sending), options).await;
    }
}

fn report_unknown(chat: ChatId, id: SessionId, error: &StoreError) {
    let (ChatId(chat), SessionId(id)) = (chat, id);
    log::warn!("chat {chat}, session {id:x}: cannot load the board: {error}");
}

/// People the game waits for who are notified in this place: in private the user of the chat, and in a
/// group the players who do not see it in private.
fn awaited_at(board: &Board) -> impl Iterator<Item = UserId> + use<'_> {
    let chat = board.surface().chat();
    board.session.waits_for().filter(move |user| match chat {
        Some(chat) if chat.is_private() => chat == ChatId::of_person(*user),
        Some(_) => !board.is_shown_in(ChatId::of_person(*user)),
        None => false,
    })
}

/// Returns whether a player the game waits for would see it in this place if its message still existed. A
/// player in an inline message sees it there.
fn is_missed(board: &Board) -> bool {
    let is_inline = |surface: &BoxedSurface| matches!(surface, BoxedSurface::Inline(_));
    let is_played_inline = board.elsewhere.iter().any(|other| is_inline(&other.surface));
    board.shown == Revision::LAST && !is_played_inline && awaited_at(board).next().is_some()
}

/// Returns whether a place is the private chat of the person who has acted elsewhere.
fn is_of_person_elsewhere(board: &Board, cause: Cause) -> bool {
    let Cause::Person { by: Some(user), showing: Showing::Elsewhere, .. } = cause else {
        return false;
    };
    board.surface().chat() == Some(ChatId::of_person(user))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_and_one_chat_leave_room_for_what_others_are_told() {
        let notices = Notices::new();
        let (anna, boris, group) = (UserId(1), UserId(2), ChatId(-1));
        let own = |user: UserId| ChatId::of_person(user);
        let of_anna: Vec<NoticePermit> =
            (1..=300).filter_map(|chat| notices.room(anna, ChatId(-chat))).collect();
        assert_eq!(of_anna.len(), NOTICES_PER_PERSON_MAX);
        assert!(notices.room(boris, own(boris)).is_some());
        drop(of_anna);
        let people = (10..300).map(UserId);
        let here: Vec<NoticePermit> =
            people.clone().filter_map(|user| notices.room(user, group)).collect();
        assert_eq!(here.len(), NOTICES_PER_PERSON_MAX);
        let elsewhere: Vec<NoticePermit> =
            people.filter_map(|user| notices.room(user, own(user))).collect();
        assert_eq!(here.len() + elsewhere.len(), NOTICES_AT_ONCE_MAX);
        assert!(notices.room(anna, own(anna)).is_none());
        drop(elsewhere);
        assert!(notices.room(anna, own(anna)).is_some());
    }
}
