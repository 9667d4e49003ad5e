//! Evaluation of positions of strategic tic-tac-toe that a search does not read to the end.
//!
//! It is computed from chances, bottom up: the chance of each side to win a tactical cell follows
//! from its marks, that of a strategic cell from the chances in its tactical cells, and the balance
//! of the game from the chances in the strategic cells. On the two upper levels a line is as likely
//! as its three cells together, and the likelihoods of both sides are compared.

use zerosum_games::Game;
use zerosum_games::lines::FULL_3X3;
use zerosum_games::side::{BySide, Side};
use zerosum_games::strategic::{Strategic, Target};
use zerosum_games::ultimate::{Draws, LocalStatus};

use crate::strategic::outlook::Outlook;
use crate::ultimate::chances::{Chances, FILLINGS, Numbering, Urgency};

/// The worth of a game that is as good as won.
const UNIT: f32 = 20_000.0;

/// Weights of urgent moves in tactical cells, as in the ultimate game.
const URGENCY: Urgency = Urgency { winning: 8.0, preventing: 5.0 };

/// Weight of the best result that the side to move can reach in the tactical cell it has to move
/// in.
const TURN_SHARE: f32 = 0.8;

/// Value of a choice of where to move: in a strategic cell, and anywhere.
const STRATEGIC_CHOICE: f32 = 100.0;
const FREE_CHOICE: f32 = 250.0;

/// Added to the chances in a strategic cell, so that they are not told apart if both are small.
const HOPE_MIN: f32 = 0.002;

/// Added to the chances of strategic lines, so that the game is even if both are small.
const LINES_MIN: f32 = 0.05;

/// Evaluates positions of rules with the same draws.
#[derive(Clone, Debug)]
pub struct ChanceEvaluator {
    /// Indexed by the number of the filling.
    chances: Vec<BySide<f32>>,
    /// The chances after the best move of the side whose marks are the first ones.
    moved: Vec<BySide<f32>>,
    numbering: Numbering,
    draws: Draws,
}

/// The chances in the nine cells of a field.
type FieldChances = BySide<[f32; 9]>;

/// The chances on both upper levels, carried along with a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    /// The chances in tactical cells, indexed by strategic cell.
    tactical: [FieldChances; 9],
    /// The chances in the strategic cells.
    strategic: FieldChances,
}

impl ChanceEvaluator {
    pub fn new(draws: Draws) -> ChanceEvaluator {
        let computed = Chances::new(draws, URGENCY);
        let numbering = Numbering::new();
        let mut chances = vec![BySide::default(); FILLINGS];
        let mut moved = chances.clone();
        for first in 0..=FULL_3X3 {
            for second in (0..=FULL_3X3).filter(|second| first & second == 0) {
                let number = numbering.number_of(first, second);
                let marks = BySide { first, second };
                chances[number] = computed.of(marks);
                moved[number] = best_move(&computed, marks);
            }
        }
        ChanceEvaluator { chances, moved, numbering, draws }
    }

    pub(crate) fn view(&self, position: &Strategic) -> View {
        let field = FieldChances::default();
        let mut view = View { tactical: [field; 9], strategic: field };
        for strategic in 0..9 {
            (0..9).for_each(|tactical| self.update(&mut view, position, strategic, tactical));
        }
        view
    }

    /// Brings the view up to date after a move in that tactical cell has led to the position.
    #[inline]
    pub(crate) fn update(
        &self,
        view: &mut View,
        position: &Strategic,
        strategic: u8,
        tactical: u8,
    ) {
        let chances = match position.tactical_status(strategic, tactical) {
            LocalStatus::InPlay => self.chances_of(position.marks_in(strategic, tactical)),
            status => self.decided(status),
        };
        let field = &mut view.tactical[usize::from(strategic)];
        put(field, tactical, chances);
        let chances = match position.strategic_status(strategic) {
            LocalStatus::InPlay => self.chances_in(field),
            status => self.decided(status),
        };
        put(&mut view.strategic, strategic, chances);
    }

    /// The value of the position for the side to move; 0 is even.
    #[inline]
    pub(crate) fn worth(&self, view: &View, position: &Strategic, outlook: &Outlook) -> i32 {
        let side = position.turn();
        let standing = balance(&view.strategic, side);
        let moved = match position.target() {
            Target::Tactical(strategic, tactical) => {
                self.after_move(view, position, strategic, tactical).unwrap_or(standing)
            }
            Target::Strategic(strategic) => {
                self.after_best_threat(view, position, outlook, strategic).max(standing)
                    + STRATEGIC_CHOICE
            }
            Target::Anywhere => {
                let after = |strategic| self.after_best_threat(view, position, outlook, strategic);
                (0..9).map(after).fold(standing, f32::max) + FREE_CHOICE
            }
        };
        // No more than the unit and the choice.
        (standing + TURN_SHARE * (moved - standing)) as i32
    }

