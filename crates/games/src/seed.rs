//! Chance, as a value.

/// A source of chance. Equal seeds make equal choices; different seeds, even adjacent ones, make
/// unrelated choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of one turn of a game: games of different numbers vary, and so do turns.
    pub fn of_turn(game: u64, turn: u32) -> Seed {
        Seed(game ^ u64::from(turn).rotate_left(32))
    }

    /// The part of the seed that is the same in all turns of a game: its low half, which
    /// [`Seed::of_turn`] takes from the number of the game alone.
    ///
    /// ```
    /// use zerosum_games::seed::Seed;
    ///
    /// let game = Seed::of_turn(7, 0).of_game();
    /// assert_eq!(Seed::of_turn(7, u32::MAX).of_game(), game);
    /// assert_ne!(Seed::of_turn(8, 0).of_game(), game);
    /// ```
    #[must_use]
    pub fn of_game(self) -> Seed {
        Seed(self.0 & u64::from(u32::MAX))
    }

    /// One of the choices, each about equally likely; `None` if there are none.
    pub fn pick<T>(self, mut choices: impl Iterator<Item = T> + Clone) -> Option<T> {
        // Neither cast loses anything: a count fits into 64 bits, an index below it fits back.
        let count = choices.clone().count() as u64;
        let index = self.mixed().checked_rem(count)?;
        choices.nth(index as usize)
    }

    /// Mixes the seed: results for seeds that differ by one bit are unrelated.
    pub fn mixed(self) -> u64 {
        mixed(self.0)
    }
}

/// One step of SplitMix64, in which every bit of the input affects every bit of the result. The
/// constants are from <https://prng.di.unimi.it/splitmix64.c>.
pub(crate) const fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(SPLIT_MIX_STEP);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The first numbers of SplitMix64 from this state, for the keys of positions.
pub(crate) const fn random_numbers<const COUNT: usize>(start: u64) -> [u64; COUNT] {
    let mut numbers = [0; COUNT];
    let mut state = start;
    let mut index = 0;
    while index < COUNT {
        numbers[index] = mixed(state);
        state = state.wrapping_add(SPLIT_MIX_STEP);
        index += 1;
    }
    numbers
}

/// Increment of the SplitMix64 state from one number to the next.
const SPLIT_MIX_STEP: u64 = 0x9e37_79b9_7f4a_7c15;
