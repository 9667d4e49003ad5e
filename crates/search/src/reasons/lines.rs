//! Facts of tic-tac-toe and k in a row: lines, forks and threats.

use zerosum_games::connect_four::ConnectFour;
use zerosum_games::connect_four::spec::FOUR;
use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::side::{BySide, Side};
use zerosum_games::tictactoe::{TicTacToe, WIDTH};
use zerosum_games::{Game, MoveCode};

use crate::reasons::{Facts, Fault, Merit};

/// Minimum number of marks on a line whose threat is reported.
const MARKS_MIN: usize = 2;

/// A board of cells, row by row, and all its lines of k cells.
pub(super) struct Grid {
    marks: Vec<Option<Side>>,
    mover: Side,
    k: usize,
    /// The board, if rows that are too long or blocked do not win there.
    ruled: Option<MnkSpec>,
    lines: Vec<Vec<usize>>,
    /// The numbers of the lines through each cell.
    through: Vec<Vec<usize>>,
}

impl Grid {
    pub(super) fn of_tictactoe(game: &TicTacToe) -> Grid {
        Grid::new((WIDTH, WIDTH, WIDTH), game.turn(), |code| game.mark(code))
    }

    pub(super) fn of_mnk(game: &Mnk) -> Grid {
        let [columns, rows, k] =
            [game.spec().columns(), game.spec().rows(), game.spec().k()].map(usize::from);
        let ruled = Some(game.spec()).filter(|spec| spec.rule() != Rule::Free);
        Grid { ruled, ..Grid::new((columns, rows, k), game.turn(), |code| game.mark(code)) }
    }

    /// The board of Connect Four as one of four in a row.
    pub(super) fn of_connect_four(game: &ConnectFour) -> Grid {
        let [columns, rows, k] = [game.spec().columns(), game.spec().rows(), FOUR].map(usize::from);
        Grid::new((columns, rows, k), game.turn(), |code| game.mark(code))
    }

    /// Returns whether one answer may stop two threats of a side at once, or two at once may be forbidden to it.
    fn are_pairs_doubtful(&self, side: Side) -> bool {
        self.ruled.is_some_and(|spec| match spec.rule() {
            Rule::Free | Rule::Exact => false,
            Rule::Caro => true,
            Rule::Renju => side == Side::First,
        })
    }

    fn new(
        (columns, rows, k): (usize, usize, usize),
        mover: Side,
        mark: impl Fn(MoveCode) -> Option<Side>,
    ) -> Grid {
        let lines = lines(columns, rows, k);
        let mut through = vec![Vec::new(); columns * rows];
        for (number, line) in lines.iter().enumerate() {
            line.iter().for_each(|cell| through[*cell].push(number));
        }
        let marks = (0..columns * rows).map(|cell| mark(code_of(cell))).collect();
        Grid { marks, mover, k, ruled: None, lines, through }
    }

