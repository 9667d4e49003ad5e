//! A game in play: its seats, its moves and the number of its changes.
//!
//! A session is a value: [`Session::apply`] returns the next session or a refusal and changes nothing
//! else. The moves are kept and the board is derived from them.
//!
//! A [`Seat`] may be open. The first other person who acts takes it, with or without a move; the person on
//! the other side can also give it to an engine. Later arrivals are refused.

mod user;
pub mod game;
mod extras;
pub mod people;
pub mod inline_message;
pub mod board;
pub mod choice;
pub mod language;
pub mod broadcast;

use thiserror::Error;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::opening::OpeningChoice;
use zerosum_games::record::Record;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;

use crate::choice::{Choice, Opponent, Setup};
use crate::extras::Extras;
use crate::game::agreement::{Greeting, Offer};
use crate::game::ballot::{VoteRules, VoterKey};
use crate::game::clock::TimeControl;

pub use crate::user::UserId;

/// Identifies a session in buttons and in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub u64);

/// Number of transitions that a session has accepted. It is part of every button and the condition of
/// every write; of two views of a session, the one with the higher revision is newer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u32);

impl Revision {
    /// Older than any session: the revision of a screen to which no board was sent yet.
    pub const NONE: Revision = Revision(0);

    /// Revision of a session without any transition.
    pub const START: Revision = Revision(1);

    /// Newer than any session: the revision of a screen that is gone, so that it is never updated.
    pub const LAST: Revision = Revision(u32::MAX);

    #[must_use]
    pub fn next(self) -> Revision {
        Revision(self.0.saturating_add(1))
    }
}

/// Player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    Human(UserId),
    Engine(Level),
    /// Free for the first person who comes, other than the one on the other side.
    Open,
    /// Seat of a person whose data was deleted. The game is over.
    Gone,
}

/// Origin of a transition: a user or the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    User(UserId),
    Engine,
}

/// Transition that an actor can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Makes a move, or a [choice of an opening](OpeningChoice::code). A user without a seat takes the open one, and
    /// moves if it is their turn and the move is legal.
    Play(MoveCode),
    Resign,
    /// Takes the open seat, without a move.
    Join,
    /// Gives the open seat to an engine, at the request of the person on the other side.
    PlayEngine(Level),
    /// Gives the open seat to an engine and has all people vote on the moves of the other side.
    PlayTogether(Level),
    /// Sets the rules by which the move that people vote for is made.
    SetVoteRules(VoteRules),
    /// Gives the open seat to the person on the other side as well.
    PlayBoth,
    /// Opens the reserved seat to any player, at the request of the person on the other side.
    OpenSeat,
    /// Opens the reserved seat to any player, at the request of the person it is reserved for.
    Decline,
    /// Asks for a hint: first for what to look at, then for the best move.
    Hint,
    /// Turns the X-ray on or off, with which every move shows the result it leads to.
    Xray {
        is_on: bool,
    },
    /// Asks why a move is the best one.
    Explain,
    /// Takes back the actor's last move and all moves after it.
    TakeBack,
    /// Makes an offer to the person on the other side.
    Offer(Offer),
    /// Accepts an offer of the person on the other side.
    Accept(Offer),
    /// Says a phrase to the person on the other side.
    Greet(Greeting),
    /// Chooses the time control, as long as a seat is open.
    Time(TimeControl),
}

/// Reason for which a transition was not accepted. A refusal is an answer to the actor, not an error.
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
    #[error("the open seat is reserved for another person")]
    Reserved,
    #[error("the open seat is not reserved")]
    NotReserved,
    #[error("there is help against engines only")]
    NoHelp,
    #[error("there is no further hint")]
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
    #[error("the actor has sent too many messages in this game")]
    TooManyGreetings,
    #[error("one of the actor and the opponent has blocked the other")]
    Blocked,
    #[error("no votes are taken in this game")]
    NoVote,
    #[error("the actor has voted for that move")]
    VotedSo,
    #[error("an opponent has come, and the clock stays as it is")]
    Begun,
    #[error("a colour is to be chosen before the next move")]
    ColourFirst,
    #[error("there is no help before colours are chosen")]
    InOpening,
}

/// Event that a session waits for.
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
    /// A person has to take the open seat, which is to move.
    Anybody {
        side: Side,
    },
    /// The game is over.
    Nothing,
}

