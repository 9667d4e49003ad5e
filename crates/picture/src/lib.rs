//! Boards as pictures: a [`scene::Scene`] describes the content, and [`draw`] makes a PNG of it.
//!
//! It knows nothing of games. The same scene and side give the same bytes, on every machine and in
//! every process, so that a picture can be told from another one by its scene. The file carries what
//! it shows in words too, for people who hear it: the text chunk `Description` of a PNG.
//!
//! In reading order: what is to be seen; the same in words; colours; where everything lies; the
//! surface that is painted on; marks, letters and digits; the layers of a board; and the file. A [`heat_map`]
//! has colours and numbers instead of marks, a [`gif`] several scenes one after the other, and a [`chart`]
//! or a [`rating_chart`] no board at all.

pub mod scene;
pub mod words;
pub mod theme;
pub mod layout;
pub mod heat_map;
pub mod gif;
pub mod chart;
pub mod rating_chart;
pub mod subject;
mod closer;
mod canvas;
mod marks;
mod glyphs;
mod letters;
mod title;
mod layers;
mod palette;

use thiserror::Error;

use crate::canvas::Canvas;
use crate::layout::Layout;
use crate::palette::COLOURS_MAX;
use crate::scene::{DEPTH_MAX, Scene};
use crate::theme::Colours;

/// The longer side of the pictures that are sent. A phone shows a photo about as wide as its
/// screen, and what is twice as wide is made smaller by Telegram.
pub const SIDE_PIXELS: u16 = 900;

/// The least side at which a board can be told from another one.
const SIDE_PIXELS_MIN: u16 = 64;

/// Maximum file size of a picture of [`SIDE_PIXELS`].
pub const FILE_BYTES_MAX: usize = 100_000;

/// Maximum distance from a shade to the one that replaces it in a picture of a board of boards of boards,
/// whose marks overlap in so many shades that the file would be a third larger.
const SHADE_TOLERANCE: u32 = 300;

/// A picture in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u16,
    pub height: u16,
    /// A PNG with at most 256 colours, and with [`words::description`] in its text.
    pub file: Vec<u8>,
}

/// Reason why there is no picture. It does not happen with the sizes that are drawn here, and callers can do
/// without a picture.
#[derive(Debug, Error)]
pub enum DrawError {
    #[error("a surface of {width} x {height} pixels cannot be had")]
    Surface { width: u16, height: u16 },
    #[error("the file cannot be written: {0}")]
    File(#[from] png::EncodingError),
    #[error("the animation cannot be written: {0}")]
    Animation(#[from] ::gif::EncodingError),
}

/// Draws a scene. The longer side of the picture has so many pixels, but no fewer than 64.
pub fn draw(scene: &Scene, side_pixels: u16) -> Result<Picture, DrawError> {
    let (canvas, Layout { width, height, .. }) = painted(scene, side_pixels)?;
    let tolerance = if scene.depth() == DEPTH_MAX { SHADE_TOLERANCE } else { 0 };
    let indexed = palette::indexed(canvas.pixels(), tolerance, COLOURS_MAX);
    // Four fifths of the memory are not needed any more.
    drop(canvas);
    let file = palette::encoded(&indexed, width, height, words::description(scene))?;
    Ok(Picture { width, height, file })
}

/// A scene on a surface whose longer side has so many pixels.
fn painted(scene: &Scene, side_pixels: u16) -> Result<(Canvas, Layout), DrawError> {
    let layout = Layout::of(scene, side_pixels.max(SIDE_PIXELS_MIN));
    let (width, height) = (layout.width, layout.height);
    let colours = Colours::of(scene.theme());
    let mut canvas = Canvas::new(width, height).ok_or(DrawError::Surface { width, height })?;
    layers::paint(&mut canvas, scene, &layout, &colours);
    Ok((canvas, layout))
}
