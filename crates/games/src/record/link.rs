//! A record as one word of letters, digits, `-` and `_`, short enough for a link.
//!
//! The version of the format stands first, then a letter for the length of the code of the game, then
//! the code, with `_` for its dots. The letters after it are six bits each: who has given up or whether
//! a draw was agreed, how many plies there are, and every move by its place among the legal ones, in as few
//! bits as tell these apart.

use std::iter;

use crate::any::GameSpec;
use crate::letters::{self, BITS_PER_LETTER};
use crate::record::Record;
use crate::side::Side;
use crate::{Game, MoveCode, Outcome};

const VERSION: char = '1';

/// Stands for the dots of a code.
const DOT: &str = "_";

const SETTLED_BITS: u32 = 2;
const PLIES_BITS: u32 = 10;

/// The record in this form; `None` if it has too many plies.
pub(super) fn encode(record: &Record) -> Option<String> {
    let plies = u64::try_from(record.moves.len()).ok().filter(|plies| plies >> PLIES_BITS == 0)?;
    let mut bits = Bits::default();
    bits.push(settled_number(record.settled), SETTLED_BITS);
    bits.push(plies, PLIES_BITS);
    let mut position = record.spec.start();
    for code in &record.moves {
        let moves = legal_moves(&position);
        let place = (0..).zip(&moves).find_map(|(place, known)| (known == code).then_some(place));
        bits.push(place.expect("the moves of a record are legal"), bits_to_choose(&moves));
        position.play(*code).expect("the moves of a record are legal");
    }
    let code = record.spec.code().replace('.', DOT);
    let length = u64::try_from(code.len()).ok()?;
    Some(format!("{VERSION}{}{code}{}", letters::letter(length), bits.letters()))
}

/// The game of a text that [`encode`] has made.
pub(super) fn decode(text: &str) -> Option<Record> {
    let (length, rest) = text.strip_prefix(VERSION)?.split_at_checked(1)?;
    let length = usize::try_from(letters::number(*length.as_bytes().first()?)?).ok()?;
    let (code, letters) = rest.split_at_checked(length)?;
    let mut record = Record::new(spec_of(code)?);
    let mut bits = Bits::of_letters(letters)?;
    let settled = settled_of(bits.take(SETTLED_BITS)?)?;
    for _ in 0..bits.take(PLIES_BITS)? {
        let moves = legal_moves(&record.position);
        let place = usize::try_from(bits.take(bits_to_choose(&moves))?).ok()?;
        record.play(*moves.get(place)?).ok()?;
    }
    if let Some(outcome) = settled {
        record.settle(outcome);
    }
    // Some letters say more, or less, than the game.
    (encode(&record)? == text).then_some(record)
}

/// Finds the game of a code. Letters for numbers may be `_` themselves, after the only dot of the
/// code.
fn spec_of(code: &str) -> Option<GameSpec> {
    let first_dot = GameSpec::from_code(&code.replacen(DOT, ".", 1));
    first_dot.or_else(|| GameSpec::from_code(&code.replace(DOT, ".")))
}

/// The side that has given up, or both that have agreed.
fn settled_number(settled: Option<Outcome>) -> u64 {
    match settled {
        None => 0,
        Some(Outcome::Win(Side::Second)) => 1,
        Some(Outcome::Win(Side::First)) => 2,
        Some(Outcome::Draw) => 3,
    }
}

fn settled_of(number: u64) -> Option<Option<Outcome>> {
    let [first, second] = [Side::First, Side::Second].map(|side| Some(Outcome::Win(side)));
    let all = [None, first, second, Some(Outcome::Draw)];
    all.into_iter().find(|settled| settled_number(*settled) == number)
}

fn legal_moves(position: &impl Game) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Number of bits that encode a choice among the moves; 0 for a single one.
fn bits_to_choose(moves: &[MoveCode]) -> u32 {
    moves.len().next_power_of_two().ilog2()
}

/// A sequence of numbers of few bits each, the lowest bit first.
#[derive(Default)]
struct Bits {
    bits: Vec<bool>,
    /// Number of bits that have been taken.
    taken: usize,
}

impl Bits {
    fn push(&mut self, number: u64, count: u32) {
        self.bits.extend((0..count).map(|bit| number >> bit & 1 == 1));
    }

    fn take(&mut self, count: u32) -> Option<u64> {
        (0..count).try_fold(0, |number, bit| {
            let is_set = *self.bits.get(self.taken)?;
            self.taken += 1;
            Some(number | u64::from(is_set) << bit)
        })
    }

    /// The last letter is filled up with zeros.
    fn letters(mut self) -> String {
        self.push(0, BITS_PER_LETTER - 1);
        iter::from_fn(|| self.take(BITS_PER_LETTER)).map(letters::letter).collect()
    }

    fn of_letters(letters: &str) -> Option<Bits> {
        let mut bits = Bits::default();
        for letter in letters.bytes() {
            bits.push(letters::number(letter)?, BITS_PER_LETTER);
        }
        Some(bits)
    }
}
