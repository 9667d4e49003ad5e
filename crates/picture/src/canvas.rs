//! The surface that boards are painted on: a few shapes, with smooth edges.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint,
    PremultipliedColorU8, Rect, Stroke, Transform,
};

use crate::layout::{Area, Point};
use crate::theme::Colour;

/// A quarter of a circle as a cubic curve: how far its handles reach, in radii.
const QUARTER_HANDLE: f32 = 0.552_284_8;

/// Width or height in pixels up to which a path has no area.
const FLAT_MAX: f32 = 1.0 / 4_096.0;

/// Surface with methods that paint shapes.
pub(crate) struct Canvas {
    pixmap: Pixmap,
    /// Distance by which all shapes are moved to the right.
    shift: u16,
}

/// Colour with an opacity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    pub colour: Colour,
    /// From 0 to 255.
    pub opacity: u8,
}

impl Ink {
    pub(crate) fn faint(colour: Colour, opacity: u8) -> Ink {
        Ink { colour, opacity }
    }
}

impl From<Colour> for Ink {
    fn from(colour: Colour) -> Ink {
        Ink { colour, opacity: u8::MAX }
    }
}

/// An arc of an ellipse. Angles are in degrees, clockwise from the right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arc {
    pub centre: Point,
    pub radius: Point,
    pub from: f32,
    pub sweep: f32,
}

impl Canvas {
    /// Creates a surface; `None` if a side is zero or it is too large.
    pub(crate) fn new(width: u16, height: u16) -> Option<Canvas> {
        Some(Canvas { pixmap: Pixmap::new(width.into(), height.into())?, shift: 0 })
    }

    pub(crate) fn width(&self) -> u16 {
        u16::try_from(self.pixmap.width()).unwrap_or(u16::MAX)
    }

    pub(crate) fn height(&self) -> u16 {
        u16::try_from(self.pixmap.height()).unwrap_or(u16::MAX)
    }

    /// Draws all shapes that follow this many pixels to the right of their places, instead of an earlier shift.
    pub(crate) fn shift_to(&mut self, pixels: u16) {
        self.shift = pixels;
    }

    fn transform(&self) -> Transform {
        Transform::from_translate(self.shift.into(), 0.0)
    }

    pub(crate) fn pixels(&self) -> &[PremultipliedColorU8] {
        self.pixmap.pixels()
    }

    /// Copies another surface to this one, which is faster than painting it again. Its corner is a whole
    /// pixel.
    pub(crate) fn stamp(&mut self, stamp: &Canvas, left: f32, top: f32) {
        let (paint, transform) = (PixmapPaint::default(), self.transform());
        // Pixels of a picture, of which there are no more than fit into 16 bits.
        let (left, top) = (left as i32, top as i32);
        self.pixmap.draw_pixmap(left, top, stamp.pixmap.as_ref(), &paint, transform, None);
    }

    /// Fills the surface with one colour.
    pub(crate) fn clear(&mut self, Colour { red, green, blue }: Colour) {
        self.pixmap.fill(Color::from_rgba8(red, green, blue, u8::MAX));
    }

    /// Fills an area. Its edges are rounded to whole pixels.
    pub(crate) fn rectangle(&mut self, area: Area, ink: impl Into<Ink>) {
        let rect = Rect::from_ltrb(area.left, area.top, area.right, area.bottom);
        if let Some(rect) = rect {
            let mut paint = paint(ink.into());
            paint.anti_alias = false;
            let transform = self.transform();
            self.pixmap.fill_rect(rect, &paint, transform, None);
        }
    }

    pub(crate) fn rounded(&mut self, area: Area, radius: f32, ink: impl Into<Ink>) {
        self.fill(rounded_path(area, radius), ink);
    }

    pub(crate) fn circle(&mut self, centre: Point, radius: f32, ink: impl Into<Ink>) {
        self.fill(PathBuilder::from_circle(centre.x, centre.y, radius), ink);
    }

    pub(crate) fn ellipse(&mut self, centre: Point, radius: Point, ink: impl Into<Ink>) {
        let rect = Rect::from_ltrb(
            centre.x - radius.x,
            centre.y - radius.y,
            centre.x + radius.x,
            centre.y + radius.y,
        );
        self.fill(rect.and_then(PathBuilder::from_oval), ink);
    }

    /// Draws the outline of a circle.
    pub(crate) fn ring(&mut self, centre: Point, radius: f32, width: f32, ink: impl Into<Ink>) {
        self.pen(PathBuilder::from_circle(centre.x, centre.y, radius), width, ink);
    }

