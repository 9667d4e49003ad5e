//! Edit queue: brings messages to their newest view.
//!
//! A message has at most one edit in flight, because concurrent edits may land in the wrong order and
//! turn the board back. Meanwhile the newest view waits and replaces an older one that waits. The screen
//! is a copy of the session and may be redrawn at any time. A board that cannot be drawn now, because
//! too much waits or Telegram is in trouble for long, still counts in the store as not shown, and is
//! left to the backlog and the sweep.

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
use crate::session::board::{ChatId, ChatMessage, Place};
use crate::session::{Revision, SessionId};
use crate::telegram::api::CallError;
use crate::telegram::backlog::{Backlog, Waiting};
use crate::telegram::calls::{self, Verdict};
use crate::telegram::edit_slots::{EditSlots, Put, SlotGuard};
use crate::telegram::frame::{Frame, describe, is_older};
use crate::telegram::outbox::{Kind, Outbox};
use crate::telegram::paint::PaintPermit;
use crate::telegram::picture_storage::{LONG_PATIENCE, SHORT_PATIENCE, Wish};
use crate::telegram::rate_limit::{Asker, RateLimiter, Slot};

/// Tries of one edit while Telegram is in trouble, not counting the waits that Telegram asks for.
pub const EDIT_TRIES_MAX: u32 = 8;

/// Time within which an edit becomes visible to all clients.
const DOUBT_AFTER: Duration = Duration::from_secs(2);

/// Owner of the boards. It is told the outcomes of their edits.
#[async_trait]
pub trait EditObserver: Send + Sync {
    /// Returns whether other processes may draw the same messages.
    fn is_shared(&self) -> bool;

    /// Notes that the message shows this revision of a session now.
    fn note_shown(&self, place: Place, id: SessionId, shown: Revision);

    /// Notes that a call about a chat was refused. Returns whether the chat has migrated to another one,
    /// which has none of its messages.
    async fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool;

    /// Notes that the message of a session is gone, or can never show it again.
    async fn note_gone(&self, place: Place, id: SessionId, gone: Gone);
}

/// Part of the place of a session that is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
    /// The message; another one can be sent.
    Message,
    /// The topic, or the right to write there. The chat may have other topics.
    Topic,
    /// The chat, or any way to use it.
    Chat,
}

impl Gone {
    fn of(error: &CallError) -> Gone {
        match (error.is_of_message(), error.is_of_topic()) {
            (true, _) => Gone::Message,
            (false, true) => Gone::Topic,
            (false, false) => Gone::Chat,
        }
    }
}

/// Brings each message to its newest frame, with at most one edit in flight per message.
pub struct EditQueue {
    observer: Weak<dyn EditObserver>,
    outbox: Arc<Outbox>,
    rate_limiter: Arc<RateLimiter>,
    tasks: TaskTracker,
    /// Slots of the messages that are being edited.
    edit_slots: Arc<EditSlots>,
    /// Boards that found no free slot.
    backlog: Backlog,
    /// The last known content of each message, used to skip edits that change nothing.
    remembered: BoundedMap<Place, Shown>,
    hasher: RandomState,
}

/// Reasons why an edit failed.
enum EditError {
    Call(CallError),
    /// The message is of another kind than assumed, so the edit needs another method.
    WrongMessageKind,
}

/// Next step after a failed edit.
enum Next {
    /// Try again after this pause.
    Again(Duration),
    Leave,
}

