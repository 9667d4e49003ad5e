//! Delivers boards to chats: for the first time, or again if their message is gone or has scrolled out of
//! sight. If a topic cannot be written to, the board goes to the general topic of the group, and if the
//! group cannot be written to either, to its players in private.

use zerosum_session::board::{self, Board, ChatId, ChatMessage, MessageId, TopicId};
use zerosum_session::{Revision, UserId};

use crate::bot::messages::board_views::{SUGGESTED, payer_of};
use crate::bot::messages::boards::BoardMessages;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::FailureKind;
use crate::telegram::outgoing::in_flight_sends::Sending;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::outbox::Outgoing;
use crate::telegram::outgoing::rate_limit::{Asker, Priority};

/// Options for sending a board.
#[derive(Clone, Copy, Debug)]
pub(in crate::bot) struct SendOptions {
    pub(in crate::bot) priority: Priority,
    pub(in crate::bot) reply_to: Option<MessageId>,
    /// True if the message comes without a sound.
    pub(in crate::bot) is_silent: bool,
}

/// Result of sending a board.
enum Sent {
    /// The message was sent.
    Done,
    /// The message was sent, but the store does not know it.
    Unnoted,
    /// The sweep will send it.
    Later,
    Failed(CallError),
}

impl BoardMessages {
    /// Sends a board to the chat of its view and notes its message. Returns whether the message was sent.
    pub(crate) async fn send(
        &self,
        board: Board,
        sending: Option<Sending>,
        priority: Priority,
        reply_to: Option<MessageId>,
    ) -> bool {
        self.send_with(board, sending, SendOptions { priority, reply_to, is_silent: false }).await
    }

    /// Like [`BoardMessages::send`], with more options.
    pub(in crate::bot) async fn send_with(
        &self,
        board: Board,
        sending: Option<Sending>,
        options: SendOptions,
    ) -> bool {
        let Some(chat) = board.surface().chat() else { return false };
        let sent = self.deliver(&board, sending.as_ref(), options).await;
        let error = match sent {
            Sent::Done => return true,
            // An older message still counts as the one that shows it.
            Sent::Unnoted => return board.place().is_none(),
            Sent::Later => return false,
            Sent::Failed(error) => error,
        };
        if !error.is_of_topic() {
            self.note_unsent(chat, &board, sending, &error).await;
            return false;
        }
        report_unsent(chat, &error);
        // Boxed, because it is rare and every send would need space for it.
        Box::pin(self.send_outside_topic(board, sending, options)).await
    }

    /// Sends a board once more, to the end of its chat. One that is being sent is left to the task that does it, and one that
    /// was never sent to the process that sends it.
    pub(crate) async fn bring_down(
        &self,
        board: Board,
        topic: Option<TopicId>,
        reply_to: Option<MessageId>,
    ) {
        self.send_again(board, (topic, reply_to), false).await;
    }

    /// Like [`BoardMessages::bring_down`], for a board whose sending other processes leave to this one: it has just changed
    /// the board, or added the place.
    pub(crate) async fn bring_down_claimed(&self, board: Board, topic: Option<TopicId>) {
        self.send_again(board, (topic, None), true).await;
    }

    async fn send_again(
        &self,
        board: Board,
        (topic, reply_to): (Option<TopicId>, Option<MessageId>),
        is_claimed: bool,
    ) {
        let (surface, id, was_there) =
            (board.surface(), board.session.id(), board.place().is_some());
        let begin = |chat| self.sendings.begin((chat, id));
        let sending = surface.chat().and_then(begin);
        // The send under way brings it down as well.
        if sending.is_none() && surface.chat().is_some() {
            return;
        }
        // It may have changed since it was read, while the answer waited for others.
        let board = match self.play.board(surface, id).await {
            Ok(Some(now)) => now,
            Ok(None) => return,
            Err(_) => board,
        };
        let old = board.place();
        if old.is_none() && board.shown == Revision::NONE {
            // A board whose message was found deleted meanwhile is claimed, and sent by the one that comes first.
            let is_claimed = is_claimed || was_there;
            if !is_claimed && !self.claims_missed(&board).await {
                return;
            }
        }
        let board = board.in_topic(topic);
        if self.send(board.clone(), sending, Priority::Reply, reply_to).await
            && let Some(old) = old
        {
            self.retire(&board, old);
        }
    }

