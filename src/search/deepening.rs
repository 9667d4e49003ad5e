//! Iterative deepening: a thinker for every game, made of an opinion about it.
//!
//! It searches one ply deep, then two, then three. Each depth leaves behind which moves were good,
//! so the next one tries those first; and whenever it has to stop, the last depth that was finished
//! has an answer. It stops by itself once no estimate takes part in the answer any more.

use std::marker::PhantomData;

use crate::games::{Game, MoveCode};
use crate::search::Verdict;
use crate::search::negamax::{Found, Memory, Search, Stopped, Window};
use crate::search::opinion::{Offhand, Opinion, Prospects};
use crate::search::options::Options;
use crate::search::ranking::ScoredMove;
use crate::search::score::Score;
use crate::search::thought::{Distance, Limits, Statistics, Thinker, Thought, Watch};

/// No search goes deeper, whatever its limits. Lines as long as that are read to the end only
/// where little is left of the game.
pub const DEPTH_MAX: u8 = 250;

/// Searches positions by an opinion that comes with them. What it remembers belongs to positions that
/// the opinion gives different keys, so it is asked about boards of one size and rule only, and by
/// opinions that agree.
#[derive(Clone, Debug)]
pub struct Searcher {
    /// They may change from one question to the next.
    pub options: Options,
    memory: Memory,
}

/// Searches positions of one game by an offhand opinion about it.
#[derive(Clone, Debug)]
pub struct Deepening<O> {
    searcher: Searcher,
    opinion: PhantomData<fn() -> O>,
}

/// The position that is asked about.
struct Root<O> {
    /// The most promising first.
    moves: Vec<RootMove<O>>,
    /// Nothing better can come of it.
    limit: Score,
}

/// A root move with the position it leads to.
struct RootMove<O> {
    code: MoveCode,
    next: O,
}

impl Searcher {
    pub fn new(options: Options) -> Searcher {
        Searcher { options, memory: Memory::new(options) }
    }

    /// Thinks about a position as [`Thinker::think`] does.
    pub fn think<O: Opinion>(
        &mut self,
        opinion: &O,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Thought {
        if let Some(thought) = thought_of_end(opinion.position()) {
            return thought;
        }
        let depth_max = depth_max(opinion.position(), limits);
        let mut root = self.root_of(opinion);
        let mut thought = thought_at_once(opinion, &root);
        let depths = self.options.depths(depth_max);
        let mut search = self.search(depth_max, limits, watch);
        for depth in depths {
            let result = search.deepen(&mut root, depth, &mut thought);
            thought.statistics = search.statistics;
            let Ok(found) = result else { break };
            search.watch().progress(&thought);
            if found.is_proven {
                break;
            }
        }
        thought
    }

    /// Forgets what belongs to the game that was played.
    pub fn forget(&mut self) {
        self.memory.forget();
    }

    /// Begins a search that goes so deep at most.
    pub fn search<'a>(
        &'a mut self,
        depth_max: u8,
        limits: Limits,
        watch: &'a mut dyn Watch,
    ) -> Search<'a> {
        self.memory.begin(usize::from(depth_max));
        Search::new(self.options, &mut self.memory, limits, watch)
    }

    fn root_of<O: Opinion>(&mut self, opinion: &O) -> Root<O> {
        let Memory { table, learnt, moves: stack, .. } = &mut self.memory;
        let moves = if self.options.has_ordering {
            let first = table.find(self.options.key_of(opinion)).map(|entry| entry.code);
            stack.push_ordered(opinion, opinion.position().turn(), learnt, 0, first)
        } else {
            stack.push(opinion)
        };
        let mut left = moves;
        let mut moves = Vec::new();
        while let Some((code, _)) = stack.pick(&mut left) {
            let mut next = opinion.clone();
            next.play(code);
            moves.push(RootMove { code, next });
        }
        stack.clear();
        let best = Score::from(opinion.prospects().best);
        let limit = if self.options.has_prospects { best } else { Score::HIGHEST };
        Root { moves, limit }
    }
}

impl<O: Offhand> Deepening<O> {
    pub fn new(options: Options) -> Deepening<O> {
        Deepening { searcher: Searcher::new(options), opinion: PhantomData }
    }

    /// Every legal move with its score, as [`Searcher::rank`] tells it.
    pub fn rank(
        &mut self,
        position: &O::Game,
        limits: Limits,
        watch: &mut dyn Watch,
    ) -> Vec<ScoredMove> {
        self.searcher.rank(&O::of(position), limits, watch)
    }
}

impl<O: Offhand> Thinker for Deepening<O> {
    type Game = O::Game;

    fn think(&mut self, position: &O::Game, limits: Limits, watch: &mut dyn Watch) -> Thought {
        self.searcher.think(&O::of(position), limits, watch)
    }

    fn forget(&mut self) {
        self.searcher.forget();
    }
}

