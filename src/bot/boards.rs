//! Board messages: sends them, redraws them, sends them again further down, and turns an outdated one into
//! a note that the board has moved.
//!
//! Every change of a game is announced and handled here. A message is only a copy of the session and may be
//! redrawn at any time; a board that cannot be drawn now still counts in the store as not shown, and the
//! sweep draws it.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use crate::bot::notices::{Notices, Way};
use crate::play::Play;
use crate::play::announcements::{Announcement, Cause, Showing, Subscriber};
use crate::session::board::{Board, ChatId, MessageId, Place, TopicId};
use crate::session::clock::TimeControl;
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::StoreError;
use crate::telegram::api::CallError;
use crate::telegram::backlog::Waiting;
use crate::telegram::edit_queue::{EditObserver, Gone};
use crate::telegram::frame::Frame;
use crate::telegram::frames;
use crate::telegram::in_flight_sends::{InFlightSends, Sending};
use crate::telegram::messenger::Messenger;
use crate::telegram::rate_limit::Priority;
use crate::telegram::reachability;

/// Maximum time for which the final position waits for the player's record to be updated.
const LEARNING_PATIENCE: Duration = Duration::from_secs(1);

/// The pressed message and the revision of the board it shows, `None` if it does not show the board.
pub(crate) type SeenAt = Option<(Place, Revision)>;

/// Sends and redraws the messages that show boards.
pub(crate) struct BoardMessages {
    pub(super) this: Weak<BoardMessages>,
    pub(super) play: Arc<Play>,
    pub(super) messenger: Arc<Messenger>,
    /// Boards that are being sent.
    pub(super) sendings: Arc<InFlightSends>,
    pub(super) notices: Notices,
    pub(super) tasks: TaskTracker,
    /// Limits the number of changes that are on their way to the edit queue at once.
    showings: Arc<Semaphore>,
}

impl BoardMessages {
    pub(crate) fn new(
        this: Weak<BoardMessages>,
        play: Arc<Play>,
        messenger: Arc<Messenger>,
        tasks: TaskTracker,
        showings: Arc<Semaphore>,
    ) -> BoardMessages {
        let (sendings, notices) = (InFlightSends::new(), Notices::new());
        BoardMessages { this, play, messenger, sendings, notices, tasks, showings }
    }

    pub(crate) fn messenger(&self) -> &Arc<Messenger> {
        &self.messenger
    }

    /// Drops old entries.
    pub(crate) fn age(&self) {
        self.sendings.age();
        self.notices.age();
    }

    /// Returns the right to send a board, unless another task has it.
    pub(crate) fn begin_sending(&self, chat: ChatId, id: SessionId) -> Option<Sending> {
        self.sendings.begin((chat, id))
    }

    /// Returns whether a board is being sent to a chat, even if an older message shows it there.
    pub(crate) fn is_being_sent(&self, chat: ChatId, id: SessionId) -> bool {
        self.sendings.is_under_way((chat, id))
    }

    /// Returns whether a board that was never sent is to be sent now: no task is sending it, and it cannot
    /// have arrived already.
    pub(crate) fn is_to_be_sent(&self, chat: ChatId, session: &Session) -> bool {
        let board = (chat, session.id());
        let is_timed =
            session.outcome().is_none() && session.time_control() != TimeControl::Unlimited;
        !self.sendings.is_under_way(board) && !self.sendings.is_unclear(board, is_timed)
    }

    /// Sends a board once more, to the end of its chat.
    pub(crate) async fn bring_down(
        &self,
        board: Board,
        topic: Option<TopicId>,
        reply_to: Option<MessageId>,
    ) {
        let old = board.place();
        let board = board.in_topic(topic);
        let begin = |chat| self.sendings.begin((chat, board.session.id()));
        let sending = board.surface().chat().and_then(begin);
        if self.send(board.clone(), sending, Priority::Reply, reply_to).await
            && let Some(old) = old
        {
            self.retire(&board, old).await;
        }
    }

