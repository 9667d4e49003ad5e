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

use clap::{Parser, Subcommand};

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
    /// Runs the bot and a stand-in for Telegram on this machine, to chat with it in a browser
    Playground,
    Backup(Backup),
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
