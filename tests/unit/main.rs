//! Tests that need neither a chat nor a process: transitions, engines, limits, settings, and the source code itself.

mod bounded;
mod play;
mod telegram;
mod repository;
mod words;
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
