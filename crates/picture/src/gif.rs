//! Scenes one after the other, over and over again, as an animated GIF.
//!
//! Only the part of each scene that differs from the one before is written, with transparent pixels where it does
//! not.

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::PremultipliedColorU8;

use crate::palette::{self, COLOURS_MAX, Indexed};
use crate::scene::Scene;
use crate::{DrawError, SHADE_TOLERANCE, painted, title};

/// Maximum size of an animation file.
pub const ANIMATION_BYTES_MAX: usize = 300_000;

/// The longer side of animations. They are shown as wide as photos, and are files of many pictures.
pub const ANIMATION_SIDE_PIXELS: u16 = 480;

/// A scene, and the time it is shown, in hundredths of a second.
#[derive(Clone, Debug)]
pub struct Shot {
    pub scene: Scene,
    pub hundredths: u16,
}

/// A part of a picture: its first column and row, and the ones after its last.
#[derive(Clone, Copy, Debug)]
struct Part {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// The file of an animation, below a bar with the lines of its title. The scenes are of one board, so that all
/// have the size of the first. `None` if there is nothing to be seen, or the file would be larger than
/// [`ANIMATION_BYTES_MAX`].
pub fn animate(
    title: &[String],
    shots: impl IntoIterator<Item = Shot>,
    side_pixels: u16,
) -> Result<Option<Vec<u8>>, DrawError> {
    let mut shots = shots.into_iter();
    let Some(first) = shots.next() else { return Ok(None) };
    let (mut before, layout) = painted(&first.scene, None, side_pixels)?;
    let (width, height) = (usize::from(layout.width), usize::from(layout.height));
    let bar_height = title::height(title, layout.width);
    let above = usize::from(bar_height);
    let mut encoder = Encoder::new(Vec::new(), layout.width, layout.height + bar_height, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut pixels = match above {
        0 => Vec::new(),
        _ => title::bar(title, layout.width, first.scene.theme())?.pixels().to_vec(),
    };
    pixels.extend_from_slice(before.pixels());
    let whole = Part { left: 0, top: 0, right: width, bottom: above + height };
    encoder.write_frame(&frame(&pixels, None, width, whole, first.hundredths))?;
    drop(pixels);
    for shot in shots {
        let (canvas, layout) = painted(&shot.scene, None, side_pixels)?;
        if (usize::from(layout.width), usize::from(layout.height)) != (width, height) {
            return Ok(None);
        }
        // A scene without changes takes its time too.
        let nothing = Part { left: 0, top: 0, right: 1, bottom: 1 };
        let part = changed(before.pixels(), canvas.pixels(), width).unwrap_or(nothing);
        let seen = Some(before.pixels());
        let frame = frame(canvas.pixels(), seen, width, part, shot.hundredths);
        encoder.write_frame(&Frame { top: frame.top + bar_height, ..frame })?;
        before = canvas;
        if encoder.get_ref().len() >= ANIMATION_BYTES_MAX {
            return Ok(None);
        }
    }
    let file = encoder.into_inner()?;
    Ok((file.len() <= ANIMATION_BYTES_MAX).then_some(file))
}

/// The smallest part that contains all differences.
fn changed(
    before: &[PremultipliedColorU8],
    pixels: &[PremultipliedColorU8],
    width: usize,
) -> Option<Part> {
    let mut part: Option<Part> = None;
    for (top, (old, new)) in before.chunks(width).zip(pixels.chunks(width)).enumerate() {
        let differs = |column: &usize| old[*column] != new[*column];
        let Some(left) = (0..width).find(differs) else { continue };
        let right = (0..width).rfind(differs).map_or(width, |column| column + 1);
        let row = Part { left, top, right, bottom: top + 1 };
        part = Some(part.map_or(row, |part| Part {
            left: part.left.min(left),
            top: part.top,
            right: part.right.max(right),
            bottom: row.bottom,
        }));
    }
    part
}

/// A part of a picture as a frame, in which unchanged pixels are transparent.
fn frame(
    pixels: &[PremultipliedColorU8],
    before: Option<&[PremultipliedColorU8]>,
    width: usize,
    part: Part,
    hundredths: u16,
) -> Frame<'static> {
    let row = move |row| (part.left..part.right).map(move |column| row * width + column);
    let places = || (part.top..part.bottom).flat_map(row);
    let is_new = |place: usize| before.is_none_or(|before| before[place] != pixels[place]);
    let new: Vec<PremultipliedColorU8> =
        places().filter(|place| is_new(*place)).map(|place| pixels[place]).collect();
    // One number is left for what is transparent.
    let Indexed { palette, indices } = palette::indexed(&new, SHADE_TOLERANCE, COLOURS_MAX - 1);
    let transparent = u8::try_from(palette.len()).unwrap_or(u8::MAX);
    let mut indices = indices.into_iter();
    let next = |place| if is_new(place) { indices.next() } else { None };
    let buffer: Vec<u8> = places().map(next).map(|index| index.unwrap_or(transparent)).collect();
    let mut colours = palette.concat();
    colours.extend([0; 3]);
    // A picture has no more columns and rows than fit into 16 bits.
    let small = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    Frame {
        delay: hundredths,
        dispose: DisposalMethod::Keep,
        transparent: Some(transparent),
        left: small(part.left),
        top: small(part.top),
        width: small(part.right - part.left),
        height: small(part.bottom - part.top),
        palette: Some(colours),
        buffer: buffer.into(),
        ..Frame::default()
    }
}
