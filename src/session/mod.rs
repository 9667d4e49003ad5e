//! One game being played: who sits where, what has been played, and how often it has changed.
//!
//! A session is a value and a press is a function: [`Session::apply`] gives the next session or a
//! refusal and touches nothing else. Moves are kept and the board is derived from them.
//!
//! A [`Seat`] may be open. The first other person who acts takes it, by a move or without one, and so
//! does an engine at the wish of the person on the other side; whoever is too late is refused.

pub mod inline_message;
pub mod invitation;
pub mod seeker;
pub mod matching;
pub mod board;
pub mod record;
mod telling;
pub mod help;
pub mod agreement;
pub mod rematch;
pub mod reservation;
pub mod leaving;
pub mod clock;
pub mod ballot;
pub mod choice;
pub mod puzzles;
pub mod courses;
pub mod habits;
pub mod results;
pub mod ratings;
pub mod standings;

use thiserror::Error;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::record::Record;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;

use crate::session::agreement::{Agreement, Greeting, Offer};
use crate::session::ballot::{Ballot, VoteRules, VoterKey};
use crate::session::choice::{Choice, Opponent, Setup};
use crate::session::clock::{Clock, TimeControl};
use crate::session::help::Help;
use crate::session::reservation::Reservation;

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

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    Human(UserId),
    Engine(Level),
    /// For the first person who comes, other than the one on the other side.
    Open,
    /// Of a person who has had everything about them deleted. The game is over.
    Gone,
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
    /// Makes a move. Whoever has no seat takes the open one, and moves if they are to move and may.
    Play(MoveCode),
    Resign,
    /// Takes the open seat, without a move.
    Join,
    /// Has an engine take the open seat, for the person on the other side.
    PlayEngine(Level),
    /// Has an engine take the open seat, and whoever likes vote on the moves of the other side.
    PlayTogether(Level),
    /// Says when a move is made that people vote for.
    SetVoteRules(VoteRules),
    /// Has the person on the other side take the open seat as well.
    PlayBoth,
    /// Has the open seat be for anybody, for the person on the other side.
    OpenSeat,
    /// The same for the person it is kept for.
    Decline,
    /// Asks what to look at, and once more for the best move.
    Hint,
    /// Has every move show what it leads to, or no longer.
    Xray {
        is_on: bool,
    },
    /// Asks why a move is the best one.
    Explain,
    /// Takes back one's last move and whatever came after it.
    TakeBack,
    /// Offers something to the person on the other side.
    Offer(Offer),
    /// Does what the person on the other side offers.
    Accept(Offer),
    /// Says something to the person on the other side.
    Greet(Greeting),
    /// Chooses how long both may think, while nobody has come or moved.
    Time(TimeControl),
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
    #[error("no seat is open any more")]
    Taken,
    #[error("the open seat is kept for somebody else")]
    Reserved,
    #[error("the open seat is kept for nobody")]
    NotReserved,
    #[error("there is help against engines only")]
    NoHelp,
    #[error("the hint says all there is")]
    AllSaid,
    #[error("no move of the person is there to be taken back")]
    NothingToTakeBack,
    #[error("people agree only with each other, in a game that is in play")]
    NoAgreement,
    #[error("the actor has offered that since they moved last")]
    AlreadyOffered,
    #[error("the actor has offered that too often in this game")]
    TooManyOffers,
    #[error("the offer is the actor's own")]
    OwnOffer,
    #[error("the opponent offers nothing of the kind")]
    NoOffer,
    #[error("the actor has said too much in this game")]
    TooManyGreetings,
    #[error("nobody votes in this game")]
    NoVote,
    #[error("the actor has voted for that move")]
    VotedSo,
    #[error("somebody has come or moved, and the clock stays as it is")]
    Begun,
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
    /// Somebody has to take the open seat, whose turn it is.
    Anybody {
        side: Side,
    },
    /// The game is over.
    Nothing,
}

/// A game being played.
///
/// Invariant: `position` is what `moves` make of the start of `spec`, and no game is settled that the
/// moves have decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    id: SessionId,
    revision: Revision,
    spec: GameSpec,
    seats: BySide<Seat>,
    moves: Vec<MoveCode>,
    /// What came of it before the moves did: a side has resigned, or both have agreed to a draw.
    settled: Option<Outcome>,
    /// Most games have nothing beside them, and it takes no room there.
    beside: Option<Box<Beside>>,
    position: AnyGame,
}

