//! The mind for k in a row: attacks by fours, proofs and alpha-beta, in that order.

use crate::games::mnk::{Mnk, MnkSpec};
use crate::games::side::Side;
use crate::games::{Game, MoveCode};
use crate::search::mnk::board::Board;
use crate::search::mnk::budget::{Budget, Stopped};
use crate::search::mnk::duel::{Duel, ESTIMATE_MAX, RootMove, WON, estimate};
use crate::search::mnk::fours::{Attack, Fours};
use crate::search::mnk::proof::Proof;
use crate::search::mnk::threats::Hunt;
use crate::search::ranking::ScoredMove;
use crate::search::score::Score;
use crate::search::thought::{Distance, Limits, Statistics, Thinker, Thought, Watch};
use crate::search::{Verdict, successors};

/// Boards of so many cells are searched without leaving out anything, so distances are exact.
const THOROUGH_CELLS_MAX: u16 = 16;

/// Proofs are tried where so many cells are empty at most.
const PROOF_CELLS_MAX: usize = 64;

/// For every node of alpha-beta so many are spent on a proof.
const PROOF_SHARE: u64 = 2;

/// In a ranking, the proof of a move may take so many nodes, doubled with every ply of depth.
const RANKING_PROOF_NODES: u64 = 8;

/// The root's attack by fours may take so many positions. It is not interrupted, and of 22,000 random
/// positions on 15x15 none took more than 1,100.
const ROOT_FOURS_NODES_MAX: u64 = 20_000;

/// The root's attack by threats may take so many positions.
const ROOT_THREATS_NODES_MAX: u64 = 10_000;

/// From this depth on attacks by fours are seen to any length; a shallower search sees no further
/// than its depth.
const FOURS_DEPTH_MIN: u16 = 4;

/// An attack by fours of so many plies is the shortest of all wins: a win within three plies makes
/// fours only.
const SHORTEST_FOURS_PLIES: u16 = 5;

/// However few moves are tried, a win at once and two threats of the opponent are always seen. So what
/// is said to be a win in three or a loss in four is no nearer.
const SEEN_PLIES: u16 = 4;

/// Once a win is proven, the search goes on until it has taken so many times the nodes, and so many at
/// least, because it may find one that is known to be fast.
const HASTENING: u64 = 4;
const HASTENING_NODES_MIN: u64 = 100_000;

/// A mind for boards of one size and rule; asked about another board, it begins anew for that.
#[derive(Clone, Debug)]
pub struct MnkThinker {
    spec: MnkSpec,
    table_bytes: usize,
    duel: Duel,
    proof: Proof,
    fours: Fours,
}

/// What is proven about the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    /// The side to move does not win.
    NoWin,
    /// The plies within which the proof ends, if that is known too.
    Win {
        code: MoveCode,
        within: Option<u16>,
    },
    Draw(MoveCode),
    Loss {
        within: Option<u16>,
    },
}

impl MnkThinker {
    /// A mind that may remember in about so many bytes.
    pub fn new(spec: MnkSpec, table_bytes: usize) -> MnkThinker {
        let is_thorough = spec.cell_count() <= THOROUGH_CELLS_MAX;
        MnkThinker {
            spec,
            table_bytes,
            duel: Duel::new(table_bytes / 2, is_thorough),
            proof: Proof::new(table_bytes / 2),
            fours: Fours::default(),
        }
    }

