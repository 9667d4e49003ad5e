//! Gauges that are read only when the metrics are requested.

use crate::labels::Part;
use crate::series::{Flags, Gauge, Registrar};

/// Gauges that are read when the metrics are requested.
pub struct Gauges {
    pub live_games: Gauge,
    pub live_people: Gauge,
    pub updates_in_flight: Gauge,
    /// The limit of updates in flight.
    pub updates_in_flight_limit: Gauge,
    /// Updates that are not decided; while polling, the next ones are requested only afterwards.
    pub updates_undecided: Gauge,
    /// Messages of users that wait for their earlier ones.
    pub messages_waiting: Gauge,
    /// Messages being edited or waiting to be.
    pub edit_slots: Gauge,
    /// Boards whose edit found no free slot.
    pub edits_waiting: Gauge,
    /// Messages and edits that wait for their turn under Telegram's limits.
    pub paced_calls_waiting: Gauge,
    /// Chats whose rate budgets are tracked.
    pub paced_chats: Gauge,
    /// Searches of engines that wait for a thread.
    pub searches_waiting: Gauge,
    pub searches_running: Gauge,
    /// People who wait for an opponent, as of the last check.
    pub people_seeking: Gauge,
    /// Pending invitations, as of the last count.
    pub invitations_open: Gauge,
    /// Tasks that shutdown would wait for.
    pub tasks: Gauge,
    pub ready: Flags<Part>,
}

impl Gauges {
    pub(crate) fn new(make: &Registrar<'_>) -> Gauges {
        Gauges {
            live_games: make.gauge("zerosum_live_games", "Games in memory; all are in the store."),
            live_people: make.gauge("zerosum_live_people", "People in memory."),
            updates_in_flight: make.gauge(
                "zerosum_updates_in_flight",
                "Updates being worked on, without messages, which wait for Telegram.",
            ),
            updates_in_flight_limit: make.gauge(
                "zerosum_updates_in_flight_limit",
                "How many updates may be worked on at once.",
            ),
            updates_undecided: make.gauge(
                "zerosum_updates_undecided",
                "Updates that are not decided; while polling, the next ones wait for them.",
            ),
            messages_waiting: make.gauge(
                "zerosum_messages_waiting",
                "Messages queued behind earlier ones of their sender.",
            ),
            edit_slots: make.gauge(
                "zerosum_edit_slots",
                "Messages with an edit in flight or waiting for its turn.",
            ),
            edits_waiting: make.gauge(
                "zerosum_edits_waiting",
                "Boards that are drawn as soon as fewer messages are being edited.",
            ),
            paced_calls_waiting: make.gauge(
                "zerosum_paced_calls_waiting",
                "Messages and edits that wait for their turn under Telegram's limits.",
            ),
            paced_chats: make.gauge("zerosum_paced_chats", "Chats with rate budget in use."),
            searches_waiting: make.gauge(
                "zerosum_engine_searches_waiting",
                "Searches of engines that wait for a thread.",
            ),
            searches_running: make
                .gauge("zerosum_engine_searches_running", "Threads on which engines think now."),
            people_seeking: make.gauge(
                "zerosum_people_seeking",
                "People who wait for an opponent, the same in all processes.",
            ),
            invitations_open: make.gauge(
                "zerosum_invitations_open",
                "Invitations that wait for a guest, the same in all processes.",
            ),
            tasks: make.gauge("zerosum_tasks", "Tasks that shutdown waits for."),
            ready: make.flags(
                "zerosum_ready",
                "Whether the bot is ready in this respect: its phase (neither starting nor \
                 leaving), the store, Telegram, updates.",
            ),
        }
    }
}
