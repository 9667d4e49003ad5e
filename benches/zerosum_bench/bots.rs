//! The measured bots: their kinds, and how they are started.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_postgres::NoTls;
use zerosum::app;
use zerosum::app::listeners::Listeners;
use zerosum::config;
use zerosum_playground::Playground;
use zerosum_store::Store;

use crate::minimal;
use crate::process::{Process, Usage};
use crate::splitter;

/// Environment variable that makes this program a bot that the shipped one cannot be.
pub(crate) const ROLE: &str = "ZEROSUM_BENCH_ROLE";

const START_PATIENCE: Duration = Duration::from_secs(20);

/// Storage of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// The bot to compare with, which keeps them in a map.
    Minimal,
    Memory,
    Sqlite,
    Postgres,
}

/// Source of the updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feed {
    Polling,
    Webhook,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub keep: Keep,
    pub feed: Feed,
    pub replicas: usize,
}

impl Setup {
    pub(crate) fn name(&self) -> String {
        let keep = match self.keep {
            Keep::Minimal => "minimal bot",
            Keep::Memory => "memory",
            Keep::Sqlite => "sqlite",
            Keep::Postgres => "postgres",
        };
        let feed = match self.feed {
            Feed::Polling => "polling",
            Feed::Webhook => "webhook",
        };
        let replicas =
            if self.replicas == 1 { String::new() } else { format!(" x{}", self.replicas) };
        format!("{keep} {feed}{replicas}")
    }
}

/// The running bots of one set-up.
pub(crate) struct Bots {
    processes: Vec<Process>,
    /// The command that starts each, and the address at which it reports that it runs, if any.
    programs: Vec<(Command, Option<u16>)>,
    splitting: Option<JoinHandle<()>>,
    database: Option<(String, String)>,
    /// Holds the file of SQLite.
    _folder: TempDir,
}

impl Bots {
    /// Creates a database for the bots and starts them.
    pub(crate) async fn start(
        setup: &Setup,
        playground: &Playground,
        server: Option<&str>,
    ) -> Bots {
        let folder = tempfile::tempdir().expect("a folder for the database");
        let mut database = None;
        let database_url = match (setup.keep, server) {
            (Keep::Postgres, Some(server)) => {
                let name = format!("zerosum_bench_{}", std::process::id());
                execute(server, &format!("CREATE DATABASE {name}")).await;
                database = Some((server.to_owned(), name.clone()));
                on_server(server, &name)
            }
            _ => format!("sqlite://{}", folder.path().join("bench.db").display()),
        };
        let ports: Vec<(u16, u16)> =
            (0..setup.replicas).map(|_| (free_port(), free_port())).collect();
        let mut splitting = None;
        let mut webhook_port = ports[0].0;
        if setup.replicas > 1 {
            let (port, task) = splitter::start(ports.iter().map(|(port, _)| *port).collect()).await;
            (webhook_port, splitting) = (port, Some(task));
        }
        let mut programs = Vec::new();
        for (port, admin_port) in ports {
            let mut command = program(setup.keep);
            command
                .env("TELOXIDE_TOKEN", playground.token())
                .env("TELOXIDE_API_URL", playground.api_url())
                .env("DATABASE_URL", &database_url)
                .env("RUST_LOG", "warn")
                .env("ZEROSUM_ADMIN_LISTEN", format!("127.0.0.1:{admin_port}"))
                .env("ZEROSUM_NEW_GAMES_PER_MINUTE", "60000")
                .env("ZEROSUM_SENDS_PER_SECOND", "100000")
                .env("ZEROSUM_CHAT_SENDS_PER_MINUTE", "6000000");
            if setup.feed == Feed::Webhook {
                command
                    .env("ZEROSUM_WEBHOOK_URL", format!("http://127.0.0.1:{webhook_port}/"))
                    .env("ZEROSUM_LISTEN", format!("127.0.0.1:{port}"));
            }
            programs.push((command, (setup.keep != Keep::Minimal).then_some(admin_port)));
        }
        let mut bots =
            Bots { processes: Vec::new(), programs, splitting, database, _folder: folder };
        bots.start_again().await;
        bots
    }

    /// Ends all of them at once, as a power cut does.
    pub(crate) fn kill(&mut self) {
        self.processes.clear();
    }

    /// Starts them and waits until they are at work.
    pub(crate) async fn start_again(&mut self) {
        for (command, admin_port) in &mut self.programs {
            self.processes.push(Process::start(command));
            if let Some(port) = admin_port {
                until_open(*port).await;
            }
        }
    }

    pub(crate) fn usage(&self) -> Usage {
        self.processes.iter().map(Process::usage).fold(Usage::default(), |all, one| all + one)
    }

    pub(crate) async fn stop(self) {
        for process in self.processes {
            process.stop();
        }
        if let Some(splitting) = self.splitting {
            splitting.abort();
        }
        if let Some((server, name)) = self.database {
            execute(&server, &format!("DROP DATABASE {name}")).await;
        }
    }
}

/// The shipped program, or this one for what the shipped one cannot be.
fn program(keep: Keep) -> Command {
    let role = match keep {
        Keep::Minimal => "minimal",
        Keep::Memory => "memory",
        Keep::Sqlite | Keep::Postgres => {
            let mut command = Command::new(env!("CARGO_BIN_EXE_zerosum"));
            command.arg("bot");
            return command;
        }
    };
    let this = std::env::current_exe().expect("this program has a path");
    let mut command = Command::new(this);
    command.env(ROLE, role);
    command
}

/// Runs a bot, in a process that was started for it.
pub(crate) async fn play(role: &str) {
    let look = |key: &'static str| std::env::var(key).ok();
    let config = config::read(look).expect("the settings are right");
    let token = config.token.as_ref().expect("there is a token").reveal();
    let url = config.api_url.clone().expect("there is a server");
    let bot = teloxide::Bot::new(token).set_api_url(url);
    let mut terminated = signal(SignalKind::terminate()).expect("signals are heard");
    let stop = async move {
        terminated.recv().await;
    };
    match role {
        "minimal" => tokio::select! {
            () = minimal::play(bot) => {}
            () = stop => {}
        },
        _ => {
            let doors = Listeners::open(&config).await.expect("the ports are free");
            let store = Arc::new(Store::in_memory());
            app::serve(bot, store, &config, doors, stop).await.expect("the bot ends well");
        }
    }
}

async fn until_open(port: u16) {
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
        assert!(start.elapsed() < START_PATIENCE, "the bot does not start");
        sleep(Duration::from_millis(10)).await;
    }
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("the listener has an address").port()
}

async fn execute(server: &str, statement: &str) {
    let (client, connection) =
        tokio_postgres::connect(server, NoTls).await.expect("the server answers");
    let connection = tokio::spawn(connection);
    client.batch_execute(statement).await.expect("databases may be made and dropped");
    drop(client);
    connection.await.expect("no panic").expect("the connection ends well");
}

fn on_server(server: &str, name: &str) -> String {
    let mut url: url::Url = server.parse().expect("a URL");
    url.set_path(name);
    url.into()
}
