//! Fits the evaluation of five in a row on large boards.
//!
//! It is a weighted sum of counts, so this is a logistic regression. The search plays itself by the
//! numbers of the program, from openings of 3 to 9 random marks in the middle, with one random move
//! near a mark in 25. A position without a threat to complete five, of which nothing is proven, is
//! an example; half of its label is the result for the side to move, the rest the chance of winning
//! that the search saw. Beginning with the numbers that are thought out, it would take more rounds
//! than one to get where the program is: each round sees the positions that the numbers of the one
//! before lead to.

use std::fs::{self, File};
use std::io::Write;
use std::time::Instant;

use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::mnk::patterns::numbers::{COUNT, Numbers, UNIT};
use zerosum_search::mnk::patterns::root::PatternPlayer;

use crate::engine_match::report::write_results;
use crate::engine_match::statistics::MatchResults;
use crate::progress::{Progress, grouped};
use crate::seeds::SeedSequence;
use crate::side_by_side::side_by_side;
use crate::train::fit::shuffle;
use crate::train::model::logistic;
use crate::train::{HELD_OUT_IN, Train, TrainError, seed_of};

/// Memory for the tables of a game; a move looks at few positions.
const TABLE_BYTES: usize = 1 << 20;

/// Random marks before the search begins, and the part of the board that they are on.
const OPENING_PLIES: std::ops::RangeInclusive<u16> = 3..=9;
const MIDDLE: std::ops::RangeInclusive<u16> = 4..=10;

/// Nodes for a move.
const NODES: std::ops::RangeInclusive<u64> = 450..=750;

/// One move in this many is random, next to a mark.
const RANDOM_MOVE_IN: u32 = 25;

/// Games are drawn after this many plies: little happens where most of the board is full.
const PLIES_MAX: u16 = 150;

/// Share of the game's result in a label; the rest is the search's estimate.
const RESULT_SHARE: f64 = 0.5;

/// Passes over the examples, examples in a step, and the size of the first step, which falls to 0.
const PASSES: u32 = 30;
const BATCH: usize = 1_024;
const RATE: f64 = 0.01;

/// Share of the running mean of the gradients that stays in a step, and of their squares.
const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;

/// Keeps the divisor away from zero, and weights that are hardly ever seen near it.
const SQUARE_FLOOR: f64 = 1e-6;
const SHRINKING: f64 = 1e-5;

/// Nodes for a move of the match.
const MATCH_NODES: u64 = 2_000;

/// Columns of the board.
const COLUMNS: u16 = 15;

/// A position: how often each weight is part of its evaluation, where it is at all.
struct Example {
    counts: Vec<(usize, f64)>,
    label: f64,
}

/// Plays, fits, writes the file and compares, as [`run`](crate::train::run) does.
pub(super) fn run(train: &Train, out: &mut impl Write) -> Result<(), TrainError> {
    let failed = |reason| TrainError::File { path: train.out.clone(), reason };
    let mut file = File::create_new(&train.out).map_err(failed)?;
    let begun = Numbers::fitted();
    let progress = Progress::start("playing");
    let start = Instant::now();
    let (examples, held_out) = play_all(train, &begun, &progress);
    let playing_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let numbers = fit(&begun, &examples, train.seed.into(), &progress);
    let fitting_seconds = start.elapsed().as_secs_f64();
    drop(progress);
    let text = format!("{}{numbers}", heading(train, examples.len(), held_out.len()));
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
    // The evaluation uses the file as other programs will read it, rounding included.
    let numbers: Numbers = fs::read_to_string(&train.out).map_err(failed)?.parse()?;
    let [fitted, held] = [&examples, &held_out].map(|part| grouped(part.len() as u64));
    writeln!(
        out,
        "gomoku: {} games, {playing_seconds:.1} s; {fitted} positions fitted, \
         {fitting_seconds:.1} s; {held} held out",
        train.games
    )?;
    writeln!(out, "Loss (mean cross entropy) on the positions held out:")?;
    let none = Numbers { weights: [0.0; COUNT] };
    for (name, numbers) in
        [("all weights 0", &none), ("in the program", &begun), ("fitted", &numbers)]
    {
        writeln!(out, "  {name:<15}{:.4}", loss(numbers, &held_out))?;
    }
    if train.match_games > 0 {
        write_match(train, &numbers, &begun, out)?;
    }
    Ok(())
}

