//! The id of an inline message: a message that a person has sent through the bot to a chat that the bot does
//! not know. Telegram reports nothing else about it to the bot.

use std::fmt::{self, Debug, Formatter};

/// Maximum length of an id. Those of Telegram have 27 or 32 characters, which encode 20 or 24 bytes.
const BYTES_MAX: usize = 64;

/// Id of an inline message.
///
/// Invariant: at least one printable ASCII character other than a space, followed by zeros.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InlineMessageId([u8; BYTES_MAX]);

impl InlineMessageId {
    /// Parses an id; `None` if it is empty, too long, or has other characters than printable ASCII.
    pub fn parse(text: &str) -> Option<InlineMessageId> {
        let is_known = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        let mut bytes = [0; BYTES_MAX];
        bytes.get_mut(..text.len()).filter(|_| is_known)?.copy_from_slice(text.as_bytes());
        Some(InlineMessageId(bytes))
    }

    pub fn as_str(&self) -> &str {
        let used = self.0.split(|byte| *byte == 0).next().unwrap_or_default();
        str::from_utf8(used).expect("it is ASCII")
    }
}

impl Debug for InlineMessageId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("InlineMessageId").field(&self.as_str()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_is_and_nothing_else_is_one() {
        let longest = "x".repeat(BYTES_MAX);
        for text in ["A", "AgAAAPk-AQBB_1dKAAECAwQFBgc", longest.as_str(), "a,b/c+d=="] {
            let id = InlineMessageId::parse(text).map(|id| id.as_str().to_owned());
            assert_eq!(id.as_deref(), Some(text));
        }
        let too_long = "x".repeat(BYTES_MAX + 1);
        for text in ["", " ", "a b", "a\0", "\n", "é", "\u{7f}", too_long.as_str()] {
            assert_eq!(InlineMessageId::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn ids_are_in_the_order_of_their_texts() {
        let mut texts = ["b", "a", "ab", "B", "a-", "~"];
        texts.sort_unstable();
        let mut ids = texts.map(|text| InlineMessageId::parse(text).expect("an id"));
        ids.reverse();
        ids.sort_unstable();
        assert_eq!(ids.map(|id| id.as_str().to_owned()), texts);
    }
}
