//! `zerosum train`: fits an evaluation to games of the search with itself: that of Ultimate tic-tac-toe,
//! or that of five in a row, of which `gomoku` tells.
//!
//! The fitted numbers are those of [`Parameters`]: the weights of fourteen features of a position,
//! the chances in decided boards, and four numbers for every filling of a local board up to mirror
//! images. The evaluation is the logarithm of the odds of winning, as in a logistic regression; but
//! its features are products of such numbers themselves, so it is fitted by gradient descent.
//!
//! `self_play` makes the data. The search plays itself by the evaluation that is thought out, with
//! 750 to 1,250 nodes a move, from openings of 1 to 12 random plies and with one random move in 25,
//! until the end is proven. A position before that is an example; a fifth of its label is the result
//! for the side to move, the rest the chance of winning that the search saw. The positions of one
//! game in twenty are held out. `fit` begins with the numbers that are thought out, and `model`
//! is the evaluation with its gradient. At the end `contest` plays the fitted numbers, as they are
//! read back from the file, against those of the program.
//!
//! The files of the program, `ultimate/fitted/line.txt` and `count.txt` in `crates/search/src`, were
//! made by this recipe as their source tells it, with data that were not kept, by a program that was
//! not kept either. So these commands give files like them, not the same:
//!
//! ```text
//! zerosum train ultimate --out line.txt
//! zerosum train ultimate-count --out count.txt
//! ```
//!
//! The same arguments give the same file on every machine whose floats are those of IEEE 754, with
//! any number of threads: games are told apart by seeds, every search ends by its nodes and not by
//! the clock, sums have a fixed order, and no function is called that libraries round differently.
//! Only the losses that are written are made with the logarithm of the system.

// The lines between keep the formatter from sorting this reading order.

mod self_play;
mod model;
mod fit;
mod contest;
mod gomoku;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use thiserror::Error;
use zerosum_games::any::GameSpec;
use zerosum_games::mnk::MnkSpec;
use zerosum_games::seed::Seed;
use zerosum_games::ultimate::UltimateRules;
use zerosum_search::mnk::patterns::numbers::NumbersError;
use zerosum_search::ultimate::evaluator::{Evaluator, LineEvaluator, Weights};
use zerosum_search::ultimate::parameters::{Parameters, ParametersError};
use zerosum_search::ultimate::patterns::Classes;

use crate::engine_match::report::write_results;
use crate::engine_match::statistics::MatchResults;
use crate::positions::read_game;
use crate::progress::{Progress, grouped};
use crate::side_by_side::side_by_side;
use crate::train::fit::{entropy, fit, loss};
use crate::train::model::{Example, Model};

/// One game in this many is held out.
const HELD_OUT_IN: usize = 20;

/// Weight of a turn in own lines before it is fitted. It has a weight of 0 where it is not thought
/// out, and then neither the weight nor the patterns would ever move.
const OWN_TURN_WEIGHT: f64 = 1.0;

/// Index of that weight.
const OWN_TURN: usize = 8;

/// Fits the evaluation of Ultimate tic-tac-toe or gomoku to games with itself, and compares it with
/// that of the program
///
/// The same arguments give the same file. A program built with optimisation takes about a minute.
#[derive(Clone, Debug, Args)]
pub struct Train {
    /// The game by its name: ultimate, ultimate-count and so on, or gomoku
    #[arg(value_parser = read_trained)]
    pub game: Trained,

    /// A new file for the numbers, as those that crates/search/src holds
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Games that the search plays with itself
    #[arg(long, value_name = "N", default_value_t = 9_000, value_parser = clap::value_parser!(u32).range(20..=1_000_000))]
    pub games: u32,

    /// Chooses openings, random moves and the order of the examples
    #[arg(long, default_value_t = 1)]
    pub seed: u32,

    /// Games against the numbers of the program, two of each opening; one more if the number is odd
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub match_games: u32,

    /// Games that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub concurrency: u32,
}

/// A game whose evaluation is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trained {
    Ultimate(UltimateRules),
    Gomoku,
}

