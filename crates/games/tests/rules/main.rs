//! Tests of the rules of every game, their laws and their notations.

mod every_game;
mod games;
mod strategic;
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
