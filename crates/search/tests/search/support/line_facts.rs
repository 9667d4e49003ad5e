//! Verifies facts about a move in tic-tac-toe or k in a row by looking along rows, columns and
//! diagonals from cell to cell.

use zerosum_games::any::AnyGame;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};
use zerosum_search::reasons::{Fault, Merit};

use super::moves::{after, legal_moves};

/// Marks that are put and taken at will, by either side.
#[derive(Clone)]
pub(crate) struct Board {
    columns: i32,
    rows: i32,
    k: i32,
    rule: Rule,
    marks: Vec<Option<Side>>,
}

/// Right, down, and both diagonals down.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl Board {
    pub(crate) fn of(position: &AnyGame) -> Board {
        let (columns, rows, k) = match position {
            AnyGame::TicTacToe(_) => (3, 3, 3),
            AnyGame::Mnk(game) => (game.spec().columns(), game.spec().rows(), game.spec().k()),
            _ => panic!("a game without lines of cells"),
        };
        let mark = |code: MoveCode| match position {
            AnyGame::TicTacToe(game) => game.mark(code),
            AnyGame::Mnk(game) => game.mark(code),
            _ => None,
        };
        let marks = (0..columns * rows).map(|cell| mark(MoveCode(cell))).collect();
        let rule = match position {
            AnyGame::Mnk(game) => game.spec().rule(),
            _ => Rule::Free,
        };
        Board { columns: columns.into(), rows: rows.into(), k: k.into(), rule, marks }
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let is_on_board = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        is_on_board
            .then(|| usize::try_from(row * self.columns + column).expect("it is on the board"))
    }

    fn place(&self, MoveCode(cell): MoveCode) -> (i32, i32) {
        (i32::from(cell) % self.columns, i32::from(cell) / self.columns)
    }

    fn empty(&self) -> Vec<MoveCode> {
        let cells = (0_u16..).zip(&self.marks).filter(|(_, mark)| mark.is_none());
        cells.map(|(cell, _)| MoveCode(cell)).collect()
    }

    fn with(&self, side: Side, MoveCode(cell): MoveCode) -> Board {
        let mut board = self.clone();
        board.marks[usize::from(cell)] = Some(side);
        board
    }

    /// Returns whether a mark in an empty cell would make a row that wins.
    pub(crate) fn would_win(&self, side: Side, code: MoveCode) -> bool {
        let (column, row) = self.place(code);
        let at = |(right, down): (i32, i32), steps: i32| {
            self.at(column + right * steps, row + down * steps).and_then(|cell| self.marks[cell])
        };
        // The marks on one side, and whether one of the opponent follows.
        let run = |step: (i32, i32)| {
            let length = (1..).take_while(|steps| at(step, *steps) == Some(side)).count();
            let length = i32::try_from(length).expect("boards are small");
            (length, at(step, length + 1) == Some(!side))
        };
        let wins = |(right, down): (i32, i32)| {
            let (before, behind) = (run((-right, -down)), run((right, down)));
            let (length, is_blocked) = (before.0 + behind.0 + 1, before.1 && behind.1);
            match (self.rule, side) {
                (Rule::Free, _) | (Rule::Renju, Side::Second) => length >= self.k,
                (Rule::Exact, _) | (Rule::Renju, Side::First) => length == self.k,
                (Rule::Caro, _) => length == self.k && !is_blocked,
            }
        };
        self.marks[usize::from(code.0)].is_none() && STEPS.into_iter().any(wins)
    }

    pub(crate) fn winning(&self, side: Side) -> Vec<MoveCode> {
        self.empty().into_iter().filter(|code| self.would_win(side, *code)).collect()
    }

    fn are_winning(&self, side: Side, [one, other]: [MoveCode; 2]) -> bool {
        one != other && self.would_win(side, one) && self.would_win(side, other)
    }

    /// Returns whether a side that may move there has two lines to complete, and the other side
    /// none before.
    pub(crate) fn is_fork(&self, side: Side, code: MoveCode) -> bool {
        if self.marks[usize::from(code.0)].is_some() || self.would_win(side, code) {
            return false;
        }
        let board = self.with(side, code);
        board.winning(side).len() >= 2 && board.winning(!side).is_empty()
    }

    /// The marks of both sides, the given one first, in each line of k cells through a cell.
    fn lines_through(&self, code: MoveCode, side: Side) -> Vec<(u16, u16)> {
        let (column, row) = self.place(code);
        let mut lines = Vec::new();
        for (right, down) in STEPS {
            for back in 0..self.k {
                let cells: Vec<Option<usize>> = (0..self.k)
                    .map(|step| self.at(column + right * (step - back), row + down * (step - back)))
                    .collect();
                let Some(cells) = cells.into_iter().collect::<Option<Vec<usize>>>() else {
                    continue;
                };
                let count =
                    |side| cells.iter().filter(|cell| self.marks[**cell] == Some(side)).count();
                let count = |side| u16::try_from(count(side)).expect("a line is short");
                lines.push((count(side), count(!side)));
            }
        }
        lines
    }

    fn open_lines(&self, code: MoveCode, side: Side) -> usize {
        self.lines_through(code, side).into_iter().filter(|(_, theirs)| *theirs == 0).count()
    }
}

