//! Boards of k in a row by their sizes, in any common spelling.

use crate::any::GameSpec;
use crate::mnk::MnkSpec;
use crate::mnk::rule::Rule;

/// On boards that are named by their size alone no more in a row are asked for.
const USUAL_LENGTH_MAX: u16 = 5;

/// A board by its size and how many in a row win, `10×8x5`, or by its size alone, `5×5`: the ready
/// board of that size that is hardest to win, or else one on which as many in a row win as fit, five
/// at most.
pub(crate) fn of_size(word: &str) -> Option<GameSpec> {
    let word = with_plain_x(word);
    if let Ok(spec) = word.parse::<MnkSpec>() {
        return Some(GameSpec::Mnk(spec).canonical());
    }
    let (columns, rows) = word.split_once('x')?;
    let (columns, rows): (u16, u16) = (columns.parse().ok()?, rows.parse().ok()?);
    if format!("{columns}x{rows}") != word {
        return None;
    }
    let usual = MnkSpec::new(columns, rows, columns.min(rows).min(USUAL_LENGTH_MAX)).ok()?;
    let ready = usual.ready_of_this_size().filter(|ready| ready.rule() == Rule::Free);
    let spec = ready.max_by_key(|ready| ready.k()).unwrap_or(usual);
    Some(GameSpec::Mnk(spec).canonical())
}

/// A size with the sign that names have: `5×5` becomes `5x5`. Nothing else is changed.
pub fn with_plain_x(word: &str) -> String {
    word.to_lowercase().replace(['х', '×', '*'], "x")
}
