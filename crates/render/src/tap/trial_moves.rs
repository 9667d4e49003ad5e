//! Trial moves as button data.

use zerosum_games::MoveCode;

/// Maximum trial moves, which is the number that fits into a button.
pub const TRIAL_MOVES_MAX: usize = 16;

/// Digits of each move, and their base.
const DIGITS: usize = 2;
const BASE: u16 = 36;

/// Trial moves in order.
///
/// Invariant: each move fits into two digits of base 36, and all codes after the last move are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrialMoves {
    codes: [MoveCode; TRIAL_MOVES_MAX],
    count: u8,
}

impl TrialMoves {
    pub const NONE: TrialMoves = TrialMoves { codes: [MoveCode(0); TRIAL_MOVES_MAX], count: 0 };

    pub fn moves(&self) -> &[MoveCode] {
        &self.codes[..usize::from(self.count)]
    }

    /// Adds a move; `None` if there is no room for it.
    pub fn with(mut self, code: MoveCode) -> Option<TrialMoves> {
        *self.codes.get_mut(usize::from(self.count)).filter(|_| code.0 < BASE * BASE)? = code;
        self.count += 1;
        Some(self)
    }

    /// Removes the last move, if there is one.
    #[must_use]
    pub fn without_last(&self) -> TrialMoves {
        let kept = self.moves().split_last().map_or(&[][..], |(_, kept)| kept);
        kept.iter().fold(TrialMoves::NONE, |tried, code| tried.with(*code).unwrap_or(tried))
    }

    /// Encodes the moves as letters and digits.
    pub(super) fn encode(&self) -> String {
        let digit = |number: u16| char::from_digit(number.into(), BASE.into()).unwrap_or('0');
        let digits = |MoveCode(code): &MoveCode| [digit(code / BASE), digit(code % BASE)];
        self.moves().iter().flat_map(digits).collect()
    }

    /// Decodes such a text.
    pub(super) fn decode(text: &str) -> Option<TrialMoves> {
        let digits: Option<Vec<u16>> =
            text.chars().map(|letter| u16::try_from(letter.to_digit(BASE.into())?).ok()).collect();
        let digits = digits.filter(|digits| digits.len() % DIGITS == 0)?;
        let codes = digits.chunks(DIGITS).map(|pair| MoveCode(pair[0] * BASE + pair[1]));
        codes.into_iter().try_fold(TrialMoves::NONE, TrialMoves::with)
    }
}
