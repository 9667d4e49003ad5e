//! Rules of single games; strategic tic-tac-toe has a folder of its own.

pub(crate) mod connect_four;
pub(crate) mod mnk;
pub(crate) mod renju;
pub(crate) mod sheep;
pub(crate) mod ultimate;
pub(crate) mod ultimate_perft;