    /// Draws the outline of a rounded area.
    pub(crate) fn outline(&mut self, area: Area, radius: f32, width: f32, ink: impl Into<Ink>) {
        self.pen(rounded_path(area, radius), width, ink);
    }

    /// Draws a line with round ends.
    pub(crate) fn line(&mut self, from: Point, to: Point, width: f32, ink: impl Into<Ink>) {
        self.lines(&[(from, to)], width, ink);
    }

    /// Draws lines as one shape, so that crossings are not darker.
    pub(crate) fn lines(&mut self, lines: &[(Point, Point)], width: f32, ink: impl Into<Ink>) {
        let mut builder = PathBuilder::new();
        for (from, to) in lines {
            builder.move_to(from.x, from.y);
            builder.line_to(to.x, to.y);
        }
        self.pen(builder.finish(), width, ink);
    }

    pub(crate) fn arc(&mut self, arc: Arc, width: f32, ink: impl Into<Ink>) {
        self.pen(arc_path(arc), width, ink);
    }

    /// Fills a polygon with corners rounded by a pen of this width.
    pub(crate) fn polygon(&mut self, corners: &[Point], pen: f32, ink: impl Into<Ink>) {
        let ink = ink.into();
        let mut builder = PathBuilder::new();
        for (i, corner) in corners.iter().enumerate() {
            match i {
                0 => builder.move_to(corner.x, corner.y),
                _ => builder.line_to(corner.x, corner.y),
            }
        }
        builder.close();
        let path = builder.finish();
        self.fill(path.clone(), ink);
        if pen > 0.0 {
            self.pen(path, pen, ink);
        }
    }

    /// Fills an area. One without any, such as that between two equal lines, is left out.
    fn fill(&mut self, path: Option<Path>, ink: impl Into<Ink>) {
        let has_area = |path: &Path| path.bounds().width().min(path.bounds().height()) > FLAT_MAX;
        if let Some(path) = path.filter(has_area) {
            let paint = paint(ink.into());
            let transform = self.transform();
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
        }
    }

    fn pen(&mut self, path: Option<Path>, width: f32, ink: impl Into<Ink>) {
        if let Some(path) = path {
            let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
            let stroke = Stroke { width, line_cap, line_join, ..Stroke::default() };
            let paint = paint(ink.into());
            let transform = self.transform();
            self.pixmap.stroke_path(&path, &paint, &stroke, transform, None);
        }
    }
}

fn paint(Ink { colour: Colour { red, green, blue }, opacity }: Ink) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, opacity);
    paint
}

fn rounded_path(area: Area, radius: f32) -> Option<Path> {
    let radius = radius.min(area.width() / 2.0).min(area.height() / 2.0);
    let handle = radius * (1.0 - QUARTER_HANDLE);
    let Area { left, top, right, bottom } = area;
    let mut builder = PathBuilder::new();
    builder.move_to(left + radius, top);
    builder.line_to(right - radius, top);
    builder.cubic_to(right - handle, top, right, top + handle, right, top + radius);
    builder.line_to(right, bottom - radius);
    builder.cubic_to(right, bottom - handle, right - handle, bottom, right - radius, bottom);
    builder.line_to(left + radius, bottom);
    builder.cubic_to(left + handle, bottom, left, bottom - handle, left, bottom - radius);
    builder.line_to(left, top + radius);
    builder.cubic_to(left, top + handle, left + handle, top, left + radius, top);
    builder.close();
    builder.finish()
}

/// An arc in pieces of no more than a quarter.
fn arc_path(Arc { centre, radius, from, sweep }: Arc) -> Option<Path> {
    let pieces = [90.0, 180.0, 270.0].iter().filter(|end| sweep.abs() > **end).count() + 1;
    // At most four.
    let piece = sweep.to_radians() / pieces as f32;
    let handle = 4.0 / 3.0 * (piece / 4.0).tan();
    let at = |angle: f32| Point {
        x: centre.x + radius.x * angle.cos(),
        y: centre.y + radius.y * angle.sin(),
    };
    let along = |angle: f32| Point { x: -radius.x * angle.sin(), y: radius.y * angle.cos() };
    let mut angle = from.to_radians();
    let mut builder = PathBuilder::new();
    builder.move_to(at(angle).x, at(angle).y);
    for _ in 0..pieces {
        let end = angle + piece;
        let (start, out, stop, back) = (at(angle), along(angle), at(end), along(end));
        builder.cubic_to(
            start.x + handle * out.x,
            start.y + handle * out.y,
            stop.x - handle * back.x,
            stop.y - handle * back.y,
            stop.x,
            stop.y,
        );
        angle = end;
    }
    builder.finish()
}
