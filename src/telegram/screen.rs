//! The screen: brings messages to their newest view.
//!
//! A message has one edit in flight at most, because edits sent at once may land in the wrong
//! order and turn the board back. Meanwhile the newest view waits and replaces an older one that
//! waits. What is on the screen is a copy of the session and may be drawn again at any time; what
//! cannot be brought there now, because too much waits or because Telegram is in trouble for long,
//! still counts in the store as not shown, and is left to the sweep.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use tokio::sync::Notify;
use tokio::time::sleep;
use tokio_util::task::TaskTracker;

use crate::bounded::BoundedMap;
use crate::capacity::Capacity;
use crate::metrics::labels::Lost;
use crate::referee::Referee;
use crate::session::board::{ChatId, Place};
use crate::session::{Revision, SessionId};
use crate::store::StoreError;
use crate::telegram::api::CallError;
use crate::telegram::calls::{self, Verdict};
use crate::telegram::client::Client;
use crate::telegram::frames::Frames;
use crate::telegram::letters::{Kind, Letters};
use crate::telegram::pace::{Class, Pacer, Slot};
use crate::telegram::pictures::Easel;
use crate::telegram::reach;
use crate::view::View;

/// Tries of one edit while Telegram is in trouble, waits asked for by Telegram not counted.
pub const EDIT_TRIES_MAX: u32 = 8;

/// How long an edit may take to be seen everywhere.
const DOUBT_AFTER: Duration = Duration::from_secs(2);

/// What a message is to look like.
#[derive(Clone, Debug)]
pub struct Frame {
    pub view: View,
    /// The session and revision the view is of; `None` if it is not a board.
    pub board: Option<(SessionId, Revision)>,
    pub class: Class,
    /// When the oldest press arrived whose outcome it shows; `None` if it shows none.
    pub since: Option<Instant>,
}

impl Frame {
    /// This frame in the place of an older one that was not shown, which waits since then.
    fn instead_of(self, older: Option<Instant>) -> Frame {
        Frame { since: [self.since, older].into_iter().flatten().min(), ..self }
    }
}

/// See the module.
pub struct Screen {
    client: Client,
    referee: Arc<Referee>,
    frames: Arc<Frames>,
    letters: Arc<Letters>,
    pacer: Arc<Pacer>,
    tasks: TaskTracker,
    /// The messages that are being edited.
    lanes: DashMap<Place, Lane>,
    /// Messages being edited at once; edits of more are left to the sweep.
    lanes_max: usize,
    /// What each message was last seen to show, to spare edits that change nothing.
    remembered: BoundedMap<Place, Shown>,
    hasher: RandomState,
}

/// A message that is being edited.
struct Lane {
    /// The frame that came last and is yet to be taken up.
    waiting: Option<Frame>,
    /// How urgent the edit is that is in flight or waits for Telegram's limits.
    class: Class,
    /// Tells that edit that it has become more urgent.
    hurry: Arc<Notify>,
}

/// Why an edit has not come to its message.
enum Unlanded {
    Call(CallError),
    /// There is another way.
    InThisWay,
}

/// What to do after an edit that failed.
enum Next {
    /// Try again after this pause.
    Again(Duration),
    Leave,
}

/// What a message was last seen to show.
#[derive(Clone, Copy, Default)]
struct Shown {
    /// A hash of the view.
    hash: u64,
    board: Option<(SessionId, Revision)>,
    kind: Kind,
    drawn_at: Option<Instant>,
}

impl Screen {
    pub fn new(
        client: Client,
        referee: Arc<Referee>,
        frames: Arc<Frames>,
        letters: Arc<Letters>,
        pacer: Arc<Pacer>,
        tasks: TaskTracker,
        capacity: &Capacity,
    ) -> Screen {
        Screen {
            client,
            referee,
            frames,
            letters,
            pacer,
            tasks,
            lanes: DashMap::new(),
            lanes_max: capacity.edits_in_flight,
            remembered: BoundedMap::new(capacity.remembered_messages),
            hasher: RandomState::new(),
        }
    }

    /// How many messages are being edited.
    pub fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// Brings a message to a frame, unless a newer one of the same board waits already.
    pub fn show(self: &Arc<Screen>, place: Place, frame: Frame) {
        // Counted before the entry is taken: a map counts by locking the part that holds it.
        let is_crowded = self.lanes.len() >= frame.class.share_of(self.lanes_max);
        match self.lanes.entry(place) {
            Entry::Occupied(mut lane) => lane.get_mut().put(frame),
            Entry::Vacant(_) if is_crowded => self.note_lost(Lost::Crowded),
            Entry::Vacant(lane) => {
                let hurry = Arc::new(Notify::new());
                lane.insert(Lane { waiting: None, class: frame.class, hurry: Arc::clone(&hurry) });
                let screen = Arc::clone(self);
                self.tasks.spawn(async move { screen.work(place, frame, &hurry).await });
            }
        }
    }

