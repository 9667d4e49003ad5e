//! The search below the root: principal variation search with a transposition table, on bit boards.
//!
//! Two promises. A score of a decided game is the truth, also where moves were searched less deep:
//! it comes from ends of the game alone. And a search without reductions finds every win and loss
//! within its depth at its true distance.

use crate::games::lines::{FULL_3X3, completing_3x3, has_line_3x3};
use crate::games::side::Side;
use crate::games::ultimate::{BOARDS, Draws, End, Ultimate};
use crate::games::{Game, MoveCode, Outcome};
use crate::search::Verdict;
use crate::search::line::Lines;
use crate::search::negamax::{Found, Stopped, Window};
use crate::search::score::Score;
use crate::search::table::{Bound, Entry, Table};
use crate::search::thought::{Limits, NODES_BETWEEN_LOOKS, Statistics, Watch};
use crate::search::ultimate::judge::Judge;
use crate::search::ultimate::ordering::{Learnt, ScoredMoves};

/// Keys of searches without reductions are kept apart by this, because what a reduced search says
/// about distances is less.
const UNREDUCED_SALT: u64 = 0x5bd1_e995_9e37_79b9;

/// Moves so late in the order are searched less deep.
const REDUCED_FROM: usize = 3;

/// Moves so late in the order are searched even less deep.
const REDUCED_TWICE_FROM: usize = 10;

/// Less deep than this, nothing is reduced.
const REDUCED_DEPTH_MIN: u8 = 3;

/// Less deep than this, a position is searched again sooner than its entry comes from memory.
const TABLE_DEPTH_MIN: u8 = 2;

/// What a search works with, and may keep from one call to the next.
#[derive(Clone, Debug)]
pub struct Memory {
    pub table: Table,
    pub learnt: Learnt,
    pub moves: ScoredMoves,
    pub lines: Lines,
}

/// A position on the way.
pub struct Node<J: Judge> {
    pub position: Ultimate,
    pub view: J::View,
}

/// A search under way.
pub struct Search<'a, J: Judge> {
    pub judge: &'a J,
    pub memory: &'a mut Memory,
    pub statistics: Statistics,
    /// Whether unpromising moves are searched less deep.
    pub has_reductions: bool,
    limits: Limits,
    pub watch: &'a mut dyn Watch,
    /// At so many nodes it looks up from its work.
    next_look: u64,
}

impl<J: Judge> Node<J> {
    /// The position after a legal move.
    #[inline]
    pub fn after(&self, judge: &J, code: MoveCode) -> Node<J> {
        let mut position = self.position;
        position.make(code);
        let mut view = self.view.clone();
        judge.update(&mut view, &position, code);
        Node { position, view }
    }
}

