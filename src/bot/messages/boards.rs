//! Board messages: sends them, redraws them, sends them again further down, and turns an outdated one into
//! a note that the board has moved.
//!
//! Every change of a game is announced and handled here. A message is only a copy of the session and may be
//! redrawn at any time; a board that cannot be drawn now still counts in the store as not shown, and the
//! sweep draws it.

use std::sync::{Arc, Weak};
use std::time::Instant;

use async_trait::async_trait;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;
use zerosum_render::board::presentation::Presentation;
use zerosum_session::board::{Board, ChatId, Place};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::{Revision, Session, SessionId, UserId};
use zerosum_store::StoreError;

use crate::bot::messages::board_views::{BoardViews, SUGGESTED, payer_of, priority_of};
use crate::bot::messages::chat_migration::ChatMigrations;
use crate::bot::messages::notices::{Notices, Way};
use crate::bot::messages::reachability;
use crate::play::Play;
use crate::play::announcements::{Announcement, Cause, Showing, Subscriber};
use crate::telegram::client::api::CallError;
use crate::telegram::outgoing::board_source::{BoardSource, Gone, Rendered};
use crate::telegram::outgoing::edit::{BoardContent, Content, Edit};
use crate::telegram::outgoing::in_flight_sends::{InFlightSends, Sending};
use crate::telegram::outgoing::messenger::Messenger;
use crate::telegram::outgoing::rate_limit::Priority;

/// Maximum number of ends of games being recorded. Others are drawn at once.
const RECORDINGS_MAX: usize = 256;

/// The pressed message and the revision of the board it shows, `None` if it does not show the board.
pub(crate) type SeenAt = Option<(Place, Revision)>;

/// Sends and redraws the messages that show boards.
pub(crate) struct BoardMessages {
    pub(in crate::bot) this: Weak<BoardMessages>,
    pub(in crate::bot) play: Arc<Play>,
    pub(in crate::bot) messenger: Arc<Messenger>,
    pub(in crate::bot) views: BoardViews,
    /// Tracks groups that become supergroups.
    pub(crate) migrations: ChatMigrations,
    /// Boards that are being sent.
    pub(in crate::bot) sendings: Arc<InFlightSends>,
    pub(in crate::bot) notices: Notices,
    pub(in crate::bot) tasks: TaskTracker,
    /// Limits the number of ends of games being recorded before they are drawn.
    pub(super) recordings: Arc<Semaphore>,
}

impl BoardMessages {
    pub(crate) fn new(
        this: Weak<BoardMessages>,
        play: Arc<Play>,
        messenger: Arc<Messenger>,
        views: BoardViews,
        tasks: TaskTracker,
    ) -> BoardMessages {
        let (sendings, notices) = (InFlightSends::new(), Notices::new());
        let migrations = ChatMigrations::new(messenger.client().clone());
        let recordings = Arc::new(Semaphore::new(RECORDINGS_MAX));
        BoardMessages {
            this,
            play,
            messenger,
            views,
            migrations,
            sendings,
            notices,
            tasks,
            recordings,
        }
    }

    /// Drops old entries.
    pub(crate) fn age(&self) {
        self.sendings.age();
        self.notices.age();
        self.migrations.age();
    }

    /// Returns the right to send a board, unless another task has it.
    pub(crate) fn begin_sending(&self, chat: ChatId, id: SessionId) -> Option<Sending> {
        self.sendings.begin((chat, id))
    }

    /// Returns whether a board is being sent to a chat, even if an older message shows it there.
    pub(crate) fn is_being_sent(&self, chat: ChatId, id: SessionId) -> bool {
        self.sendings.is_under_way((chat, id))
    }

    /// Waits until a board is not being sent to a chat.
    pub(crate) async fn sent(&self, chat: ChatId, id: SessionId) {
        self.sendings.ended((chat, id)).await;
    }

    /// Returns whether a board that was never sent is to be sent now: no task is sending it, and it cannot
    /// have arrived already.
    pub(crate) fn is_to_be_sent(&self, chat: ChatId, session: &Session) -> bool {
        let board = (chat, session.id());
        let is_timed =
            session.outcome().is_none() && session.time_control() != TimeControl::Unlimited;
        !self.sendings.is_under_way(board) && !self.sendings.is_outcome_unknown(board, is_timed)
    }

    /// Returns whether the last send of a board by this process has an unknown outcome.
    pub(crate) fn has_perhaps_arrived(&self, chat: ChatId, id: SessionId) -> bool {
        self.sendings.is_outcome_unknown((chat, id), false)
    }

