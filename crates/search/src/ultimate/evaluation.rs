//! A position of the ultimate game with what an [`Evaluator`] says of it, and what is certain about
//! it.

use zerosum_games::lines::{FULL_3X3, completing_3x3, has_line_3x3, is_blocked_3x3};
use zerosum_games::side::{BySide, Side};
use zerosum_games::ultimate::{BOARDS, Draws, End, Ultimate};
use zerosum_games::{Game, MoveCode};

use crate::Verdict;
use crate::deepening::evaluation::{Candidate, Evaluation, Prospects};
use crate::ultimate::evaluator::Evaluator;
use crate::ultimate::move_hints;

/// Maximum number of empty cells in open boards at which no move is searched less deep than others
/// and no position is given up, so that the search ends with the exact verdict.
pub const EXACT_EMPTY_MAX: u32 = 28;

/// Distance above the window, for each ply of depth, at which a position is given up for its estimate: a quarter of a
/// factor of e in the odds of winning.
const SAFE_PER_PLY: i32 = 100;

/// A position and its evaluator's view of it.
#[derive(Debug)]
pub struct Evaluated<'a, E: Evaluator> {
    position: Ultimate,
    outlook: Outlook,
    view: E::View,
    evaluator: &'a E,
}

/// The lines that the sides can still complete in each local board, bit `b` for board `b`. It is
/// updated incrementally, so that a move costs a look at one board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outlook {
    /// The boards in play that the side wins with a mark in the right cell.
    pub threats: BySide<u16>,
    /// The boards that count for the side, or may still come to.
    pub possible: BySide<u16>,
}

impl<'a, E: Evaluator> Evaluated<'a, E> {
    pub fn new(evaluator: &'a E, position: &Ultimate) -> Evaluated<'a, E> {
        let (outlook, view) = (Outlook::of(position), evaluator.view(position));
        Evaluated { position: *position, outlook, view, evaluator }
    }
}

impl<E: Evaluator> Clone for Evaluated<'_, E> {
    #[inline]
    fn clone(&self) -> Self {
        Evaluated { view: self.view.clone(), ..*self }
    }
}

impl<E: Evaluator> Evaluation for Evaluated<'_, E> {
    type Game = Ultimate;

    const STEP: i32 = 40;

    const REMEMBERED_DEPTH_MIN: u8 = 2;

    /// Where little is left, the search is to reach the end.
    fn safe_per_ply(&self) -> Option<i32> {
        (empty_cells(&self.position) > EXACT_EMPTY_MAX).then_some(SAFE_PER_PLY)
    }

    #[inline]
    fn position(&self) -> &Ultimate {
        &self.position
    }

    #[inline]
    fn play(&mut self, code: MoveCode) {
        self.position.make(code);
        // A move is one of 81, so its board is below 9.
        self.outlook.look_at(&self.position, (code.0 / 9) as u8);
        self.evaluator.update(&mut self.view, &self.position, code);
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        self.evaluator.worth(&self.view, &self.position)
    }

    /// Beside what the rules say: a local win that completes a global line, and which sides may
    /// still get one, as far as that is seen from each local board alone.
    #[inline]
    fn prospects(&self) -> Prospects {
        let Evaluated { position, outlook, .. } = self;
        if position.outcome().is_some() {
            return Prospects::by_rules(position);
        }
        let side = position.turn();
        if wins_at_once(position, outlook) {
            return Prospects::certain(Verdict::Win { plies: 1 });
        }
        let mut prospects = Prospects::OPEN;
        if position.rules().end == End::Line {
            if !has_line_3x3(*outlook.possible.get(side)) {
                prospects.best = Verdict::Draw;
            }
            if !has_line_3x3(*outlook.possible.get(!side)) {
                prospects.worst = Verdict::Draw;
            }
        }
        prospects
    }

    #[inline]
    fn candidates(&self, _: &mut Vec<MoveCode>, see: impl FnMut(Candidate)) {
        move_hints::candidates(&self.position, &self.outlook, see);
    }
}

impl Outlook {
    pub(crate) fn of(position: &Ultimate) -> Outlook {
        let all = BySide { first: FULL_3X3, second: FULL_3X3 };
        let mut outlook = Outlook { threats: BySide::default(), possible: all };
        (0..BOARDS as u8).for_each(|board| outlook.look_at(position, board));
        outlook
    }

    /// Brings up to date what depends on the marks in a local board.
    #[inline]
    fn look_at(&mut self, position: &Ultimate, board: u8) {
        let bit = 1 << board;
        let (won, drawn) = (position.won_boards(), position.drawn_boards());
        let marks = position.marks_in(board);
        let empty = FULL_3X3 & !(marks.first | marks.second);
        let in_play = bit & !(won.first | won.second | drawn);
        let drawn = if position.rules().draws == Draws::Both { 0 } else { drawn };
        for side in Side::ALL {
            let has_threat = completing_3x3(*marks.get(side)) & empty != 0;
            let threat = u16::from(has_threat) << board & in_play;
            let threats = self.threats.get_mut(side);
            *threats = *threats & !bit | threat;
            let lost = won.get(!side) | drawn;
            *self.possible.get_mut(side) &= !(lost & bit);
        }
        if position.rules().draws == Draws::Neutral {
            let blocked = |other: u16| u16::from(is_blocked_3x3(other)) << board;
            self.possible.first &= !blocked(marks.second);
            self.possible.second &= !blocked(marks.first);
        }
    }
}

/// Returns whether the side to move completes a global line with its next move by winning a local
/// board.
#[inline]
fn wins_at_once(position: &Ultimate, outlook: &Outlook) -> bool {
    let side = position.turn();
    let own = *position.won_boards().get(side);
    let counting = match position.rules().draws {
        Draws::Neutral => own,
        Draws::Both => own | position.drawn_boards(),
    };
    let playable = position.playable_boards();
    let mut boards = completing_3x3(counting) & outlook.threats.get(side) & playable;
    if boards == 0 {
        return false;
    }
    let barred = position.barred_cell();
    while boards != 0 {
        // Of nine boards.
        let marks = position.marks_in(boards.trailing_zeros() as u8);
        let empty = FULL_3X3 & !(marks.first | marks.second | barred);
        if completing_3x3(*marks.get(side)) & empty != 0 {
            return true;
        }
        boards &= boards - 1;
    }
    false
}

/// Empty cells of the boards that are not closed: no line is longer.
pub fn empty_cells(position: &Ultimate) -> u32 {
    let open = position.open_boards();
    (0..BOARDS as u8)
        .filter(|board| open & (1 << board) != 0)
        .map(|board| position.marks_in(board))
        .map(|marks| 9 - (marks.first | marks.second).count_ones())
        .sum()
}
