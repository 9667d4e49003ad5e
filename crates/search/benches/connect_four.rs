//! Times and nodes of exact solutions of Connect Four on the board of 7 columns and 6 rows.
//!
//! `cargo bench -p zerosum-search --bench connect_four`, after `--` with a number of positions for each
//! class, 100 unless given, and with the names of files to take instead of random positions: a line
//! is a game in columns from 0, a space and the score in Pascal Pons's sense, which is compared.
//!
//! The classes are those of Pascal Pons: by plies played, "begin", "middle" and "end", and by plies
//! left, "easy", "medium" and "hard"
//! (<http://blog.gamesolver.org/solving-connect-four/02-test-protocol/>). Each position is solved with
//! an empty table.

use std::time::{Duration, Instant};

use zerosum_search::Verdict;
use zerosum_search::connect_four::board::Grid;
use zerosum_search::connect_four::solver::{Solver, TABLE_BYTES};
use zerosum_search::limits::{Budget, Unwatched};

/// The classes, with the first and the last number of plies played, and of plies left.
const CLASSES: [(&str, [u16; 2], [u16; 2]); 6] = [
    ("end easy", [29, 42], [0, 14]),
    ("middle easy", [15, 28], [0, 14]),
    ("middle medium", [15, 28], [15, 28]),
    ("begin easy", [0, 14], [0, 14]),
    ("begin medium", [0, 14], [15, 28]),
    ("begin hard", [0, 14], [29, 42]),
];

/// Seed of the random positions.
const SEED: u64 = 0x00C0_FFEE_0042;

/// Sums over the positions of a class.
#[derive(Default)]
struct Sums {
    positions: u32,
    nodes: u64,
    nodes_max: u64,
    time: Duration,
    time_max: Duration,
}

impl Sums {
    /// Solves a position, and counts it if its plies left are wanted.
    fn add(&mut self, grid: &Grid, is_wanted: impl Fn(Verdict) -> bool) {
        let mut solver = Solver::new(7, 6, TABLE_BYTES).expect("a size in range");
        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, u64::MAX);
        let begin = Instant::now();
        let verdict = solver.solve(grid, &mut budget).expect("nothing stops it");
        let time = begin.elapsed();
        if is_wanted(verdict) {
            self.positions += 1;
            self.nodes += budget.nodes();
            self.nodes_max = self.nodes_max.max(budget.nodes());
            self.time += time;
            self.time_max = self.time_max.max(time);
        }
    }

    fn print(&self, name: &str) {
        let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
        let positions = f64::from(self.positions.max(1));
        println!(
            "{name:<20} {:>6} {:>12.3} {:>12.3} {:>12} {:>12}",
            self.positions,
            milliseconds(self.time) / positions,
            milliseconds(self.time_max),
            self.nodes / u64::from(self.positions.max(1)),
            self.nodes_max
        );
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let count = words.iter().find_map(|word| word.parse().ok()).unwrap_or(100);
    println!(
        "{:<20} {:>6} {:>12} {:>12} {:>12} {:>12}",
        "class", "number", "mean ms", "longest ms", "mean nodes", "most nodes"
    );
    let files: Vec<&String> = words.iter().filter(|word| word.parse::<u32>().is_err()).collect();
    for file in &files {
        from_file(file, count);
    }
    if files.is_empty() {
        for (name, played, left) in CLASSES {
            at_random(name, played, left, count);
        }
    }
}

/// Solves the first positions of a file.
fn from_file(file: &str, count: u32) {
    let text = std::fs::read_to_string(file).expect("a file of positions");
    let mut sums = Sums::default();
    for line in text.lines().take(usize::try_from(count).expect("a small number")) {
        let (game, score) = line.split_once(' ').expect("a game and its score");
        let score: i32 = score.trim().parse().expect("a score");
        let played: Vec<u32> = game.chars().filter_map(|digit| digit.to_digit(10)).collect();
        let grid = Grid::after(7, 6, &played).expect("a game");
        sums.add(&grid, |verdict| {
            assert_eq!(score_of(verdict, &grid), score, "{line}");
            true
        });
    }
    sums.print(file.rsplit('/').next().unwrap_or(file));
}

/// The score of a verdict in Pascal Pons's sense: 22 less the pieces of the winner at the end.
fn score_of(verdict: Verdict, grid: &Grid) -> i32 {
    let worth =
        |plies: u16| 22 - (i32::try_from(grid.plies()).expect("few") + i32::from(plies) + 1) / 2;
    match verdict {
        Verdict::Win { plies } => worth(plies),
        Verdict::Draw => 0,
        Verdict::Loss { plies } => -worth(plies),
    }
}

/// Solves positions after random play until this many of the class are found.
fn at_random(name: &str, played: [u16; 2], left: [u16; 2], count: u32) {
    let mut lots = SEED;
    let mut below = |bound: u32| {
        lots ^= lots << 13;
        lots ^= lots >> 7;
        lots ^= lots << 17;
        u32::try_from(lots % u64::from(bound)).expect("below the bound")
    };
    let mut sums = Sums::default();
    while sums.positions < count {
        let plies = u32::from(played[0]) + below(u32::from(played[1] - played[0] + 1));
        let mut grid = Grid::new(7, 6).expect("a size in range");
        while grid.plies() < plies && !grid.is_over() {
            grid = grid.play(below(7)).unwrap_or(grid);
        }
        if grid.is_over() {
            continue;
        }
        let total = 42 - u16::try_from(grid.plies()).expect("few");
        sums.add(&grid, |verdict| {
            let plies = match verdict {
                Verdict::Win { plies } | Verdict::Loss { plies } => plies,
                Verdict::Draw => total,
            };
            (left[0]..=left[1]).contains(&plies)
        });
    }
    sums.print(name);
}
