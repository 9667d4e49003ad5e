//! Scores of wins and losses, and what is known of their lengths, for both searches by alpha-beta.

use crate::Verdict;
use crate::score::Score;

/// Number of plies up to which an attack by fours is the shortest of all wins: a win within three
/// plies makes fours only.
pub(crate) const SHORTEST_FOURS_PLIES: u16 = 5;

/// Score of a loss that an omitted move may prevent, and the increment for each ply by which it is
/// put off: less than any other estimate.
const DOUBTED_LOSS: i32 = -890_000;
const DOUBTED_PLY: i32 = 100;

/// Scores beyond this are wins or losses, proven or doubted; no estimate by numbers is.
pub(crate) const PLAIN_MAX: i32 = 800_000;

/// The score of a win after `length` plies more.
pub(crate) fn win_in(length: u16, plies: u16) -> Score {
    Score::from(Verdict::Win { plies: length + plies })
}

/// The bad estimate that a loss becomes where moves were left out.
pub(crate) fn doubted(loss: Score) -> Score {
    let plies = loss.value() - Score::LOWEST.value();
    Score::of_estimate(DOUBTED_LOSS + DOUBTED_PLY * plies)
}