    /// Turns an older message of a board into a note that the board has moved.
    pub(crate) async fn retire(&self, board: &Board, old: Place) {
        self.messenger.show(old, self.messenger.frames.moved_board(board).await);
    }

    /// Makes the message show the current board, after a press that changed nothing at a message showing
    /// some revision of it.
    pub(crate) async fn show_after_press(&self, board: Board, seen_at: SeenAt, arrived: Instant) {
        let since = Some(arrived);
        let cause = match (seen_at, board.place()) {
            // The message shows a revision that the store does not have: the store was restored from a
            // backup.
            (Some((at, seen)), Some(place)) if place == at && seen > board.session.revision() => {
                Cause::Doubtful { arrived: since }
            }
            (Some((at, seen)), Some(place))
                if place == at
                    && seen < board.session.revision()
                    && self.messenger.doubt(place, arrived) =>
            {
                Cause::Doubtful { arrived: since }
            }
            (Some((at, _)), place) if place != Some(at) => {
                return self.settle(board, seen_at, arrived).await;
            }
            _ => Cause::Lagging { arrived: since },
        };
        self.play.announce(board, cause);
    }

    /// Makes sure that a board has exactly one message, after a press at the message that was seen.
    pub(crate) async fn settle(&self, mut board: Board, seen_at: SeenAt, arrived: Instant) {
        let seen_at = seen_at.filter(|(at, _)| board.place() != Some(*at));
        let Some((at, seen)) = seen_at else { return };
        match board.place() {
            // The press came before the message id was stored, or the store lost it: the message with the
            // higher number is the newer one.
            Some(place) if place.is_above(at) => {
                self.adopt(&mut board, at, seen).await;
                self.retire(&board, place).await;
            }
            None => self.adopt(&mut board, at, seen).await,
            Some(_) => self.retire(&board, at).await,
        }
        self.play.announce(board, Cause::Lagging { arrived: Some(arrived) });
    }

    /// Records the message as the one that shows the board, at the revision its buttons carry.
    async fn adopt(&self, board: &mut Board, at: Place, seen: Revision) {
        // A revision that the store does not have is ignored.
        let is_known = seen <= board.session.revision();
        let shown = if is_known { seen } else { Revision::NONE };
        let Place::Chat(at) = at else { return };
        self.sendings.note_seen((at.chat, board.session.id()));
        self.place(board, at, shown).await;
        board.message = Some(at.message);
        board.shown = shown;
    }

    /// Redraws the message of a board regardless of what it is known to show, with at most this priority.
    /// While the store is away this is left to the sweep, because the language of the board is unknown.
    pub(crate) async fn draw(&self, board: &Board, priority_max: Priority) {
        let frame = self.messenger.frames.board(board).await;
        let frame = frame.map(|frame| frame.no_more_urgent_than(priority_max));
        self.show(board, frame.map(|frame| Frame { is_catching_up: true, ..frame }));
    }

    /// Redraws the message of a board after an announcement. Only the end of a game has high priority;
    /// later changes do not.
    pub(super) async fn draw_announced(&self, board: &Board, cause: Cause) {
        let (priority_max, is_catching_up) = match cause {
            Cause::Created { .. } | Cause::Person { .. } | Cause::Engine(_) | Cause::Clock => {
                (Priority::Final, false)
            }
            Cause::Lagging { .. } => (Priority::Final, true),
            Cause::Afterwards { .. } | Cause::Doubtful { .. } => (Priority::Edit, false),
        };
        let since = cause.arrived();
        let frame = self.messenger.frames.board(board).await.map(|frame| {
            let person = cause.by().unwrap_or(frame.person);
            Frame { since, is_catching_up, person, ..frame.no_more_urgent_than(priority_max) }
        });
        // The board may have been sent again meanwhile.
        match self.play.cached(board.surface(), board.session.id()) {
            Some(now) if is_further_down(&now, board) => self.show(&now, frame),
            Some(_) | None => self.show(board, frame),
        }
    }

