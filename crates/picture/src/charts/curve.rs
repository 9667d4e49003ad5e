//! Curve of a game below its board: the chance of one side after each ply, with its mark above and that of
//! the other side below. What the mistakes cost is red, and the ply that is shown is marked.
//!
//! It has no word of any language.

use crate::canvas::{Canvas, Ink};
use crate::layout::{Area, Point};
use crate::marks::{self, Stand};
use crate::scene::Mark;
use crate::theme::Colours;

/// Height of the curve with its margins, in hundredths of the width of the board.
const HEIGHT_PERCENT: u32 = 18;

/// A certain win, in thousandths.
const CERTAIN: u16 = 1_000;

/// Position of the panel, in shares of the width. Above it is the margin of the board.
const LEFT: f32 = 0.09;
const RIGHT: f32 = 0.03;
const TOP: f32 = 0.01;
const BOTTOM: f32 = 0.03;
const CORNER: f32 = 0.01;

/// Free within the panel, so that a certain win and its dot lie inside.
const PADDING: f32 = 0.02;

/// Middle of the marks, and half of the side of their cells.
const MARK_MIDDLE: f32 = 0.048;
const MARK_HALF: f32 = 0.033;

/// The lines, and the dot at a mistake.
const LINE_WIDTH: f32 = 0.007;
const MISTAKE_WIDTH: f32 = 0.01;
const DOT_REACH: f32 = 0.013;

/// Opacity of the area between the curve and an even game.
const AREA_OPACITY: u8 = 90;

/// Chances of a side over a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Curve {
    /// The side whose chances these are, and the other one.
    pub marks: (Mark, Mark),
    /// Plies played and the chance after them, in thousandths, in the order of the game.
    pub points: Vec<(u16, u16)>,
    /// Moves that are told as mistakes, each by the number of plies before it.
    pub mistakes: Vec<u16>,
    /// Length of the game in plies.
    pub plies: u16,
    /// Plies played on the board above.
    pub shown: u16,
}

impl Curve {
    /// Describes the curve in text: `📈 50 → 80 → 35 → 0 %`, the chances at the beginning, before and after
    /// each mistake, and at the end.
    pub fn text_alternative(&self) -> String {
        let is_told = |ply: u16| {
            let ends = [self.points.first(), self.points.last()];
            let is_end = ends.into_iter().flatten().any(|(end, _)| *end == ply);
            is_end
                || self
                    .mistakes
                    .iter()
                    .any(|mistake| ply == *mistake || Some(ply) == mistake.checked_add(1))
        };
        let told = self.points.iter().filter(|(ply, _)| is_told(*ply));
        // An estimate is not worth more digits than a multiple of five.
        let told: Vec<String> =
            told.map(|(_, chance)| ((chance.min(&CERTAIN) + 25) / 50 * 5).to_string()).collect();
        format!("📈 {} %", told.join(" → "))
    }

    fn chance_after(&self, ply: u16) -> Option<u16> {
        self.points.iter().find(|(at, _)| *at == ply).map(|(_, chance)| *chance)
    }
}

/// Height of the curve below a board of this width, in pixels.
pub(crate) fn height(width: u16) -> u16 {
    u16::try_from(u32::from(width) * HEIGHT_PERCENT / 100).unwrap_or(u16::MAX)
}

/// Paints a curve at the bottom of a surface, below a board.
pub(crate) fn paint(canvas: &mut Canvas, curve: &Curve, colours: &Colours) {
    let (side, bottom) = (f32::from(canvas.width()), f32::from(canvas.height()));
    let panel = Area {
        left: LEFT * side,
        top: bottom - f32::from(height(canvas.width())) + TOP * side,
        right: (1.0 - RIGHT) * side,
        bottom: bottom - BOTTOM * side,
    };
    Painter { canvas, curve, colours, side, panel }.paint();
}

struct Painter<'a> {
    canvas: &'a mut Canvas,
    curve: &'a Curve,
    colours: &'a Colours,
    /// The width in pixels.
    side: f32,
    panel: Area,
}

impl Painter<'_> {
    fn paint(&mut self) {
        let (side, panel, colours) = (self.side, self.panel, self.colours);
        self.canvas.rounded(panel, CORNER * side, colours.paper);
        self.marks();
        let places: Vec<Point> =
            self.curve.points.iter().map(|(ply, chance)| self.at(*ply, *chance)).collect();
        let ends = places.first().zip(places.last());
        if let Some((first, last)) = ends {
            let middle = self.at(0, CERTAIN / 2).y;
            let below = [Point { y: middle, ..*last }, Point { y: middle, ..*first }];
            let area: Vec<Point> = places.iter().copied().chain(below).collect();
            self.canvas.polygon(&area, 0.0, Ink::faint(colours.frame, AREA_OPACITY));
        }
        let pen = LINE_WIDTH * side;
        let even = CERTAIN / 2;
        let (start, end) = (self.at(0, even), self.at(self.curve.plies, even));
        self.canvas.line(start, end, pen / 2.0, colours.rule);
        let shown = self.at(self.curve.shown, even).x;
        // Its round ends stay within the panel.
        let from = Point { x: shown, y: panel.top + pen };
        let to = Point { x: shown, y: panel.bottom - pen };
        self.canvas.line(from, to, pen, colours.last_edge);
        let lines: Vec<(Point, Point)> = places.windows(2).map(|pair| (pair[0], pair[1])).collect();
        self.canvas.lines(&lines, pen, colours.label);
        self.mistakes();
        self.shown();
    }

    /// The side whose chances these are above, where it wins.
    fn marks(&mut self) {
        let (above, below) = self.curve.marks;
        let half = MARK_HALF * self.side;
        let x = MARK_MIDDLE * self.side;
        let ends = [(above, self.panel.top + half), (below, self.panel.bottom - half)];
        for (mark, y) in ends {
            let stand = Stand { centre: Point { x, y }, half, opacity: u8::MAX };
            marks::paint(self.canvas, mark, stand, self.colours);
        }
    }

    fn mistakes(&mut self) {
        let red = Ink::from(self.colours.bad);
        for before in &self.curve.mistakes {
            let after = before.saturating_add(1);
            let chances = self.curve.chance_after(*before).zip(self.curve.chance_after(after));
            let Some((from, to)) = chances else { continue };
            let (from, to) = (self.at(*before, from), self.at(after, to));
            self.canvas.line(from, to, MISTAKE_WIDTH * self.side, red);
            self.canvas.circle(to, DOT_REACH * self.side, red);
        }
    }

    /// A dot where the line of the shown ply meets the curve; it is red at a mistake.
    fn shown(&mut self) {
        let shown = self.curve.shown;
        let Some(chance) = self.curve.chance_after(shown) else { return };
        let is_mistake =
            self.curve.mistakes.iter().any(|before| before.checked_add(1) == Some(shown));
        let colours = self.colours;
        let colour = if is_mistake { colours.bad } else { colours.label };
        let (centre, reach) = (self.at(shown, chance), DOT_REACH * self.side);
        self.canvas.circle(centre, 1.5 * reach, Ink::from(colours.last_edge));
        self.canvas.circle(centre, reach, Ink::from(colour));
    }

    /// The place of a chance after this many plies.
    fn at(&self, ply: u16, chance: u16) -> Point {
        let area = self.panel.grown(-PADDING * self.side);
        let share = |part: u16, whole: u16| f32::from(part.min(whole)) / f32::from(whole.max(1));
        Point {
            x: area.left + area.width() * share(ply, self.curve.plies),
            y: area.bottom - area.height() * share(chance, CERTAIN),
        }
    }
}
