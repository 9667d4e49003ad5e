//! Catch the Sheep once more, in the plainest way: a square of characters, and the rules as a
//! person would read them out. It shares nothing with the game it is compared with.

/// A position as a drawn board.
#[derive(Clone, Debug)]
pub(crate) struct PlainSheep {
    /// Indexed by row and column: `w`, `s` or `.`.
    squares: [[char; 8]; 8],
    /// `s` or `w`.
    turn: char,
}

/// From row and column to row and column.
pub(crate) type PlainMove = [usize; 4];

impl PlainSheep {
    pub(crate) fn new(sheep_column: usize) -> PlainSheep {
        let mut squares = [['.'; 8]; 8];
        for column in [1, 3, 5, 7] {
            squares[0][column] = 'w';
        }
        squares[7][sheep_column] = 's';
        PlainSheep { squares, turn: 's' }
    }

    /// The winner, `s` or `w`; `None` if the game goes on.
    pub(crate) fn winner(&self) -> Option<char> {
        let rows_of = |piece: char| (0..8).filter(move |row| self.squares[*row].contains(&piece));
        let sheep_row = rows_of('s').next().expect("there is a sheep");
        if sheep_row == 0 || rows_of('w').all(|wolf_row| wolf_row >= sheep_row) {
            return Some('s');
        }
        if self.steps().is_empty() {
            return Some(if self.turn == 's' { 'w' } else { 's' });
        }
        None
    }

    /// Row by row by the square left and then by the square entered.
    pub(crate) fn legal_moves(&self) -> Vec<PlainMove> {
        if self.winner().is_some() { Vec::new() } else { self.steps() }
    }

    pub(crate) fn after(
        &self,
        [from_row, from_column, to_row, to_column]: PlainMove,
    ) -> PlainSheep {
        let mut next = self.clone();
        next.squares[from_row][from_column] = '.';
        next.squares[to_row][to_column] = self.turn;
        next.turn = if self.turn == 's' { 'w' } else { 's' };
        next
    }

    /// The rows from the top and the side to move.
    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.squares.iter().map(|row| row.iter().collect()).collect();
        format!("{} {}", rows.join("/"), self.turn)
    }

    fn steps(&self) -> Vec<PlainMove> {
        let down_only = self.turn == 'w';
        let mut steps = Vec::new();
        for row in 0..8_i32 {
            for column in 0..8_i32 {
                if self.at(row, column) != Some(self.turn) {
                    continue;
                }
                for (rows, columns) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                    let is_allowed = rows == 1 || !down_only;
                    if is_allowed && self.at(row + rows, column + columns) == Some('.') {
                        let step = [row, column, row + rows, column + columns];
                        steps.push(step.map(|number| number as usize));
                    }
                }
            }
        }
        steps
    }

    /// The sign on the square; `None` off the board.
    fn at(&self, row: i32, column: i32) -> Option<char> {
        let row = self.squares.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }
}
