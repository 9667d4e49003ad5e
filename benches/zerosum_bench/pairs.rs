//! People who wait for an opponent, are brought together, and play each other, each in their private chat: a
//! move is shown on two boards.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, timeout};
use zerosum_playground::Playground;
use zerosum_playground::views::MessageView;
use zerosum_playground::visible::VisibleChange;

use crate::crowd::Played;

/// The button that asks for another game.
const AGAIN: &str = "🔁 Play again";

/// What stands on the board of whoever is to move.
const YOUR_MOVE: &str = "Your move";

/// Whoever waits longer than this for anything is stuck.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Pairs<'a> {
    playground: &'a Playground,
    changes: Receiver<VisibleChange>,
    /// By chat that of the other one.
    others: HashMap<i64, i64>,
    /// The board of each chat.
    boards: HashMap<i64, i32>,
    /// One chat of each pair in which nothing is under way, the longest idle first.
    idle: VecDeque<i64>,
    /// The chats whose boards have yet to show a press, and when it was made.
    drawing: HashMap<i64, Instant>,
    /// When the press was made that is to be answered.
    asking: HashMap<u64, Instant>,
}

impl Pairs<'_> {
    /// Has so many people wait for an opponent at once until everybody has one, and tells how long that took.
    pub(crate) async fn gather(playground: &Playground, pairs: usize) -> (Pairs<'_>, Duration) {
        let people: Vec<i64> = (0..2 * pairs)
            .map(|number| playground.add_user(&format!("Player {number}."), Some("en")))
            .collect();
        let changes = playground.visible_changes();
        let start = Instant::now();
        for user in &people {
            playground.send_text(*user, *user, "/opponent 3x3 5+3").expect("the chat is there");
        }
        let mut all = Pairs {
            playground,
            changes,
            others: HashMap::new(),
            boards: HashMap::new(),
            idle: VecDeque::new(),
            drawing: HashMap::new(),
            asking: HashMap::new(),
        };
        while all.boards.len() < people.len() {
            let change = all.change().await;
            all.note_board(change);
        }
        let took = start.elapsed();
        for (number, user) in people.iter().enumerate() {
            let name = format!("Player {number}.");
            let is_theirs = |chat: &&i64| all.board(**chat).text.contains(&name);
            let other = people.iter().find(is_theirs).expect("everybody has an opponent");
            assert_eq!(all.others.insert(*user, *other), None);
        }
        for (one, other) in &all.others {
            assert_eq!(all.others[other], *one, "nobody plays two");
        }
        all.idle =
            all.others.iter().filter(|(one, other)| one < other).map(|(one, _)| *one).collect();
        (all, took)
    }

    /// Plays so many presses, in every pair the next one as soon as both boards show the last.
    pub(crate) async fn play(&mut self, presses: usize) -> Played {
        let start = Instant::now();
        let calls_before = self.playground.calls_made();
        let (mut played, mut begun) = (Played::default(), 0);
        while played.edits.len() < presses {
            while begun < presses
                && let Some(chat) = self.idle.pop_front()
            {
                self.press(chat);
                begun += 1;
            }
            let change = self.change().await;
            self.see(change, &mut played);
        }
        while !self.asking.is_empty() {
            let change = self.change().await;
            self.see(change, &mut played);
        }
        played.took = start.elapsed();
        played.calls = self.playground.calls_made() - calls_before;
        played
    }

    async fn change(&mut self) -> VisibleChange {
        let change = timeout(PATIENCE, self.changes.recv()).await;
        change.expect("the bot goes on").expect("no change is missed")
    }

    /// Notes a new board.
    fn note_board(&mut self, change: VisibleChange) -> Option<i64> {
        let VisibleChange::Message { chat, message_id } = change else { return None };
        let is_newer = self.boards.get(&chat).is_none_or(|known| *known <= message_id);
        let message = self.playground.message(chat, message_id).filter(|_| is_newer)?;
        let is_board =
            message.from_bot && message.text.contains('❌') && message.text.contains('⭕');
        is_board.then(|| {
            self.boards.insert(chat, message_id);
            chat
        })
    }

    fn see(&mut self, change: VisibleChange, played: &mut Played) {
        if let VisibleChange::Answer { callback_id } = change {
            if let Some(pressed) = self.asking.remove(&callback_id) {
                played.answers.push(pressed.elapsed());
            }
            return;
        }
        let Some(chat) = self.note_board(change) else { return };
        let Some(pressed) = self.drawing.remove(&chat) else { return };
        let other = self.others[&chat];
        if !self.drawing.contains_key(&other) {
            played.edits.push(pressed.elapsed());
            self.idle.push_back(chat);
        }
    }

    /// Whoever is to move presses the first free cell, or anybody asks for another game.
    fn press(&mut self, chat: i64) {
        let now = Instant::now();
        let other = self.others[&chat];
        let own = self.board(chat);
        let (mover, board) = if own.find_button(AGAIN).is_some() || own.text.contains(YOUR_MOVE) {
            (chat, own)
        } else {
            (other, self.board(other))
        };
        let button = board.find_button(AGAIN).or_else(|| board.find_button("·"));
        let (row, column) = button.expect("there is something to press");
        self.drawing.extend([(chat, now), (other, now)]);
        let pressed = self.playground.press(mover, mover, board.message_id, row, column);
        let callback = pressed.expect("the button is there").parse().expect("a number");
        self.asking.insert(callback, now);
    }

    fn board(&self, chat: i64) -> MessageView {
        self.playground.message(chat, self.boards[&chat]).expect("the board is there")
    }
}