    fn position(&self) -> Marks<'_> {
        Marks { grid: self, marks: self.marks.clone() }
    }

    fn empty_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.marks.len()).filter(|cell| self.marks[*cell].is_none())
    }

    /// Number of lines through a cell that are without a mark of the opponent.
    fn open_lines(&self, cell: usize) -> usize {
        let lines = self.through[cell].iter().map(|number| &self.lines[*number]);
        lines.filter(|line| self.count(line, !self.mover) == 0).count()
    }

    fn count(&self, line: &[usize], side: Side) -> usize {
        line.iter().filter(|cell| self.marks[**cell] == Some(side)).count()
    }

    /// The most marks of a side in a line through an empty cell that has none of the other side.
    fn most_marks(&self, cell: usize, side: Side) -> usize {
        let lines = self.through[cell].iter().map(|number| &self.lines[*number]);
        let open = lines.filter(|line| self.count(line, !side) == 0);
        open.map(|line| self.count(line, side)).max().unwrap_or(0)
    }

    /// Returns whether every line has marks of both sides.
    fn is_dead(&self) -> bool {
        let has_both =
            |line: &Vec<usize>| Side::ALL.into_iter().all(|side| self.count(line, side) > 0);
        self.lines.iter().all(has_both)
    }

    /// The merits of one of the cells that can be marked now, if nothing is threatened.
    pub(super) fn quiet_among(&self, code: MoveCode, codes: &[MoveCode]) -> Vec<Merit> {
        self.quiet(cell_of(code), codes.iter().map(|code| cell_of(*code)))
    }

    fn quiet(&self, cell: usize, mut cells: impl Iterator<Item = usize>) -> Vec<Merit> {
        let lines = self.open_lines(cell);
        let is_most = cells.all(|other| self.open_lines(other) <= lines);
        let most_lines = Merit::MostLines { lines: number(lines) };
        let own = self.most_marks(cell, self.mover) + 1;
        let builds = Merit::Builds { marks: number(own) };
        let theirs = self.most_marks(cell, !self.mover);
        let spoils = Merit::Spoils { marks: number(theirs) };
        if self.is_dead() {
            return vec![Merit::NoLineLeft];
        }
        let mut merits = Vec::new();
        merits.extend((theirs >= MARKS_MIN && theirs >= own).then_some(spoils));
        merits.extend((own >= MARKS_MIN).then_some(builds));
        merits.extend((theirs >= MARKS_MIN && theirs < own).then_some(spoils));
        merits.extend((is_most && lines > 0).then_some(most_lines));
        merits
    }
}

impl Facts for Grid {
    fn appeal(&self, code: MoveCode) -> u16 {
        number(self.open_lines(cell_of(code)))
    }

    fn merits(&self, code: MoveCode) -> Vec<Merit> {
        let (cell, mover, opponent) = (cell_of(code), self.mover, !self.mover);
        let before = self.position();
        let after = before.with(mover, cell);
        let dangers = before.winning_cells(opponent);
        if let Some(cells) = pair(&dangers)
            && !self.are_pairs_doubtful(opponent)
            && before.winning_cells(mover).is_empty()
        {
            return vec![Merit::Doomed { cells }];
        }
        let mut merits = Vec::new();
        let is_safe = after.winning_cells(opponent).is_empty();
        let is_needed = is_safe && dangers.contains(&cell) && before.is_only_parry(cell, opponent);
        merits.extend(is_needed.then_some(Merit::Blocks));
        let threats = after.winning_cells(mover);
        let fork = pair(&threats).filter(|_| is_safe && !self.are_pairs_doubtful(mover));
        if let Some(cells) = fork {
            merits.push(Merit::Fork { cells });
            return merits;
        }
        let danger = before.fork(opponent).filter(|_| dangers.is_empty());
        if let Some((cell, _)) = danger.filter(|_| after.fork(opponent).is_none()) {
            merits.push(Merit::StopsFork { cell });
        }
        match (&threats[..], after.fork(mover)) {
            ([cell], _) if is_safe => merits.push(Merit::Threatens { cell: code_of(*cell) }),
            ([], Some((cell, _))) if is_safe => merits.push(Merit::ThreatensFork { cell }),
            _ => {}
        }
        if merits.is_empty() {
            merits = self.quiet(cell, self.empty_cells());
        }
        merits
    }

    fn fault(&self, code: MoveCode, best: MoveCode) -> Option<Fault> {
        let fork_after = |code| self.position().with(self.mover, cell_of(code)).fork(!self.mover);
        let (reply, cells) = fork_after(code).filter(|_| fork_after(best).is_none())?;
        Some(Fault::AllowsFork { reply, cells })
    }
}

/// A board on which marks are tried, for either side.
struct Marks<'a> {
    grid: &'a Grid,
    marks: Vec<Option<Side>>,
}