    /// Returns whether this process is to send a board that was never sent: it has claimed it, or does not know whether
    /// its last copy has arrived.
    async fn claims_missed(&self, board: &Board) -> bool {
        let (Some(chat), id) = (board.surface().chat(), board.session.id()) else { return true };
        match self.play.claim_missed(chat, id).await {
            Ok(is_claimed) => is_claimed || self.has_perhaps_arrived(chat, id),
            Err(error) => {
                log::warn!("chat {}: a board is left to the sweep: {error}", chat.0);
                false
            }
        }
    }

    /// Sends a board that has a message again, and turns the old message into a note. Returns whether that
    /// is done or left to the sweep; if not, the board can only be redrawn where it is.
    pub(in crate::bot) async fn replace_by_new_message(
        &self,
        board: &Board,
        sending: &Sending,
        options: SendOptions,
    ) -> bool {
        let sent = match self.deliver(board, Some(sending), options).await {
            Sent::Failed(error) if error.is_of_topic() && board.topic.is_some() => {
                self.deliver(&board.clone().in_topic(None), Some(sending), options).await
            }
            sent => sent,
        };
        match sent {
            Sent::Done => {}
            Sent::Later | Sent::Unnoted => return true,
            Sent::Failed(error) => {
                if let Some(chat) = board.surface().chat() {
                    report_unsent(chat, &error);
                }
                return match error.kind() {
                    // An edit that lands before the next try would mark the change as already told.
                    FailureKind::Unavailable
                    | FailureKind::Wait(_)
                    | FailureKind::Crowded
                    | FailureKind::WrongToken => true,
                    FailureKind::OutcomeUnknown => {
                        sending.note_outcome_unknown();
                        false
                    }
                    FailureKind::Gone | FailureKind::Refused | FailureKind::NotModified => false,
                };
            }
        }
        if let Some(old) = board.place() {
            self.retire(board, old);
        }
        true
    }

    /// Sends a board whose topic cannot be written to to the general topic of the group, or to its players
    /// in private.
    async fn send_outside_topic(
        &self,
        board: Board,
        sending: Option<Sending>,
        options: SendOptions,
    ) -> bool {
        let Some(chat) = board.surface().chat() else { return false };
        let is_in_topic = board.topic.is_some() || options.reply_to.is_some();
        let board = board.in_topic(None);
        if is_in_topic {
            let options = SendOptions { reply_to: None, ..options };
            match self.deliver(&board, sending.as_ref(), options).await {
                Sent::Done | Sent::Unnoted => return true,
                Sent::Later => return false,
                Sent::Failed(error) if error.kind() != FailureKind::Gone => {
                    self.note_unsent(chat, &board, sending, &error).await;
                    return false;
                }
                Sent::Failed(error) => report_unsent(chat, &error),
            }
        }
        self.abandon(&board).await;
        let mut is_there = false;
        for user in players_of(&board) {
            is_there |= self.send_in_private(&board, user, options).await;
        }
        is_there
    }

    /// Sends a board of a group to a player in private. Telegram decides whether the player can be written
    /// to.
    async fn send_in_private(&self, board: &Board, user: UserId, options: SendOptions) -> bool {
        let (id, chat) = (board.session.id(), ChatId::of_person(user));
        let board = match self.play.also_shown_to(id, user).await {
            Ok(Some(board)) if board.place().is_none() => board,
            Ok(Some(_)) => return true,
            Ok(None) => return false,
            Err(error) => {
                log::warn!("chat {}, session {:x}: cannot show it there: {error}", chat.0, id.0);
                return false;
            }
        };
        let Some(sending) = self.sendings.begin((chat, id)) else { return true };
        let options = SendOptions { reply_to: None, ..options };
        match self.deliver(&board, Some(&sending), options).await {
            Sent::Done | Sent::Unnoted => true,
            Sent::Later => false,
            Sent::Failed(error) => {
                self.note_unsent(chat, &board, Some(sending), &error).await;
                false
            }
        }
    }

