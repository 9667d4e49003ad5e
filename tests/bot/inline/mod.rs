//! Games in inline messages.

pub(crate) mod deleted_boards;
pub(crate) mod looking_back;
pub(crate) mod posted_answers;
pub(crate) mod posted_edits;
pub(crate) mod posted_pictures;
pub(crate) mod poster_marks;
pub(crate) mod posting;
pub(crate) mod two_screens;
