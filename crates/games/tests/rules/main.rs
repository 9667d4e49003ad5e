//! Tests of the rules of every game, their laws and their notations.

mod connect_four;
mod laws;
mod mnk;
mod notation;
mod perft;
mod playthroughs;
mod record;
mod record_link;
mod record_pasted;
mod record_strategic;
mod renju;
mod sheep;
mod strategic;
mod strategic_numbers;
mod strategic_text;
mod typing;
mod ultimate;
mod ultimate_perft;
mod support {
    pub(crate) mod golden;
    pub(crate) mod moves;
    pub(crate) mod naive_connect_four;
    pub(crate) mod naive_mnk;
    pub(crate) mod naive_renju;
    pub(crate) mod naive_strategic;
    pub(crate) mod naive_ultimate;
    pub(crate) mod plain_sheep;
    pub(crate) mod positions;
}
