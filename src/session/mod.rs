//! One game being played: who sits where, what has been played, and how often it has changed.
//!
//! A session is a value and a press is a function: [`Session::apply`] gives the next session or a
//! refusal and touches nothing else. Moves are kept and the board is derived from them.

pub mod board;
pub mod record;
pub mod choice;

use thiserror::Error;

use crate::games::any::{AnyGame, GameSpec};
use crate::games::side::{BySide, Side};
use crate::games::{Game, MoveCode, Outcome};
use crate::session::choice::Choice;

/// Names a session in buttons and in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub u64);

/// How many transitions a session has accepted. It is in every button, it is the condition of
/// every write, and of two views of a session the one with the higher revision is newer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u32);

impl Revision {
    /// Older than any session: what a screen shows before a board was sent.
    pub const NONE: Revision = Revision(0);

    /// The revision of a session nobody has touched.
    pub const START: Revision = Revision(1);

    /// Newer than any session: what a screen that is gone counts as showing, because nothing has
    /// to be brought to it.
    pub const LAST: Revision = Revision(u32::MAX);

    fn next(self) -> Revision {
        Revision(self.0.saturating_add(1))
    }
}

/// A person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserId(pub u64);

/// How well an engine plays: by how far it looks ahead, never by blunders thrown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Sees its own next move.
    Beginner,
    /// Sees the answer to its move, too.
    Casual,
    /// Looks some moves ahead.
    Strong,
    /// Plays as well as it can: perfectly where the game is solved.
    Best,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Beginner, Level::Casual, Level::Strong, Level::Best];

    /// The name in records, commands and buttons.
    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Casual => "casual",
            Level::Strong => "strong",
            // So it is called in records since there was only one game, which is solved.
            Level::Best => "perfect",
        }
    }

    /// How many plies ahead an engine of this level sees in a game; `None` if nothing but time, or
    /// nothing at all, limits it. Within its horizon it does not err, beyond it sees nothing.
    pub fn horizon(self, spec: GameSpec) -> Option<u16> {
        match (spec, self) {
            (_, Level::Best) => None,
            (GameSpec::Sheep(_), Level::Beginner) => Some(2),
            (GameSpec::Sheep(_), Level::Casual) => Some(6),
            (GameSpec::Sheep(_), Level::Strong) => Some(12),
            (_, Level::Beginner) => Some(1),
            (_, Level::Casual) => Some(2),
            (_, Level::Strong) => Some(4),
        }
    }

    /// The level of that name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    Human(UserId),
    Engine(Level),
}

/// Who asks for a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    User(UserId),
    Engine,
}

/// What can be done to a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Play(MoveCode),
    Resign,
    /// The same game from the start, in the same seats or in each other's.
    Rematch {
        switch_sides: bool,
    },
}

/// Why a transition was not accepted. A refusal is an answer to the person who asked, not an
/// error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Refusal {
    #[error("the actor has no seat in this game")]
    NotSeated,
    #[error("the game is over")]
    Over,
    #[error("the game is still being played")]
    InPlay,
    #[error("the session has changed since the actor saw it")]
    Stale,
    #[error("it is the opponent's turn")]
    NotYourTurn,
    #[error("the move is not legal")]
    Illegal,
}

/// What has to happen for the session to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaiting {
    Human {
        user: UserId,
        side: Side,
    },
    Engine {
        level: Level,
        side: Side,
    },
    /// The game is over.
    Nothing,
}

/// A game being played.
///
/// Invariant: `position` is what `moves` make of the start of `spec`, and nobody has resigned a
/// game that the moves have decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    id: SessionId,
    revision: Revision,
    spec: GameSpec,
    seats: BySide<Seat>,
    moves: Vec<MoveCode>,
    resigned: Option<Side>,
    position: AnyGame,
}

impl Session {
    /// A game that nobody has moved in.
    pub fn new(id: SessionId, spec: GameSpec, seats: BySide<Seat>) -> Session {
        let position = spec.start();
        let moves = Vec::new();
        Session { id, revision: Revision::START, spec, seats, moves, resigned: None, position }
    }