    /// Every legal move with its score, in the order of the moves; none if the game is over. All are
    /// searched equally deep, the move itself being the first ply. The watch hears of no progress.
    pub fn rank(
        &mut self,
        position: &Mnk,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Vec<ScoredMove> {
        self.turn_to(position.spec());
        let mut board = Board::of(position);
        let mut budget = Budget::new(watch, limits.nodes_max);
        let mut ranking: Vec<ScoredMove> = successors(position)
            .map(|(code, next)| glance(position, &board, code, &next))
            .collect();
        let depth_max = limits.depth_max.min(position.max_plies() - position.plies());
        for depth in 1..=depth_max {
            let mut deeper = ranking.clone();
            for scored in deeper.iter_mut().filter(|scored| !scored.is_exact) {
                let cell = board.cell_of(scored.code).expect("a legal move is on the board");
                let plies = i16::try_from(depth).expect("a board has at most 225 cells");
                let MnkThinker { duel, fours, .. } = &mut *self;
                let found = duel.score_after(&mut board, cell, plies, fours, &mut budget);
                let Ok(score) = found else { return ranking };
                scored.score = score_of(score);
                scored.is_exact = scored.score.is_decided();
                scored.distance = distance_of(self.is_thorough(), scored.score, depth);
                scored.depth = depth;
                if !scored.is_exact && board.empty().len() <= PROOF_CELLS_MAX {
                    let proven = self.value_after(&mut board, cell, depth, &mut budget);
                    scored.is_exact = proven.is_some();
                    scored.score = proven.map_or(scored.score, Score::from);
                    scored.distance = Distance::of(scored.score, 0);
                }
            }
            ranking = deeper;
            if ranking.iter().all(|scored| scored.is_exact) {
                break;
            }
        }
        ranking
    }

    /// What is proven about a move that does not end the game within the nodes that its depth is
    /// worth. A win or a loss is certain within the length of the proof, or within the cells that are
    /// left.
    fn value_after(
        &mut self,
        board: &mut Board,
        cell: usize,
        depth: u16,
        budget: &mut Budget,
    ) -> Option<Verdict> {
        let nodes_max = RANKING_PROOF_NODES << depth.min(32);
        let me = board.turn();
        let left = u16::try_from(board.empty().len()).expect("a board has few cells");
        board.play(cell);
        let verdict = budget.part(nodes_max, |budget| {
            let MnkThinker { proof, fours, .. } = self;
            let winner = match proof.can_win(board, me, fours, budget) {
                Ok(true) => me,
                Ok(false) => match proof.can_win(board, !me, fours, budget) {
                    Ok(true) => !me,
                    Ok(false) => return Some(Verdict::Draw),
                    Err(Stopped) => return None,
                },
                Err(Stopped) => return None,
            };
            let length = proof.length(board, winner, fours, budget).ok().flatten();
            let plies = length.map(|plies| plies + 1);
            Some(if winner == me {
                Verdict::Win { plies: plies.unwrap_or(left - u16::from(left.is_multiple_of(2))) }
            } else {
                Verdict::Loss { plies: plies.unwrap_or(left - left % 2) }
            })
        });
        board.take_back(cell);
        verdict
    }

    /// Begins anew if the board is another one.
    fn turn_to(&mut self, spec: MnkSpec) {
        if spec != self.spec {
            *self = MnkThinker::new(spec, self.table_bytes);
        }
    }

    fn is_thorough(&self) -> bool {
        self.spec.cell_count() <= THOROUGH_CELLS_MAX
    }
}

impl Thinker for MnkThinker {
    type Game = Mnk;

    fn think(&mut self, position: &Mnk, limits: Limits, watch: &mut dyn Watch) -> Thought {
        self.turn_to(position.spec());
        if let Some(outcome) = position.outcome() {
            let statistics = Statistics { nodes: 1, leaves: 1, ..Statistics::default() };
            let score = Score::of_end(outcome, position.turn(), 0);
            let (best, distance, line) = (None, Distance::Exact, Vec::new());
            return Thought { best, score, is_exact: true, distance, depth: 0, line, statistics };
        }
        self.duel.age();
        let mut board = Board::of(position);
        let mut budget = Budget::new(watch, limits.nodes_max);
        let mut talk = Talk { mind: self, board: &mut board, budget: &mut budget };
        let mut thought = talk.think(position, limits);
        thought.statistics.nodes = budget.nodes().max(1);
        thought
    }

