//! Exhaustive search for wins that a side can force within a number of plies on a board of k in a
//! row.
//!
//! Only moves that cannot matter are omitted. A side that completes a line with its next move wins;
//! a side whose opponent threatens that has to prevent it; without enough marks for any line in
//! time there is no win. Since an answer is never worse for the defender than none, an attack that
//! fails when the defender passes fails.

use std::collections::HashMap;

use zerosum_games::MoveCode;
use zerosum_games::mnk::Mnk;
use zerosum_games::side::Side;

use crate::limits::Stopped;
use crate::mnk::board::{Board, Cell};

/// A position with the results found below it.
pub(super) struct Force {
    board: Board,
    known: HashMap<(u64, Side, Side), Known>,
    /// Number of positions that may still be looked at.
    nodes_left: u64,
}

/// The most plies within which there is no win, and the fewest within which there is one.
struct Known {
    fails: u16,
    wins: u16,
}

impl Force {
    /// Prepares a search of at most this many positions.
    pub(super) fn of(position: &Mnk, nodes_max: u64) -> Force {
        Force { board: Board::of(position), known: HashMap::new(), nodes_left: nodes_max }
    }

    /// The moves with which the side to move wins within the given number of plies, in the order of
    /// the moves.
    pub(super) fn winning_moves(&mut self, plies: u16) -> Result<Vec<MoveCode>, Stopped> {
        let me = self.board.turn();
        let mut moves = Vec::new();
        for cell in self.board.empty().bits().collect::<Vec<Cell>>() {
            if self.wins_by(cell, me, plies)? {
                moves.push(self.board.code_of(cell));
            }
        }
        Ok(moves)
    }

    /// Number of plies within which the side wins, with either side to move; `None` if more than
    /// `plies_max` are needed.
    pub(super) fn plies_to_win(
        &mut self,
        attacker: Side,
        plies_max: u16,
    ) -> Result<Option<u16>, Stopped> {
        let first = if self.board.turn() == attacker { 1 } else { 2 };
        if !self.wins_within(attacker, plies_max)? {
            return Ok(None);
        }
        for plies in (first..plies_max).step_by(2) {
            if self.wins_within(attacker, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(Some(plies_max))
    }

    /// Plays a move, runs the closure on the position after it, and takes the move back.
    pub(super) fn after<T>(&mut self, code: MoveCode, ask: impl FnOnce(&mut Force) -> T) -> T {
        let cell = self.board.cell_of(code).expect("a legal move is on the board");
        self.board.play(cell);
        let answer = ask(self);
        self.board.take_back(cell);
        answer
    }

    /// Returns the line of a win within `plies` plies that begins with this winning move, if the
    /// defender holds out as long as possible and the attacker hurries.
    pub(super) fn line(&mut self, first: MoveCode, plies: u16) -> Result<Vec<MoveCode>, Stopped> {
        let attacker = self.board.turn();
        let mut line = vec![first];
        self.play(first);
        for left in (1..plies).rev() {
            let next = if self.board.turn() == attacker {
                self.winning_moves(left)?.first().copied()
            } else {
                self.longest_defence(attacker, left)?
            };
            let Some(next) = next else { break };
            line.push(next);
            self.play(next);
        }
        Ok(line)
    }

    fn play(&mut self, code: MoveCode) {
        let cell = self.board.cell_of(code).expect("a legal move is on the board");
        self.board.play(cell);
    }

    /// The most promising of the moves that put the attacker's win off the longest: an answer that
    /// people see the reason of.
    fn longest_defence(
        &mut self,
        attacker: Side,
        plies_max: u16,
    ) -> Result<Option<MoveCode>, Stopped> {
        let mut longest: Option<(u16, MoveCode)> = None;
        for cell in self.most_promising_first(self.board.empty().bits()) {
            let code = self.board.code_of(cell);
            let plies = self.after(code, |force| force.plies_to_win(attacker, plies_max - 1))?;
            let plies = plies.unwrap_or(u16::MAX);
            if longest.is_none_or(|(most, _)| plies > most) {
                longest = Some((plies, code));
            }
        }
        Ok(longest.map(|(_, code)| code))
    }

    /// Returns whether the attacker, who is to move, wins within this many plies by that move.
    fn wins_by(&mut self, cell: Cell, attacker: Side, plies: u16) -> Result<bool, Stopped> {
        if self.board.winning_cells(attacker).contains(cell) {
            return Ok(plies > 0);
        }
        if plies < 3 {
            return Ok(false);
        }
        self.board.play(cell);
        let does_win = self.wins_within(attacker, plies - 1);
        self.board.take_back(cell);
        does_win
    }

    /// Returns whether the attacker completes a line within `plies` plies against any defence, with
    /// either side to move.
    pub(super) fn wins_within(&mut self, attacker: Side, plies: u16) -> Result<bool, Stopped> {
        let is_attackers = self.board.turn() == attacker;
        let marks = usize::from(if is_attackers { plies.div_ceil(2) } else { plies / 2 });
        if !is_attackers && !self.board.winning_cells(!attacker).is_empty() {
            return Ok(false);
        }
        if is_attackers && plies > 0 && !self.board.winning_cells(attacker).is_empty() {
            return Ok(true);
        }
        if !self.board.live_cells(attacker).any(|cells| cells.len() <= marks) {
            return Ok(false);
        }
        let key = (self.board.key(), self.board.turn(), attacker);
        if let Some(Known { fails, wins }) = self.known.get(&key)
            && (plies <= *fails || plies >= *wins)
        {
            return Ok(plies >= *wins);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Stopped)?;
        let does_win = if is_attackers {
            plies > 2 && self.some_move_wins(attacker, plies)?
        } else {
            self.no_answer_saves(attacker, plies)?
        };
        let known = self.known.entry(key).or_insert(Known { fails: 0, wins: u16::MAX });
        if does_win {
            known.wins = known.wins.min(plies);
        } else {
            known.fails = known.fails.max(plies);
        }
        Ok(does_win)
    }

    /// Returns whether an attacker who completes no line at once has a winning move.
    fn some_move_wins(&mut self, attacker: Side, plies: u16) -> Result<bool, Stopped> {
        let threats = self.board.winning_cells(!attacker);
        let cells = if threats.is_empty() { self.board.empty() } else { threats };
        for cell in self.most_promising_first(cells.bits()) {
            if self.wins_by(cell, attacker, plies)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether a defender who completes no line at once has no saving answer.
    fn no_answer_saves(&mut self, attacker: Side, plies: u16) -> Result<bool, Stopped> {
        self.board.pass();
        let is_threatened = self.wins_within(attacker, plies - 1);
        self.board.pass();
        if !is_threatened? {
            return Ok(false);
        }
        let threats = self.board.winning_cells(attacker);
        let cells = if threats.is_empty() { self.board.empty() } else { threats };
        for cell in self.most_promising_first(cells.bits()) {
            self.board.play(cell);
            let does_win = self.wins_within(attacker, plies - 1);
            self.board.take_back(cell);
            if !does_win? {
                return Ok(false);
            }
        }
        Ok(!self.board.empty().is_empty())
    }

    fn most_promising_first(&self, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let me = self.board.turn();
        let mut cells: Vec<Cell> = cells.collect();
        cells.sort_by_key(|cell| -(self.board.promise(me, *cell) + self.board.promise(!me, *cell)));
        cells
    }
}
