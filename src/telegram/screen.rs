//! The screen: brings messages to their newest view.
//!
//! A message has one edit in flight at most, because edits sent at once may land in the wrong
//! order and turn the board back. Meanwhile the newest view waits and replaces an older one that
//! waits. What is on the screen is a copy of the session and may be drawn again at any time; what
//! cannot be brought there now is left to the sweep.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use teloxide::Bot;
use teloxide::payloads::{EditMessageText, EditMessageTextSetters};
use tokio::time::sleep;
use tokio_util::task::TaskTracker;

use crate::bounded::BoundedMap;
use crate::referee::Referee;
use crate::session::board::{ChatId, Place};
use crate::session::{Revision, SessionId};
use crate::telegram::api::CallError;
use crate::telegram::calls::{self, Verdict};
use crate::telegram::desk::no_link_preview;
use crate::telegram::markup;
use crate::view::View;

/// Messages being edited at once.
pub const LANES_MAX: usize = 20_000;

/// Tries of one edit while Telegram is in trouble, waits asked for by Telegram not counted.
pub const EDIT_TRIES_MAX: u32 = 8;

/// How long an edit may take to be seen everywhere.
const DOUBT_AFTER: Duration = Duration::from_secs(2);

/// Messages whose last view is remembered, to spare edits that change nothing.
pub const REMEMBERED_MAX: usize = 20_000;

/// What a message is to look like.
#[derive(Clone, Debug)]
pub struct Frame {
    pub view: View,
    /// The session and revision the view is of; `None` if it is not a board.
    pub board: Option<(SessionId, Revision)>,
}

/// See the module.
pub struct Screen {
    bot: Bot,
    referee: Arc<Referee>,
    tasks: TaskTracker,
    /// The messages with an edit in flight, each with the frame that waits for its turn.
    lanes: DashMap<Place, Option<Frame>>,
    /// What each message was last seen to show.
    remembered: BoundedMap<Place, Shown>,
    hasher: RandomState,
}

/// What a message was last seen to show.
#[derive(Clone, Copy, Default)]
struct Shown {
    /// A hash of the view.
    hash: u64,
    board: Option<(SessionId, Revision)>,
    drawn_at: Option<Instant>,
}

impl Screen {
    pub fn new(bot: Bot, referee: Arc<Referee>, tasks: TaskTracker) -> Screen {
        Screen {
            bot,
            referee,
            tasks,
            lanes: DashMap::new(),
            remembered: BoundedMap::new(REMEMBERED_MAX),
            hasher: RandomState::new(),
        }
    }

    /// Brings a message to a frame, unless a newer one of the same board waits already.
    pub fn show(self: &Arc<Screen>, place: Place, frame: Frame) {
        // Counted before the entry is taken: a map counts by locking the part that holds it.
        let is_crowded = self.lanes.len() >= LANES_MAX;
        match self.lanes.entry(place) {
            Entry::Occupied(mut waiting) => {
                let board = waiting.get().as_ref().and_then(|other| other.board);
                if !is_older(frame.board, board) {
                    waiting.insert(Some(frame));
                }
            }
            Entry::Vacant(_) if is_crowded => {}
            Entry::Vacant(lane) => {
                lane.insert(None);
                let screen = Arc::clone(self);
                self.tasks.spawn(async move { screen.work(place, frame).await });
            }
        }
    }

    /// Somebody has seen a message show something older than it is known to. Says whether that is
    /// to be believed, and forgets then what it was known to show: an edit may have come late and
    /// turned it back. Soon after an edit they just cannot have seen it yet.
    pub fn doubt(&self, place: Place) -> bool {
        let mut is_doubtful = false;
        self.remembered.change(place, |shown| {
            is_doubtful = shown.drawn_at.is_some_and(|at| at.elapsed() > DOUBT_AFTER);
            if is_doubtful {
                *shown = Shown::default();
            }
        });
        is_doubtful
    }

    /// Notes that a message was sent and looks like this.
    pub fn note_sent(&self, place: Place, view: &View) {
        let hash = self.hasher.hash_one(view);
        self.remember(place, Shown { hash, board: None, drawn_at: Some(Instant::now()) });
    }

