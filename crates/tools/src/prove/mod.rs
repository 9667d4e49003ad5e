//! `prove`: plays every line a person can play against the engine that answers presses, and counts how
//! they end. Where there are too many lines, every position that
//! can come about is visited instead, and where there are too many of those, a search proves what the
//! board is worth.

mod board_value;
mod connect_four;
pub mod walk;

use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use thiserror::Error;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::connect_four::spec::ConnectFourSpec;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};
use zerosum_search::Verdict;
use zerosum_search::solutions::Solutions;

use crate::analysis::side_name;
use crate::positions::read_game;
use crate::progress::Progress;
use crate::prove::board_value::BoardError;
use crate::prove::walk::{Walk, WalkError, Worst, walk};

/// Default number of sessions: enough to meet every choice among equally good moves.
const SESSIONS_DEFAULT: u64 = 200;

/// Maximum number of cells for a walk: larger k-in-a-row boards have too many positions to visit each.
const WALKED_CELLS_MAX: u16 = 16;

/// Plays every line a person can play against the bot and counts how they end
///
/// For 3x3 every line is played, with the very choices that answer presses. For other games every position
/// is visited that can come about while the engine makes its best moves and the opponent any. Of
/// larger boards of k in a row, up to 64 cells, a search proves how they end with best play. In Connect Four
/// the engine's promises of a result and its distance are checked as well, on boards that it solves; others are refused.
#[derive(Clone, Debug, Args)]
pub struct Prove {
    /// The game by any name that the bot knows, 3x3 if it is left out; may be given several times
    #[arg(long, value_parser = read_game)]
    pub game: Vec<GameSpec>,

    /// Sessions of 3x3; each varies the bot's choice among equally good moves
    #[arg(long, default_value_t = SESSIONS_DEFAULT, value_parser = clap::value_parser!(u64).range(1..))]
    pub sessions: u64,

    /// Plies of Connect Four in which the opponent makes every move; in each position after them it makes one at
    /// random. If left out, all plies of boards up to 25 cells, and 8 of others, because they have too many lines
    #[arg(long, value_name = "N")]
    pub plies: Option<u16>,
}

/// Reason why the proof fails.
#[derive(Debug, Error)]
pub enum ProveError {
    #[error("the bot can be beaten: people win {0} lines")]
    Beaten(u64),
    #[error("the engine can be beaten when playing {0}")]
    Lost(&'static str),
    #[error("{0} is not proven: {1}")]
    NotProven(String, WalkError),
    #[error("{0} is not proven: {1}")]
    NoValue(String, BoardError),
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// Results of lines, for the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    bot_wins: u64,
    draws: u64,
    human_wins: u64,
}

impl Tally {
    fn lines(&self) -> u64 {
        self.bot_wins + self.draws + self.human_wins
    }

