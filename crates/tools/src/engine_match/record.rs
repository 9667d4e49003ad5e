//! Games in text, in the manner of PGN.

use std::fmt::{self, Write};

use zerosum_games::Outcome;
use zerosum_games::side::{BySide, Side};

use crate::engine_match::game::PlayedGame;

/// Number of moves of each side on a line.
const MOVES_PER_LINE: usize = 8;

/// A game with the contents of its header.
pub(crate) struct Record<'a> {
    pub(crate) game_name: String,
    /// The number of the pair and which of its two games it is, both from 1.
    pub(crate) round: (u32, u32),
    pub(crate) players: BySide<&'a str>,
    pub(crate) opening_plies: usize,
    pub(crate) played: &'a PlayedGame,
}

impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pair, game) = self.round;
        let result = result_text(self.played.outcome);
        writeln!(f, "[Game \"{}\"]", self.game_name)?;
        writeln!(f, "[Round \"{pair}.{game}\"]")?;
        writeln!(f, "[First \"{}\"]", self.players.first)?;
        writeln!(f, "[Second \"{}\"]", self.players.second)?;
        writeln!(f, "[OpeningPlies \"{}\"]", self.opening_plies)?;
        writeln!(f, "[Result \"{result}\"]")?;
        if let Some(fault) = &self.played.fault {
            writeln!(f, "[Termination \"{}\"]", fault.replace('"', "'"))?;
        }
        writeln!(f)?;
        for (turn, moves) in self.played.moves.chunks(2).enumerate() {
            if turn > 0 {
                f.write_char(if turn % MOVES_PER_LINE == 0 { '\n' } else { ' ' })?;
            }
            write!(f, "{}. {}", turn + 1, moves.join(" "))?;
        }
        let space = if self.played.moves.is_empty() { "" } else { " " };
        writeln!(f, "{space}{result}")
    }
}

fn result_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::First) => "1-0",
        Outcome::Win(Side::Second) => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}