    fn forget(&mut self) {
        *self = MnkThinker::new(self.spec, self.table_bytes);
    }
}

/// The score as everybody else understands it.
fn score_of(score: i32) -> Score {
    match u16::try_from(WON - score.abs()) {
        Ok(plies) if score > ESTIMATE_MAX => Score::from(Verdict::Win { plies }),
        Ok(plies) if score < -ESTIMATE_MAX => Score::from(Verdict::Loss { plies }),
        _ => Score::of_estimate(score),
    }
}

/// What a search so deep knows about the distance of its score, on a board where nothing is left out
/// or on one where much is.
fn distance_of(is_thorough: bool, score: Score, depth: u16) -> Distance {
    Distance::of(score, if is_thorough { depth.max(SEEN_PLIES) } else { SEEN_PLIES })
}

/// What there is to say about a move without a search.
fn glance(position: &Mnk, board: &Board, code: MoveCode, next: &Mnk) -> ScoredMove {
    let score = match next.outcome() {
        Some(outcome) => Score::of_end(outcome, position.turn(), 1),
        None => Score::of_estimate(estimate(board)),
    };
    let (is_exact, line) = (next.outcome().is_some(), vec![code]);
    ScoredMove { code, score, is_exact, distance: Distance::Exact, depth: 1, line }
}

/// What there is to say about a win within so many plies that begins with the line.
fn thought_of_win(line: Vec<MoveCode>, plies: u16) -> Thought {
    let score = Score::from(Verdict::Win { plies });
    Thought {
        best: line.first().copied(),
        score,
        is_exact: true,
        distance: Distance::of(score, SHORTEST_FOURS_PLIES),
        depth: plies,
        line,
        statistics: Statistics::default(),
    }
}

/// One question to the mind.
struct Talk<'a, 'b> {
    mind: &'a mut MnkThinker,
    board: &'a mut Board,
    budget: &'a mut Budget<'b>,
}

impl Talk<'_, '_> {
    fn think(&mut self, position: &Mnk, limits: Limits) -> Thought {
        let MnkThinker { duel, fours, .. } = &mut *self.mind;
        let (mut moves, is_complete) = duel.root_moves(self.board, fours, self.budget);
        let mut thought = self.thought(&moves, 0, false, 0);
        if let Some(line) = self.attack(limits) {
            let plies = u16::try_from(line.len()).expect("a board has at most 225 cells");
            let thought = thought_of_win(line, plies);
            self.budget.watch().progress(&thought);
            return thought;
        }
        if let Some(thought) = self.hunt(limits) {
            self.budget.watch().progress(&thought);
            return thought;
        }
        let empty = self.board.empty().len();
        let depth_max = usize::from(limits.depth_max).min(empty);
        let depth_max = i16::try_from(depth_max).expect("a board has at most 225 cells");
        let mut known = Known::Nothing;
        let mut nodes_max = u64::MAX;
        for depth in 1..=depth_max.max(1) {
            let nodes_before = self.budget.nodes();
            let found = self.deepen(&mut moves, depth, nodes_max.saturating_sub(nodes_before));
            let Ok(score) = found else { break };
            thought = self.thought(&moves, score, is_complete, depth.unsigned_abs());
            let spent = self.budget.nodes() - nodes_before;
            if self.is_final(&thought, depth) {
                self.budget.watch().progress(&thought);
                break;
            }
            if empty <= PROOF_CELLS_MAX && !thought.score.is_decided() {
                let nodes_max = (spent * PROOF_SHARE + 64).min(self.budget.left());
                self.prove(position, &moves, nodes_max, &mut known);
                thought = self.with_known(thought, known);
            }
            self.budget.watch().progress(&thought);
            match known {
                Known::Nothing | Known::NoWin | Known::Loss { .. } => {}
                Known::Win { .. } if self.mind.is_thorough() => {}
                Known::Win { .. } => {
                    let enough = HASTENING.saturating_mul(self.budget.nodes());
                    nodes_max = nodes_max.min(enough.max(HASTENING_NODES_MIN));
                }
                Known::Draw(_) => break,
            }
        }
        self.with_known(thought, known)
    }