    fn remember(&self, place: Place, now: Shown) {
        self.remembered.change_or_insert(place, |shown| *shown = now);
    }

    /// Edits a message until nothing waits for it any more.
    async fn work(&self, place: Place, mut frame: Frame) {
        loop {
            self.bring(place, &mut frame).await;
            let is_done = |_: &Place, waiting: &mut Option<Frame>| match waiting.take() {
                Some(next) => {
                    frame = next;
                    false
                }
                None => true,
            };
            if self.lanes.remove_if_mut(&place, is_done).is_some() {
                return;
            }
        }
    }

    /// Edits a message until it shows the frame, or a newer one that came to wait meanwhile.
    async fn bring(&self, place: Place, frame: &mut Frame) {
        let mut tries = 1;
        loop {
            let hash = self.hasher.hash_one(&frame.view);
            let goal = Shown { hash, board: frame.board, drawn_at: Some(Instant::now()) };
            let shown = self.remembered.read(place, Shown::clone).unwrap_or_default();
            // A frame may come late: it was made before a newer one that is on the screen by now.
            if is_older(goal.board, shown.board) {
                return;
            }
            if shown.hash == goal.hash {
                return self.note_shown(place, frame);
            }
            let Err(error) = self.edit(place, &frame.view).await else {
                self.remember(place, goal);
                return self.note_shown(place, frame);
            };
            let pause = match error.verdict() {
                Verdict::NotModified => {
                    self.remember(place, goal);
                    return self.note_shown(place, frame);
                }
                Verdict::Gone => {
                    log::info!("{} is gone: {error}", describe(place, frame));
                    return self.forget(place, frame).await;
                }
                Verdict::Wait(pause) => pause,
                Verdict::Trouble if tries < EDIT_TRIES_MAX => {
                    let pause = calls::backoff(tries);
                    tries += 1;
                    pause
                }
                Verdict::Trouble => {
                    log::warn!("{} is not redrawn: {error}", describe(place, frame));
                    return;
                }
                Verdict::Refused | Verdict::WrongToken => {
                    log::error!("{} cannot be redrawn: {error}", describe(place, frame));
                    return self.forget(place, frame).await;
                }
            };
            sleep(pause).await;
            if let Some(newer) = self.lanes.get_mut(&place).and_then(|mut lane| lane.take()) {
                *frame = newer;
            }
        }
    }

    async fn edit(&self, place: Place, view: &View) -> Result<(), CallError> {
        let ChatId(chat) = place.chat;
        let chat = teloxide::types::ChatId(chat);
        let message = teloxide::types::MessageId(place.message.0);
        let payload = EditMessageText::new(chat, message, &view.text)
            .link_preview_options(no_link_preview())
            .reply_markup(markup::keyboard(view));
        calls::once(&self.bot, &payload).await.map(|_| ())
    }

    fn note_shown(&self, place: Place, frame: &Frame) {
        if let Some((id, revision)) = frame.board {
            self.referee.note_shown(id, place, revision);
        }
    }

    async fn forget(&self, place: Place, frame: &Frame) {
        let Some((id, _)) = frame.board else { return };
        if let Err(error) = self.referee.displace(id, place).await {
            log::warn!("{} is given up and that is not noted: {error}", describe(place, frame));
        }
    }
}

/// Whether the first is an older revision of the same board.
fn is_older(one: Option<(SessionId, Revision)>, other: Option<(SessionId, Revision)>) -> bool {
    match (one, other) {
        (Some((id, revision)), Some((other_id, other_revision))) => {
            id == other_id && revision < other_revision
        }
        _ => false,
    }
}

fn describe(place: Place, frame: &Frame) -> String {
    let Place { chat: ChatId(chat), message } = place;
    match frame.board {
        Some((SessionId(id), Revision(revision))) => {
            format!("message {} of chat {chat}, session {id:x} at revision {revision},", message.0)
        }
        None => format!("message {} of chat {chat}", message.0),
    }
}
