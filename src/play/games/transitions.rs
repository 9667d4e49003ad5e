//! Every change of a game: load, apply, commit, announce.
//!
//! Only durable changes are announced. A press has two tries, the second on the winner's state after a lost
//! race; the loser's action is then refused as stale. On a shared store, an outdated copy uses up one try. A
//! vote is tried more often, because other votes do not make it stale.

use std::borrow::Cow;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use tokio::time::timeout;
use zerosum_session::board::{Board, ChatId, Surface, TopicId};
use zerosum_session::choice::Setup;
use zerosum_session::game::reservation::Reservation;
use zerosum_session::{Action, Actor, Refusal, Revision, Session, SessionId, UserId};
use zerosum_store::{Commit, OpenGames, Origin, StoreError};

use crate::engine::Engine;
use crate::play::Play;
use crate::play::announcements::{Announcement, Cause, Showing};
use crate::play::games::clocks::TimeCheck;

/// Maximum number of unfinished games of a person in one chat.
pub const OPEN_GAMES_MAX: u32 = 50;

/// No chat has this number. For the second player of an inline message only the limit for all chats applies. The first
/// one has the game in their private chat, where it counts.
const NO_CHAT: ChatId = ChatId(0);

/// Maximum number of attempts of a press; a second lost race in a row is answered as stale.
const TRIES_MAX: u32 = 2;

/// Maximum number of attempts of a vote. Of concurrent votes one succeeds with each attempt, and somewhat
/// more people than decide a move may vote.
const VOTE_TRIES_MAX: u32 = 16;

/// Maximum duration of a press on a shared store, including all calls of the store. The user is told
/// within two seconds that nothing can be saved.
pub(crate) const PRESS_PATIENCE: Duration = Duration::from_millis(1_900);

/// Maximum time to read the places of a board that has just been written.
const PLACES_PATIENCE: Duration = Duration::from_millis(300);

/// A request for an action in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionRequest {
    pub user: UserId,
    /// The surface of the button. A session is played only where it is shown.
    pub surface: Surface,
    pub id: SessionId,
    pub seen: Revision,
    pub action: Action,
    pub showing: Showing,
}

/// The reason a request about a session is not granted. Nothing has changed.
#[derive(Debug)]
pub enum NotDone {
    /// The session does not allow it; this is the board in its current state.
    Refused(Refusal, Board),
    /// There is no such session on that surface.
    Unknown,
    Failed(StoreError),
}

impl From<StoreError> for NotDone {
    fn from(error: StoreError) -> NotDone {
        NotDone::Failed(error)
    }
}

/// The reason a person cannot have one more game in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// They have [`OPEN_GAMES_MAX`] unfinished games in this chat.
    Here,
    /// They have `Play::open_games_in_all_max` unfinished games, which is this many.
    InAll(u32),
    /// Too many people have not answered their challenges:
    /// [`CHALLENGES_BY_PERSON_MAX`](zerosum_store::people::challenges::CHALLENGES_BY_PERSON_MAX).
    Challenges,
    /// Too many challenges of the wanted opponent are unanswered:
    /// [`CHALLENGES_OF_PERSON_MAX`](zerosum_store::people::challenges::CHALLENGES_OF_PERSON_MAX).
    ChallengesOfOther,
    /// Too many of their own challenges of that opponent are unanswered:
    /// [`CHALLENGES_BETWEEN_MAX`](zerosum_store::people::challenges::CHALLENGES_BETWEEN_MAX).
    ChallengesBetween,
    /// The wanted opponent has declined recently.
    DeclinedLately,
}

/// A request for a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGameRequest {
    /// Derived from the message or press that asks, so that asking twice creates once.
    pub id: SessionId,
    pub owner: UserId,
    pub chat: ChatId,
    pub topic: Option<TopicId>,
    pub setup: Setup,
    /// The person that the open seat is reserved for, if any.
    pub reserved: Option<UserId>,
}

