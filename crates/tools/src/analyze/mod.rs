//! `zerosum analyze`: distances between the cells of Strategic tic-tac-toe, and better sets of numbers.

// The lines between keep the formatter from sorting this reading order.

pub mod fraction;
pub mod graph;
mod report;
mod json;
mod heat_map;
pub mod search;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use thiserror::Error;
use zerosum_games::strategic::numbers::{NumberSet, NumberSetError, RuleSet};
use zerosum_picture::DrawError;

use crate::analyze::graph::{Distances, Graph, NINE};
use crate::analyze::heat_map::HeatMap;
use crate::analyze::json::{JsonAnswer, JsonFound};
use crate::analyze::search::{Found, Goal, Search, Shape};
use crate::progress::Progress;

/// Name of the tactical rule set where a set is asked for.
const TACTICAL: &str = "tactical";

/// Analyzes parts of a game other than its positions
#[derive(Clone, Debug, Args)]
pub struct Analyze {
    #[command(subcommand)]
    pub subject: Subject,
}

#[derive(Clone, Debug, Subcommand)]
pub enum Subject {
    Strategic(Strategic),
}

/// Number sets of Strategic tic-tac-toe: the numbers of moves between all cells
///
/// Each tactical cell, or in the functional rule set each row of three of them, is a node; a move leads
/// from the node in which it is made to that of the next move. Good sets have every node at a distance of
/// exactly 3 from itself. Without a set and a search, all sets that have names are compared.
#[derive(Clone, Debug, Args)]
pub struct Strategic {
    /// tactical, the name of a set such as map34 or hmap2, or one's own: 27, 81 or 729 digits, or s and 81
    #[arg(conflicts_with = "search")]
    pub set: Option<String>,

    /// Also show the distances from this cell, for example 5.4.1; the operational cell may be left out
    #[arg(long, value_name = "S.T.O", requires = "set", value_parser = read_cell)]
    pub from: Option<Cell>,

    /// A new file for a heat map: distances from the cell of --from, or else the average from each node
    #[arg(long, value_name = "FILE", requires = "set")]
    pub svg: Option<PathBuf>,

    /// A new PNG file for the same heat map
    #[arg(long, value_name = "FILE", requires = "set")]
    pub png: Option<PathBuf>,

    /// Print one line of JSON instead, for programs
    #[arg(long)]
    pub json: bool,

    /// Search for a set whose average distance is short or long, each node at 3 from itself
    #[arg(long, value_name = "SHAPE", value_enum)]
    pub search: Option<Shape>,

    #[command(flatten)]
    pub options: SearchOptions,
}

/// Settings of a search. It finds the same each time, unless it is ended by the clock.
#[derive(Clone, Debug, Args)]
pub struct SearchOptions {
    /// The average to search for
    #[arg(long, requires = "search", value_enum, default_value_t = Goal::Shortest)]
    pub goal: Goal,

    /// Chooses the start of the search and its steps
    #[arg(long, value_name = "N", requires = "search", default_value_t = 1)]
    pub seed: u64,

    /// Steps of each run; the default depends on the other options, and a shortest hyperfunctional set takes three
    /// times as many
    #[arg(long, value_name = "N", requires = "search", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub steps: Option<u64>,

    /// Runs, with this seed and those that follow; the best one is shown
    #[arg(long, value_name = "N", requires = "search", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub runs: u32,

    /// Runs at the same time
    #[arg(long, value_name = "N", requires = "search", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub concurrency: u32,

    /// Seconds after which the best so far is shown
    #[arg(long, value_name = "S", requires = "search", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub seconds: Option<u32>,
}

/// A cell; both numbers count from 0. Which operational cell it is makes no difference to distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub strategic: u8,
    pub tactical: u8,
}

