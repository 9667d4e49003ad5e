//! Games in progress: their changes, and the notification of subscribers.
//!
//! Every change of a game goes through [`games::transitions`]: load, apply, commit, announce. Engines that need
//! time compute their moves in [`games::turns`] and commit them the same way. Subscribers are notified by
//! [`announcements`].
//!
//! On a shared store a copy may be outdated at any time. The board is reloaded for a press that refers to
//! a newer revision than the copy, that the copy refuses, or that loses the conditional write; all of it
//! ends within `PRESS_PATIENCE`. Copies of the store's answers are used for `COPY_LIFETIME`. Pending
//! updates and engine moves of a process are left to it for a grace (`UNSENT_GRACE`, `TURN_GRACE`), or
//! until its lease ends (`screens::LEASE`), and then claimed by a conditional write, so that exactly one
//! process does them.

pub mod games;
pub mod people;
pub mod announcements;
pub mod live_games;
mod copies;
pub mod retry_budget;
pub mod peers;
pub mod statistics;

use std::sync::Arc;
use std::time::Duration;

use zerosum_metrics::Metrics;
use zerosum_session::board::{Board, ChatId, ChatMessage, Place, Placement, Surface, TopicId};
use zerosum_session::game::ballot::VoterKey;
use zerosum_session::{Revision, Session, SessionId, UserId};
use zerosum_store::{Commit, Grace, Store, StoreError};

use crate::engine::Engine;
use crate::health::connectivity::Connectivity;
use crate::play::announcements::{Subscriber, Subscribers};
use crate::play::games::absences::Resumed;
use crate::play::games::analyses::Analyses;
use crate::play::games::clocks::PlayTimeEstimate;
use crate::play::games::reviews::Reviews;
use crate::play::games::sightings::Sightings;
use crate::play::games::turns::Turns;
use crate::play::live_games::{LiveCounts, LiveGames};
use crate::play::people::deleted::Deleted;
use crate::play::people::ratings::{Rater, Tables};
use crate::play::retry_budget::RetryBudget;

/// Time that a board that was never sent is left to the process that created it, on a shared store.
pub(crate) const UNSENT_GRACE: Duration = Duration::from_secs(300);

/// Time that a board that was never sent is left to its process once its person asks for it again.
const MISSED_GRACE: Duration = Duration::from_secs(10);

/// Time that a board with a lagging message is left to the process that changed it, which would normally
/// have drawn it by then.
const SHARED_GRACE: Grace = Grace { unsent: UNSENT_GRACE, unshown: Duration::from_secs(60) };

/// The games in progress, on top of a store and a cache.
pub struct Play {
    store: Arc<Store>,
    live: LiveGames,
    engine: Arc<Engine>,
    open_games_in_all_max: u32,
    metrics: Arc<Metrics>,
    voter_key: VoterKey,
    turns: Arc<Turns>,
    play_time_estimate: PlayTimeEstimate,
    connectivity: Arc<Connectivity>,
    rater: Rater,
    tables: Tables,
    deleted: Deleted,
    reviews: Reviews,
    analyses: Analyses,
    sightings: Sightings,
    subscribers: Subscribers,
}

impl Play {
    pub fn new(
        store: Arc<Store>,
        live: LiveGames,
        engine: impl Into<Arc<Engine>>,
        open_games_in_all_max: u32,
        metrics: Arc<Metrics>,
    ) -> Play {
        let turns = Arc::<Turns>::default();
        let subscribers = Subscribers::default();
        let (reviews, analyses) = (Reviews::default(), Analyses::default());
        Play {
            store,
            live,
            engine: engine.into(),
            open_games_in_all_max,
            metrics,
            voter_key: VoterKey::default(),
            turns,
            play_time_estimate: PlayTimeEstimate::default(),
            connectivity: Arc::new(Connectivity::assumed()),
            rater: Rater::default(),
            tables: Tables::default(),
            deleted: Deleted::default(),
            reviews,
            analyses,
            sightings: Sightings::default(),
            subscribers,
        }
    }

    /// Sets the key that hides voters: votes do not reveal who cast them without this key.
    #[must_use]
    pub(crate) fn with_voter_key(self, voter_key: VoterKey) -> Play {
        Play { voter_key, ..self }
    }

