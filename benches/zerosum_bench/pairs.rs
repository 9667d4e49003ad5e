//! People who wait for an opponent, are brought together, and play each other by the clock, each in their private
//! chat: a move is shown on two boards.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::time::Instant;
use zerosum_playground::Playground;
use zerosum_playground::views::MessageView;
use zerosum_playground::visible::VisibleChange;
use zerosum_render::tap::{self, Tap};
use zerosum_session::SessionId;

use crate::bots::Bots;
use crate::load::{self, Played, Players};

/// The button that asks for another game.
const AGAIN: &str = "🔁 Play again";

/// Button by which the opponent accepts another game.
const ACCEPT: &str = "✅ Accept";

/// Text on the board of the player to move.
const YOUR_MOVE: &str = "Your move";

/// Text on a board whose game the clock has ended.
const TIME_IS_UP: &str = "Time is up";

pub(crate) struct Pairs<'a> {
    playground: &'a Playground,
    changes: Receiver<VisibleChange>,
    /// Chat of the opponent, by chat.
    others: HashMap<i64, i64>,
    /// The board of each chat.
    boards: HashMap<i64, i32>,
    /// One chat of each pair in which nothing is under way, the longest idle first.
    idle: VecDeque<i64>,
    /// The chats whose boards have yet to show a press, how many marks there are then, and when it was due.
    drawing: HashMap<i64, (usize, Instant)>,
    /// Chat of each press that waits for its answer, and the time it was due.
    asking: HashMap<u64, (i64, Instant)>,
}

/// Measurements of a restart under load.
pub(crate) struct Restarted {
    /// Presses that were made and not yet shown when the processes were killed.
    pub under_way: usize,
    /// From the start of the new processes until all boards showed all presses.
    pub took: Duration,
}

impl Pairs<'_> {
    /// Has this many pairs of people wait for an opponent at once until all have one; returns the time it
    /// took.
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
            load::watch(&mut all, &mut Played::default()).await;
        }
        let took = start.elapsed();
        playground.settled().await.expect("nothing is left to be done");
        all.note_opponents(&people);
        (all, took)
    }

    /// Each has one board, and each game has two players, who know of each other.
    fn note_opponents(&mut self, people: &[i64]) {
        let mut players: HashMap<SessionId, Vec<i64>> = HashMap::new();
        for user in people {
            let games: HashSet<SessionId> = self
                .playground
                .look(|snapshot| snapshot.messages(*user).iter().filter_map(session_of).collect());
            assert_eq!(games.len(), 1, "everybody plays one game");
            for game in games {
                players.entry(game).or_default().push(*user);
            }
        }
        for pair in players.into_values() {
            let [one, other] = pair[..] else { panic!("two play a game, not {pair:?}") };
            self.others.extend([(one, other), (other, one)]);
            self.idle.push_back(one);
        }
    }

    /// Has all pairs make a move, kills the processes meanwhile, starts them again, and waits until both boards of
    /// each pair show the same.
    pub(crate) async fn survive_restart(&mut self, bots: &mut Bots) -> Restarted {
        self.begin_anew().await;
        while let Some(chat) = self.next_idle() {
            self.press(chat, Instant::now());
        }
        let pairs = self.under_way();
        while self.under_way() > pairs / 2 {
            load::watch(self, &mut Played::default()).await;
        }
        bots.kill();
        let under_way = self.under_way();
        let start = Instant::now();
        bots.start_again().await;
        while !self.drawing.is_empty() || !self.agree() {
            load::watch(self, &mut Played::default()).await;
        }
        // An answer may be lost with the process that has noted the press.
        self.asking.clear();
        Restarted { under_way, took: start.elapsed() }
    }

    /// Brings all pairs into a game: one of the two asks for it, and the other one accepts.
    async fn begin_anew(&mut self) {
        for _ in [AGAIN, ACCEPT] {
            let idle = std::mem::take(&mut self.idle);
            for chat in idle {
                match is_over(&self.board(chat)) {
                    true => self.press(chat, Instant::now()),
                    false => self.idle.push_back(chat),
                }
            }
            while !self.is_settled() {
                load::watch(self, &mut Played::default()).await;
            }
        }
    }

    /// Number of pairs with a board that has yet to show a press.
    fn under_way(&self) -> usize {
        let is_first = |one: &&i64| {
            let other = self.others[*one];
            **one < other || !self.drawing.contains_key(&other)
        };
        self.drawing.keys().filter(is_first).count()
    }

    /// Returns whether both boards of each pair show the same game, and no player has lost by the clock.
    fn agree(&self) -> bool {
        self.others.iter().all(|(one, other)| {
            let (own, theirs) = (self.board(*one), self.board(*other));
            assert!(!own.text.contains(TIME_IS_UP), "{own:?}");
            cells(&own) == cells(&theirs)
        })
    }

    fn board(&self, chat: i64) -> MessageView {
        self.playground.message(chat, self.boards[&chat]).expect("the board is there")
    }

    fn see_answer(&mut self, callback: u64, played: &mut Played) {
        let Some((chat, due)) = self.asking.remove(&callback) else { return };
        played.answers.push(due.elapsed());
        let is_refused = self.playground.look(|snapshot| {
            snapshot.answer(&callback.to_string()).is_some_and(|answer| !answer.text.is_empty())
        });
        // It is pressed again, on what the board shows by then.
        if is_refused {
            played.refused += 1;
            let drawing = [chat, self.others[&chat]].map(|chat| self.drawing.remove(&chat));
            if drawing.iter().any(Option::is_some) {
                self.idle.push_back(chat);
            }
        }
    }

    /// Records a board that is new or has changed.
    fn note_board(&mut self, chat: i64, message_id: i32) -> Option<MessageView> {
        let is_newer = self.boards.get(&chat).is_none_or(|known| *known <= message_id);
        let board = self.playground.message(chat, message_id).filter(|_| is_newer)?;
        let is_board = board.from_bot && board.text.contains('❌') && board.text.contains('⭕');
        is_board.then(|| {
            self.boards.insert(chat, message_id);
            board
        })
    }
}

