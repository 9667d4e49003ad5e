//! Sequences of seeds, for games with moves at random.

use zerosum_games::seed::Seed;

/// One seed after the other. Equal first seeds give equal sequences.
pub(crate) struct SeedSequence {
    start: u64,
    drawn: u64,
}

impl SeedSequence {
    pub(crate) fn new(seed: Seed) -> SeedSequence {
        SeedSequence { start: seed.mixed(), drawn: 0 }
    }

    /// The seeds of one game of several.
    pub(crate) fn of_game(seed: u32, game: u32) -> SeedSequence {
        SeedSequence::new(Seed::of_turn(seed.into(), game))
    }

    pub(crate) fn next(&mut self) -> Seed {
        self.drawn += 1;
        Seed(self.start.wrapping_add(self.drawn))
    }
}
