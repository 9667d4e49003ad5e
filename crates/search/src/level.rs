//! Choice of the move for each level in each game.
//!
//! A level is a horizon: [`Level::horizon`]. Within it an engine does not err. Beyond it, it sees nothing in
//! solved games; in others also the wins and threats that stand on the board at its end, and in k in a
//! row lines of fours from there. Among moves that are equally good as far as it sees, the seed decides, in Catch the Sheep
//! after what catches the eye: `people::flock`. Only the novice errs, as people do who have just
//! learned the rules: `people::novice`.

use zerosum_games::Game;
use zerosum_games::any::{AnyGame, GameSpec};

/// A search that looks at no more positions than this takes well under a millisecond, and needs no
/// thread of its own: two plies of the ultimate game, 6,561 positions at most, took 0.09 ms.
const INSTANT_POSITIONS_MAX: u64 = 10_000;

/// Like [`INSTANT_POSITIONS_MAX`], for k in a row, where more is done at each position: two plies
/// on the board of 8x8, 4,096 positions at most, took 0.55 ms.
const INSTANT_MNK_POSITIONS_MAX: u64 = 2_000;

/// Like [`INSTANT_POSITIONS_MAX`], for the strategic game, whose positions are larger.
const INSTANT_STRATEGIC_POSITIONS_MAX: u64 = 1_000;

/// Maximum depth of an instant search: the present number of moves does not predict the size of a
/// deeper one.
const INSTANT_DEPTH_MAX: u16 = 3;

/// Plies that a novice makes on boards of boards.
const NOVICE_PLIES: u16 = 2;

/// The strength of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Overlooks things and errs, as a person does.
    Novice,
    /// Sees its own next move.
    Beginner,
    /// Sees the answer to its move at least.
    Casual,
    /// Looks some moves ahead.
    Strong,
    /// Plays as well as it can: perfectly where the game is solved.
    Best,
}

impl Level {
    pub const ALL: [Level; 5] =
        [Level::Novice, Level::Beginner, Level::Casual, Level::Strong, Level::Best];

    /// The levels that do not err within their horizon.
    pub const UNERRING: [Level; 4] = [Level::Beginner, Level::Casual, Level::Strong, Level::Best];

    /// The levels that a game is offered at. Newcomers beat a beginner at 3x3 and at Catch the Sheep
    /// often enough, so there is no level below.
    pub fn of_game(spec: GameSpec) -> &'static [Level] {
        match spec {
            GameSpec::TicTacToe | GameSpec::Sheep(_) => &Level::UNERRING,
            GameSpec::Mnk(_)
            | GameSpec::ConnectFour(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_) => &Level::ALL,
        }
    }

    /// The lowest level of a game.
    pub fn floor_of(spec: GameSpec) -> Level {
        Level::of_game(spec)[0]
    }

    /// The name in records, commands and buttons.
    pub fn name(self) -> &'static str {
        match self {
            Level::Novice => "novice",
            Level::Beginner => "beginner",
            Level::Casual => "casual",
            Level::Strong => "strong",
            // The name is part of records, and suits the solved games only.
            Level::Best => "perfect",
        }
    }

    /// The next level below, if there is one.
    pub fn easier(self) -> Option<Level> {
        match self {
            Level::Novice => None,
            Level::Beginner => Some(Level::Novice),
            Level::Casual => Some(Level::Beginner),
            Level::Strong => Some(Level::Casual),
            Level::Best => Some(Level::Strong),
        }
    }

    /// The next level above, if there is one.
    pub fn harder(self) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.easier() == Some(self))
    }

    /// Number of plies that an engine of this level sees ahead in a game; `None` if only time, or
    /// nothing at all, limits it.
    pub fn horizon(self, spec: GameSpec) -> Option<u16> {
        let [beginner, casual, strong] = match spec {
            GameSpec::TicTacToe => [1, 2, 5],
            GameSpec::Mnk(_) => [1, 3, 5],
            GameSpec::Ultimate(_) => [1, 2, 4],
            GameSpec::Strategic(_) => [1, 2, 3],
            GameSpec::ConnectFour(_) => [1, 5, 8],
            GameSpec::Sheep(_) => [2, 6, 12],
        };
        match self {
            Level::Novice | Level::Beginner => Some(beginner),
            Level::Casual => Some(casual),
            Level::Strong => Some(strong),
            Level::Best => None,
        }
    }

    /// The level of that name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// The method by which an engine chooses its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Looks it up in the complete solution, in which ends of the game beyond the horizon are not
    /// seen.
    Known { horizon: u16 },
    /// Searches all moves to the same depth.
    Ranked { depth: u16 },
    /// Looks at the values of the moves to this depth, and errs as a novice does.
    Novice { depth: u16 },
    /// Searches as deep as its time allows.
    Timed,
}

impl Plan {
    pub fn of(spec: GameSpec, level: Level) -> Plan {
        let horizon = level.horizon(spec);
        match spec {
            GameSpec::TicTacToe | GameSpec::Sheep(_) => {
                Plan::Known { horizon: horizon.unwrap_or(u16::MAX) }
            }
            GameSpec::Mnk(_)
            | GameSpec::ConnectFour(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_) => match (level, horizon) {
                (_, None) => Plan::Timed,
                (Level::Novice, Some(depth)) => Plan::Novice { depth },
                (_, Some(depth)) => Plan::Ranked { depth },
            },
        }
    }

    /// Returns whether the move in this position is found in well under a millisecond, so that it
    /// needs no thread of its own.
    pub fn is_instant(self, position: &AnyGame) -> bool {
        match self {
            Plan::Known { .. } => true,
            Plan::Ranked { depth } if depth > INSTANT_DEPTH_MAX => false,
            Plan::Ranked { depth } | Plan::Novice { depth } => {
                // On boards of boards a novice makes every move and every reply to find out which move loses.
                let depth = match (self, position) {
                    (Plan::Novice { .. }, AnyGame::Ultimate(_) | AnyGame::Strategic(_)) => {
                        depth.max(NOVICE_PLIES)
                    }
                    _ => depth,
                };
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let moves = u64::try_from(moves.len()).unwrap_or(u64::MAX);
                let positions_max = match position {
                    AnyGame::Mnk(_) => INSTANT_MNK_POSITIONS_MAX,
                    AnyGame::Strategic(_) => INSTANT_STRATEGIC_POSITIONS_MAX,
                    AnyGame::TicTacToe(_)
                    | AnyGame::ConnectFour(_)
                    | AnyGame::Ultimate(_)
                    | AnyGame::Sheep(_) => INSTANT_POSITIONS_MAX,
                };
                moves.saturating_pow(depth.into()) <= positions_max
            }
            Plan::Timed => false,
        }
    }
}
