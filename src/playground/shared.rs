//! The world behind its lock, and the signals that it has changed.
//!
//! A std mutex, because nothing under it waits: the lock is held for one look or one deed and never over an await.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{broadcast, watch};
use tokio::time::MissedTickBehavior;

use crate::playground::settings::Settings;
use crate::playground::sight::Sight;
use crate::playground::world::{Happening, World};

/// A page that is more events behind than this is cut off; it connects again and reads the state afresh.
const PAGE_EVENTS_LAG: usize = 1_024;
/// A follower that is more sights behind than this misses the oldest.
const SIGHTS_LAG: usize = 65_536;
/// How late a press may be found to have expired.
const EXPIRY_TICK: Duration = Duration::from_millis(100);

pub struct Shared {
    pub settings: Settings,
    world: Mutex<World>,
    /// Counts changes of any kind.
    changes: watch::Sender<u64>,
    /// Follows the generation of the updates.
    arrivals: watch::Sender<u64>,
    page_events: broadcast::Sender<PageEvent>,
    sights: broadcast::Sender<Sight>,
    stopping: watch::Sender<bool>,
    /// Counts calls over HTTP but for polls.
    calls_made: AtomicU64,
}

/// One event for the chat page, printed once for all pages.
#[derive(Clone, Debug)]
pub struct PageEvent {
    pub kind: &'static str,
    pub data: Arc<str>,
}

impl Shared {
    pub fn new(settings: Settings) -> Self {
        Self {
            world: Mutex::new(World::new(settings.clone())),
            settings,
            changes: watch::Sender::new(0),
            arrivals: watch::Sender::new(0),
            page_events: broadcast::Sender::new(PAGE_EVENTS_LAG),
            sights: broadcast::Sender::new(SIGHTS_LAG),
            stopping: watch::Sender::new(false),
            calls_made: AtomicU64::new(0),
        }
    }

    /// One look at the world.
    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.lock())
    }

    /// One change of the world; everybody who waits for changes is woken.
    pub fn write<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let mut world = self.lock();
        let result = change(&mut world);
        let happenings = std::mem::take(&mut world.happenings);
        if self.sights.receiver_count() > 0 {
            for sight in happenings.iter().filter_map(Sight::of) {
                // The last follower may have left in between, which is no error.
                let _ = self.sights.send(sight);
            }
        }
        if self.page_events.receiver_count() > 0 {
            for happening in happenings {
                if let Some(event) = page_event(&world, happening) {
                    // The last page may have left in between, which is no error.
                    let _ = self.page_events.send(event);
                }
            }
        }
        let generation = world.updates.generation;
        drop(world);
        self.arrivals.send_if_modified(|seen| std::mem::replace(seen, generation) != generation);
        self.changes.send_modify(|count| *count += 1);
        result
    }

    /// A look that may take something from the world but changes nothing anybody waits for.
    pub fn take<T>(&self, look: impl FnOnce(&mut World) -> T) -> T {
        look(&mut self.lock())
    }

    /// Signals every change from now on.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Signals every change of the updates from now on.
    pub fn arrivals(&self) -> watch::Receiver<u64> {
        self.arrivals.subscribe()
    }

    pub fn page_events(&self) -> broadcast::Receiver<PageEvent> {
        self.page_events.subscribe()
    }

    pub fn sights(&self) -> broadcast::Receiver<Sight> {
        self.sights.subscribe()
    }

    pub fn count_call(&self) {
        self.calls_made.fetch_add(1, Ordering::Relaxed);
    }

    pub fn calls_made(&self) -> u64 {
        self.calls_made.load(Ordering::Relaxed)
    }

    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Waits until the playground is told to stop.
    pub async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender lives in self, so waiting ends only with the signal.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    /// Gives up on old presses, for as long as it is polled.
    pub async fn expire_callbacks_forever(&self) {
        let mut ticks = tokio::time::interval(EXPIRY_TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            ticks.tick().await;
            if self.read(|world| world.callbacks.waiting() > 0) {
                self.write(World::expire_callbacks);
            }
        }
    }

    /// A panic of one caller does not make the world unusable for the others.
    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn page_event(world: &World, happening: Happening) -> Option<PageEvent> {
    let (kind, data) = match happening {
        Happening::Message(chat, id) => ("message", world.message(chat, id)?.page_json()),
        Happening::Deleted(chat, id) => ("deleted", json!({ "chat_id": chat, "message_id": id })),
        Happening::Toast { user_id, chat_id, callback_id, text, show_alert } => {
            let mut data = press_json(user_id, chat_id, callback_id);
            data["text"] = json!(text);
            data["show_alert"] = json!(show_alert);
            ("toast", data)
        }
        Happening::Expired { user_id, chat_id, callback_id } => {
            ("expired", press_json(user_id, chat_id, callback_id))
        }
        Happening::Typing(chat, action) => ("typing", json!({ "chat_id": chat, "action": action })),
        Happening::Call(number) => ("call", world.calls.get(number)?.page_json()),
        Happening::Profile => ("profile", world.profile.page_json()),
        Happening::Chat(id) => ("chat", world.chats.get(&id)?.page_json()),
    };
    Some(PageEvent { kind, data: data.to_string().into() })
}

fn press_json(user_id: i64, chat_id: i64, callback_id: u64) -> Value {
    json!({ "user_id": user_id, "chat_id": chat_id, "callback_id": callback_id.to_string() })
}
