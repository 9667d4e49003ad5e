//! Sheets, measured: what is on them, where, and what their files say to another reader.

mod fields;
mod files;
mod games;
mod records;
mod support {
    pub(crate) mod reading;
    pub(crate) mod words;
}
