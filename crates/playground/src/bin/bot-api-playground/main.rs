//! The playground as a stand-alone program, for any bot.

mod arguments;

use std::future::Future;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use zerosum_playground::settings::InlineMode;
use zerosum_playground::{Playground, StartError};

use crate::arguments::{Arguments, Plan};

/// The exit code of wrong arguments, as clap uses it.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let plan = match Arguments::parse().into_plan() {
        Ok(plan) => plan,
        Err(faults) => {
            for fault in faults {
                eprintln!("error: {fault}");
            }
            eprintln!("\nFor more information, try '--help'.");
            return ExitCode::from(EXIT_USAGE);
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let ended = runtime.map_err(|error| error.to_string()).and_then(|runtime| {
        // Dropping the runtime ends what still hangs.
        runtime.block_on(run(plan))
    });
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until it is asked to stop.
async fn run(plan: Plan) -> Result<(), String> {
    // Registered before the program announces that it runs, so that no signal is missed.
    let stopped = stop_signal().map_err(|error| format!("signals cannot be heard: {error}"))?;
    let is_inline = plan.settings.inline_mode != InlineMode::Off;
    let playground = Playground::start(plan.settings).await.map_err(reason)?;
    let people: Vec<i64> = plan
        .people
        .iter()
        .map(|person| playground.add_user(&person.name, person.language_code.as_deref()))
        .collect();
    for title in &plan.groups {
        playground.add_group(title, &people);
    }
    if is_inline {
        for (index, second) in people.iter().enumerate() {
            for first in &people[..index] {
                playground.add_conversation([*first, *second]);
            }
        }
    }
    // A closed output is no error.
    let _ = introduce(&playground, &mut io::stdout().lock());
    stopped.await;
    playground.stop().await;
    Ok(())
}

fn introduce(playground: &Playground, out: &mut impl Write) -> io::Result<()> {
    let (url, token) = (playground.api_url(), playground.token());
    writeln!(out, "Open {} in a browser to chat with your bot.", playground.page_url())?;
    writeln!(out)?;
    writeln!(out, "In the settings of your bot:")?;
    writeln!(out, "  Bot API base URL  {url}")?;
    writeln!(out, "  token             {token}")?;
    writeln!(out)?;
    writeln!(out, "To see that it works: curl {url}/bot{token}/getMe")?;
    writeln!(out, "Ctrl+C ends it.")
}

fn reason(error: StartError) -> String {
    match error {
        StartError::Listen { address, source } if source.kind() == io::ErrorKind::AddrInUse => {
            format!(
                "the address {address} is in use; --listen takes another one, and port 0 any that is free"
            )
        }
        StartError::Listen { address, source } => format!("cannot listen on {address}: {source}"),
        StartError::NotLoopback(_) | StartError::Token | StartError::MainWebApp => {
            error.to_string()
        }
    }
}

/// Completes at the first SIGINT or SIGTERM; both are caught from the call on.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Completes at Ctrl+C.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a way to hear of it, the system ends the process itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