    async fn deliver(
        &self,
        board: &Board,
        sending: Option<&Sending>,
        options: SendOptions,
    ) -> Sent {
        let Some(chat) = board.surface().chat() else { return Sent::Later };
        let view = match self.views.view(board, SUGGESTED).await {
            Ok(view) => view,
            Err(error) => {
                log::warn!("chat {}: a board is not sent yet: {error}", chat.0);
                return Sent::Later;
            }
        };
        let cancel = sending.map(|sending| &sending.seen);
        let SendOptions { priority, reply_to, is_silent } = options;
        let (view, topic, asker) = (&view, board.topic, Asker::Person(payer_of(board)));
        let outgoing = Outgoing { chat, view, priority, asker, reply_to, topic, cancel, is_silent };
        let sent = tokio::select! {
            sent = self.messenger.send(outgoing) => sent,
            never = self.play.hold_claim(chat, board.session.id()) => match never {},
        };
        let message = match sent {
            Ok(message) => message,
            // A press has already recorded its message.
            Err(_) if cancel.is_some_and(|seen| seen.is_cancelled()) => return Sent::Done,
            Err(error) => return Sent::Failed(error),
        };
        if !self.place(board, ChatMessage { chat, message }, board.session.revision()).await {
            // It is there, and nothing in the store says so.
            if let Some(sending) = sending {
                sending.note_outcome_unknown();
            }
            return Sent::Unnoted;
        }
        if let Some(sending) = sending {
            sending.note_sent();
        }
        // A press may have come before the message was recorded.
        if let Ok(Some(board)) = self.play.board(chat, board.session.id()).await {
            self.catch_up(&board, None);
        }
        Sent::Done
    }

    /// Records the message that shows a board and the revision it shows. Returns whether that is stored; if
    /// not, the next press at the message finds it again.
    pub(in crate::bot) async fn place(
        &self,
        board: &Board,
        at: ChatMessage,
        shown: Revision,
    ) -> bool {
        let id = board.session.id();
        let noted = self.play.place(id, at, board.topic, shown).await;
        if let Err(error) = &noted {
            log::warn!(
                "chat {}, session {:x}: cannot record the message: {error}",
                at.chat.0,
                id.0
            );
        }
        noted.is_ok()
    }

    /// Records why a board was not sent, which decides whether a sweep sends it again.
    async fn note_unsent(
        &self,
        chat: ChatId,
        board: &Board,
        sending: Option<Sending>,
        error: &CallError,
    ) {
        report_unsent(chat, error);
        let has_moved = self.migrations.note_refusal(&self.play, chat, error).await;
        if has_moved && board.session.outcome().is_none() {
            return;
        }
        match (error.kind(), sending) {
            (FailureKind::Gone | FailureKind::Refused, _) => self.abandon(board).await,
            (FailureKind::OutcomeUnknown, Some(sending)) => sending.note_outcome_unknown(),
            _ => {}
        }
    }

    /// Records that a board will never be sent: its chat is closed to the bot.
    async fn abandon(&self, board: &Board) {
        let id = board.session.id();
        if let Err(error) = self.play.abandon(board).await {
            let surface = board.surface();
            log::warn!(
                "{surface}, session {:x}: cannot record that sending was given up: {error}",
                id.0
            );
        }
    }
}

/// The people with a seat, the creator of the game first.
fn players_of(board: &Board) -> Vec<UserId> {
    let people = board::people(&board.session).into_iter().flatten();
    let others = people.filter(|user| *user != board.owner);
    let owner = board.session.seat_of(board.owner).map(|_| board.owner);
    owner.into_iter().chain(others).collect()
}