/// Reason why nothing is analyzed.
#[derive(Debug, Error)]
pub enum AnalyzeError {
    #[error(
        "{0:?} is neither tactical nor the name of a number set; `zerosum analyze strategic` lists them"
    )]
    UnknownSet(String),
    #[error(transparent)]
    Numbers(#[from] NumberSetError),
    #[error("a heat map of averages needs a way from every node to every node")]
    NoAverage,
    #[error("the search has found no set with every node at a distance of 3 from itself")]
    NothingFound,
    #[error("cannot draw the heat map: {0}")]
    Draw(#[from] DrawError),
    #[error("cannot make the file {}: {reason}", .path.display())]
    File { path: PathBuf, reason: io::Error },
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// A set, or the tactical rule set, with its distances.
struct Analysis {
    name: String,
    rule_set: RuleSet,
    graph: Graph,
    distances: Distances,
}

/// Analyzes what is asked for. Files that are there already are not overwritten.
pub fn run(analyze: &Analyze, out: &mut impl Write) -> Result<(), AnalyzeError> {
    let Subject::Strategic(strategic) = &analyze.subject;
    match (strategic.search, &strategic.set) {
        (Some(shape), _) => run_search(shape, strategic, out),
        (None, Some(set)) => run_set(&Analysis::read(set)?, strategic, out),
        (None, None) => {
            let names = [TACTICAL].into_iter().chain(NumberSet::names());
            let all = names.map(Analysis::read).collect::<Result<Vec<_>, _>>()?;
            if strategic.json {
                JsonAnswer::of(&all, None).write(out)?;
            } else {
                report::write_table(&all, out)?;
            }
            Ok(())
        }
    }
}

fn run_set(
    analysis: &Analysis,
    strategic: &Strategic,
    out: &mut impl Write,
) -> Result<(), AnalyzeError> {
    let from = strategic.from;
    if strategic.svg.is_some() || strategic.png.is_some() {
        let map = HeatMap::of(analysis, from).ok_or(AnalyzeError::NoAverage)?;
        if let Some(path) = &strategic.svg {
            write_file(path, map.svg().as_bytes())?;
        }
        if let Some(path) = &strategic.png {
            write_file(path, &map.png()?)?;
        }
    }
    if strategic.json {
        JsonAnswer::of(std::slice::from_ref(analysis), from).write(out)?;
        return Ok(());
    }
    report::write_set(analysis, out)?;
    if let Some(from) = from {
        report::write_board(analysis, from, out)?;
    }
    Ok(())
}

fn run_search(
    shape: Shape,
    strategic: &Strategic,
    out: &mut impl Write,
) -> Result<(), AnalyzeError> {
    let SearchOptions { goal, seed, steps, runs, concurrency, seconds } = strategic.options;
    let deadline = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds.into()));
    let search = Search { shape, goal, seed, steps, runs, concurrency, deadline };
    let progress = Progress::start("searching");
    let found = search.run(&progress);
    drop(progress);
    let found = found.ok_or(AnalyzeError::NothingFound)?;
    if strategic.json {
        JsonFound::of(&found, &search).write(out)?;
        return Ok(());
    }
    report::write_found(&found, &search, out)?;
    if let Some(played) = &found.played {
        writeln!(out, "\nThe best with which a game is played:\n")?;
        report::write_found(played, &search, out)?;
    }
    Ok(())
}

fn write_file(path: &Path, content: &[u8]) -> Result<(), AnalyzeError> {
    let failed = |reason| AnalyzeError::File { path: path.to_owned(), reason };
    let mut file = File::create_new(path).map_err(failed)?;
    file.write_all(content).map_err(|reason| {
        // Half a file is of no use, and would be in the way of the next try.
        let _ = fs::remove_file(path);
        failed(reason)
    })
}

impl Analysis {
    fn read(text: &str) -> Result<Analysis, AnalyzeError> {
        if text == TACTICAL {
            let graph = Graph::tactical();
            let distances = graph.distances();
            let rule_set = RuleSet::Tactical;
            return Ok(Analysis { name: text.to_owned(), rule_set, graph, distances });
        }
        let numbers: NumberSet = text.parse().map_err(|error| {
            let digits = text.strip_prefix('s').unwrap_or(text);
            let is_name = digits.contains(|letter: char| letter.is_alphabetic());
            if is_name {
                AnalyzeError::UnknownSet(text.to_owned())
            } else {
                AnalyzeError::Numbers(error)
            }
        })?;
        Ok(Analysis::of(numbers.name().unwrap_or("own numbers"), &numbers))
    }

    fn found(Found { numbers, .. }: &Found) -> Analysis {
        Analysis::of(numbers.name().unwrap_or("found"), numbers)
    }

    fn of(name: &str, numbers: &NumberSet) -> Analysis {
        let graph = Graph::of_set(numbers);
        let distances = graph.distances();
        Analysis { name: name.to_owned(), rule_set: numbers.rule_set(), graph, distances }
    }

    fn node_of(&self, cell: Cell) -> usize {
        self.graph.node_of(cell.strategic.into(), cell.tactical.into())
    }
}

/// Reads the numbers of a cell, from 1, with a point or a space between them.
fn read_cell(text: &str) -> Result<Cell, String> {
    let numbers: Vec<&str> = text.split(['.', ' ']).collect();
    let read = |number: &&str| match number.parse() {
        Ok(number @ 1..=NINE) => u8::try_from(number - 1).ok(),
        Ok(_) | Err(_) => None,
    };
    let numbers: Option<Vec<u8>> = numbers.iter().map(read).collect();
    match numbers.as_deref() {
        Some([strategic, tactical] | [strategic, tactical, _]) => {
            Ok(Cell { strategic: *strategic, tactical: *tactical })
        }
        _ => Err("a cell is 2 or 3 numbers from 1 to 9, such as 5.4 or 5.4.1".to_owned()),
    }
}
