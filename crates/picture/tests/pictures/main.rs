//! Pictures of boards.

mod pictures;
mod strategic;
mod support {
    pub(crate) mod scenes;
}
