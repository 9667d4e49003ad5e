//! Presses, new games and unfinished business: load, apply, commit, and only then report.
//!
//! Nothing is reported as changed that the store has not made durable. A lost race is retried once
//! on what the winner wrote; the loser's press is then refused as stale.

use std::sync::Arc;

use crate::engine::Engine;
use crate::games::any::GameSpec;
use crate::games::side::Side;
use crate::live::Live;
use crate::session::board::{Board, ChatId, MessageId, Place};
use crate::session::{Action, Actor, Level, Refusal, Revision, Session, SessionId, UserId};
use crate::store::{Commit, Person, Store, StoreError};

/// How many unfinished games a person may have in one chat.
pub const OPEN_GAMES_MAX: u32 = 50;

/// A press that follows a lost race is the last try; a second lost race in a row is answered as
/// stale.
const TRIES_MAX: u32 = 2;

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
    /// The person has [`OPEN_GAMES_MAX`] unfinished games in this chat.
    TooMany,
}

/// A wish for a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Derived from the message or press that asks, so that asking twice creates once.
    pub id: SessionId,
    pub owner: UserId,
    pub chat: ChatId,
    pub spec: GameSpec,
    /// The side the owner plays.
    pub side: Side,
}

pub struct Referee {
    store: Arc<dyn Store>,
    live: Live,
    engine: Engine,
}

impl Referee {
    pub fn new(store: Arc<dyn Store>, engine: Engine) -> Referee {
        Referee { store, live: Live::new(), engine }
    }

    /// Applies a press, with an instant engine's answer, in one durable transition.
    pub async fn press(&self, press: Press) -> Result<Pressed, StoreError> {
        // Whoever has seen more than the live copy has seen what somebody else wrote.
        let is_new_enough = |board: &Board| board.session.revision() >= press.seen;
        let mut known = self.live.board(press.chat, press.id).filter(is_new_enough);
        for _ in 0..TRIES_MAX {
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
                Err(refusal) => return Ok(Pressed::Refused(refusal, board)),
            };
            if self.store.commit(&session, board.session.revision()).await? == Commit::Done {
                let board = Board { session, ..board };
                self.live.put_session(&board);
                // The message may have changed while the commit was under way.
                let board = self.live.board(press.chat, press.id).unwrap_or(board);
                return Ok(Pressed::Changed(board));
            }
        }
        match self.load(press.chat, press.id).await? {
            Some(board) => Ok(Pressed::Refused(Refusal::Stale, board)),
            None => Ok(Pressed::Unknown),
        }
    }

    /// Sets up a new game. If an instant engine begins, it has begun.
    pub async fn create(&self, wish: Wish) -> Result<Created, StoreError> {
        if self.store.count_open(wish.chat, wish.owner).await? >= OPEN_GAMES_MAX {
            return Ok(Created::TooMany);
        }
        let Wish { id, owner, spec, side, .. } = wish;
        let session = Session::against_engine(id, spec, owner, side, Level::Perfect);
        let session = answered(&self.engine, session);
        let board = Board::new(session, wish.owner, wish.chat);
        match self.store.create(&board).await? {
            Commit::Done => {
                self.live.put_board(board.clone());
                Ok(Created::New(board))
            }
            Commit::Conflict => Ok(Created::Before),
        }
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

    /// The board as it stands.
    pub async fn board(&self, chat: ChatId, id: SessionId) -> Result<Option<Board>, StoreError> {
        match self.live.board(chat, id) {
            Some(board) => Ok(Some(board)),
            None => self.load(chat, id).await,
        }
    }

    /// A board is shown at this place from now on, which shows that revision.
    pub async fn place(
        &self,
        id: SessionId,
        place: Place,
        shown: Revision,
    ) -> Result<(), StoreError> {
        self.store.place(id, place.message, shown).await?;
        self.live.place(place.chat, id, place.message, shown);
        Ok(())
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
        self.place(id, nowhere, Revision::LAST).await?;
        self.displace(id, nowhere).await
    }

    /// The message shows this revision.
    pub fn note_shown(&self, id: SessionId, place: Place, shown: Revision) {
        self.live.note_shown(place.chat, id, place.message, shown);
        self.store.note_shown(id, place.message, shown);
    }

    /// Up to `limit` boards whose screen lags behind, above `after`.
    pub async fn behind(
        &self,
        after: Option<SessionId>,
        limit: u32,
    ) -> Result<Vec<Board>, StoreError> {
        self.store.behind(after, limit).await
    }

    /// What is remembered of a person.
    pub async fn person(&self, user: UserId) -> Result<Option<Person>, StoreError> {
        if let Some(person) = self.live.person(user) {
            return Ok(person);
        }
        let person = self.store.person(user).await?;
        self.live.put_person(user, person.clone());
        Ok(person)
    }

    /// Remembers a person, unless that is what is remembered already.
    pub async fn remember(&self, user: UserId, person: Person) -> Result<(), StoreError> {
        if self.person(user).await?.as_ref() == Some(&person) {
            return Ok(());
        }
        self.store.put_person(user, &person).await?;
        self.live.put_person(user, Some(person));
        Ok(())
    }

    /// Lets go of live copies that were not used lately.
    pub fn age(&self) {
        self.live.age();
    }

    /// The board from the store, if it is of this chat.
    async fn load(&self, chat: ChatId, id: SessionId) -> Result<Option<Board>, StoreError> {
        let board = self.store.load(id).await?.filter(|board| board.chat == chat);
        Ok(board.map(|board| self.enliven(board)))
    }

    /// Makes a stored board live. What is live already may know more of the screen.
    fn enliven(&self, board: Board) -> Board {
        let (chat, id) = (board.chat, board.session.id());
        self.live.put_board(board.clone());
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
