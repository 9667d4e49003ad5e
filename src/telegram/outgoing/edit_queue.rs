//! Edit queue: brings messages to their newest view.
//!
//! A message has at most one edit in flight, because concurrent edits may land in the wrong order and
//! turn the board back. Meanwhile the newest request waits and replaces an older one that waits. A board
//! is read and rendered when it has a slot, and once more if it has changed when its turn has come. The
//! screen is a copy of the session and may be redrawn at any time. A board that cannot be drawn now,
//! because too much waits or Telegram is in trouble for long, still counts in the store as not shown, and
//! is left to the sweep.

use std::hash::{BuildHasher, RandomState};
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::time::error::Elapsed;
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;
use zerosum_metrics::labels::Lost;
use zerosum_render::View;
use zerosum_session::board::{ChatMessage, Place};
use zerosum_session::{Revision, SessionId};

use crate::bounded::BoundedMap;
use crate::capacity::Capacity;
use crate::telegram::client::api::CallError;
use crate::telegram::client::calls::{self, FailureKind};
use crate::telegram::outgoing::board_source::{BoardSource, Gone, Rendered};
use crate::telegram::outgoing::edit::{Content, Edit, Shown, describe};
use crate::telegram::outgoing::edit_slots::{EditSlots, Put, SlotGuard};
use crate::telegram::outgoing::outbox::{Kind, Outbox};
use crate::telegram::outgoing::paint::PaintPermit;
use crate::telegram::outgoing::picture_storage::{LONG_PATIENCE, SHORT_PATIENCE, UploadRequest};
use crate::telegram::outgoing::rate_limit::{Asker, CallPermit, RateLimiter};

/// Tries of one edit while Telegram is in trouble, not counting the waits that Telegram asks for.
pub(crate) const EDIT_TRIES_MAX: u32 = 8;

/// Tries of one edit in a chat that Telegram refuses for a reason that does not tell. After the last one the message
/// shows the game no longer.
pub(crate) const REFUSED_TRIES_MAX: u32 = 4;

/// Time for which sweeps leave an inline message alone that has refused an edit. Changes are still drawn.
const REFUSED_PAUSE: Duration = Duration::from_secs(60);

/// Maximum remembered inline messages that have refused an edit.
const REFUSING_MESSAGES_MAX: usize = 1_024;

/// Longest rendering of a newer view in the turn of a message. Others do not go meanwhile.
const RENDERING_MAX: Duration = Duration::from_secs(1);

/// Brings each message up to date, with at most one edit in flight per message.
pub struct EditQueue {
    boards: Weak<dyn BoardSource>,
    outbox: Arc<Outbox>,
    rate_limiter: Arc<RateLimiter>,
    tasks: TaskTracker,
    /// Messages that are being edited or wait for that.
    edit_slots: Arc<EditSlots>,
    /// The last known content of each message, used to skip edits that change nothing.
    remembered: BoundedMap<Place, Shown>,
    /// Inline messages that have refused an edit, each left alone until this time.
    refusing: BoundedMap<Place, Option<Instant>>,
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

/// A view that a message is to show.
struct Frame {
    view: Arc<View>,
    hash: u64,
    /// Session and revision that the view shows; `None` if it is not a board.
    board: Option<(SessionId, Revision)>,
}

impl EditQueue {
    pub(crate) fn new(
        boards: Weak<dyn BoardSource>,
        outbox: Arc<Outbox>,
        rate_limiter: Arc<RateLimiter>,
        tasks: TaskTracker,
        capacity: &Capacity,
    ) -> EditQueue {
        EditQueue {
            boards,
            outbox,
            rate_limiter,
            tasks,
            edit_slots: EditSlots::new(capacity.edits_in_flight),
            remembered: BoundedMap::new(capacity.remembered_messages),
            refusing: BoundedMap::new(REFUSING_MESSAGES_MAX),
            hasher: RandomState::new(),
        }
    }

    /// Number of messages being edited.
    pub fn in_flight(&self) -> usize {
        self.edit_slots.count()
    }

    /// Number of boards that wait for a slot.
    pub(crate) fn waiting(&self) -> usize {
        self.edit_slots.waiting()
    }

    /// Returns whether a message is being edited or about to be.
    pub(crate) fn is_editing(&self, place: Place) -> bool {
        self.edit_slots.is_open(place)
    }

    /// Returns whether an inline message has refused an edit a short time ago.
    pub(crate) fn rests_after_refusal(&self, place: Place) -> bool {
        let rests_until = self.refusing.read(place, |until| *until).flatten();
        rests_until.is_some_and(|end| end > Instant::now())
    }

