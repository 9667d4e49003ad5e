//! A rating over time: a line through what it was after each game, over rules with their numbers.
//!
//! It has digits and no word of any language.

use crate::canvas::{Canvas, Ink};
use crate::glyphs;
use crate::layout::Point;
use crate::palette::{self, COLOURS_MAX};
use crate::theme::{Colours, Theme};
use crate::{DrawError, Picture, SIDE_PIXELS_MIN};

/// Maximum number of points on the line; the latest are kept.
pub const POINTS_MAX: usize = 101;

/// Position of the line, in shares of the width.
const LEFT: f32 = 0.17;
const RIGHT: f32 = 0.05;
const TOP: f32 = 0.06;
const BOTTOM: f32 = 0.06;
const LINE_WIDTH: f32 = 0.008;

/// The numbers at the rules.
const NUMBER_HEIGHT: f32 = 0.045;
const NUMBER_MIDDLE: f32 = 0.085;

/// A dot reaches so far, less where there are many. The last one reaches twice as far.
const DOT_REACH: f32 = 0.012;

/// The height of a chart, in hundredths of its width.
const HEIGHT_PERCENT: u32 = 60;

/// Distances between rules, in points. The first with at most [`RULES_MAX`] rules is used.
const STEPS: [i32; 9] = [25, 50, 100, 200, 250, 500, 1_000, 2_500, 5_000];
const RULES_MAX: i32 = 6;

/// Maximum of a rating; the minimum is zero.
const HIGHEST: i32 = 10_000;

/// Ratings after each game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RatingChart {
    /// After each game, the oldest first; no more than the last [`POINTS_MAX`] are drawn.
    pub points: Vec<i32>,
    pub theme: Theme,
}

impl RatingChart {
    /// Describes the chart in text: `📈 1500 → 1623`, with the lowest and the highest rating below. Leaves
    /// these out if both are longer than `units_max` UTF-16 code units; `None` if the first line alone is.
    pub fn text_alternative(&self, units_max: usize) -> Option<String> {
        let points = self.drawn();
        let (first, last) = (points.first()?, points.last()?);
        let (low, high) = (points.iter().min()?, points.iter().max()?);
        let ends = format!("📈 {first} → {last}");
        let both = format!("{ends}\n↓ {low}  ↑ {high}");
        [both, ends].into_iter().find(|text| text.encode_utf16().count() <= units_max)
    }

    fn drawn(&self) -> Vec<i32> {
        let latest = &self.points[self.points.len().saturating_sub(POINTS_MAX)..];
        latest.iter().map(|points| (*points).clamp(0, HIGHEST)).collect()
    }
}

/// Draws a chart of that width, but no narrower than 64 pixels.
pub fn draw(chart: &RatingChart, width: u16) -> Result<Picture, DrawError> {
    let width = width.max(SIDE_PIXELS_MIN);
    let height = u32::from(width) * HEIGHT_PERCENT / 100;
    let height = u16::try_from(height).expect("it is less than the width");
    let mut canvas = Canvas::new(width, height).ok_or(DrawError::Surface { width, height })?;
    let colours = Colours::of(chart.theme);
    canvas.clear(colours.table);
    paint(&mut canvas, &chart.drawn(), &colours, f32::from(width), f32::from(height));
    let indexed = palette::indexed(canvas.pixels(), 0, COLOURS_MAX);
    drop(canvas);
    let description = chart.text_alternative(usize::MAX).unwrap_or_default().replace('\n', ". ");
    let file = palette::encoded(&indexed, width, height, description)?;
    Ok(Picture { width, height, file })
}

fn paint(canvas: &mut Canvas, points: &[i32], colours: &Colours, width: f32, height: f32) {
    let (low, high, step) = scale(points);
    let (left, right) = (LEFT * width, (1.0 - RIGHT) * width);
    let (top, bottom) = (TOP * width, height - BOTTOM * width);
    let y = |points: i32| bottom - (bottom - top) * (points - low) as f32 / (high - low) as f32;
    let pen = LINE_WIDTH * width;
    for rule in (low..=high).step_by(usize::try_from(step).unwrap_or(1)) {
        let (from, to) = (Point { x: left, y: y(rule) }, Point { x: right, y: y(rule) });
        canvas.line(from, to, pen / 3.0, colours.rule);
        let number = Point { x: NUMBER_MIDDLE * width, y: y(rule) };
        let ink = Ink::from(colours.label);
        glyphs::write(canvas, &rule.to_string(), number, NUMBER_HEIGHT * width, ink);
    }
    let steps = points.len().saturating_sub(1).max(1) as f32;
    let x = |number: usize| left + (right - left) * number as f32 / steps;
    let places: Vec<Point> =
        points.iter().enumerate().map(|(number, at)| Point { x: x(number), y: y(*at) }).collect();
    let lines: Vec<(Point, Point)> = places.windows(2).map(|pair| (pair[0], pair[1])).collect();
    canvas.lines(&lines, pen, colours.target);
    let reach = (DOT_REACH * width).min((right - left) / steps / 3.0).max(pen / 2.0);
    for place in &places {
        canvas.circle(*place, reach, Ink::from(colours.target));
    }
    if let Some(last) = places.last() {
        canvas.circle(*last, 2.0 * DOT_REACH * width, Ink::from(colours.target));
        canvas.circle(*last, DOT_REACH * width, Ink::from(colours.table));
    }
}

/// The lowest and the highest rule, and how far apart two are.
fn scale(points: &[i32]) -> (i32, i32, i32) {
    let low = points.iter().min().copied().unwrap_or_default();
    let high = points.iter().max().copied().unwrap_or_default();
    let around = |step: i32| {
        let low = low.div_euclid(step) * step;
        let high = (high + step - 1).div_euclid(step) * step;
        (low, if high > low { high } else { low + step }, step)
    };
    let fits = |(low, high, step): &(i32, i32, i32)| (high - low) / step < RULES_MAX;
    STEPS.into_iter().map(around).find(fits).unwrap_or((0, HIGHEST, HIGHEST / 4))
}
