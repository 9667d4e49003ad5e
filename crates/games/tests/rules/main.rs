//! The rules of every game, their laws, and what their notations say.

mod laws;
mod mnk;
mod notation;
mod perft;
mod playthroughs;
mod sheep;
mod strategic_numbers;
mod ultimate;
mod ultimate_perft;
mod support {
    pub(crate) mod golden;
    pub(crate) mod moves;
    pub(crate) mod naive_mnk;
    pub(crate) mod naive_ultimate;
    pub(crate) mod plain_sheep;
    pub(crate) mod positions;
}
