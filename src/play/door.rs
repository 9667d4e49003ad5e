//! The one door: whatever changes a game is loaded, applied, committed and announced here.
//!
//! Nothing is announced that the store has not made durable. A lost race is retried once on what the
//! winner wrote; the loser's action is then refused as stale. A vote is retried more often, because what
//! others vote for does not make it stale.

use std::borrow::Cow;
use std::future::Future;
use std::time::Duration;

use tokio::time::timeout;
use zerosum_games::MoveCode;

use crate::engine::Engine;
use crate::metrics::labels::ReplySource;
use crate::play::Play;
use crate::play::announcements::{Announcement, Cause, Showing};
use crate::play::invitations::in_private;
use crate::session::board::{Board, ChatId, Surface, TopicId};
use crate::session::choice::Setup;
use crate::session::reservation::Reservation;
use crate::session::{Action, Actor, Refusal, Revision, Session, SessionId, UserId};
use crate::store::{Commit, OpenGames, StoreError};

/// How many unfinished games a person may have in one chat.
pub const OPEN_GAMES_MAX: u32 = 50;

/// No chat has this number. Whoever plays in an inline message has as many games there as in all.
const NOWHERE: ChatId = ChatId(0);

/// A press that follows a lost race is the last try; a second lost race in a row is answered as
/// stale.
const TRIES_MAX: u32 = 2;

/// The same where people vote. Of those who vote at once one is through with each try, and some more than
/// make a move may do so.
const VOTE_TRIES_MAX: u32 = 16;

/// How long a press may take on a shared store, all it asks of the store included. Who presses is
/// told within two seconds that nothing can be saved.
const PRESS_PATIENCE: Duration = Duration::from_millis(1_900);

/// How long it may take to read where a board is shown that has just been written.
const PLACES_PATIENCE: Duration = Duration::from_millis(300);

/// Somebody asks for an action in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    pub user: UserId,
    /// Where the button is. A session is played only where it is shown.
    pub surface: Surface,
    pub id: SessionId,
    pub seen: Revision,
    pub action: Action,
    pub showing: Showing,
}

/// What became of a press.
#[derive(Clone, Debug, PartialEq)]
pub enum Pressed {
    /// Durable, an instant engine's answer included.
    Changed(Board),
    /// Nothing has changed; this is the board as it stands.
    Refused(Refusal, Board),
    /// There is no such session there.
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
    /// They have [`Play::open_games_in_all_max`] unfinished games.
    InAll,
    /// So many people do not answer their challenges:
    /// [`CHALLENGES_BY_PERSON_MAX`](crate::store::challenges::CHALLENGES_BY_PERSON_MAX).
    Challenges,
    /// So many challenges of the person they want to play are unanswered:
    /// [`CHALLENGES_OF_PERSON_MAX`](crate::store::challenges::CHALLENGES_OF_PERSON_MAX).
    ChallengesOfOther,
    /// So many of their own challenges of that person are:
    /// [`CHALLENGES_BETWEEN_MAX`](crate::store::challenges::CHALLENGES_BETWEEN_MAX).
    ChallengesBetween,
    /// That person has declined lately.
    DeclinedLately,
}

/// A wish for a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Derived from the message or press that asks, so that asking twice creates once.
    pub id: SessionId,
    pub owner: UserId,
    pub chat: ChatId,
    pub topic: Option<TopicId>,
    pub setup: Setup,
    /// For whom the open seat is kept, if it is.
    pub reserved: Option<UserId>,
}

impl Play {
    /// Applies a press, with an instant engine's answer, in one durable transition.
    pub async fn press(&self, press: Press) -> Result<Pressed, StoreError> {
        self.in_time(self.decide(press)).await
    }

