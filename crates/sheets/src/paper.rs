//! Paper sizes, and the texts on every page: its name above, authors and licence below.

use crate::drawing::{Drawing, Face, Squares};
use crate::page::{Document, Ink, Page, Point, Size};
use crate::words::Words;

/// The sizes of ISO 216 that sheets are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// With squares of 5 mm.
    A4,
    /// With squares of 4 mm.
    A5,
}

impl Paper {
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::A5];

    /// The side of a square in millimetres.
    pub(crate) fn square(self) -> f32 {
        match self {
            Paper::A4 => 5.0,
            Paper::A5 => 4.0,
        }
    }

    fn portrait(self) -> Size {
        match self {
            Paper::A4 => Size { width: 210.0, height: 297.0 },
            Paper::A5 => Size { width: 148.0, height: 210.0 },
        }
    }
}

/// Margin that printers leave blank, and a little more.
const MARGIN: f32 = 7.0;

/// From the upper edge of the paper to the line that the title is written on, and to the first
/// squares.
const TITLE_BASELINE: f32 = 9.0;
const TOP: f32 = 14.0;

/// Further down than that where there is room: everything, and the squares once more.
const EASY_DROP: f32 = 8.0;
const EASY_GAP: f32 = 3.0;

/// From the lower edge to the line of the authors.
const CREDIT_RISE: f32 = 5.5;

const TITLE_SIZE: f32 = 4.2;
const DETAIL_SIZE: f32 = 2.9;
const CREDIT_SIZE: f32 = 2.7;

/// A kind of sheet: its name, its details, and the number of squares it takes.
#[derive(Clone, Debug)]
pub(crate) struct Frame<'a> {
    pub(crate) paper: Paper,
    pub(crate) words: &'a Words,
    pub(crate) name: &'a str,
    pub(crate) details: Vec<String>,
    pub(crate) columns: u8,
    pub(crate) rows: u8,
}

impl Frame<'_> {
    /// Builds the document, page by page, each with its name and number, its squares and its foot.
    pub(crate) fn document(
        &self,
        pages: usize,
        mut draw: impl FnMut(&mut Drawing, Squares, usize),
    ) -> Document {
        let page = |index: usize| -> Page {
            let mut drawing = Drawing::new(self.size());
            let number = (pages > 1).then(|| format!("{}/{pages}", index + 1));
            self.write_head(&mut drawing, number);
            draw(&mut drawing, self.squares(), index);
            self.write_foot(&mut drawing);
            drawing.into_page()
        };
        Document {
            language: self.words.language.clone(),
            title: self.title(),
            credit: self.words.credit.clone(),
            pages: (0..pages).map(page).collect(),
        }
    }

    fn title(&self) -> String {
        format!("{}: {}", self.words.game, self.name)
    }

    /// Upright, or on its side if the squares are too wide for that.
    fn size(&self) -> Size {
        let portrait = self.paper.portrait();
        if self.width() + 2.0 * MARGIN <= portrait.width {
            portrait
        } else {
            Size { width: portrait.height, height: portrait.width }
        }
    }

    fn width(&self) -> f32 {
        self.paper.square() * f32::from(self.columns)
    }

    /// Extra distance of the title from the upper edge, and of the squares.
    fn drops(&self) -> (f32, f32) {
        let height = self.paper.square() * f32::from(self.rows);
        let below = EASY_DROP + EASY_GAP + CREDIT_RISE;
        let is_easy = TOP + EASY_DROP + EASY_GAP + height + below <= self.size().height;
        if is_easy { (EASY_DROP, EASY_DROP + EASY_GAP) } else { (0.0, 0.0) }
    }

    /// In the middle of the page.
    fn squares(&self) -> Squares {
        let x = (self.size().width - self.width()) / 2.0;
        Squares { origin: Point { x, y: TOP + self.drops().1 }, side: self.paper.square() }
    }

    fn write_head(&self, drawing: &mut Drawing, number: Option<String>) {
        let details = match self.paper {
            Paper::A4 => &self.words.squares_of_5_mm,
            Paper::A5 => &self.words.squares_of_4_mm,
        };
        let details = [number, Some(details.clone())].into_iter().flatten();
        let details: Vec<String> = self.details.iter().cloned().chain(details).collect();
        let title = Face::black(TITLE_SIZE);
        let y = TITLE_BASELINE + self.drops().0;
        let start = Point { x: MARGIN, y };
        let width = drawing.size().width - 2.0 * MARGIN;
        drawing.fitted(start, width, &self.title(), title);
        let below = Point { x: MARGIN, y: y + DETAIL_SIZE * 1.35 };
        drawing.fitted(below, width, &details.join("  ·  "), Face::black(DETAIL_SIZE));
    }

    fn write_foot(&self, drawing: &mut Drawing) {
        let Size { width, height } = drawing.size();
        let start = Point { x: MARGIN, y: height - CREDIT_RISE };
        let face = Face { size: CREDIT_SIZE, ink: Ink::Black };
        drawing.fitted(start, width - 2.0 * MARGIN, &self.words.credit, face);
    }
}
