//! Boards in their chats: sent, redrawn, brought further down, and turned into a note where another
//! message shows them now.
//!
//! Whatever changes a game is announced, and heard here. What is on a screen is a copy of the session and
//! may be drawn again at any time; what cannot be drawn now still counts in the store as not shown, and
//! is left to the sweep.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use crate::play::Play;
use crate::play::announcements::{Announcement, Cause, Showing, Subscriber};
use crate::session::board::{Board, ChatId, ChatMessage, MessageId, Place, TopicId};
use crate::session::{Revision, SessionId};
use crate::store::StoreError;
use crate::telegram::api::CallError;
use crate::telegram::backlog::Waiting;
use crate::telegram::calls::Verdict;
use crate::telegram::edit_queue::EditObserver;
use crate::telegram::frame::Frame;
use crate::telegram::frames;
use crate::telegram::messenger::{Messenger, report_unsent};
use crate::telegram::outbox::Outgoing;
use crate::telegram::rate_limit::Class;
use crate::telegram::reach;
use crate::telegram::sendings::{Sending, Sendings};

/// How long the end of a game waits to be shown for what is learned from it.
const LEARNING_PATIENCE: Duration = Duration::from_secs(1);

/// The message that was pressed and the revision of the board it shows, `None` if it does not show it.
pub(crate) type SeenAt = Option<(Place, Revision)>;