/// What is stored beside the record of a session.
#[derive(Clone, Debug, Default, PartialEq)]
struct Beside {
    help: Option<Help>,
    agreement: Option<Agreement>,
    clock: Option<Clock>,
    ballot: Option<Box<Ballot>>,
    reservation: Option<Reservation>,
    is_left: bool,
}

impl Session {
    /// A game that nobody has moved in.
    pub fn new(id: SessionId, spec: GameSpec, seats: BySide<Seat>) -> Session {
        let position = spec.start();
        let (revision, moves) = (Revision::START, Vec::new());
        Session { id, revision, spec, seats, moves, settled: None, beside: None, position }
    }

    /// A game as a person wants it.
    pub fn set_up(id: SessionId, user: UserId, setup: Setup) -> Session {
        let opponent = match setup.opponent {
            Opponent::Engine(level) => Seat::Engine(level),
            Opponent::Anybody => Seat::Open,
            Opponent::Person(other) => Seat::Human(other),
        };
        let seats = match setup.side {
            Side::First => BySide { first: Seat::Human(user), second: opponent },
            Side::Second => BySide { first: opponent, second: Seat::Human(user) },
        };
        Session::new(id, setup.spec, seats).under(setup.time)
    }

    /// A game of a person against an engine.
    pub fn against_engine(id: SessionId, user: UserId, choice: Choice) -> Session {
        Session::set_up(id, user, choice.into())
    }

    /// A game that goes on from a record, of a person, who makes the next move, against an engine; or
    /// one that the moves of its record have ended.
    pub fn resumed(id: SessionId, user: UserId, record: &Record, level: Level) -> Session {
        let choice = Choice { spec: record.spec(), side: record.position().turn(), level };
        let (moves, position) = (record.moves().to_vec(), record.position().clone());
        Session { moves, position, ..Session::against_engine(id, user, choice) }
    }

    /// Whether it goes on from a record, so that some of its moves were made elsewhere.
    pub fn is_resumed(&self) -> bool {
        self.plies_elsewhere() > 0
    }

    /// How many of its moves were made elsewhere: those of the record it goes on from.
    pub fn plies_elsewhere(&self) -> usize {
        let transitions = self.revision.0.saturating_sub(Revision::START.0);
        let settlements = u32::from(self.settled.is_some());
        let here = self.help().moves_of(transitions.saturating_sub(settlements));
        self.moves.len().saturating_sub(here)
    }

    /// Whether a person has won against the best level, without help, in a game that both played from its
    /// start.
    pub fn is_best_beaten(&self) -> bool {
        let Some(Outcome::Win(winner)) = self.outcome() else { return false };
        let loser = *self.seats.get(!winner);
        let is_alone = !self.is_resumed() && !self.is_helped() && !self.is_voted();
        loser == Seat::Engine(Level::Best) && is_alone
    }

    /// The session after an action of somebody who saw it at revision `seen`, or why there is
    /// none. One accepted action is one revision.
    ///
    /// A person without a seat is told so before anything else, unless one is open, and an ended game
    /// is said to be over even to somebody whose board is older than its end. A game that is over
    /// stays as it is, and two people may say something to each other below it.
    pub fn apply(&self, actor: Actor, seen: Revision, action: Action) -> Result<Session, Refusal> {
        if let (true, Action::Play(code), Actor::User(user)) = (self.is_voted(), action, actor) {
            return self.voted(VoterKey::default(), user, seen, code);
        }
        let seated = self.side_of(actor);
        let free = self.open_side().filter(|_| self.is_for_a_guest(actor, action));
        let side = seated.or(free).ok_or(Refusal::NotSeated)?;
        let is_farewell = matches!(action, Action::Greet(_)) && self.can_greet();
        if self.outcome().is_some() && !is_farewell {
            return Err(Refusal::Over);
        } else if seen != self.revision && !self.is_rule_unchanged(seen, action) {
            return Err(Refusal::Stale);
        }
        let mut next = self.clone();
        match (action, actor) {
            (Action::Resign, _) => next.settled = Some(Outcome::Win(!side)),
            (Action::PlayEngine(level) | Action::PlayTogether(level), _) => {
                let open = self.open_side().ok_or(Refusal::Taken)?;
                *next.seats.get_mut(open) = Seat::Engine(level);
                next.set_clock(None);
                if let Action::PlayTogether(_) = action {
                    next.put_to_vote();
                }
            }
            (Action::SetVoteRules(rules), _) => next.set_vote_rules(rules)?,
            (Action::PlayBoth, _) => next.play_both(side)?,
            (Action::OpenSeat, _) => next.open_seat()?,
            (Action::Decline, _) => next.decline(actor)?,
            (Action::Play(_) | Action::Join, Actor::User(user)) if seated.is_none() => {
                self.check_arrival(user)?;
                *next.seats.get_mut(side) = Seat::Human(user);
                if let Action::Play(code) = action {
                    // What is no move here is no more than a word that they play.
                    let _ = next.play(side, code);
                }
            }
            (Action::Join, _) => return Err(Refusal::Taken),
            (Action::Play(code), _) => next.play(side, code)?,
            (Action::Hint, _) => next.give_hint(side)?,
            (Action::Explain, _) => next.note_explanation(side)?,
            (Action::Xray { is_on }, _) => next.see_through(side, is_on)?,
            (Action::TakeBack, _) => next.take_back(side)?,
            (Action::Offer(offer), _) => next.offer(side, offer)?,
            (Action::Accept(offer), _) => next.accept(side, offer)?,
            (Action::Greet(greeting), _) => next.greet(side, greeting)?,
            (Action::Time(control), _) => next.choose_time(control)?,
        }
        next.drop_needless_reservation();
        next.revision = self.revision.next();
        next.renew_ballot();
        Ok(next)
    }

