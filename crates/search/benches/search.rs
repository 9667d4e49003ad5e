//! Cost of the ways of finding a move, side by side.

use divan::{Bencher, black_box};
use zerosum_games::seed::Seed;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_search::sheep::solution::SheepSolution;
use zerosum_search::tictactoe::solution::TicTacToeSolution;
use zerosum_search::{alpha_beta, minimax};

fn main() {
    divan::main();
}

/// One of nine equally good moves, the most there can be.
#[divan::bench]
fn look_up_the_empty_board(bencher: Bencher<'_, '_>) {
    let solution = TicTacToeSolution::compute();
    let position = TicTacToe::default();
    bencher.bench_local(|| solution.choose(black_box(&position), black_box(Seed(7))));
}

#[divan::bench]
fn look_up_the_middle_of_a_game(bencher: Bencher<'_, '_>) {
    let solution = TicTacToeSolution::compute();
    let position: TicTacToe = "O.X/X.X/.OO".parse().expect("a position in play");
    bencher.bench_local(|| solution.choose(black_box(&position), black_box(Seed(7))));
}

#[divan::bench]
fn solve_all_positions() -> TicTacToeSolution {
    TicTacToeSolution::compute()
}

#[divan::bench]
fn solve_all_positions_of_the_sheep() -> SheepSolution {
    SheepSolution::compute()
}

#[divan::bench]
fn minimax_from_the_empty_board() -> minimax::Ranking {
    minimax::rank(black_box(&TicTacToe::default()))
}

#[divan::bench]
fn alpha_beta_from_the_empty_board() -> alpha_beta::Best {
    alpha_beta::search(black_box(&TicTacToe::default()))
}
