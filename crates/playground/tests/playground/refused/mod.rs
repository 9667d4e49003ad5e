//! Calls that the playground refuses, and faults that a test orders.

mod refusals;
mod guards;
mod faults;