/// Reason why nothing is fitted.
#[derive(Debug, Error)]
pub enum TrainError {
    #[error("cannot make the file {}: {reason}", .path.display())]
    File { path: PathBuf, reason: io::Error },
    #[error("the file that was written cannot be read back: {0}")]
    ReadBack(#[from] ParametersError),
    #[error("the file that was written cannot be read back: {0}")]
    ReadBackGomoku(#[from] NumbersError),
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// Examples of the games that were played.
struct Data {
    fitted: Vec<Example>,
    held_out: Vec<Example>,
}

/// Plays, fits, writes the file and compares. A file that is there already is not overwritten.
pub fn run(train: &Train, out: &mut impl Write) -> Result<(), TrainError> {
    match train.game {
        Trained::Ultimate(rules) => run_ultimate(train, rules, out),
        Trained::Gomoku => gomoku::run(train, out),
    }
}

fn run_ultimate(
    train: &Train,
    rules: UltimateRules,
    out: &mut impl Write,
) -> Result<(), TrainError> {
    let Train { games, seed, .. } = *train;
    let failed = |reason| TrainError::File { path: train.out.clone(), reason };
    let mut file = File::create_new(&train.out).map_err(failed)?;
    let classes = Classes::new();
    let thought_out = LineEvaluator::thought_out(rules);
    let progress = Progress::start("playing");

    let start = Instant::now();
    let data = play(train, rules, &thought_out, &classes, &progress);
    let playing_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let mut model = Model::of(&thought_out.parameters());
    if model.weights[OWN_TURN] == 0.0 {
        model.weights[OWN_TURN] = OWN_TURN_WEIGHT;
    }
    fit(&mut model, classes.fillings().len(), &data.fitted, seed.into(), &progress);
    let fitting_seconds = start.elapsed().as_secs_f64();
    drop(progress);

    let text = format!("{}{}", heading(train, rules, &data), model.parameters());
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
    // The evaluation uses the file as other programs will read it, rounding included.
    let parameters: Parameters = fs::read_to_string(&train.out).map_err(failed)?.parse()?;
    let [fitted, held_out] = [&data.fitted, &data.held_out].map(|part| grouped(part.len() as u64));
    writeln!(
        out,
        "{rules}: {games} games, {playing_seconds:.1} s; {fitted} positions fitted, \
         {fitting_seconds:.1} s; {held_out} held out"
    )?;
    write_losses(rules, &parameters, &data.held_out, out)?;
    if train.match_games > 0 {
        write_match(train, rules, &parameters, out)?;
    }
    Ok(())
}

/// The head of the file, in the form of comments.
fn heading(train: &Train, game: UltimateRules, Data { fitted, held_out }: &Data) -> String {
    let Train { games, seed, .. } = train;
    let [fitted, held_out] = [fitted, held_out].map(Vec::len);
    format!(
        "# What games have taught about positions of {game}: zerosum train {game} --games {games} --seed {seed}\n\
         # fitted these numbers to {fitted} positions and held out {held_out}.\n\
         # All numbers are thousandths: first the weights of the features, then the chances in a board that is won,\n\
         # lost and drawn, then patterns: nine cells row by row, x for a mark of the side to move and o for one of the\n\
         # other side; its chance; what its turn is worth in own lines, in lines of the other side, and alone.\n"
    )
}

fn play(
    train: &Train,
    rules: UltimateRules,
    evaluator: &LineEvaluator,
    classes: &Classes,
    progress: &Progress,
) -> Data {
    let Train { games, .. } = *train;
    let one = |number| self_play::play(rules, evaluator, classes, seed_of(train, number));
    let said = |played| progress.say(format!("playing: {played} of {games} games"));
    let mut data = Data { fitted: Vec::new(), held_out: Vec::new() };
    for (number, examples) in
        side_by_side(games, train.concurrency, one, said).into_iter().enumerate()
    {
        let is_held_out = number % HELD_OUT_IN == 0;
        let place = if is_held_out { &mut data.held_out } else { &mut data.fitted };
        place.extend(examples);
    }
    data
}

fn write_match(
    train: &Train,
    rules: UltimateRules,
    parameters: &Parameters,
    out: &mut impl Write,
) -> io::Result<()> {
    let (fitted, ours) = (LineEvaluator::with(parameters), LineEvaluator::of(rules));
    let pairs = train.match_games.div_ceil(2);
    let progress = Progress::start("playing a match");
    // The games differ from those that the fit was made with.
    let one =
        |number| contest::play_pair(rules, [&fitted, &ours], seed_of(train, train.games + number));
    let said = |played| progress.say(format!("playing a match: {played} of {pairs} pairs"));
    let mut results = MatchResults::default();
    for outcomes in side_by_side(pairs, train.concurrency, one, said) {
        results.add(outcomes);
    }
    drop(progress);
    let nodes = contest::NODES;
    writeln!(
        out,
        "A plays by the fitted numbers, B by those of the program, {nodes} nodes a move:"
    )?;
    write_results(&results, out)
}

fn write_losses(
    rules: UltimateRules,
    parameters: &Parameters,
    held_out: &[Example],
    out: &mut impl Write,
) -> io::Result<()> {
    let even = Parameters { weights: Weights::default(), ..parameters.clone() };
    let thought_out = LineEvaluator::thought_out(rules).parameters();
    let ours = LineEvaluator::of(rules).parameters();
    writeln!(out, "Loss (mean cross entropy) on the positions held out:")?;
    for (name, parameters) in [
        ("all weights 0", &even),
        ("thought out", &thought_out),
        ("in the program", &ours),
        ("fitted", parameters),
    ] {
        writeln!(out, "  {name:<15}{:.4}", loss(&Model::of(parameters), held_out))?;
    }
    writeln!(out, "  {:<15}{:.4}", "least possible", entropy(held_out))
}

/// Another seed for each game and each seed of the command.
fn seed_of(train: &Train, number: u32) -> Seed {
    Seed(u64::from(train.seed) << 32 | u64::from(number))
}

fn read_trained(text: &str) -> Result<Trained, String> {
    match read_game(text).map_err(|error| error.to_string())? {
        GameSpec::Ultimate(rules) => Ok(Trained::Ultimate(rules)),
        GameSpec::Mnk(MnkSpec::GOMOKU) => Ok(Trained::Gomoku),
        GameSpec::TicTacToe
        | GameSpec::Mnk(_)
        | GameSpec::ConnectFour(_)
        | GameSpec::Strategic(_)
        | GameSpec::Sheep(_) => {
            Err("only the evaluations of ultimate games and gomoku are fitted".to_owned())
        }
    }
}
