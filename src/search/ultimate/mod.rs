//! The mind for the ultimate game: iterative deepening over a search of its own, which goes deep
//! where moves are promising, and exact results where few cells are left.
//!
//! [`chances`] are what may become of a local board, [`patterns`] what its filling says about it,
//! [`judge`] is what a position is worth,
//! [`ordering`] is which move to try first, and [`search`] is the search below the root.

pub mod chances;
pub mod patterns;
pub mod judge;
pub mod ordering;
pub mod search;

use crate::games::ultimate::{BOARDS, Ultimate, UltimateRules};
use crate::games::{Game, MoveCode};
use crate::search::Verdict;
use crate::search::line::Lines;
use crate::search::negamax::{Stopped, Window};
use crate::search::score::Score;
use crate::search::table::Table;
use crate::search::thought::{Distance, Limits, Statistics, Thinker, Thought, Watch};
use crate::search::ultimate::judge::{Judge, LineJudge};
use crate::search::ultimate::ordering::{Learnt, ScoredMoves};
use crate::search::ultimate::search::{Memory, Node, Search};

/// With so many empty cells in open boards, or fewer, no move is searched less deep than others,
/// so that the search ends with the exact verdict.
pub const EXACT_EMPTY_MAX: u32 = 28;

/// By how much the estimates of one position commonly differ from one depth to the next.
const STEP: i32 = 40;

/// A mind for positions of any of the rule sets, with a judge of what it cannot read to the end.
#[derive(Clone, Debug)]
pub struct UltimateThinker<J = LineJudge> {
    rules: UltimateRules,
    judge: J,
    memory: Memory,
    table_bytes: usize,
}

/// The position that is asked about.
struct Root<J: Judge> {
    /// The most promising first.
    moves: Vec<(MoveCode, Node<J>)>,
}

impl<J: Judge> UltimateThinker<J> {
    /// A mind for these rules with a table of so many bytes.
    pub fn new(rules: UltimateRules, table_bytes: usize) -> UltimateThinker<J> {
        UltimateThinker::with_judge(rules, table_bytes, J::of(rules))
    }

    pub fn with_judge(rules: UltimateRules, table_bytes: usize, judge: J) -> UltimateThinker<J> {
        UltimateThinker { rules, judge, memory: memory(table_bytes), table_bytes }
    }

    fn root_of(&mut self, position: &Ultimate) -> Root<J> {
        let node = Node { position: *position, view: self.judge.view(position) };
        let Memory { table, learnt, moves: scored, .. } = &mut self.memory;
        let first = table.find(position.key()).map(|entry| entry.code);
        scored.truncate(0);
        scored.push_all(position, first, [None; 2], learnt);
        let mut moves = Vec::new();
        while let Some((code, _)) = scored.pick(moves.len()) {
            moves.push((code, node.after(&self.judge, code)));
        }
        scored.truncate(0);
        Root { moves }
    }
}

impl<J: Judge> Thinker for UltimateThinker<J> {
    type Game = Ultimate;

    /// A position of other rules than those of the mind makes it a mind for those rules.
    fn think(&mut self, position: &Ultimate, limits: Limits, watch: &mut dyn Watch) -> Thought {
        if position.rules() != self.rules {
            *self = UltimateThinker::new(position.rules(), self.table_bytes);
        }
        if let Some(outcome) = position.outcome() {
            let score = Score::of_end(outcome, position.turn(), 0);
            return thought_of(
                None,
                score,
                true,
                Statistics { nodes: 1, leaves: 1, ..Statistics::default() },
            );
        }
        let empty = empty_cells(position);
        // Between 1 and 81.
        let depth_max = limits.depth_max.min(empty as u16) as u8;
        self.memory.begin(81);
        let mut root = self.root_of(position);
        let worth = self.judge.worth(&self.judge.view(position), position);
        let best = root.moves.first().map(|(code, _)| *code);
        let mut thought = thought_of(best, Score::of_estimate(worth), false, Statistics::default());
        let mut search = Search::new(&self.judge, &mut self.memory, limits, watch);
        search.has_reductions = empty > EXACT_EMPTY_MAX;
        for depth in 1..=depth_max {
            let is_finished = search.deepen(&mut root, depth, &mut thought).is_ok();
            thought.statistics = search.statistics;
            if !is_finished {
                break;
            }
            search.watch.progress(&thought);
            let is_known = !thought.score.is_decided() && thought.is_exact;
            if is_known || thought.score.is_decided_within(u16::from(depth)) {
                break;
            }
        }
        thought
    }