impl Play {
    /// Applies a press, with an instant engine's answer, in one durable transition.
    pub async fn press(&self, press: ActionRequest) -> Result<Board, NotDone> {
        // Pinned here, because every call that it is passed through would store it twice.
        self.in_time(PRESS_PATIENCE, pin!(self.decide(press))).await
    }

    /// Runs store calls of a press, with a timeout if the store may hang.
    pub(crate) async fn in_time<T, E: From<StoreError>>(
        &self,
        patience: Duration,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        if !self.is_shared() {
            return work.await;
        }
        let done = timeout(patience, work).await;
        done.unwrap_or_else(|_| Err(StoreError::Away("it takes too long".to_owned()).into()))
    }

    async fn decide(&self, press: ActionRequest) -> Result<Board, NotDone> {
        let mut known = self.cached_board(press);
        let (mut tries, mut tries_max) = (0, TRIES_MAX);
        while tries < tries_max {
            tries += 1;
            let is_copy = known.is_some();
            let board = match known.take() {
                Some(board) => board,
                None => match self.load(press.surface, press.id).await? {
                    Some(board) => board,
                    None => return Err(NotDone::Unknown),
                },
            };
            if is_voted_on(&board.session, press.action) {
                tries_max = VOTE_TRIES_MAX;
            }
            let board = self.spared(board).await?;
            match self.end_on_time(&board, Some((press.surface, press.user))).await? {
                TimeCheck::Ended(ended) if ended.session.outcome().is_some() => {
                    return Err(NotDone::Refused(Refusal::Over, *ended));
                }
                // The move that people have voted for was made.
                TimeCheck::Ended(moved) => return Err(NotDone::Refused(Refusal::Stale, *moved)),
                TimeCheck::Lost => continue,
                // It is looked for, and the game ends or waits for the player.
                TimeCheck::Unseen if is_too_late(&board.session, press) => {
                    return Err(NotDone::Refused(Refusal::Stale, board));
                }
                TimeCheck::Left | TimeCheck::Unseen => {}
            }
            let current = self.without_lapsed_reservation(&board.session, press.action);
            let next = match press.action {
                Action::Play(code) if current.is_voted() => {
                    current.voted(self.voter_key, press.user, press.seen, code)
                }
                action => current.apply(Actor::User(press.user), press.seen, action),
            };
            let session = match next {
                Ok(session) => session,
                // A refusal redraws the board, and a copy may be older than the screen.
                Err(_) if is_copy && self.is_shared() => continue,
                Err(refusal) => return Err(NotDone::Refused(refusal, board)),
            };
            if is_said(press.action) && self.is_blocked_between(&board.session, press.user).await? {
                return Err(NotDone::Refused(Refusal::Blocked, board));
            }
            let own = session.revision();
            let session = with_engine_replies(&self.engine, session);
            let session = self.timed(session, Some(&board.session)).await?;
            let is_answered = session.revision() > own;
            let cause = match board.session.outcome() {
                Some(_) => Cause::AfterGame { by: press.user, arrived: press.showing.arrived() },
                None => Cause::Person { by: Some(press.user), is_answered, showing: press.showing },
            };
            if let Some(changed) = self.commit(&board, session, cause).await? {
                self.note_declined(&board.session, board.owner, press.action).await;
                return Ok(changed);
            }
        }
        let board = self.load(press.surface, press.id).await?.ok_or(NotDone::Unknown)?;
        Err(NotDone::Refused(Refusal::Stale, board))
    }

