//! A database that is out of reach while people play.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use zerosum_playground::Playground;
use zerosum_playground::views::{MessageView, Snapshot};

use crate::child::{Launch, Process, folder, telegram};
use crate::player::Shown;
use crate::postgres_support::Schema;
use crate::proxy::{Network, Proxy};

/// Toast for a move that cannot be stored.
const TOAST: &str =
    "I can’t save moves right now, so nothing has changed. Please try again in a moment.";

/// A refusal takes two seconds, and somewhat more on a busy machine.
const TOAST_PATIENCE: Duration = Duration::from_secs(3);

/// Number of presses while the database is unavailable.
const FLOOD: usize = 2_000;

/// Memory that may vary with the bot's current activity.
const MEMORY_MARGIN_KIB: u64 = 24 * 1_024;

/// The bot and its database, with a proxy in between.
struct Scene {
    telegram: Playground,
    proxy: Proxy,
    schema: Schema,
    bot: Process,
}

impl Scene {
    async fn new() -> Result<Option<Scene>> {
        let Some(schema) = Schema::create().await? else { return Ok(None) };
        let telegram = telegram().await;
        let proxy = Proxy::before(&schema.url()).await?;
        let bot = start(&telegram, &proxy);
        Ok(Some(Scene { telegram, proxy, schema, bot }))
    }

    fn restart(self) -> Scene {
        assert_eq!(self.bot.stop().code, Some(0));
        Scene { bot: start(&self.telegram, &self.proxy), ..self }
    }

    async fn board(&self) -> Result<MessageView> {
        let anna = self.telegram.add_user("Anna", Some("en"));
        self.telegram.send_text(anna, anna, "/new")?;
        Ok(self.telegram.next_message(anna).await?)
    }

    /// Presses a free cell, and returns the toast.
    async fn press(&self, message: &MessageView) -> Result<String> {
        let now = self.now(message)?;
        let shown = Shown::of(&now).context("it is a board")?;
        let free = shown.cells.iter().position(|cell| cell == "·").context("a cell is free")?;
        let (chat, id) = (message.chat_id, message.message_id);
        let press = self.telegram.press(chat, chat, id, free / 3, free % 3)?;
        Ok(self.telegram.answer(&press).await?.text)
    }

    /// Plays on with the same process.
    async fn plays_on(&self, message: &MessageView) -> Result<()> {
        let before = self.now(message)?;
        assert_eq!(self.press(message).await?, "");
        let (chat, id) = (message.chat_id, message.message_id);
        self.telegram.edited(chat, id, before.edits).await?;
        Ok(())
    }

    fn now(&self, message: &MessageView) -> Result<MessageView> {
        let now = self.telegram.message(message.chat_id, message.message_id);
        now.context("the message is there")
    }

    async fn end(self) -> Result<()> {
        self.telegram.settled().await?;
        assert_eq!(self.bot.stop().code, Some(0));
        self.schema.drop().await
    }
}

fn start(telegram: &Playground, proxy: &Proxy) -> Process {
    let folder = folder();
    let bot = Launch::bot(telegram, folder.path()).with("DATABASE_URL", proxy.url()).start();
    bot.until_said("is at work");
    bot
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn while_the_database_is_away_presses_are_refused_soon_and_afterwards_play_goes_on()
-> Result<()> {
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    let message = scene.board().await?;
    scene.plays_on(&message).await?;
    scene.telegram.settled().await?;
    // A new process knows no people, and has to look up their language, too.
    let scene = scene.restart();
    for network in [Network::Hanging, Network::Cut] {
        let before = scene.now(&message)?;
        scene.proxy.becomes(network).await;
        for _ in 0..3 {
            let asked = Instant::now();
            assert_eq!(scene.press(&message).await?, TOAST, "{network:?}");
            assert!(asked.elapsed() < TOAST_PATIENCE, "{network:?}: {:?}", asked.elapsed());
        }
        assert_eq!(scene.now(&message)?, before, "nothing has changed on the screen");
        scene.proxy.becomes(Network::Whole).await;
        // The same process reconnects to the database by itself.
        while scene.press(&message).await? == TOAST {}
        let (chat, id) = (message.chat_id, message.message_id);
        scene.telegram.edited(chat, id, before.edits).await?;
    }
    scene.end().await
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn memory_does_not_grow_while_people_press_and_the_database_is_away() -> Result<()> {
    let Some(scene) = Scene::new().await? else { return Ok(()) };
    let mut messages = Vec::new();
    for _ in 0..20 {
        messages.push(scene.board().await?);
    }
    flood(&scene, &messages).await?;
    let before = resident_kib(&scene.bot)?;
    for network in [Network::Cut, Network::Hanging] {
        scene.proxy.becomes(network).await;
        flood(&scene, &messages).await?;
        let after = resident_kib(&scene.bot)?;
        println!("{before} KiB before, {after} KiB after {FLOOD} presses with {network:?}");
        assert!(after < before + MEMORY_MARGIN_KIB, "{before} KiB before, {after} KiB after");
    }
    scene.proxy.becomes(Network::Whole).await;
    while scene.press(&messages[0]).await? == TOAST {}
    scene.end().await
}

/// Presses taken cells and free ones, and waits until every press is answered or given up.
async fn flood(scene: &Scene, messages: &[MessageView]) -> Result<()> {
    for index in 0..FLOOD {
        let message = &messages[index % messages.len()];
        let (chat, id) = (message.chat_id, message.message_id);
        scene.telegram.press(chat, chat, id, 1, 1)?;
        if index.is_multiple_of(100) {
            let few = |snapshot: &Snapshot<'_>| (snapshot.pending_updates() < 200).then_some(());
            scene.telegram.until(few).await?;
        }
    }
    Ok(scene.telegram.settled().await?)
}

/// Resident memory of a process, in KiB.
fn resident_kib(process: &Process) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()).context("it has memory")?;
    Ok(number.parse()?)
}