    fn forget(&mut self) {
        self.memory = memory(self.table_bytes);
    }
}

impl<J: Judge> Search<'_, J> {
    /// Searches the root to this depth and writes down what it finds, also if it is stopped: a move
    /// that turned out better than the best one of the depth before is the better choice even if
    /// the rest is unknown.
    fn deepen(
        &mut self,
        root: &mut Root<J>,
        depth: u8,
        thought: &mut Thought,
    ) -> Result<(), Stopped> {
        let mut reach = STEP;
        let mut window =
            if thought.depth == 0 { Window::FULL } else { around(thought.score, reach) };
        loop {
            let (score, is_proven) = self.search_root(root, window, depth, thought)?;
            if window.holds(score) || window == Window::FULL {
                thought.best = root.moves.first().map(|(code, _)| *code);
                thought.score = score;
                thought.is_exact = is_proven || score.is_decided();
                thought.depth = u16::from(depth);
                thought.distance = Distance::of(score, thought.depth);
                thought.line = self.memory.lines.of_root().to_vec();
                return Ok(());
            }
            reach = reach.saturating_mul(4);
            let wider = around(score, reach);
            if score <= window.alpha {
                window.alpha = wider.alpha;
            } else {
                window.beta = wider.beta;
            }
        }
    }

    /// Searches the root and moves the best move to the front.
    fn search_root(
        &mut self,
        root: &mut Root<J>,
        mut window: Window,
        depth: u8,
        thought: &mut Thought,
    ) -> Result<(Score, bool), Stopped> {
        self.count_node()?;
        let mut best = Score::LOWEST;
        let mut are_all_proven = true;
        for index in 0..root.moves.len() {
            let (code, next) = &root.moves[index];
            let code = *code;
            let found = self.try_move(next, window, index == 0, 0, depth, 0)?;
            are_all_proven &= found.is_proven;
            if index > 0 && found.score <= best {
                continue;
            }
            best = found.score;
            if found.score <= window.alpha {
                continue;
            }
            self.memory.lines.extend(0, code);
            root.moves[..=index].rotate_right(1);
            write_down(thought, code, best, self.memory.lines.of_root());
            if best >= window.beta {
                return Ok((best, found.is_proven));
            }
            window.alpha = best;
        }
        Ok((best, are_all_proven))
    }
}

impl Memory {
    /// Gets ready for a search that goes so deep at most.
    fn begin(&mut self, depth_max: usize) {
        self.table.begin();
        self.learnt.begin(depth_max + 1);
        self.moves.truncate(0);
        self.lines.begin(depth_max + 1);
    }
}

fn memory(table_bytes: usize) -> Memory {
    Memory {
        table: Table::new(table_bytes),
        learnt: Learnt::default(),
        moves: ScoredMoves::default(),
        lines: Lines::default(),
    }
}

fn thought_of(
    best: Option<MoveCode>,
    score: Score,
    is_exact: bool,
    statistics: Statistics,
) -> Thought {
    let (distance, line) = (Distance::Exact, best.into_iter().collect());
    Thought { best, score, is_exact, distance, depth: 0, line, statistics }
}

/// Empty cells of the boards that are not closed: no line is longer.
pub fn empty_cells(position: &Ultimate) -> u32 {
    let open = position.open_boards();
    (0..BOARDS as u8)
        .filter(|board| open & (1 << board) != 0)
        .map(|board| position.marks_in(board))
        .map(|marks| 9 - (marks.first | marks.second).count_ones())
        .sum()
}

/// Notes the best move of a depth that is not finished. A lost one is not noted: the moves that
/// have not been tried may save the game.
fn write_down(thought: &mut Thought, code: MoveCode, score: Score, line: &[MoveCode]) {
    let is_won = score.is_decided() && score > Score::from(Verdict::Draw);
    if score.is_decided() && !is_won {
        return;
    }
    thought.best = Some(code);
    thought.score = score;
    thought.is_exact = is_won;
    thought.distance = Distance::of(score, thought.depth);
    thought.line.clear();
    thought.line.extend_from_slice(line);
}

/// The scores that are no further away than that; beyond the estimates there is no limit.
fn around(score: Score, reach: i32) -> Window {
    let (low, high) = (score.value().saturating_sub(reach), score.value().saturating_add(reach));
    let is_estimate = |value: i32| !Score::of_value(value).is_decided();
    Window {
        alpha: if is_estimate(low) { Score::of_value(low) } else { Score::LOWEST },
        beta: if is_estimate(high) { Score::of_value(high) } else { Score::HIGHEST },
    }
}
