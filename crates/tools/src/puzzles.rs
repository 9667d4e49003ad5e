//! `zerosum puzzles`: makes puzzles out of games between engines, and checks them.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use thiserror::Error;
use zerosum_games::any::GameSpec;
use zerosum_games::seed::Seed;
use zerosum_search::puzzle::collection::in_turn;
use zerosum_search::puzzle::maker::PuzzleMaker;
use zerosum_search::puzzle::solver::{NotAPuzzle, PuzzleSolver};
use zerosum_search::puzzle::{Puzzle, PuzzleTextError, has_puzzles};
use zerosum_search::solutions::Solutions;

use crate::positions::read_game;
use crate::progress::Progress;

/// Ratio of puzzles looked for to puzzles wanted, so that a mixture can be chosen.
const CHOICE: usize = 4;

/// Maximum size of a file to check.
const FILE_BYTES_MAX: u64 = 4 << 20;

/// Default games for puzzles, by their names.
const GAMES: [&str; 11] = [
    "3x3",
    "4x4x3",
    "4x4x4",
    "5x5x4",
    "6x6x4",
    "6x6x5",
    "7x7x5",
    "connect-four",
    "ultimate",
    "sheep",
    "sheep-6",
];

/// Makes puzzles, positions in which exactly one move is right, out of games between engines
///
/// Prints one a line: the game, the moves played, the theme, the level and the solution. All of it is
/// proven. The same arguments give the same puzzles.
#[derive(Clone, Debug, Args)]
pub struct Puzzles {
    /// A game by any name that the bot knows, but not Strategic, nor a board with a rule such as exact; several
    /// if it is left out; may be given several times
    #[arg(long, visible_alias = "games", value_name = "GAME", value_parser = read_game)]
    pub game: Vec<GameSpec>,

    /// Puzzles of each game
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub count: u16,

    /// Games that are played for them, of each kind
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub plays: u32,

    /// Chooses the moves of the games and the order of the puzzles
    #[arg(long, default_value_t = 1)]
    pub seed: u32,

    /// Checks the puzzles of a file instead, and shows the number of the first wrong line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "count", "plays", "seed"])]
    pub check: Option<PathBuf>,
}

/// Reason why there are no puzzles, or wrong ones.
#[derive(Debug, Error)]
pub enum PuzzlesError {
    #[error("cannot read {}: {reason}", .path.display())]
    Read { path: PathBuf, reason: io::Error },
    #[error("line {line}: {reason}")]
    Text { line: usize, reason: PuzzleTextError },
    #[error("line {line}: {reason}")]
    Wrong { line: usize, reason: NotAPuzzle },
    #[error("lines {first} and {second} are the same puzzle, turned or mirrored")]
    Twice { first: usize, second: usize },
    #[error(
        "there are no puzzles of {0}: nothing is proven in Strategic, nor under a rule such as exact"
    )]
    NoPuzzles(String),
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// Makes puzzles and writes them, or checks those of a file.
pub fn run(arguments: &Puzzles, out: &mut impl Write) -> Result<(), PuzzlesError> {
    match &arguments.check {
        Some(file) => check(file, out),
        None => make(arguments, out),
    }
}

fn make(arguments: &Puzzles, out: &mut impl Write) -> Result<(), PuzzlesError> {
    let games = games_of(arguments)?;
    let solutions = Arc::new(Solutions::compute());
    let seed = Seed(arguments.seed.into());
    let count = usize::from(arguments.count);
    let mut puzzles = Vec::new();
    let mut shortfalls = Vec::new();
    for spec in games {
        let progress = Progress::start(format!("puzzles of {}", spec.name()));
        let mut maker = PuzzleMaker::new(Arc::clone(&solutions), spec, seed);
        for play in 1..=arguments.plays {
            maker.play_game();
            let found = maker.found();
            progress.say(format!("puzzles of {}: {found} in {play} games", spec.name()));
            if found >= CHOICE * count {
                break;
            }
        }
        let mixed = maker.mixed(count);
        if mixed.len() < count {
            let (name, found) = (spec.name(), mixed.len());
            shortfalls.push(format!("puzzles of {name}: {found} of {count} found"));
        }
        puzzles.extend(mixed);
    }
    for puzzle in in_turn(puzzles, seed) {
        writeln!(out, "{puzzle}")?;
    }
    for shortfall in shortfalls {
        // The puzzles are there, whether it can be told or not.
        let _ = writeln!(io::stderr(), "{shortfall}");
    }
    Ok(())
}

/// The games whose puzzles are asked for, if all of them can have some.
fn games_of(arguments: &Puzzles) -> Result<Vec<GameSpec>, PuzzlesError> {
    if arguments.game.is_empty() {
        let named = |name| GameSpec::from_name(name).expect("it is the name of a game");
        return Ok(GAMES.map(named).to_vec());
    }
    let without = arguments.game.iter().filter(|spec| !has_puzzles(**spec));
    let without: Vec<String> = without.map(|spec| spec.name()).collect();
    if without.is_empty() {
        Ok(arguments.game.clone())
    } else {
        Err(PuzzlesError::NoPuzzles(without.join(", ")))
    }
}

fn check(file: &Path, out: &mut impl Write) -> Result<(), PuzzlesError> {
    let path = || file.to_owned();
    let text = read_text(file).map_err(|reason| PuzzlesError::Read { path: path(), reason })?;
    let mut solver = PuzzleSolver::new(Arc::new(Solutions::compute()));
    let progress = Progress::start("checking puzzles".to_owned());
    let mut keys: Vec<String> = Vec::new();
    for (line, puzzle) in (1..).zip(text.lines()) {
        progress.say(format!("checking puzzles: line {line}"));
        let puzzle: Puzzle =
            puzzle.parse().map_err(|reason| PuzzlesError::Text { line, reason })?;
        solver.check(&puzzle).map_err(|reason| PuzzlesError::Wrong { line, reason })?;
        let key = puzzle.common_key();
        if let Some(index) = keys.iter().position(|other| *other == key) {
            return Err(PuzzlesError::Twice { first: index + 1, second: line });
        }
        keys.push(key);
    }
    drop(progress);
    writeln!(out, "{} puzzles, all of them right", keys.len())?;
    Ok(())
}

fn read_text(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(FILE_BYTES_MAX + 1).read_to_string(&mut text)?;
    // A length fits into 64 bits everywhere.
    if text.len() as u64 > FILE_BYTES_MAX {
        return Err(io::Error::from(io::ErrorKind::FileTooLarge));
    }
    Ok(text)
}
