//! Reads pages as people do: by where things are.

use crate::font;
use crate::page::{Line, Page, Pen, Point, Text};

/// Everything closer than this is at the same place.
const NEAR: f32 = 0.001;

/// The point in the middle of a digit or capital letter, of which half its height is above the line.
pub(crate) fn middle(text: &Text) -> Point {
    let width = font::width(&text.text, text.size);
    Point { x: text.start.x + width / 2.0, y: text.start.y - text.size * 0.357 }
}

/// A page with the middles of its texts, which take a while to find.
pub(crate) struct Seen<'a> {
    texts: Vec<(Point, &'a Text)>,
    /// The point where the first line from the left meets the first one from above.
    pub(crate) first: Point,
}

impl<'a> Seen<'a> {
    pub(crate) fn of(page: &'a Page) -> Seen<'a> {
        let first = |upright| places(page, |_| true, upright).first().copied().unwrap_or_default();
        Seen {
            texts: page.texts().map(|text| (middle(text), text)).collect(),
            first: Point { x: first(true), y: first(false) },
        }
    }

    /// The texts whose middle is in a square, by its upper left corner and its side.
    pub(crate) fn texts_in(&self, corner: Point, side: f32) -> Vec<&'a Text> {
        let is_in = |middle: Point| {
            let (right, down) = (middle.x - corner.x, middle.y - corner.y);
            (0.0..side).contains(&right) && (0.0..side).contains(&down)
        };
        self.texts.iter().filter(|(middle, _)| is_in(*middle)).map(|(_, text)| *text).collect()
    }
}

pub(crate) fn is_upright(line: &Line) -> bool {
    (line.from.x - line.to.x).abs() < NEAR
}

/// The columns of upright lines, or the rows of the others, each once and in order.
pub(crate) fn places(page: &Page, is_wanted: impl Fn(&Line) -> bool, upright: bool) -> Vec<f32> {
    let lines = page.lines().filter(|line| is_upright(line) == upright && is_wanted(line));
    let mut places: Vec<f32> =
        lines.map(|line| if upright { line.from.x } else { line.from.y }).collect();
    places.sort_by(f32::total_cmp);
    places.dedup_by(|a, b| (*a - *b).abs() < NEAR);
    places
}

pub(crate) fn count(page: &Page, pen: Pen) -> usize {
    page.lines().filter(|line| line.pen == pen).count()
}

#[track_caller]
pub(crate) fn assert_near(found: f32, expected: f32) {
    assert!((found - expected).abs() < NEAR, "{found} is not {expected}");
}
