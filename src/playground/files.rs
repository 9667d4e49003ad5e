//! Files the bot has sent, within bounded memory.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// All kept files together; the oldest go first.
const FILES_KEPT_BYTES: usize = 64 * 1024 * 1024;
const MAX_PHOTO_SIDES: u32 = 10_000;
const MAX_PHOTO_RATIO: u32 = 20;

#[derive(Debug, Default)]
pub struct Files {
    known: HashMap<String, Arc<[u8]>>,
    order: VecDeque<String>,
    bytes: usize,
    count: u64,
}

impl Files {
    /// Keeps a file and gives it an id.
    pub fn add(&mut self, content: Arc<[u8]>) -> String {
        self.count += 1;
        let id = format!("playground-file-{}", self.count);
        self.bytes += content.len();
        self.known.insert(id.clone(), content);
        self.order.push_back(id.clone());
        while self.bytes > FILES_KEPT_BYTES {
            let Some(oldest) = self.order.pop_front() else {
                break;
            };
            if let Some(content) = self.known.remove(&oldest) {
                self.bytes -= content.len();
            }
        }
        id
    }

    pub fn get(&self, id: &str) -> Option<Arc<[u8]>> {
        self.known.get(id).cloned()
    }
}

/// What a picture is, judged by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture {
    pub media_type: &'static str,
    pub width: u32,
    pub height: u32,
}

impl Picture {
    /// Reads the header of a PNG, JPEG or GIF picture.
    pub fn read(content: &[u8]) -> Option<Self> {
        let (media_type, width, height) = if content.starts_with(b"\x89PNG\r\n\x1a\n") {
            ("image/png", big_endian(content, 16, 4)?, big_endian(content, 20, 4)?)
        } else if content.starts_with(b"GIF8") {
            let side = |at: usize| {
                Some(u32::from(*content.get(at)?) | u32::from(*content.get(at + 1)?) << 8)
            };
            ("image/gif", side(6)?, side(8)?)
        } else if content.starts_with(&[0xff, 0xd8]) {
            let frame = jpeg_frame(content)?;
            ("image/jpeg", big_endian(content, frame + 7, 2)?, big_endian(content, frame + 5, 2)?)
        } else {
            return None;
        };
        Some(Self { media_type, width, height })
    }

    /// Whether the sides are such that Telegram takes the picture as a photo.
    pub fn has_photo_sides(&self) -> bool {
        let (short, long) = (self.width.min(self.height), self.width.max(self.height));
        short > 0
            && self.width.saturating_add(self.height) <= MAX_PHOTO_SIDES
            && long / short <= MAX_PHOTO_RATIO
    }
}

/// The position of the segment that holds the sides of a JPEG picture.
fn jpeg_frame(content: &[u8]) -> Option<usize> {
    let mut at = 2;
    loop {
        let marker = *content.get(at + 1)?;
        let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if *content.get(at)? != 0xff {
            return None;
        }
        if is_frame {
            return Some(at);
        }
        at += 2 + usize::try_from(big_endian(content, at + 2, 2)?).ok()?;
    }
}

fn big_endian(content: &[u8], at: usize, length: usize) -> Option<u32> {
    let bytes = content.get(at..at + length)?;
    Some(bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}