    /// Sets the source of connectivity: play time advances only while updates arrive.
    #[must_use]
    pub fn with_connectivity(self, connectivity: Arc<Connectivity>) -> Play {
        Play { connectivity, ..self }
    }

    /// Returns the maximum number of unfinished games of a person in all chats.
    pub(crate) fn open_games_in_all_max(&self) -> u32 {
        self.open_games_in_all_max
    }

    /// Returns whether other processes may change data that this one has copies of.
    pub(crate) fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// Returns the current time in microseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.store.now()
    }

    /// Returns the store's own time, independent of any clock.
    pub(crate) fn uptime(&self) -> i64 {
        self.store.uptime()
    }

    /// Registers a subscriber for all further announcements, until it is dropped.
    pub fn subscribe(&self, subscriber: &Arc<impl Subscriber + 'static>) {
        self.subscribers.add(subscriber);
    }

    /// Returns the game in play of the person whose board is the lowest in this chat. A board that is yet to be sent
    /// there counts as lower than all others, and one whose message is gone as higher.
    pub async fn lowest_open(
        &self,
        chat: ChatId,
        user: UserId,
    ) -> Result<Option<Board>, StoreError> {
        // Other processes send boards, too.
        if !self.is_shared()
            && let Some(board) = self.live.lowest(chat, user)
        {
            return Ok(Some(board));
        }
        let stored = self.store.lowest_open(chat, user).await?;
        let board = stored.and_then(|board| self.cache_board(chat.into(), board));
        if let Some(board) = &board {
            self.live.learn_lowest(chat, user, board);
        }
        Ok(board)
    }

    /// Returns the most recently changed game in play of the person in this chat.
    pub(crate) async fn latest_open(
        &self,
        chat: ChatId,
        user: UserId,
    ) -> Result<Option<Board>, StoreError> {
        let board = self.open_boards(chat, user, 1).await?.into_iter().next();
        Ok(board.and_then(|board| self.cache_board(chat.into(), board)))
    }

    /// Returns the most recently changed finished game of the person in this chat.
    pub(crate) async fn latest_over(
        &self,
        chat: ChatId,
        user: UserId,
    ) -> Result<Option<Board>, StoreError> {
        let board = self.store.latest_over(chat, user).await?;
        Ok(board.and_then(|board| board.seen_in(chat)))
    }

    /// Returns up to `limit` games in play of the person in this chat, the most recently changed first,
    /// in their stored state. Listing a game does not cache it.
    pub(crate) async fn open_boards(
        &self,
        chat: ChatId,
        user: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let boards = self.store.open_boards(chat, user, limit).await?;
        Ok(boards.into_iter().filter_map(|board| board.seen_in(chat)).collect())
    }

    /// Returns up to `limit` games in play of the person with other people, in any chat, in their stored state.
    pub(crate) async fn open_games_with_people(
        &self,
        user: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let mut boards = self.store.games_with_people(user, limit).await?;
        boards.retain(|board| board.session.is_in_play_between_people());
        Ok(boards)
    }

    /// Returns the current board, also if another process has written it.
    pub async fn board(
        &self,
        surface: impl Into<Surface>,
        id: SessionId,
    ) -> Result<Option<Board>, StoreError> {
        let surface = surface.into();
        match self.live.board(surface, id) {
            Some(board) if !self.is_shared() => Ok(Some(board)),
            Some(_) | None => self.load(surface, id).await,
        }
    }

    /// Drops the copy of a board if the store, from which it was just read, is ahead of it, as after a
    /// commit whose caller was gone before it could tell: at a newer revision, or to be sent again where the copy has a
    /// message, or says that it is gone.
    pub fn drop_outdated_copy(&self, read: &Board) {
        let id = read.session.id();
        self.live.drop_older(id, read.session.revision());
        let is_unsent = |board: &Board| board.place().is_none() && board.shown == Revision::NONE;
        if is_unsent(read)
            && self.live.board(read.surface(), id).is_some_and(|copy| !is_unsent(&copy))
        {
            self.live.drop_board(id);
        }
    }

    /// Returns the current board wherever it is shown, also if another process has written it.
    pub(crate) async fn board_anywhere(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        match self.live.board_anywhere(id) {
            Some(board) if !self.is_shared() => return Ok(Some(board)),
            Some(_) | None => {}
        }
        let stored = self.store.load(id).await?;
        match &stored {
            Some(board) => self.live.put_board(board.clone()),
            None => self.live.drop_board(id),
        }
        Ok(stored)
    }

    /// The store behind the copies. What is not cached is asked of it directly.
    pub(crate) fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Returns the board as an inline message shows it; `None` if none does.
    pub(crate) async fn posted(&self, id: SessionId) -> Result<Option<Board>, StoreError> {
        let Some(board) = self.store.load(id).await? else { return Ok(None) };
        let surfaces = board.placements().map(|placement| placement.surface());
        let inline = surfaces.into_iter().find(|surface| surface.chat().is_none());
        Ok(inline.and_then(|surface| self.cache_board(surface, board)))
    }

    /// Returns whether a game that is no longer shown in this group is shown in a supergroup, as happens
    /// when Telegram upgrades the group.
    pub(crate) async fn has_moved_from(
        &self,
        group: ChatId,
        id: SessionId,
    ) -> Result<bool, StoreError> {
        if !group.is_basic_group() {
            return Ok(false);
        }
        let board = self.store.load(id).await?.filter(|board| !board.is_shown_in(group));
        let is_super =
            |placement: Placement| placement.surface().chat().is_some_and(ChatId::is_supergroup);
        Ok(board.is_some_and(|board| board.placements().any(is_super)))
    }

    /// Returns a finished game, regardless of where it was played; `None` if it is in play or does not
    /// exist.
    pub(crate) async fn finished(&self, id: SessionId) -> Result<Option<Session>, StoreError> {
        let session = self.store.load(id).await?.map(|board| board.session);
        Ok(session.filter(|session| session.outcome().is_some()))
    }

    /// Returns a finished game as one of its players sees it in their private chat, and adds that chat to
    /// its places: then the flag is true, and the caller sends it. `None` if they did not play it, or if it is shown in
    /// too many places.
    pub(crate) async fn finished_of(
        &self,
        id: SessionId,
        user: UserId,
    ) -> Result<Option<(Board, bool)>, StoreError> {
        let chat = ChatId::of_person(user);
        let is_theirs = |board: &Board| {
            board.session.outcome().is_some() && board.session.seat_of(user).is_some()
        };
        let Some(board) = self.store.load(id).await?.filter(is_theirs) else { return Ok(None) };
        let mut is_added = false;
        if !board.is_shown_in(chat) {
            let added = self.store.add_placement(id, Placement::new(chat, None)).await?;
            is_added = added == Commit::Done;
            if is_added {
                // Other processes leave the sending to this one.
                self.store.renew_claim(id, chat).await?;
            }
            // Cached copies lack the new place.
            self.live.drop_board(id);
        }
        Ok(self.load(chat.into(), id).await?.map(|board| (board, is_added)))
    }

    /// Records that another process has changed a game, which now has this revision.
    pub fn note_changed_elsewhere(&self, id: SessionId, revision: Revision) {
        self.live.drop_older(id, revision);
        self.turns.note_revision(id, revision);
        self.subscribers.each(|subscriber| subscriber.on_change_elsewhere(id));
    }

    /// Returns the cached copy of a board, which may be outdated.
    pub fn cached(&self, surface: Surface, id: SessionId) -> Option<Board> {
        self.live.board(surface, id)
    }

    /// Records that a board is shown by this message, in this topic, from now on, with that revision.
    pub async fn place(
        &self,
        id: SessionId,
        at: ChatMessage,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        // A board whose clock has yet to start counts as lagging, so that it is found again.
        let has_started = self.start_clock(id, at.chat.into(), shown).await.is_ok();
        let shown = if has_started { shown } else { Revision::NONE };
        self.store.place(id, at, topic, shown).await?;
        self.live.place(at, topic, id, shown);
        Ok(())
    }

    /// Moves the games of a group that has become a supergroup, in which none of its messages can be
    /// edited. Returns whether games may have been moved: one of a move that is not known to this process may have been
    /// done before.
    pub(crate) async fn move_chat(
        &self,
        from: ChatId,
        to: ChatId,
        is_known: bool,
    ) -> Result<bool, StoreError> {
        let moved = self.store.move_chat(from, to).await?;
        let are_moved = moved > 0 || !is_known;
        // Repeated reports empty no caches, but settings may have been moved once more.
        match are_moved {
            true => self.live.clear(),
            false => self.live.groups.remove(to),
        }
        Ok(are_moved)
    }

    /// Resumes the games of a group that has become a supergroup, which an update from there proves that the bot is in. May
    /// be repeated: the games may have been moved before.
    pub(crate) async fn resume_in(&self, to: ChatId) {
        let (resumed, retries) = (Resumed::default(), &mut RetryBudget::default());
        if let Err(error) = self.note_presence(to, &resumed, retries).await {
            log::error!("chat {}: cannot resume some clocks: {error}", to.0);
            if let Err(error) = self.store.end_absence(to).await {
                log::error!(
                    "chat {}: cannot end the recorded absence, so clocks stay stopped: {error}",
                    to.0
                );
            }
        }
    }

    /// Records that the message that showed a board is gone for good.
    pub(crate) async fn displace(&self, id: SessionId, place: Place) -> Result<(), StoreError> {
        self.store.displace(id, place).await?;
        self.live.displace(place, id);
        Ok(())
    }

    /// Gives up sending a board that was never sent. It counts as sent and gone.
    pub(crate) async fn abandon(&self, board: &Board) -> Result<(), StoreError> {
        let id = board.session.id();
        let Some(chat) = board.surface().chat() else { return Ok(()) };
        self.store.give_up(id, chat).await?;
        self.live.give_up(chat, id);
        Ok(())
    }

    /// Records that the message shows this revision, also if the returned future is not awaited. The
    /// future yields true if that is the newest revision written by any process so far.
    pub(crate) fn note_shown(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> impl Future<Output = bool> + use<> {
        // Notes may come in another order than the edits, and the last one to come replaces those that are
        // not written yet.
        self.sightings.note_shown(place, id, shown);
        let shown = self.live.note_shown(place, id, shown);
        let noting = self.store.note_shown(id, place, shown);
        async { noting.await == Some(Commit::Done) }
    }

    /// Returns the board whose message was just brought to this revision, if another process has changed
    /// it: it has a newer revision by now or is shown by a newer message.
    pub(crate) async fn overtaken(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> Result<Option<Board>, StoreError> {
        let board = self.load(place.surface(), id).await?;
        Ok(board.filter(|board| match board.place() {
            Some(newest) if newest == place => board.session.revision() > shown,
            Some(newest) => place.is_above(newest),
            None => false,
        }))
    }

    /// Claims sending a board that its person misses because it was never sent. Returns whether this
    /// process has succeeded.
    pub(crate) async fn claim_missed(
        &self,
        chat: ChatId,
        id: SessionId,
    ) -> Result<bool, StoreError> {
        let grace = Grace { unsent: MISSED_GRACE, ..SHARED_GRACE };
        Ok(!self.is_shared() || self.store.claim(id, chat.into(), grace).await? == Commit::Done)
    }

    /// Returns the numbers of cached copies.
    pub fn live_counts(&self) -> LiveCounts {
        self.live.counts()
    }

    /// Drops cached copies that were not used recently.
    pub(crate) fn age(&self) {
        self.live.age();
        self.reviews.age();
        self.analyses.age();
        self.sightings.age();
        self.tables.age();
    }

    /// Loads the board from the store, if it is shown on the surface.
    async fn load(&self, surface: Surface, id: SessionId) -> Result<Option<Board>, StoreError> {
        let stored = self.store.load(id).await?;
        if stored.is_none() {
            self.live.drop_board(id);
        }
        Ok(stored.and_then(|board| self.cache_board(surface, board)))
    }

    /// Caches a stored board and returns it as the surface shows it; `None` if it is not shown there. A
    /// board cached already may have newer information on its messages.
    fn cache_board(&self, surface: Surface, board: Board) -> Option<Board> {
        let seen = board.seen_in(surface)?;
        let id = board.session.id();
        self.live.put_board(board.clone());
        self.live.put_placements(&board);
        Some(self.live.board(surface, id).unwrap_or(seen))
    }
}
