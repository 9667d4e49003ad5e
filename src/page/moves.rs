//! The move that a request carries.

use serde::Deserialize;
use zerosum_render::page::game::AskedMove;

use crate::page::refusal::Refusal;

/// Fields of a request with a move, in one of its forms.
#[derive(Debug, Deserialize)]
pub(crate) struct MoveFields {
    at: Option<u16>,
    from: Option<u16>,
    to: Option<u16>,
    text: Option<String>,
}

impl MoveFields {
    /// Returns the move, if there is one; refuses fields that make no single move.
    pub(crate) fn asked(&self) -> Result<Option<AskedMove<'_>>, Refusal> {
        Ok(match (self.at, self.from, self.to, self.text.as_deref()) {
            (None, None, None, None) => None,
            (Some(at), None, None, None) => Some(AskedMove::At(at)),
            (None, Some(from), Some(to), None) => Some(AskedMove::Between(from, to)),
            (None, None, None, Some(text)) => Some(AskedMove::Text(text)),
            _ => return Err(Refusal::Malformed),
        })
    }
}
