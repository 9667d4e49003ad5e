//! Sealed tokens of shared games.

/// A shared game and the user who has shared it with their name, sealed so that only the bot can read
/// and create it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShareToken(pub [u8; TOKEN_BYTES]);

pub const TOKEN_BYTES: usize = 28;

impl ShareToken {
    /// Encodes the token in hexadecimal digits, for links and buttons.
    pub fn encode(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub fn decode(text: &str) -> Option<ShareToken> {
        let mut bytes = [0; TOKEN_BYTES];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        let token = ShareToken(bytes);
        (token.encode() == text).then_some(token)
    }
}
