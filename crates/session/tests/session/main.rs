//! Sessions: their laws, seats, clocks, votes, matches, ratings and habits.

mod agreements;
mod challenges;
mod habits;
mod leaving;
mod likeness;
mod matching;
mod milestones;
mod openings;
mod ratings;
mod rematches;
mod results;
mod sessions;
mod standings;
mod votes;
mod support {
    pub(crate) mod rematching;
    pub(crate) mod voting;
    pub(crate) mod seatings;
    pub(crate) mod session_laws;
    pub(crate) mod sessions;
}