impl Players for Pairs<'_> {
    fn playground(&self) -> &Playground {
        self.playground
    }

    fn changes(&mut self) -> &mut Receiver<VisibleChange> {
        &mut self.changes
    }

    fn next_idle(&mut self) -> Option<i64> {
        self.idle.pop_front()
    }

    /// The player to move presses the first free cell, or one of the two asks for another game or accepts it.
    fn press(&mut self, chat: i64, due: Instant) {
        let other = self.others[&chat];
        let (own, theirs) = (self.board(chat), self.board(other));
        let is_theirs = theirs.find_button(ACCEPT).is_some() || theirs.text.contains(YOUR_MOVE);
        let (mover, board) = if is_theirs { (other, theirs) } else { (chat, own) };
        let (label, marks) = if board.find_button(ACCEPT).is_some() {
            (ACCEPT, 0)
        } else if is_over(&board) {
            (AGAIN, marks(&board))
        } else {
            ("·", marks(&board) + 1)
        };
        let (row, column) = board.find_button(label).expect("there is something to press");
        self.drawing.extend([(chat, (marks, due)), (other, (marks, due))]);
        let pressed = self.playground.press(mover, mover, board.message_id, row, column);
        let callback = pressed.expect("the button is there").parse().expect("a number");
        self.asking.insert(callback, (chat, due));
    }

    fn see(&mut self, change: VisibleChange, played: &mut Played) {
        let (chat, message_id) = match change {
            VisibleChange::Message { chat, message_id } => (chat, message_id),
            VisibleChange::Answer { callback_id } => {
                return self.see_answer(callback_id, played);
            }
        };
        let Some(board) = self.note_board(chat, message_id) else { return };
        let Some((expected, due)) = self.drawing.get(&chat).copied() else { return };
        if marks(&board) != expected {
            return;
        }
        self.drawing.remove(&chat);
        if !self.drawing.contains_key(&self.others[&chat]) {
            played.edits.push(due.elapsed());
            self.idle.push_back(chat);
        }
    }

    fn is_settled(&self) -> bool {
        self.drawing.is_empty() && self.asking.is_empty()
    }
}

/// Returns whether another game can be asked for, or was.
fn is_over(board: &MessageView) -> bool {
    [AGAIN, ACCEPT].iter().any(|label| board.find_button(label).is_some())
}

/// The game of a message, if it is a board.
fn session_of(message: &MessageView) -> Option<SessionId> {
    match tap::decode(message.button(0, 0)?.data.as_deref()?) {
        Ok(Tap::Act { id, .. }) => Some(id),
        Ok(_) | Err(_) => None,
    }
}

/// Texts of the nine cells.
fn cells(board: &MessageView) -> Vec<&str> {
    board.keyboard.iter().take(3).flatten().map(|button| button.text.as_str()).collect()
}

fn marks(board: &MessageView) -> usize {
    cells(board).into_iter().filter(|cell| *cell != "·").count()
}
