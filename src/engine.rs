//! Engines: the players that are not people.
//!
//! An engine's move enters a session by the same door as a person's. This room only says which
//! move that is.

use crate::games::MoveCode;
use crate::games::any::AnyGame;
use crate::search::Seed;
use crate::search::solved::Solution;
use crate::session::{Awaiting, Level, Session};

/// What the engines know. It is made once and shared.
pub struct Engine {
    tictactoe: Solution,
}

impl Engine {
    /// Solves what can be solved in milliseconds.
    pub fn new() -> Engine {
        Engine { tictactoe: Solution::compute() }
    }

    /// The move of an engine that needs no time to think, `None` if no such engine is to move.
    ///
    /// Among equally good moves the session and its revision decide: the same press is always
    /// answered by the same move, in whatever process, while games vary.
    pub fn instant_reply(&self, session: &Session) -> Option<MoveCode> {
        let Awaiting::Engine { level: Level::Perfect, .. } = session.awaiting() else {
            return None;
        };
        match session.position() {
            AnyGame::TicTacToe(game) => self.tictactoe.choose(game, seed_of(session)),
        }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

fn seed_of(session: &Session) -> Seed {
    Seed(session.id().0 ^ u64::from(session.revision().0).rotate_left(32))
}
