//! Printed content before it is a file: lines, rectangles and texts on pages. All lengths are millimetres,
//! counted from the upper left corner to the right and down.

/// Pages that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its language as a two-letter code.
    pub language: String,
    pub title: String,
    /// Authors and licence of the game, as printed on each page.
    pub credit: String,
    pub pages: Vec<Page>,
}

/// Later shapes lie over earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub size: Size,
    pub shapes: Vec<Shape>,
}

impl Page {
    #[cfg(test)]
    pub(crate) fn lines(&self) -> impl Iterator<Item = &Line> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Line(line) => Some(line),
            Shape::Rectangle(_) | Shape::Text(_) => None,
        })
    }

    #[cfg(test)]
    pub(crate) fn rectangles(&self) -> impl Iterator<Item = &Rectangle> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Rectangle(rectangle) => Some(rectangle),
            Shape::Line(_) | Shape::Text(_) => None,
        })
    }

    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            Shape::Line(_) | Shape::Rectangle(_) => None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub width: f32,
    pub height: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Line(Line),
    Rectangle(Rectangle),
    Text(Text),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub from: Point,
    pub to: Point,
    pub pen: Pen,
}

/// The outline of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// The upper left one.
    pub corner: Point,
    pub size: Size,
    pub pen: Pen,
}

/// One line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Start of its baseline.
    pub start: Point,
    /// The size of the font: the side of its em square.
    pub size: f32,
    pub ink: Ink,
    pub text: String,
}

/// Style of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pen {
    /// Between squares.
    Thin,
    /// Around nine of them, and around everything.
    Bold,
    /// Before a move that is written in full.
    Bar,
}

impl Pen {
    pub(crate) const ALL: [Pen; 3] = [Pen::Thin, Pen::Bold, Pen::Bar];

    pub(crate) fn width(self) -> f32 {
        match self {
            Pen::Thin => 0.18,
            Pen::Bold => 0.5,
            Pen::Bar => 1.1,
        }
    }
}

/// Darkness of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Black,
    /// The parts that marks are written over.
    Grey,
    /// The mark of nine cells, behind theirs.
    Light,
    /// The mark of eighty-one cells, behind all of theirs.
    Pale,
}

impl Ink {
    pub(crate) const ALL: [Ink; 4] = [Ink::Black, Ink::Grey, Ink::Light, Ink::Pale];

    /// From 0, which is black, to 255, the white of paper.
    pub(crate) fn brightness(self) -> u8 {
        match self {
            Ink::Black => 0,
            Ink::Grey => 140,
            Ink::Light => 190,
            Ink::Pale => 222,
        }
    }
}
