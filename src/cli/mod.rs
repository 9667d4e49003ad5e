//! The command line.

pub mod positions;
pub mod analysis;
pub mod solve;
pub mod explain;
pub mod prove;
pub mod compare;
pub mod ugi;
pub mod engine_match;
pub mod backup;
pub mod webhook;

use clap::{Args, Parser, Subcommand};

use crate::cli::backup::Backup;
use crate::cli::compare::Compare;
use crate::cli::engine_match::Match;
use crate::cli::explain::Explain;
use crate::cli::prove::Prove;
use crate::cli::solve::Solve;
use crate::cli::ugi::Engine;
use crate::cli::webhook::Webhook;

/// A Telegram bot that plays zero-sum board games perfectly and shows people why.
///
/// Without a command it starts the bot if TELOXIDE_TOKEN is set, and else the playground. The
/// settings are read from the environment and from .env; .env.example explains them.
#[derive(Debug, Parser)]
#[command(name = "zerosum", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs the bot on Telegram; needs TELOXIDE_TOKEN
    Bot,
    Playground(Playground),
    Backup(Backup),
    /// Hands the database of DATABASE_URL over to the bot of TELOXIDE_TOKEN
    ///
    /// A database belongs to the first bot that uses it, and any other refuses to start on it. Stop
    /// the bot that it belongs to before.
    AdoptDatabase,
    Solve(Solve),
    Explain(Explain),
    Prove(Prove),
    Compare(Compare),
    Engine(Engine),
    Match(Match),
    Webhook(Webhook),
    /// Asks the bot on ZEROSUM_ADMIN_LISTEN whether it is alive; for containers
    Health,
}

/// Runs the bot and a stand-in for Telegram on this machine, to chat with it in a browser
///
/// Its games live as long as it runs, and DATABASE_URL is left alone.
#[derive(Args, Debug)]
pub struct Playground {
    /// Where its games are kept instead: a database of its own
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
}

impl Playground {
    /// The value of a setting: of the database, what the command line says and nothing else.
    pub fn instead_of(&self, key: &str, value: Option<String>) -> Option<String> {
        if key == "DATABASE_URL" { self.database.clone() } else { value }
    }
}