    /// Writes the next session of a board, if no other writer was faster, and announces it. `None` if the
    /// race is lost.
    pub(in crate::play) async fn commit(
        &self,
        seen: &Board,
        session: Session,
        cause: Cause,
    ) -> Result<Option<Board>, StoreError> {
        let revision = seen.session.revision();
        let origin = Origin { by: cause.by(), message: cause.typed() };
        if self.store.commit_of(&session, revision, origin).await? == Commit::Conflict {
            return Ok(None);
        }
        let id = session.id();
        self.rater.note_commit(&session);
        self.turns.note_revision(id, session.revision());
        let board = Board { session, ..seen.clone() };
        self.live.put_session(&board);
        self.live.note_changed(&board);
        // The message may have changed during the commit, or while an engine was thinking.
        let is_whole = |live: &Board| live.place().is_some() || !self.is_shared();
        let live = self.live.board(board.surface(), id).filter(is_whole);
        let is_old = live.is_none() && matches!(cause, Cause::Engine(_));
        // The live copy may have a later session already, which is announced by its own commit.
        let mut board = match live {
            Some(live) if live.session.revision() > board.session.revision() => {
                Board { session: board.session, ..live }
            }
            Some(live) => live,
            None => board,
        };
        // A process that sends a board records its message and then checks for later changes. A message
        // recorded before this commit is found here, so that one of the two updates it.
        if is_old || board.has_unsent() {
            // The commit is durable and announced whether or not it can be read back. Boxed, because it
            // is rare and would enlarge the future of every press.
            let reading = Box::pin(self.load(board.surface(), id));
            if let Ok(Some(stored)) = Box::pin(self.in_time(PLACES_PATIENCE, reading)).await {
                board.learn_places(&stored);
            }
        }
        self.announce(board.clone(), cause);
        Ok(Some(board))
    }

    /// Publishes that a board has changed.
    pub(crate) fn announce(&self, board: Board, cause: Cause) {
        let announcement = Announcement { board, cause };
        self.subscribers.each(|subscriber| subscriber.on_change(&announcement));
    }

    /// Creates a new game. If an instant engine begins, its move is included. A game between two people
    /// in the private chat of one is shown in that of the other as well. Like `Play::begin`.
    pub async fn create(
        &self,
        request: NewGameRequest,
    ) -> Result<Result<Option<Board>, TooMany>, StoreError> {
        let board = self.set_up(request).await?;
        self.begin(request.chat, board).await
    }

    /// Creates a new game that counts in its chat as sent and deleted, until it is asked for there. Like
    /// [`Play::begin`].
    pub(crate) async fn create_unsent(
        &self,
        request: NewGameRequest,
    ) -> Result<Result<Option<Board>, TooMany>, StoreError> {
        let board = Board { shown: Revision::LAST, ..self.set_up(request).await? };
        self.begin(request.chat, board).await
    }

    async fn set_up(&self, request: NewGameRequest) -> Result<Board, StoreError> {
        let NewGameRequest { id, owner, chat, topic, setup, reserved } = request;
        let session = with_engine_replies(&self.engine, Session::set_up(id, owner, setup));
        let session = match reserved {
            Some(user) => session.with_reservation(Reservation { user, since: self.now() }),
            None => session,
        };
        let session = self.timed(session, None).await?;
        Ok(Board::new(session, owner, chat).in_topic(topic).with_chat_of_guest())
    }

    /// Begins the game of a board of this chat that was not sent yet. Returns the board, which is durable
    /// and yet to be sent; `None` if the request was fulfilled before, because it was delivered twice.
    pub(crate) async fn begin(
        &self,
        chat: ChatId,
        board: Board,
    ) -> Result<Result<Option<Board>, TooMany>, StoreError> {
        let (id, owner) = (board.session.id(), board.owner);
        let is_answered = board.session.revision() > Revision::START;
        if self.store.create(&board, self.open_games_max()).await? == Commit::Done {
            return Ok(Ok(Some(self.begun(board, is_answered))));
        }
        if self.store.load(id).await?.is_some() {
            return Ok(Ok(None));
        }
        let checked = match (self.check_games(chat, owner).await?, board.session.reservation()) {
            (Ok(()), Some(kept)) => self.check_challenges(owner, kept.user).await?,
            (checked, _) => checked,
        };
        // One of them has ended just now.
        Ok(Err(checked.err().unwrap_or(TooMany::InAll(self.open_games_in_all_max()))))
    }