    /// Redraws the message of a board with the part or panel a person asked for, after their press at the
    /// message that was seen.
    pub(crate) async fn draw_showing(
        &self,
        mut board: Board,
        seen_at: SeenAt,
        (person, showing): (UserId, frames::Showing),
    ) {
        if let Some((at, seen)) = seen_at {
            match board.place() {
                Some(place) if place == at => {}
                Some(place) if at.is_above(place) => return self.retire(&board, at).await,
                Some(place) => {
                    self.adopt(&mut board, at, seen).await;
                    self.retire(&board, place).await;
                }
                None => self.adopt(&mut board, at, seen).await,
            }
        }
        let frame = self.messenger.frames.board_showing(&board, showing).await;
        let asked =
            frame.map(|frame| Frame { person, ..frame.no_more_urgent_than(Priority::Edit) });
        self.show(&board, asked);
    }

    /// Redraws the message of a finished board whose player has gone on to another game.
    pub(crate) async fn draw_left(&self, board: &Board, priority_max: Priority) {
        let frame = self.messenger.frames.board_showing(board, frames::Showing::Left).await;
        self.show(board, frame.map(|frame| frame.no_more_urgent_than(priority_max)));
    }

    /// Draws all of these views, or leaves them to the backlog if too many are being drawn.
    fn draw_all(&self, views: Vec<Board>, has_moved: bool, cause: Cause) {
        if views.is_empty() {
            return;
        }
        let Some(boards) = self.this.upgrade() else { return };
        let Ok(showing) = Arc::clone(&self.showings).try_acquire_owned() else {
            return views.iter().for_each(|board| {
                let (surface, id) = (board.surface.clone(), board.session.id());
                self.messenger.put_off(Waiting { surface, id, person: board.viewer() });
            });
        };
        self.tasks.spawn(async move {
            for board in views {
                if has_moved && board.session.outcome().is_some() {
                    // Boxed, because most changes do not end a game and need no space for it.
                    Box::pin(boards.learn_from(&board)).await;
                }
                boards.draw_announced(&board, cause).await;
            }
            drop(showing);
        });
    }

    fn show(&self, board: &Board, frame: Result<Frame, StoreError>) {
        let Some(place) = board.place() else { return };
        match frame {
            Ok(frame) => self.messenger.show(place, frame),
            Err(error) => {
                let (surface, SessionId(id)) = (board.surface(), board.session.id());
                log::warn!("{surface}, session {id:x}: the board is not drawn: {error}");
            }
        }
    }

    /// Records the result of a finished game, so that its board can offer another level. A failure is only
    /// logged.
    pub(crate) async fn learn_from(&self, board: &Board) {
        match timeout(LEARNING_PATIENCE, self.play.learn_from(board)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                log::warn!("person {}: how a game has ended is not noted: {error}", board.owner.0);
            }
            Err(_) => {
                log::warn!(
                    "person {}: it takes too long to note how a game has ended",
                    board.owner.0
                );
            }
        }
    }
}

impl BoardMessages {
    /// Starts the clock of a game once its board is shown, and notes what its message shows.
    async fn start_clock(&self, place: Place, id: SessionId, shown: Revision) {
        match self.play.start_clock_soon(id, place.surface(), shown).await {
            Ok(true) => self.note_seen(place, id, shown),
            // The board counts as behind, so the sweep finds it if it does not go on.
            Ok(false) => {}
            Err(error) => {
                let (surface, SessionId(id)) = (place.surface(), id);
                log::warn!("{surface}, session {id:x}: its clock is not started yet: {error}");
            }
        }
    }

