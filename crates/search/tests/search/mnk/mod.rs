//! Searches of k in a row.

pub(crate) mod distances;
pub(crate) mod levels;
pub(crate) mod patterns;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod vcf;
pub(crate) mod vct;