    /// Turns an older message of a board into a note that the board has moved.
    pub(crate) fn retire(&self, board: &Board, old: Place) {
        let note = edit_of(board, Some(Presentation::Moved), None);
        self.messenger.edits.show(old, note.no_more_urgent_than(Priority::Edit));
    }

    /// Makes the message show the current board, after a press that changed nothing at a message showing
    /// some revision of it.
    pub(crate) async fn show_after_press(&self, board: Board, seen_at: SeenAt, arrived: Instant) {
        let (now, edits) = (board.session.revision(), &self.messenger.edits);
        match seen_at {
            Some((at, _)) if board.place() != Some(at) => {
                self.settle(board, seen_at, arrived).await;
            }
            // A revision that the store does not have is that of a store restored from a backup.
            Some((at, seen)) if seen > now || seen < now && edits.doubt(at, arrived) => {
                self.draw_uncertain(&board, Some(arrived));
            }
            Some(_) | None => self.catch_up(&board, Some(arrived)),
        }
    }

    /// Makes sure that a board has exactly one message, after a press at the message that was seen.
    pub(crate) async fn settle(&self, mut board: Board, seen_at: SeenAt, arrived: Instant) {
        let seen_at = seen_at.filter(|(at, _)| board.place() != Some(*at));
        let Some((at, seen)) = seen_at else { return };
        self.keep_newer(&mut board, at, seen).await;
        self.catch_up(&board, Some(arrived));
    }

    /// Keeps the newer one of the message that was pressed and the known one as the message of the board,
    /// and turns the other one into a note. The press may have come before the id of its message was
    /// stored, or the store lost it. Returns whether the pressed one is kept.
    async fn keep_newer(&self, board: &mut Board, at: Place, seen: Revision) -> bool {
        let known = board.place();
        if known == Some(at) {
            return true;
        }
        if known.is_some_and(|known| at.is_above(known)) {
            self.retire(board, at);
            return false;
        }
        self.adopt(board, at, seen).await;
        if let Some(known) = known {
            self.retire(board, known);
        }
        true
    }

    /// Records the message as the one that shows the board, at the revision its buttons carry.
    async fn adopt(&self, board: &mut Board, at: Place, seen: Revision) {
        // A revision that the store does not have is ignored.
        let is_known = seen <= board.session.revision();
        let shown = if is_known { seen } else { Revision::NONE };
        let Place::Chat(at) = at else { return };
        self.sendings.note_seen((at.chat, board.session.id()));
        // Boxed, because it is rare and every press would need space for it.
        Box::pin(self.place(board, at, shown)).await;
        board.message = Some(at.message);
        board.shown = shown;
    }

    /// Brings all messages of a board up to date that are known to show an older state.
    pub(crate) fn catch_up(&self, board: &Board, arrived: Option<Instant>) {
        for board in board.on_each_surface().filter(Board::is_behind) {
            self.show(&board, edit_of(&board, None, arrived));
        }
    }

    /// Redraws the message whose content is uncertain, and all others known to be outdated.
    pub(crate) fn draw_uncertain(&self, board: &Board, arrived: Option<Instant>) {
        for here in board.on_each_surface() {
            if here.is_behind() || here.surface == board.surface {
                let edit = edit_of(&here, Some(SUGGESTED), arrived);
                self.show(&here, edit.no_more_urgent_than(Priority::Edit));
            }
        }
    }

    /// Redraws the message of a board that the sweep has found, with at most this priority.
    pub(crate) fn draw_swept(&self, board: &Board, priority_max: Priority) {
        self.show(board, edit_of(board, None, None).no_more_urgent_than(priority_max));
    }

    /// Redraws the message of a board after a change. Only the end of a game has high priority; later
    /// changes do not.
    pub(in crate::bot) fn draw_announced(&self, board: &Board, cause: Cause) {
        let edit = edit_of(board, Some(SUGGESTED), cause.arrived());
        let edit = match cause {
            Cause::AfterGame { .. } => edit.no_more_urgent_than(Priority::Edit),
            _ => edit,
        };
        let person = cause.by().unwrap_or(edit.person);
        self.show(board, Edit { person, ..edit });
    }

    /// Redraws the message of a board with the part or panel a person asked for, after their press at the
    /// message that was seen.
    pub(crate) async fn draw_as(
        &self,
        mut board: Board,
        seen_at: SeenAt,
        (person, presentation): (UserId, Presentation),
    ) {
        if let Some((at, seen)) = seen_at
            && !self.keep_newer(&mut board, at, seen).await
        {
            return;
        }
        let edit = edit_of(&board, Some(presentation), None).no_more_urgent_than(Priority::Edit);
        self.show(&board, Edit { person, ..edit });
    }

