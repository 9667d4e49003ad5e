//! `zerosum match`: two engines play each other, with an estimate of their difference in strength.
//!
//! `process` is a child process, `engine` an engine that is one, in either protocol; `game` plays one game, and
//! [`statistics`] weighs the results.

// The lines between keep the formatter from sorting this reading order.

mod process;
mod engine;
mod offered_options;
mod ugi_engine;
mod gomocup_engine;
pub(crate) mod game;
pub(crate) mod openings;
pub mod statistics;
pub(crate) mod record;
pub(crate) mod report;
mod workers;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use thiserror::Error;
use zerosum_games::Outcome;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};

use crate::engine::Protocol;
use crate::engine_match::engine::EngineCommand;
use crate::engine_match::game::{Pace, Rules};
use crate::engine_match::openings::Openings;
use crate::engine_match::process::{EngineFault, SplitError, split_command};
use crate::engine_match::record::Record;
use crate::engine_match::report::{Standing, write_standing};
use crate::engine_match::statistics::{Decision, Results, Sprt};
use crate::engine_match::workers::{Contest, PlayedPair, play_pairs};
use crate::positions::read_game;
use crate::progress::Progress;

/// Default time of a move, in milliseconds.
const MOVE_MILLIS_DEFAULT: u64 = 100;

/// Lets two engines play each other, which speak UGI or the protocol of Gomocup
///
/// Every random opening is played twice, with the sides exchanged. Moves are checked by the rules of
/// this program; an engine that makes an illegal one, is late, silent or exits loses that game.
#[derive(Clone, Debug, Args)]
pub struct Match {
    /// The command of engine A; this program if it is left out
    pub engine_a: Option<String>,

    /// The command of engine B; this program if it is left out
    pub engine_b: Option<String>,

    /// The game by any name that the bot knows, for example 3x3 or gomoku
    #[arg(long, value_parser = read_game)]
    pub game: GameSpec,

    /// Games, two of each opening; one more if the number is odd
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,

    /// Milliseconds for a move; 100 if nothing else limits it
    #[arg(long, value_name = "MS", group = "pace", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub movetime: Option<u64>,

    /// Nodes for a move
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Plies that are searched for a move
    #[arg(long, value_name = "PLIES", group = "pace", value_parser = clap::value_parser!(u16).range(1..))]
    pub depth: Option<u16>,

    /// The protocol of engine A
    #[arg(long, value_name = "PROTOCOL", default_value = "ugi")]
    pub protocol_a: Protocol,

    /// The protocol of engine B
    #[arg(long, value_name = "PROTOCOL", default_value = "ugi")]
    pub protocol_b: Protocol,

    /// An option of engine A, for example Level=strong, which the engine must list if it lists any; may be given
    /// several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = read_option)]
    pub option_a: Vec<(String, String)>,

    /// An option of engine B
    #[arg(long, value_name = "NAME=VALUE", value_parser = read_option)]
    pub option_b: Vec<(String, String)>,

    /// Random plies before the engines begin; at least two of the longest game must be left
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    pub opening_plies: u16,

    /// Keeps only openings in which a search of N positions gives both sides about equal chances
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub balanced: Option<u64>,

    /// Chooses the openings
    #[arg(long, default_value_t = 1)]
    pub seed: u32,

    /// Milliseconds by which a move may be late
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub tolerance: u64,

