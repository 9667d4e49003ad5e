//! Strategic tic-tac-toe on 27x27: nine boards of ultimate tic-tac-toe form a strategic field.

mod named;
pub mod numbers;