    /// Brings a message up to date as soon as its turn has come.
    pub fn show(self: &Arc<EditQueue>, place: Place, edit: Edit) {
        match self.edit_slots.put(place, edit) {
            Put::Opened(guard) => self.start(guard),
            Put::Waits => {}
            Put::Full => self.note_lost(Lost::Crowded),
        }
    }

    fn start(self: &Arc<EditQueue>, guard: SlotGuard) {
        let edits = Arc::clone(self);
        self.tasks.spawn(async move { edits.work(guard).await });
    }

    /// Handles a press made at a message that shows an older view than recorded. Returns whether that is
    /// plausible, and forgets the recorded view then: an edit may have landed late and turned the
    /// message back. A press from before the last edit, or from soon after it, does not count.
    pub(crate) fn doubt(&self, place: Place, arrived: Instant) -> bool {
        // There may be no record here of a message that another process has drawn.
        let mut is_doubtful = self.is_shared();
        self.remembered.change(place, |shown| {
            is_doubtful = shown.was_in_view(arrived);
            if is_doubtful {
                *shown = Shown::default();
            }
        });
        is_doubtful
    }

    /// Records the view of a message that was just sent, unless the message was pressed and edited
    /// before the result of sending it arrived.
    pub(crate) fn note_sent(&self, at: ChatMessage, view: &View, kind: Kind) {
        let hash = self.hasher.hash_one(view);
        let sent = Shown { hash, board: None, kind, drawn_at: Some(Instant::now()) };
        self.remembered.change_or_insert(at.into(), |shown| {
            if shown.drawn_at.is_none() {
                *shown = sent;
            }
        });
    }

    /// Evicts messages that were not drawn recently.
    pub fn age(&self) {
        self.remembered.age();
        self.refusing.age();
        self.outbox.age();
    }

    /// Edits a message until no request waits for it, and passes its slot on.
    async fn work(self: &Arc<EditQueue>, guard: SlotGuard) {
        // Dropped after the guard, even if rendering panics.
        let _successors = Successors(self);
        let mut guard = guard;
        while let Some(edit) = guard.take_next() {
            self.edit_until_current(&guard, edit).await;
        }
    }

    /// Edits a message until it shows what is asked for, or what has been asked for meanwhile.
    async fn edit_until_current(self: &Arc<EditQueue>, guard: &SlotGuard, mut edit: Edit) {
        let place = guard.place;
        let mut tries = 1;
        while let Some(frame) = self.frame(place, &edit).await {
            let stored = self.store_picture(place, &edit, &frame).await;
            let turn = self.wait_for_turn(guard, &mut edit, &frame).await;
            let Some(call_permit) = turn else { return };
            let (frame, paint_permit) = match self.newest(guard, &mut edit, frame).await {
                Ok(Some(newest)) => newest,
                Ok(None) => return,
                Err(Elapsed { .. }) => continue,
            };
            // The newer view may have another picture.
            let unstored = self.unstored(place, &frame);
            if unstored.is_some() && unstored != stored {
                continue;
            }
            match self.apply(place, &frame, (call_permit, paint_permit)).await {
                Ok(()) => {
                    self.note_landed(&edit);
                    if let Some(hash) = unstored {
                        self.complete_later(place, edit, &frame, hash);
                    }
                    return;
                }
                // The message is of another kind than assumed, or its chat takes no pictures.
                Err(EditError::WrongMessageKind) if tries < EDIT_TRIES_MAX => tries += 1,
                Err(EditError::WrongMessageKind) => return self.note_lost(Lost::Refused),
                Err(EditError::Call(error)) => {
                    match self.after_failure(place, &frame, &error, &mut tries).await {
                        Next::Again(pause) => sleep(pause).await,
                        Next::Leave => return,
                    }
                }
            }
            guard.take_newer(&mut edit);
        }
    }

    /// Renders what a message is to show. `None` if it shows that already, which is noted, or there is
    /// nothing to show.
    async fn frame(self: &Arc<EditQueue>, place: Place, edit: &Edit) -> Option<Frame> {
        let shown = self.remembered.read(place, Shown::clone).unwrap_or_default();
        let is_believed = self.is_believed(&shown);
        let (board, view) = match &edit.content {
            Content::Page(view) => (None, Some(Arc::clone(view))),
            Content::Board(content) => {
                let is_enough = content.presentation.is_none() && is_believed;
                let known = shown.board.filter(|(id, _)| is_enough && *id == content.id);
                let known = known.map(|(_, revision)| revision);
                match self.boards.upgrade()?.render(place, *content, known).await? {
                    Rendered::Board(now, view) => (Some((content.id, now)), Some(Arc::new(view))),
                    Rendered::Same(now) => (Some((content.id, now)), None),
                    Rendered::Note(view) => (None, Some(Arc::new(view))),
                }
            }
        };
        let hash = |view: &Arc<View>| self.hasher.hash_one(view);
        match view.map(|view| Frame { hash: hash(&view), view, board }) {
            Some(frame) if frame.hash != shown.hash || !is_believed => Some(frame),
            Some(_) | None => {
                self.note_shown(place, board);
                None
            }
        }
    }

