//! Lines of a stream that is not trusted: they may be endless, or no text at all.

use std::io::{self, BufRead};

/// No line that means anything is longer. The longest are those of games that are told from their
/// start, and no board has room for a game a tenth as long as this.
pub const LINE_BYTES_MAX: usize = 65_536;

/// Content between two line feeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Text(String),
    /// More than [`LINE_BYTES_MAX`], and not kept.
    TooLong,
    /// Not UTF-8.
    NotText,
}

/// The next line without its line feed; `None` at the end of the stream. A line without a line feed
/// at the end of the stream counts. However long a line is, no more than [`LINE_BYTES_MAX`] of it
/// is kept in memory.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut is_too_long = false;
    let mut has_begun = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() && !has_begun {
            return Ok(None);
        }
        has_begun = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        is_too_long |= bytes.len() + part.len() > LINE_BYTES_MAX;
        if !is_too_long {
            bytes.extend_from_slice(part);
        }
        let is_end = end.is_some() || buffer.is_empty();
        let consumed = part.len() + usize::from(end.is_some());
        input.consume(consumed);
        if is_end {
            return Ok(Some(line_of(bytes, is_too_long)));
        }
    }
}

fn line_of(bytes: Vec<u8>, is_too_long: bool) -> Line {
    if is_too_long {
        return Line::TooLong;
    }
    String::from_utf8(bytes).map_or(Line::NotText, Line::Text)
}
