//! Pictures of boards.

mod animations;
mod charts;
mod pictures;
mod strategic;
mod support {
    pub(crate) mod scenes;
}
