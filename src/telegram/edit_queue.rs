//! The edit queue: brings messages to their newest view.
//!
//! A message has one edit in flight at most, because edits sent at once may land in the wrong
//! order and turn the board back. Meanwhile the newest view waits and replaces an older one that
//! waits. What is on the screen is a copy of the session and may be drawn again at any time; what
//! cannot be brought there now, because too much waits or because Telegram is in trouble for long,
//! still counts in the store as not shown, and is left to the backlog and the sweep.

use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tokio::time::sleep;
use tokio_util::task::TaskTracker;

use crate::bounded::BoundedMap;
use crate::capacity::Capacity;
use crate::metrics::labels::Lost;
use crate::render::View;
use crate::session::board::{ChatId, ChatMessage, Place, Surface};
use crate::session::{Revision, SessionId};
use crate::telegram::api::CallError;
use crate::telegram::backlog::{Backlog, Waiting};
use crate::telegram::calls::{self, Verdict};
use crate::telegram::edit_lanes::{Lanes, Opened, Put};
use crate::telegram::frame::{Frame, is_older};
use crate::telegram::outbox::{Kind, Outbox};
use crate::telegram::paint::PaintPermit;
use crate::telegram::picture_storage::{LONG_PATIENCE, SHORT_PATIENCE, Wish};
use crate::telegram::rate_limit::{RateLimiter, Slot};

/// Tries of one edit while Telegram is in trouble, waits asked for by Telegram not counted.
pub const EDIT_TRIES_MAX: u32 = 8;

/// How long an edit may take to be seen everywhere.
const DOUBT_AFTER: Duration = Duration::from_secs(2);

/// Whoever has the boards, and hears what becomes of their messages.
#[async_trait]
pub trait EditObserver: Send + Sync {
    /// Whether other processes may draw the same messages.
    fn is_shared(&self) -> bool;

    /// The message shows this revision of a session now.
    fn note_shown(&self, place: Place, id: SessionId, shown: Revision);

    /// A call about a chat was refused. Says whether the chat has become another one, in which there
    /// are none of its messages.
    async fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool;

    /// The message that showed a session is gone, or can never show it again.
    async fn note_gone(&self, place: Place, id: SessionId);
}

/// See the module.
pub struct EditQueue {
    observer: Weak<dyn EditObserver>,
    outbox: Arc<Outbox>,
    rate_limiter: Arc<RateLimiter>,
    tasks: TaskTracker,
    /// The messages that are being edited.
    lanes: Arc<Lanes>,
    /// Boards that found no lane.
    backlog: Backlog,
    /// What each message was last seen to show, to spare edits that change nothing.
    remembered: BoundedMap<Place, Shown>,
    hasher: RandomState,
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

impl EditQueue {
    pub fn new(
        observer: Weak<dyn EditObserver>,
        outbox: Arc<Outbox>,
        rate_limiter: Arc<RateLimiter>,
        tasks: TaskTracker,
        capacity: &Capacity,
    ) -> EditQueue {
        EditQueue {
            observer,
            outbox,
            rate_limiter,
            tasks,
            lanes: Lanes::new(capacity.edits_in_flight),
            backlog: Backlog::default(),
            remembered: BoundedMap::new(capacity.remembered_messages),
            hasher: RandomState::new(),
        }
    }

    /// How many messages are being edited.
    pub fn lanes(&self) -> usize {
        self.lanes.count()
    }

    /// How many boards wait for a lane.
    pub fn backlog(&self) -> usize {
        self.backlog.count()
    }

    /// Has a board drawn by [`EditQueue::next_put_off`] as soon as there is a lane for it.
    pub fn put_off(&self, waiting: Waiting) {
        if !self.backlog.put(waiting) {
            self.note_lost(Lost::Crowded);
        }
    }

    /// Waits until there is a lane for a board that was put off, and is no longer.
    pub async fn next_put_off(&self) -> Waiting {
        loop {
            let closed = self.lanes.next_swept();
            let has_room = |waiting: &Waiting| {
                self.lanes.has_swept_room_for(waiting.surface.open(), waiting.person)
            };
            let next = self.lanes.has_swept_room().then(|| self.backlog.take(has_room));
            if let Some(next) = next.flatten() {
                return next;
            }
            tokio::select! {
                () = closed => {}
                () = self.backlog.arrival() => {}
            }
        }
    }

    /// Brings a message to a frame, unless it yields to one that waits already.
    pub fn show(self: &Arc<EditQueue>, place: Place, frame: Frame) {
        let (board, person) = (frame.board, frame.person);
        match self.lanes.put(place, frame) {
            Put::Opened(lane, frame) => {
                let edits = Arc::clone(self);
                self.tasks.spawn(async move { edits.work(lane, frame).await });
            }
            Put::Waits => {}
            Put::Crowded => match board {
                Some((id, _)) => {
                    self.put_off(Waiting { surface: place.surface().into(), id, person });
                }
                None => self.note_lost(Lost::Crowded),
            },
        }
    }

