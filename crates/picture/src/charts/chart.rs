//! Chart of a player's games: the numbers of wins, draws and losses, as numbers and as a bar, and the latest
//! games as a line that goes up with each win and down with each loss.
//!
//! It has the signs of notes in cells, a disc, a ring and a square, and no word of any language.

use crate::canvas::{Canvas, Ink};
use crate::glyphs;
use crate::layout::{Area, Point};
use crate::palette::{self, COLOURS_MAX};
use crate::theme::{Colour, Colours, Theme};
use crate::{DrawError, Picture, SIDE_PIXELS_MIN};

/// Maximum number of games on the line.
pub const LATEST_MAX: usize = 50;

/// The numbers, the bar and the line between games, in shares of the width.
const MARGIN: f32 = 0.05;
const SIGN_REACH: f32 = 0.026;
const NUMBER_HEIGHT: f32 = 0.06;
const BAR_TOP: f32 = 0.15;
const BAR_HEIGHT: f32 = 0.05;
const LINE_TOP: f32 = 0.26;
const LINE_WIDTH: f32 = 0.006;

/// Radius of a sign on the line; less where there are many.
const DOT_REACH: f32 = 0.013;

/// The height of a chart, in hundredths of its width.
const HEIGHT_PERCENT: u32 = 60;

/// Minimum range of the line, in games, so that a single game does not make it steep.
const RANGE_MIN: i32 = 4;

/// Result of a game for the player of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    Won,
    Drawn,
    Lost,
}

/// Numbers of results, and the latest games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chart {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// The latest games, the oldest first; no more than the last [`LATEST_MAX`] are drawn.
    pub latest: Vec<Ended>,
    pub theme: Theme,
}

impl Ended {
    const ALL: [Ended; 3] = [Ended::Won, Ended::Drawn, Ended::Lost];

    fn step(self) -> i32 {
        match self {
            Ended::Won => 1,
            Ended::Drawn => 0,
            Ended::Lost => -1,
        }
    }

    fn colour(self, colours: &Colours) -> Colour {
        match self {
            Ended::Won => colours.target,
            Ended::Drawn => colours.drawn,
            Ended::Lost => colours.bad,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Ended::Won => "🟢",
            Ended::Drawn => "⚪️",
            Ended::Lost => "🟥",
        }
    }
}

impl Chart {
    /// Describes the chart in text: `🟢 3  ⚪️ 1  🟥 2`, with the latest games below. Leaves these out if both
    /// are longer than `units_max` UTF-16 code units; `None` if the numbers alone are.
    pub fn text_alternative(&self, units_max: usize) -> Option<String> {
        let counts = Ended::ALL.map(|ended| format!("{} {}", ended.sign(), self.count(ended)));
        let counts = counts.join("  ");
        let latest: String = self.drawn_games().iter().map(|ended| ended.sign()).collect();
        let both = format!("{counts}\n{latest}");
        [both, counts].into_iter().find(|text| text.encode_utf16().count() <= units_max)
    }

    fn count(&self, ended: Ended) -> u32 {
        match ended {
            Ended::Won => self.won,
            Ended::Drawn => self.drawn,
            Ended::Lost => self.lost,
        }
    }

    fn drawn_games(&self) -> &[Ended] {
        &self.latest[self.latest.len().saturating_sub(LATEST_MAX)..]
    }
}

/// Draws a chart of that width, but no narrower than 64 pixels.
pub fn draw(chart: &Chart, width: u16) -> Result<Picture, DrawError> {
    let width = width.max(SIDE_PIXELS_MIN);
    let height = u32::from(width) * HEIGHT_PERCENT / 100;
    let height = u16::try_from(height).expect("it is less than the width");
    let mut canvas = Canvas::new(width, height).ok_or(DrawError::Surface { width, height })?;
    let colours = Colours::of(chart.theme);
    canvas.clear(colours.table);
    let side = f32::from(width);
    let mut painter = Painter { canvas: &mut canvas, chart, colours: &colours, side };
    painter.numbers();
    painter.bar();
    painter.line(f32::from(height) - MARGIN * side);
    let indexed = palette::indexed(canvas.pixels(), 0, COLOURS_MAX);
    drop(canvas);
    let description = chart.text_alternative(usize::MAX).unwrap_or_default().replace('\n', ". ");
    let file = palette::encoded(&indexed, width, height, description)?;
    Ok(Picture { width, height, file })
}