    /// The balance of the side to move after it has won the best of the tactical cells in play
    /// there.
    #[inline]
    fn after_best_threat(
        &self,
        view: &View,
        position: &Strategic,
        outlook: &Outlook,
        strategic: u8,
    ) -> f32 {
        let mut left = outlook.threats_in(strategic, position.turn());
        let mut best = f32::MIN;
        while left != 0 {
            // Of nine.
            let tactical = left.trailing_zeros() as u8;
            left &= left - 1;
            let after = self.after_move(view, position, strategic, tactical);
            best = after.map_or(best, |after| best.max(after));
        }
        best
    }

    /// The balance of the side to move after its best move in a tactical cell; `None` where nothing
    /// is in play.
    #[inline]
    fn after_move(
        &self,
        view: &View,
        position: &Strategic,
        strategic: u8,
        tactical: u8,
    ) -> Option<f32> {
        let won = position.won_strategic();
        let decided = won.first | won.second | position.drawn_strategic();
        let won = position.won_tactical(strategic);
        let is_in_play = decided & 1 << strategic == 0
            && (won.first | won.second | position.drawn_tactical(strategic)) & 1 << tactical == 0;
        if !is_in_play {
            return None;
        }
        let side = position.turn();
        let marks = position.marks_in(strategic, tactical);
        let (own, other) = (*marks.get(side), *marks.get(!side));
        let moved = self.moved[self.numbering.number_of(own, other)];
        let mut field = view.tactical[usize::from(strategic)];
        put(&mut field, tactical, if side == Side::First { moved } else { moved.swapped() });
        let mut strategic_field = view.strategic;
        put(&mut strategic_field, strategic, self.chances_in(&field));
        Some(balance(&strategic_field, side))
    }

    #[inline]
    fn chances_of(&self, marks: BySide<u16>) -> BySide<f32> {
        self.chances[self.numbering.number_of(marks.first, marks.second)]
    }

    /// The chances in a strategic cell in play.
    #[inline]
    fn chances_in(&self, field: &FieldChances) -> BySide<f32> {
        let (first, second) = (likelihood(&field.first), likelihood(&field.second));
        let sum = first + second + HOPE_MIN;
        match self.draws {
            Draws::Neutral => BySide { first: first / sum, second: second / sum },
            // A cell in which neither side has a line will count for both.
            Draws::Both => {
                BySide { first: (first + HOPE_MIN) / sum, second: (second + HOPE_MIN) / sum }
            }
        }
    }

    /// The chances in a cell that is decided.
    #[inline]
    fn decided(&self, status: LocalStatus) -> BySide<f32> {
        match (status, self.draws) {
            (LocalStatus::Won(Side::First), _) => BySide { first: 1.0, second: 0.0 },
            (LocalStatus::Won(Side::Second), _) => BySide { first: 0.0, second: 1.0 },
            (LocalStatus::Drawn | LocalStatus::InPlay, Draws::Both) => {
                BySide { first: 1.0, second: 1.0 }
            }
            (LocalStatus::Drawn | LocalStatus::InPlay, Draws::Neutral) => BySide::default(),
        }
    }
}

/// The chances after the move that is best for the side whose marks are the first ones.
fn best_move(chances: &Chances, marks: BySide<u16>) -> BySide<f32> {
    let empty = FULL_3X3 & !(marks.first | marks.second);
    let after = |cell: u16| chances.of(BySide { first: marks.first | cell, ..marks });
    let cells = (0..9).map(|cell| 1 << cell).filter(|cell| empty & cell != 0);
    let gain = |chances: &BySide<f32>| chances.first - chances.second;
    cells.map(after).max_by(|a, b| gain(a).total_cmp(&gain(b))).unwrap_or_default()
}

#[inline]
fn put(field: &mut FieldChances, cell: u8, chances: BySide<f32>) {
    field.first[usize::from(cell)] = chances.first;
    field.second[usize::from(cell)] = chances.second;
}

/// The balance of the game for a side by the chances in the strategic cells.
#[inline]
fn balance(strategic: &FieldChances, side: Side) -> f32 {
    let (own, other) = (likelihood(strategic.get(side)), likelihood(strategic.get(!side)));
    UNIT * (own - other) / (own + other + LINES_MIN)
}

/// Expected number of lines of a side.
#[inline]
fn likelihood(chances: &[f32; 9]) -> f32 {
    let [a, b, c, d, e, f, g, h, i] = *chances;
    a * b * c + d * e * f + g * h * i + a * d * g + b * e * h + c * f * i + e * (a * i + c * g)
}
