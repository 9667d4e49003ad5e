//! Tests that need neither a chat nor a process: transitions, engines, limits, settings, and the source code itself.

mod architecture;
mod bounded;
mod clock_starts;
mod clocks;
mod commands;
mod configuration;
mod connectivity;
mod deployment;
mod engine;
mod fair_pace;
mod forgery;
mod live;
mod names;
mod openings;
mod pace;
mod personal_data;
mod photos;
mod posted;
mod privacy;
mod reviews;
mod two_processes;
mod updates;
mod upkeep;
mod visitors;
mod vocabulary;
mod watched_games;
mod support {
    #[path = "../../../crates/games/tests/rules/support/moves.rs"]
    pub(crate) mod moves;
    pub(crate) mod paced_world;
    #[path = "../../../crates/games/tests/rules/support/positions.rs"]
    pub(crate) mod positions;
    #[path = "../../../crates/session/tests/session/support/seatings.rs"]
    pub(crate) mod seatings;
    #[path = "../../../crates/session/tests/session/support/session_laws.rs"]
    pub(crate) mod session_laws;
    #[path = "../../../crates/session/tests/session/support/sessions.rs"]
    pub(crate) mod sessions;
    pub(crate) mod sources;
}
