//! The program: reads the settings, then does what the command line says.

use std::future::Future;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::process::{self, ExitCode};
use std::time::Duration;

use anyhow::Context;
use clap::Parser;
use tokio::runtime::{Builder, Runtime};
use zerosum::cli::webhook::{WebhookArguments, WebhookCommand};
use zerosum::cli::{Arguments, CliCommand, Tool, backup};
use zerosum::config::demands::Demands;
use zerosum::config::dotenv::{self, DotenvError};
use zerosum::config::fault::ConfigError;
use zerosum::config::secret::Token;
use zerosum::config::{self, Config};
use zerosum::threads::{self, Threads};
use zerosum::{app, logging, store, web};
use zerosum_tools::{
    analyze, compare, engine_match, explain, prove, puzzles, record, sheets, solve, train, ugi,
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long the end waits for what hangs.
const HANGING_TIMEOUT: Duration = Duration::from_millis(500);

/// The exit code of everything else that goes wrong.
const EXIT_FAILURE: u8 = 1;

/// The exit code of a wrong configuration, as clap uses it for wrong arguments.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let ended = match Arguments::parse().command {
        // What needs no settings does not fail over them.
        Some(CliCommand::Tool(tool)) => run_tool(&tool),
        Some(CliCommand::Bot) => with_config(of_bot(), |config| run_bot(config, token_of(config)?)),
        Some(CliCommand::Webhook(WebhookArguments { command })) => {
            let demands = Demands { webhook_url: command == WebhookCommand::Set, ..of_bot() };
            with_config(demands, |config| {
                let token = token_of(config)?;
                until_done(Threads::of_errand(), async {
                    app::change_webhook(config, token, command).await
                })
            })
        }
        Some(CliCommand::Playground(playground)) => {
            let demands = Demands { database_url_given_by: "--database", ..of_anybody() };
            let instead = |key: &str, value| playground.instead_of(key, value);
            with_config_but(instead, |_| demands, run_playground)
        }
        Some(CliCommand::Backup(backup)) => with_config(of_anybody(), |config| {
            backup::run(&backup, config.database_url_or_default()).map_err(anyhow::Error::from)
        }),
        Some(CliCommand::AdoptDatabase) => with_config(of_bot(), |config| {
            let token = token_of(config)?;
            until_done(Threads::of_errand(), async { app::adopt_database(config, token).await })
        }),
        Some(CliCommand::Health) => {
            with_config(Demands { admin_listen: true, ..of_anybody() }, ask_for_health)
        }
        None => {
            // A playground leaves DATABASE_URL alone, whatever it says.
            let demands = |has_token| if has_token { of_bot() } else { Demands::default() };
            with_config_but(
                |_, value| value,
                demands,
                |config| match &config.token {
                    Some(token) => run_bot(config, token),
                    None => run_playground(&Config { database_url: None, ..config.clone() }),
                },
            )
        }
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("zerosum: {error:#}");
            let is_usage = error.is::<ConfigError>() || error.is::<DotenvError>();
            ExitCode::from(if is_usage { EXIT_USAGE } else { EXIT_FAILURE })
        }
    }
}

fn run_tool(tool: &Tool) -> anyhow::Result<()> {
    let out = &mut io::stdout().lock();
    match tool {
        Tool::Solve(arguments) => solve::run(arguments, out)?,
        Tool::Explain(arguments) => explain::run(arguments, out)?,
        Tool::Prove(arguments) => prove::run(arguments, out)?,
        Tool::Compare(arguments) => compare::run(arguments, out)?,
        Tool::Engine(arguments) => ugi::run(arguments, out)?,
        Tool::Match(arguments) => engine_match::run(arguments, out)?,
        Tool::Record(arguments) => record::run(arguments, out)?,
        Tool::Train(arguments) => train::run(arguments, out)?,
        Tool::Sheets(arguments) => sheets::run(&arguments.sheets, &arguments.words(), out)?,
        Tool::Analyze(arguments) => analyze::run(arguments, out)?,
        Tool::Puzzles(arguments) => puzzles::run(arguments, out)?,
    }
    Ok(())
}

/// What every command asks of the settings.
fn of_anybody() -> Demands {
    let check_database_url = |url: &str| store::check_url(url).map_err(|error| error.to_string());
    Demands { check_database_url, ..Demands::default() }
}

/// What a command asks that speaks as the bot.
fn of_bot() -> Demands {
    Demands { token: true, ..of_anybody() }
}

/// Reads the settings, starts logging and goes on with them.
fn with_config(
    demands: Demands,
    go_on: impl FnOnce(&Config) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    with_config_but(|_, value| value, |_| demands, go_on)
}

/// The same with what the command line says in place of what was found for a key, and with demands
/// that may depend on whether there is a token.
fn with_config_but(
    instead: impl Fn(&str, Option<String>) -> Option<String>,
    demands: impl FnOnce(bool) -> Demands,
    go_on: impl FnOnce(&Config) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let file = dotenv::read()?;
    let look = |key: &'static str| std::env::var(key).ok().or_else(|| file.get(key).cloned());
    let has_token = look("TELOXIDE_TOKEN").is_some_and(|text| !text.trim().is_empty());
    let config = config::read_for(demands(has_token), |key| instead(key, look(key)))?;
    logging::start(&config.log_filter, config.secrets());
    go_on(&config)
}

fn token_of(config: &Config) -> anyhow::Result<&Token> {
    config.token.as_ref().context("there is no token")
}

fn run_bot(config: &Config, token: &Token) -> anyhow::Result<()> {
    until_done(threads_of_bot(config), async { app::run_bot(config, token, told_to_stop()?).await })
}

fn run_playground(config: &Config) -> anyhow::Result<()> {
    until_done(threads_of_bot(config), async { app::run_playground(config, told_to_stop()?).await })
}

fn ask_for_health(config: &Config) -> anyhow::Result<()> {
    let address = config.admin_listen.context("there is nobody to ask")?;
    until_done(Threads::of_errand(), async { Ok(web::ask(address).await?) })
}

fn threads_of_bot(config: &Config) -> Threads {
    Threads::of_bot(config, threads::cores())
}

/// Runs something to its end, and does not wait for what hangs behind it, such as looking up the
/// name of a server. A panic of the task itself is such an end too.
fn until_done(
    threads: Threads,
    task: impl Future<Output = anyhow::Result<()>>,
) -> anyhow::Result<()> {
    threads.try_out()?;
    let runtime = start_runtime(threads)?;
    let ended = panic::catch_unwind(AssertUnwindSafe(|| runtime.block_on(task)));
    runtime.shutdown_timeout(HANGING_TIMEOUT);
    ended.unwrap_or_else(|_| Err(anyhow::anyhow!("it has panicked, for the reason above")))
}

/// Starts the runtime, or ends the process: where a worker cannot be started, the runtime panics, and
/// to unwind that panic waits for ever for the workers that were.
fn start_runtime(threads: Threads) -> io::Result<Runtime> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|panic| {
        let reason = panic.payload().downcast_ref::<String>().map_or("it panics", String::as_str);
        eprintln!("zerosum: the runtime cannot be started: {reason}");
        process::exit(EXIT_FAILURE.into());
    }));
    let runtime = Builder::new_multi_thread()
        .worker_threads(threads.workers)
        .max_blocking_threads(threads.blocking)
        .thread_name("runtime")
        .enable_all()
        .build();
    panic::set_hook(hook);
    runtime
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
