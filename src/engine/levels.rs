//! How each level comes to its move in each game.
//!
//! A level is a horizon: [`Level::horizon`]. Within it an engine does not err, beyond it sees nothing;
//! no level makes blunders on purpose. Among moves that are equally good as far as it sees, the seed
//! decides.

use std::time::Duration;

use crate::games::Game;
use crate::games::any::{AnyGame, GameSpec};
use crate::session::Level;

/// No engine thinks longer about a move.
pub const THINKING_MAX: Duration = Duration::from_secs(1);

/// A search that looks at no more positions than this takes well under a millisecond, and needs no
/// thread of its own: two plies of the ultimate game, 6,561 positions at most, took 0.09 ms.
const INSTANT_POSITIONS_MAX: u64 = 10_000;

/// The same for k in a row, of which more is thought at each position: two plies on the board of 8x8,
/// 4,096 positions at most, took 0.55 ms.
const INSTANT_MNK_POSITIONS_MAX: u64 = 2_000;

/// How many positions are met by a deeper search does not show in how many moves there are now.
const INSTANT_DEPTH_MAX: u16 = 3;

/// How an engine comes to its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Looks it up in the complete solution, in which ends of the game beyond so many plies are not
    /// seen.
    Known { horizon: u16 },
    /// Looks so many plies ahead, at all moves equally deep.
    Ranked { depth: u16 },
    /// Looks as far ahead as it gets in [`THINKING_MAX`].
    Timed,
}

impl Plan {
    pub fn of(spec: GameSpec, level: Level) -> Plan {
        let horizon = level.horizon(spec);
        match (spec, horizon) {
            (GameSpec::TicTacToe | GameSpec::Sheep(_), horizon) => {
                Plan::Known { horizon: horizon.unwrap_or(u16::MAX) }
            }
            (GameSpec::Mnk(_) | GameSpec::Ultimate(_), Some(depth)) => Plan::Ranked { depth },
            (GameSpec::Mnk(_) | GameSpec::Ultimate(_), None) => Plan::Timed,
        }
    }

    /// Whether the move in this position is found in well under a millisecond, so that it needs no
    /// thread of its own.
    pub fn is_instant(self, position: &AnyGame) -> bool {
        match self {
            Plan::Known { .. } => true,
            Plan::Ranked { depth } if depth > INSTANT_DEPTH_MAX => false,
            Plan::Ranked { depth } => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let moves = u64::try_from(moves.len()).unwrap_or(u64::MAX);
                let positions_max = match position {
                    AnyGame::Mnk(_) => INSTANT_MNK_POSITIONS_MAX,
                    AnyGame::TicTacToe(_) | AnyGame::Ultimate(_) | AnyGame::Sheep(_) => {
                        INSTANT_POSITIONS_MAX
                    }
                };
                moves.saturating_pow(depth.into()) <= positions_max
            }
            Plan::Timed => false,
        }
    }
}
