//! People who each play in their private chat.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, sleep_until, timeout};
use zerosum_playground::Playground;
use zerosum_playground::views::MessageView;
use zerosum_playground::visible::VisibleChange;

/// The button that asks for another game.
const AGAIN: &str = "🔁 Play again";

/// A board that takes longer than this is stuck.
const PATIENCE: Duration = Duration::from_secs(20);

/// What came of playing.
#[derive(Default)]
pub(crate) struct Played {
    pub took: Duration,
    /// From the press to its answer.
    pub answers: Vec<Duration>,
    /// From the press to the edit of the board.
    pub edits: Vec<Duration>,
    /// Calls to the Bot API meanwhile.
    pub calls: u64,
    /// Presses of an open loop that were left out, because every board was still being drawn.
    pub skipped: usize,
}

/// How people go on after a game.
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
    /// When the press was due that a board is to show.
    drawing: HashMap<i64, Instant>,
    /// When the press was due that is to be answered.
    asking: HashMap<u64, Instant>,
}

impl Crowd<'_> {
    /// Lets everybody start a game and waits for the boards.
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

    /// Plays so many presses, in every chat the next one as soon as the board shows the last.
    pub(crate) async fn play(&mut self, presses: usize) -> Played {
        let start = Instant::now();
        let calls_before = self.playground.calls_made();
        let mut played = Played::default();
        let mut begun = 0;
        while played.edits.len() < presses {
            while begun < presses
                && let Some(chat) = self.idle.pop_front()
            {
                self.press(chat, Instant::now());
                begun += 1;
            }
            self.watch(&mut played).await;
        }
        self.settle(&mut played).await;
        played.took = start.elapsed();
        played.calls = self.playground.calls_made() - calls_before;
        played
    }

    /// Plays at so many presses a second for so many seconds, whether or not the bot keeps up.
    pub(crate) async fn play_at(&mut self, rate: f64, seconds: f64) -> Played {
        let start = Instant::now();
        let end = start + Duration::from_secs_f64(seconds);
        let calls_before = self.playground.calls_made();
        let mut played = Played::default();
        for number in 0_u32.. {
            let due = start + Duration::from_secs_f64(f64::from(number) / rate);
            if due >= end {
                break;
            }
            loop {
                tokio::select! {
                    biased;
                    () = sleep_until(due) => break,
                    change = self.changes.recv() => self.see(change.expect("no change is missed"), &mut played),
                }
            }
            // Whatever is there by now is seen before somebody is chosen.
            while let Ok(change) = self.changes.try_recv() {
                self.see(change, &mut played);
            }
            match self.idle.pop_front() {
                Some(chat) => self.press(chat, due),
                None => played.skipped += 1,
            }
        }
        self.settle(&mut played).await;
        played.took = start.elapsed();
        played.calls = self.playground.calls_made() - calls_before;
        played
    }

    /// Waits until nothing is under way.
    async fn settle(&mut self, played: &mut Played) {
        while !self.drawing.is_empty() || !self.asking.is_empty() {
            self.watch(played).await;
        }
    }

    async fn watch(&mut self, played: &mut Played) {
        let change = timeout(PATIENCE, self.changes.recv()).await;
        self.see(change.expect("the bot goes on").expect("no change is missed"), played);
    }

    fn see(&mut self, change: VisibleChange, played: &mut Played) {
        match change {
            // That of somebody else.
            VisibleChange::Message { chat, .. } if !self.boards.contains_key(&chat) => {}
            // A board from which somebody has gone on only loses its buttons.
            VisibleChange::Message { chat, message_id } if message_id < self.boards[&chat] => {}
            VisibleChange::Message { chat, message_id } => {
                // What people write is seen too.
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

    fn message(&self, chat: i64, message_id: i32) -> MessageView {
        self.playground.message(chat, message_id).expect("the message is there")
    }
}