/// Returns whether a merit is one, `None` if it is none of these games.
pub(crate) fn is_merit(position: &AnyGame, code: MoveCode, merit: Merit) -> Option<bool> {
    let (mover, opponent) = (position.turn(), !position.turn());
    let before = Board::of(position);
    let next = after(position, code);
    let board = Board::of(&next);
    Some(match merit {
        Merit::Blocks => {
            let is_stopped =
                |code: MoveCode| Board::of(&after(position, code)).winning(opponent).is_empty();
            let mut others = legal_moves(position).into_iter().filter(|other| *other != code);
            before.would_win(opponent, code) && is_stopped(code) && !others.any(is_stopped)
        }
        Merit::Doomed { cells } => {
            let is_lost = |code: MoveCode| {
                let next = after(position, code);
                next.outcome().is_none() && !Board::of(&next).winning(opponent).is_empty()
            };
            before.are_winning(opponent, cells) && legal_moves(position).into_iter().all(is_lost)
        }
        Merit::Fork { cells } => {
            let is_won = |reply: MoveCode| {
                let next = after(&next, reply);
                next.outcome().is_none()
                    && cells.iter().any(|cell| Board::of(&next).would_win(mover, *cell))
            };
            board.are_winning(mover, cells) && legal_moves(&next).into_iter().all(is_won)
        }
        Merit::StopsFork { cell } => {
            let is_fork = |code: MoveCode| board.is_fork(opponent, code);
            before.is_fork(opponent, cell) && !board.empty().into_iter().any(is_fork)
        }
        Merit::Threatens { cell } => {
            board.winning(mover) == [cell] && board.winning(opponent).is_empty()
        }
        Merit::ThreatensFork { cell } => {
            board.is_fork(mover, cell) && board.winning(opponent).is_empty()
        }
        Merit::MostLines { lines } => {
            let open = |code: MoveCode| before.open_lines(code, mover);
            let most = before.empty().into_iter().map(open).max();
            lines > 0 && usize::from(lines) == open(code) && Some(usize::from(lines)) == most
        }
        Merit::NoLineLeft => {
            let is_closed = |code: &MoveCode| {
                Side::ALL.into_iter().all(|side| before.open_lines(*code, side) == 0)
            };
            before.empty().iter().all(is_closed)
        }
        Merit::Builds { marks } => {
            marks >= 2 && board.lines_through(code, mover).contains(&(marks, 0))
        }
        Merit::Spoils { marks } => {
            marks >= 2 && before.lines_through(code, opponent).contains(&(marks, 0))
        }
        _ => return None,
    })
}

/// Returns whether a fault is one, `None` if it is none of these games.
pub(crate) fn is_fault(position: &AnyGame, code: MoveCode, fault: Fault) -> Option<bool> {
    let opponent = !position.turn();
    let board = Board::of(&after(position, code));
    match fault {
        Fault::AllowsFork { reply, cells } => {
            let are_lines = board.with(opponent, reply).are_winning(opponent, cells);
            Some(board.is_fork(opponent, reply) && are_lines)
        }
        _ => None,
    }
}
