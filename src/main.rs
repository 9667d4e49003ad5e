//! The program: reads the settings, then runs the command.

use std::env::{self, VarError};
use std::future::{self, Future};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::{self, ExitCode};
use std::time::Duration;

use anyhow::Context;
use tokio::runtime::{Builder, Runtime};
use zerosum::cli::webhook::{WebhookArguments, WebhookCommand};
use zerosum::cli::{Arguments, CliCommand, Tool, backup};
use zerosum::config::dotenv::{self, Dotenv};
use zerosum::config::fault::{ConfigError, Fault};
use zerosum::config::required_settings::RequiredSettings;
use zerosum::config::secret::Token;
use zerosum::config::{self, Config};
use zerosum::threads::{self, Threads};
use zerosum::{app, logging, open_files, web};
use zerosum_tools::{
    analyze, book, compare, engine, engine_match, explain, prove, puzzles, record, reviews, sheets,
    solve, train,
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Maximum time for which the exit waits for blocked threads.
const HANGING_TIMEOUT: Duration = Duration::from_millis(500);

/// Exit code of all other errors.
const EXIT_FAILURE: u8 = 1;

/// Exit code of a wrong configuration, which clap also uses for wrong arguments.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::read(env::args_os()).unwrap_or_else(|error| error.exit());
    let ended = match arguments.command {
        // Tools need no settings, so wrong ones do not stop them.
        Some(CliCommand::Tool(tool)) => run_tool(&tool),
        Some(CliCommand::Bot) => {
            with_config(required_by_bot(), |config| run_bot(config, token_of(config)?))
        }
        Some(CliCommand::Webhook(WebhookArguments { command })) => {
            let demands = RequiredSettings {
                webhook_url: command == WebhookCommand::Set,
                ..required_by_bot()
            };
            with_config(demands, |config| {
                let token = token_of(config)?;
                until_done(Threads::for_cli(), async {
                    app::change_webhook(config, token, command).await
                })
            })
        }
        Some(CliCommand::Playground(playground)) => {
            let demands = RequiredSettings {
                database_url_given_by: "--database",
                page_on_loopback: true,
                ..required_by_all()
            };
            let instead = |key: &str, value| playground.override_key(key, value);
            with_overrides(instead, |_| demands, run_playground)
        }
        Some(CliCommand::Backup(backup)) => with_config(required_by_all(), |config| {
            backup::run(&backup, config.database_url_or_default()).map_err(anyhow::Error::from)
        }),
        Some(CliCommand::AdoptDatabase) => with_config(required_by_bot(), |config| {
            let token = token_of(config)?;
            until_done(Threads::for_cli(), async { app::adopt_database(config, token).await })
        }),
        Some(CliCommand::Health) => with_config(
            RequiredSettings { admin_listen: true, ..required_by_all() },
            ask_for_health,
        ),
        None => {
            // A playground ignores DATABASE_URL.
            let demands = |has_token| match has_token {
                true => required_by_bot(),
                false => RequiredSettings { page_on_loopback: true, ..RequiredSettings::default() },
            };
            with_overrides(
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
            // The exit code tells it if standard error is closed.
            let _ = writeln!(io::stderr(), "zerosum: {error:#}");
            ExitCode::from(if error.is::<ConfigError>() { EXIT_USAGE } else { EXIT_FAILURE })
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
        Tool::Engine(arguments) => engine::run(arguments, out)?,
        Tool::Match(arguments) => engine_match::run(arguments, out)?,
        Tool::Record(arguments) => record::run(arguments, out)?,
        Tool::Train(arguments) => train::run(arguments, out)?,
        Tool::Book(arguments) => book::run(arguments, out)?,
        Tool::Sheets(arguments) => sheets::run(&arguments.sheets, &arguments.words(), out)?,
        Tool::Analyze(arguments) => analyze::run(arguments, out)?,
        Tool::Puzzles(arguments) => puzzles::run(arguments, out)?,
        Tool::Reviews(arguments) => reviews::run(arguments, out)?,
    }
    Ok(())
}

/// Settings required by every command.
fn required_by_all() -> RequiredSettings {
    let check_database_url =
        |url: &str| zerosum_store::check_url(url).map_err(|error| error.to_string());
    RequiredSettings { check_database_url, ..RequiredSettings::default() }
}

/// Settings required by a command that speaks as the bot.
fn required_by_bot() -> RequiredSettings {
    RequiredSettings { token: true, ..required_by_all() }
}

/// Reads the settings, starts logging and continues with them.
fn with_config(
    demands: RequiredSettings,
    go_on: impl FnOnce(&Config) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    with_overrides(|_, value| value, |_| demands, go_on)
}

/// Like [`with_config`], but the command line may override values, and the required settings may depend on
/// whether there is a token.
fn with_overrides(
    instead: impl Fn(&str, Option<String>) -> Option<String>,
    demands: impl FnOnce(bool) -> RequiredSettings,
    go_on: impl FnOnce(&Config) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let file = Dotenv::read();
    let look = |key: &'static str| match env::var(key) {
        Ok(value) => Ok(Some(value)),
        Err(VarError::NotPresent) => file.get(key),
        Err(VarError::NotUnicode(_)) => Err(Fault::NotUtf8 { key }),
    };
    let demands = demands(config::is_set(&look("TELOXIDE_TOKEN")));
    // A value that the command line replaces need not be readable.
    let is_replaced = |key: &str| instead(key, Some(String::new())) != Some(String::new());
    let config = config::read_for(demands, |key| match look(key) {
        Err(_) if is_replaced(key) => Ok(instead(key, None)),
        value => Ok(instead(key, value?)),
    });
    let config = match config {
        Ok(config) if file.faults.is_empty() => config,
        read => {
            let ConfigError(of_settings) = read.err().unwrap_or_default();
            let mistyped = unknown(&file);
            let faults = file.faults.into_iter().chain(of_settings).chain(mistyped);
            return Err(ConfigError(faults.collect()).into());
        }
    };
    logging::start(&config.log_filter, config.secrets());
    for fault in unknown(&file) {
        log::warn!("{fault}");
    }
    go_on(&config)
}

/// Returns the names that look like settings and are none, such as mistyped ones. They stop nothing by themselves.
fn unknown(file: &Dotenv) -> Vec<Fault> {
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let names: Vec<String> = names.collect();
    let of_environment = dotenv::unknown_in_environment(&names);
    let of_file = file.unknown().into_iter().map(|key| (key, ".env"));
    let all = of_file.chain(of_environment.into_iter().map(|key| (key, "the environment")));
    all.map(|(key, source_name)| Fault::Unknown { key: key.to_owned(), source_name }).collect()
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
    let address = config.admin_listen.context("there is no address to ask")?;
    until_done(Threads::for_cli(), async { Ok(web::ask(address).await?) })
}

fn threads_of_bot(config: &Config) -> Threads {
    Threads::for_bot(config, threads::cores())
}

/// Runs a task to its end, without waiting for blocked threads, such as a name lookup. A panic of the task
/// itself is also an end.
fn until_done(
    threads: Threads,
    task: impl Future<Output = anyhow::Result<()>>,
) -> anyhow::Result<()> {
    open_files::raise_limit();
    threads.try_out()?;
    let runtime = start_runtime(threads)?;
    let ended = panic::catch_unwind(AssertUnwindSafe(|| runtime.block_on(task)));
    runtime.shutdown_timeout(HANGING_TIMEOUT);
    ended.unwrap_or_else(|_| Err(anyhow::anyhow!("it has panicked, for the reason above")))
}

/// Starts the runtime, or exits the process: if a worker cannot be started, the runtime panics, and
/// unwinding would wait for ever for the other workers.
fn start_runtime(threads: Threads) -> io::Result<Runtime> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|panic| {
        let reason = panic.payload().downcast_ref::<String>().map_or("it panics", String::as_str);
        let _ = writeln!(io::stderr(), "zerosum: the runtime cannot be started: {reason}");
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

/// Resolves at the first SIGINT, SIGTERM or SIGHUP. Called in the runtime, so that no signal is missed from
/// then on.
#[cfg(unix)]
fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = match std::fs::read_to_string("/proc/self/status") {
        Ok(status) if heeds_hangup(&status) => Some(signal(SignalKind::hangup())?),
        Ok(_) | Err(_) => None,
    };
    Ok(async move {
        let hung_up = async {
            match &mut hangup {
                Some(hangup) => hangup.recv().await,
                None => future::pending().await,
            }
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hung_up => {}
        }
        log::info!("told to stop: finishing what is in flight");
    })
}

/// Returns whether the process may handle SIGHUP, given what Linux says of it. A process that `nohup` has
/// started is to ignore the signal; where that is not known, nothing is changed.
#[cfg(unix)]
fn heeds_hangup(status: &str) -> bool {
    /// The first signal of the mask.
    const SIGHUP: u64 = 1;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & SIGHUP == 0)
}

/// Resolves at Ctrl+C.
#[cfg(not(unix))]
fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // If the handler cannot be installed, the system ends the process itself.
        if tokio::signal::ctrl_c().await.is_err() {
            future::pending::<()>().await;
        }
        log::info!("told to stop: finishing what is in flight");
    })
}