/// A game being played.
///
/// Invariant: `position` is the result of playing `moves` from the start of `spec`, and `settled` is
/// `None` if the moves have decided the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    id: SessionId,
    revision: Revision,
    spec: GameSpec,
    seats: BySide<Seat>,
    moves: Vec<MoveCode>,
    /// Outcome other than by the moves: a side has resigned, or both have agreed to a draw.
    settled: Option<Outcome>,
    /// Boxed, because most games have none.
    extras: Option<Box<Extras>>,
    position: AnyGame,
}

impl Session {
    /// Creates a game without moves.
    pub fn new(id: SessionId, spec: GameSpec, seats: BySide<Seat>) -> Session {
        let position = spec.start();
        let (revision, moves) = (Revision::START, Vec::new());
        Session { id, revision, spec, seats, moves, settled: None, extras: None, position }
    }

    /// Creates a game with the setup that a person has chosen.
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

    /// Creates a game of a person against an engine.
    pub fn against_engine(id: SessionId, user: UserId, choice: Choice) -> Session {
        Session::set_up(id, user, choice.into())
    }

    /// Creates a game of a person, who is to move, against an engine that goes on from a record. It is over
    /// if the moves of the record have ended it.
    pub fn resumed(id: SessionId, user: UserId, record: &Record, level: Level) -> Session {
        Session::resumed_on(id, user, record, (record.position().turn(), level))
    }

    /// Like [`Session::resumed`], but the person plays this side, whichever is to move.
    pub fn resumed_on(
        id: SessionId,
        user: UserId,
        record: &Record,
        (side, level): (Side, Level),
    ) -> Session {
        let choice = Choice { spec: record.spec(), side, level };
        let (moves, position) = (record.moves().to_vec(), record.position().clone());
        let mut session = Session { moves, position, ..Session::against_engine(id, user, choice) };
        session.skip_opening();
        session
    }

    /// Returns whether it goes on from a record, so that some of its moves were made elsewhere.
    pub fn is_resumed(&self) -> bool {
        self.plies_elsewhere() > 0
    }

    /// Returns the number of moves that were made elsewhere: those of the record it goes on from.
    pub fn plies_elsewhere(&self) -> usize {
        let transitions = self.revision.0.saturating_sub(Revision::START.0);
        let settlements = u32::from(self.settled.is_some());
        let no_moves = settlements + self.choice_count();
        let here = self.help().moves_of(transitions.saturating_sub(no_moves));
        self.moves.len().saturating_sub(here)
    }

    /// Returns the session after an action of an actor who saw it at revision `seen`, or the refusal. One
    /// accepted action is one revision.
    ///
    /// [`Refusal::NotSeated`] comes before all others, and [`Refusal::Over`] before [`Refusal::Stale`], so
    /// that a user whose board is older than the end of the game still learns that it is over. The only
    /// action that a game accepts after its end is a greeting between two people.
    pub fn apply(&self, actor: Actor, seen: Revision, action: Action) -> Result<Session, Refusal> {
        if let (true, Action::Play(code), Actor::User(user)) = (self.is_voted(), action, actor) {
            return self.voted(VoterKey::default(), user, seen, code);
        }
        let seated = self.side_of(actor);
        let free = self.open_side().filter(|_| self.is_for_a_guest(actor, action));
        let side = seated.or(free).ok_or(Refusal::NotSeated)?;
        let is_after_game = matches!(action, Action::Greet(_)) && self.can_greet();
        if self.outcome().is_some() && !is_after_game {
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
                    next.leave_out_opening();
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
                    // A move that cannot be made only takes the seat.
                    let _ = next.play(side, code);
                }
            }
            (Action::Join, _) if self.reservation().is_some() => return Err(Refusal::Reserved),
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

    /// Makes a move or a choice for this side, if it is to act and the move is legal.
    fn play(&mut self, side: Side, code: MoveCode) -> Result<(), Refusal> {
        if side != self.turn() {
            return Err(Refusal::NotYourTurn);
        } else if let Some(choice) = OpeningChoice::of_code(code) {
            return self.choose(choice);
        } else if !self.opening_choices().is_empty() {
            return Err(Refusal::ColourFirst);
        }
        self.position.play(code).map_err(|_| Refusal::Illegal)?;
        self.moves.push(code);
        Ok(())
    }

    /// Checks whether an actor who saw the session at revision `seen` is to make a move in it.
    pub fn check_turn(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        let voted = self.person_side().filter(|_| self.is_voted());
        let side = voted.or(self.side_of(actor)).ok_or(Refusal::NotSeated)?;
        if self.outcome().is_some() {
            Err(Refusal::Over)
        } else if seen != self.revision {
            Err(Refusal::Stale)
        } else if side != self.turn() {
            Err(Refusal::NotYourTurn)
        } else {
            Ok(())
        }
    }

