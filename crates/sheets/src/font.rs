//! The font of all texts, and the widths of texts in it.
//!
//! `fonts/NotoSans-Regular.ttf` is Noto Sans 2.004 of Google LLC under the SIL Open Font License 1.1,
//! which lies beside it, cut down to Latin and Cyrillic letters and what stands between them.

use std::ops::Range;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// The file.
pub(crate) const FILE: &[u8] = include_bytes!("../fonts/NotoSans-Regular.ttf");

/// The name that the file has for itself.
pub(crate) const FAMILY: &str = "Noto Sans";

/// Height of digits and capital letters, in sizes of the font.
pub(crate) const CAPITAL_HEIGHT: f32 = 0.714;

/// A letter or sign of a text.
#[derive(Clone, Debug)]
pub(crate) struct Glyph {
    pub(crate) id: u32,
    /// The bytes of the text that it stands for.
    pub(crate) range: Range<usize>,
    /// In sizes of the font.
    pub(crate) width: f32,
}

/// Returns the width of a text at this size of the font.
pub fn width(text: &str, size: f32) -> f32 {
    glyphs(text).iter().map(|glyph| glyph.width * size).sum()
}

/// Returns whether the font has every letter and sign of the text.
pub fn covers(text: &str) -> bool {
    let characters = font().charmap();
    text.chars().all(|character| characters.map(character).is_some())
}

/// Returns the glyphs of the text. A missing glyph is an empty box.
pub(crate) fn glyphs(text: &str) -> Vec<Glyph> {
    let font = font();
    let characters = font.charmap();
    let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
    let glyph = |(start, character): (usize, char)| {
        let id = characters.map(character).unwrap_or_default();
        let width = metrics.advance_width(id).unwrap_or_default();
        Glyph { id: id.to_u32(), range: start..start + character.len_utf8(), width }
    };
    text.char_indices().map(glyph).collect()
}

fn font() -> FontRef<'static> {
    FontRef::new(FILE).expect("the file in this crate is a font")
}
