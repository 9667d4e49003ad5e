//! The bar above an animation, with lines of text.

use crate::DrawError;
use crate::canvas::{Canvas, Ink};
use crate::glyphs;
use crate::layout::Point;
use crate::theme::{Colours, Theme};

/// Height of a line, and the maximum height of all, in hundredths of the bar's width.
const LINE_PERCENT: u32 = 7;
const PERCENT_MAX: u32 = 100;

/// Height of the digits of a line, in heights of the line.
const DIGIT: f32 = 0.55;

/// Free on both sides of a line, in widths of the bar.
const MARGIN: f32 = 0.04;

/// Draws these lines, each in the middle of the bar. A line that is too long is smaller.
pub(crate) fn bar(lines: &[String], width: u16, theme: Theme) -> Result<Canvas, DrawError> {
    let height = height(lines, width);
    let colours = Colours::of(theme);
    let mut canvas = Canvas::new(width, height).ok_or(DrawError::Surface { width, height })?;
    canvas.clear(colours.table);
    let side = f32::from(width);
    let line_height = f32::from(height) / f32::from(u16::try_from(lines.len().max(1)).unwrap_or(1));
    let room = (1.0 - 2.0 * MARGIN) * side;
    for (line, number) in lines.iter().zip(0_u8..) {
        let label = line.to_lowercase();
        let digit = (DIGIT * line_height).min(room / glyphs::width(&label).max(1.0));
        let y = (f32::from(number) + 0.55) * line_height;
        let ink = Ink::from(colours.label);
        glyphs::write(&mut canvas, &label, Point { x: side / 2.0, y }, digit, ink);
    }
    Ok(canvas)
}

/// Height of the bar, in whole pixels.
pub(crate) fn height(lines: &[String], width: u16) -> u16 {
    let percent = u32::try_from(lines.len()).unwrap_or(u32::MAX).saturating_mul(LINE_PERCENT);
    let height = u32::from(width) * percent.min(PERCENT_MAX) / 100;
    u16::try_from(height).unwrap_or(u16::MAX)
}
