//! The file: a PNG with a palette. Boards have few colours, and all the others are shades between
//! two of them at the edges of shapes, so 256 are enough and the file is a third as large.

use std::cmp::Reverse;
use std::collections::HashMap;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use tiny_skia::PremultipliedColorU8;

/// How hard the file is pressed, from 1 to 9.
const EFFORT: u8 = 3;

/// What a byte can tell apart.
const COLOURS_MAX: usize = 256;

type Rgb = [u8; 3];

/// A picture in few colours.
pub(crate) struct Indexed {
    palette: Vec<Rgb>,
    /// For each pixel, row by row, which of the colours it has.
    indices: Vec<u8>,
}

/// By this name a file carries what is to be seen on it, for people who hear it.
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

/// The pixels in as many colours as there can be, the most frequent first. What is beyond them
/// becomes the nearest of them.
pub(crate) fn indexed(pixels: &[PremultipliedColorU8]) -> Indexed {
    let (colours, runs) = counted(pixels);
    let mut order: Vec<usize> = (0..colours.len()).collect();
    order.sort_by_key(|number| Reverse(colours[*number].1));
    let palette: Vec<Rgb> =
        order.iter().take(COLOURS_MAX).map(|number| colours[*number].0).collect();
    let mut index_of = vec![0_u8; colours.len()];
    for (rank, number) in order.iter().enumerate() {
        index_of[*number] = match u8::try_from(rank) {
            Ok(index) => index,
            Err(_) => nearest(&palette, colours[*number].0),
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

fn nearest(palette: &[Rgb], colour: Rgb) -> u8 {
    let distance = |other: &Rgb| -> u32 {
        other.iter().zip(colour).map(|(one, two)| u32::from(one.abs_diff(two)).pow(2)).sum()
    };
    let index = (0..=u8::MAX).zip(palette).min_by_key(|(_, other)| distance(other));
    index.map_or(0, |(index, _)| index)
}
