//! Games that are not played here: positions to look at, replays of records, and records for people.

use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::side::BySide;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;

use crate::{Revision, Seat, Session, SessionId, UserId};

impl Session {
    /// Creates a replay: a game that is over, from its record, for a person to step through.
    pub fn from_record(id: SessionId, user: UserId, record: &Record, level: Level) -> Session {
        let is_decided = record.position().outcome().is_some();
        let settled = record.outcome().filter(|_| !is_decided);
        Session { settled, ..Session::resumed(id, user, record, level) }
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