    fn add(&mut self, other: Tally) {
        self.bot_wins += other.bot_wins;
        self.draws += other.draws;
        self.human_wins += other.human_wins;
    }
}

/// Plays and writes the counts. A single line lost is an error.
pub fn run(prove: &Prove, out: &mut impl Write) -> Result<(), ProveError> {
    let games = if prove.game.is_empty() { &[GameSpec::TicTacToe][..] } else { &prove.game };
    for spec in games {
        match spec {
            GameSpec::TicTacToe => prove_lines(prove.sessions, out)?,
            GameSpec::Mnk(board) if board.cell_count() > WALKED_CELLS_MAX => {
                board_value::prove(*board, Progress::start(format!("proving {board}")), out)?;
            }
            GameSpec::ConnectFour(board) => {
                let plies = prove.plies.unwrap_or_else(|| connect_four::plies_by_default(*board));
                prove_promises(*board, plies, out)?;
            }
            GameSpec::Mnk(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_)
            | GameSpec::Sheep(_) => {
                prove_positions(*spec, out)?;
            }
        }
    }
    Ok(())
}

fn prove_lines(sessions: u64, out: &mut impl Write) -> Result<(), ProveError> {
    let solutions = Solutions::compute();
    let mut human_wins = 0;
    writeln!(out, "Every line against the bot, in {sessions} sessions of each kind:")?;
    for side in Side::ALL {
        let start = Instant::now();
        let tally = tally(&solutions, side, sessions);
        let seconds = start.elapsed().as_secs_f64();
        let who = match side {
            Side::First => "the person begins",
            Side::Second => "the bot begins   ",
        };
        let Tally { bot_wins, draws, human_wins: wins } = tally;
        let lines = tally.lines();
        writeln!(
            out,
            "3x3 {who}: {lines} lines, {bot_wins} bot wins, {draws} draws, {wins} human wins, {seconds:.2} s"
        )?;
        human_wins += wins;
    }
    if human_wins > 0 {
        return Err(ProveError::Beaten(human_wins));
    }
    writeln!(out, "The bot loses none.")?;
    Ok(())
}

/// Writes nothing unless both sides are done.
fn prove_positions(spec: GameSpec, out: &mut impl Write) -> Result<(), ProveError> {
    let mut lines = Vec::new();
    for side in Side::ALL {
        let start = Instant::now();
        let progress =
            Progress::start(format!("proving {} as {}", spec.name(), side_name(spec, side)));
        let walked = walk(spec, &spec.start(), side, &progress);
        drop(progress);
        let walked = walked.map_err(|error| ProveError::NotProven(spec.name(), error))?;
        let seconds = start.elapsed().as_secs_f64();
        let name = side_name(spec, side);
        lines.push(match walked {
            None => format!("{name}: lost against best play, so there is nothing to prove"),
            Some(Walk { worst, plies_max, positions }) => {
                let claim = match worst {
                    Worst::Loss => return Err(ProveError::Lost(name)),
                    Worst::Draw => "it never loses",
                    Worst::Win => "it always wins",
                };
                format!(
                    "{name}: {positions} positions, {claim}, within {plies_max} plies, {seconds:.2} s"
                )
            }
        });
    }
    let name = spec.name();
    writeln!(out, "Every position of {name} that its opponent can reach against the engine:")?;
    for line in lines {
        writeln!(out, "the engine as {line}")?;
    }
    Ok(())
}

/// Writes nothing unless both sides are done.
fn prove_promises(
    spec: ConnectFourSpec,
    plies: u16,
    out: &mut impl Write,
) -> Result<(), ProveError> {
    let (game, is_whole) = (GameSpec::ConnectFour(spec), plies >= spec.cell_count());
    let mut lines = Vec::new();
    for side in Side::ALL {
        let start = Instant::now();
        let name = side_name(game, side);
        let progress = Progress::start(format!("proving {spec} as {name}"));
        let walked = connect_four::walk(spec, side, plies, &progress);
        drop(progress);
        let walked = walked.map_err(|error| ProveError::NotProven(spec.to_string(), error))?;
        let seconds = start.elapsed().as_secs_f64();
        let claim = match walked.promise {
            promise if !is_whole => format!("of the start it promised a {promise}"),
            Verdict::Win { plies } => format!("it always wins, within {plies} plies"),
            Verdict::Draw => "it never loses".to_owned(),
            Verdict::Loss { plies } => format!("it loses to best play, never before ply {plies}"),
        };
        lines.push(format!("{name}: {} positions, {claim}, {seconds:.2} s", walked.positions));
    }
    if is_whole {
        writeln!(out, "Every position of {spec} that its opponent can reach against the engine:")?;
    } else {
        writeln!(out, "Positions of {spec} that its opponent can reach against the engine,")?;
        writeln!(out, "all of the first {plies} plies, and a line at random from each:")?;
    }
    for line in lines {
        writeln!(out, "the engine as {line}")?;
    }
    writeln!(out, "In each, the engine kept what it had promised.")?;
    Ok(())
}

/// Counts the ends of all lines in which a person plays this side, over `games` games.
fn tally(solutions: &Solutions, side: Side, games: u64) -> Tally {
    let spec = GameSpec::TicTacToe;
    let progress = Progress::start(format!("proving {}", spec.name()));
    let mut tally = Tally::default();
    for number in 0..games {
        progress.say(format!("proving {}: session {} of {games}", spec.name(), number + 1));
        // The golden ratio spreads the numbers as those of real games are.
        let id = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let person = side;
        tally.add(Lines { solutions, id, person }.walk(&spec.start(), 1));
    }
    tally
}

/// All lines of a game between a person, who plays any legal move, and the engine.
struct Lines<'a> {
    solutions: &'a Solutions,
    id: u64,
    person: Side,
}

impl Lines<'_> {
    /// Counts the ends of all lines from a position, at the start of turn number `turn`.
    fn walk(&self, position: &AnyGame, turn: u32) -> Tally {
        if let Some(outcome) = position.outcome() {
            return self.end(outcome);
        }
        let mut moves = Vec::new();
        if position.turn() == self.person {
            position.legal_moves(&mut moves);
        } else {
            let seed = Seed::of_turn(self.id, turn);
            moves.extend(self.solutions.choose(position, u16::MAX, seed));
        }
        let mut tally = Tally::default();
        for code in moves {
            let mut next = position.clone();
            next.play(code).expect("the moves of both are legal");
            tally.add(self.walk(&next, turn + 1));
        }
        tally
    }

    fn end(&self, outcome: Outcome) -> Tally {
        let mut tally = Tally::default();
        match outcome {
            Outcome::Draw => tally.draws = 1,
            Outcome::Win(side) if side == self.person => tally.human_wins = 1,
            Outcome::Win(_) => tally.bot_wins = 1,
        }
        tally
    }
}