    fn deepen(
        &mut self,
        moves: &mut [RootMove],
        depth: i16,
        nodes_max: u64,
    ) -> Result<i32, Stopped> {
        let Talk { mind, board, budget } = self;
        let MnkThinker { duel, fours, .. } = &mut **mind;
        budget.part(nodes_max, |budget| duel.deepen(board, moves, depth, fours, budget))
    }

    /// Whether more depth would change nothing. On small boards the shortest win and the longest
    /// defence are known once they lie within the depth; elsewhere any win will do.
    fn is_final(&self, thought: &Thought, depth: i16) -> bool {
        let is_within = |plies: u16| i32::from(plies) <= i32::from(depth);
        match thought.score.verdict() {
            Verdict::Win { plies } => !self.mind.is_thorough() || is_within(plies),
            Verdict::Loss { plies } => is_within(plies),
            Verdict::Draw => false,
        }
    }

    /// A win by fours from the root, and then no search is needed.
    fn attack(&mut self, limits: Limits) -> Option<Vec<MoveCode>> {
        let is_shallow = limits.depth_max < FOURS_DEPTH_MIN || self.mind.is_thorough();
        let plies_max = if is_shallow { limits.depth_max.min(5) } else { u16::MAX };
        let nodes_max = ROOT_FOURS_NODES_MAX.min(self.budget.left() / 2).max(1);
        let nodes_before = self.mind.fours.nodes();
        let attack = self.mind.fours.find(self.board, plies_max, nodes_max);
        let nodes = self.mind.fours.nodes() - nodes_before;
        match (attack, self.budget.spend(nodes)) {
            (Attack::Wins(line), _) => {
                Some(line.into_iter().map(|cell| self.board.code_of(cell)).collect())
            }
            (Attack::Fails | Attack::Unknown, _) => None,
        }
    }

    /// A win by threats from the root, and then no search is needed either.
    fn hunt(&mut self, limits: Limits) -> Option<Thought> {
        if limits.depth_max < FOURS_DEPTH_MIN || self.mind.is_thorough() {
            return None;
        }
        let MnkThinker { duel, fours, .. } = &mut *self.mind;
        let nodes_max = ROOT_THREATS_NODES_MAX.min(self.budget.left() / 2);
        match duel.hunt(self.board, nodes_max, fours, self.budget) {
            Ok(Hunt::Wins(win)) => {
                let line = win.line.into_iter().map(|cell| self.board.code_of(cell)).collect();
                Some(thought_of_win(line, win.plies))
            }
            // Whoever spends next is stopped too.
            Ok(Hunt::Fails | Hunt::Unknown) | Err(Stopped) => None,
        }
    }

    /// Goes on with the proof for some nodes.
    fn prove(&mut self, position: &Mnk, moves: &[RootMove], nodes_max: u64, known: &mut Known) {
        let me = position.turn();
        let MnkThinker { proof, fours, .. } = &mut *self.mind;
        let mut prover = Prover { board: self.board, proof, fours, me };
        // Whatever stops it is found out again by whoever spends next.
        let _ = self.budget.part(nodes_max, |budget| prover.go_on(position, moves, known, budget));
    }

    fn thought(&self, moves: &[RootMove], score: i32, is_complete: bool, depth: u16) -> Thought {
        let best = moves.first().map(|best| self.board.code_of(best.cell));
        let is_unsure = score < -ESTIMATE_MAX && !is_complete;
        let score = if is_unsure { Score::of_estimate(score) } else { score_of(score) };
        Thought {
            best,
            score,
            is_exact: score.is_decided(),
            distance: distance_of(self.mind.is_thorough(), score, depth),
            depth,
            line: best.into_iter().collect(),
            statistics: Statistics::default(),
        }
    }