struct Painter<'a> {
    canvas: &'a mut Canvas,
    chart: &'a Chart,
    colours: &'a Colours,
    /// The width in pixels.
    side: f32,
}

impl Painter<'_> {
    /// Each sign with its number, side by side.
    fn numbers(&mut self) {
        let (side, y) = (self.side, (MARGIN + SIGN_REACH) * self.side);
        let ink = Ink::from(self.colours.label);
        for (ended, third) in Ended::ALL.into_iter().zip([0.14, 0.44, 0.74]) {
            let sign = Point { x: third * side, y };
            self.sign(ended, sign, SIGN_REACH * side);
            let number = Point { x: (third + 0.11) * side, y };
            let text = self.chart.count(ended).to_string();
            glyphs::write(self.canvas, &text, number, NUMBER_HEIGHT * side, ink);
        }
    }

    /// Draws the bar of results.
    fn bar(&mut self) {
        let (side, chart) = (self.side, self.chart);
        let all = Ended::ALL.map(|ended| chart.count(ended) as f32).iter().sum::<f32>().max(1.0);
        let (top, whole) = (BAR_TOP * side, (1.0 - 2.0 * MARGIN) * side);
        let mut left = MARGIN * side;
        for ended in Ended::ALL {
            let right = left + whole * chart.count(ended) as f32 / all;
            let (top, bottom) = (top.round(), (top + BAR_HEIGHT * side).round());
            let area = Area { left: left.round(), top, right: right.round(), bottom };
            self.canvas.rectangle(area, ended.colour(self.colours));
            left = right;
        }
    }

    /// Draws the latest games, down to this height.
    fn line(&mut self, bottom: f32) {
        let side = self.side;
        let games = self.chart.drawn_games();
        let sums: Vec<i32> = std::iter::once(0)
            .chain(games.iter().scan(0, |sum, ended| {
                *sum += ended.step();
                Some(*sum)
            }))
            .collect();
        let (low, high) =
            sums.iter().fold((0, 0), |(low, high), sum| (low.min(*sum), high.max(*sum)));
        let spare = (RANGE_MIN - (high - low)).max(0);
        let (low, high) = (low - spare / 2, high + (spare + 1) / 2);
        let (top, left, width) = (LINE_TOP * side, MARGIN * side, (1.0 - 2.0 * MARGIN) * side);
        let step = width / games.len().max(1) as f32;
        let at = |number: usize, sum: i32| Point {
            x: left + step * number as f32,
            y: top + (bottom - top) * (high - sum) as f32 / (high - low) as f32,
        };
        let pen = LINE_WIDTH * side;
        self.canvas.line(at(0, 0), at(games.len(), 0), pen / 2.0, self.colours.rule);
        let places: Vec<Point> =
            sums.iter().enumerate().map(|(number, sum)| at(number, *sum)).collect();
        let lines: Vec<(Point, Point)> = places.windows(2).map(|pair| (pair[0], pair[1])).collect();
        self.canvas.lines(&lines, pen, self.colours.frame);
        let reach = (DOT_REACH * side).min(step / 2.0);
        for (ended, place) in games.iter().zip(&places[1..]) {
            self.sign(*ended, *place, reach);
        }
    }

    fn sign(&mut self, ended: Ended, centre: Point, reach: f32) {
        let ink = Ink::from(ended.colour(self.colours));
        match ended {
            Ended::Won => self.canvas.circle(centre, reach, ink),
            Ended::Drawn => {
                self.canvas.circle(centre, reach, ink);
                self.canvas.circle(centre, reach / 2.0, Ink::from(self.colours.table));
            }
            Ended::Lost => {
                let reach = 0.9 * reach;
                let area = Area {
                    left: centre.x - reach,
                    top: centre.y - reach,
                    right: centre.x + reach,
                    bottom: centre.y + reach,
                };
                self.canvas.rounded(area, reach / 4.0, ink);
            }
        }
    }
}
