//! Games in text: headers in the manner of PGN, and the record that `zerosum record` and the bot read.

use std::fmt;

use zerosum_games::Outcome;
use zerosum_games::any::GameSpec;
use zerosum_games::record;
use zerosum_games::side::BySide;

use crate::engine_match::game::PlayedGame;

/// Beginning of the first header, which no other line has.
pub(crate) const FIRST_HEADER: &str = "[Game \"";

/// A game with the contents of its headers.
pub(crate) struct Record<'a> {
    pub(crate) spec: GameSpec,
    /// The number of the pair and which of its two games it is, both from 1.
    pub(crate) round: (u32, u32),
    pub(crate) players: BySide<&'a str>,
    pub(crate) opening_plies: usize,
    pub(crate) played: &'a PlayedGame,
}

impl Record<'_> {
    /// The game without the headers. A side that has lost by a fault has given up.
    fn without_headers(&self) -> record::Record {
        let mut record = record::Record::new(self.spec);
        for code in &self.played.codes {
            record.play(*code).expect("the moves were legal in the game");
        }
        match self.played.outcome {
            Outcome::Win(winner) => record.give_up(!winner),
            Outcome::Draw => record.agree_to_draw(),
        }
        record
    }
}

impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pair, game) = self.round;
        let record = self.without_headers();
        writeln!(f, "{FIRST_HEADER}{}\"]", self.spec.name())?;
        writeln!(f, "[Round \"{pair}.{game}\"]")?;
        writeln!(f, "[First \"{}\"]", self.players.first)?;
        writeln!(f, "[Second \"{}\"]", self.players.second)?;
        writeln!(f, "[OpeningPlies \"{}\"]", self.opening_plies)?;
        writeln!(f, "[Result \"{}\"]", record.result())?;
        if let Some(fault) = &self.played.fault {
            writeln!(f, "[Termination \"{}\"]", fault.replace('"', "'"))?;
        }
        write!(f, "\n{}", record.encode())
    }
}

#[cfg(test)]
mod tests {
    use zerosum_games::any::GameSpec;
    use zerosum_games::record;
    use zerosum_games::seed::Seed;
    use zerosum_games::side::{BySide, Side};
    use zerosum_games::{Game, Outcome};

    use crate::engine_match::game::PlayedGame;
    use crate::engine_match::record::Record;

    /// Number of plies after which a game ends by a fault.
    const PLIES_MAX: u64 = 24;

    /// A game of random moves; equal numbers give equal games.
    fn random_game(spec: GameSpec, number: u64) -> PlayedGame {
        let mut position = spec.start();
        let (mut codes, mut texts) = (Vec::new(), Vec::new());
        for ply in 0..PLIES_MAX {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let Some(code) = Seed(number << 32 | ply).pick(moves.into_iter()) else { break };
            texts.push(position.move_text(code));
            codes.push(code);
            position.play(code).expect("it is legal");
        }
        let outcome = position.outcome();
        let fault = "no move: d9 is off the board, found \"b3: x\"";
        PlayedGame {
            codes,
            moves: texts,
            outcome: outcome.unwrap_or(Outcome::Win(Side::Second)),
            fault: outcome.is_none().then(|| fault.to_owned()),
            overrun: BySide::default(),
        }
    }

    #[test]
    fn a_record_of_any_game_is_read_back() {
        for spec in GameSpec::ALL {
            for number in 0..3 {
                let played = random_game(spec, number);
                let players = BySide { first: "zerosum 1.0: h8 i9", second: "x [b] (c)" };
                let round = (12, 2);
                let opening_plies = 4;
                let written =
                    Record { spec, round, players, opening_plies, played: &played }.to_string();
                let read = record::Record::decode(&written);
                let read = read.unwrap_or_else(|error| panic!("{error}: {written}"));
                assert_eq!(read.spec(), spec, "{written}");
                assert_eq!(read.moves(), played.codes, "{written}");
                assert_eq!(read.outcome(), Some(played.outcome), "{written}");
            }
        }
    }
}