impl<'a, J: Judge> Search<'a, J> {
    pub fn new(
        judge: &'a J,
        memory: &'a mut Memory,
        limits: Limits,
        watch: &'a mut dyn Watch,
    ) -> Search<'a, J> {
        let statistics = Statistics::default();
        Search { judge, memory, statistics, has_reductions: true, limits, watch, next_look: 0 }
    }

    /// What the node is worth for the side to move, searched so deep, so many plies below the root.
    pub fn search(
        &mut self,
        node: &Node<J>,
        mut window: Window,
        depth: u8,
        plies: u16,
    ) -> Result<Found, Stopped> {
        self.count_node()?;
        self.memory.lines.clear(plies);
        if let Some(found) = certain(&node.position, window, plies) {
            self.statistics.leaves += 1;
            return Ok(found);
        }
        if depth == 0 {
            self.statistics.leaves += 1;
            let worth = self.judge.worth(&node.view, &node.position);
            return Ok(Found { score: Score::of_estimate(worth), is_proven: false });
        }
        let key = self.key_of(&node.position);
        let has_entry = depth >= TABLE_DEPTH_MIN;
        let entry = if has_entry { self.memory.table.find(key) } else { None };
        if let Some(found) = entry.and_then(|entry| answer(entry, window, depth, plies)) {
            self.statistics.table_hits += 1;
            return Ok(found);
        }
        let first = entry.map(|entry| entry.code);
        let (found, bound, code) = self.search_moves(node, &mut window, first, depth, plies)?;
        if !has_entry {
            return Ok(found);
        }
        let score = found.score.hastened(plies);
        let bound = bound_within(score, bound, depth);
        let entry = Entry { score, bound, is_proven: found.is_proven, depth, code };
        self.memory.table.keep(key, entry);
        Ok(found)
    }

    fn search_moves(
        &mut self,
        node: &Node<J>,
        window: &mut Window,
        first: Option<MoveCode>,
        depth: u8,
        plies: u16,
    ) -> Result<(Found, Bound, MoveCode), Stopped> {
        let position = &node.position;
        let killers = self.memory.learnt.killers(plies);
        let moves = &mut self.memory.moves;
        let start = moves.push_all(position, first, killers, &self.memory.learnt);
        let mut best = Found { score: Score::LOWEST, is_proven: true };
        let mut best_code = None;
        let mut are_all_proven = true;
        let mut bound = Bound::Upper;
        let mut index = 0;
        while let Some((code, is_quiet)) = self.memory.moves.pick(start + index) {
            let next = node.after(self.judge, code);
            let reduction = self.reduction(index, is_quiet, depth, *window);
            let found = self.try_move(&next, *window, index == 0, reduction, depth, plies)?;
            index += 1;
            are_all_proven &= found.is_proven;
            if found.score <= best.score && best_code.is_some() {
                continue;
            }
            best = found;
            best_code = Some(code);
            if found.score <= window.alpha {
                continue;
            }
            self.memory.lines.extend(plies, code);
            if found.score >= window.beta {
                self.statistics.cutoffs += 1;
                let Memory { moves, learnt, .. } = &mut *self.memory;
                let tried = moves.tried(start, index);
                learnt.learn(position.turn(), code, tried, plies, depth);
                moves.truncate(start);
                return Ok((found, Bound::Lower, code));
            }
            bound = Bound::Exact;
            window.alpha = found.score;
        }
        self.memory.moves.truncate(start);
        let code = best_code.expect("a game in play has a move");
        Ok((Found { score: best.score, is_proven: are_all_proven }, bound, code))
    }

    /// By how much less deep a move is searched.
    #[inline]
    fn reduction(&self, index: usize, is_quiet: bool, depth: u8, window: Window) -> u8 {
        if !self.has_reductions || !is_quiet || index < REDUCED_FROM || depth < REDUCED_DEPTH_MIN {
            return 0;
        }
        let late = u8::from(index >= REDUCED_TWICE_FROM) + u8::from(depth >= 8);
        let reduction = 1 + late;
        let is_open = !window.is_null();
        (reduction - u8::from(is_open).min(reduction)).min(depth - 2)
    }

    /// Searches a move to that depth, the move itself being the first ply of it. All but the first
    /// are only asked whether they are better, and then searched properly if they are.
    pub fn try_move(
        &mut self,
        next: &Node<J>,
        window: Window,
        is_first: bool,
        reduction: u8,
        depth: u8,
        plies: u16,
    ) -> Result<Found, Stopped> {
        let below = depth - 1;
        if is_first {
            return Ok(self.search(next, window.for_opponent(), below, plies + 1)?.for_opponent());
        }
        let null = Window::null_above(window.alpha).for_opponent();
        let mut found = self.search(next, null, below - reduction, plies + 1)?.for_opponent();
        if reduction > 0 && found.score > window.alpha {
            found = self.search(next, null, below, plies + 1)?.for_opponent();
        }
        if window.holds(found.score) && !window.is_null() {
            found = self.search(next, window.for_opponent(), below, plies + 1)?.for_opponent();
        }
        Ok(found)
    }

    #[inline]
    fn key_of(&self, position: &Ultimate) -> u64 {
        position.key() ^ if self.has_reductions { 0 } else { UNREDUCED_SALT }
    }

    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        if self.statistics.nodes >= self.next_look {
            self.look_up()?;
        }
        self.statistics.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look_up(&mut self) -> Result<(), Stopped> {
        if self.statistics.nodes >= self.limits.nodes_max || self.watch.is_over() {
            return Err(Stopped);
        }
        let next_look = self.statistics.nodes + NODES_BETWEEN_LOOKS;
        self.next_look = next_look.min(self.limits.nodes_max);
        Ok(())
    }
}