    /// Keeps a copy of a board that was just created, and announces it.
    pub(in crate::play) fn begun(&self, board: Board, is_answered: bool) -> Board {
        self.live.put_board(board.clone());
        self.live.note_changed(&board);
        self.announce(board.clone(), Cause::Created { is_answered });
        board
    }

    /// Resigns a game, regardless of the revision that was seen.
    pub(crate) async fn give_up(
        &self,
        surface: impl Into<Surface>,
        id: SessionId,
        user: UserId,
    ) -> Result<Board, NotDone> {
        let surface = surface.into();
        for _ in 0..TRIES_MAX {
            let board = self.board(surface, id).await?.ok_or(NotDone::Unknown)?;
            let seen = board.session.revision();
            let showing = Showing::InPlace { arrived: None };
            let press = ActionRequest { user, surface, id, seen, action: Action::Resign, showing };
            match self.press(press).await {
                Err(NotDone::Refused(Refusal::Stale, _)) => {}
                pressed => return pressed,
            }
        }
        Err(StoreError::Contended.into())
    }

    pub(crate) fn open_games_max(&self) -> OpenGames {
        OpenGames { in_chat: OPEN_GAMES_MAX, in_all: self.open_games_in_all_max() }
    }

    /// Checks that the person may have one more game in play.
    pub(crate) async fn check_games(
        &self,
        surface: impl Into<Surface>,
        owner: UserId,
    ) -> Result<Result<(), TooMany>, StoreError> {
        let OpenGames { in_chat, in_all } = self.open_games_max();
        let chat = surface.into().chat();
        let open = self.store.count_open(chat.unwrap_or(NO_CHAT), owner).await?;
        if chat.is_some() && open.in_chat >= in_chat {
            return Ok(Err(TooMany::Here));
        }
        Ok(if open.in_all >= in_all { Err(TooMany::InAll(in_all)) } else { Ok(()) })
    }

    /// Returns the session as it applies to a joining player: a seat is reserved for a limited time only.
    fn without_lapsed_reservation<'a>(
        &self,
        session: &'a Session,
        action: Action,
    ) -> Cow<'a, Session> {
        let comes = matches!(action, Action::Play(_) | Action::Join);
        match session.reservation().filter(|_| comes) {
            Some(kept) if kept.is_over(self.now()) => Cow::Owned(session.unreserved()),
            Some(_) | None => Cow::Borrowed(session),
        }
    }

    /// Returns the cached copy, if it is good enough for a press.
    fn cached_board(&self, press: ActionRequest) -> Option<Board> {
        // A user who has seen a newer revision than the copy has seen another process's write; so has one
        // who presses a button of a board that was not sent as far as this process knows. Another process
        // may have started its clock.
        let is_whole = |board: &Board| board.place().is_some() && !board.session.is_clock_waiting();
        let is_new_enough = |board: &Board| {
            board.session.revision() >= press.seen && (!self.is_shared() || is_whole(board))
        };
        self.live.board(press.surface, press.id).filter(is_new_enough)
    }
}

/// Returns whether a player whose time is over asks for anything but to resign.
fn is_too_late(session: &Session, press: ActionRequest) -> bool {
    session.user_to_move() == Some(press.user) && press.action != Action::Resign
}

/// Returns whether an action is meant for the opponent and not a part of the game itself.
fn is_said(action: Action) -> bool {
    matches!(action, Action::Greet(_) | Action::Offer(_) | Action::Accept(_))
}

/// Returns whether several people may take this action at once.
fn is_voted_on(session: &Session, action: Action) -> bool {
    session.is_voted() && matches!(action, Action::Play(_) | Action::SetVoteRules(_))
}

/// Returns the session after the answer of an instant engine, if one is to act, which is more than one move in an
/// opening. All are written together: the next press finds either all or none.
pub fn with_engine_replies(engine: &Engine, mut session: Session) -> Session {
    while let Some(reply) = engine.instant_reply(&session) {
        session = session
            .apply(Actor::Engine, session.revision(), Action::Play(reply))
            .expect("an engine makes legal moves in its turn");
    }
    session
}
