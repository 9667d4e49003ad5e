//! `zerosum prove`: plays every line a person can play against the bot, through the very code that
//! answers a press, and counts how they end. Where there are too many lines, every position that
//! can come about is visited instead, and where there are too many of those, a search proves what the
//! board is worth.

pub mod board_value;
pub mod walk;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use thiserror::Error;

use crate::cli::analysis::side_name;
use crate::cli::positions::read_game;
use crate::cli::prove::board_value::BoardError;
use crate::cli::prove::walk::{Walk, WalkError, Worst, walk};
use crate::engine::Engine;
use crate::games::any::GameSpec;
use crate::games::side::Side;
use crate::games::{Game, Outcome};
use crate::referee::answered;
use crate::session::choice::Choice;
use crate::session::{Action, Actor, Awaiting, Level, Session, SessionId, UserId};

/// How many sessions are played if nothing else is said: enough for every choice among equally
/// good moves to be met.
const SESSIONS_DEFAULT: u64 = 200;

/// On larger boards of k in a row too many positions come about to visit each.
const WALKED_CELLS_MAX: u16 = 16;

/// Progress appears after this time.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// Plays every line a person can play against the bot and counts how they end
///
/// For 3x3 that is done through the very code that answers a press. For other games every position
/// is visited that can come about while the engine makes its best moves and the opponent any. Of
/// larger boards of k in a row, up to 64 cells, a search proves how they end with best play.
#[derive(Clone, Debug, Args)]
pub struct Prove {
    /// The game, 3x3 if it is left out; may be said several times
    #[arg(long, value_parser = read_game)]
    pub game: Vec<GameSpec>,

    /// In how many sessions of 3x3; each varies the bot's choice among equally good moves
    #[arg(long, default_value_t = SESSIONS_DEFAULT, value_parser = clap::value_parser!(u64).range(1..))]
    pub sessions: u64,
}

/// Why the proof fails.
#[derive(Debug, Error)]
pub enum ProveError {
    #[error("the bot can be beaten: people win {0} lines")]
    Beaten(u64),
    #[error("the engine can be beaten as {0}")]
    Lost(&'static str),
    #[error("{0} is not proven: {1}")]
    NotProven(String, WalkError),
    #[error("{0} is not proven: {1}")]
    NoValue(String, BoardError),
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// How lines end, for the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub bot_wins: u64,
    pub draws: u64,
    pub human_wins: u64,
}

impl Tally {
    pub fn lines(&self) -> u64 {
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
            GameSpec::TicTacToe => prove_lines(*spec, prove.sessions, out)?,
            GameSpec::Mnk(board) if board.cell_count() > WALKED_CELLS_MAX => {
                board_value::prove(*board, &Progress::of_unknown_length().bar, out)?;
            }
            GameSpec::Mnk(_) | GameSpec::Ultimate(_) | GameSpec::Sheep(_) => {
                prove_positions(*spec, out)?;
            }
        }
    }
    Ok(())
}

fn prove_lines(spec: GameSpec, sessions: u64, out: &mut impl Write) -> Result<(), ProveError> {
    let engine = Engine::new();
    let mut human_wins = 0;
    writeln!(out, "Every line against the bot, in {sessions} sessions of each kind:")?;
    for side in Side::ALL {
        let start = Instant::now();
        let tally = tally(&engine, spec, side, sessions);
        let seconds = start.elapsed().as_secs_f64();
        let who = match side {
            Side::First => "the person begins",
            Side::Second => "the bot begins   ",
        };
        let Tally { bot_wins, draws, human_wins: wins } = tally;
        let lines = tally.lines();
        writeln!(
            out,
            "{} {who}: {lines} lines, {bot_wins} bot wins, {draws} draws, {wins} human wins, {seconds:.2} s",
            spec.name()
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
        let progress = Progress::of_unknown_length();
        let walked = walk(spec, &spec.start(), side, &progress.bar);
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

/// The ends of all lines in which a person plays this side, over that many sessions.
fn tally(engine: &Engine, spec: GameSpec, side: Side, sessions: u64) -> Tally {
    let progress = Progress::new(sessions);
    let mut tally = Tally::default();
    for number in 0..sessions {
        // The golden ratio spreads the ids as those of real sessions are.
        let id = SessionId(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        tally.add(every_line(engine, &first(engine, id, spec, side)));
        progress.step();
    }
    tally
}

/// A session as a person finds it, with the bot's first move if it begins.
pub fn first(engine: &Engine, id: SessionId, spec: GameSpec, side: Side) -> Session {
    answered(engine, Session::against_engine(id, PERSON, Choice { spec, side, level: Level::Best }))
}

/// The ends of all lines from a session on: whatever the person plays, each time answered as a
/// press is.
pub fn every_line(engine: &Engine, session: &Session) -> Tally {
    if let Some(outcome) = session.outcome() {
        return end(session, outcome);
    }
    let mut moves = Vec::new();
    session.position().legal_moves(&mut moves);
    let mut tally = Tally::default();
    for code in moves {
        let next = session
            .apply(Actor::User(PERSON), session.revision(), Action::Play(code))
            .expect("a legal move in turn is accepted");
        tally.add(every_line(engine, &answered(engine, next)));
    }
    tally
}

/// The one who plays against the bot here.
const PERSON: UserId = UserId(1);

fn end(session: &Session, outcome: Outcome) -> Tally {
    debug_assert_eq!(session.awaiting(), Awaiting::Nothing, "an ended session awaits nobody");
    let mut tally = Tally::default();
    match outcome {
        Outcome::Draw => tally.draws = 1,
        Outcome::Win(side) if session.seat_of(PERSON) == Some(side) => tally.human_wins = 1,
        Outcome::Win(_) => tally.bot_wins = 1,
    }
    tally
}

/// A bar on standard error, which appears only if the work takes long.
struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    fn new(sessions: u64) -> Progress {
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} sessions, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(sessions), ProgressDrawTarget::hidden());
        Progress { bar: bar.with_style(style), start: Instant::now() }
    }

    /// One that counts up.
    fn of_unknown_length() -> Progress {
        let style = ProgressStyle::with_template("{spinner} {pos} positions, {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        Progress { bar: bar.with_style(style), start: Instant::now() }
    }

    fn step(&self) {
        self.bar.inc(1);
        if self.bar.is_hidden() && self.start.elapsed() >= PROGRESS_DELAY {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
