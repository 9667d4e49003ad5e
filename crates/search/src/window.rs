//! The window of alpha-beta: what both sides are already sure of while a position is searched.

use crate::score::Score;

/// The scores that still matter to the side to move; both ends are known elsewhere already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The side to move is sure of this much elsewhere: a score up to here changes nothing.
    pub(crate) alpha: Score,
    /// The opponent is sure of this much elsewhere, and lets no position come about whose score
    /// is this or more.
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window { alpha: Score::LOWEST, beta: Score::HIGHEST };

    /// No score fits in: it only tells whether a position is worth more than alpha.
    #[must_use]
    pub(crate) fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: -(-alpha).just_below() }
    }

    /// The window seen by the opponent.
    #[must_use]
    pub(crate) fn for_opponent(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    pub(crate) fn is_null(self) -> bool {
        self.beta.just_below() <= self.alpha
    }

    pub(crate) fn holds(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}
