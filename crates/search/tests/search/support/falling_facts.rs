//! Verifies facts about a move in Connect Four by counting pieces from cell to cell and by playing on.

use zerosum_games::connect_four::ConnectFour;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::reasons::{Fault, Merit};

use super::moves::{after, legal_moves};

/// Pieces in a row that win.
const FOUR: u16 = 4;

/// Right, down, and both diagonals down.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Pieces that are put at will, by either side.
#[derive(Clone)]
struct Board {
    columns: u16,
    rows: u16,
    pieces: Vec<Option<Side>>,
}

impl Board {
    fn of(game: &ConnectFour) -> Board {
        let (columns, rows) = (game.spec().columns(), game.spec().rows());
        let pieces = (0..columns * rows).map(|cell| game.mark(MoveCode(cell))).collect();
        Board { columns, rows, pieces }
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let is_there = (0..i32::from(self.columns)).contains(&column)
            && (0..i32::from(self.rows)).contains(&row);
        is_there.then(|| {
            usize::try_from(row * i32::from(self.columns) + column).expect("it is on the board")
        })
    }

    fn place(&self, MoveCode(cell): MoveCode) -> (i32, i32) {
        (i32::from(cell % self.columns), i32::from(cell / self.columns))
    }

    fn piece(&self, MoveCode(cell): MoveCode) -> Option<Side> {
        self.pieces[usize::from(cell)]
    }

    fn with(&self, side: Side, MoveCode(cell): MoveCode) -> Board {
        let mut board = self.clone();
        board.pieces[usize::from(cell)] = Some(side);
        board
    }

    /// The cell above; `None` in the highest row.
    fn above(&self, MoveCode(cell): MoveCode) -> Option<MoveCode> {
        cell.checked_sub(self.columns).map(MoveCode)
    }

    /// The lowest empty cell of each column that has one.
    fn landing(&self) -> Vec<MoveCode> {
        let lowest = |column: u16| {
            let cells = (0..self.rows).rev().map(|row| MoveCode(row * self.columns + column));
            cells.into_iter().find(|cell| self.piece(*cell).is_none())
        };
        (0..self.columns).filter_map(lowest).collect()
    }

    /// Returns whether a piece in an empty cell would make a row that wins.
    fn would_win(&self, side: Side, code: MoveCode) -> bool {
        let (column, row) = self.place(code);
        let run = |(right, down): (i32, i32)| {
            let is_own = |steps: &i32| {
                let cell = self.at(column + right * steps, row + down * steps);
                cell.is_some_and(|cell| self.pieces[cell] == Some(side))
            };
            (1..).take_while(is_own).count()
        };
        let length = |(right, down)| run((right, down)) + run((-right, -down)) + 1;
        self.piece(code).is_none() && STEPS.into_iter().any(|step| length(step) >= FOUR.into())
    }

    /// The drops that win at once.
    fn wins(&self, side: Side) -> Vec<MoveCode> {
        self.landing().into_iter().filter(|code| self.would_win(side, *code)).collect()
    }

    /// Returns whether a side that may drop a piece there, without winning by it, can then complete a row in two cells,
    /// or in two cells one above the other, and the other side none before.
    fn is_fork(&self, side: Side, code: MoveCode) -> bool {
        if !self.landing().contains(&code) || self.would_win(side, code) {
            return false;
        }
        let board = self.with(side, code);
        let wins = board.wins(side);
        let is_stacked =
            |cell: &MoveCode| board.above(*cell).is_some_and(|above| board.would_win(side, above));
        board.wins(!side).is_empty() && (wins.len() >= 2 || wins.iter().any(is_stacked))
    }

    fn has_fork(&self, side: Side) -> bool {
        self.landing().into_iter().any(|code| self.is_fork(side, code))
    }

    /// The pieces of both sides, the given one first, in each row of four cells through a cell.
    fn rows_through(&self, code: MoveCode, side: Side) -> Vec<(u16, u16)> {
        let (column, row) = self.place(code);
        let mut rows = Vec::new();
        for (right, down) in STEPS {
            for back in 0..i32::from(FOUR) {
                let cells = (0..i32::from(FOUR)).map(|step| {
                    self.at(column + right * (step - back), row + down * (step - back))
                });
                let Some(cells) = cells.collect::<Option<Vec<usize>>>() else { continue };
                let count =
                    |side| cells.iter().filter(|cell| self.pieces[**cell] == Some(side)).count();
                let count = |side| u16::try_from(count(side)).expect("a row is short");
                rows.push((count(side), count(!side)));
            }
        }
        rows
    }

