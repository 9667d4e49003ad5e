//! The search of the crate `minimax` on our rules: a clone and a move for each position, as in ours.

use std::marker::PhantomData;

use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};
use zerosum_games::{Game, MoveCode, Outcome};

/// Codes of moves are below that in every game here but the sheep's, which has 1,024.
const CODE_MAX: u16 = 1_023;

struct Rules<G>(PhantomData<G>);

impl<G: Game> minimax::Game for Rules<G> {
    type S = G;
    type M = MoveCode;

    fn generate_moves(position: &G, moves: &mut Vec<MoveCode>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            position.legal_moves(moves);
        }
        winner
    }

    fn apply(position: &mut G, code: MoveCode) -> Option<G> {
        let mut next = position.clone();
        next.play(code).expect("only legal moves are tried");
        Some(next)
    }

    fn get_winner(position: &G) -> Option<Winner> {
        Some(match position.outcome()? {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == position.turn() => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }

    /// Its table takes the lowest and the highest bits as they are, and some of our keys are small.
    fn zobrist_hash(position: &G) -> u64 {
        let key = position.key().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key ^ (key >> 32)
    }

    fn table_index(MoveCode(code): MoveCode) -> u16 {
        code
    }

    fn max_table_index() -> u16 {
        CODE_MAX
    }
}

/// Scores every undecided position as even, as `NoEvaluation` does.
struct Even<G>(PhantomData<G>);

impl<G: Game> Evaluator for Even<G> {
    type G = Rules<G>;

    fn evaluate(&self, _: &G) -> Evaluation {
        0
    }
}

/// Searches to that depth, and returns the number of positions it has looked at. Of the crate's
/// options these were the fastest on these positions.
pub(crate) fn search<G: Game>(position: &G, depth: u8, table_bytes: usize) -> u64 {
    let options = IterativeOptions::new()
        .with_table_byte_size(table_bytes)
        .with_double_step_increment()
        .with_countermove_history();
    let mut search = IterativeSearch::new(Even(PhantomData), options);
    search.set_max_depth(depth);
    std::hint::black_box(search.choose_move(position));
    nodes_in(&search.stats(&mut position.clone()))
}

/// Reads the number of nodes from a report in prose: `Explored 123 nodes to depth 9.`
fn nodes_in(report: &str) -> u64 {
    let words = report.split_once("Explored ").and_then(|(_, rest)| rest.split_once(' '));
    words.and_then(|(nodes, _)| nodes.parse().ok()).expect("the report tells the nodes")
}
