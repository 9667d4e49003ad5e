//! Pictures of boards.

mod animations;
mod charts;
mod curves;
mod rating_charts;
mod pictures;
mod steps;
mod strategic;
mod vision;
mod support {
    pub(crate) mod scenes;
}