    fn note_seen(&self, place: Place, id: SessionId, shown: Revision) {
        let noting = self.play.note_shown(id, place, shown);
        let Some(boards) = self.this.upgrade().filter(|_| self.play.is_shared()) else { return };
        self.tasks.spawn(async move {
            if !noting.await {
                catch_up(&boards, id, place, shown).await;
            }
        });
    }
}

/// Returns whether a board is now shown by a later message than before.
fn is_further_down(now: &Board, before: &Board) -> bool {
    before.place().zip(now.place()).is_some_and(|(before, now)| before.is_above(now))
}

/// Returns the views of a board on each of its surfaces.
pub(crate) fn views_of(board: &Board) -> impl Iterator<Item = Board> {
    board.placements().filter_map(|placement| board.seen_in(placement.surface()))
}

/// Draws changes that another process has made to a board meanwhile. Its edit may have landed before ours,
/// which would then show an outdated position.
async fn catch_up(boards: &BoardMessages, id: SessionId, place: Place, shown: Revision) {
    let messenger = &boards.messenger;
    let caught_up = async {
        let Some(board) = boards.play.overtaken(id, place, shown).await? else {
            return Ok(());
        };
        match board.place() {
            Some(newer) if newer != place => {
                boards.retire(&board, place).await;
                if board.is_behind() {
                    messenger.show(newer, messenger.frames.board(&board).await?);
                }
            }
            Some(_) | None => messenger.show(place, messenger.frames.board(&board).await?),
        }
        Ok::<_, StoreError>(())
    };
    if let Err(error) = caught_up.await {
        let (surface, SessionId(id)) = (place.surface(), id);
        log::warn!("{surface}, session {id:x}: nobody knows what it should show: {error}");
    }
}

impl Subscriber for BoardMessages {
    fn on_change(&self, announcement: &Announcement) {
        let &Announcement { ref board, cause } = announcement;
        let (has_moved, is_doubtful) = match cause {
            // The creator of a game sends its board.
            Cause::Created { .. } => return,
            Cause::Person { .. } | Cause::Engine(_) | Cause::Clock => (true, false),
            Cause::Afterwards { .. } | Cause::Lagging { .. } => (false, false),
            Cause::Doubtful { .. } => (false, true),
        };
        // The caller sends or redraws the board on the surface of the press.
        let is_sent = matches!(cause, Cause::Person { showing: Showing::Below, .. })
            .then_some(&board.surface);
        let mut in_place: Vec<Board> = Vec::new();
        for view in views_of(board).filter(|view| is_sent != Some(&view.surface)) {
            match self.way_to(&view, cause) {
                Some(Way::InPlace) => in_place.push(view),
                Some(Way::Anew(user)) => self.tell(view, user, cause),
                Some(Way::Again) => self.bring_again(&view),
                None if is_doubtful && view.surface == board.surface && view.place().is_some() => {
                    in_place.push(view);
                }
                None => {}
            }
        }
        self.draw_all(in_place, has_moved, cause);
    }
}

#[async_trait]
impl EditObserver for BoardMessages {
    fn is_shared(&self) -> bool {
        self.play.is_shared()
    }

    fn note_shown(&self, place: Place, id: SessionId, shown: Revision) {
        if self.play.may_start_clock(id) {
            let Some(boards) = self.this.upgrade() else { return };
            self.tasks.spawn(async move { boards.start_clock(place, id, shown).await });
        } else {
            self.note_seen(place, id, shown);
        }
    }

    async fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool {
        if self.messenger.migrations.note_refusal(&self.play, chat, error).await {
            return true;
        }
        reachability::note_refusal(&self.play, chat, error).await;
        false
    }

    async fn note_gone(&self, place: Place, id: SessionId, gone: Gone) {
        if self.replace_gone(place, id, gone).await {
            return;
        }
        if let Err(error) = self.play.displace(id, place).await {
            let (surface, SessionId(id)) = (place.surface(), id);
            log::warn!("{surface}, session {id:x}: that its message is gone is not noted: {error}");
        }
    }
}