/// The head of the file, in the form of comments.
fn heading(train: &Train, fitted: usize, held_out: usize) -> String {
    let Train { games, seed, .. } = train;
    format!(
        "# What games have taught about five in a row: zerosum train gomoku --games {games} --seed {seed}\n\
         # fitted these numbers to {fitted} positions and held out {held_out}, beginning with those of the program.\n"
    )
}

/// The examples to fit and those that are held out.
fn play_all(train: &Train, numbers: &Numbers, progress: &Progress) -> (Vec<Example>, Vec<Example>) {
    let said = |played| progress.say(format!("playing: {played} of {} games", train.games));
    let one = |number| play(numbers, seed_of(train, number));
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for (number, examples) in
        side_by_side(train.games, train.concurrency, one, said).into_iter().enumerate()
    {
        let is_held_out = number % HELD_OUT_IN == 0;
        if is_held_out { &mut held_out } else { &mut fitted }.extend(examples);
    }
    (fitted, held_out)
}

/// The examples of a game.
fn play(numbers: &Numbers, seed: Seed) -> Vec<Example> {
    let mut seeds = SeedSequence::new(seed);
    let mut player = PatternPlayer::new(numbers, Rule::Free, TABLE_BYTES);
    let mut position = after_opening(&mut seeds);
    let mut seen = Vec::new();
    let points_of_first = loop {
        if let Some(outcome) = position.outcome() {
            break points(outcome);
        }
        if position.plies() > PLIES_MAX {
            break 0.5;
        }
        let nodes = seeds.next().pick(NODES).expect("there is a choice");
        let found = player.search(&position, Limits::of_nodes(nodes), &mut Unwatched);
        if found.is_exact {
            let is_of_first = found.score.is_won() == (position.turn() == Side::First);
            break f64::from(u8::from(is_of_first));
        }
        if let Some(counts) = player.counts(&position) {
            let logit = f64::from(found.score.value()) / f64::from(UNIT);
            seen.push((counts, position.turn(), logistic(logit)));
        }
        let mut code = found.best.expect("a game in play has a move");
        if seeds.next().pick(0..RANDOM_MOVE_IN) == Some(0) {
            let near = near_moves(&position);
            code = seeds.next().pick(near.into_iter()).unwrap_or(code);
        }
        position.play(code).expect("the move is legal");
    };
    let example = |(counts, turn, seen): ([i16; COUNT], Side, f64)| {
        let result = if turn == Side::First { points_of_first } else { 1.0 - points_of_first };
        let counts = counts.into_iter().map(f64::from).enumerate();
        Example {
            counts: counts.filter(|(_, count)| *count != 0.0).collect(),
            label: RESULT_SHARE * result + (1.0 - RESULT_SHARE) * seen,
        }
    };
    seen.into_iter().map(example).collect()
}

/// A position after random marks in the middle.
fn after_opening(seeds: &mut SeedSequence) -> Mnk {
    let mut position = Mnk::new(MnkSpec::GOMOKU);
    let plies = seeds.next().pick(OPENING_PLIES).expect("there is a choice");
    for _ in 0..plies {
        let is_middle = |MoveCode(cell): &MoveCode| {
            MIDDLE.contains(&(cell % COLUMNS)) && MIDDLE.contains(&(cell / COLUMNS))
        };
        let moves: Vec<MoveCode> = moves(&position).into_iter().filter(is_middle).collect();
        if let Some(code) = seeds.next().pick(moves.into_iter()) {
            position.play(code).expect("the move is legal");
        }
    }
    position
}

fn moves(position: &Mnk) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The moves at most two cells away from a mark.
fn near_moves(position: &Mnk) -> Vec<MoveCode> {
    let marks: Vec<MoveCode> =
        position.spec().cells().filter(|code| position.mark(*code).is_some()).collect();
    let is_near = |MoveCode(a): &MoveCode, MoveCode(b): &MoveCode| {
        (a % COLUMNS).abs_diff(b % COLUMNS) <= 2 && (a / COLUMNS).abs_diff(b / COLUMNS) <= 2
    };
    let mut moves = moves(position);
    moves.retain(|code| marks.iter().any(|mark| is_near(code, mark)));
    moves
}

fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Win(Side::Second) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// Adam on the cross entropy; see [`fit`](mod@crate::train::fit).
fn fit(begun: &Numbers, examples: &[Example], seed: u64, progress: &Progress) -> Numbers {
    let mut weights = begun.weights.map(|weight| f64::from(weight / UNIT));
    let (mut means, mut squares) = ([0.0; COUNT], [0.0; COUNT]);
    let (mut mean_left, mut square_left) = (1.0, 1.0);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let steps = f64::from(PASSES) * examples.len().div_ceil(BATCH) as f64;
    let mut step = 0.0;
    for pass in 1..=PASSES {
        progress.say(format!("fitting: pass {pass} of {PASSES}"));
        shuffle(&mut order, Seed::of_turn(seed, pass));
        for batch in order.chunks(BATCH) {
            let mut gradient = weights.map(|weight| SHRINKING * weight * batch.len() as f64);
            for example in batch.iter().map(|index| &examples[*index]) {
                let error = logistic(logit(&weights, example)) - example.label;
                example.counts.iter().for_each(|(index, count)| gradient[*index] += error * count);
            }
            mean_left *= MEAN_DECAY;
            square_left *= SQUARE_DECAY;
            let rate = RATE * (1.0 - step / steps);
            for (index, weight) in weights.iter_mut().enumerate() {
                let slope = gradient[index] / batch.len() as f64;
                means[index] = MEAN_DECAY * means[index] + (1.0 - MEAN_DECAY) * slope;
                squares[index] =
                    SQUARE_DECAY * squares[index] + (1.0 - SQUARE_DECAY) * slope * slope;
                let size = (squares[index] / (1.0 - square_left)).sqrt();
                *weight -= rate * means[index] / (1.0 - mean_left) / (size + SQUARE_FLOOR);
            }
            step += 1.0;
        }
    }
    // The evaluation makes do with floats of 32 bits.
    Numbers { weights: weights.map(|weight| weight as f32 * UNIT) }
}

fn logit(weights: &[f64; COUNT], example: &Example) -> f64 {
    example.counts.iter().map(|(index, count)| weights[*index] * count).sum()
}

/// The mean cross entropy of the labels, in natural units.
fn loss(numbers: &Numbers, examples: &[Example]) -> f64 {
    let weights = numbers.weights.map(|weight| f64::from(weight / UNIT));
    let of_one = |example: &Example| {
        let share = logistic(logit(&weights, example)).clamp(1e-9, 1.0 - 1e-9);
        -(example.label * share.ln() + (1.0 - example.label) * (1.0 - share).ln())
    };
    examples.iter().map(of_one).sum::<f64>() / examples.len() as f64
}

fn write_match(
    train: &Train,
    fitted: &Numbers,
    ours: &Numbers,
    out: &mut impl Write,
) -> Result<(), TrainError> {
    let pairs = train.match_games.div_ceil(2);
    let progress = Progress::start("playing a match");
    let one = |number| {
        // The games differ from those that the fit was made with.
        let seed = seed_of(train, train.games + number);
        let start = after_opening(&mut SeedSequence::new(seed));
        [contest(start, [fitted, ours]), contest(start, [ours, fitted])]
    };
    let said = |played| progress.say(format!("playing a match: {played} of {pairs} pairs"));
    let mut results = MatchResults::default();
    for outcomes in side_by_side(pairs, train.concurrency, one, said) {
        results.add(outcomes);
    }
    drop(progress);
    writeln!(
        out,
        "A plays by the fitted numbers, B by those of the program, {MATCH_NODES} nodes a move:"
    )?;
    Ok(write_results(&results, out)?)
}

fn contest(mut position: Mnk, [first, second]: [&Numbers; 2]) -> Outcome {
    let player = |numbers| PatternPlayer::new(numbers, Rule::Free, TABLE_BYTES);
    let mut players = BySide { first: player(first), second: player(second) };
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let player = players.get_mut(position.turn());
        let found = player.search(&position, Limits::of_nodes(MATCH_NODES), &mut Unwatched);
        position.play(found.best.expect("a game in play has a move")).expect("it is legal");
    }
}
