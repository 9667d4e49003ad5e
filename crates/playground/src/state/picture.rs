//! Pictures and animations the bot has sent: their kind, size and embedded description.

use std::io::Cursor;

use gif::DecodeOptions;
use imagesize::ImageType;

const MAX_PHOTO_SIDES: usize = 10_000;
const MAX_PHOTO_RATIO: usize = 20;
/// The keyword under which a PNG picture describes itself (PNG specification, third edition, 11.3.3.1).
const DESCRIPTION_KEYWORD: &str = "Description";
/// A longer description is left out.
const MAX_DESCRIPTION_BYTES: usize = 4_096;

/// Kind and size of a picture, judged by its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) media_type: &'static str,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Picture {
    /// Reads the head of a PNG, JPEG or GIF picture.
    pub(crate) fn read(content: &[u8]) -> Option<Self> {
        let media_type = match imagesize::image_type(content).ok()? {
            ImageType::Png => "image/png",
            ImageType::Jpeg => "image/jpeg",
            ImageType::Gif => "image/gif",
            _ => return None,
        };
        let size = imagesize::blob_size(content).ok()?;
        Some(Self { media_type, width: size.width, height: size.height })
    }

    /// Returns whether Telegram accepts the sides of the picture for a photo.
    pub(crate) fn has_photo_sides(&self) -> bool {
        let (short, long) = (self.width.min(self.height), self.width.max(self.height));
        short > 0
            && self.width.saturating_add(self.height) <= MAX_PHOTO_SIDES
            && long / short <= MAX_PHOTO_RATIO
    }
}

/// Size and length of an animation, judged by all of its frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clip {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) seconds: u64,
}

impl Clip {
    /// Reads a GIF to its end; `None` if it is none, or is damaged.
    pub(crate) fn read(content: &[u8]) -> Option<Self> {
        let mut options = DecodeOptions::new();
        options.check_frame_consistency(true);
        let mut decoder = options.read_info(content).ok()?;
        let (width, height) = (decoder.width().into(), decoder.height().into());
        let mut hundredths = 0;
        while let Some(frame) = decoder.read_next_frame().ok()? {
            hundredths += u64::from(frame.delay);
        }
        Some(Self { width, height, seconds: hundredths.div_ceil(100) })
    }
}

/// The description of a PNG picture, if there is one before the picture itself that is not empty.
pub(crate) fn description(content: &[u8]) -> Option<String> {
    let mut decoder = png::Decoder::new(Cursor::new(content));
    // A wrong checksum is no reason to withhold the description.
    decoder.ignore_checksums(true);
    let reader = decoder.read_info().ok()?;
    let mut texts = reader.info().utf8_text.iter();
    // A compressed text could expand without bound.
    let chunk = texts.find(|text| text.keyword == DESCRIPTION_KEYWORD && !text.compressed)?;
    let text = chunk.get_text().ok().filter(|text| text.len() <= MAX_DESCRIPTION_BYTES)?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