    /// A game of a person against an engine.
    pub fn against_engine(id: SessionId, user: UserId, choice: Choice) -> Session {
        let Choice { spec, side, level } = choice;
        let (human, engine) = (Seat::Human(user), Seat::Engine(level));
        let seats = match side {
            Side::First => BySide { first: human, second: engine },
            Side::Second => BySide { first: engine, second: human },
        };
        Session::new(id, spec, seats)
    }

    /// The session after an action of somebody who saw it at revision `seen`, or why there is
    /// none. One accepted action is one revision.
    ///
    /// A person without a seat is told so before anything else, and an ended game is said to be
    /// over even to somebody whose board is older than its end.
    pub fn apply(&self, actor: Actor, seen: Revision, action: Action) -> Result<Session, Refusal> {
        let side = self.side_of(actor).ok_or(Refusal::NotSeated)?;
        let is_over = self.outcome().is_some();
        match action {
            Action::Play(_) => self.check_turn(actor, seen)?,
            Action::Resign if is_over => return Err(Refusal::Over),
            Action::Resign | Action::Rematch { .. } if seen != self.revision => {
                return Err(Refusal::Stale);
            }
            Action::Rematch { .. } if !is_over => return Err(Refusal::InPlay),
            Action::Resign | Action::Rematch { .. } => {}
        }
        let mut next = self.clone();
        next.revision = self.revision.next();
        match action {
            Action::Play(code) => {
                next.position.play(code).map_err(|_| Refusal::Illegal)?;
                next.moves.push(code);
            }
            Action::Resign => next.resigned = Some(side),
            Action::Rematch { switch_sides } => next.restart(switch_sides),
        }
        Ok(next)
    }

    /// Whether somebody who saw the session at revision `seen` is to make a move in it.
    pub fn check_turn(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        let side = self.side_of(actor).ok_or(Refusal::NotSeated)?;
        if self.outcome().is_some() {
            Err(Refusal::Over)
        } else if seen != self.revision {
            Err(Refusal::Stale)
        } else if side != self.position.turn() {
            Err(Refusal::NotYourTurn)
        } else {
            Ok(())
        }
    }

    /// How the game has ended, by the rules or by resignation.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.resigned {
            Some(side) => Some(Outcome::Win(!side)),
            None => self.position.outcome(),
        }
    }

    /// What has to happen for the session to go on: a function of the session alone, so that a
    /// restarted process does exactly what a running one does.
    pub fn awaiting(&self) -> Awaiting {
        if self.outcome().is_some() {
            return Awaiting::Nothing;
        }
        let side = self.position.turn();
        match *self.seats.get(side) {
            Seat::Human(user) => Awaiting::Human { user, side },
            Seat::Engine(level) => Awaiting::Engine { level, side },
        }
    }

    /// The side a person plays, the first one if they play both.
    pub fn seat_of(&self, user: UserId) -> Option<Side> {
        self.seats.find(|seat| *seat == Seat::Human(user))
    }

    /// What the person has chosen, if they play here against an engine.
    pub fn choice_of(&self, user: UserId) -> Option<Choice> {
        let side = self.seat_of(user)?;
        match *self.seats.get(!side) {
            Seat::Engine(level) => Some(Choice { spec: self.spec, side, level }),
            Seat::Human(_) => None,
        }
    }

    pub fn id(&self) -> SessionId {
        self.id
    }

    pub fn revision(&self) -> Revision {
        self.revision
    }

    pub fn spec(&self) -> GameSpec {
        self.spec
    }

    pub fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    pub fn moves(&self) -> &[MoveCode] {
        &self.moves
    }

    pub fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    pub fn position(&self) -> &AnyGame {
        &self.position
    }

    /// The side the actor acts for. Who plays both sides acts for the one to move.
    fn side_of(&self, actor: Actor) -> Option<Side> {
        let is_theirs = |seat: &Seat| match (actor, seat) {
            (Actor::User(user), Seat::Human(seated)) => user == *seated,
            (Actor::Engine, Seat::Engine(_)) => true,
            (Actor::User(_), Seat::Engine(_)) | (Actor::Engine, Seat::Human(_)) => false,
        };
        let turn = self.position.turn();
        [turn, !turn].into_iter().find(|side| is_theirs(self.seats.get(*side)))
    }

    fn restart(&mut self, switch_sides: bool) {
        if switch_sides {
            self.seats = self.seats.swapped();
        }
        self.moves.clear();
        self.resigned = None;
        self.position = self.spec.start();
    }
}