    /// Returns the outcome of the game: by the rules, by resignation or agreement, or as a loss of a player
    /// whose data was deleted.
    pub fn outcome(&self) -> Option<Outcome> {
        let gone = || self.seats.find(|seat| *seat == Seat::Gone);
        let lost = |side: Side| Outcome::Win(!side);
        self.settled.or_else(|| self.position.outcome()).or_else(|| gone().map(lost))
    }

    /// Returns the side whose seat is open.
    pub fn open_side(&self) -> Option<Side> {
        self.seats.find(|seat| *seat == Seat::Open)
    }

    /// Returns the person on the other side of this one, if another person has that seat.
    pub fn opponent_of(&self, user: UserId) -> Option<UserId> {
        match *self.seats.get(!self.seat_of(user)?) {
            Seat::Human(other) if other != user => Some(other),
            Seat::Human(_) | Seat::Engine(_) | Seat::Open | Seat::Gone => None,
        }
    }

    /// Returns the user on a side: the player, or the one for whom the open seat is reserved.
    pub fn user_on(&self, side: Side) -> Option<UserId> {
        match *self.seats.get(side) {
            Seat::Human(user) => Some(user),
            Seat::Open => self.reservation().map(|kept| kept.user),
            Seat::Engine(_) | Seat::Gone => None,
        }
    }

    /// Returns the event that the session waits for. It is a function of the session alone, so that a
    /// restarted process does exactly what a running one does.
    pub fn awaiting(&self) -> Awaiting {
        if self.outcome().is_some() {
            return Awaiting::Nothing;
        }
        let side = self.turn();
        match *self.seats.get(side) {
            Seat::Human(user) => Awaiting::Human { user, side },
            Seat::Engine(level) => Awaiting::Engine { level, side },
            Seat::Open => Awaiting::Anybody { side },
            // The game is over.
            Seat::Gone => Awaiting::Nothing,
        }
    }

    /// Returns the person who is to move, if one is.
    pub fn user_to_move(&self) -> Option<UserId> {
        match self.awaiting() {
            Awaiting::Human { user, .. } => Some(user),
            Awaiting::Engine { .. } | Awaiting::Anybody { .. } | Awaiting::Nothing => None,
        }
    }

    /// Returns the side that a person plays, the first one if they play both.
    pub fn seat_of(&self, user: UserId) -> Option<Side> {
        self.seats.find(|seat| *seat == Seat::Human(user))
    }

    /// Returns the choice with which the person has begun, if they play here alone against an engine.
    pub fn choice_of(&self, user: UserId) -> Option<Choice> {
        let side = self.seat_of(user).filter(|_| !self.is_voted())?;
        match *self.seats.get(!side) {
            Seat::Engine(level) => {
                Some(Choice { spec: self.spec, side: self.side_at_start(side), level })
            }
            Seat::Human(_) | Seat::Open | Seat::Gone => None,
        }
    }

    /// Returns the setup with which the person can play this game again, if they play here. After a player
    /// has left, it is open to any opponent.
    pub fn setup_of(&self, user: UserId) -> Option<Setup> {
        let side = self.seat_of(user)?;
        let opponent = match *self.seats.get(!side) {
            Seat::Engine(level) if !self.is_voted() => Opponent::Engine(level),
            Seat::Human(other) if other != user && !self.is_left() => Opponent::Person(other),
            Seat::Engine(_) | Seat::Human(_) | Seat::Open | Seat::Gone => Opponent::Anybody,
        };
        let side = self.side_at_start(side);
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

    /// Returns the side that has resigned.
    pub fn resigned(&self) -> Option<Side> {
        match self.settled? {
            Outcome::Win(winner) => Some(!winner),
            Outcome::Draw => None,
        }
    }

    /// Returns whether people have ended the game before its moves did, by resignation or agreement.
    pub fn is_settled(&self) -> bool {
        self.settled.is_some()
    }

    pub fn position(&self) -> &AnyGame {
        &self.position
    }

    /// Returns the side that the actor acts for; a person who plays both acts for the one to move.
    fn side_of(&self, actor: Actor) -> Option<Side> {
        let is_theirs = |seat: &Seat| match (actor, seat) {
            (Actor::User(user), Seat::Human(seated)) => user == *seated,
            (Actor::Engine, Seat::Engine(_)) => true,
            (Actor::User(_), Seat::Engine(_)) | (Actor::Engine, Seat::Human(_)) => false,
            (_, Seat::Open | Seat::Gone) => false,
        };
        let turn = self.turn();
        [turn, !turn].into_iter().find(|side| is_theirs(self.seats.get(*side)))
    }
}
