//! Changes of games.

pub mod transitions;
pub mod turns;
pub mod clocks;
pub mod absences;
pub mod leaving;
pub mod rematches;
pub mod screens;
pub mod sightings;
pub mod view_requests;
pub mod analyses;
pub mod arrivals;
pub mod new_game_limit;
pub mod reviews;
pub mod fairness;
