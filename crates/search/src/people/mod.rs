//! Players that stand for people: measures of how strong a level is, and a level that errs as
//! people do.
//!
//! [`mod@reference`] has the measures, from a random mover to a player who counts lines. `novice` is
//! the level. `ends` tells both which moves end the game, and `lines`, `nested` and `flock` what
//! catches the eye in each game; wolves of the lower levels go by `flock` where they see no end,
//! and their sheep in some of its moves.

mod ends;
mod lines;
mod nested;
pub(crate) mod flock;
pub mod reference;
pub(crate) mod novice;
