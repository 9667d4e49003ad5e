//! Exhaustive search for lines that a side can force within a number of plies.

use std::collections::HashMap;

use zerosum_games::side::Side;
use zerosum_search::mnk::board::{Board, Cell};

/// The search with its memory of one kind of board.
#[derive(Default)]
pub(crate) struct Force {
    known: HashMap<(u64, Side, Side), Known>,
}

/// The most plies within which there is no win, and the fewest within which there is one.
struct Known {
    fails: u16,
    wins: u16,
}

impl Force {
    /// Returns whether the attacker completes a line within `plies` plies against any defence, with
    /// either side to move. The game is in play.
    ///
    /// Only moves that cannot matter are omitted: without enough marks for any line in time there
    /// is no win, and an answer is no worse for the defender than none, so an attack that does not
    /// win after a pass does not win.
    pub(crate) fn wins_within(&mut self, board: &mut Board, attacker: Side, plies: u16) -> bool {
        let is_attackers = board.turn() == attacker;
        let marks = usize::from(if is_attackers { plies.div_ceil(2) } else { plies / 2 });
        if !is_attackers && !board.winning_cells(!attacker).is_empty() {
            return false;
        }
        if is_attackers && plies > 0 && !board.winning_cells(attacker).is_empty() {
            return true;
        }
        if !board.live_cells(attacker).any(|cells| cells.bits().count() <= marks) {
            return false;
        }
        let key = (board.key(), board.turn(), attacker);
        if let Some(Known { fails, wins }) = self.known.get(&key)
            && (plies <= *fails || plies >= *wins)
        {
            return plies >= *wins;
        }
        let does_win = if is_attackers {
            self.some_move_wins(board, attacker, plies)
        } else {
            self.no_answer_saves(board, attacker, plies)
        };
        let known = self.known.entry(key).or_insert(Known { fails: 0, wins: u16::MAX });
        if does_win {
            known.wins = known.wins.min(plies);
        } else {
            known.fails = known.fails.max(plies);
        }
        does_win
    }

    fn some_move_wins(&mut self, board: &mut Board, attacker: Side, plies: u16) -> bool {
        plies > 2
            && cells(board).into_iter().any(|cell| self.wins_after(board, cell, attacker, plies))
    }

    fn no_answer_saves(&mut self, board: &mut Board, attacker: Side, plies: u16) -> bool {
        board.pass();
        let is_threatened = self.wins_within(board, attacker, plies - 1);
        board.pass();
        let cells = cells(board);
        is_threatened
            && !cells.is_empty()
            && cells.into_iter().all(|cell| self.wins_after(board, cell, attacker, plies))
    }

    fn wins_after(&mut self, board: &mut Board, cell: Cell, attacker: Side, plies: u16) -> bool {
        board.play(cell);
        let does_win = self.wins_within(board, attacker, plies - 1);
        board.take_back(cell);
        does_win
    }
}

/// The moves of the side to move, those that do most first.
fn cells(board: &Board) -> Vec<Cell> {
    let me = board.turn();
    let mut cells: Vec<Cell> = board.empty().bits().collect();
    cells.sort_by_key(|cell| -(board.promise(me, *cell) + board.promise(!me, *cell)));
    cells
}