    /// Somebody has seen a message show something older than it is known to. Says whether that is
    /// to be believed, and forgets then what it was known to show: an edit may have come late and
    /// turned it back. Soon after an edit they just cannot have seen it yet.
    pub fn doubt(&self, place: Place) -> bool {
        // Nothing may be known here of a message that another process has drawn.
        let mut is_doubtful = self.is_shared();
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
    pub fn note_sent(&self, at: ChatMessage, view: &View, kind: Kind) {
        let hash = self.hasher.hash_one(view);
        let sent = Shown { hash, board: None, kind, drawn_at: Some(Instant::now()) };
        self.remembered.change_or_insert(at.into(), |shown| {
            if shown.drawn_at.is_none() {
                *shown = sent;
            }
        });
    }

    /// Lets go of messages that were not drawn lately.
    pub fn age(&self) {
        self.remembered.age();
        self.outbox.age();
    }

    /// Forgets what the messages of a chat were seen to show.
    pub fn forget_chat(&self, chat: ChatId) {
        self.remembered.retain(|place, _| place.surface() != Surface::Chat(chat));
    }

    fn remember(&self, place: Place, now: Shown) {
        self.remembered.change_or_insert(place, |shown| *shown = now);
    }

    /// Edits a message until nothing waits for it any more.
    async fn work(self: &Arc<EditQueue>, mut lane: Box<Opened>, first: Frame) {
        let mut next = Some(first);
        while let Some(mut frame) = next {
            self.bring(&lane, &mut frame).await;
            next = lane.take_next();
        }
    }

    /// Edits a message until it shows the frame, or a newer one that came to wait meanwhile.
    async fn bring(self: &Arc<EditQueue>, lane: &Opened, frame: &mut Frame) {
        let place = lane.place;
        let mut tries = 1;
        while !self.is_shown(place, frame) {
            let asked = self.store_picture(place, frame).await;
            let Some(slot) = self.turn(lane, frame).await else {
                return;
            };
            let paint_permit = self.outbox.paint_permit(place.surface(), &frame.view).await;
            take_newest(lane, frame);
            // The frame may be a newer one now, which needs no edit.
            if self.is_shown(place, frame) {
                return;
            }
            // Or one with another picture.
            let wanted =
                self.outbox.to_be_stored(place.surface(), &frame.view, self.kind_of(place));
            if wanted.is_some() && wanted != asked {
                continue;
            }
            match self.land(place, frame, (slot, paint_permit)).await {
                Ok(()) => {
                    if let Some(hash) = wanted {
                        self.complete_later(place, frame.clone(), hash);
                    }
                    return;
                }
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
            take_newest(lane, frame);
        }
    }

    /// Whether a message shows the frame, which is noted then, or a newer one of the same board.
    fn is_shown(self: &Arc<EditQueue>, place: Place, frame: &Frame) -> bool {
        let shown = self.remembered.read(place, Shown::clone).unwrap_or_default();
        // A frame may come late: it was made before a newer one that is on the screen by now.
        if is_older(frame.board, shown.board) {
            return true;
        }
        let is_enough =
            frame.yields_to(shown.board) || shown.hash == self.hasher.hash_one(&frame.view);
        let is_shown = is_enough && self.is_believed(&shown);
        if is_shown {
            self.note_shown(place, frame);
        }
        is_shown
    }

    /// Waits for the turn of a message; the frame is the newest one then. `None` if too much
    /// waits.
    async fn turn(&self, lane: &Opened, frame: &mut Frame) -> Option<Slot> {
        let place = lane.place;
        loop {
            let slot = tokio::select! {
                biased;
                slot = self.rate_limiter.enter(place.surface(), frame.class) => Some(slot),
                () = lane.hurry.notified() => None,
            };
            take_newest(lane, frame);
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

    /// Sends the picture of a frame to the storage chat if it has to be there, and says which one that is.
    async fn store_picture(&self, place: Place, frame: &Frame) -> Option<u64> {
        let kind = self.kind_of(place);
        let hash = self.outbox.to_be_stored(place.surface(), &frame.view, kind)?;
        let wish = Wish { person: frame.person, class: frame.class, patience: SHORT_PATIENCE };
        self.outbox.store(&frame.view, hash, wish, || true).await;
        Some(hash)
    }

    /// Shows a frame once more that had to be shown without its picture, if the storage chat gets that in time.
    fn complete_later(self: &Arc<EditQueue>, place: Place, frame: Frame, hash: u64) {
        // What is shown is not all of it, so it is drawn again.
        let incomplete = self.hasher.hash_one(&frame.view).wrapping_add(1);
        self.remembered.change(place, |shown| shown.hash = incomplete);
        let edits = Arc::clone(self);
        self.tasks.spawn(async move {
            let wish = Wish { person: frame.person, class: frame.class, patience: LONG_PATIENCE };
            let is_wanted = || edits.remembered.read(place, |shown| shown.hash) == Some(incomplete);
            if edits.outbox.store(&frame.view, hash, wish, is_wanted).await && is_wanted() {
                edits.show(place, Frame { since: None, ..frame });
            }
        });
    }

    /// What a message is, as far as is known.
    fn kind_of(&self, place: Place) -> Kind {
        self.remembered.read(place, |shown| shown.kind).unwrap_or_default()
    }

    /// Makes an edit and remembers what the message shows then.
    async fn land(
        self: &Arc<EditQueue>,
        place: Place,
        frame: &Frame,
        (slot, paint_permit): (Slot, Option<PaintPermit>),
    ) -> Result<(), Unlanded> {
        let kind = self.kind_of(place);
        let prepared = self.outbox.prepare(place.surface(), &frame.view, kind, paint_permit).await;
        let hash = self.hasher.hash_one(&frame.view);
        let kind_then = prepared.kind();
        let drawn_at = Some(Instant::now());
        let shown = Shown { hash, board: frame.board, kind: kind_then, drawn_at };
        match slot.cover(self.outbox.edit(place, &prepared)).await {
            Err(error) if error.verdict() != Verdict::NotModified => {
                let surface = place.surface();
                let Some(kind) = self.outbox.second_way(surface, &prepared, kind, &error) else {
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
        if self.note_refusal(place, error).await {
            self.note_lost(Lost::Gone);
            // What is in play is elsewhere by now, and what is over is nowhere.
            self.give_up(place, frame).await;
            return Next::Leave;
        }
        match error.verdict() {
            // Everything about this chat waits as long as it takes.
            Verdict::Wait(_) => return Next::Again(Duration::ZERO),
            Verdict::Trouble | Verdict::Unclear if *tries < EDIT_TRIES_MAX => {
                *tries += 1;
                return Next::Again(calls::backoff(*tries - 1));
            }
            Verdict::Crowded => {
                log::warn!("{} is not redrawn: {error}", describe(place, frame));
                self.note_lost(Lost::Crowded);
            }
            Verdict::Trouble | Verdict::Unclear | Verdict::WrongToken => {
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
        Next::Leave
    }

    fn note_landed(&self, frame: &Frame) {
        if let Some(since) = frame.since {
            self.outbox.metrics().play.press_to_edit.observe((), since.elapsed());
        }
    }

    fn note_lost(&self, why: Lost) {
        self.outbox.metrics().telegram.edits_lost.count(why);
    }

    /// Whether a message still shows what it was last seen to show, as far as is known here:
    /// another process may have drawn it since.
    fn is_believed(&self, shown: &Shown) -> bool {
        !self.is_shared() || shown.drawn_at.is_some_and(|at| at.elapsed() <= DOUBT_AFTER)
    }

    fn is_shared(&self) -> bool {
        self.observer.upgrade().is_some_and(|observer| observer.is_shared())
    }

    fn note_shown(&self, place: Place, frame: &Frame) {
        if let Some((id, revision)) = frame.board
            && let Some(observer) = self.observer.upgrade()
        {
            observer.note_shown(place, id, revision);
        }
    }

    async fn note_refusal(&self, place: Place, error: &CallError) -> bool {
        match (self.observer.upgrade(), place.surface().chat()) {
            (Some(observer), Some(chat)) => observer.note_refusal(chat, error).await,
            _ => false,
        }
    }

    async fn give_up(&self, place: Place, frame: &Frame) {
        if let Some((id, _)) = frame.board
            && let Some(observer) = self.observer.upgrade()
        {
            observer.note_gone(place, id).await;
        }
    }
}

/// Makes a newer frame that waits the one to be shown.
fn take_newest(lane: &Opened, frame: &mut Frame) {
    if let Some(newer) = lane.take_newer(frame) {
        *frame = newer.instead_of(frame.since);
    }
}

fn describe(place: Place, frame: &Frame) -> String {
    let message = match place {
        Place::Chat(ChatMessage { message, .. }) => format!("message {} of ", message.0),
        Place::Inline(_) => String::new(),
    };
    let surface = place.surface();
    match frame.board {
        Some((SessionId(id), Revision(revision))) => {
            format!("{message}{surface}, session {id:x} at revision {revision},")
        }
        None => format!("{message}{surface}"),
    }
}
