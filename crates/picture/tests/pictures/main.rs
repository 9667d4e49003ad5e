//! Pictures of boards.

mod pictures;
mod support {
    pub(crate) mod scenes;
}
