//! K in a row once more, in the plainest way: a table of cells, and after each move every row,
//! column and diagonal of the whole board is read from one end to the other.

use zerosum_games::Outcome;
use zerosum_games::mnk::MnkSpec;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::side::Side;

use crate::support::naive_renju::NaiveRenju;

#[derive(Clone)]
pub(crate) struct NaiveMnk {
    k: usize,
    rule: Rule,
    /// `cells[row][column]`.
    cells: Vec<Vec<char>>,
    moves: usize,
}

impl NaiveMnk {
    pub(crate) fn new(spec: MnkSpec) -> NaiveMnk {
        let cells = vec![vec!['.'; usize::from(spec.columns())]; usize::from(spec.rows())];
        NaiveMnk { k: usize::from(spec.k()), rule: spec.rule(), cells, moves: 0 }
    }

    pub(crate) fn turn(&self) -> Side {
        if self.moves.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The empty cells by number that are not forbidden, if the game goes on.
    pub(crate) fn legal_moves(&self) -> Vec<usize> {
        if self.outcome().is_some() { Vec::new() } else { self.allowed() }
    }

    fn allowed(&self) -> Vec<usize> {
        let columns = self.cells[0].len();
        let is_bound = self.rule == Rule::Renju && self.turn() == Side::First;
        let cells = self.cells.iter().flatten().enumerate();
        let empty = cells.filter(|(_, mark)| **mark == '.').map(|(cell, _)| cell);
        let renju = NaiveRenju::new(&self.cells);
        let is_allowed =
            |cell: &usize| !(is_bound && renju.is_forbidden(cell / columns, cell % columns));
        empty.filter(is_allowed).collect()
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
        let wins =
            |mark| self.lines().iter().any(|line| !self.rows_that_win(line, mark).is_empty());
        match (wins('X'), wins('O')) {
            (true, _) => Some(Outcome::Win(Side::First)),
            (_, true) => Some(Outcome::Win(Side::Second)),
            _ if self.allowed().is_empty() => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// The first places after the rows of this mark that win, and their lengths.
    fn rows_that_win(&self, line: &str, mark: char) -> Vec<(usize, usize)> {
        let other = if mark == 'X' { "O" } else { "X" };
        let mut rows = Vec::new();
        for from in 0..line.len() {
            let length = line[from..].chars().take_while(|next| *next == mark).count();
            let is_whole = length > 0 && !line[..from].ends_with(mark);
            let is_blocked =
                line[..from].ends_with(other) && line[from + length..].starts_with(other);
            let wins = match (self.rule, mark) {
                (Rule::Free, _) | (Rule::Renju, 'O') => length >= self.k,
                (Rule::Exact | Rule::Renju, _) => length == self.k,
                (Rule::Caro, _) => length == self.k && !is_blocked,
            };
            if is_whole && wins {
                rows.push((from + length, length));
            }
        }
        rows
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

    /// Returns whether the cell is part of a row that wins, along one of the lines through it.
    pub(crate) fn is_winning_cell(&self, cell: usize) -> bool {
        let columns = self.cells[0].len();
        let (row, column) = (cell / columns, cell % columns);
        let mark = self.cells[row][column];
        let marked = |row_step: isize, column_step: isize| {
            let at = |distance: isize| {
                let row = row.checked_add_signed(distance * row_step)?;
                let column = column.checked_add_signed(distance * column_step)?;
                self.cells.get(row)?.get(column).copied()
            };
            let before: Vec<char> = (1..).map_while(|distance| at(-distance)).collect();
            let line: String = before.iter().rev().copied().chain((0..).map_while(at)).collect();
            let rows = self.rows_that_win(&line, mark);
            rows.iter().any(|(end, length)| (end - length..*end).contains(&before.len()))
        };
        mark != '.' && [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(r, c)| marked(r, c))
    }
}
