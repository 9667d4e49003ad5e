//! The games that are played here: how they change, and who is told.
//!
//! Whatever changes a game goes through the [`door`]: load, apply, commit, announce. Engines that need
//! time think in [`turns`] and enter their moves by the same door. Whoever cares hears of it by the
//! [`announcements`].
//!
//! On a store that several processes share a copy may be old at any time. A press that has seen more than
//! the copy loads the board, and so does one that the copy refuses or that loses the conditional write;
//! all of it ends within `PRESS_PATIENCE`. People are believed for `PERSON_COPY_LIFETIME`. What a process
//! has not shown or not thought about is left to it for a grace (`UNSENT_GRACE`, `TURN_GRACE`) and then
//! claimed by a conditional write, so that of many one does it.

pub mod analyses;
pub mod announcements;
pub mod cache;
pub mod challenges;
pub mod clocks;
pub mod reminders;
pub mod door;
pub mod groups;
pub mod invitations;
pub mod leaving;
pub mod looks;
pub mod people;
pub mod peers;
pub mod ratings;
pub mod rematches;
pub mod reviews;
pub mod seekers;
pub mod statistics;
pub mod turns;

use std::sync::Arc;
use std::time::Duration;

use crate::engine::Engine;
use crate::metrics::Metrics;
use crate::play::analyses::Analyses;
use crate::play::announcements::{Subscriber, Subscribers};
use crate::play::cache::{Cache, CacheCounts};
use crate::play::challenges::Declined;
use crate::play::clocks::Heard;
use crate::play::ratings::Rater;
use crate::play::reviews::Reviews;
use crate::play::turns::Turns;
use crate::session::ballot::VoterKey;
use crate::session::board::{
    Board, ChatId, ChatMessage, MessageId, Place, Placement, Surface, TopicId,
};
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::{Commit, Grace, Store, StoreError};

/// How long a board that was never sent is left to the process that has made it, where several share
/// a store.
pub const UNSENT_GRACE: Duration = Duration::from_secs(300);

/// A board that was never sent is left to its process for so long once its person asks for it again.
const MISSED_GRACE: Duration = Duration::from_secs(10);

/// A board whose message lags is left to the process that has changed it until that would have
/// drawn it.
const SHARED_GRACE: Grace = Grace { unsent: UNSENT_GRACE, unshown: Duration::from_secs(60) };

/// See the module.
pub struct Play {
    store: Arc<dyn Store>,
    cache: Cache,
    engine: Engine,
    open_games_in_all_max: u32,
    metrics: Arc<Metrics>,
    voter_key: VoterKey,
    turns: Arc<Turns>,
    heard: Heard,
    rater: Rater,
    declined: Declined,
    reviews: Reviews,
    analyses: Analyses,
    subscribers: Subscribers,
}

impl Play {
    pub fn new(
        store: Arc<dyn Store>,
        cache: Cache,
        engine: Engine,
        open_games_in_all_max: u32,
        metrics: Arc<Metrics>,
    ) -> Play {
        let turns = Arc::<Turns>::default();
        let subscribers = Subscribers::default();
        let (reviews, analyses) = (Reviews::default(), Analyses::default());
        Play {
            store,
            cache,
            engine,
            open_games_in_all_max,
            metrics,
            voter_key: VoterKey::default(),
            turns,
            heard: Heard::default(),
            rater: Rater::default(),
            declined: Declined::default(),
            reviews,
            analyses,
            subscribers,
        }
    }

    /// The same where votes tell nobody who has given them that lacks this key.
    #[must_use]
    pub fn with_voter_key(self, voter_key: VoterKey) -> Play {
        Play { voter_key, ..self }
    }

    /// How many unfinished games a person may have in all chats.
    pub fn open_games_in_all_max(&self) -> u32 {
        self.open_games_in_all_max
    }

    /// Whether other processes may write what this one has a copy of.
    pub fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// What time it is, in microseconds since 1970.
    pub fn now(&self) -> i64 {
        self.store.now()
    }

    /// What the store has lived through, whatever a clock says.
    pub fn lived(&self) -> i64 {
        self.store.lived()
    }

    /// Has somebody hear of what is announced from now on, for as long as they live.
    pub fn subscribe(&self, subscriber: &Arc<impl Subscriber + 'static>) {
        self.subscribers.add(subscriber);
    }

    /// The person's game in this chat that is in play and changed last.
    pub async fn latest_open(
        &self,
        chat: ChatId,
        user: UserId,
    ) -> Result<Option<Board>, StoreError> {
        let boards = self.open_boards(chat, user, 1).await?;
        Ok(boards.into_iter().next().and_then(|board| self.enliven(chat.into(), board)))
    }

    /// Up to `limit` games of the person in this chat that are in play, those that changed last
    /// first. They are as they are stored, and none becomes live by being listed.
    pub async fn open_boards(
        &self,
        chat: ChatId,
        user: UserId,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        let boards = self.store.open_boards(chat, user, limit).await?;
        Ok(boards.into_iter().filter_map(|board| board.seen_in(chat)).collect())
    }

    /// The board as it stands, whoever has written it.
    pub async fn board(
        &self,
        surface: impl Into<Surface>,
        id: SessionId,
    ) -> Result<Option<Board>, StoreError> {
        let surface = surface.into();
        match self.cache.board(surface, id) {
            Some(board) if !self.is_shared() => Ok(Some(board)),
            Some(_) | None => self.load(surface, id).await,
        }
    }

