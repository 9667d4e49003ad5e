//! Every number of a [`LineEvaluator`](crate::ultimate::evaluator::LineEvaluator) that games can teach, and the
//! text that holds them.
//!
//! Numbers are whole thousandths. A line of the text begins with a word: `weights` for those of the
//! features, `decided` for the chances in a board that is won, lost or drawn, or nine cells row by
//! row for a pattern, `x` for a mark of the side that looks at the board, `o` for one of the other
//! side and `.` for none. Its numbers are its chance and the three parts of its turn. There is a
//! pattern for every filling in play, one for all its mirror images. What begins with `#` is a
//! comment.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use zerosum_games::side::BySide;

use crate::ultimate::evaluator::{FEATURES, Weights};
use crate::ultimate::patterns::{Classes, Pattern, Turn};

/// In the text, numbers are in these units.
const TEXT_UNIT: f32 = 0.001;

/// The parameters of an evaluator.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// The weight of each feature.
    pub weights: Weights,
    pub decided: DecidedChances,
    /// By the class of the filling, as [`Classes`] number them.
    pub patterns: Vec<Pattern>,
}

/// The chances of a side in a local board that it has won, that it has lost, and in which neither
/// side has a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecidedChances {
    pub won: f32,
    pub lost: f32,
    pub drawn: f32,
}

/// Error returned when a text holds no parameters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParametersError {
    #[error("line {line}: {count} whole numbers of thousandths are expected after {word:?}")]
    Numbers { line: usize, word: String, count: usize },
    #[error("line {line}: {word:?} is neither weights, decided nor a local board in play")]
    Word { line: usize, word: String },
    #[error("there is no line for {0}")]
    Missing(String),
}

impl FromStr for Parameters {
    type Err = ParametersError;

    fn from_str(text: &str) -> Result<Parameters, ParametersError> {
        let classes = Classes::new();
        let mut weights: Option<Weights> = None;
        let mut decided = None;
        let mut patterns = vec![None; classes.fillings().len()];
        let is_comment = |text: &str| text.is_empty() || text.starts_with('#');
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !is_comment(text)) {
            let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
            match word {
                "weights" => weights = Some(numbers::<FEATURES>(line, word, rest)?),
                "decided" => {
                    let [won, lost, drawn] = numbers(line, word, rest)?;
                    decided = Some(DecidedChances { won, lost, drawn });
                }
                cells => {
                    let class = filling_of(cells)
                        .and_then(|marks| classes.find(marks.first, marks.second))
                        .ok_or(ParametersError::Word { line, word: cells.to_owned() })?;
                    let [chance, own, other, alone] = numbers(line, cells, rest)?;
                    patterns[class] = Some(Pattern { chance, turn: Turn { own, other, alone } });
                }
            }
        }
        let missing = |name: &str| ParametersError::Missing(name.to_owned());
        let filled = classes.fillings().iter().zip(patterns);
        Ok(Parameters {
            weights: weights.ok_or_else(|| missing("weights"))?,
            decided: decided.ok_or_else(|| missing("decided"))?,
            patterns: filled
                .map(|(marks, pattern)| pattern.ok_or_else(|| missing(&cells_text(*marks))))
                .collect::<Result<_, _>>()?,
        })
    }
}

/// Writes the text without comments. Numbers are rounded to the units of the text, and cut off where
/// it could not hold them.
impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DecidedChances { won, lost, drawn } = self.decided;
        writeln!(f, "weights{}", numbers_text(&self.weights))?;
        writeln!(f, "decided{}", numbers_text(&[won, lost, drawn]))?;
        for (marks, pattern) in Classes::new().fillings().iter().zip(&self.patterns) {
            let Pattern { chance, turn: Turn { own, other, alone } } = *pattern;
            let numbers = numbers_text(&[chance, own, other, alone]);
            writeln!(f, "{}{numbers}", cells_text(*marks))?;
        }
        Ok(())
    }
}

fn numbers<const COUNT: usize>(
    line: usize,
    word: &str,
    rest: &str,
) -> Result<[f32; COUNT], ParametersError> {
    let thousandths: Option<Vec<i16>> =
        rest.split_ascii_whitespace().map(|number| number.parse().ok()).collect();
    let ones =
        thousandths.unwrap_or_default().into_iter().map(|number| f32::from(number) * TEXT_UNIT);
    ones.collect::<Vec<f32>>().try_into().map_err(|_| ParametersError::Numbers {
        line,
        word: word.to_owned(),
        count: COUNT,
    })
}

/// Each number with a space before it.
fn numbers_text(numbers: &[f32]) -> String {
    // A cast of a float stays within the limits of the integer.
    numbers.iter().map(|number| format!(" {}", (number / TEXT_UNIT).round() as i16)).collect()
}

fn filling_of(cells: &str) -> Option<BySide<u16>> {
    let is_filling =
        cells.len() == 9 && cells.bytes().all(|cell| matches!(cell, b'x' | b'o' | b'.'));
    let marks_of = |mark: char| {
        let cells = cells.chars().zip(0..9).filter(|(found, _)| *found == mark);
        cells.fold(0, |marks, (_, cell)| marks | 1 << cell)
    };
    is_filling.then(|| BySide { first: marks_of('x'), second: marks_of('o') })
}

fn cells_text(marks: BySide<u16>) -> String {
    let mark_at = |cell: u16| {
        let has = |marks: u16| marks & (1 << cell) != 0;
        if has(marks.first) {
            'x'
        } else if has(marks.second) {
            'o'
        } else {
            '.'
        }
    };
    (0..9).map(mark_at).collect()
}
