//! The state of the server behind its lock, and the signals that it has changed.
//!
//! A std mutex, because nothing under it waits: the lock is held for one look or one change and never over an await.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{broadcast, watch};
use tokio::time::MissedTickBehavior;

use crate::settings::Settings;
use crate::state::{Event, ServerState};
use crate::visible::VisibleChange;

/// A page that is more events behind than this is cut off; it connects again and reads the state afresh.
const PAGE_EVENTS_LAG: usize = 1_024;
/// A receiver that is more changes behind than this misses the oldest.
const VISIBLE_CHANGES_LAG: usize = 65_536;
/// Maximum delay with which an expired press is found.
const EXPIRY_TICK: Duration = Duration::from_millis(100);

pub(crate) struct Shared {
    pub(crate) settings: Settings,
    state: Mutex<ServerState>,
    /// Read by each call but a poll from its effects to its entry in the log, written by each observer. Taken before
    /// the state.
    unlogged: RwLock<()>,
    /// Counts changes of any kind.
    changes: watch::Sender<u64>,
    /// Follows the generation of the updates.
    arrivals: watch::Sender<u64>,
    page_events: broadcast::Sender<PageEvent>,
    visible_changes: broadcast::Sender<VisibleChange>,
    stopping: watch::Sender<bool>,
    /// Counts calls over HTTP but for polls.
    calls_made: AtomicU64,
}

/// One event for the chat page, printed once for all pages.
#[derive(Clone, Debug)]
pub(crate) struct PageEvent {
    pub(crate) kind: &'static str,
    pub(crate) data: Arc<str>,
}

impl Shared {
    pub(crate) fn new(settings: Settings) -> Self {
        Self {
            state: Mutex::new(ServerState::new(settings.clone())),
            unlogged: RwLock::new(()),
            settings,
            changes: watch::Sender::new(0),
            arrivals: watch::Sender::new(0),
            page_events: broadcast::Sender::new(PAGE_EVENTS_LAG),
            visible_changes: broadcast::Sender::new(VISIBLE_CHANGES_LAG),
            stopping: watch::Sender::new(false),
            calls_made: AtomicU64::new(0),
        }
    }

    /// Reads the state in one look.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&ServerState) -> T) -> T {
        look(&self.lock())
    }

    /// Makes one change to the state and wakes every waiter for changes.
    pub(crate) fn write<T>(&self, change: impl FnOnce(&mut ServerState) -> T) -> T {
        let mut state = self.lock();
        let result = change(&mut state);
        let events = std::mem::take(&mut state.events);
        if self.visible_changes.receiver_count() > 0 {
            for change in events.iter().filter_map(VisibleChange::of) {
                // The last follower may have left in between, which is no error.
                let _ = self.visible_changes.send(change);
            }
        }
        if self.page_events.receiver_count() > 0 {
            for event in events {
                if let Some(event) = page_event(&state, event) {
                    // The last page may have left in between, which is no error.
                    let _ = self.page_events.send(event);
                }
            }
        }
        let generation = state.updates.generation;
        drop(state);
        self.arrivals.send_if_modified(|seen| std::mem::replace(seen, generation) != generation);
        self.changes.send_modify(|count| *count += 1);
        result
    }

    /// Looks at the state at a moment when every call that has had an effect is logged. The look may take something
    /// from the state but changes nothing that a waiter looks for.
    pub(crate) fn observe<T>(&self, look: impl FnOnce(&mut ServerState) -> T) -> T {
        let _all_logged = self.unlogged.write().unwrap_or_else(PoisonError::into_inner);
        look(&mut self.lock())
    }

    /// Lets observers wait until a call is logged.
    pub(crate) fn hold_observers(&self) -> RwLockReadGuard<'_, ()> {
        self.unlogged.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Signals every change from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Signals every change of the updates from now on.
    pub(crate) fn arrivals(&self) -> watch::Receiver<u64> {
        self.arrivals.subscribe()
    }

    pub(crate) fn page_events(&self) -> broadcast::Receiver<PageEvent> {
        self.page_events.subscribe()
    }

    pub(crate) fn visible_changes(&self) -> broadcast::Receiver<VisibleChange> {
        self.visible_changes.subscribe()
    }

    pub(crate) fn count_call(&self) {
        self.calls_made.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn calls_made(&self) -> u64 {
        self.calls_made.load(Ordering::Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Waits until the playground is told to stop.
    pub(crate) async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender lives in self, so waiting ends only with the signal.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    /// Expires old presses, for as long as it is polled.
    pub(crate) async fn expire_callbacks_forever(&self) {
        let mut ticks = tokio::time::interval(EXPIRY_TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            ticks.tick().await;
            if self.read(|state| state.callbacks.waiting() > 0) {
                self.write(ServerState::expire_callbacks);
            }
        }
    }

    /// A panic of one caller does not make the state unusable for the others.
    fn lock(&self) -> MutexGuard<'_, ServerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn page_event(state: &ServerState, event: Event) -> Option<PageEvent> {
    let (kind, data) = match event {
        Event::Message(chat, id) => ("message", state.message(chat, id)?.page_json()),
        Event::Deleted(chat, id) => ("deleted", json!({ "chat_id": chat, "message_id": id })),
        Event::Toast { user_id, chat_id, callback_id, text, show_alert } => {
            let mut data = press_json(user_id, chat_id, callback_id);
            data["text"] = json!(text);
            data["show_alert"] = json!(show_alert);
            ("toast", data)
        }
        Event::Expired { user_id, chat_id, callback_id } => {
            ("expired", press_json(user_id, chat_id, callback_id))
        }
        Event::InlineAnswer(query) => ("inline", state.inline_page_json(query)?),
        Event::Typing(chat, action) => ("typing", json!({ "chat_id": chat, "action": action })),
        Event::Call(number) => ("call", state.calls.get(number)?.page_json()),
        Event::Profile => ("profile", state.profile.page_json()),
        Event::Chat(id) => ("chat", state.chats.get(&id)?.page_json()),
    };
    Some(PageEvent { kind, data: data.to_string().into() })
}

fn press_json(user_id: i64, chat_id: i64, callback_id: u64) -> Value {
    json!({ "user_id": user_id, "chat_id": chat_id, "callback_id": callback_id.to_string() })
}
