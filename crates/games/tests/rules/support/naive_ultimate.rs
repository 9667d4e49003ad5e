//! Ultimate tic-tac-toe a second time, as plainly as the rules are told: letters in a grid, loops
//! over rows and columns, and a list of the moves. It shares no code with the program but the
//! names of the parameters.

use zerosum_games::ultimate::{Closure, Draws, End, UltimateRules};

/// A cell of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Square {
    pub row: usize,
    pub column: usize,
}

/// A game so far. Letters are `X`, `O`, `.` for nothing yet, and `=` for a drawn local board.
#[derive(Clone)]
pub(crate) struct NaiveUltimate {
    pub rules: UltimateRules,
    pub grid: [[char; 9]; 9],
    /// Indexed by row and column of the global board.
    pub statuses: [[char; 3]; 3],
    pub moves: Vec<Square>,
    /// `X`, `O` or `=`, and `.` while the game is in play.
    pub result: char,
}

impl NaiveUltimate {
    pub(crate) fn new(rules: UltimateRules) -> NaiveUltimate {
        NaiveUltimate {
            rules,
            grid: [['.'; 9]; 9],
            statuses: [['.'; 3]; 3],
            moves: Vec::new(),
            result: '.',
        }
    }

    pub(crate) fn turn(&self) -> char {
        if self.moves.len().is_multiple_of(2) { 'X' } else { 'O' }
    }

    /// The legal moves row by row of the whole board.
    pub(crate) fn legal_moves(&self) -> Vec<Square> {
        if self.result != '.' {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for row in 0..9 {
            for column in 0..9 {
                let is_sent_here = match self.target() {
                    Some((board_row, board_column)) => {
                        row / 3 == board_row && column / 3 == board_column
                    }
                    None => !self.is_closed(row / 3, column / 3),
                };
                if is_sent_here && self.grid[row][column] == '.' {
                    moves.push(Square { row, column });
                }
            }
        }
        if self.rules.bars_return && self.moves.len() >= 2 {
            let mine = self.moves[self.moves.len() - 2];
            let returns = |square: &Square| {
                square.row % 3 == mine.row / 3 && square.column % 3 == mine.column / 3
            };
            if !moves.iter().all(returns) {
                moves.retain(|square| !returns(square));
            }
        }
        moves
    }

    pub(crate) fn play(&mut self, Square { row, column }: Square) {
        let mover = self.turn();
        self.grid[row][column] = mover;
        self.moves.push(Square { row, column });
        let (board_row, board_column) = (row / 3, column / 3);
        if self.statuses[board_row][board_column] == '.' {
            let local = self.local(board_row, board_column);
            if has_line(local, |letter| letter == mover) {
                self.statuses[board_row][board_column] = mover;
            } else if local.iter().flatten().all(|letter| *letter != '.') {
                self.statuses[board_row][board_column] = '=';
            }
        }
        self.result = self.judge(mover);
    }

    /// Row and column of the local board in which the side to move has to move.
    pub(crate) fn target(&self) -> Option<(usize, usize)> {
        let last = self.moves.last()?;
        let (row, column) = (last.row % 3, last.column % 3);
        let is_free = self.is_closed(row, column)
            || self.rules.does_decided_target_free && self.statuses[row][column] != '.';
        if is_free { None } else { Some((row, column)) }
    }

    fn is_closed(&self, board_row: usize, board_column: usize) -> bool {
        let is_full = self.local(board_row, board_column).iter().flatten().all(|at| *at != '.');
        match self.rules.closure {
            Closure::Decided => is_full || self.statuses[board_row][board_column] != '.',
            Closure::Filled => is_full,
        }
    }

    fn local(&self, board_row: usize, board_column: usize) -> [[char; 3]; 3] {
        let letter =
            |row: usize, column: usize| self.grid[board_row * 3 + row][board_column * 3 + column];
        [0, 1, 2].map(|row| [0, 1, 2].map(|column| letter(row, column)))
    }

    fn judge(&self, mover: char) -> char {
        let other = if mover == 'X' { 'O' } else { 'X' };
        for side in [mover, other] {
            // A drawn board is a joker if it counts for both; the rest of its line must not be
            // drawn as well.
            let is_joker = |letter| self.rules.draws == Draws::Both && letter == '=';
            let counts = |letter| letter == side || is_joker(letter);
            let lines = lines_of(self.statuses);
            let is_won = |line: &[char; 3]| {
                line.iter().all(|letter| counts(*letter)) && line.contains(&side)
            };
            if lines.iter().any(is_won) {
                return side;
            }
        }
        let is_open = |number: usize| !self.is_closed(number / 3, number % 3);
        if (0..9).any(is_open) {
            return '.';
        }
        let count = |side| self.statuses.iter().flatten().filter(|letter| **letter == side).count();
        let (crosses, noughts) = (count('X'), count('O'));
        if self.rules.end == End::Line || crosses == noughts {
            '='
        } else if crosses > noughts {
            'X'
        } else {
            'O'
        }
    }
}

fn has_line(grid: [[char; 3]; 3], counts: impl Fn(char) -> bool) -> bool {
    lines_of(grid).iter().any(|line| line.iter().all(|letter| counts(*letter)))
}

fn lines_of(grid: [[char; 3]; 3]) -> Vec<[char; 3]> {
    let mut lines = grid.to_vec();
    lines.extend([0, 1, 2].map(|column| grid.map(|row| row[column])));
    lines.push([grid[0][0], grid[1][1], grid[2][2]]);
    lines.push([grid[0][2], grid[1][1], grid[2][0]]);
    lines
}