    /// A game that is over, wherever it was played; `None` if it is in play or there is none.
    pub async fn finished(&self, id: SessionId) -> Result<Option<Session>, StoreError> {
        let session = self.store.load(id).await?.map(|board| board.session);
        Ok(session.filter(|session| session.outcome().is_some()))
    }

    /// The same game as somebody who has played it sees it in their private chat, where it is shown from now
    /// on; `None` if they have not, or if it is shown in too many places.
    pub async fn finished_of(
        &self,
        id: SessionId,
        user: UserId,
    ) -> Result<Option<Board>, StoreError> {
        let chat = ChatId::of_person(user);
        let is_theirs = |board: &Board| {
            board.session.outcome().is_some() && board.session.seat_of(user).is_some()
        };
        let Some(board) = self.store.load(id).await?.filter(is_theirs) else { return Ok(None) };
        if !board.is_shown_in(chat) {
            self.store.add_placement(id, Placement::new(chat, None)).await?;
            // Copies do not know of it.
            self.cache.drop_board(id);
        }
        self.load(chat.into(), id).await
    }

    /// Another process has changed a game: it has this revision by now.
    pub fn note_changed_elsewhere(&self, id: SessionId, revision: Revision) {
        self.cache.drop_older(id, revision);
        self.turns.note_revision(id, revision);
    }

    /// The copy of a board, which may be old.
    pub fn copy(&self, surface: Surface, id: SessionId) -> Option<Board> {
        self.cache.board(surface, id)
    }

    /// A board is shown by this message, in this topic, from now on, which shows that revision.
    pub async fn place(
        &self,
        id: SessionId,
        at: ChatMessage,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        self.store.place(id, at, topic, shown).await?;
        self.cache.place(at, topic, id, shown);
        Ok(())
    }

    /// A group has become a supergroup, in which none of its messages can be changed. Says whether
    /// there are games in play that have yet to be sent there.
    pub async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<bool, StoreError> {
        let moved = self.store.move_chat(from, to).await?;
        self.cache.clear_groups();
        if moved > 0 {
            self.cache.clear();
        }
        Ok(moved > 0)
    }

    /// The message that showed a board is gone for good.
    pub async fn displace(&self, id: SessionId, place: Place) -> Result<(), StoreError> {
        self.cache.displace(place, id);
        self.store.displace(id, place).await
    }

    /// A board that was never sent need not be. It counts as sent and gone.
    pub async fn abandon(&self, board: &Board) -> Result<(), StoreError> {
        let id = board.session.id();
        let Some(chat) = board.surface().chat() else { return Ok(()) };
        let nowhere = ChatMessage { chat, message: MessageId(0) };
        self.place(id, nowhere, board.topic, Revision::LAST).await?;
        self.displace(id, nowhere.into()).await
    }

    /// The message shows this revision, which is noted whether or not anybody waits for it. Whoever
    /// waits is told whether that is the newest as far as any process has written by then.
    pub fn note_shown(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> impl Future<Output = bool> + use<> {
        self.cache.note_shown(place, id, shown);
        let noting = self.store.note_shown(id, place, shown);
        async { noting.await == Some(Commit::Done) }
    }

    /// What another process has made of a board whose message was just brought to this revision:
    /// the board, if it has a newer revision by now or is shown by a newer message.
    pub async fn overtaken(
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

    /// Up to `limit` boards whose screen lags behind, above `after`, and that no other process can
    /// be at work on.
    pub async fn behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        // Nobody but this process, or one that is dead, has changed a board of its own store.
        let grace = if self.is_shared() { SHARED_GRACE } else { Grace::NONE };
        self.store.behind(after, limit, grace).await
    }

    /// Whether this process is the one to bring a board to its screen that was found so.
    pub async fn claim(&self, surface: Surface, id: SessionId) -> Result<bool, StoreError> {
        Ok(!self.is_shared() || self.store.claim(id, surface, SHARED_GRACE).await? == Commit::Done)
    }

    /// The same for a board that its person misses, because it was never sent.
    pub async fn claim_missed(&self, chat: ChatId, id: SessionId) -> Result<bool, StoreError> {
        let grace = Grace { unsent: MISSED_GRACE, ..SHARED_GRACE };
        Ok(!self.is_shared() || self.store.claim(id, chat.into(), grace).await? == Commit::Done)
    }

    /// Lets go of all live copies, because some of them are of what was deleted.
    pub fn drop_copies(&self) {
        self.cache.clear();
    }

    /// How much is live.
    pub fn live_counts(&self) -> CacheCounts {
        self.cache.counts()
    }

    /// Lets go of live copies that were not used lately.
    pub fn age(&self) {
        self.cache.age();
        self.reviews.age();
        self.analyses.age();
        self.declined.age(self.now());
    }

    /// The board from the store, if it is shown there.
    async fn load(&self, surface: Surface, id: SessionId) -> Result<Option<Board>, StoreError> {
        let stored = self.store.load(id).await?;
        if stored.is_none() {
            self.cache.drop_board(id);
        }
        Ok(stored.and_then(|board| self.enliven(surface, board)))
    }

    /// Makes a stored board live, as it is shown there; `None` if it is not. What is live already
    /// may know more of the screen.
    fn enliven(&self, surface: Surface, board: Board) -> Option<Board> {
        let seen = board.seen_in(surface)?;
        let id = board.session.id();
        self.cache.put_board(board.clone());
        self.cache.put_placements(&board);
        Some(self.cache.board(surface, id).unwrap_or(seen))
    }
}
