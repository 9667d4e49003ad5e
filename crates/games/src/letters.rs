//! 64 letters that stand for six bits each, for texts in which nothing but letters, digits, `-` and `_`
//! may stand, such as the data of a button or a link.

/// The letters in the order of their numbers.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Number of bits that a letter encodes.
pub(crate) const BITS_PER_LETTER: u32 = 6;

/// The letter of the lowest six bits of a number.
pub(crate) fn letter(number: u64) -> char {
    // Six bits are the place of a letter.
    char::from(LETTERS[(number & 63) as usize])
}

/// The six bits of a letter; `None` if it is none of the 64.
pub(crate) fn number(letter: u8) -> Option<u64> {
    (0..).zip(LETTERS).find_map(|(number, known)| (*known == letter).then_some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_read_as_the_number_it_stands_for_and_no_other_byte_is() {
        let letters: Vec<u8> =
            (0..64).map(|number| u8::try_from(letter(number)).expect("it is ASCII")).collect();
        for byte in 0..=u8::MAX {
            let place = letters.iter().position(|letter| *letter == byte);
            assert_eq!(number(byte), place.map(|place| place as u64), "{byte}");
        }
        assert_eq!(letter(64), letter(0));
    }
}
