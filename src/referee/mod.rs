//! Presses, new games and unfinished business: load, apply, commit, and only then report.
//!
//! Nothing is reported as changed that the store has not made durable. A lost race is retried once
//! on what the winner wrote; the loser's press is then refused as stale. Engines that need time move
//! by the same door, in [`turns`].

pub mod looks;
pub mod people;
pub mod turns;

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use crate::engine::Engine;
use crate::games::Outcome;
use crate::games::any::GameSpec;
use crate::live::{Live, LiveCounts};
use crate::metrics::Metrics;
use crate::metrics::labels::{self, GameEnd, ReplySource};
use crate::referee::turns::Turns;
use crate::session::board::{Board, ChatId, MessageId, Place, TopicId};
use crate::session::choice::Choice;
use crate::session::{Action, Actor, Refusal, Revision, Seat, Session, SessionId, UserId};
use crate::store::{Commit, Grace, OpenGames, Store, StoreError};

/// How many unfinished games a person may have in one chat.
pub const OPEN_GAMES_MAX: u32 = 50;

/// A press that follows a lost race is the last try; a second lost race in a row is answered as
/// stale.
const TRIES_MAX: u32 = 2;

/// How long a press may take on a shared store, all it asks of the store included. Who presses is
/// told within two seconds that nothing can be saved.
const PRESS_PATIENCE: Duration = Duration::from_millis(1_900);

/// How long a board that was never sent is left to the process that has made it, where several share
/// a store.
pub const UNSENT_GRACE: Duration = Duration::from_secs(300);

/// A board whose message lags is left to the process that has changed it until that would have
/// drawn it.
const SHARED_GRACE: Grace = Grace { unsent: UNSENT_GRACE, unshown: Duration::from_secs(60) };

/// Somebody asks for an action in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    pub user: UserId,
    /// Where the button is. A session is played in its own chat only.
    pub chat: ChatId,
    pub id: SessionId,
    pub seen: Revision,
    pub action: Action,
}

/// What became of a press.
#[derive(Clone, Debug, PartialEq)]
pub enum Pressed {
    /// Durable, an instant engine's answer included.
    Changed(Board),
    /// Nothing has changed; this is the board as it stands.
    Refused(Refusal, Board),
    /// The game is not played again, because there are too many.
    Declined(TooMany),
    /// There is no such session in this chat.
    Unknown,
}

/// What became of the wish for a new game.
#[derive(Clone, Debug, PartialEq)]
pub enum Created {
    /// Durable, and yet to be sent.
    New(Board),
    /// The same wish was fulfilled before: it has been delivered twice.
    Before,
    Declined(TooMany),
}

/// Why a person cannot have one more game in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// They have [`OPEN_GAMES_MAX`] unfinished games in this chat.
    Here,
    /// They have [`Referee::open_games_in_all_max`] unfinished games.
    InAll,
}

/// A wish for a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Derived from the message or press that asks, so that asking twice creates once.
    pub id: SessionId,
    pub owner: UserId,
    pub chat: ChatId,
    pub topic: Option<TopicId>,
    pub choice: Choice,
}

pub struct Referee {
    store: Arc<dyn Store>,
    live: Live,
    engine: Engine,
    open_games_in_all_max: u32,
    metrics: Arc<Metrics>,
    turns: Arc<Turns>,
}

impl Referee {
    pub fn new(
        store: Arc<dyn Store>,
        live: Live,
        engine: Engine,
        open_games_in_all_max: u32,
        metrics: Arc<Metrics>,
    ) -> Referee {
        let turns = Arc::<Turns>::default();
        Referee { store, live, engine, open_games_in_all_max, metrics, turns }
    }

    /// How many unfinished games a person may have in all chats.
    pub fn open_games_in_all_max(&self) -> u32 {
        self.open_games_in_all_max
    }

    /// Whether other processes may write what this one has a copy of.
    pub fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// Applies a press, with an instant engine's answer, in one durable transition.
    pub async fn press(&self, press: Press) -> Result<Pressed, StoreError> {
        self.in_time(self.decide(press)).await
    }

