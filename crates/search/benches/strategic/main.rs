//! The searcher for strategic tic-tac-toe: how fast it is, what its levels cost, and how it fares
//! against the plainest tree search by random games.
//!
//! `cargo bench --bench strategic` prints speeds. After `--`, `--levels` prints what an analysis to
//! each depth costs; `--match N --ms M` plays N games with M milliseconds a move. `--rules NAME`
//! asks for one rule set instead of three.

mod matches;
mod uct;

use std::hint::black_box;
use std::time::{Duration, Instant};

use zerosum_games::seed::Seed;
use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::strategic::{Strategic, Target};
use zerosum_games::{Game, MoveCode};
use zerosum_search::limits::Limits;
use zerosum_search::searcher::Searcher;
use zerosum_search::strategic::StrategicSearcher;

use crate::matches::Clock;

const RULES: [&str; 3] = ["strategic", "strategic-functional", "strategic-hyper"];

const TABLE_BYTES: usize = 16 << 20;

/// Maximum time of an analysis.
const LEVEL_TIME_MAX: Duration = Duration::from_secs(10);

/// Number of positions of each kind that are analyzed.
const POSITIONS_MAX: usize = 50;

const SPEED_TIME: Duration = Duration::from_millis(500);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1)
    };
    let number = |name: &str| {
        after(name).map(|word| word.parse::<u64>().expect("a whole number follows the word"))
    };
    let names: Vec<&str> = after("--rules").map_or(RULES.to_vec(), |name| vec![name.as_str()]);
    for name in names {
        let rules: StrategicRules = name.parse().expect("a name of rules");
        if let Some(games) = number("--match") {
            matches::play(&rules, games, Duration::from_millis(number("--ms").unwrap_or(200)));
        } else if words.iter().any(|word| word == "--levels") {
            print_levels(&rules);
        } else {
            print_speeds(&rules);
        }
    }
}

fn print_speeds(rules: &StrategicRules) {
    let game = random_game(rules, 1);
    let moves = game.iter().skip(1).map(|(_, code)| *code);
    let pairs: Vec<(&Strategic, MoveCode)> =
        game.iter().map(|(position, _)| position).zip(moves).collect();
    let rounds = 200;
    let began = Instant::now();
    for _ in 0..rounds {
        for (position, code) in &pairs {
            let mut next = Strategic::clone(black_box(position));
            next.make(*code);
            black_box(next);
        }
    }
    // Far fewer than 2^53 of everything.
    let nanoseconds = began.elapsed().as_nanos() as f64 / (rounds * pairs.len()) as f64;
    println!("{rules}: clone and move {nanoseconds:.0} ns");
    for plies in [0, 60, 200] {
        let Some((position, _)) = game.get(plies) else { continue };
        let mut clock = Clock { began: Instant::now(), time: SPEED_TIME };
        let result = StrategicSearcher::new(TABLE_BYTES).search(position, Limits::NONE, &mut clock);
        let nodes = result.statistics.nodes as f64 / clock.began.elapsed().as_secs_f64();
        let (_, games) = uct::best_move(position, SPEED_TIME, 1);
        let (moves, depth, time) =
            (number_of_moves(position), result.depth, SPEED_TIME.as_millis());
        println!(
            "{rules}, ply {plies}, {moves} moves: {:.2} million nodes/s, \
             depth {depth} in {time} ms; {:.0} random games/s",
            nodes / 1e6,
            games as f64 / SPEED_TIME.as_secs_f64(),
        );
    }
}

fn print_levels(rules: &StrategicRules) {
    let games: Vec<_> = (1..40).map(|number| random_game(rules, number)).collect();
    let some = |is_wanted: fn(&Strategic) -> bool| -> Vec<Strategic> {
        let midgame = games.iter().flat_map(|game| game.iter().skip(80).step_by(7));
        let positions = midgame.map(|(position, _)| position);
        positions.filter(|position| is_wanted(position)).take(POSITIONS_MAX).cloned().collect()
    };
    let is_forced = |position: &Strategic| matches!(position.target(), Target::Tactical(..));
    let is_free = |position: &Strategic| position.target() == Target::Anywhere;
    print_levels_of(rules, "first position", &[Strategic::new(rules.clone())]);
    print_levels_of(rules, "forced", &some(is_forced));
    print_levels_of(rules, "free", &some(is_free));
}

fn print_levels_of(rules: &StrategicRules, name: &str, positions: &[Strategic]) {
    for depth in 1..=4 {
        let analyze = |position: &Strategic| {
            let mut searcher = StrategicSearcher::new(TABLE_BYTES);
            let began = Instant::now();
            let mut clock = Clock { began, time: LEVEL_TIME_MAX };
            let result = searcher.analyze(position, Limits::of_depth(depth), &mut clock);
            (began.elapsed(), result.statistics.nodes, result.moves.len())
        };
        let mut spent: Vec<(Duration, u64, usize)> = positions.iter().map(analyze).collect();
        spent.sort_unstable();
        let told = |(time, nodes, moves): (Duration, u64, usize)| {
            format!("{:.2} ms ({moves} moves, {nodes} nodes)", 1e3 * time.as_secs_f64())
        };
        let (median, most) = (spent.get(spent.len() / 2), spent.last());
        if let (Some(median), Some(most)) = (median, most) {
            let (count, median, most) = (spent.len(), told(*median), told(*most));
            println!(
                "{rules}, {name}, depth {depth}: {count} positions, median {median}, most {most}"
            );
        }
    }
}

/// The positions of a random game that are in play, each with the move that has led there.
fn random_game(rules: &StrategicRules, number: u64) -> Vec<(Strategic, MoveCode)> {
    let mut positions = vec![(Strategic::new(rules.clone()), MoveCode(0))];
    for ply in 0.. {
        let mut position = positions[positions.len() - 1].0.clone();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let Some(code) = Seed(number << 32 | ply).pick(moves.into_iter()) else { break };
        position.make(code);
        if position.outcome().is_some() {
            break;
        }
        positions.push((position, code));
    }
    positions
}

fn number_of_moves(position: &Strategic) -> usize {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.len()
}
