//! `zerosum compare`: savings of each search technique, counted on a game.

use std::io::{self, Write};

use clap::Args;
use thiserror::Error;
use zerosum_games::any::GameSpec;
use zerosum_games::connect_four::ConnectFour;
use zerosum_games::mnk::Mnk;
use zerosum_games::sheep::Sheep;
use zerosum_games::strategic::Strategic;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::ultimate::Ultimate;
use zerosum_games::{Game, MoveCode};
use zerosum_search::deepening::evaluation::{FromPosition, NoEvaluation};
use zerosum_search::deepening::iterative_deepening::{DEPTH_MAX, GenericSearcher};
use zerosum_search::deepening::options::Options;
use zerosum_search::limits::Limits;
use zerosum_search::searcher::{Searcher, Statistics};
use zerosum_search::sheep::tutorial::{Met, Method, TutorialSheep, met_in_games, search};

use crate::positions::{UnknownGame, read_game};
use crate::progress::{Counting, Progress, grouped};

/// Default number of positions after which a search gives up. Plain minimax needs a bound, because each
/// further ply takes many times as long.
const NODES_MAX_DEFAULT: u64 = 20_000_000;

/// The table of the searches that have one.
const TABLE_BYTES: usize = 1 << 24;

/// Techniques side by side, each added to the ones before it.
const METHODS: [(&str, Options); 5] = [
    ("minimax", Options::PLAIN),
    ("alpha-beta", Options::ALPHA_BETA),
    ("+ ordering", Options::ORDERED),
    ("+ deepening", Options { has_deepening: true, table_bytes: TABLE_BYTES, ..Options::ORDERED }),
    ("everything", Options::full(TABLE_BYTES)),
];

/// The width of a column of numbers.
const COLUMN: usize = 13;

/// Lookahead of the tutorial's engine on its highest level, in pairs of turns.
const TUTORIAL_PAIRS: u16 = 4;

/// Number of the engine's first turns in which the positions of the headline are looked for.
const TUTORIAL_TURNS: u16 = 6;

/// Savings by pruning on that level, according to the tutorial: evaluations without it and with it.
const HEADLINE: (u64, u64) = (340_000, 6_500);

/// Compares searches of a game: minimax, alpha-beta, and what makes it faster
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Compare {
    /// The game by any name that the bot knows, for example sheep, 3x3, 4x4x4 or ultimate
    pub game: String,

    /// Plies to look ahead at most; the default depends on the game
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(DEPTH_MAX)))]
    pub depth: Option<u16>,

    /// Positions after which a search is given up
    #[arg(long, default_value_t = NODES_MAX_DEFAULT)]
    pub nodes: u64,
}