    /// What a press asks of the store, given up in time where that may hang.
    async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        if !self.is_shared() {
            return work.await;
        }
        let done = timeout(PRESS_PATIENCE, work).await;
        done.unwrap_or_else(|_| Err(StoreError::Away("it takes too long".to_owned())))
    }

    async fn decide(&self, press: Press) -> Result<Pressed, StoreError> {
        let mut known = self.live_board(press);
        for _ in 0..TRIES_MAX {
            let is_copy = known.is_some();
            let board = match known.take() {
                Some(board) => board,
                None => match self.load(press.chat, press.id).await? {
                    Some(board) => board,
                    None => return Ok(Pressed::Unknown),
                },
            };
            let next = board.session.apply(Actor::User(press.user), press.seen, press.action);
            let session = match next {
                Ok(session) => answered(&self.engine, session),
                // The board of a refusal is drawn, and a copy may be older than the screen.
                Err(_) if is_copy && self.is_shared() => continue,
                Err(refusal) => return Ok(Pressed::Refused(refusal, board)),
            };
            if self.commit(press.action, &session, board.session.revision()).await? == Commit::Done
            {
                self.note_kept(Some(press.action), board.session.revision(), &session);
                self.turns.note_revision(press.id, session.revision());
                let board = Board { session, ..board };
                self.live.put_session(&board);
                // The message may have changed while the commit was under way.
                let board = self.live.board(press.chat, press.id).unwrap_or(board);
                return Ok(Pressed::Changed(board));
            }
        }
        let Some(board) = self.load(press.chat, press.id).await? else {
            return Ok(Pressed::Unknown);
        };
        if let Action::Rematch { .. } = press.action
            && board.session.revision() == press.seen
            && let Some(too_many) = self.too_many(board.chat, board.owner).await?
        {
            return Ok(Pressed::Declined(too_many));
        }
        Ok(Pressed::Refused(Refusal::Stale, board))
    }

    /// Writes what an action has made of a session. A game that is played again counts as one more.
    async fn commit(
        &self,
        action: Action,
        session: &Session,
        seen: Revision,
    ) -> Result<Commit, StoreError> {
        match action {
            Action::Play(_) | Action::Resign => self.store.commit(session, seen).await,
            Action::Rematch { .. } => self.store.reopen(session, seen, self.open_games_max()).await,
        }
    }

    fn open_games_max(&self) -> OpenGames {
        OpenGames { in_chat: OPEN_GAMES_MAX, in_all: self.open_games_in_all_max }
    }

    /// Why the person can have no more games in play, if they cannot.
    async fn too_many(&self, chat: ChatId, owner: UserId) -> Result<Option<TooMany>, StoreError> {
        let OpenGames { in_chat, in_all } = self.open_games_max();
        let open = self.store.count_open(chat, owner).await?;
        let in_all = (open.in_all >= in_all).then_some(TooMany::InAll);
        Ok(if open.in_chat >= in_chat { Some(TooMany::Here) } else { in_all })
    }

    /// Sets up a new game. If an instant engine begins, it has begun.
    pub async fn create(&self, wish: Wish) -> Result<Created, StoreError> {
        let Wish { id, owner, topic, choice, .. } = wish;
        let session = Session::against_engine(id, owner, choice);
        let session = answered(&self.engine, session);
        let board = Board::new(session, wish.owner, wish.chat).in_topic(topic);
        if self.store.create(&board, self.open_games_max()).await? == Commit::Done {
            self.note_kept(None, Revision::START, &board.session);
            self.live.put_board(board.clone());
            return Ok(Created::New(board));
        }
        if self.store.load(id).await?.is_some() {
            return Ok(Created::Before);
        }
        let too_many = self.too_many(wish.chat, wish.owner).await?;
        // One of them has ended just now.
        Ok(Created::Declined(too_many.unwrap_or(TooMany::InAll)))
    }

    /// Gives up the person's game in this chat that changed last; `None` if they have none.
    pub async fn resign(&self, chat: ChatId, user: UserId) -> Result<Option<Board>, StoreError> {
        for _ in 0..TRIES_MAX {
            let Some(board) = self.latest_open(chat, user).await? else {
                return Ok(None);
            };
            let id = board.session.id();
            let seen = board.session.revision();
            let press = Press { user, chat, id, seen, action: Action::Resign };
            if let Pressed::Changed(board) = self.press(press).await? {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    /// The person's game in this chat that is in play and changed last.
    pub async fn latest_open(
        &self,
        chat: ChatId,
        user: UserId,
    ) -> Result<Option<Board>, StoreError> {
        Ok(self.store.latest_open(chat, user).await?.map(|board| self.enliven(board)))
    }

    /// The board as it stands, whoever has written it.
    pub async fn board(&self, chat: ChatId, id: SessionId) -> Result<Option<Board>, StoreError> {
        match self.live.board(chat, id) {
            Some(board) if !self.is_shared() => Ok(Some(board)),
            Some(_) | None => self.load(chat, id).await,
        }
    }

    /// A board is shown at this place, in this topic, from now on, which shows that revision.
    pub async fn place(
        &self,
        id: SessionId,
        place: Place,
        topic: Option<TopicId>,
        shown: Revision,
    ) -> Result<(), StoreError> {
        self.store.place(id, place.message, topic, shown).await?;
        self.live.place(place, topic, id, shown);
        Ok(())
    }

    /// A group has become a supergroup, in which none of its messages can be changed. Says whether
    /// there are games in play that have yet to be sent there.
    pub async fn move_chat(&self, from: ChatId, to: ChatId) -> Result<bool, StoreError> {
        let moved = self.store.move_chat(from, to).await?;
        if moved > 0 {
            self.live.clear();
        }
        Ok(moved > 0)
    }

    /// The message that showed a board is gone for good.
    pub async fn displace(&self, id: SessionId, place: Place) -> Result<(), StoreError> {
        self.live.displace(place.chat, id, place.message);
        self.store.displace(id, place.message).await
    }

    /// A board that was never sent need not be. It counts as sent and gone.
    pub async fn abandon(&self, board: &Board) -> Result<(), StoreError> {
        let id = board.session.id();
        let nowhere = Place { chat: board.chat, message: MessageId(0) };
        self.place(id, nowhere, board.topic, Revision::LAST).await?;
        self.displace(id, nowhere).await
    }

    /// The message shows this revision, which is noted whether or not anybody waits for it. Whoever
    /// waits is told whether that is the newest as far as any process has written by then.
    pub fn note_shown(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> impl Future<Output = bool> + use<> {
        self.live.note_shown(place.chat, id, place.message, shown);
        let noting = self.store.note_shown(id, place.message, shown);
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
        let board = self.load(place.chat, id).await?;
        Ok(board.filter(|board| match board.message {
            Some(message) if message == place.message => board.session.revision() > shown,
            Some(message) => message > place.message,
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
    pub async fn claim(&self, id: SessionId) -> Result<bool, StoreError> {
        Ok(!self.is_shared() || self.store.claim(id, SHARED_GRACE).await? == Commit::Done)
    }

    /// Lets go of all live copies, because some of them are of what was deleted.
    pub fn drop_copies(&self) {
        self.live.clear();
    }

    /// How much is live.
    pub fn live_counts(&self) -> LiveCounts {
        self.live.counts()
    }

    /// Lets go of live copies that were not used lately.
    pub fn age(&self) {
        self.live.age();
    }

    /// The live copy, if it may do for a press.
    fn live_board(&self, press: Press) -> Option<Board> {
        // Whoever has seen more than the live copy has seen what somebody else wrote, and so has
        // whoever presses a button of a board that was not sent as far as is known here.
        let is_new_enough = |board: &Board| {
            board.session.revision() >= press.seen && (board.message.is_some() || !self.is_shared())
        };
        self.live.board(press.chat, press.id).filter(is_new_enough)
    }

    /// Counts what has been kept: an action, or a new game if there is none, and the answer of an
    /// engine, after a session of that revision.
    fn note_kept(&self, action: Option<Action>, before: Revision, session: &Session) {
        let figures = &self.metrics.play;
        let game = label_of(session.spec());
        // A transition beyond the person's own is an engine's.
        let own = u32::from(action.is_some());
        if session.revision().0 > before.0.saturating_add(own) {
            figures.engine_replies.count((game, ReplySource::Table));
        }
        if let None | Some(Action::Rematch { .. }) = action {
            figures.games_started.count(game);
        }
        self.note_end(session);
    }

    /// Counts the end of a game, if what has been kept is one.
    fn note_end(&self, session: &Session) {
        if let Some(end) = end_of(session) {
            let game = label_of(session.spec());
            self.metrics.play.games_finished.count((game, end));
        }
    }

    /// The board from the store, if it is of this chat.
    async fn load(&self, chat: ChatId, id: SessionId) -> Result<Option<Board>, StoreError> {
        let stored = self.store.load(id).await?;
        if stored.is_none() {
            self.live.drop_board(chat, id);
        }
        Ok(stored.filter(|board| board.chat == chat).map(|board| self.enliven(board)))
    }

    /// Makes a stored board live. What is live already may know more of the screen.
    fn enliven(&self, board: Board) -> Board {
        let (chat, id) = (board.chat, board.session.id());
        self.live.put_board(board.clone());
        if self.is_shared() {
            self.live.put_place(&board);
        }
        self.live.board(chat, id).unwrap_or(board)
    }
}

/// The session after the answer of an instant engine, if one is to move. Both moves are written
/// together: the next press finds either both or neither.
pub fn answered(engine: &Engine, session: Session) -> Session {
    let Some(reply) = engine.instant_reply(&session) else {
        return session;
    };
    session
        .apply(Actor::Engine, session.revision(), Action::Play(reply))
        .expect("an engine makes legal moves in its turn")
}

/// What a game is called in the metrics.
pub fn label_of(spec: GameSpec) -> labels::Game {
    match spec {
        GameSpec::TicTacToe => labels::Game::TicTacToe,
        GameSpec::Mnk(_) => labels::Game::Mnk,
        GameSpec::Ultimate(_) => labels::Game::Ultimate,
        GameSpec::Sheep(_) => labels::Game::Sheep,
    }
}

/// How a game ended, `None` while it is in play.
fn end_of(session: &Session) -> Option<GameEnd> {
    Some(match session.outcome()? {
        _ if session.resigned().is_some() => GameEnd::Resigned,
        Outcome::Draw => GameEnd::Draw,
        Outcome::Win(side) => match session.seats().get(side) {
            Seat::Human(_) => GameEnd::PersonWon,
            Seat::Engine(_) => GameEnd::EngineWon,
        },
    })
}