    /// Ends the match as soon as it is clear whether A differs from B by ELO0 or by ELO1
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_hypotheses, allow_hyphen_values = true)]
    pub sprt: Option<(f64, f64)>,

    /// Probability that the test errs if ELO0 is true
    #[arg(long, default_value_t = 0.05, value_parser = read_rate)]
    pub alpha: f64,

    /// Probability that the test errs if ELO1 is true
    #[arg(long, default_value_t = 0.05, value_parser = read_rate)]
    pub beta: f64,

    /// Games that are played at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub concurrency: u32,

    /// A new file for the games
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// Reason why there is no match.
#[derive(Debug, Error)]
pub enum MatchError {
    #[error(transparent)]
    Split(#[from] SplitError),
    #[error("engine {letter}: {fault}")]
    Engine { letter: char, fault: EngineFault },
    #[error("the protocol of Gomocup is for boards such as 15x15x5, not for {0}")]
    NotOnBoard(String),
    #[error("an opening of {game} has at most {max} plies, not {asked}")]
    Opening { game: String, max: u16, asked: u16 },
    #[error("cannot find out where this program is: {0}")]
    Program(io::Error),
    #[error("cannot make the record {}: {reason}", .path.display())]
    Record { path: PathBuf, reason: io::Error },
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// Plays the match and writes its result. A file that is there already is not overwritten.
pub fn run(arguments: &Match, out: &mut impl Write) -> Result<(), MatchError> {
    let contest = contest_of(arguments)?;
    // Both engines must start before anything else is done.
    let names = workers::introduce(&contest)?;
    let mut record = arguments.record.as_deref().map(create).transpose()?;
    let sprt = arguments.sprt.map(|(elo0, elo1)| {
        let Match { alpha, beta, .. } = *arguments;
        Sprt { elo0, elo1, alpha, beta }
    });
    let Rules { spec, pace, .. } = contest.rules;
    for ((letter, name), engine) in ['A', 'B'].iter().zip(&names).zip(&contest.engines) {
        writeln!(out, "{letter}: {name}, {}", describe(engine))?;
    }
    let (pairs, plies) = (contest.pairs, contest.opening_plies);
    let kind = if contest.balanced.is_some() { "balanced openings" } else { "openings" };
    writeln!(out, "{}: {pairs} pairs of games, {pace}, {kind} of {plies} plies", spec.name())?;

    let mut standing = Standing::default();
    let mut shortest = usize::from(plies);
    let progress = Progress::start(standing_text(&standing, pairs, sprt.as_ref()));
    play_pairs(&contest, |pair| {
        if let Some(file) = &mut record {
            write_pair(spec, &names, &pair, file)?;
        }
        shortest = shortest.min(pair.opening_plies);
        for fault in count(&mut standing, &pair) {
            progress.above(|| writeln!(out, "{fault}"))?;
        }
        progress.say(standing_text(&standing, pairs, sprt.as_ref()));
        let is_decided = sprt.is_some_and(|sprt| {
            let ratio = standing.results.pairs.log_likelihood_ratio(&sprt);
            sprt.decision(ratio) != Decision::Open
        });
        Ok(!is_decided)
    })?;
    drop(progress);
    if let Some(file) = &mut record {
        file.flush()?;
    }
    let has_time = matches!(pace, Pace::MoveTime(_));
    write_standing(&standing, sprt.as_ref(), has_time, out)?;
    if shortest < usize::from(plies) {
        writeln!(out, "shortest opening: {shortest} plies")?;
    }
    Ok(())
}

fn create(path: &Path) -> Result<BufWriter<File>, MatchError> {
    let failed = |reason| MatchError::Record { path: path.to_owned(), reason };
    Ok(BufWriter::new(File::create_new(path).map_err(failed)?))
}

fn contest_of(arguments: &Match) -> Result<Contest, MatchError> {
    let (max, asked) = (Openings::plies_max(arguments.game), arguments.opening_plies);
    if asked > max {
        return Err(MatchError::Opening { game: arguments.game.name(), max, asked });
    }
    let Match { engine_a, engine_b, protocol_a, protocol_b, option_a, option_b, .. } = arguments;
    let engines = [
        engine_command(arguments.game, engine_a.as_deref(), *protocol_a, option_a)?,
        engine_command(arguments.game, engine_b.as_deref(), *protocol_b, option_b)?,
    ];
    let pace = match (arguments.movetime, arguments.nodes, arguments.depth) {
        (_, Some(nodes), _) => Pace::Nodes(nodes),
        (_, _, Some(depth)) => Pace::Depth(depth),
        (movetime, None, None) => {
            Pace::MoveTime(Duration::from_millis(movetime.unwrap_or(MOVE_MILLIS_DEFAULT)))
        }
    };
    let tolerance = Duration::from_millis(arguments.tolerance);
    Ok(Contest {
        engines,
        rules: Rules { spec: arguments.game, pace, tolerance },
        pairs: arguments.games.div_ceil(2),
        opening_plies: arguments.opening_plies,
        balanced: arguments.balanced,
        seed: arguments.seed,
        concurrency: arguments.concurrency,
    })
}

/// The command of an engine; without a text that of this program.
fn engine_command(
    spec: GameSpec,
    text: Option<&str>,
    protocol: Protocol,
    options: &[(String, String)],
) -> Result<EngineCommand, MatchError> {
    if protocol == Protocol::Gomocup && !matches!(spec, GameSpec::Mnk(_)) {
        return Err(MatchError::NotOnBoard(spec.name()));
    }
    let words = match text {
        Some(text) => split_command(text)?,
        None => this_program(spec, protocol)?,
    };
    Ok(EngineCommand { words, protocol, options: options.to_vec() })
}

fn this_program(spec: GameSpec, protocol: Protocol) -> Result<Vec<String>, MatchError> {
    let program = std::env::current_exe().map_err(MatchError::Program)?;
    let program = program.to_string_lossy().into_owned();
    let protocol = format!("--protocol={}", protocol.name());
    Ok(vec![program, "engine".to_owned(), spec.name(), protocol])
}

fn describe(engine: &EngineCommand) -> String {
    let options: String =
        engine.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    format!("{}{options}", engine.words.join(" "))
}

/// Counts a pair; returns the faults in it.
fn count(standing: &mut Standing, pair: &PlayedPair) -> Vec<String> {
    standing.results.add([&pair.games[0], &pair.games[1]].map(|game| game.outcome));
    let mut faults = Vec::new();
    for (game, side_of_a) in pair.games.iter().zip(Side::ALL) {
        let overrun = [game.overrun.get(side_of_a), game.overrun.get(!side_of_a)];
        for (most, overrun) in standing.overrun.iter_mut().zip(overrun) {
            *most = (*most).max(*overrun);
        }
        if let (Some(fault), Outcome::Win(winner)) = (&game.fault, game.outcome) {
            let loser = usize::from(winner == side_of_a);
            standing.faults[loser] += 1;
            let moves = game.moves.join(" ");
            let letter = ['A', 'B'][loser];
            faults.push(format!("pair {}: {letter} loses: {fault} (after {moves})", pair.number));
        }
    }
    faults
}

fn write_pair(
    spec: GameSpec,
    names: &[String; 2],
    pair: &PlayedPair,
    out: &mut impl Write,
) -> io::Result<()> {
    let names = BySide { first: names[0].as_str(), second: names[1].as_str() };
    for (game, number) in pair.games.iter().zip(1_u32..) {
        let record = Record {
            spec,
            round: (pair.number, number),
            players: if number == 1 { names } else { names.swapped() },
            opening_plies: pair.opening_plies,
            played: game,
        };
        writeln!(out, "{record}")?;
    }
    Ok(())
}

fn read_option(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    let is_line = |part: &str| !part.is_empty() && !part.contains(char::is_control);
    match parts {
        Some((name, value)) if is_line(name) && is_line(value) => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("an option is a name, =, and a value".to_owned()),
    }
}

fn read_hypotheses(text: &str) -> Result<(f64, f64), String> {
    /// Upper limit of a measurable difference.
    const ELO_MAX: f64 = 1_000.0;
    let parts = text.split_once(',');
    let numbers = parts.and_then(|(elo0, elo1)| {
        Some((elo0.trim().parse::<f64>().ok()?, elo1.trim().parse::<f64>().ok()?))
    });
    match numbers {
        Some((elo0, elo1)) if elo0 < elo1 && -ELO_MAX <= elo0 && elo1 <= ELO_MAX => {
            Ok((elo0, elo1))
        }
        _ => Err(format!("two differences within {ELO_MAX} Elo, the smaller one first: 0,5")),
    }
}

fn read_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse::<f64>().ok().filter(|rate| (0.000_001..0.5).contains(rate));
    rate.ok_or_else(|| "a share above 0 and below 0.5".to_owned())
}

/// Describes the current result of a match that is being played.
fn standing_text(standing: &Standing, pairs: u32, sprt: Option<&Sprt>) -> String {
    let Results { wins, draws, losses } = standing.results.games;
    let played = standing.results.games.games() / 2;
    let test = sprt.map_or(String::new(), |sprt| {
        format!(", LLR {:.2}", standing.results.pairs.log_likelihood_ratio(sprt))
    });
    format!("{played} of {pairs} pairs, +{wins} ={draws} -{losses}{test}")
}
