//! Games of the searcher against the tree search by random games with equal time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::strategic::Strategic;
use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::{Game, Outcome};
use zerosum_search::limits::{Limits, Watch};
use zerosum_search::searcher::{SearchResult, Searcher};
use zerosum_search::strategic::StrategicSearcher;

use crate::uct;

const TABLE_BYTES: usize = 16 << 20;

/// Minimum number of random plies at the beginning of a game; there are up to three more.
const OPENING_PLIES: u64 = 4;

/// The result of a game for the searcher.
struct Ended {
    number: u64,
    side: Side,
    outcome: Outcome,
    plies: u32,
    slowest: Duration,
}

/// Plays the given number of games, two at once, and prints the results.
pub(crate) fn play(rules: &StrategicRules, games: u64, time: Duration) {
    let next = AtomicU64::new(0);
    let (sender, ended) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || sender.send(game(rules, number, time)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        report(rules, ended.iter());
    });
}

fn report(rules: &StrategicRules, ended: impl Iterator<Item = Ended>) {
    let (mut wins, mut draws, mut losses) = (0_u32, 0_u32, 0_u32);
    for Ended { number, side, outcome, plies, slowest } in ended {
        match outcome {
            Outcome::Draw => draws += 1,
            Outcome::Win(winner) if winner == side => wins += 1,
            Outcome::Win(_) => losses += 1,
        }
        let score = f64::from(2 * wins + draws) / f64::from(2 * (wins + draws + losses));
        println!(
            "{rules}, game {number}: {outcome:?} after {plies} plies, the searcher was {side:?}, \
             slowest move {} ms; so far {wins} wins, {draws} draws, {losses} losses, {:.1} %",
            slowest.as_millis(),
            100.0 * score,
        );
    }
}

/// Both sides of an opening are played by games of neighbouring numbers.
fn game(rules: &StrategicRules, number: u64, time: Duration) -> Ended {
    let mut position = opening(rules, number / 2);
    let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut searcher = StrategicSearcher::new(TABLE_BYTES);
    let mut slowest = Duration::ZERO;
    loop {
        if let Some(outcome) = position.outcome() {
            return Ended { number, side, outcome, plies: position.plies(), slowest };
        }
        let code = if position.turn() == side {
            let mut clock = Clock { began: Instant::now(), time };
            let result = searcher.search(&position, Limits::NONE, &mut clock);
            slowest = slowest.max(clock.began.elapsed());
            result.best.expect("the game is in play")
        } else {
            let seed = Seed(number << 32 | u64::from(position.plies()));
            uct::best_move(&position, time, seed.mixed()).0
        };
        position.play(code).expect("both know the rules");
    }
}

fn opening(rules: &StrategicRules, number: u64) -> Strategic {
    let mut position = Strategic::new(rules.clone());
    for ply in 0..OPENING_PLIES + number % 4 {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let code = Seed(number << 16 | ply).pick(moves.into_iter());
        position.play(code.expect("the game has begun")).expect("it is legal");
    }
    position
}

pub(crate) struct Clock {
    pub(crate) began: Instant,
    pub(crate) time: Duration,
}

impl Watch for Clock {
    fn is_over(&mut self) -> bool {
        self.began.elapsed() >= self.time
    }

    fn progress(&mut self, _: &SearchResult) {}
}
