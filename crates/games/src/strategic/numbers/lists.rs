//! Compact storage for nine lists of nine numbers below 9, the contents of a custom set: small
//! enough to be copied with the rules of a game and to fit on a button.

use crate::letters::{self, BITS_PER_LETTER};

/// Number of lists, and of numbers in each.
const NINE: usize = 9;

/// Count of numbers that fit into two bytes; the one that is left has a byte of its own.
const NUMBERS_PER_PAIR: usize = 5;
const BYTES: usize = 33;

/// Nine letters tell 17 numbers, and seven the 13 that are left.
const NUMBERS_PER_GROUP: usize = 17;
const LETTERS_PER_GROUP: usize = 9;
const LETTERS_IN_ALL: usize = 43;

/// Nine lists of nine numbers below 9, packed into 33 bytes.
///
/// Invariant: two bytes are a number of five digits to the base of nine, the last byte is one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lists([u8; BYTES]);

impl Lists {
    /// All numbers are below 9.
    pub(crate) fn of(lists: &[[u8; NINE]; NINE]) -> Lists {
        let mut bytes = [0; BYTES];
        let chunks = lists.as_flattened().chunks(NUMBERS_PER_PAIR);
        for (pair, numbers) in bytes.chunks_mut(2).zip(chunks) {
            let word = numbers.iter().rfold(0_u16, |word, number| word * 9 + u16::from(*number));
            pair.copy_from_slice(&word.to_le_bytes()[..pair.len()]);
        }
        Lists(bytes)
    }

    pub(crate) fn numbers(self) -> [[u8; NINE]; NINE] {
        let mut lists = [[0; NINE]; NINE];
        let chunks = lists.as_flattened_mut().chunks_mut(NUMBERS_PER_PAIR);
        for (numbers, pair) in chunks.zip(self.0.chunks(2)) {
            let mut word = pair.iter().rfold(0, |word, byte| word << 8 | u16::from(*byte));
            for number in numbers {
                // A remainder of a division by nine fits into any integer.
                *number = (word % 9) as u8;
                word /= 9;
            }
        }
        lists
    }

    /// 43 letters, digits, `-` and `_`.
    pub(crate) fn letters(self) -> String {
        let mut letters = String::with_capacity(LETTERS_IN_ALL);
        for numbers in self.numbers().as_flattened().chunks(NUMBERS_PER_GROUP) {
            let mut group = numbers.iter().rfold(0, |group, number| group * 9 + u64::from(*number));
            for _ in 0..LETTERS_PER_GROUP.min(LETTERS_IN_ALL - letters.len()) {
                letters.push(letters::letter(group));
                group >>= BITS_PER_LETTER;
            }
        }
        letters
    }

    /// The lists of those letters.
    pub(crate) fn from_letters(letters: &str) -> Option<Lists> {
        let mut lists = [[0; NINE]; NINE];
        let groups = lists.as_flattened_mut().chunks_mut(NUMBERS_PER_GROUP);
        for (numbers, letters) in groups.zip(letters.as_bytes().chunks(LETTERS_PER_GROUP)) {
            let mut group = 0;
            for letter in letters.iter().rev() {
                group = group << BITS_PER_LETTER | letters::number(*letter)?;
            }
            for number in numbers {
                *number = (group % 9) as u8;
                group /= 9;
            }
        }
        // Some letters say more, or less, than the numbers.
        let lists = Lists::of(&lists);
        (lists.letters() == letters).then_some(lists)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn lists_come_back_from_words_and_from_letters() {
        let number = |seed: u64, index: usize| Seed(seed << 8 | index as u64).mixed() % 9;
        let random = (0..500).map(|seed| {
            std::array::from_fn(|list| {
                std::array::from_fn(|row| number(seed, list * 9 + row) as u8)
            })
        });
        for numbers in random.chain([[[0; NINE]; NINE], [[8; NINE]; NINE]]) {
            let lists = Lists::of(&numbers);
            assert_eq!(lists.numbers(), numbers);
            let letters = lists.letters();
            assert_eq!(letters.len(), 43);
            assert_eq!(Lists::from_letters(&letters), Some(lists));
        }
    }

    #[test]
    fn letters_that_no_lists_have_are_refused() {
        let letters = Lists::of(&[[8; NINE]; NINE]).letters();
        let damaged = [
            letters[1..].to_owned(),
            format!("{letters}A"),
            letters.replace(&letters[..1], "."),
            "_".repeat(43),
            String::new(),
        ];
        for letters in damaged {
            assert_eq!(Lists::from_letters(&letters), None, "{letters}");
        }
    }
}