    fn open_rows(&self, code: MoveCode, side: Side) -> usize {
        self.rows_through(code, side).into_iter().filter(|(_, theirs)| *theirs == 0).count()
    }

    /// The side that gets a cell if the pieces fall into all other columns first and then into this one.
    fn side_that_gets(&self, MoveCode(cell): MoveCode) -> Side {
        let (column, row) = (cell % self.columns, cell / self.columns);
        let is_before = |other: &u16| other % self.columns != column || other / self.columns > row;
        let pieces_before = (0..self.columns * self.rows).filter(is_before).count();
        if pieces_before.is_multiple_of(2) { Side::First } else { Side::Second }
    }
}

/// Returns whether a merit is one; `None` if it is none of this game.
pub(crate) fn is_merit(game: &ConnectFour, code: MoveCode, merit: Merit) -> Option<bool> {
    if game.spec().has_pops() {
        return None;
    }
    let (mover, opponent) = (game.turn(), !game.turn());
    let (before, next) = (Board::of(game), after(game, code));
    let board = Board::of(&next);
    Some(match merit {
        Merit::Blocks => before.would_win(opponent, code) && before.piece(code).is_none(),
        Merit::Doomed { cells } => {
            let is_lost = |code: MoveCode| {
                let next = after(game, code);
                next.outcome().is_none() && wins_by_one(&next, cells)
            };
            cells[0] != cells[1] && legal_moves(game).into_iter().all(is_lost)
        }
        Merit::Fork { cells } => is_won_by(&next, cells),
        Merit::StopsFork { cell } => {
            before.is_fork(opponent, cell)
                && board.wins(opponent).is_empty()
                && !board.has_fork(opponent)
        }
        Merit::Threatens { cell } => board.wins(mover) == [cell] && board.wins(opponent).is_empty(),
        Merit::Waits { cell, is_kept } => {
            let is_high = !board.landing().contains(&cell);
            let is_new = board.would_win(mover, cell) && !before.would_win(mover, cell);
            is_high && is_new && is_kept == (board.side_that_gets(cell) == mover)
        }
        Merit::MostLines { lines } => {
            let open = |code: MoveCode| before.open_rows(code, mover);
            let most = before.landing().into_iter().map(open).max();
            lines > 0 && usize::from(lines) == open(code) && Some(usize::from(lines)) == most
        }
        Merit::NoLineLeft => {
            let cells = before.columns * before.rows;
            let is_closed = |cell| {
                Side::ALL.into_iter().all(|side| before.open_rows(MoveCode(cell), side) == 0)
            };
            (0..cells).all(is_closed)
        }
        Merit::Builds { marks } => {
            marks >= 2 && board.rows_through(code, mover).contains(&(marks, 0))
        }
        Merit::Spoils { marks } => {
            marks >= 2 && before.rows_through(code, opponent).contains(&(marks, 0))
        }
        _ => return None,
    })
}

/// Returns whether a fault is one and the best move has it not; `None` if it is none of this game.
pub(crate) fn is_fault(
    game: &ConnectFour,
    (code, best): (MoveCode, MoveCode),
    fault: Fault,
) -> Option<bool> {
    if game.spec().has_pops() {
        return None;
    }
    let (mover, opponent) = (game.turn(), !game.turn());
    let (before, next) = (Board::of(game), after(game, code));
    match fault {
        Fault::AllowsFork { reply, cells } => {
            let is_new = !Board::of(&after(game, best)).has_fork(opponent);
            Some(is_new && is_won_by(&after(&next, reply), cells))
        }
        Fault::Wastes { cell } => {
            let would_win = |code| before.above(code).is_some_and(|it| before.would_win(mover, it));
            let is_above = before.above(code) == Some(cell) && next.is_legal(cell);
            Some(is_above && would_win(code) && !would_win(best))
        }
        _ => None,
    }
}

/// Returns whether the side that has just moved completes a row in one of these cells after any answer.
fn is_won_by(game: &ConnectFour, cells: [MoveCode; 2]) -> bool {
    cells[0] != cells[1]
        && game.outcome().is_none()
        && legal_moves(game).into_iter().all(|reply| {
            let answered = after(game, reply);
            answered.outcome().is_none() && wins_by_one(&answered, cells)
        })
}

/// Returns whether the side to move wins at once by one of these moves.
fn wins_by_one(game: &ConnectFour, cells: [MoveCode; 2]) -> bool {
    let won = Some(Outcome::Win(game.turn()));
    cells.into_iter().any(|cell| game.is_legal(cell) && after(game, cell).outcome() == won)
}
