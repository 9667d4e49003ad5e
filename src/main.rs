#![forbid(unsafe_code)]
//! The program: reads the settings, then does what the command line says.

use std::future::Future;
use std::io;
use std::process::ExitCode;

use anyhow::Context;
use clap::Parser;
use tokio::runtime::Runtime;
use zerosum::cli::{Arguments, Command, prove, solve};
use zerosum::config::{self, Config};
use zerosum::{app, logging, web};

/// The exit code of a wrong configuration, as clap uses it for wrong arguments.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let config = match configure() {
        Ok(config) => config,
        Err(error) => {
            eprintln!("zerosum: {error:#}");
            return ExitCode::from(EXIT_USAGE);
        }
    };
    logging::start(&config.log_filter, config.secrets());
    match run(arguments.command, &config) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("zerosum: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn configure() -> anyhow::Result<Config> {
    let file = config::dotenv()?;
    let look = |key: &'static str| std::env::var(key).ok().or_else(|| file.get(key).cloned());
    Ok(config::read(look)?)
}

fn run(command: Option<Command>, config: &Config) -> anyhow::Result<()> {
    let out = &mut io::stdout().lock();
    match (command, &config.token) {
        (Some(Command::Solve(solve)), _) => Ok(solve::run(&solve, out)?),
        (Some(Command::Prove(prove)), _) => Ok(prove::run(&prove, out)?),
        (Some(Command::Health), _) => {
            let address = config
                .admin_listen
                .context("ZEROSUM_ADMIN_LISTEN is not set, so there is nobody to ask")?;
            Ok(Runtime::new()?.block_on(web::ask(address))?)
        }
        (Some(Command::Bot), None) => {
            anyhow::bail!("TELOXIDE_TOKEN is not set; get a token from @BotFather")
        }
        (Some(Command::Bot) | None, Some(token)) => {
            Runtime::new()?.block_on(async { app::run_bot(config, token, told_to_stop()?).await })
        }
        (Some(Command::Playground), _) | (None, None) => {
            Runtime::new()?.block_on(async { app::run_playground(config, told_to_stop()?).await })
        }
    }
}

/// Ends at the first SIGINT or SIGTERM. Called in the runtime, so that no signal is missed from
/// then on.
#[cfg(unix)]
fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        log::info!("told to stop: finishing what is in flight");
    })
}

/// Ends at Ctrl+C.
#[cfg(not(unix))]
fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a way to hear of it, the system ends the process itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        log::info!("told to stop: finishing what is in flight");
    })
}
