//! The command line.

pub(crate) mod answer;
pub mod backup;
pub mod sheets;
pub mod webhook;

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, Parser, Subcommand};
use zerosum_tools::analyze::Analyze;
use zerosum_tools::book::Book;
use zerosum_tools::compare::Compare;
use zerosum_tools::engine::{Engine, Protocol};
use zerosum_tools::engine_match::Match;
use zerosum_tools::explain::Explain;
use zerosum_tools::prove::Prove;
use zerosum_tools::puzzles::Puzzles;
use zerosum_tools::record::RecordArguments;
use zerosum_tools::reviews::Reviews;
use zerosum_tools::solve::Solve;
use zerosum_tools::train::Train;

use crate::cli::backup::Backup;
use crate::cli::sheets::SheetsInLanguage;
use crate::cli::webhook::WebhookArguments;

/// A Telegram bot that plays zero-sum board games perfectly and shows people why.
///
/// Without a command it starts the bot if TELOXIDE_TOKEN is set, and else the playground. The
/// settings are read from the environment and from .env; .env.example explains them.
#[derive(Debug, Parser)]
#[command(name = "zerosum", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

/// The program is an engine of Gomocup if its name begins so, as that tournament demands.
const BRAIN_NAME: &str = "pbrain-zerosum";

/// Command line of such an engine where none is given.
const BRAIN_ARGUMENTS: [&str; 2] = ["engine", "gomoku"];

impl Arguments {
    /// Parses a command line, the first word of which is the name of the program.
    pub fn read(line: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
        let mut line: Vec<OsString> = line.into_iter().collect();
        let is_brain = line.first().is_some_and(|program| {
            let stem = Path::new(program).file_stem().unwrap_or_default();
            stem.to_string_lossy().starts_with(BRAIN_NAME)
        });
        if is_brain && line.len() == 1 {
            line.extend(BRAIN_ARGUMENTS.map(OsString::from));
        }
        let mut arguments = Arguments::try_parse_from(line)?;
        if let Some(CliCommand::Tool(tool)) = &mut arguments.command
            && let Tool::Engine(Engine { protocol: protocol @ None, .. }) = &mut **tool
            && is_brain
        {
            *protocol = Some(Protocol::Gomocup);
        }
        Ok(arguments)
    }
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Runs the bot on Telegram; needs TELOXIDE_TOKEN
    Bot,
    Playground(Playground),
    Backup(Backup),
    /// Hands the database of DATABASE_URL over to the bot of TELOXIDE_TOKEN
    ///
    /// A database belongs to the first bot that uses it, and any other refuses to start on it. Stop its
    /// current bot first; a running bot keeps it.
    AdoptDatabase,
    #[command(flatten)]
    Tool(Box<Tool>),
    Webhook(WebhookArguments),
    /// Asks the bot on ZEROSUM_ADMIN_LISTEN whether it is alive; for containers
    Health,
}

/// Tools that need neither settings nor Telegram.
#[derive(Debug, Subcommand)]
pub enum Tool {
    Solve(Solve),
    Explain(Explain),
    Prove(Prove),
    Compare(Compare),
    Engine(Engine),
    Match(Match),
    Record(RecordArguments),
    Train(Train),
    Book(Book),
    Sheets(SheetsInLanguage),
    Analyze(Analyze),
    Puzzles(Puzzles),
    Reviews(Reviews),
}

/// Runs the bot and a stand-in for Telegram on this machine, to chat with it in a browser
///
/// Its games live as long as it runs, and DATABASE_URL is left alone.
#[derive(Args, Debug)]
pub struct Playground {
    /// Keep the games in this database
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
}

impl Playground {
    /// Value of a setting: for the database, the one of the command line and no other.
    pub fn override_key(&self, key: &str, value: Option<String>) -> Option<String> {
        if key == "DATABASE_URL" { self.database.clone() } else { value }
    }
}
