//! People who each play in their private chat.

use std::collections::{HashMap, VecDeque};

use tokio::sync::broadcast::Receiver;
use tokio::time::Instant;
use zerosum_playground::Playground;
use zerosum_playground::views::MessageView;
use zerosum_playground::visible::VisibleChange;

use crate::load::{Played, Players};

/// The button that asks for another game.
const AGAIN: &str = "🔁 Play again";

/// Action of people after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Button,
    Command,
}

pub(crate) struct Crowd<'a> {
    playground: &'a Playground,
    next: Next,
    changes: Receiver<VisibleChange>,
    /// The board of each chat.
    boards: HashMap<i64, i32>,
    /// The chats in which nothing is under way, the longest idle first.
    idle: VecDeque<i64>,
    /// Time at which the press was due that a board is to show.
    drawing: HashMap<i64, Instant>,
    /// Time at which the press was due that is to be answered.
    asking: HashMap<u64, Instant>,
}

impl Crowd<'_> {
    /// Has all people start a game and waits for the boards.
    pub(crate) async fn gather(playground: &Playground, chats: usize, next: Next) -> Crowd<'_> {
        let mut boards = HashMap::new();
        for number in 0..chats {
            let user = playground.add_user(&format!("Player {number}"), Some("en"));
            playground.send_text(user, user, "/new").expect("the chat is there");
            let board = playground.next_message(user).await.expect("a board comes");
            boards.insert(user, board.message_id);
        }
        let idle = boards.keys().copied().collect();
        let changes = playground.visible_changes();
        let (drawing, asking) = (HashMap::new(), HashMap::new());
        Crowd { playground, next, changes, boards, idle, drawing, asking }
    }

    fn message(&self, chat: i64, message_id: i32) -> MessageView {
        self.playground.message(chat, message_id).expect("the message is there")
    }
}

impl Players for Crowd<'_> {
    fn playground(&self) -> &Playground {
        self.playground
    }

    fn changes(&mut self) -> &mut Receiver<VisibleChange> {
        &mut self.changes
    }

    fn next_idle(&mut self) -> Option<i64> {
        self.idle.pop_front()
    }

    fn see(&mut self, change: VisibleChange, played: &mut Played) {
        match change {
            // The board of another person.
            VisibleChange::Message { chat, .. } if !self.boards.contains_key(&chat) => {}
            // A board whose player has gone on only loses its buttons.
            VisibleChange::Message { chat, message_id } if message_id < self.boards[&chat] => {}
            VisibleChange::Message { chat, message_id } => {
                // Messages of people are seen too.
                if !self.message(chat, message_id).from_bot {
                    return;
                }
                // Another game has a message of its own.
                self.boards.insert(chat, message_id);
                if let Some(due) = self.drawing.remove(&chat) {
                    played.edits.push(due.elapsed());
                    self.idle.push_back(chat);
                }
            }
            VisibleChange::Answer { callback_id } => {
                if let Some(due) = self.asking.remove(&callback_id) {
                    played.answers.push(due.elapsed());
                }
            }
        }
    }

    /// Presses the first free cell, or asks for another game.
    fn press(&mut self, chat: i64, due: Instant) {
        let message = self.boards[&chat];
        let board = self.message(chat, message);
        let is_over = board.find_button(AGAIN).is_some();
        self.drawing.insert(chat, due);
        if is_over && self.next == Next::Command {
            self.playground.send_text(chat, chat, "/new").expect("the chat is there");
            return;
        }
        let (row, column) =
            if is_over { (3, 0) } else { board.find_button("·").expect("a free cell in play") };
        let callback = self.playground.press(chat, chat, message, row, column);
        let callback = callback.expect("the button is there").parse().expect("a number");
        self.asking.insert(callback, due);
    }

    fn is_settled(&self) -> bool {
        self.drawing.is_empty() && self.asking.is_empty()
    }
}