impl Marks<'_> {
    fn with(&self, side: Side, cell: usize) -> Self {
        let mut marks = self.marks.clone();
        marks[cell] = Some(side);
        Marks { grid: self.grid, marks }
    }

    /// Returns whether no mark elsewhere stops the side from completing a line: one at the end of a row may, where
    /// blocked rows do not win.
    fn is_only_parry(&self, cell: usize, side: Side) -> bool {
        let has_blocks = self.grid.ruled.is_some_and(|spec| spec.rule() == Rule::Caro);
        let mut others = (0..self.marks.len()).filter(|other| *other != cell);
        !has_blocks
            || others.all(|other| {
                self.marks[other].is_some()
                    || !self.with(!side, other).winning_cells(side).is_empty()
            })
    }

    /// The cells each of which would be a line of the side, ascending.
    fn winning_cells(&self, side: Side) -> Vec<usize> {
        let lines = self.grid.lines.iter();
        let mut cells: Vec<usize> = lines.filter_map(|line| self.missing(line, side)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|cell| self.grid.ruled.is_none_or(|spec| self.wins(spec, side, *cell)));
        cells
    }

    /// Returns whether a mark of the side on a cell would win by the rule of the board.
    fn wins(&self, spec: MnkSpec, side: Side, cell: usize) -> bool {
        let mut marks = BySide { first: Bitboard::EMPTY, second: Bitboard::EMPTY };
        let marked =
            self.marks.iter().enumerate().filter_map(|(cell, mark)| Some((cell, (*mark)?)));
        for (cell, side) in marked.chain([(cell, side)]) {
            spec.bit_of(code_of(cell)).into_iter().for_each(|bit| marks.get_mut(side).insert(bit));
        }
        spec.bit_of(code_of(cell)).is_some_and(|bit| spec.wins(side, &marks, bit))
    }

    /// The one cell that a side lacks in a line.
    fn missing(&self, line: &[usize], side: Side) -> Option<usize> {
        let mut lacking = line.iter().copied().filter(|cell| self.marks[*cell] != Some(side));
        let cell = lacking.next().filter(|cell| self.marks[*cell].is_none());
        cell.filter(|_| lacking.next().is_none())
    }

    /// A cell with which a side makes a fork, with two cells that would be lines after it.
    fn fork(&self, side: Side) -> Option<(MoveCode, [MoveCode; 2])> {
        let empty = (0..self.marks.len()).filter(|cell| self.marks[*cell].is_none());
        let mut forks = empty.filter_map(|cell| Some((code_of(cell), self.fork_with(side, cell)?)));
        forks.next()
    }

    fn fork_with(&self, side: Side, cell: usize) -> Option<[MoveCode; 2]> {
        if self.grid.are_pairs_doubtful(side) {
            return None;
        }
        let is_nearly_full = |line: &&Vec<usize>| {
            let own = line.iter().filter(|cell| self.marks[**cell] == Some(side)).count();
            own + 2 == self.grid.k
        };
        let lines = self.grid.through[cell].iter().map(|number| &self.grid.lines[*number]);
        lines.into_iter().find(is_nearly_full)?;
        if self.winning_cells(side).contains(&cell) {
            return None;
        }
        let after = self.with(side, cell);
        let cells = pair(&after.winning_cells(side))?;
        after.winning_cells(!side).is_empty().then_some(cells)
    }
}

/// The first two of the cells.
fn pair(cells: &[usize]) -> Option<[MoveCode; 2]> {
    match cells {
        [one, other, ..] => Some([code_of(*one), code_of(*other)]),
        [] | [_] => None,
    }
}

/// Every line of k cells on a board.
fn lines(columns: usize, rows: usize, k: usize) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    let reach = k - 1;
    for row in 0..rows {
        for column in 0..columns {
            let start = row * columns + column;
            let (has_right, has_below) = (column + reach < columns, row + reach < rows);
            let steps = [
                has_right.then_some(1),
                has_below.then_some(columns),
                (has_right && has_below).then_some(columns + 1),
                (column >= reach && has_below).then_some(columns - 1),
            ];
            let line = |step: usize| (0..k).map(|place| start + place * step).collect();
            lines.extend(steps.into_iter().flatten().map(line));
        }
    }
    lines
}

fn cell_of(MoveCode(code): MoveCode) -> usize {
    usize::from(code)
}

fn code_of(cell: usize) -> MoveCode {
    MoveCode(number(cell))
}

fn number(count: usize) -> u16 {
    u16::try_from(count).expect("a board has few cells and lines")
}