    /// Somebody has seen a message show something older than it is known to. Says whether that is
    /// to be believed, and forgets then what it was known to show: an edit may have come late and
    /// turned it back. Soon after an edit they just cannot have seen it yet.
    pub fn doubt(&self, place: Place) -> bool {
        // Nothing may be known here of a message that another process has drawn.
        let mut is_doubtful = self.referee.is_shared();
        self.remembered.change(place, |shown| {
            is_doubtful = shown.drawn_at.is_none_or(|at| at.elapsed() > DOUBT_AFTER);
            if is_doubtful {
                *shown = Shown::default();
            }
        });
        is_doubtful
    }

    /// Notes that a message was sent as such and looks like this, unless somebody quick has pressed
    /// it and it was edited before Telegram's word that it is there came in.
    pub fn note_sent(&self, place: Place, view: &View, kind: Kind) {
        let hash = self.hasher.hash_one(view);
        let sent = Shown { hash, board: None, kind, drawn_at: Some(Instant::now()) };
        self.remembered.change_or_insert(place, |shown| {
            if shown.drawn_at.is_none() {
                *shown = sent;
            }
        });
    }

    /// Lets go of messages that were not drawn lately.
    pub fn age(&self) {
        self.remembered.age();
        self.letters.age();
    }

    /// Forgets what the messages of a chat were seen to show.
    pub fn forget_chat(&self, chat: ChatId) {
        self.remembered.retain(|place, _| place.chat != chat);
    }

    fn remember(&self, place: Place, now: Shown) {
        self.remembered.change_or_insert(place, |shown| *shown = now);
    }

