//! People who play over the playground and notice whatever is wrong on their board.

use std::time::Duration;

use fastrand::Rng;
use tokio::time::timeout;

use zerosum::locales::{Language, Locales};
use zerosum::playground::Playground;
use zerosum::playground::views::{MessageView, Snapshot};
use zerosum::playground::watching::Timeout;
use zerosum::session::board::{Board, MessageId};
use zerosum::session::{Action, Revision, SessionId};
use zerosum::store::Store;
use zerosum::tap::{self, Tap};
use zerosum::view::focus::Focus;
use zerosum::view::{self, Audience};

const CELLS: usize = 9;
const CROSS: &str = "❌";
const NOUGHT: &str = "⭕";

/// A message that shows a session.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub message: i32,
    pub id: SessionId,
    pub revision: Revision,
    pub text: String,
    /// What the cells show, row by row, winning lines not marked.
    pub cells: Vec<String>,
    pub is_over: bool,
}

/// One person with one board.
pub struct Player {
    pub telegram: Playground,
    pub user: i64,
    pub chat: i64,
    pub name: &'static str,
    pub random: Rng,
    /// Finished games.
    pub games: u32,
    /// Whether they ask again for what does not come soon.
    pub is_insistent: bool,
}

/// How often an insistent person asks again.
const INSISTENCE: u32 = 10;

/// How long an insistent person waits.
const INSISTS_AFTER: Duration = Duration::from_secs(4);

impl Shown {
    /// What a message shows, if it is a board.
    pub fn of(message: &MessageView) -> Option<Shown> {
        let (board, below) = message.keyboard.split_at_checked(3)?;
        let data = board[0].first()?.data.as_deref()?;
        let Ok(Tap::Act { id, seen, action: Action::Play(_) }) = tap::decode(data) else {
            return None;
        };
        let cells = board.iter().flatten().map(|button| button.text.replace(['[', ']'], ""));
        Some(Shown {
            message: message.message_id,
            id,
            revision: seen,
            text: message.text.clone(),
            cells: cells.collect(),
            is_over: !below.is_empty(),
        })
    }

    fn free(&self) -> Vec<usize> {
        (0..CELLS).filter(|cell| self.cells[*cell] == "·").collect()
    }

    fn count(&self, mark: &str) -> usize {
        self.cells.iter().filter(|cell| *cell == mark).count()
    }
}

/// All the boards of a chat, oldest message first.
pub fn boards(snapshot: &Snapshot<'_>, chat: i64) -> Vec<Shown> {
    snapshot.messages(chat).iter().filter_map(Shown::of).collect()
}

impl Player {
    /// The newest view of this person's board that is on the screen.
    fn board(&self, snapshot: &Snapshot<'_>) -> Option<Shown> {
        let boards = boards(snapshot, self.chat).into_iter();
        let own = boards.filter(|shown| self.chat > 0 || shown.text.contains(self.name));
        own.max_by_key(|shown| (shown.revision, shown.message))
    }

    /// Asks for a board and waits for it, whatever happens to the bot meanwhile.
    pub async fn begin(&self) -> Shown {
        let say = |words| self.telegram.send_text(self.user, self.chat, words).map(drop);
        say("/new").expect("a member can write");
        let ask_again = || say("/board").expect("a member can write");
        self.wait(|snapshot| self.board(snapshot), ask_again).await.expect("a board comes")
    }

    /// Waits for something to be seen, and asks again from time to time if they are insistent.
    async fn wait<T>(
        &self,
        mut look: impl FnMut(&Snapshot<'_>) -> Option<T>,
        ask_again: impl Fn(),
    ) -> Result<T, Timeout> {
        if self.is_insistent {
            for _ in 0..INSISTENCE {
                if let Ok(seen) = timeout(INSISTS_AFTER, self.telegram.until(&mut look)).await {
                    return seen;
                }
                ask_again();
            }
        }
        self.telegram.until(look).await
    }

    /// Presses the button of a cell and waits until it has taken effect.
    pub async fn play(&mut self, before: &Shown) -> Shown {
        let free = before.free();
        let cell = free[self.random.usize(..free.len())];
        let after = self.press(before, cell / 3, cell % 3).await;
        self.check(before, cell, &after);
        after
    }

    /// Begins again on the same board.
    pub async fn rematch(&mut self, before: &Shown) -> Shown {
        self.games += 1;
        let after = self.press(before, 3, 0).await;
        assert_eq!(after.free().len(), CELLS, "{before:?} {after:?}");
        assert_eq!(after.revision.0, before.revision.0 + 1, "{before:?} {after:?}");
        after
    }

    async fn press(&self, before: &Shown, row: usize, column: usize) -> Shown {
        let press =
            || self.telegram.press(self.user, self.chat, before.message, row, column).map(drop);
        press().expect("the button is there");
        // By now it may be gone, and so is the reason to press it.
        let press_again = || drop(press());
        let newer = |snapshot: &Snapshot<'_>| {
            self.board(snapshot).filter(|shown| shown.revision > before.revision)
        };
        let after = self.wait(newer, press_again).await;
        let after = after.unwrap_or_else(|error| panic!("{} after {before:?}: {error}", self.name));
        assert_eq!(after.id, before.id, "a person has one board");
        after
    }

    /// Of what was shown nothing is lost, and one move and its answer have come to it.
    fn check(&self, before: &Shown, cell: usize, after: &Shown) {
        for (index, mark) in before.cells.iter().enumerate().filter(|(_, mark)| *mark != "·") {
            assert_eq!(after.cells[index], *mark, "{before:?} {after:?}");
        }
        assert_eq!(after.cells[cell], CROSS, "{before:?} {after:?}");
        assert_eq!(after.count(CROSS), before.count(CROSS) + 1, "{before:?} {after:?}");
        let answers = after.count(NOUGHT) - before.count(NOUGHT);
        let transitions = after.revision.0 - before.revision.0;
        assert_eq!(transitions as usize, 1 + answers, "{before:?} {after:?}");
        assert!(answers == 1 || (answers == 0 && after.is_over), "{before:?} {after:?}");
    }
}

/// Fails unless the screen shows the stored session, in the message that is noted for it.
pub async fn assert_shown(telegram: &Playground, store: &dyn Store, shown: &Shown, name: &str) {
    let board = store.load(shown.id).await.expect("the store can be read");
    let board = board.expect("what is shown is stored");
    let Board { session, chat, message, .. } = &board;
    assert_eq!(session.revision(), shown.revision, "{board:?} {shown:?}");
    assert_eq!(*message, Some(MessageId(shown.message)), "{board:?} {shown:?}");
    let audience =
        if chat.is_private() { Audience::Owner } else { Audience::Group { owner_name: name } };
    let view = view::of(session, Focus::Suggested, audience, &Locales::load(), Language::English);
    let message = telegram.message(chat.0, shown.message).expect("it is on the screen");
    let labels = |row: &Vec<view::Button>| row.iter().map(|button| button.label.clone()).collect();
    let expected: Vec<Vec<String>> = view.keyboard.iter().map(labels).collect();
    let rows = message.keyboard.iter();
    let found: Vec<Vec<String>> =
        rows.map(|row| row.iter().map(|button| button.text.clone()).collect()).collect();
    assert_eq!((message.text, found), (view.text, expected));
}
