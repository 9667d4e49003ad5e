//! Connect Four a second time, as plainly as the rules are told: a stack of letters for each column and loops over
//! cells. It shares no code with the program.

use std::iter;

/// A move: a column, counted from 0, and whether a piece is popped out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NaiveMove {
    pub column: usize,
    pub is_pop: bool,
}

/// A game so far, with the letters `X` and `O` in each column from below.
#[derive(Clone)]
pub(crate) struct NaiveConnectFour {
    pub rows: usize,
    pub has_pops: bool,
    pub columns: Vec<Vec<char>>,
    pub plies: usize,
    /// `X`, `O` or `=`, and `.` while the game is in play.
    pub result: char,
}

impl NaiveConnectFour {
    pub(crate) fn new(columns: usize, rows: usize, has_pops: bool) -> NaiveConnectFour {
        let columns = vec![Vec::new(); columns];
        NaiveConnectFour { rows, has_pops, columns, plies: 0, result: '.' }
    }

    pub(crate) fn turn(&self) -> char {
        if self.plies.is_multiple_of(2) { 'X' } else { 'O' }
    }

    /// Drops from the left, then pops from the left.
    pub(crate) fn moves(&self) -> Vec<NaiveMove> {
        if self.result != '.' {
            return Vec::new();
        }
        let columns = || self.columns.iter().enumerate();
        let drops = columns().filter(|(_, pieces)| pieces.len() < self.rows);
        let drops = drops.map(|(column, _)| NaiveMove { column, is_pop: false });
        let own = |pieces: &[char]| self.has_pops && pieces.first() == Some(&self.turn());
        let pops = columns().filter(|(_, pieces)| own(pieces));
        drops.chain(pops.map(|(column, _)| NaiveMove { column, is_pop: true })).collect()
    }

    pub(crate) fn play(&mut self, NaiveMove { column, is_pop }: NaiveMove) {
        let mover = self.turn();
        if is_pop {
            self.columns[column].remove(0);
        } else {
            self.columns[column].push(mover);
        }
        self.plies += 1;
        let other = self.turn();
        if self.has_four(mover) {
            self.result = mover;
        } else if self.has_four(other) {
            self.result = other;
        } else if self.moves().is_empty() || self.plies == self.plies_max() {
            self.result = '=';
        }
    }

    fn plies_max(&self) -> usize {
        let cells = self.columns.len() * self.rows;
        if self.has_pops { 2 * cells } else { cells }
    }

    fn at(&self, column: isize, height: isize) -> Option<char> {
        let pieces = self.columns.get(usize::try_from(column).ok()?)?;
        pieces.get(usize::try_from(height).ok()?).copied()
    }

    fn has_four(&self, letter: char) -> bool {
        let places =
            || (0..9_isize).flat_map(|column| (0..9_isize).map(move |height| (column, height)));
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        directions.into_iter().any(|(right, up)| {
            places().any(|(column, height)| {
                (0..4)
                    .all(|step| self.at(column + step * right, height + step * up) == Some(letter))
            })
        })
    }

    /// The board in text, rows from the top.
    pub(crate) fn board(&self) -> String {
        let row = |height: usize| -> String {
            self.columns.iter().map(|pieces| pieces.get(height).copied().unwrap_or('.')).collect()
        };
        let rows: Vec<String> = (0..self.rows).rev().map(row).collect();
        rows.join("/")
    }

    /// The position in text.
    pub(crate) fn text(&self) -> String {
        let side = self.turn().to_ascii_lowercase();
        let board = self.board();
        if self.has_pops {
            format!("{board} {side} {}", self.plies)
        } else {
            format!("{board} {side}")
        }
    }
}

/// Counts the lines of each length after a position, and how many of them end there: won by X, won by O, drawn.
pub(crate) fn count_plainly(position: &NaiveConnectFour, plies: &mut [[u64; 4]]) {
    let Some((ply, deeper)) = plies.split_first_mut() else { return };
    ply[0] += 1;
    let ends = iter::once(position.result).filter(|result| *result != '.');
    ends.for_each(|result| {
        ply[match result {
            'X' => 1,
            'O' => 2,
            _ => 3,
        }] += 1
    });
    if deeper.is_empty() {
        return;
    }
    for played in position.moves() {
        let mut next = position.clone();
        next.play(played);
        count_plainly(&next, deeper);
    }
}