    /// Edits a message until nothing waits for it any more.
    async fn work(self: &Arc<Screen>, place: Place, mut frame: Frame, hurry: &Notify) {
        loop {
            self.bring(place, &mut frame, hurry).await;
            let is_done = |_: &Place, lane: &mut Lane| match lane.waiting.take() {
                Some(next) => {
                    lane.class = next.class;
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
    async fn bring(self: &Arc<Screen>, place: Place, frame: &mut Frame, hurry: &Notify) {
        let mut tries = 1;
        while !self.is_shown(place, frame) {
            let Some(slot) = self.turn(place, frame, hurry).await else {
                return;
            };
            let easel = self.letters.easel(place.chat, &frame.view).await;
            self.take_newest(place, frame);
            // The frame may be a newer one now, which needs no edit.
            if self.is_shown(place, frame) {
                return;
            }
            match self.land(place, frame, (slot, easel)).await {
                Ok(()) => return,
                // The message is not what it was taken for, or its chat takes no pictures.
                Err(Unlanded::InThisWay) if tries < EDIT_TRIES_MAX => tries += 1,
                Err(Unlanded::InThisWay) => return self.note_lost(Lost::Refused),
                Err(Unlanded::Call(error)) => {
                    match self.judge(place, frame, &error, &mut tries).await {
                        Next::Again(pause) => sleep(pause).await,
                        Next::Leave => return,
                    }
                }
            }
            self.take_newest(place, frame);
        }
    }

    /// Whether a message shows the frame, which is noted then, or a newer one of the same board.
    fn is_shown(self: &Arc<Screen>, place: Place, frame: &Frame) -> bool {
        let shown = self.remembered.read(place, Shown::clone).unwrap_or_default();
        // A frame may come late: it was made before a newer one that is on the screen by now.
        if is_older(frame.board, shown.board) {
            return true;
        }
        let is_shown = shown.hash == self.hasher.hash_one(&frame.view) && self.is_believed(&shown);
        if is_shown {
            self.note_shown(place, frame);
        }
        is_shown
    }

    /// Waits for the turn of a message; the frame is the newest one then. `None` if too much
    /// waits.
    async fn turn(&self, place: Place, frame: &mut Frame, hurry: &Notify) -> Option<Slot> {
        loop {
            let slot = tokio::select! {
                biased;
                slot = self.pacer.enter(place.chat, frame.class) => Some(slot),
                () = hurry.notified() => None,
            };
            self.take_newest(place, frame);
            match slot {
                Some(Ok(slot)) => return Some(slot),
                Some(Err(crowded)) => {
                    log::debug!("{} is not redrawn yet: {crowded:?}", describe(place, frame));
                    self.note_lost(Lost::Crowded);
                    return None;
                }
                None => {}
            }
        }
    }

    /// Makes a newer frame that waits the one to be shown.
    fn take_newest(&self, place: Place, frame: &mut Frame) {
        let Some(mut lane) = self.lanes.get_mut(&place) else { return };
        match lane.waiting.take() {
            Some(newer) if !is_older(newer.board, frame.board) => {
                lane.class = newer.class;
                *frame = newer.instead_of(frame.since);
            }
            Some(_) | None => {}
        }
    }

    /// Makes an edit and remembers what the message shows then.
    async fn land(
        self: &Arc<Screen>,
        place: Place,
        frame: &Frame,
        (slot, easel): (Slot, Option<Easel>),
    ) -> Result<(), Unlanded> {
        let kind = self.remembered.read(place, |shown| shown.kind).unwrap_or_default();
        let letter = self.letters.letter(place.chat, &frame.view, kind, easel).await;
        let hash = self.hasher.hash_one(&frame.view);
        let kind_then = letter.kind();
        let drawn_at = Some(Instant::now());
        let shown = Shown { hash, board: frame.board, kind: kind_then, drawn_at };
        match slot.cover(self.letters.edit(place, &letter)).await {
            Err(error) if error.verdict() != Verdict::NotModified => {
                let Some(kind) = self.letters.second_way(place.chat, &letter, kind, &error) else {
                    return Err(Unlanded::Call(error));
                };
                self.remembered.change_or_insert(place, |shown| shown.kind = kind);
                return Err(Unlanded::InThisWay);
            }
            Ok(()) | Err(_) => {}
        }
        self.remember(place, shown);
        self.note_landed(frame);
        self.note_shown(place, frame);
        Ok(())
    }

    /// Decides what comes after an edit that failed. What is left without being forgotten is found
    /// by the sweep.
    async fn judge(&self, place: Place, frame: &Frame, error: &CallError, tries: &mut u32) -> Next {
        match error.verdict() {
            // Everything about this chat waits as long as it takes.
            Verdict::Wait(_) => return Next::Again(Duration::ZERO),
            Verdict::Trouble if *tries < EDIT_TRIES_MAX => {
                *tries += 1;
                return Next::Again(calls::backoff(*tries - 1));
            }
            Verdict::Crowded => {
                log::warn!("{} is not redrawn: {error}", describe(place, frame));
                self.note_lost(Lost::Crowded);
            }
            Verdict::Trouble | Verdict::WrongToken => {
                log::warn!("{} is not redrawn: {error}", describe(place, frame));
                self.note_lost(Lost::Trouble);
            }
            Verdict::Gone => {
                log::info!("{} is gone: {error}", describe(place, frame));
                self.note_lost(Lost::Gone);
                self.give_up(place, frame).await;
            }
            Verdict::Refused | Verdict::NotModified => {
                log::error!("{} cannot be redrawn: {error}", describe(place, frame));
                self.note_lost(Lost::Refused);
                self.give_up(place, frame).await;
            }
        }
        reach::note_refusal(&self.referee, place.chat, error).await;
        Next::Leave
    }

    fn note_landed(&self, frame: &Frame) {
        if let Some(since) = frame.since {
            self.client.metrics.play.press_to_edit.observe((), since.elapsed());
        }
    }

    fn note_lost(&self, why: Lost) {
        self.client.metrics.telegram.screens_lost.count(why);
    }

    /// Whether a message still shows what it was last seen to show, as far as is known here:
    /// another process may have drawn it since.
    fn is_believed(&self, shown: &Shown) -> bool {
        !self.referee.is_shared() || shown.drawn_at.is_some_and(|at| at.elapsed() <= DOUBT_AFTER)
    }

    /// Notes what a message shows, and looks then whether another process has overtaken that.
    fn note_shown(self: &Arc<Screen>, place: Place, frame: &Frame) {
        let Some((id, revision)) = frame.board else { return };
        let noting = self.referee.note_shown(id, place, revision);
        if self.referee.is_shared() {
            let screen = Arc::clone(self);
            self.tasks.spawn(async move {
                if !noting.await {
                    screen.catch_up(id, place, revision).await;
                }
            });
        }
    }

    /// Draws what another process has made of a board meanwhile. Its edit may have landed before
    /// ours; ours then shows what has passed.
    async fn catch_up(self: &Arc<Screen>, id: SessionId, place: Place, shown: Revision) {
        let caught_up = async {
            let Some(board) = self.referee.overtaken(id, place, shown).await? else {
                return Ok(());
            };
            match board.place() {
                Some(newer) if newer != place => {
                    self.show(place, self.frames.moved_board(&board).await);
                    if board.is_behind() {
                        self.show(newer, self.frames.board(&board).await?);
                    }
                }
                Some(_) | None => self.show(place, self.frames.board(&board).await?),
            }
            Ok::<_, StoreError>(())
        };
        if let Err(error) = caught_up.await {
            let (ChatId(chat), SessionId(id)) = (place.chat, id);
            log::warn!("chat {chat}, session {id:x}: nobody knows what it should show: {error}");
        }
    }

    async fn give_up(&self, place: Place, frame: &Frame) {
        let Some((id, _)) = frame.board else { return };
        if let Err(error) = self.referee.displace(id, place).await {
            log::warn!("{} is given up and that is not noted: {error}", describe(place, frame));
        }
    }
}

impl Lane {
    /// Puts in a frame to be taken up, unless a newer one of the same board waits already.
    fn put(&mut self, frame: Frame) {
        let board = self.waiting.as_ref().and_then(|other| other.board);
        if is_older(frame.board, board) {
            return;
        }
        if frame.class < self.class {
            self.class = frame.class;
            self.hurry.notify_one();
        }
        let older = self.waiting.as_ref().and_then(|other| other.since);
        self.waiting = Some(frame.instead_of(older));
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
