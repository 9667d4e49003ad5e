//! Simulated people who play through the playground and check their boards.

use std::time::Duration;

use fastrand::Rng;
use tokio::time::timeout;
use zerosum_games::side::BySide;
use zerosum_playground::Playground;
use zerosum_playground::observe::Timeout;
use zerosum_playground::views::{MessageView, Snapshot};
use zerosum_render::Audience;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::endings;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::BotNames;
use zerosum_render::tap::{self, Tap};
use zerosum_session::board::{Board, MessageId};
use zerosum_session::language::Language;
use zerosum_session::{Action, Revision, SessionId};
use zerosum_store::Store;

const CELLS: usize = 9;
const CROSS: &str = "❌";
const NOUGHT: &str = "⭕";

/// Beginning of the label that asks for another game, in any language.
const AGAIN: &str = "🔁";

/// A message that shows a session.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shown {
    pub message: i32,
    pub id: SessionId,
    pub revision: Revision,
    pub text: String,
    /// Marks of the cells, row by row, without highlights of winning lines and of the last move.
    pub cells: Vec<String>,
    pub is_over: bool,
}

/// One user with one board.
pub(crate) struct Player {
    pub telegram: Playground,
    pub user: i64,
    pub chat: i64,
    pub name: &'static str,
    pub random: Rng,
    /// Number of finished games.
    pub games: u32,
    /// True if they ask again when an answer is late.
    pub is_insistent: bool,
}

/// Number of times an insistent user asks again.
const INSISTENCE: u32 = 10;

/// Factor on the patience of a user who asks once: the bot is killed repeatedly meanwhile, and starts as fast
/// as the machine lets it.
const PATIENCES: u32 = 4;

/// Time that an insistent user waits before asking again.
const INSISTS_AFTER: Duration = Duration::from_secs(4);

impl Shown {
    /// The session that a message shows, if it is a board.
    pub(crate) fn of(message: &MessageView) -> Option<Shown> {
        let (board, below) = message.keyboard.split_at_checked(3)?;
        let data = board[0].first()?.data.as_deref()?;
        let Ok(Tap::Act { id, seen, action: Action::Play(_) }) = tap::decode(data) else {
            return None;
        };
        let cells = board.iter().flatten().map(|button| button.text.replace(['✅', '‹', '›'], ""));
        Some(Shown {
            message: message.message_id,
            id,
            revision: seen,
            text: message.text.clone(),
            cells: cells.collect(),
            is_over: below.iter().flatten().any(|button| button.text.starts_with(AGAIN)),
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
pub(crate) fn boards(snapshot: &Snapshot<'_>, chat: i64) -> Vec<Shown> {
    snapshot.messages(chat).iter().filter_map(Shown::of).collect()
}

impl Player {
    /// The most recent view among this user's boards that satisfy the condition: if a board was sent twice,
    /// the other copy can stay behind until it is pressed.
    fn board(&self, snapshot: &Snapshot<'_>, is_wanted: impl Fn(&Shown) -> bool) -> Option<Shown> {
        let boards = boards(snapshot, self.chat).into_iter();
        let own = boards.filter(|shown| self.chat > 0 || shown.text.contains(self.name));
        own.filter(is_wanted).max_by_key(|shown| (shown.revision, shown.message))
    }

    /// Asks for a board and waits for it, even if the bot is killed meanwhile.
    pub(crate) async fn begin(&self) -> Shown {
        let say = |words| self.telegram.send_text(self.user, self.chat, words).map(drop);
        say("/new perfect").expect("a member can write");
        let ask_again = || say("/board").expect("a member can write");
        self.wait(|snapshot| self.board(snapshot, |_| true), ask_again)
            .await
            .expect("a board comes")
    }

    /// Waits for a condition, and repeats the request from time to time if the user is insistent.
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
        for _ in 1..PATIENCES {
            if let Ok(seen) = self.telegram.until(&mut look).await {
                return Ok(seen);
            }
        }
        self.telegram.until(look).await
    }

    /// Presses the button of a cell and waits until it has taken effect.
    pub(crate) async fn play(&mut self, before: &Shown) -> Shown {
        let free = before.free();
        let cell = free[self.random.usize(..free.len())];
        let is_newer = |shown: &Shown| shown.id == before.id && shown.revision > before.revision;
        let after = self.press(before, (cell / 3, cell % 3), is_newer).await;
        self.check(before, cell, &after);
        after
    }

    /// Plays again, on another board.
    pub(crate) async fn play_again(&mut self, before: &Shown) -> Shown {
        self.games += 1;
        let is_other = |shown: &Shown| shown.id != before.id && shown.message > before.message;
        let after = self.press(before, (3, 0), is_other).await;
        assert_eq!(after.free().len(), CELLS, "{before:?} {after:?}");
        assert_eq!(after.revision, Revision::START, "{before:?} {after:?}");
        after
    }

    /// Presses a button and waits for the board that it leads to.
    async fn press(
        &self,
        before: &Shown,
        (row, column): (usize, usize),
        is_awaited: impl Fn(&Shown) -> bool,
    ) -> Shown {
        let press =
            || self.telegram.press(self.user, self.chat, before.message, row, column).map(drop);
        press().expect("the button is there");
        // The button may be gone by now, and so is the reason to press it.
        let press_again = || drop(press());
        let newer = |snapshot: &Snapshot<'_>| self.board(snapshot, &is_awaited);
        let after = self.wait(newer, press_again).await;
        after.unwrap_or_else(|error| panic!("{} after {before:?}: {error}", self.name))
    }

    /// Checks that no shown mark is lost, and that one move and its answer were added.
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

/// Fails unless the screen shows the stored session, in the message recorded for it. A different level may be
/// on offer below it, since the process that drew it may not have known of that.
pub(crate) async fn assert_shown(telegram: &Playground, store: &Store, shown: &Shown, name: &str) {
    let board = store.load(shown.id).await.expect("the store can be read");
    let board = board.expect("what is shown is stored");
    let Board { session, message, .. } = &board;
    let chat = board.surface().chat().expect("a game begins in a chat");
    assert_eq!(session.revision(), shown.revision, "{board:?} {shown:?}");
    assert_eq!(*message, Some(MessageId(shown.message)), "{board:?} {shown:?}");
    let name = &BotNames::default().name_beside(name);
    let audience = if chat.is_private() {
        Audience::Owner
    } else {
        Audience::Group { names: BySide { first: name, second: name }, is_of_group: true }
    };
    let locales = Locales::load();
    let localizer = locales.localizer(Language::English);
    let view = zerosum_render::of(session, Focus::Suggested, None, audience, localizer);
    let offered = endings::offered(view.clone(), session, locales.localizer(Language::English));
    let message = telegram.message(chat.0, shown.message).expect("it is on the screen");
    let labels =
        |row: &Vec<zerosum_render::Button>| row.iter().map(|button| button.label.clone()).collect();
    let expected: Vec<Vec<String>> = view.keyboard.iter().map(labels).collect();
    let rows = message.keyboard.iter();
    let found: Vec<Vec<String>> =
        rows.map(|row| row.iter().map(|button| button.text.clone()).collect()).collect();
    // A milestone is told below the text.
    let told = message.text.split("\n🌟").next().unwrap_or_default();
    let text = if told == offered.text { offered.text } else { view.text };
    assert_eq!((told, found), (text.as_str(), expected));
}
