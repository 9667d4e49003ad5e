//! Strategic tic-tac-toe a second time, as plainly as the rules are told: letters in lists, loops
//! over lines, and a list of the moves. It shares no code with the program but the names of the
//! parameters and the numbers of the sets.

use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::ultimate::{Closure, Draws};

/// Strategic cell, tactical cell and cell of a move, counted from 0.
pub(crate) type Triple = [usize; 3];

/// The lines of a 3x3.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A game so far. Letters are `X`, `O`, `.` for an open cell, and `=` for a drawn one.
#[derive(Clone)]
pub(crate) struct NaiveStrategic {
    pub rules: StrategicRules,
    /// Indexed by 81 times strategic cell, 9 times tactical cell, cell.
    pub cells: [char; 729],
    /// Indexed by 9 times strategic cell, tactical cell.
    pub tactical: [char; 81],
    pub strategic: [char; 9],
    pub moves: Vec<Triple>,
    /// `X`, `O` or `=`, and `.` while the game is in play.
    pub result: char,
}

impl NaiveStrategic {
    pub(crate) fn new(rules: StrategicRules) -> NaiveStrategic {
        NaiveStrategic {
            rules,
            cells: ['.'; 729],
            tactical: ['.'; 81],
            strategic: ['.'; 9],
            moves: Vec::new(),
            result: '.',
        }
    }

    pub(crate) fn turn(&self) -> char {
        if self.moves.len().is_multiple_of(2) { 'X' } else { 'O' }
    }

    /// The legal moves in ascending order.
    pub(crate) fn legal_moves(&self) -> Vec<Triple> {
        if self.result != '.' {
            return Vec::new();
        }
        let (sent_to, field) = self.target();
        let mut moves = Vec::new();
        for strategic in (0..9).filter(|strategic| sent_to.is_none_or(|to| to == *strategic)) {
            if self.is_strategic_closed(strategic) {
                continue;
            }
            for tactical in (0..9).filter(|tactical| field.is_none_or(|to| to == *tactical)) {
                if !self.is_tactical_closed(strategic, tactical) {
                    let empty = (0..9).filter(|cell| self.cell(strategic, tactical, *cell) == '.');
                    moves.extend(empty.map(|cell| [strategic, tactical, cell]));
                }
            }
        }
        if self.moves.len() >= 2 {
            let mine = self.moves[self.moves.len() - 2];
            if self.rules.strategic.bars_return {
                drop_unless_all(&mut moves, |to| self.points_to(*to)[0] == mine[0]);
            }
            if self.rules.tactical.bars_return {
                drop_unless_all(&mut moves, |to| self.points_to(*to) == mine[..2]);
            }
        }
        moves
    }

    pub(crate) fn play(&mut self, [strategic, tactical, cell]: Triple) {
        let mover = self.turn();
        let field = strategic * 9 + tactical;
        self.cells[field * 9 + cell] = mover;
        self.moves.push([strategic, tactical, cell]);
        let marks = &self.cells[field * 9..][..9];
        if self.tactical[field] == '.' {
            if let Some(winner) = self.winner(marks, mover) {
                self.tactical[field] = winner;
            } else if !marks.contains(&'.') {
                self.tactical[field] = '=';
            }
        }
        if self.strategic[strategic] == '.' {
            let statuses = &self.tactical[strategic * 9..][..9];
            if let Some(winner) = self.winner(statuses, mover) {
                self.strategic[strategic] = winner;
            } else if (0..9).all(|tactical| self.is_tactical_closed(strategic, tactical)) {
                self.strategic[strategic] = '=';
            }
        }
        if let Some(winner) = self.winner(&self.strategic, mover) {
            self.result = winner;
        } else if (0..9).all(|strategic| self.is_strategic_closed(strategic)) {
            self.result = '=';
        }
    }

    /// Strategic and tactical cell in which the side to move has to move, where it has to.
    pub(crate) fn target(&self) -> (Option<usize>, Option<usize>) {
        let Some(last) = self.moves.last() else { return (None, None) };
        let [strategic, tactical] = self.points_to(*last);
        let is_strategic_decided = self.strategic[strategic] != '.';
        if self.is_strategic_closed(strategic)
            || self.rules.strategic.does_decided_target_free && is_strategic_decided
        {
            return (None, None);
        }
        let is_tactical_decided = self.tactical[strategic * 9 + tactical] != '.';
        if self.is_tactical_closed(strategic, tactical)
            || self.rules.tactical.does_decided_target_free && is_tactical_decided
        {
            return (Some(strategic), None);
        }
        (Some(strategic), Some(tactical))
    }

    /// The strategic and the tactical cell to which a move points.
    fn points_to(&self, [strategic, tactical, cell]: Triple) -> [usize; 2] {
        let to = match &self.rules.numbers {
            None => tactical,
            Some(numbers) => {
                let row = tactical / 3 * 3 + cell / 3;
                let column = tactical % 3 * 3 + cell % 3;
                let [s, r, c] =
                    [strategic, row, column].map(|at| u8::try_from(at).expect("below 9"));
                usize::from(numbers.number(s, r, c))
            }
        };
        [to, cell]
    }

    fn cell(&self, strategic: usize, tactical: usize, cell: usize) -> char {
        self.cells[strategic * 81 + tactical * 9 + cell]
    }

    fn is_tactical_closed(&self, strategic: usize, tactical: usize) -> bool {
        match self.rules.closure {
            Closure::Decided => self.tactical[strategic * 9 + tactical] != '.',
            Closure::Filled => !self.cells[(strategic * 9 + tactical) * 9..][..9].contains(&'.'),
        }
    }

    fn is_strategic_closed(&self, strategic: usize) -> bool {
        match self.rules.closure {
            Closure::Decided => self.strategic[strategic] != '.',
            Closure::Filled => (0..9).all(|tactical| self.is_tactical_closed(strategic, tactical)),
        }
    }

    /// The side that has a line of these nine, the mover if both have.
    fn winner(&self, nine: &[char], mover: char) -> Option<char> {
        let other = if mover == 'X' { 'O' } else { 'X' };
        let is_joker = |letter| self.rules.draws == Draws::Both && letter == '=';
        let has_line = |side: &char| {
            LINES.iter().any(|line| {
                let letters = line.map(|place| nine[place]);
                letters.contains(side)
                    && letters.iter().all(|letter| letter == side || is_joker(*letter))
            })
        };
        [mover, other].into_iter().find(has_line)
    }
}

fn drop_unless_all(moves: &mut Vec<Triple>, is_barred: impl Fn(&Triple) -> bool) {
    if !moves.iter().all(&is_barred) {
        moves.retain(|to| !is_barred(to));
    }
}