    /// Waits for the turn of a message. Returns `None` if too many calls wait.
    async fn wait_for_turn(
        &self,
        guard: &SlotGuard,
        edit: &mut Edit,
        frame: &Frame,
    ) -> Option<CallPermit> {
        let surface = guard.place.surface();
        loop {
            let asker = Asker::Person(edit.person);
            let mut entering = pin!(self.rate_limiter.enter(surface, edit.priority, asker));
            let entered = loop {
                tokio::select! {
                    biased;
                    call_permit = entering.as_mut() => break Ok(call_permit),
                    () = guard.hurry.notified() => {
                        if let Some(urgent) = guard.more_urgent_than(edit.priority) {
                            break Err(urgent);
                        }
                    }
                }
            };
            match entered {
                Ok(Ok(call_permit)) => return Some(call_permit),
                Ok(Err(crowded)) => {
                    let message = describe(guard.place, frame.board);
                    log::debug!("{message} was not edited: {crowded:?}");
                    self.note_lost(Lost::Crowded);
                    return None;
                }
                Err(urgent) => (edit.priority, edit.person) = urgent,
            }
        }
    }

    /// Replaces a view by that of a newer request, if one waits, and takes a permit to paint its picture.
    /// Returns `None` if the message shows it already, and an error if that takes too long for a turn.
    async fn newest(
        self: &Arc<EditQueue>,
        guard: &SlotGuard,
        edit: &mut Edit,
        mut frame: Frame,
    ) -> Result<Option<(Frame, Option<PaintPermit>)>, Elapsed> {
        loop {
            if guard.take_newer(edit) {
                match timeout(RENDERING_MAX, self.frame(guard.place, edit)).await? {
                    Some(newer) => frame = newer,
                    None => return Ok(None),
                }
            }
            // Uploads that hang hold up the pictures of others, and no turns.
            let permit = self.outbox.paint_permit(guard.place.surface(), &frame.view);
            let permit = timeout(RENDERING_MAX, permit).await?;
            // No permit is held while a board is rendered.
            if permit.is_none() || !guard.has_newer() {
                return Ok(Some((frame, permit)));
            }
        }
    }

    /// Returns the hash of the picture that has to be uploaded to the storage chat before a message can
    /// show a view.
    fn unstored(&self, place: Place, frame: &Frame) -> Option<u64> {
        self.outbox.to_be_stored(place.surface(), &frame.view, self.kind_of(place))
    }

    /// Uploads the picture of a view to the storage chat if needed, unless that takes too long. Returns
    /// the hash of the picture.
    async fn store_picture(&self, place: Place, edit: &Edit, frame: &Frame) -> Option<u64> {
        let hash = self.unstored(place, frame)?;
        let &Edit { person, priority, .. } = edit;
        let request = UploadRequest { person, priority, patience: SHORT_PATIENCE };
        // Boxed, because it is rare and every edit would need space for it.
        Box::pin(self.outbox.store(&frame.view, hash, request, || true)).await;
        Some(hash)
    }

