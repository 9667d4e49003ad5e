//! The lines that each side can still complete on each of the three levels, each field taken alone.

use zerosum_games::Game;
use zerosum_games::lines::{FULL_3X3, completing_3x3, has_line_3x3, is_blocked_3x3};
use zerosum_games::side::{BySide, Side};
use zerosum_games::strategic::Strategic;
use zerosum_games::ultimate::Draws;

use crate::Verdict;
use crate::deepening::evaluation::Prospects;

/// It is carried along with a position, so that a move costs a look at one tactical cell and its
/// strategic cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outlook {
    /// By strategic cell: its tactical cells in play that the side wins with a mark in the right
    /// cell.
    threats: [BySide<u16>; 9],
    /// By strategic cell: its tactical cells that count for the side, or may still come to.
    possible_tactical: [BySide<u16>; 9],
    /// The strategic cells in play that the side wins by one of those threats.
    strategic_threats: BySide<u16>,
    /// The strategic cells that count for the side, or may still come to.
    possible: BySide<u16>,
}

impl Outlook {
    pub(crate) fn of(position: &Strategic) -> Outlook {
        let all = BySide { first: FULL_3X3, second: FULL_3X3 };
        let mut outlook = Outlook {
            threats: [BySide::default(); 9],
            possible_tactical: [all; 9],
            strategic_threats: BySide::default(),
            possible: all,
        };
        for strategic in 0..9 {
            (0..9).for_each(|tactical| outlook.look_at(position, strategic, tactical));
        }
        outlook
    }

    /// The tactical cells in play of a strategic cell below 9 that the side wins with a mark in the
    /// right cell.
    #[inline]
    pub(crate) fn threats_in(&self, strategic: u8, side: Side) -> u16 {
        *self.threats[usize::from(strategic)].get(side)
    }

    /// The strategic cells in play that the side wins by a threat in one of them.
    #[inline]
    pub(crate) fn strategic_threats(&self, side: Side) -> u16 {
        *self.strategic_threats.get(side)
    }

    /// Brings up to date what depends on the marks in a tactical cell.
    #[inline]
    pub(crate) fn look_at(&mut self, position: &Strategic, strategic: u8, tactical: u8) {
        let bit = 1 << tactical;
        let (won, drawn) = (position.won_tactical(strategic), position.drawn_tactical(strategic));
        let marks = position.marks_in(strategic, tactical);
        let empty = FULL_3X3 & !(marks.first | marks.second);
        let in_play = bit & !(won.first | won.second | drawn);
        let is_neutral = position.rules().draws == Draws::Neutral;
        for side in Side::ALL {
            let has_threat = completing_3x3(*marks.get(side)) & empty != 0;
            let threats = self.threats[usize::from(strategic)].get_mut(side);
            *threats = *threats & !bit | u16::from(has_threat) << tactical & in_play;
            let is_lost = won.get(!side) & bit != 0
                || is_neutral && (drawn & bit != 0 || is_blocked_3x3(*marks.get(!side)));
            if is_lost {
                *self.possible_tactical[usize::from(strategic)].get_mut(side) &= !bit;
            }
        }
        self.look_at_strategic(position, strategic);
    }

    /// Brings up to date what depends on the tactical cells of a strategic cell.
    #[inline]
    fn look_at_strategic(&mut self, position: &Strategic, strategic: u8) {
        let bit = 1 << strategic;
        let (won, drawn) = (position.won_strategic(), position.drawn_strategic());
        let in_play = bit & !(won.first | won.second | drawn);
        for side in Side::ALL {
            let winning = self.winning_in(position, strategic, side);
            let threat = u16::from(winning != 0) << strategic & in_play;
            let threats = self.strategic_threats.get_mut(side);
            *threats = *threats & !bit | threat;
            let possible = *self.possible_tactical[usize::from(strategic)].get(side);
            let is_lost = won.get(!side) & bit != 0
                || position.rules().draws == Draws::Neutral
                    && (drawn & bit != 0 || !has_line_3x3(possible));
            if is_lost {
                *self.possible.get_mut(side) &= !bit;
            }
        }
    }

    /// The tactical cells by which a side wins a strategic cell in play with one mark.
    #[inline]
    pub(crate) fn winning_in(&self, position: &Strategic, strategic: u8, side: Side) -> u16 {
        let own = *position.won_tactical(strategic).get(side);
        let shared = shared(position, position.drawn_tactical(strategic));
        completing_3x3(own | shared) & self.threats_in(strategic, side)
    }

    /// The strategic cells by which a side wins the game, if it wins one of them.
    #[inline]
    pub(crate) fn deciding(position: &Strategic, side: Side) -> u16 {
        let own = *position.won_strategic().get(side);
        completing_3x3(own | shared(position, position.drawn_strategic()))
    }

    /// The certain bounds of a game in play: whether a mark completes a line on every level, and
    /// which sides may still get a line of strategic cells.
    #[inline]
    pub(crate) fn prospects(&self, position: &Strategic) -> Prospects {
        let side = position.turn();
        if self.wins_at_once(position) {
            return Prospects::certain(Verdict::Win { plies: 1 });
        }
        let mut prospects = Prospects::OPEN;
        if !has_line_3x3(*self.possible.get(side)) {
            prospects.best = Verdict::Draw;
        }
        if !has_line_3x3(*self.possible.get(!side)) {
            prospects.worst = Verdict::Draw;
        }
        prospects
    }

    /// Returns whether the next move can complete a line on every level: of a tactical cell, of a
    /// strategic one and of the strategic field.
    #[inline]
    fn wins_at_once(&self, position: &Strategic) -> bool {
        let side = position.turn();
        let deciding = self.strategic_threats.get(side) & Outlook::deciding(position, side);
        if deciding == 0 {
            return false;
        }
        position.moves_by_field().any(|(strategic, tactical, cells)| {
            let marks = *position.marks_in(strategic, tactical).get(side);
            deciding & 1 << strategic != 0
                && self.winning_in(position, strategic, side) & 1 << tactical != 0
                && completing_3x3(marks) & cells != 0
        })
    }
}

/// The drawn cells that count for both sides.
#[inline]
pub(crate) fn shared(position: &Strategic, drawn: u16) -> u16 {
    match position.rules().draws {
        Draws::Neutral => 0,
        Draws::Both => drawn,
    }
}