    /// Makes a move for this side, if it may.
    fn play(&mut self, side: Side, code: MoveCode) -> Result<(), Refusal> {
        if side != self.position.turn() {
            return Err(Refusal::NotYourTurn);
        }
        self.position.play(code).map_err(|_| Refusal::Illegal)?;
        self.moves.push(code);
        Ok(())
    }

    /// Whether somebody who saw the session at revision `seen` is to make a move in it.
    pub fn check_turn(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        let voted = self.person_side().filter(|_| self.is_voted());
        let side = voted.or(self.side_of(actor)).ok_or(Refusal::NotSeated)?;
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

    /// How the game has ended: by the rules, by resignation or agreement, or because somebody has left for
    /// good.
    pub fn outcome(&self) -> Option<Outcome> {
        let gone = || self.seats.find(|seat| *seat == Seat::Gone);
        let lost = |side: Side| Outcome::Win(!side);
        self.settled.or_else(|| self.position.outcome()).or_else(|| gone().map(lost))
    }

    /// The side that is for whoever comes first.
    pub fn open_side(&self) -> Option<Side> {
        self.seats.find(|seat| *seat == Seat::Open)
    }

    /// The person on the other side of this one, if one sits there.
    pub fn opponent_of(&self, user: UserId) -> Option<UserId> {
        match *self.seats.get(!self.seat_of(user)?) {
            Seat::Human(other) if other != user => Some(other),
            Seat::Human(_) | Seat::Engine(_) | Seat::Open | Seat::Gone => None,
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
            Seat::Open => Awaiting::Anybody { side },
            // Then the game is over.
            Seat::Gone => Awaiting::Nothing,
        }
    }

    /// The side a person plays, the first one if they play both.
    pub fn seat_of(&self, user: UserId) -> Option<Side> {
        self.seats.find(|seat| *seat == Seat::Human(user))
    }

    /// What the person has chosen, if they play here against an engine, and alone.
    pub fn choice_of(&self, user: UserId) -> Option<Choice> {
        let side = self.seat_of(user).filter(|_| !self.is_voted())?;
        match *self.seats.get(!side) {
            Seat::Engine(level) => Some(Choice { spec: self.spec, side, level }),
            Seat::Human(_) | Seat::Open | Seat::Gone => None,
        }
    }

    /// How this game would be set up for the person, if they play here. Nobody can be asked to play
    /// again who has left.
    pub fn setup_of(&self, user: UserId) -> Option<Setup> {
        let side = self.seat_of(user)?;
        let opponent = match *self.seats.get(!side) {
            Seat::Engine(level) if !self.is_voted() => Opponent::Engine(level),
            Seat::Human(other) if other != user && !self.is_left() => Opponent::Person(other),
            Seat::Engine(_) | Seat::Human(_) | Seat::Open | Seat::Gone => Opponent::Anybody,
        };
        Some(Setup { spec: self.spec, side, opponent, time: self.time_control() })
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

    /// The side that has resigned.
    pub fn resigned(&self) -> Option<Side> {
        match self.settled? {
            Outcome::Win(winner) => Some(!winner),
            Outcome::Draw => None,
        }
    }

    /// Whether people have ended the game before its moves did, by resignation or agreement.
    pub fn is_settled(&self) -> bool {
        self.settled.is_some()
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
            (_, Seat::Open | Seat::Gone) => false,
        };
        let turn = self.position.turn();
        [turn, !turn].into_iter().find(|side| is_theirs(self.seats.get(*side)))
    }
}