    /// What a press asks of the store, given up in time where that may hang.
    pub(crate) async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        self.within(PRESS_PATIENCE, work).await
    }

    async fn within<T>(
        &self,
        patience: Duration,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        if !self.is_shared() {
            return work.await;
        }
        let done = timeout(patience, work).await;
        done.unwrap_or_else(|_| Err(StoreError::Away("it takes too long".to_owned())))
    }

    async fn decide(&self, press: Press) -> Result<Pressed, StoreError> {
        let mut known = self.live_board(press);
        let (mut tries, mut tries_max) = (0, TRIES_MAX);
        while tries < tries_max {
            tries += 1;
            let is_copy = known.is_some();
            let board = match known.take() {
                Some(board) => board,
                None => match self.load(press.surface, press.id).await? {
                    Some(board) => board,
                    None => return Ok(Pressed::Unknown),
                },
            };
            if is_voted_on(&board.session, press.action) {
                tries_max = VOTE_TRIES_MAX;
            }
            match self.end_on_time(&board).await? {
                Some(Some(ended)) if ended.session.outcome().is_some() => {
                    return Ok(Pressed::Refused(Refusal::Over, ended));
                }
                // The move that people have voted for was made.
                Some(Some(moved)) => return Ok(Pressed::Refused(Refusal::Stale, moved)),
                Some(None) => continue,
                None => {}
            }
            let waiting = self.waiting(&board.session, press.action);
            let next = match press.action {
                Action::Play(code) if waiting.is_voted() => {
                    waiting.voted(self.voter_key, press.user, press.seen, code)
                }
                action => waiting.apply(Actor::User(press.user), press.seen, action),
            };
            let session = match next {
                Ok(session) => session,
                // The board of a refusal is drawn, and a copy may be older than the screen.
                Err(_) if is_copy && self.is_shared() => continue,
                Err(refusal) => return Ok(Pressed::Refused(refusal, board)),
            };
            let own = session.revision();
            let session = answered(&self.engine, session);
            let session = self.timed(session, Some(&board.session)).await?;
            let is_answered = session.revision() > own;
            let cause = match board.session.outcome() {
                Some(_) => Cause::Afterwards { arrived: press.showing.arrived() },
                None => Cause::Person { is_answered, showing: press.showing },
            };
            if let Some(changed) = self.commit(&board, session, cause).await? {
                self.declined.note(&board.session, board.owner, press.action, self.now());
                return Ok(Pressed::Changed(changed));
            }
        }
        let Some(board) = self.load(press.surface, press.id).await? else {
            return Ok(Pressed::Unknown);
        };
        Ok(Pressed::Refused(Refusal::Stale, board))
    }

    /// Writes the next session of a board, on the condition that nobody else has, and announces it.
    /// `None` if the race is lost.
    pub(super) async fn commit(
        &self,
        seen: &Board,
        session: Session,
        cause: Cause,
    ) -> Result<Option<Board>, StoreError> {
        if self.store.commit(&session, seen.session.revision()).await? == Commit::Conflict {
            return Ok(None);
        }
        let id = session.id();
        self.rater.note_commit(&session);
        self.turns.note_revision(id, session.revision());
        let board = Board { session, ..seen.clone() };
        self.cache.put_session(&board);
        // The message may have changed while the commit was under way, or an engine was thinking.
        let is_whole = |live: &Board| live.place().is_some() || !self.is_shared();
        let live = self.cache.board(board.surface(), id).filter(is_whole);
        let is_old = live.is_none() && matches!(cause, Cause::Engine(_));
        let mut board = live.unwrap_or(board);
        // Whoever sends a board notes where, and then looks for what has happened since. What was noted before
        // this commit is found here, so that one of the two draws it.
        if is_old || board.has_unsent() {
            // It is durable, and told of, whether or not it can be read back.
            // In a box, because it is rare and every press would need room for it.
            let reading = Box::pin(self.load(board.surface(), id));
            if let Ok(Some(stored)) = Box::pin(self.within(PLACES_PATIENCE, reading)).await {
                board.learn_places(&stored);
            }
        }
        self.announce(board.clone(), cause);
        Ok(Some(board))
    }

    /// Tells whoever cares of a board: that it has changed, or is not shown as it should be.
    pub fn announce(&self, board: Board, cause: Cause) {
        self.subscribers.publish(&Announcement { board, cause });
    }

    /// Enters an engine's move, if the game is still where the engine has seen it.
    pub(crate) async fn enter(
        &self,
        seen: &Board,
        code: MoveCode,
        source: ReplySource,
    ) -> Result<Option<Board>, StoreError> {
        let revision = seen.session.revision();
        let next = seen.session.apply(Actor::Engine, revision, Action::Play(code));
        let session = next.expect("an engine makes legal moves in its turn");
        self.commit(seen, session, Cause::Engine(source)).await
    }

    /// Sets up a new game. If an instant engine begins, it has begun. One of two people in the private chat
    /// of one of them is shown in that of the other as well.
    pub async fn create(&self, wish: Wish) -> Result<Created, StoreError> {
        let Wish { id, owner, chat, topic, setup, reserved } = wish;
        let session = answered(&self.engine, Session::set_up(id, owner, setup));
        let session = match reserved {
            Some(user) => session.with_reservation(Reservation { user, since: self.now() }),
            None => session,
        };
        let session = self.timed(session, None).await?;
        self.begin(chat, in_private(Board::new(session, owner, chat).in_topic(topic))).await
    }

    /// Begins the game of a board of this chat that nobody has been sent.
    pub async fn begin(&self, chat: ChatId, board: Board) -> Result<Created, StoreError> {
        let (id, owner) = (board.session.id(), board.owner);
        let is_answered = board.session.revision() > Revision::START;
        if self.store.create(&board, self.open_games_max()).await? == Commit::Done {
            self.cache.put_board(board.clone());
            self.announce(board.clone(), Cause::Created { is_answered });
            return Ok(Created::New(board));
        }
        if self.store.load(id).await?.is_some() {
            return Ok(Created::Before);
        }
        let too_many = match (self.too_many(chat, owner).await?, board.session.reservation()) {
            (None, Some(kept)) => self.too_many_challenges(owner, kept.user).await?,
            (too_many, _) => too_many,
        };
        // One of them has ended just now.
        Ok(Created::Declined(too_many.unwrap_or(TooMany::InAll)))
    }

    /// Gives up a game, whatever has been seen of it.
    pub async fn give_up(
        &self,
        chat: ChatId,
        id: SessionId,
        user: UserId,
    ) -> Result<Pressed, StoreError> {
        for _ in 0..TRIES_MAX {
            let Some(board) = self.board(chat, id).await? else { return Ok(Pressed::Unknown) };
            let seen = board.session.revision();
            let showing = Showing::InPlace { arrived: None };
            let surface = chat.into();
            let press = Press { user, surface, id, seen, action: Action::Resign, showing };
            match self.press(press).await? {
                Pressed::Refused(Refusal::Stale, _) => {}
                pressed => return Ok(pressed),
            }
        }
        Err(StoreError::Overloaded)
    }

    fn open_games_max(&self) -> OpenGames {
        OpenGames { in_chat: OPEN_GAMES_MAX, in_all: self.open_games_in_all_max() }
    }

    /// Why the person can have no more games in play, if they cannot.
    pub async fn too_many(
        &self,
        surface: impl Into<Surface>,
        owner: UserId,
    ) -> Result<Option<TooMany>, StoreError> {
        let OpenGames { in_chat, in_all } = self.open_games_max();
        let chat = surface.into().chat();
        let open = self.store.count_open(chat.unwrap_or(NOWHERE), owner).await?;
        let is_too_many_here = chat.is_some() && open.in_chat >= in_chat;
        let in_all = (open.in_all >= in_all).then_some(TooMany::InAll);
        Ok(if is_too_many_here { Some(TooMany::Here) } else { in_all })
    }

    /// The session as it is for whoever comes: nobody is waited for any longer than a seat is kept.
    fn waiting<'a>(&self, session: &'a Session, action: Action) -> Cow<'a, Session> {
        let comes = matches!(action, Action::Play(_) | Action::Join);
        match session.reservation().filter(|_| comes) {
            Some(kept) if kept.is_over(self.now()) => Cow::Owned(session.for_anybody()),
            Some(_) | None => Cow::Borrowed(session),
        }
    }

    /// The live copy, if it may do for a press.
    fn live_board(&self, press: Press) -> Option<Board> {
        // Whoever has seen more than the live copy has seen what somebody else wrote, and so has
        // whoever presses a button of a board that was not sent as far as is known here.
        let is_new_enough = |board: &Board| {
            board.session.revision() >= press.seen && (board.place().is_some() || !self.is_shared())
        };
        self.cache.board(press.surface, press.id).filter(is_new_enough)
    }
}

/// Whether an action is one that many may take at once.
fn is_voted_on(session: &Session, action: Action) -> bool {
    session.is_voted() && matches!(action, Action::Play(_) | Action::SetVoteRules(_))
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
