//! Games as records: replays, positions to look at, and what a record tells of the engine that
//! played.

use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;

use crate::game::help::Help;
use crate::{Revision, Seat, Session, SessionId, UserId};

/// The engine that has played a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedEngine {
    pub level: Level,
    /// A person has beaten it alone and without help, from the start of the game.
    pub is_dare: bool,
}

impl Session {
    /// Creates a replay of a game that is over, for a person to step through and to play from its start with
    /// the first side; or a game that goes on from a record.
    pub fn from_record(id: SessionId, user: UserId, record: &Record, level: Level) -> Session {
        match record.outcome() {
            Some(_) => Session::replay(id, user, record, (Side::First, None)),
            None => Session::resumed(id, user, record, level),
        }
    }

    /// Creates a replay of a game that is over, for a person to step through and to play from its start on this
    /// side: as it was played, against the engine that is known to have played it.
    pub fn replay(
        id: SessionId,
        user: UserId,
        record: &Record,
        (side, engine): (Side, Option<PlayedEngine>),
    ) -> Session {
        let is_decided = record.position().outcome().is_some();
        let settled = record.outcome().filter(|_| !is_decided);
        let level = engine.map_or(Level::Best, |engine| engine.level);
        let replay = Session { settled, ..Session::resumed_on(id, user, record, (side, level)) };
        match engine {
            Some(PlayedEngine { is_dare: true, .. }) => replay,
            Some(PlayedEngine { is_dare: false, .. }) => replay.with_help(Help::default()),
            None => {
                let mut seats = replay.seats;
                *seats.get_mut(!side) = Seat::Open;
                Session { seats, ..replay }
            }
        }
    }

    /// Returns whether a person has won against the best level, alone and without help, in a game that was
    /// played here from its start.
    pub fn is_best_beaten(&self) -> bool {
        self.beaten_level() == Some(Level::Best)
    }

    /// Returns the level of the engine that a person has beaten alone and without help, from the start of
    /// the game.
    pub(crate) fn beaten_level(&self) -> Option<Level> {
        let Some(Outcome::Win(winner)) = self.outcome() else { return None };
        let is_alone = !self.is_resumed() && !self.is_helped() && !self.is_voted();
        match *self.seats.get(!winner) {
            Seat::Engine(level) => Some(level).filter(|_| is_alone),
            Seat::Human(_) | Seat::Open | Seat::Gone => None,
        }
    }

    /// Returns the engine of a game, as far as others may be told of it.
    pub fn played_engine(&self) -> Option<(Side, PlayedEngine)> {
        let (side, level) = self.side_against_engine()?;
        let is_dare = match self.is_replay() {
            true => self.outcome() == Some(Outcome::Win(side)) && !self.is_helped(),
            false => self.beaten_level().is_some(),
        };
        Some((side, PlayedEngine { level, is_dare }))
    }

    /// Returns the side that plays against an engine, and the level of the engine, if there is one.
    pub fn side_against_engine(&self) -> Option<(Side, Level)> {
        let engine = self.seats.find(|seat| matches!(seat, Seat::Engine(_)))?;
        match *self.seats.get(engine) {
            Seat::Engine(level) => Some((!engine, level)),
            Seat::Human(_) | Seat::Open | Seat::Gone => None,
        }
    }

    /// Returns whether it was over when it began, so that it was not played here.
    pub fn is_replay(&self) -> bool {
        self.revision == Revision::START && self.outcome().is_some()
    }

    /// Creates a game without players that shows the position after these moves; `None` if a move is not
    /// legal.
    pub fn from_moves(spec: GameSpec, codes: &[MoveCode]) -> Option<Session> {
        let seats = BySide { first: Seat::Open, second: Seat::Open };
        let mut posed = Session::new(SessionId(0), spec, seats);
        for code in codes {
            posed.position.play(*code).ok()?;
            posed.moves.push(*code);
        }
        posed.skip_opening();
        Some(posed)
    }

    /// Returns a copy of the game without players, after its first `plies` plies and these moves; `None` if
    /// one of them is not legal.
    pub fn with_moves(&self, plies: usize, codes: &[MoveCode]) -> Option<Session> {
        let played = self.moves.iter().take(plies).chain(codes).copied();
        let posed = Session::from_moves(self.spec, &played.collect::<Vec<MoveCode>>())?;
        Some(Session { id: self.id, ..posed })
    }

    /// Returns the record of the game so far, without its players.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.spec);
        for code in &self.moves {
            record.play(*code).expect("the moves of a session are legal");
        }
        match self.outcome() {
            Some(Outcome::Win(winner)) => record.give_up(!winner),
            Some(Outcome::Draw) => record.agree_to_draw(),
            None => {}
        }
        record
    }
}
