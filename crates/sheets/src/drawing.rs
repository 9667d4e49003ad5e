//! A page while it is being drawn: shapes in a lattice of squares.

use crate::font::{self, CAPITAL_HEIGHT};
use crate::page::{Ink, Line, Page, Pen, Point, Rectangle, Shape, Size, Text};

/// Some squares, as columns and rows from the origin of a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) column: u8,
    pub(crate) row: u8,
    pub(crate) columns: u8,
    pub(crate) rows: u8,
}

impl Area {
    pub(crate) fn square(column: u8, row: u8) -> Area {
        Area { column, row, columns: 1, rows: 1 }
    }
}

/// Equal squares side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Squares {
    pub(crate) origin: Point,
    pub(crate) side: f32,
}

impl Squares {
    /// The corner with this many squares to its left and above it.
    pub(crate) fn corner(&self, column: u8, row: u8) -> Point {
        Point {
            x: self.origin.x + self.side * f32::from(column),
            y: self.origin.y + self.side * f32::from(row),
        }
    }

    fn size(&self, area: Area) -> Size {
        Size {
            width: self.side * f32::from(area.columns),
            height: self.side * f32::from(area.rows),
        }
    }

    fn centre(&self, area: Area) -> Point {
        let (corner, size) = (self.corner(area.column, area.row), self.size(area));
        Point { x: corner.x + size.width / 2.0, y: corner.y + size.height / 2.0 }
    }
}

/// Setting of a text: its size and darkness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Face {
    pub(crate) size: f32,
    pub(crate) ink: Ink,
}

impl Face {
    pub(crate) fn black(size: f32) -> Face {
        Face { size, ink: Ink::Black }
    }
}

/// Shapes on their way to a page.
#[derive(Debug)]
pub(crate) struct Drawing {
    size: Size,
    shapes: Vec<Shape>,
}

impl Drawing {
    pub(crate) fn new(size: Size) -> Drawing {
        Drawing { size, shapes: Vec::new() }
    }

    pub(crate) fn size(&self) -> Size {
        self.size
    }

    pub(crate) fn into_page(self) -> Page {
        Page { size: self.size, shapes: self.shapes }
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, pen: Pen) {
        self.shapes.push(Shape::Line(Line { from, to, pen }));
    }

    pub(crate) fn rectangle(&mut self, squares: Squares, area: Area, pen: Pen) {
        let corner = squares.corner(area.column, area.row);
        self.shapes.push(Shape::Rectangle(Rectangle { corner, size: squares.size(area), pen }));
    }

    /// Draws the lattice of an area, with bold lines around it and after every `bold_every` columns and rows.
    pub(crate) fn lattice(&mut self, squares: Squares, area: Area, bold_every: (u8, u8)) {
        let (right, bottom) = (area.column + area.columns, area.row + area.rows);
        let pen_of = |index: u8, count: u8, every: u8| {
            let is_bold = index == count || index.is_multiple_of(every);
            if is_bold { Pen::Bold } else { Pen::Thin }
        };
        for pen in [Pen::Thin, Pen::Bold] {
            for index in 0..=area.columns {
                if pen_of(index, area.columns, bold_every.0) == pen {
                    let column = area.column + index;
                    let ends = [squares.corner(column, area.row), squares.corner(column, bottom)];
                    self.line(ends[0], ends[1], pen);
                }
            }
            for index in 0..=area.rows {
                if pen_of(index, area.rows, bold_every.1) == pen {
                    let row = area.row + index;
                    let ends = [squares.corner(area.column, row), squares.corner(right, row)];
                    self.line(ends[0], ends[1], pen);
                }
            }
        }
    }

    /// Writes a text centred in an area; `rise` moves it up, in squares.
    pub(crate) fn centred(
        &mut self,
        squares: Squares,
        area: Area,
        (text, face): (&str, Face),
        rise: f32,
    ) {
        let centre = squares.centre(area);
        let y = centre.y - rise * squares.side;
        self.text_around(Point { x: centre.x, y }, text, face);
    }

    /// Writes a text from a point on, shrunk to this width.
    pub(crate) fn fitted(&mut self, start: Point, width: f32, text: &str, face: Face) {
        let natural = font::width(text, face.size);
        let size = if natural > width { face.size * width / natural } else { face.size };
        self.text(start, text, Face { size, ..face });
    }

    fn text_around(&mut self, centre: Point, text: &str, face: Face) {
        let start = Point {
            x: centre.x - font::width(text, face.size) / 2.0,
            y: centre.y + face.size * CAPITAL_HEIGHT / 2.0,
        };
        self.text(start, text, face);
    }

    fn text(&mut self, start: Point, text: &str, face: Face) {
        let Face { size, ink } = face;
        self.shapes.push(Shape::Text(Text { start, size, ink, text: text.to_owned() }));
    }
}