    /// Redraws a message that was shown without its picture, once the storage chat has the picture, if
    /// that is in time.
    fn complete_later(self: &Arc<EditQueue>, place: Place, edit: Edit, frame: &Frame, hash: u64) {
        // The view is incomplete, so it must be drawn again.
        let incomplete = frame.hash.wrapping_add(1);
        self.remembered.change(place, |shown| (shown.hash, shown.board) = (incomplete, None));
        let (edits, view) = (Arc::clone(self), Arc::clone(&frame.view));
        self.tasks.spawn(async move {
            let &Edit { person, priority, .. } = &edit;
            let request = UploadRequest { person, priority, patience: LONG_PATIENCE };
            let is_wanted = || edits.remembered.read(place, |shown| shown.hash) == Some(incomplete);
            if edits.outbox.store(&view, hash, request, is_wanted).await && is_wanted() {
                edits.show(place, Edit { since: None, ..edit });
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
        (call_permit, paint_permit): (CallPermit, Option<PaintPermit>),
    ) -> Result<(), EditError> {
        let kind = self.kind_of(place);
        let prepared = self.outbox.prepare(place.surface(), &frame.view, kind, paint_permit).await;
        let &Frame { hash, board, .. } = frame;
        let shown = Shown { hash, board, kind: prepared.kind(), drawn_at: Some(Instant::now()) };
        match call_permit.cover(pin!(self.outbox.edit(place, &prepared))).await {
            Err(error) if error.kind() != FailureKind::NotModified => {
                if matches!(error.kind(), FailureKind::OutcomeUnknown | FailureKind::Unavailable) {
                    // It may have taken effect: what the message shows is unknown.
                    self.remembered.change(place, |shown| {
                        *shown = Shown { kind: shown.kind, ..Shown::default() };
                    });
                }
                let surface = place.surface();
                let Some(kind) = self.outbox.fallback_for(surface, &prepared, kind, &error) else {
                    return Err(EditError::Call(error));
                };
                self.remembered.change_or_insert(place, |shown| shown.kind = kind);
                return Err(EditError::WrongMessageKind);
            }
            Ok(()) | Err(_) => {}
        }
        self.remembered.change_or_insert(place, |known| *known = shown);
        self.note_shown(place, board);
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
        match error.kind() {
            // The rate limiter holds this chat for the pause.
            FailureKind::Wait(_) => return Next::Again(Duration::ZERO),
            FailureKind::Unavailable | FailureKind::OutcomeUnknown if *tries < EDIT_TRIES_MAX => {
                *tries += 1;
                return Next::Again(calls::backoff(*tries - 1));
            }
            FailureKind::Refused
                if matches!(place, Place::Chat(_)) && *tries < REFUSED_TRIES_MAX =>
            {
                *tries += 1;
                log::warn!("{}: edit refused, retrying: {error}", describe(place, frame.board));
                return Next::Again(calls::backoff(*tries - 1));
            }
            FailureKind::Crowded => {
                log::warn!("{} was not edited: {error}", describe(place, frame.board));
                self.note_lost(Lost::Crowded);
            }
            FailureKind::Unavailable | FailureKind::OutcomeUnknown | FailureKind::WrongToken => {
                log::warn!("{} was not edited: {error}", describe(place, frame.board));
                self.note_lost(Lost::Trouble);
            }
            FailureKind::Gone => {
                log::info!("{} no longer exists: {error}", describe(place, frame.board));
                self.note_lost(Lost::Gone);
                self.give_up(place, frame, Gone::of(error)).await;
            }
            FailureKind::Refused | FailureKind::NotModified => {
                log::error!("{}: edit refused: {error}", describe(place, frame.board));
                self.note_lost(Lost::Refused);
                self.give_up(place, frame, Gone::Unknown).await;
            }
        }
        Next::Leave
    }

    fn note_landed(&self, edit: &Edit) {
        if let Some(since) = edit.since {
            self.outbox.metrics().play.press_to_edit.observe((), since.elapsed());
        }
    }

    fn note_lost(&self, why: Lost) {
        self.outbox.metrics().telegram.edits_lost.count(why);
    }

    /// Returns whether the recorded content can be trusted: another process may have drawn the message
    /// since.
    fn is_believed(&self, shown: &Shown) -> bool {
        !self.is_shared() || shown.is_fresh()
    }

    fn is_shared(&self) -> bool {
        self.boards.upgrade().is_some_and(|boards| boards.is_shared())
    }

    fn note_shown(&self, place: Place, board: Option<(SessionId, Revision)>) {
        if let Some((id, revision)) = board
            && let Some(boards) = self.boards.upgrade()
        {
            boards.note_shown(place, id, revision);
        }
    }

    async fn note_refusal(&self, place: Place, error: &CallError) -> bool {
        match (self.boards.upgrade(), place.surface().chat()) {
            (Some(boards), Some(chat)) => boards.note_refusal(chat, error).await,
            _ => false,
        }
    }

    async fn give_up(&self, place: Place, frame: &Frame, gone: Gone) {
        if let Place::Inline(_) = place {
            let end = Some(Instant::now() + REFUSED_PAUSE);
            self.refusing.change_or_insert(place, |until| *until = end);
        }
        if let Some((id, _)) = frame.board
            && let Some(boards) = self.boards.upgrade()
        {
            boards.note_gone(place, id, gone).await;
        }
    }
}

/// Starts the edits of waiting messages when it is dropped.
struct Successors<'a>(&'a Arc<EditQueue>);

impl Drop for Successors<'_> {
    fn drop(&mut self) {
        let Successors(edits) = self;
        // After a shutdown the next start draws the boards that wait.
        if !edits.tasks.is_closed() && Handle::try_current().is_ok() {
            edits.edit_slots.open_waiting().into_iter().for_each(|guard| edits.start(guard));
        }
    }
}
