//! Boards as pictures: a [`scene::Scene`] describes the content, and [`draw`] makes a PNG of it.
//!
//! It knows nothing of games. The same scene and side give the same bytes, on every machine and in
//! every process, so that a picture can be told from another one by its scene. The file carries what
//! it shows in words too, for people who hear it: the text chunk `Description` of a PNG.
//!
//! In reading order: what is to be seen; the same in words; colours; where everything lies; the
//! surface that is painted on; marks, letters and digits; the layers of a board; and the file. A [`gif`] shows
//! several scenes one after the other, and [`charts`] show figures.

pub mod scene;
pub mod words;
pub mod theme;
pub mod layout;
pub mod charts;
pub mod gif;
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
use crate::charts::curve::{self, Curve};
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
    #[error("a surface of {width} x {height} pixels cannot be created")]
    Surface { width: u16, height: u16 },
    #[error("the file cannot be written: {0}")]
    File(#[from] png::EncodingError),
    #[error("the animation cannot be written: {0}")]
    Animation(#[from] ::gif::EncodingError),
}

/// Draws a scene. `side_pixels` is the length of the longer side, at least 64.
pub fn draw(scene: &Scene, side_pixels: u16) -> Result<Picture, DrawError> {
    finished(scene, None, side_pixels)
}

/// Draws a scene with a curve below it. The picture is as large as one of the scene alone, so the board is
/// smaller; only a wide board leaves room below it.
pub fn draw_reviewed(scene: &Scene, curve: &Curve, side_pixels: u16) -> Result<Picture, DrawError> {
    finished(scene, Some(curve), side_pixels)
}

fn finished(scene: &Scene, curve: Option<&Curve>, side_pixels: u16) -> Result<Picture, DrawError> {
    let (canvas, _) = painted(scene, curve, side_pixels)?;
    let (width, height) = (canvas.width(), canvas.height());
    let tolerance = if scene.depth() == DEPTH_MAX { SHADE_TOLERANCE } else { 0 };
    let indexed = palette::indexed(canvas.pixels(), tolerance, COLOURS_MAX);
    // Four fifths of the memory are not needed any more.
    drop(canvas);
    let board = words::description(scene);
    let description = match curve {
        Some(curve) => format!("{board} {}.", curve.text_alternative()),
        None => board,
    };
    let file = palette::encoded(&indexed, width, height, description)?;
    Ok(Picture { width, height, file })
}

/// A scene and a curve below it. `side_pixels` is the length of the longer side of the surface.
fn painted(
    scene: &Scene,
    curve: Option<&Curve>,
    side_pixels: u16,
) -> Result<(Canvas, Layout), DrawError> {
    let side_pixels = side_pixels.max(SIDE_PIXELS_MIN);
    let alone = Layout::of(scene, side_pixels);
    let colours = Colours::of(scene.theme());
    let (width, room) = (alone.width, side_pixels.saturating_sub(curve::height(alone.width)));
    let (height, layout) = match curve {
        None => (alone.height, alone),
        Some(_) if alone.height <= room => (alone.height + curve::height(width), alone),
        Some(_) => {
            let side = u32::from(side_pixels) * u32::from(room) / u32::from(alone.height.max(1));
            (side_pixels, Layout::of(scene, u16::try_from(side).unwrap_or(side_pixels)))
        }
    };
    let mut canvas = Canvas::new(width, height).ok_or(DrawError::Surface { width, height })?;
    canvas.shift_to((width - layout.width) / 2);
    layers::paint(&mut canvas, scene, &layout, &colours);
    canvas.shift_to(0);
    if let Some(curve) = curve {
        curve::paint(&mut canvas, curve, &colours);
    }
    Ok((canvas, layout))
}
