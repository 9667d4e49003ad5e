//! The plainest tree search by random games: UCB1 with a constant of 1.4, a new node in each game,
//! and nothing known but the rules.

use std::time::{Duration, Instant};

use zerosum_games::strategic::Strategic;
use zerosum_games::{Game, MoveCode, Outcome};

/// Weight of the exploration term for a child with few tries.
const EXPLORATION: f64 = 1.4;

/// Number of games between two looks at the clock.
const GAMES_BETWEEN_LOOKS: u64 = 16;

/// A position of the tree, by the move that leads to it.
struct Node {
    code: MoveCode,
    children: Vec<usize>,
    untried: Vec<MoveCode>,
    visits: f64,
    /// For the side that has made the move: 1 for a game won, a half for a draw.
    wins: f64,
}

/// The move that was tried most often in that time, and the number of games played.
pub(crate) fn best_move(root: &Strategic, time: Duration, seed: u64) -> (MoveCode, u64) {
    let began = Instant::now();
    let mut chance = Chance(seed);
    let mut nodes = vec![Node::of(MoveCode(0), root)];
    let mut games = 0;
    // Some games are played in any case, even after the deadline.
    while games == 0 || games % GAMES_BETWEEN_LOOKS != 0 || began.elapsed() < time {
        play_one(root, &mut nodes, &mut chance);
        games += 1;
    }
    let most = nodes[0].children.iter().max_by(|a, b| {
        let visits = |index: usize| nodes[index].visits;
        visits(**a).total_cmp(&visits(**b))
    });
    (nodes[*most.expect("there was time for a game")].code, games)
}

/// Goes down the tree, adds a node, plays on by chance and counts the result all the way up.
fn play_one(root: &Strategic, nodes: &mut Vec<Node>, chance: &mut Chance) {
    let mut position = root.clone();
    let mut path = vec![0];
    let mut at = 0;
    while nodes[at].untried.is_empty() && !nodes[at].children.is_empty() {
        let parent = &nodes[at];
        let best = parent.children.iter().copied().max_by(|a, b| {
            nodes[*a].bound(parent.visits).total_cmp(&nodes[*b].bound(parent.visits))
        });
        at = best.expect("the node has children");
        position.make(nodes[at].code);
        path.push(at);
    }
    if !nodes[at].untried.is_empty() {
        let picked = chance.below(nodes[at].untried.len());
        let code = nodes[at].untried.swap_remove(picked);
        position.make(code);
        nodes.push(Node::of(code, &position));
        let new = nodes.len() - 1;
        nodes[at].children.push(new);
        path.push(new);
    }
    let outcome = play_by_chance(position, chance);
    let mut mover = !root.turn();
    for index in path {
        nodes[index].visits += 1.0;
        nodes[index].wins += match outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner == mover)),
        };
        mover = !mover;
    }
}

/// The outcome of a game that goes on by chance.
pub(crate) fn play_by_chance(mut position: Strategic, chance: &mut Chance) -> Outcome {
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        moves.clear();
        position.legal_moves(&mut moves);
        position.make(moves[chance.below(moves.len())]);
    }
}

impl Node {
    fn of(code: MoveCode, position: &Strategic) -> Node {
        let mut untried = Vec::new();
        position.legal_moves(&mut untried);
        Node { code, children: Vec::new(), untried, visits: 0.0, wins: 0.0 }
    }

    fn bound(&self, parent_visits: f64) -> f64 {
        self.wins / self.visits + EXPLORATION * (parent_visits.ln() / self.visits).sqrt()
    }
}

/// Numbers by SplitMix64.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        let bits = zerosum_games::seed::Seed(self.0).mixed();
        // The high half of the product is below the count.
        ((u128::from(bits) * count as u128) >> 64) as usize
    }
}