/// What needs no search: the game is over, or won by the next move, or what it can still come to
/// lies outside the window.
#[inline]
fn certain(position: &Ultimate, window: Window, plies: u16) -> Option<Found> {
    let proven = |score| Some(Found { score, is_proven: true });
    let side = position.turn();
    if let Some(outcome) = position.outcome() {
        return proven(Score::of_end(outcome, side, plies));
    }
    let win_at_once = Score::of_end(Outcome::Win(side), side, plies + 1);
    if win_at_once <= window.alpha || wins_at_once(position) {
        return proven(win_at_once);
    }
    // One's own last move may lose, by the count of boards or by a drawn one.
    let loss_next = Score::of_end(Outcome::Win(!side), side, plies + 1);
    if loss_next >= window.beta {
        return proven(loss_next);
    }
    if position.rules().end == End::Count || decided_boards(position) < LINES_LOST_FROM {
        return None;
    }
    let draw = Score::from(Verdict::Draw);
    let (can_win, can_lose) = (can_line(position, side), can_line(position, !side));
    let is_certain =
        if can_win { !can_lose && draw >= window.beta } else { !can_lose || draw <= window.alpha };
    if is_certain { proven(draw) } else { None }
}

/// With fewer local boards decided, both sides can commonly still make a global line.
const LINES_LOST_FROM: u32 = 3;

#[inline]
fn decided_boards(position: &Ultimate) -> u32 {
    let won = position.won_boards();
    (won.first | won.second | position.drawn_boards()).count_ones()
}

/// Whether the side to move completes a global line with its next move by winning a local board.
#[inline]
fn wins_at_once(position: &Ultimate) -> bool {
    let side = position.turn();
    let won = position.won_boards();
    let own = *won.get(side);
    let counting = match position.rules().draws {
        Draws::Neutral => own,
        Draws::Both => own | position.drawn_boards(),
    };
    let undecided = FULL_3X3 & !(won.first | won.second);
    let mut boards = completing_3x3(counting) & undecided & position.playable_boards();
    if boards == 0 {
        return false;
    }
    let barred = position.barred_cell();
    while boards != 0 {
        // Of nine boards.
        let marks = position.marks_in(boards.trailing_zeros() as u8);
        let empty = FULL_3X3 & !(marks.first | marks.second | barred);
        if completing_3x3(*marks.get(side)) & empty != 0 {
            return true;
        }
        boards &= boards - 1;
    }
    false
}

/// Whether a side may still get a global line, as far as that is seen from each local board alone.
#[inline]
fn can_line(position: &Ultimate, side: Side) -> bool {
    let lost = *position.won_boards().get(!side);
    match position.rules().draws {
        Draws::Both => has_line_3x3(FULL_3X3 & !lost),
        Draws::Neutral => {
            let mut possible = *position.won_boards().get(side);
            let taken = possible | lost | position.drawn_boards();
            for board in 0..BOARDS as u8 {
                let bit = 1 << board;
                let other = *position.marks_in(board).get(!side);
                if taken & bit == 0 && has_line_3x3(FULL_3X3 & !other) {
                    possible |= bit;
                }
            }
            has_line_3x3(possible)
        }
    }
}

/// What a score that was found in a window says at any depth. Where the table has led beyond the
/// depth, a shorter win may have been missed, so it is a bound.
#[inline]
fn bound_within(score: Score, bound: Bound, depth: u8) -> Bound {
    if bound != Bound::Exact || !score.is_decided() || score.is_decided_within(u16::from(depth)) {
        bound
    } else if score > Score::from(Verdict::Draw) {
        Bound::Lower
    } else {
        Bound::Upper
    }
}

/// What an entry says about a position that is searched with this window to this depth, so many
/// plies below the root; `None` if that is not enough.
#[inline]
fn answer(entry: Entry, window: Window, depth: u8, plies: u16) -> Option<Found> {
    if entry.depth < depth && !entry.is_proven {
        return None;
    }
    let score = entry.score.delayed(plies);
    let is_enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    is_enough.then_some(Found { score, is_proven: entry.is_proven })
}