/// A game that is over.
fn thought_of_end<G: Game>(position: &G) -> Option<Thought> {
    position.outcome()?;
    Some(Thought {
        best: None,
        score: Score::from(Prospects::by_rules(position).best),
        is_exact: true,
        distance: Distance::Exact,
        depth: 0,
        line: Vec::new(),
        statistics: Statistics { nodes: 1, leaves: 1, ..Statistics::default() },
    })
}

/// What there is to say before the search has begun: the most promising move.
fn thought_at_once<O: Opinion>(opinion: &O, root: &Root<O>) -> Thought {
    let best = root.moves.first().map(|root| root.code);
    let prospects = opinion.prospects();
    let is_exact = prospects.worst == prospects.best;
    let worth = if is_exact { 0 } else { opinion.worth() };
    Thought {
        best,
        score: prospects.estimate(worth),
        is_exact,
        distance: Distance::Exact,
        depth: 0,
        line: best.into_iter().collect(),
        statistics: Statistics { leaves: 1, ..Statistics::default() },
    }
}

/// As deep as is allowed, and no deeper than the game goes.
pub fn depth_max<G: Game>(position: &G, limits: Limits) -> u8 {
    let depth = limits.depth_max.min(position.max_plies());
    u8::try_from(depth).unwrap_or(DEPTH_MAX).min(DEPTH_MAX)
}

impl Search<'_> {
    /// Searches the root to this depth and writes down what it finds, also if it is stopped: a move
    /// that turned out better than the best one of the depth before is the better choice even if
    /// the rest is unknown.
    fn deepen<O: Opinion>(
        &mut self,
        root: &mut Root<O>,
        depth: u8,
        thought: &mut Thought,
    ) -> Result<Found, Stopped> {
        let mut reach = O::STEP.max(1);
        let mut window = Window::FULL;
        if self.options.has_null_windows && thought.depth > 0 {
            window = around(thought.score, reach);
        }
        loop {
            let found = self.search_root(root, window, depth, thought)?;
            if window.holds(found.score) {
                let best = root.moves.first().map(|root| root.code);
                let line = self.memory.lines.of_root().to_vec();
                let score = found.score;
                let is_exact = found.is_proven || score.is_decided();
                let depth = u16::from(depth);
                let (distance, statistics) = (self.distance_of(score, depth), self.statistics);
                *thought = Thought { best, score, is_exact, distance, depth, line, statistics };
                return Ok(found);
            }
            // The truth is outside; what is found is a bound, so look further on that side.
            reach = reach.saturating_mul(4);
            let wider = around(found.score, reach);
            if found.score <= window.alpha {
                window.alpha = wider.alpha;
            } else {
                window.beta = wider.beta;
            }
        }
    }

    /// Searches the root and moves the best move to the front. A bound above the window is as good
    /// as the score of that move; one below it says nothing about which is best.
    fn search_root<O: Opinion>(
        &mut self,
        root: &mut Root<O>,
        mut window: Window,
        depth: u8,
        thought: &mut Thought,
    ) -> Result<Found, Stopped> {
        self.count_node()?;
        let mut best = Found { score: Score::LOWEST, is_proven: true };
        let mut are_all_proven = true;
        for index in 0..root.moves.len() {
            let RootMove { code, next } = &root.moves[index];
            let code = *code;
            let found = self.try_move(next, window, index == 0, 0, depth, 0)?;
            are_all_proven &= found.is_proven;
            if index > 0 && found.score <= best.score {
                continue;
            }
            best = found;
            if found.score <= window.alpha {
                continue;
            }
            if !window.holds(found.score) {
                // A bound has no line: what is there belongs to another move.
                self.memory.lines.clear(1);
            }
            self.memory.lines.extend(0, code);
            root.moves[..=index].rotate_right(1);
            let distance = self.distance_of(found.score, thought.depth);
            write_down(thought, code, found.score, distance, self.memory.lines.of_root());
            let has_pruning = self.options.has_pruning;
            if has_pruning && (found.score >= window.beta || found.score >= root.limit) {
                return Ok(found);
            }
            if has_pruning {
                window.alpha = found.score;
            }
        }
        let is_within = best.score.is_decided_within(u16::from(depth));
        // With reductions, the distances are the truth only where that is all there is to know.
        let are_all_proven =
            are_all_proven && !(self.options.has_reductions && best.score.is_decided());
        Ok(Found { is_proven: are_all_proven || is_within, ..best })
    }
}

/// Notes the best move of a depth that is not finished. A lost one is not noted: the moves that
/// have not been tried may save the game.
fn write_down(
    thought: &mut Thought,
    code: MoveCode,
    score: Score,
    distance: Distance,
    line: &[MoveCode],
) {
    let is_won = score.is_decided() && score > Score::from(Verdict::Draw);
    if score.is_decided() && !is_won {
        return;
    }
    thought.best = Some(code);
    thought.score = score;
    thought.is_exact = is_won;
    thought.distance = distance;
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