    /// Redraws the message of a finished board whose player has gone on to another game.
    pub(crate) fn draw_left(&self, board: &Board) {
        let edit = edit_of(board, Some(Presentation::Left), None);
        self.show(board, edit.no_more_urgent_than(Priority::Edit));
    }

    /// Redraws the inline messages of a game whose time is over. The edits find out whether they are there.
    pub(crate) fn draw_out_of_time(&self, board: &Board) {
        for board in board.on_each_surface().filter(|board| board.surface().chat().is_none()) {
            self.show(&board, edit_of(&board, Some(Presentation::OutOfTime), None));
        }
    }

    fn show(&self, board: &Board, edit: Edit) {
        if let Some(place) = board.place() {
            self.messenger.edits.show(place, edit);
        }
    }

    /// Draws views of a board after a change. The end of a game is recorded before, because its board may
    /// offer another level.
    fn draw_all(&self, views: Vec<Board>, cause: Cause) {
        let is_end = views.first().is_some_and(|board| is_end(board, cause));
        let recording = is_end.then(|| Arc::clone(&self.recordings).try_acquire_owned().ok());
        let (Some(permit), Some(boards)) = (recording.flatten(), self.this.upgrade()) else {
            return views.iter().for_each(|board| self.draw_announced(board, cause));
        };
        self.tasks.spawn(async move {
            for board in views {
                let celebrated = boards.learn_from(&board).await;
                boards.draw_announced(&board, cause);
                if let Some(person) = celebrated {
                    boards.celebrate(&board, person);
                }
            }
            drop(permit);
        });
    }
}

impl BoardMessages {
    /// Renders the board of a message, unless another message shows it by now.
    async fn rendered(
        &self,
        place: Place,
        BoardContent { id, at, presentation }: BoardContent,
        shown: Option<Revision>,
    ) -> Result<Option<Rendered>, StoreError> {
        let board = match self.play.cached(place.surface(), id) {
            Some(board) => Some(board),
            None => self.play.board(place.surface(), id).await?,
        };
        let Some(board) = board else { return Ok(None) };
        let has_moved = board.place().is_some_and(|now| place.is_above(now));
        let revision = board.session.revision();
        if has_moved || presentation == Some(Presentation::Moved) && board.place() != Some(place) {
            self.catch_up(&board, None);
            let note = self.views.view(&board, Presentation::Moved).await?;
            return Ok(Some(Rendered::Note(note)));
        }
        let presentation = match presentation {
            Some(Presentation::Moved) => SUGGESTED,
            Some(asked) if revision > at && asked != Presentation::Left => SUGGESTED,
            Some(asked) => asked,
            None if shown == Some(revision) => return Ok(Some(Rendered::Same(revision))),
            None if self.views.is_left(&board).await.unwrap_or_default() => Presentation::Left,
            None => SUGGESTED,
        };
        let view = self.views.view(&board, presentation).await?;
        Ok(Some(Rendered::Board(revision, view)))
    }

    /// Handles a refused edit of an inline message, which does not prove that the message is gone. A game in play
    /// still counts as not shown there, so that its next change, a press or the sweep draws it.
    async fn give_up_inline(&self, place: Place, id: SessionId) -> Result<(), StoreError> {
        match self.play.board(place.surface(), id).await? {
            Some(board) if board.session.outcome().is_none() => Ok(()),
            Some(_) | None => self.play.displace(id, place).await,
        }
    }

    /// Starts the clock of a game once its board is shown, and notes what its message shows.
    async fn start_clock(&self, place: Place, id: SessionId, shown: Revision) {
        match self.play.start_clock_soon(id, place.surface(), shown).await {
            Ok(true) => self.record_shown(place, id, shown),
            // The board counts as behind, so the sweep finds it if it does not go on.
            Ok(false) => {}
            Err(error) => {
                let (surface, SessionId(id)) = (place.surface(), id);
                log::warn!("{surface}, session {id:x}: its clock is not started yet: {error}");
            }
        }
    }

    fn record_shown(&self, place: Place, id: SessionId, shown: Revision) {
        let noting = self.play.note_shown(id, place, shown);
        let Some(boards) = self.this.upgrade().filter(|_| self.play.is_shared()) else { return };
        self.tasks.spawn(async move {
            if !noting.await {
                show_overtaken(&boards, id, place, shown).await;
            }
        });
    }
}