    /// The thought with what is proven beyond it. A win is then certain within the length of the proof,
    /// or within the cells that are left, and a loss too.
    fn with_known(&self, thought: Thought, known: Known) -> Thought {
        if thought.score.is_decided() {
            return thought;
        }
        let left = u16::try_from(self.board.empty().len()).expect("a board has few cells");
        let odd = left - u16::from(left.is_multiple_of(2));
        let even = left - u16::from(!left.is_multiple_of(2));
        let (best, verdict) = match known {
            Known::Nothing | Known::NoWin => return thought,
            Known::Win { code, within } => {
                (Some(code), Verdict::Win { plies: within.unwrap_or(odd) })
            }
            Known::Draw(code) => (Some(code), Verdict::Draw),
            Known::Loss { within } => {
                (thought.best, Verdict::Loss { plies: within.unwrap_or(even) })
            }
        };
        let line = if best == thought.best { thought.line } else { best.into_iter().collect() };
        let score = Score::from(verdict);
        Thought { best, score, is_exact: true, distance: Distance::of(score, 0), line, ..thought }
    }
}

/// The proof of one position.
struct Prover<'a> {
    board: &'a mut Board,
    proof: &'a mut Proof,
    fours: &'a mut Fours,
    me: Side,
}

impl Prover<'_> {
    /// Answers one question after another: does the side to move win, does the other side, and which
    /// move keeps the value.
    fn go_on(
        &mut self,
        position: &Mnk,
        moves: &[RootMove],
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        if *known == Known::Nothing {
            if self.proof.can_win(self.board, self.me, self.fours, budget)? {
                if let Some(code) = self.find_move(moves, self.me, true, budget)? {
                    *known = Known::Win { code, within: None };
                }
            } else {
                *known = Known::NoWin;
            }
        }
        if *known == Known::NoWin {
            // Nobody can be worse off for moving first on an empty board: a first mark anywhere,
            // and then whatever the other side would do.
            let is_lost = position.plies() > 0
                && self.proof.can_win(self.board, !self.me, self.fours, budget)?;
            if is_lost {
                *known = Known::Loss { within: None };
            } else if let Some(code) = self.find_move(moves, !self.me, false, budget)? {
                *known = Known::Draw(code);
            }
        }
        match known {
            Known::Win { code, within: within @ None } => {
                let cell = self.board.cell_of(*code).expect("a legal move is on the board");
                self.board.play(cell);
                let length = self.proof.length(self.board, self.me, self.fours, budget);
                self.board.take_back(cell);
                *within = length?.map(|plies| plies + 1);
            }
            Known::Loss { within: within @ None } => {
                *within = self.proof.length(self.board, !self.me, self.fours, budget)?;
            }
            Known::Win { .. } | Known::Loss { .. } => {}
            Known::Nothing | Known::NoWin | Known::Draw(_) => {}
        }
        Ok(())
    }

    /// The first of the moves after which the attacker can win or cannot, as wanted.
    fn find_move(
        &mut self,
        moves: &[RootMove],
        attacker: Side,
        wanted: bool,
        budget: &mut Budget,
    ) -> Result<Option<MoveCode>, Stopped> {
        let listed = moves.iter().map(|root| root.cell);
        let is_other = |cell: &usize| !moves.iter().any(|root| root.cell == *cell);
        let others: Vec<usize> = self.board.empty().bits().filter(is_other).collect();
        for cell in listed.chain(others) {
            self.board.play(cell);
            let answer = self.proof.can_win(self.board, attacker, self.fours, budget);
            self.board.take_back(cell);
            if answer? == wanted {
                return Ok(Some(self.board.code_of(cell)));
            }
        }
        Ok(None)
    }
}
