//! K in a row once more, in the plainest way: a table of cells, and after each move every row,
//! column and diagonal of the whole board is read from one end to the other.

use zerosum_games::Outcome;
use zerosum_games::mnk::MnkSpec;
use zerosum_games::side::Side;

#[derive(Clone)]
pub(crate) struct NaiveMnk {
    k: usize,
    /// `cells[row][column]`.
    cells: Vec<Vec<char>>,
    moves: usize,
}

impl NaiveMnk {
    pub(crate) fn new(spec: MnkSpec) -> NaiveMnk {
        let cells = vec![vec!['.'; usize::from(spec.columns())]; usize::from(spec.rows())];
        NaiveMnk { k: usize::from(spec.k()), cells, moves: 0 }
    }

    pub(crate) fn turn(&self) -> Side {
        if self.moves.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The empty cells by number, if the game goes on.
    pub(crate) fn legal_moves(&self) -> Vec<usize> {
        let cells = self.cells.iter().flatten().enumerate();
        let empty = cells.filter(|(_, mark)| **mark == '.').map(|(cell, _)| cell).collect();
        if self.outcome().is_some() { Vec::new() } else { empty }
    }

    pub(crate) fn play(&mut self, cell: usize) {
        let columns = self.cells[0].len();
        let mark = match self.turn() {
            Side::First => 'X',
            Side::Second => 'O',
        };
        let place = &mut self.cells[cell / columns][cell % columns];
        assert_eq!(*place, '.', "cell {cell} is taken");
        *place = mark;
        self.moves += 1;
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let wins = |mark: char| {
            let row = mark.to_string().repeat(self.k);
            self.lines().iter().any(|line| line.contains(&row))
        };
        match (wins('X'), wins('O')) {
            (true, _) => Some(Outcome::Win(Side::First)),
            (_, true) => Some(Outcome::Win(Side::Second)),
            _ if self.cells.iter().flatten().all(|mark| *mark != '.') => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Every row, column and diagonal, as text.
    fn lines(&self) -> Vec<String> {
        let (rows, columns) = (self.cells.len(), self.cells[0].len());
        let all = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let line = |is_on: &dyn Fn(usize, usize) -> bool| -> String {
            all()
                .filter(|(row, column)| is_on(*row, *column))
                .map(|(r, c)| self.cells[r][c])
                .collect()
        };
        let mut lines = Vec::new();
        lines.extend((0..rows).map(|number| line(&|row, _| row == number)));
        lines.extend((0..columns).map(|number| line(&|_, column| column == number)));
        for number in 0..rows + columns {
            lines.push(line(&|row, column| row + column == number));
            lines.push(line(&|row, column| row + columns == column + number));
        }
        lines
    }

    /// As the game prints itself.
    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.cells.iter().map(|row| row.iter().collect()).collect();
        let turn = match self.turn() {
            Side::First => 'x',
            Side::Second => 'o',
        };
        format!("{} {turn}", rows.join("/"))
    }

    /// Returns whether some `k` or more of the winner in a row go through the cell, tried one by one.
    pub(crate) fn is_winning_cell(&self, cell: usize) -> bool {
        let columns = self.cells[0].len();
        let (row, column) = (cell / columns, cell % columns);
        let mark = self.cells[row][column];
        let at = |row: Option<usize>, column: Option<usize>| {
            row.zip(column).and_then(|(row, column)| self.cells.get(row)?.get(column)).copied()
        };
        let is_line = |row_step: isize, column_step: isize, from: isize| {
            (0..self.k.cast_signed()).all(|index| {
                let row = row.checked_add_signed((from + index) * row_step);
                let column = column.checked_add_signed((from + index) * column_step);
                at(row, column) == Some(mark)
            })
        };
        mark != '.'
            && [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(row_step, column_step)| {
                (1 - self.k.cast_signed()..=0).any(|from| is_line(row_step, column_step, from))
            })
    }
}
