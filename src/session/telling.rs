//! Games that nobody plays here: looked at, looked through, or told to others.

use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::side::BySide;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;

use crate::session::{Revision, Seat, Session, SessionId, UserId};

impl Session {
    /// A game that is over, as its record tells it, for a person to look through.
    pub fn retold(id: SessionId, user: UserId, record: &Record, level: Level) -> Session {
        let is_decided = record.position().outcome().is_some();
        let settled = record.outcome().filter(|_| !is_decided);
        Session { settled, ..Session::resumed(id, user, record, level) }
    }

    /// Whether it was over when it began, so that nobody has played it here.
    pub fn is_told(&self) -> bool {
        self.revision == Revision::START && self.outcome().is_some()
    }

    /// A position as a game that nobody plays, to be looked at; `None` if a move is not legal.
    pub fn posed(spec: GameSpec, codes: &[MoveCode]) -> Option<Session> {
        let seats = BySide { first: Seat::Open, second: Seat::Open };
        let mut posed = Session::new(SessionId(0), spec, seats);
        for code in codes {
            posed.position.play(*code).ok()?;
            posed.moves.push(*code);
        }
        Some(posed)
    }

    /// A copy of the game after so many of its plies and these moves, in which nobody plays; `None` if one
    /// of them is not legal.
    pub fn tried(&self, plies: usize, codes: &[MoveCode]) -> Option<Session> {
        let played = self.moves.iter().take(plies).chain(codes).copied();
        let posed = Session::posed(self.spec, &played.collect::<Vec<MoveCode>>())?;
        Some(Session { id: self.id, ..posed })
    }

    /// The game so far, for people. It says nothing of who plays.
    pub fn told(&self) -> Record {
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