/// Last known content of a message.
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
            edit_slots: EditSlots::new(capacity.edits_in_flight),
            backlog: Backlog::default(),
            remembered: BoundedMap::new(capacity.remembered_messages),
            hasher: RandomState::new(),
        }
    }

    /// Number of messages being edited.
    pub fn edit_slots(&self) -> usize {
        self.edit_slots.count()
    }

    /// Returns whether a message is being edited, or about to be.
    pub fn is_editing(&self, place: Place) -> bool {
        self.edit_slots.is_open(place)
    }

    /// Number of boards that wait for a slot.
    pub fn backlog(&self) -> usize {
        self.backlog.count()
    }

    /// Queues a board for [`EditQueue::next_put_off`], which returns it when a slot is free.
    pub fn put_off(&self, waiting: Waiting) {
        if !self.backlog.put(waiting) {
            self.note_lost(Lost::Crowded);
        }
    }

    /// Waits for a free slot for a queued board, and takes the board out of the queue.
    pub async fn next_put_off(&self) -> Waiting {
        loop {
            let closed = self.edit_slots.next_swept();
            let has_room = |waiting: &Waiting| {
                self.edit_slots.has_swept_room_for(waiting.surface.open(), waiting.person)
            };
            let next = self.edit_slots.has_swept_room().then(|| self.backlog.take(has_room));
            if let Some(next) = next.flatten() {
                return next;
            }
            tokio::select! {
                () = closed => {}
                () = self.backlog.arrival() => {}
            }
        }
    }

    /// Edits a message to show a frame, unless the frame yields to one that waits already.
    pub fn show(self: &Arc<EditQueue>, place: Place, frame: Frame) {
        let (board, person) = (frame.board, frame.person);
        match self.edit_slots.put(place, frame) {
            Put::Opened(guard, frame) => {
                let edits = Arc::clone(self);
                self.tasks.spawn(async move { edits.work(guard, frame).await });
            }
            Put::Waits => {}
            Put::Full => match board {
                Some((id, _)) => {
                    self.put_off(Waiting { surface: place.surface().into(), id, person });
                }
                None => self.note_lost(Lost::Crowded),
            },
        }
    }

    /// Handles a press made at a message that shows an older view than recorded. Returns whether that is
    /// plausible, and forgets the recorded view then: an edit may have landed late and turned the
    /// message back. A press from before the last edit, or from soon after it, does not count.
    pub fn doubt(&self, place: Place, arrived: Instant) -> bool {
        // There may be no record here of a message that another process has drawn.
        let mut is_doubtful = self.is_shared();
        self.remembered.change(place, |shown| {
            is_doubtful = knows_of_edit(shown.drawn_at, arrived);
            if is_doubtful {
                *shown = Shown::default();
            }
        });
        is_doubtful
    }

    /// Records the view of a message that was just sent, unless the message was pressed and edited
    /// before the result of sending it arrived.
    pub fn note_sent(&self, at: ChatMessage, view: &View, kind: Kind) {
        let hash = self.hasher.hash_one(view);
        let sent = Shown { hash, board: None, kind, drawn_at: Some(Instant::now()) };
        self.remembered.change_or_insert(at.into(), |shown| {
            if shown.drawn_at.is_none() {
                *shown = sent;
            }
        });
    }

    /// Evicts messages that were not drawn lately.
    pub fn age(&self) {
        self.remembered.age();
        self.outbox.age();
    }

    fn remember(&self, place: Place, now: Shown) {
        self.remembered.change_or_insert(place, |shown| *shown = now);
    }

    /// Edits a message until no frame waits for it.
    async fn work(self: &Arc<EditQueue>, mut guard: Box<SlotGuard>, first: Frame) {
        let mut next = Some(first);
        while let Some(mut frame) = next {
            self.bring(&guard, &mut frame).await;
            next = guard.take_next();
        }
    }

    /// Edits a message until it shows the frame, or a newer one that has arrived meanwhile.
    async fn bring(self: &Arc<EditQueue>, guard: &SlotGuard, frame: &mut Frame) {
        let place = guard.place;
        let mut tries = 1;
        while !self.is_shown(place, frame) {
            let asked = self.store_picture(place, frame).await;
            let Some(slot) = self.turn(guard, frame).await else {
                return;
            };
            let paint_permit = self.outbox.paint_permit(place.surface(), &frame.view).await;
            take_newest(guard, frame);
            // The frame may be a newer one now, which needs no edit.
            if self.is_shown(place, frame) {
                return;
            }
            // The newer frame may have another picture.
            let wanted =
                self.outbox.to_be_stored(place.surface(), &frame.view, self.kind_of(place));
            if wanted.is_some() && wanted != asked {
                continue;
            }
            match self.apply(place, frame, (slot, paint_permit)).await {
                Ok(()) => {
                    if let Some(hash) = wanted {
                        self.complete_later(place, frame.clone(), hash);
                    }
                    return;
                }
                // The message is of another kind than assumed, or its chat takes no pictures.
                Err(EditError::WrongMessageKind) if tries < EDIT_TRIES_MAX => tries += 1,
                Err(EditError::WrongMessageKind) => return self.note_lost(Lost::Refused),
                Err(EditError::Call(error)) => {
                    match self.after_failure(place, frame, &error, &mut tries).await {
                        Next::Again(pause) => sleep(pause).await,
                        Next::Leave => return,
                    }
                }
            }
            take_newest(guard, frame);
        }
    }

    /// Returns whether a message shows the frame, which is noted then, or a newer one of the same board.
    fn is_shown(self: &Arc<EditQueue>, place: Place, frame: &Frame) -> bool {
        let shown = self.remembered.read(place, Shown::clone).unwrap_or_default();
        // The frame may be late: a newer one is on the screen already.
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

    /// Waits for the turn of a message, and replaces the frame by the newest one. Returns `None` if too
    /// many calls wait.
    async fn turn(&self, guard: &SlotGuard, frame: &mut Frame) -> Option<Slot> {
        let place = guard.place;
        loop {
            let asker = Asker::Person(frame.person);
            let slot = tokio::select! {
                biased;
                slot = self.rate_limiter.enter(place.surface(), frame.priority, asker) => Some(slot),
                () = guard.hurry.notified() => None,
            };
            take_newest(guard, frame);
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

    /// Uploads the picture of a frame to the storage chat if needed, and returns its hash.
    async fn store_picture(&self, place: Place, frame: &Frame) -> Option<u64> {
        let kind = self.kind_of(place);
        let hash = self.outbox.to_be_stored(place.surface(), &frame.view, kind)?;
        let wish =
            Wish { person: frame.person, priority: frame.priority, patience: SHORT_PATIENCE };
        self.outbox.store(&frame.view, hash, wish, || true).await;
        Some(hash)
    }

    /// Redraws a frame that was shown without its picture, once the storage chat has the picture, if
    /// that is in time.
    fn complete_later(self: &Arc<EditQueue>, place: Place, frame: Frame, hash: u64) {
        // The view is incomplete, so it must be drawn again.
        let incomplete = self.hasher.hash_one(&frame.view).wrapping_add(1);
        self.remembered.change(place, |shown| shown.hash = incomplete);
        let edits = Arc::clone(self);
        self.tasks.spawn(async move {
            let wish =
                Wish { person: frame.person, priority: frame.priority, patience: LONG_PATIENCE };
            let is_wanted = || edits.remembered.read(place, |shown| shown.hash) == Some(incomplete);
            if edits.outbox.store(&frame.view, hash, wish, is_wanted).await && is_wanted() {
                edits.show(place, Frame { since: None, ..frame });
            }
        });
    }

    /// Kind of a message, as far as it is known.
    fn kind_of(&self, place: Place) -> Kind {
        self.remembered.read(place, |shown| shown.kind).unwrap_or_default()
    }

    /// Makes an edit and records the new content of the message.
    async fn apply(
        self: &Arc<EditQueue>,
        place: Place,
        frame: &Frame,
        (slot, paint_permit): (Slot, Option<PaintPermit>),
    ) -> Result<(), EditError> {
        let kind = self.kind_of(place);
        let prepared = self.outbox.prepare(place.surface(), &frame.view, kind, paint_permit).await;
        let hash = self.hasher.hash_one(&frame.view);
        let kind_then = prepared.kind();
        let drawn_at = Some(Instant::now());
        let shown = Shown { hash, board: frame.board, kind: kind_then, drawn_at };
        match slot.cover(self.outbox.edit(place, &prepared)).await {
            Err(error) if error.verdict() != Verdict::NotModified => {
                let surface = place.surface();
                let Some(kind) = self.outbox.fallback_for(surface, &prepared, kind, &error) else {
                    return Err(EditError::Call(error));
                };
                self.remembered.change_or_insert(place, |shown| shown.kind = kind);
                return Err(EditError::WrongMessageKind);
            }
            Ok(()) | Err(_) => {}
        }
        self.remember(place, shown);
        self.note_landed(frame);
        self.note_shown(place, frame);
        Ok(())
    }

    /// Decides the next step after a failed edit. A board that is dropped but not given up is found by
    /// the sweep.
    async fn after_failure(
        &self,
        place: Place,
        frame: &Frame,
        error: &CallError,
        tries: &mut u32,
    ) -> Next {
        if self.note_refusal(place, error).await {
            self.note_lost(Lost::Gone);
            // Games in play are moved to the new chat; finished ones are dropped.
            self.give_up(place, frame, Gone::Chat).await;
            return Next::Leave;
        }
        match error.verdict() {
            // The rate limiter holds this chat for the pause.
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
                log::info!("{} is out of reach: {error}", describe(place, frame));
                self.note_lost(Lost::Gone);
                self.give_up(place, frame, Gone::of(error)).await;
            }
            Verdict::Refused | Verdict::NotModified => {
                log::error!("{} cannot be redrawn: {error}", describe(place, frame));
                self.note_lost(Lost::Refused);
                self.give_up(place, frame, Gone::Chat).await;
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

    /// Returns whether the recorded content can be trusted: another process may have drawn the message
    /// since.
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

    async fn give_up(&self, place: Place, frame: &Frame, gone: Gone) {
        if let Some((id, _)) = frame.board
            && let Some(observer) = self.observer.upgrade()
        {
            observer.note_gone(place, id, gone).await;
        }
    }
}

/// Returns whether a press that arrived at this time can have been made with the last edit in view.
fn knows_of_edit(drawn_at: Option<Instant>, arrived: Instant) -> bool {
    drawn_at.is_none_or(|at| arrived.saturating_duration_since(at) > DOUBT_AFTER)
}

/// Replaces the frame by a newer one, if one waits.
fn take_newest(guard: &SlotGuard, frame: &mut Frame) {
    if let Some(newer) = guard.take_newer(frame) {
        *frame = newer.instead_of(frame.since);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_that_came_before_an_edit_does_not_know_of_it_however_late_it_is_worked_on() {
        let arrived = Instant::now();
        let second = Duration::from_secs(1);
        assert!(!knows_of_edit(Some(arrived + second), arrived));
        assert!(!knows_of_edit(Some(arrived), arrived + DOUBT_AFTER));
        assert!(knows_of_edit(Some(arrived), arrived + DOUBT_AFTER + second));
        assert!(knows_of_edit(None, arrived));
    }
}
