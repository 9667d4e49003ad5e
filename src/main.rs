#![forbid(unsafe_code)]
//! The program: reads the settings, then does what the command line says.

use std::future::Future;
use std::io;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use tokio::runtime::Runtime;
use zerosum::cli::{Arguments, Command, prove, solve};
use zerosum::config::{self, Config};
use zerosum::{app, logging, web};

/// How long the end waits for what hangs.
const HANGING_TIMEOUT: Duration = Duration::from_millis(500);

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
    match (command, &config.token) {
        (Some(Command::Solve(solve)), _) => Ok(solve::run(&solve, &mut io::stdout().lock())?),
        (Some(Command::Prove(prove)), _) => Ok(prove::run(&prove, &mut io::stdout().lock())?),
        (Some(Command::Health), _) => {
            let address = config
                .admin_listen
                .context("ZEROSUM_ADMIN_LISTEN is not set, so there is nobody to ask")?;
            until_done(async { Ok(web::ask(address).await?) })
        }
        (Some(Command::Bot), None) => {
            anyhow::bail!("TELOXIDE_TOKEN is not set; get a token from @BotFather")
        }
        (Some(Command::Bot) | None, Some(token)) => {
            until_done(async { app::run_bot(config, token, told_to_stop()?).await })
        }
        (Some(Command::Playground), _) | (None, None) => {
            until_done(async { app::run_playground(config, told_to_stop()?).await })
        }
    }
}

/// Runs something to its end, and does not wait for what hangs behind it, such as looking up the
/// name of a server.
fn until_done(task: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    let runtime = Runtime::new()?;
    let ended = runtime.block_on(task);
    runtime.shutdown_timeout(HANGING_TIMEOUT);
    ended
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
