//! Layout of a picture.

use crate::scene::{Block, DEPTH_MAX, NESTED_SIDE, Scene, Spot};

/// Columns have letters up to this one.
const LETTERED_COLUMNS_MAX: u8 = 20;

/// A point in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

/// An area in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Area {
    pub(crate) fn width(&self) -> f32 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub fn centre(&self) -> Point {
        Point { x: (self.left + self.right) / 2.0, y: (self.top + self.bottom) / 2.0 }
    }

    /// The area with all its edges this much further out.
    pub fn grown(&self, by: f32) -> Area {
        Area {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }
}

/// Positions of cells, gaps and margins. Cells and gaps are whole pixels, so that lines are sharp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub width: u16,
    pub height: u16,
    /// The side of a cell.
    pub cell: u16,
    /// Between the smallest boards of a nested one.
    gap: u16,
    /// Added to that between larger ones.
    wide_gap: u16,
    /// Around the board; to the right of it and below it may be less.
    margin: u16,
    pub has_labels: bool,
}

impl Layout {
    pub fn of(scene: &Scene, side_pixels: u16) -> Layout {
        let is_deep = scene.depth() == DEPTH_MAX;
        let has_labels =
            scene.has_coordinates() && (scene.columns() <= LETTERED_COLUMNS_MAX || is_deep);
        let is_labelled = has_labels || !scene.row_numbers().is_empty();
        let margin_min = match (is_labelled, is_deep) {
            (true, false) => side_pixels / 18,
            (true, true) => side_pixels / 32,
            (false, _) => side_pixels / 36,
        };
        let longer = u16::from(scene.columns().max(scene.rows()));
        let room = side_pixels - 2 * margin_min;
        let (gap, wide_gap) = match scene.depth() {
            0 => (0, 0),
            1 => (side_pixels / 50, 0),
            // As wide as two digits.
            _ if is_labelled => (side_pixels / 225, side_pixels / 32),
            _ => (side_pixels / 150, side_pixels / 100),
        };
        let mut layout = Layout {
            width: side_pixels,
            height: side_pixels,
            cell: 0,
            gap,
            wide_gap,
            margin: margin_min,
            has_labels,
        };
        let gaps = layout.gaps(scene.columns().max(scene.rows()) - 1);
        layout.cell = (room.saturating_sub(gaps) / longer).max(1);
        let spans = |count: u8| u16::from(count) * layout.cell + layout.gaps(count - 1);
        // The rest of the longer side goes to the margins.
        let rest = side_pixels.saturating_sub(spans(scene.columns().max(scene.rows())));
        // Where labels stand on one side only, that side has more.
        let margin = if is_labelled && is_deep { rest * 5 / 8 } else { rest / 2 };
        let (width, height) = (spans(scene.columns()), spans(scene.rows()));
        Layout { width: width + rest, height: height + rest, margin, ..layout }
    }

    /// The gaps before a column or row.
    fn gaps(&self, before: u8) -> u16 {
        let count = |side: u8| u16::from(before / side);
        count(NESTED_SIDE) * self.gap + count(NESTED_SIDE * NESTED_SIDE) * self.wide_gap
    }

    fn edge(&self, index: u8) -> f32 {
        f32::from(self.margin + u16::from(index) * self.cell + self.gaps(index))
    }

    pub fn side(&self) -> f32 {
        f32::from(self.cell)
    }

    pub fn margin(&self) -> f32 {
        f32::from(self.margin)
    }

    /// Width of the rim of a board of boards around its cells.
    pub(crate) fn rim(&self) -> f32 {
        f32::from((self.gap + self.wide_gap) / 2)
    }

    /// Between the largest boards of a board of boards of boards.
    pub(crate) fn wide_gap(&self) -> f32 {
        f32::from(self.gap + self.wide_gap)
    }

    /// Between the smallest boards of a nested one.
    pub(crate) fn gap(&self) -> f32 {
        f32::from(self.gap)
    }

    pub fn cell_area(&self, spot: Spot) -> Area {
        self.area((spot, spot))
    }

    pub fn centre(&self, spot: Spot) -> Point {
        self.cell_area(spot).centre()
    }

    /// From the first of these cells to the last.
    pub fn area(&self, (first, last): (Spot, Spot)) -> Area {
        Area {
            left: self.edge(first.column),
            top: self.edge(first.row),
            right: self.edge(last.column) + self.side(),
            bottom: self.edge(last.row) + self.side(),
        }
    }

    pub fn block_area(&self, scene: &Scene, block: Block) -> Area {
        self.area(scene.corners(block))
    }

    pub fn board_area(&self, scene: &Scene) -> Area {
        self.area((Spot::new(0, 0), Spot::new(scene.columns() - 1, scene.rows() - 1)))
    }
}