/// Reason why nothing is compared.
#[derive(Debug, Error)]
pub enum CompareError {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// Searches the start of the game with each technique and writes the number of positions each has looked at.
pub fn run(compare: &Compare, out: &mut impl Write) -> Result<(), CompareError> {
    let spec = read_game(&compare.game)?;
    let (depth, nodes_max) = (compare.depth, compare.nodes);
    match spec {
        GameSpec::TicTacToe => {
            let start = TicTacToe::default();
            write_start(spec, out)?;
            write_tables::<NoEvaluation<TicTacToe>>(
                &start,
                1..=depth.unwrap_or(9),
                nodes_max,
                out,
            )?;
        }
        GameSpec::Mnk(board) => {
            let start = Mnk::new(board);
            write_start(spec, out)?;
            write_tables::<NoEvaluation<Mnk>>(&start, 1..=depth.unwrap_or(5), nodes_max, out)?;
        }
        GameSpec::ConnectFour(board) => {
            let start = ConnectFour::new(board);
            write_start(spec, out)?;
            write_tables::<NoEvaluation<ConnectFour>>(
                &start,
                1..=depth.unwrap_or(8),
                nodes_max,
                out,
            )?;
        }
        GameSpec::Ultimate(rules) => {
            let start = Ultimate::new(rules);
            write_start(spec, out)?;
            write_tables::<NoEvaluation<Ultimate>>(&start, 1..=depth.unwrap_or(4), nodes_max, out)?;
        }
        GameSpec::Strategic(rules) => {
            let start = Strategic::new(rules.rules());
            write_start(spec, out)?;
            write_tables::<NoEvaluation<Strategic>>(
                &start,
                1..=depth.unwrap_or(3),
                nodes_max,
                out,
            )?;
        }
        GameSpec::Sheep(start) => {
            compare_sheep(&Sheep::new(start), depth.unwrap_or(8), nodes_max, out)?;
        }
    }
    Ok(())
}

fn write_start(spec: GameSpec, out: &mut impl Write) -> Result<(), io::Error> {
    writeln!(out, "{} from the start. A game that is not over counts as even.", spec.name())
}

fn compare_sheep(
    start: &Sheep,
    depth: u16,
    nodes_max: u64,
    out: &mut impl Write,
) -> Result<(), io::Error> {
    writeln!(out, "Catch the Sheep from {start}.")?;
    writeln!(out, "The sheep searches, with the tutorial's opinion and order of moves.")?;
    let depths = (1..=depth).filter(|plies| plies.is_multiple_of(2) || depth == 1);
    write_tables::<TutorialSheep>(start, depths, nodes_max, out)?;
    if depth >= 2 * TUTORIAL_PAIRS { write_headline(start, out) } else { Ok(()) }
}

/// Writes the counts of each technique, depth by depth: first the evaluations, then all positions.
fn write_tables<O: FromPosition>(
    start: &O::Game,
    depths: impl Iterator<Item = u16>,
    nodes_max: u64,
    out: &mut impl Write,
) -> Result<(), io::Error> {
    let progress = Progress::start("comparing");
    let rows: Vec<(u16, Vec<Option<Statistics>>)> = depths
        .take_while(|depth| *depth <= start.max_plies())
        .map(|depth| {
            let limits = Limits { depth_max: depth, nodes_max };
            let found = METHODS.map(|(name, options)| {
                progress
                    .say(format!("comparing at {depth} plies: {}", name.trim_start_matches("+ ")));
                count::<O>(start, limits, options, &progress)
            });
            (depth, found.into())
        })
        .collect();
    drop(progress);
    write_table("Positions evaluated, or over", &rows, |found| found.leaves, out)?;
    write_table("All positions looked at", &rows, |found| found.nodes, out)?;
    writeln!(out)?;
    writeln!(
        out,
        "Each search has what those before it have. With deepening comes a table of what is"
    )?;
    writeln!(
        out,
        "known about positions; everything asks of most moves only if they are any better."
    )?;
    if rows.iter().any(|(_, row)| row.contains(&None)) {
        writeln!(out, "-: given up after {} positions.", grouped(nodes_max))?;
    }
    Ok(())
}

fn write_table(
    title: &str,
    rows: &[(u16, Vec<Option<Statistics>>)],
    number: impl Fn(Statistics) -> u64,
    out: &mut impl Write,
) -> Result<(), io::Error> {
    writeln!(out)?;
    writeln!(out, "{title}")?;
    write!(out, "plies")?;
    for (name, _) in METHODS {
        write!(out, "{name:>COLUMN$}")?;
    }
    writeln!(out)?;
    for (depth, row) in rows {
        write!(out, "{depth:>5}")?;
        for statistics in row {
            let text = statistics.map_or("-".to_owned(), |found| grouped(number(found)));
            write!(out, "{text:>COLUMN$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Counts the positions of a search to the depth of the limits; `None` if they allow too few positions.
fn count<O: FromPosition>(
    start: &O::Game,
    limits: Limits,
    options: Options,
    progress: &Progress,
) -> Option<Statistics> {
    let mut counting = Counting { progress, deadline: None };
    let result = GenericSearcher::<O>::new(options).search(start, limits, &mut counting);
    (result.depth == limits.depth_max || result.is_exact).then_some(result.statistics)
}

/// Position of the tutorial's own games in which pruning saves as much as the tutorial says.
struct Saving {
    position: Sheep,
    /// The moves of the game up to there.
    moves: Vec<MoveCode>,
    /// Positions evaluated without pruning and with it.
    evaluations: (u64, u64),
}

/// Finds such positions among all that the tutorial's engine meets; also returns the number of those.
fn savings(start: &Sheep) -> (usize, Vec<Saving>) {
    let (plain, pruned) = HEADLINE;
    let _progress = Progress::start("searching the positions of the tutorial's games");
    let met = met_in_games(start, TUTORIAL_TURNS, TUTORIAL_PAIRS);
    let count = met.len();
    let is_pruned = |met: &Met| is_about(met.found.evaluations, pruned);
    let savings = met.into_iter().filter(is_pruned).map(|Met { pieces, moves, found }| {
        let all = search(&pieces, TUTORIAL_PAIRS, Method::Minimax).evaluations;
        Saving { position: pieces.position(), moves, evaluations: (all, found.evaluations) }
    });
    (count, savings.filter(|saving| is_about(saving.evaluations.0, plain)).collect())
}

fn write_headline(start: &Sheep, out: &mut impl Write) -> Result<(), io::Error> {
    let (plain, pruned) = HEADLINE;
    let (met, savings) = savings(start);
    writeln!(out)?;
    writeln!(
        out,
        "The tutorial's engine looks 8 plies ahead and evaluates after each pair of turns."
    )?;
    writeln!(
        out,
        "Whatever the wolves do, it meets {met} positions in its first {TUTORIAL_TURNS} turns."
    )?;
    writeln!(
        out,
        "Pruning takes it from about {} to about {} evaluations in these:",
        grouped(plain),
        grouped(pruned)
    )?;
    writeln!(out)?;
    writeln!(
        out,
        "{:>COLUMN$}{:>COLUMN$}  position, and the moves there",
        METHODS[0].0, METHODS[1].0
    )?;
    for Saving { position, moves, evaluations: (all, pruned) } in savings {
        let moves: Vec<String> = moves.into_iter().map(|code| position.move_text(code)).collect();
        let (all, pruned) = (grouped(all), grouped(pruned));
        writeln!(out, "{all:>COLUMN$}{pruned:>COLUMN$}  {position}")?;
        writeln!(out, "{:>1$}  {2}", "", 2 * COLUMN, moves.join(" "))?;
    }
    Ok(())
}

/// Returns whether a number is within a tenth of the expected one.
fn is_about(number: u64, expected: u64) -> bool {
    number.abs_diff(expected) <= expected / 10
}
