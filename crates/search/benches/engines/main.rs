//! Our searches against the crate `minimax`, on the same rules, positions and tables.
//!
//! `cargo bench --bench engines`, after `--` with `--long` also those positions that take the crate
//! many seconds, and with a word only those whose name has it.
//!
//! All contenders of a position take turns, round after round, so that they share any other load of
//! the machine; the printed numbers are medians. A ratio of 2 is twice as fast.

mod theirs;

use std::hint::black_box;
use std::time::{Duration, Instant};

use zerosum_games::Game;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::sheep::{Sheep, SheepStart};
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::ultimate::{Ultimate, UltimateRules};
use zerosum_search::deepening::evaluation::NoEvaluation;
use zerosum_search::deepening::iterative_deepening::GenericSearcher;
use zerosum_search::deepening::options::Options;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::mnk::searcher::MnkSearcher;
use zerosum_search::searcher::Searcher;
use zerosum_search::sheep::solution::SheepSolution;
use zerosum_search::tictactoe::solution::TicTacToeSolution;
use zerosum_search::ultimate::UltimateSearcher;
use zerosum_search::ultimate::evaluator::LineEvaluator;

const TABLE_BYTES: usize = 16 << 20;

/// A 3x3 board fits into the least.
const SMALL_TABLE_BYTES: usize = 1 << 18;

/// One way to search a position. It returns the number of positions it has looked at.
struct Contender {
    name: &'static str,
    run: Box<dyn FnMut() -> u64>,
}

/// The result of a contender.
struct Result {
    median: Duration,
    nodes: u64,
}

impl Contender {
    fn new(name: &'static str, run: impl FnMut() -> u64 + 'static) -> Contender {
        Contender { name, run: Box::new(run) }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_long = words.iter().any(|word| word == "--long");
    let only = words.iter().find(|word| !word.starts_with("--"));
    let is_wanted = |name: &str| only.is_none_or(|only| name.contains(only.as_str()));
    println!(
        "{:<28} {:<26} {:>12} {:>11} {:>9} {:>7} {:>7}",
        "position", "search", "median", "nodes", "Mnodes/s", "time", "speed"
    );
    for (name, rounds, contenders) in positions(is_long) {
        if is_wanted(name) {
            compare(name, rounds, contenders());
        }
    }
}

type Position = (&'static str, usize, fn() -> Vec<Contender>);

fn positions(is_long: bool) -> Vec<Position> {
    let mut positions: Vec<Position> = vec![
        ("3x3 to the end", 101, three_by_three),
        ("4x4x4 to the end", 9, || board("4x4x4", 16, TABLE_BYTES)),
        ("ultimate to depth 9", 15, || ultimate(9)),
        ("ultimate to depth 11", 5, || ultimate(11)),
        ("sheep to the end", 5, sheep),
    ];
    if is_long {
        positions.push(("5x4x4 to the end", 1, || board("5x4x4", 20, 16 * TABLE_BYTES)));
    }
    positions
}

fn three_by_three() -> Vec<Contender> {
    let board = TicTacToe::default();
    let mut contenders = generic(board, 9, SMALL_TABLE_BYTES);
    contenders.push(Contender::new("the table of all positions", || {
        black_box(TicTacToeSolution::compute());
        5_478
    }));
    contenders
}

fn board(spec: &'static str, plies: u8, table_bytes: usize) -> Vec<Contender> {
    let spec: MnkSpec = spec.parse().expect("a specification");
    let mut contenders = generic(Mnk::new(spec), plies, table_bytes);
    contenders.push(Contender::new("the game's own searcher", move || {
        let mut searcher = MnkSearcher::new(spec, table_bytes);
        nodes_of(&mut searcher, &Mnk::new(spec), u16::from(plies))
    }));
    contenders
}

fn ultimate(depth: u8) -> Vec<Contender> {
    let start = Ultimate::new(UltimateRules::STANDARD);
    let mut contenders = generic(start, depth, TABLE_BYTES);
    contenders.push(Contender::new("the game's own searcher", move || {
        let mut searcher =
            UltimateSearcher::<LineEvaluator>::new(UltimateRules::STANDARD, TABLE_BYTES);
        nodes_of(&mut searcher, &start, u16::from(depth))
    }));
    contenders
}

fn sheep() -> Vec<Contender> {
    let mut contenders = generic(Sheep::new(SheepStart::default()), 60, TABLE_BYTES);
    contenders.push(Contender::new("all positions there are", || {
        black_box(SheepSolution::compute());
        2_301_440
    }));
    contenders
}

/// The searches that serve every game. The first is the baseline.
fn generic<G: Game + 'static>(position: G, depth: u8, table_bytes: usize) -> Vec<Contender> {
    let full = Options { depth_step: 2, ..Options::full(table_bytes) };
    let at_once = Options { has_deepening: false, ..full };
    let (theirs, ours) = (position.clone(), position.clone());
    let search = move |position: &G, options| {
        let mut searcher = GenericSearcher::<NoEvaluation<G>>::new(options);
        nodes_of(&mut searcher, position, u16::from(depth))
    };
    vec![
        Contender::new("minimax 0.6", move || theirs::search(&theirs, depth, table_bytes)),
        Contender::new("ours, generic", move || search(&ours, full)),
        Contender::new("ours, generic, at once", move || search(&position, at_once)),
    ]
}

fn nodes_of<T: Searcher>(searcher: &mut T, position: &T::Game, depth: u16) -> u64 {
    black_box(searcher.search(position, Limits::of_depth(depth), &mut Unwatched)).statistics.nodes
}

fn compare(name: &str, rounds: usize, mut contenders: Vec<Contender>) {
    let mut times = vec![Vec::new(); contenders.len()];
    let mut nodes = vec![0; contenders.len()];
    for _ in 0..rounds {
        for (index, contender) in contenders.iter_mut().enumerate() {
            let began = Instant::now();
            nodes[index] = (contender.run)();
            times[index].push(began.elapsed());
        }
    }
    let results: Vec<Result> = times
        .into_iter()
        .zip(nodes)
        .map(|(mut times, nodes)| {
            times.sort_unstable();
            Result { median: times[times.len() / 2], nodes }
        })
        .collect();
    for (contender, result) in contenders.iter().zip(&results) {
        let theirs = &results[0];
        let (time, speed) = (theirs.seconds() / result.seconds(), result.speed() / theirs.speed());
        println!(
            "{name:<28} {:<26} {:>12} {:>11} {:>9.2} {time:>7.2} {speed:>7.2}",
            contender.name,
            format!("{:.3} ms", 1e3 * result.seconds()),
            result.nodes,
            result.speed() / 1e6,
        );
    }
}

impl Result {
    fn seconds(&self) -> f64 {
        self.median.as_secs_f64()
    }

    /// Positions looked at in a second.
    fn speed(&self) -> f64 {
        // Far fewer than 2^53.
        self.nodes as f64 / self.seconds()
    }
}
