//! Tests that need neither a chat nor a process: sessions, rendered boards, texts, limits, settings, and the
//! source code itself.

mod agreements;
mod architecture;
mod boards;
mod bounded;
mod cards;
mod challenges;
mod clock_starts;
mod clocks;
mod votes;
mod configuration;
mod connectivity;
mod deployment;
mod endings;
mod engine;
mod forgery;
mod habits;
mod languages;
mod leaving;
mod lessons;
mod live;
mod locales;
mod matching;
mod mnk_perfect;
mod names;
mod fair_pace;
mod people_names;
mod pace;
mod personal_data;
mod posted;
mod privacy;
mod photos;
mod puzzles;
mod reviews;
mod ratings;
mod rematches;
mod standings;
mod results;
mod sessions;
mod sharing;
mod sheets;
mod strategic;
mod taps;
mod updates;
mod upkeep;
mod vocabulary;
mod why;
mod wins;
mod support {
    #[path = "../../../crates/games/tests/rules/support/moves.rs"]
    pub(crate) mod moves;
    #[path = "../../../crates/games/tests/rules/support/positions.rs"]
    pub(crate) mod positions;
    pub(crate) mod paced_world;
    pub(crate) mod people_phrases;
    pub(crate) mod link_phrases;
    pub(crate) mod phrases;
    pub(crate) mod presses;
    pub(crate) mod seeking_taps;
    pub(crate) mod session_laws;
    pub(crate) mod sessions;
    pub(crate) mod sources;
}
