//! Gauges that are read only when the metrics are requested.

use crate::labels::Part;
use crate::series::{Flags, Level, Maker};

/// Gauges that are read when the metrics are requested.
pub struct Levels {
    pub live_games: Level,
    pub live_people: Level,
    pub updates_in_flight: Level,
    /// The limit of updates in flight.
    pub updates_in_flight_limit: Level,
    /// Updates that are not decided; while polling, the next ones are requested only afterwards.
    pub updates_undecided: Level,
    /// Messages of users that wait for their earlier ones.
    pub words_waiting: Level,
    /// Messages being edited or waiting to be.
    pub edit_lanes: Level,
    /// Boards whose edit found no free slot.
    pub edits_put_off: Level,
    /// Messages and edits that wait for their turn under Telegram's limits.
    pub paced_calls_waiting: Level,
    /// Chats whose rate budgets are tracked.
    pub paced_chats: Level,
    /// Searches of engines that wait for a thread.
    pub searches_waiting: Level,
    pub searches_running: Level,
    /// People who wait for an opponent, as of the last check.
    pub people_seeking: Level,
    /// Pending invitations, as of the last count.
    pub invitations_open: Level,
    /// Tasks that shutdown would wait for.
    pub tasks: Level,
    pub ready: Flags<Part>,
}

impl Levels {
    pub fn new(make: &Maker<'_>) -> Levels {
        Levels {
            live_games: make.level("zerosum_live_games", "Games in memory; all are in the store."),
            live_people: make.level("zerosum_live_people", "People in memory."),
            updates_in_flight: make.level(
                "zerosum_updates_in_flight",
                "Updates being worked on, but for words, which wait for Telegram.",
            ),
            updates_in_flight_limit: make.level(
                "zerosum_updates_in_flight_limit",
                "How many updates may be worked on at once.",
            ),
            updates_undecided: make.level(
                "zerosum_updates_undecided",
                "Updates that are not decided; while polling, the next ones wait for them.",
            ),
            words_waiting: make.level(
                "zerosum_words_waiting",
                "Messages that wait for those their person sent before.",
            ),
            edit_lanes: make.level(
                "zerosum_edit_lanes",
                "Messages with an edit in flight or waiting for its turn.",
            ),
            edits_put_off: make.level(
                "zerosum_edits_put_off",
                "Boards that are drawn as soon as fewer messages are being edited.",
            ),
            paced_calls_waiting: make.level(
                "zerosum_paced_calls_waiting",
                "Messages and edits that wait for their turn under Telegram's limits.",
            ),
            paced_chats: make.level(
                "zerosum_paced_chats",
                "Chats that were spoken to so lately that they have a budget in use.",
            ),
            searches_waiting: make.level(
                "zerosum_engine_searches_waiting",
                "Searches of engines that wait for a thread.",
            ),
            searches_running: make
                .level("zerosum_engine_searches_running", "Threads on which engines think now."),
            people_seeking: make.level(
                "zerosum_people_seeking",
                "People who wait for an opponent, the same in all processes.",
            ),
            invitations_open: make.level(
                "zerosum_invitations_open",
                "Invitations that wait for a guest, the same in all processes.",
            ),
            tasks: make.level("zerosum_tasks", "Tasks that leaving waits for."),
            ready: make.flags(
                "zerosum_ready",
                "Whether the bot is ready in this respect: its phase (neither starting nor \
                 leaving), the store, Telegram.",
            ),
        }
    }
}
