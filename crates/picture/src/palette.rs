//! The file: a PNG with a palette. Boards have few colours, and all the others are shades between
//! two of them at the edges of shapes, so 256 are enough and the file is a third as large.

use std::cmp::Reverse;
use std::collections::HashMap;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use tiny_skia::PremultipliedColorU8;

/// Compression level of the file, from 1 to 9.
const EFFORT: u8 = 3;

/// A colour is rare if fewer than one in this many pixels have it: a shade at the edge of a shape.
const RARE_ONE_OF: usize = 300;

/// Number of colours that a byte can distinguish.
pub(crate) const COLOURS_MAX: usize = 256;

pub(crate) type Rgb = [u8; 3];

/// A picture in few colours.
pub(crate) struct Indexed {
    pub(crate) palette: Vec<Rgb>,
    /// For each pixel, row by row, which of the colours it has.
    pub(crate) indices: Vec<u8>,
}

/// Keyword of the text chunk with the description of the picture, for people who use a screen reader.
const DESCRIPTION: &str = "Description";

/// Writes a picture of this size as a file.
pub(crate) fn encoded(
    picture: &Indexed,
    width: u16,
    height: u16,
    description: String,
) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width.into(), height.into());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(picture.palette.concat());
    // A tenth larger than with twice the time.
    encoder.set_deflate_compression(DeflateCompression::Level(EFFORT));
    // The other filters predict brightness, which the numbers of a palette do not have.
    encoder.set_filter(Filter::NoFilter);
    // Of the kinds of text this is the one in UTF-8.
    encoder.add_itxt_chunk(DESCRIPTION.to_owned(), description)?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&picture.indices)?;
    writer.finish()?;
    file.shrink_to_fit();
    Ok(file)
}

/// Equal pixels in a row: the number of their colour, and how many there are.
type Run = (u32, u32);

/// Reduces the pixels to this many colours at most, and never more than 256, the most frequent first. Any
/// other colour becomes the nearest of them, and so does a rare colour within the tolerance of one of them:
/// the sum of the squares of the differences of red, green and blue.
pub(crate) fn indexed(
    pixels: &[PremultipliedColorU8],
    tolerance: u32,
    colours_max: usize,
) -> Indexed {
    let (colours, runs) = counted(pixels);
    let mut order: Vec<usize> = (0..colours.len()).collect();
    order.sort_by_key(|number| Reverse(colours[*number].1));
    let mut palette: Vec<Rgb> = Vec::with_capacity(COLOURS_MAX);
    let mut index_of = vec![0_u8; colours.len()];
    for number in order {
        let (colour, count) = colours[number];
        let is_rare = count * RARE_ONE_OF < pixels.len();
        let near = nearest(&palette, colour).filter(|(_, distance)| {
            is_rare && *distance <= tolerance || palette.len() == colours_max
        });
        index_of[number] = match near {
            Some((index, _)) => index,
            None => {
                palette.push(colour);
                u8::try_from(palette.len() - 1).unwrap_or(u8::MAX)
            }
        };
    }
    let mut indices = Vec::with_capacity(pixels.len());
    for (number, length) in runs {
        indices.resize(indices.len() + whole(length), index_of[whole(number)]);
    }
    Indexed { palette, indices }
}

/// Every colour with the number of its pixels, and the picture in terms of these.
fn counted(pixels: &[PremultipliedColorU8]) -> (Vec<(Rgb, usize)>, Vec<Run>) {
    let mut numbers: HashMap<Rgb, u32> = HashMap::new();
    let mut colours: Vec<(Rgb, usize)> = Vec::new();
    let mut runs = Vec::new();
    for run in pixels.chunk_by(PartialEq::eq) {
        let rgb = [run[0].red(), run[0].green(), run[0].blue()];
        let number = *numbers.entry(rgb).or_insert_with(|| {
            colours.push((rgb, 0));
            u32::try_from(colours.len() - 1).unwrap_or(u32::MAX)
        });
        colours[whole(number)].1 += run.len();
        // No picture has more pixels than that, nor more colours than pixels.
        runs.push((number, u32::try_from(run.len()).unwrap_or(u32::MAX)));
    }
    (colours, runs)
}

fn whole(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The nearest colour of a palette, and how far away it is.
fn nearest(palette: &[Rgb], colour: Rgb) -> Option<(u8, u32)> {
    let distance = |other: &Rgb| -> u32 {
        other.iter().zip(colour).map(|(one, two)| u32::from(one.abs_diff(two)).pow(2)).sum()
    };
    let distances = (0..=u8::MAX).zip(palette.iter().map(distance));
    distances.min_by_key(|(_, distance)| *distance)
}