/// Request to redraw the message of a board.
fn edit_of(board: &Board, presentation: Option<Presentation>, since: Option<Instant>) -> Edit {
    let (id, at) = (board.session.id(), board.session.revision());
    let content = Content::Board(BoardContent { id, at, presentation });
    Edit { content, person: payer_of(board), priority: priority_of(board), since }
}

/// Draws changes that another process has made to a board meanwhile. Its edit may have landed before ours,
/// which would then show an outdated position.
async fn show_overtaken(boards: &BoardMessages, id: SessionId, place: Place, shown: Revision) {
    match boards.play.overtaken(id, place, shown).await {
        Ok(Some(board)) => {
            if board.place() != Some(place) {
                boards.retire(&board, place);
            }
            if board.is_behind() || board.place() == Some(place) {
                let edit = edit_of(&board, Some(SUGGESTED), None);
                boards.show(&board, edit);
            }
        }
        Ok(None) => {}
        Err(error) => {
            let (surface, SessionId(id)) = (place.surface(), id);
            log::warn!("{surface}, session {id:x}: cannot load the current board: {error}");
        }
    }
}

/// Returns whether a board shows a game that has just ended.
fn is_end(board: &Board, cause: Cause) -> bool {
    board.session.outcome().is_some() && !matches!(cause, Cause::AfterGame { .. })
}

impl Subscriber for BoardMessages {
    fn on_change(&self, announcement: &Announcement) {
        let &Announcement { ref board, cause } = announcement;
        // The creator of a game sends its board.
        if matches!(cause, Cause::Created { .. }) {
            return;
        }
        if cause == Cause::Wanted {
            return board.on_each_surface().for_each(|board| self.send_wanted(&board));
        }
        if let Cause::Person { by: Some(user), showing: Showing::Elsewhere, .. } = cause {
            self.note_present(board.session.id(), user);
        }
        // The caller sends or redraws the board on the surface of the press.
        let is_sent = matches!(cause, Cause::Person { showing: Showing::ByCaller { .. }, .. })
            .then_some(&board.surface);
        let mut in_place: Vec<Board> = Vec::new();
        for board in board.on_each_surface().filter(|board| is_sent != Some(&board.surface)) {
            match self.way_to(&board, cause) {
                Some(Way::InPlace) => in_place.push(board),
                Some(Way::Anew(user)) => self.notify_or_draw(board, user, cause),
                Some(Way::Again) => self.send_lost(&board),
                None if is_end(&board, cause) && board.surface().is_private() => {
                    self.learn_from_unseen(board);
                }
                None => {}
            }
        }
        self.draw_all(in_place, cause);
    }
}

#[async_trait]
impl BoardSource for BoardMessages {
    fn is_shared(&self) -> bool {
        self.play.is_shared()
    }

    async fn render(
        &self,
        place: Place,
        content: BoardContent,
        shown: Option<Revision>,
    ) -> Option<Rendered> {
        match self.rendered(place, content, shown).await {
            Ok(rendered) => rendered,
            Err(error) => {
                let (surface, SessionId(id)) = (place.surface(), content.id);
                log::warn!("{surface}, session {id:x}: cannot render the board: {error}");
                None
            }
        }
    }

    fn note_shown(&self, place: Place, id: SessionId, shown: Revision) {
        if self.play.may_start_clock(id) {
            let Some(boards) = self.this.upgrade() else { return };
            self.tasks.spawn(async move { boards.start_clock(place, id, shown).await });
        } else {
            self.record_shown(place, id, shown);
        }
    }

    async fn note_unsent(&self, chat: ChatId, error: &CallError) {
        reachability::note_refusal(&self.play, chat, error).await;
    }

    async fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool {
        if self.migrations.note_refusal(&self.play, chat, error).await {
            return true;
        }
        reachability::note_refusal(&self.play, chat, error).await;
        false
    }

    async fn note_gone(&self, place: Place, id: SessionId, gone: Gone) {
        if self.replace_gone(place, id, gone).await {
            return;
        }
        let noted = match (place, gone) {
            (Place::Inline(_), Gone::Unknown | Gone::Topic) => self.give_up_inline(place, id).await,
            (Place::Inline(_), Gone::Message | Gone::Chat) => {
                let unsent = self.play.note_message_deleted(id, place).await;
                unsent.map(|chats| {
                    chats.into_iter().for_each(|chat| self.spawn_send_unsent(chat, id))
                })
            }
            (Place::Chat(_), _) => self.play.displace(id, place).await,
        };
        if let Err(error) = noted {
            let (surface, SessionId(id)) = (place.surface(), id);
            log::warn!("{surface}, session {id:x}: cannot record the deleted message: {error}");
        }
    }
}