/// See the module.
pub(crate) struct BoardMessages {
    this: Weak<BoardMessages>,
    play: Arc<Play>,
    messenger: Arc<Messenger>,
    /// The boards that are on their way to their chat.
    sendings: Arc<Sendings>,
    tasks: TaskTracker,
    /// As many changes may be on their way to the edit queue at once.
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
        let sendings = Sendings::new();
        BoardMessages { this, play, messenger, sendings, tasks, showings }
    }

    pub(crate) fn messenger(&self) -> &Arc<Messenger> {
        &self.messenger
    }

    /// Lets go of what is long past.
    pub(crate) fn age(&self) {
        self.sendings.age();
    }

    /// The right to send a board, unless somebody has it.
    pub(crate) fn begin_sending(&self, chat: ChatId, id: SessionId) -> Option<Sending> {
        self.sendings.begin((chat, id))
    }

    /// Whether nobody sends a board that was never sent, and it has not perhaps come already.
    pub(crate) fn is_to_be_sent(&self, chat: ChatId, id: SessionId) -> bool {
        !self.sendings.is_under_way((chat, id)) && !self.sendings.is_unclear((chat, id))
    }

    /// Sends a board to the chat in which it is seen and notes where it is shown. Says whether it is there.
    pub(crate) async fn send(
        &self,
        board: Board,
        sending: Option<Sending>,
        class: Class,
        reply_to: Option<MessageId>,
    ) -> bool {
        let Some(chat) = board.surface().chat() else { return false };
        let frame = match self.messenger.frames.board(&board).await {
            Ok(frame) => frame,
            Err(error) => {
                log::warn!("chat {}: a board is not sent yet: {error}", chat.0);
                return false;
            }
        };
        let seen = sending.as_ref().map(|sending| sending.seen.clone()).unwrap_or_default();
        let (view, topic) = (&frame.view, board.topic);
        let outgoing = Outgoing { chat, view, class, reply_to, topic, needless: &seen };
        let message = match self.messenger.send(outgoing).await {
            Ok(message) => message,
            // Whoever has pressed it has noted where it is.
            Err(_) if seen.is_cancelled() => return true,
            Err(error) => {
                self.note_unsent(chat, &board, sending, &error).await;
                return false;
            }
        };
        self.place(&board, ChatMessage { chat, message }, board.session.revision()).await;
        // Somebody quick may have pressed before the place was known.
        if let Ok(Some(board)) = self.play.board(chat, board.session.id()).await {
            self.play.announce(board, Cause::Lagging { arrived: None });
        }
        true
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
        if self.send(board.clone(), sending, Class::Reply, reply_to).await
            && let Some(old) = old
        {
            self.retire(&board, old).await;
        }
    }

    /// Turns an older message of a board into a note that the board has moved.
    pub(crate) async fn retire(&self, board: &Board, old: Place) {
        self.messenger.show(old, self.messenger.frames.moved_board(board).await);
    }

    /// Sees to it that a board is shown as it stands, after a press at a message that showed a revision
    /// of it and changed nothing.
    pub(crate) async fn show_after_press(&self, board: Board, seen_at: SeenAt, arrived: Instant) {
        let since = Some(arrived);
        let cause = match (seen_at, board.place()) {
            // The message shows what the store has forgotten: it was restored from a backup.
            (Some((at, seen)), Some(place)) if place == at && seen > board.session.revision() => {
                Cause::Doubtful { arrived: since }
            }
            (Some((at, seen)), Some(place))
                if place == at
                    && seen < board.session.revision()
                    && self.messenger.doubt(place) =>
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

    /// Sees to it that a board has one message, after a press at the one that was seen.
    pub(crate) async fn settle(&self, mut board: Board, seen_at: SeenAt, arrived: Instant) {
        let seen_at = seen_at.filter(|(at, _)| board.place() != Some(*at));
        let Some((at, seen)) = seen_at else { return };
        match board.place() {
            // A press was quicker than the note of where the board is, or the note was lost: the
            // message with the higher number is the newer one.
            Some(place) if place.is_above(at) => {
                self.adopt(&mut board, at, seen).await;
                self.retire(&board, place).await;
            }
            None => self.adopt(&mut board, at, seen).await,
            Some(_) => self.retire(&board, at).await,
        }
        self.play.announce(board, Cause::Lagging { arrived: Some(arrived) });
    }

    /// Takes the message for the one that shows the board, at the revision that its buttons carry.
    async fn adopt(&self, board: &mut Board, at: Place, seen: Revision) {
        // What the store has forgotten is of no account.
        let is_known = seen <= board.session.revision();
        let shown = if is_known { seen } else { Revision::NONE };
        let Place::Chat(at) = at else { return };
        self.sendings.note_seen((at.chat, board.session.id()));
        self.place(board, at, shown).await;
        board.message = Some(at.message);
        board.shown = shown;
    }

    /// Brings the message of a board to its session, whatever it is known to show, and with no more
    /// urgency than that. While the store is away it is left to the sweep, because nobody knows the
    /// language of the board.
    pub(crate) async fn draw(&self, board: &Board, class_max: Class) {
        let frame = self.messenger.frames.board(board).await;
        let frame = frame.map(|frame| frame.no_more_urgent_than(class_max));
        self.show(board, frame.map(|frame| Frame { is_catching_up: true, ..frame }));
    }

    /// Brings the message of a board to its session, as it has been announced.
    async fn draw_announced(&self, board: &Board, cause: Cause) {
        let frame = self.messenger.frames.board(board).await;
        let is_catching_up = matches!(cause, Cause::Lagging { .. });
        let since = cause.arrived();
        self.show(board, frame.map(|frame| Frame { since, is_catching_up, ..frame }));
    }

    /// Brings the message of a board to what its person wants to see of it, after a press at the one that was
    /// seen.
    pub(crate) async fn draw_showing(
        &self,
        mut board: Board,
        seen_at: SeenAt,
        showing: frames::Showing,
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
        self.show(&board, frame);
    }

    /// Brings the message of a finished board to how it looks once its person has gone on to another
    /// game.
    pub(crate) async fn draw_left(&self, board: &Board, class_max: Class) {
        let frame = self.messenger.frames.board_showing(board, frames::Showing::Left).await;
        self.show(board, frame.map(|frame| frame.no_more_urgent_than(class_max)));
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

    /// Learns from the end of a game, if it has come to that, so that its board can offer another
    /// level. What is not learned is no loss.
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

    /// Notes that a board is shown by a message, which shows that revision. A place that is not
    /// noted is found again by the next press.
    async fn place(&self, board: &Board, at: ChatMessage, shown: Revision) {
        let id = board.session.id();
        if let Err(error) = self.play.place(id, at, board.topic, shown).await {
            log::warn!("chat {}, session {:x}: the place is not noted: {error}", at.chat.0, id.0);
        }
    }

    /// Notes why a board was not sent, so that a sweep sends it, or does not.
    async fn note_unsent(
        &self,
        chat: ChatId,
        board: &Board,
        sending: Option<Sending>,
        error: &CallError,
    ) {
        report_unsent(chat, error);
        let migrations = &self.messenger.migrations;
        let has_moved = migrations.note_refusal(&self.play, chat, error).await;
        if has_moved && board.session.outcome().is_none() {
            return;
        }
        match (error.verdict(), sending) {
            (Verdict::Gone | Verdict::Refused, _) => self.abandon(board).await,
            (Verdict::Unclear, Some(sending)) => sending.note_unclear(),
            _ => {}
        }
    }

    /// Notes that a board that was never sent will not be: its chat is closed to the bot.
    async fn abandon(&self, board: &Board) {
        let id = board.session.id();
        if let Err(error) = self.play.abandon(board).await {
            let surface = board.surface();
            log::warn!("{surface}, session {:x}: its end is not noted: {error}", id.0);
        }
    }
}

/// A board as it is seen on each of its surfaces.
pub(crate) fn views_of(board: &Board) -> impl Iterator<Item = Board> {
    board.placements().filter_map(|placement| board.seen_in(placement.surface()))
}

/// Draws what another process has made of a board meanwhile. Its edit may have landed before ours; ours
/// then shows what has passed.
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
    fn hear(&self, announcement: &Announcement) {
        let &Announcement { ref board, cause } = announcement;
        let (has_moved, is_doubtful) = match cause {
            // Whoever has made it brings it to its chats.
            Cause::Created { .. } => return,
            Cause::Person { .. } | Cause::Engine(_) | Cause::Clock => (true, false),
            Cause::Afterwards { .. } | Cause::Lagging { .. } => (false, false),
            Cause::Doubtful { .. } => (false, true),
        };
        // Whoever sends or draws it anew does so where they are.
        let is_sent = matches!(cause, Cause::Person { showing: Showing::Below, .. })
            .then_some(&board.surface);
        let is_lagging = |shown: &Board| {
            let is_doubted = is_doubtful && shown.surface == board.surface;
            let is_wanted = shown.is_behind() || is_doubted;
            is_wanted && shown.place().is_some() && is_sent != Some(&shown.surface)
        };
        let lagging: Vec<Board> = views_of(board).filter(is_lagging).collect();
        if lagging.is_empty() {
            return;
        }
        let Some(boards) = self.this.upgrade() else { return };
        let Ok(showing) = Arc::clone(&self.showings).try_acquire_owned() else {
            return lagging.iter().for_each(|board| {
                let (surface, id) = (board.surface.clone(), board.session.id());
                self.messenger.put_off(Waiting { surface, id, person: board.viewer() });
            });
        };
        self.tasks.spawn(async move {
            for board in lagging {
                if has_moved && board.session.outcome().is_some() {
                    // In a box, because most changes are no end and need no room for it.
                    Box::pin(boards.learn_from(&board)).await;
                }
                boards.draw_announced(&board, cause).await;
            }
            drop(showing);
        });
    }
}

#[async_trait]
impl EditObserver for BoardMessages {
    fn is_shared(&self) -> bool {
        self.play.is_shared()
    }

    fn note_shown(&self, place: Place, id: SessionId, shown: Revision) {
        let noting = self.play.note_shown(id, place, shown);
        let Some(boards) = self.this.upgrade().filter(|_| self.play.is_shared()) else { return };
        self.tasks.spawn(async move {
            if !noting.await {
                catch_up(&boards, id, place, shown).await;
            }
        });
    }

    async fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool {
        if self.messenger.migrations.note_refusal(&self.play, chat, error).await {
            return true;
        }
        reach::note_refusal(&self.play, chat, error).await;
        false
    }

    async fn note_gone(&self, place: Place, id: SessionId) {
        if let Err(error) = self.play.displace(id, place).await {
            let (surface, SessionId(id)) = (place.surface(), id);
            log::warn!("{surface}, session {id:x}: that its message is gone is not noted: {error}");
        }
    }
}
