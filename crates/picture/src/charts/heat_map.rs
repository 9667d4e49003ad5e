//! A board of boards of boards whose smallest boards have colours and numbers instead of marks.

use crate::canvas::{Canvas, Ink};
use crate::glyphs;
use crate::layout::{Area, Layout};
use crate::palette::{self, COLOURS_MAX};
use crate::scene::{Block, DEPTH_MAX, NESTED_SIDE, Scene, Spot};
use crate::theme::{Colour, Colours, Theme};
use crate::{DrawError, Picture, SIDE_PIXELS_MIN};

/// The smallest boards.
pub const TILES: usize = 81;

/// Height of a label, in sides of a cell.
const LABEL_HEIGHT: f32 = 0.75;

/// The lines between cells lie on all colours.
const RULE_OPACITY: u8 = 45;

/// One of the smallest boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    pub colour: Colour,
    /// Digits and points; other characters are left out.
    pub label: String,
}

/// Heat map of the 81 smallest boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    /// By the number of the large board and that of the smallest one within it, row by row.
    pub tiles: [Tile; TILES],
    /// The numbers of the framed tiles.
    pub framed: Vec<u8>,
    /// Description of the picture, for people who use a screen reader.
    pub description: String,
}

/// Draws a heat map. `side_pixels` is the length of the longer side, at least 64.
pub fn draw(map: &HeatMap, side_pixels: u16) -> Result<Picture, DrawError> {
    let scene = Scene::nested(DEPTH_MAX);
    let layout = Layout::of(&scene, side_pixels.max(SIDE_PIXELS_MIN));
    let (width, height) = (layout.width, layout.height);
    let mut canvas = Canvas::new(width, height).ok_or(DrawError::Surface { width, height })?;
    paint(&mut canvas, map, &scene, &layout);
    let indexed = palette::indexed(canvas.pixels(), 0, COLOURS_MAX);
    drop(canvas);
    let file = palette::encoded(&indexed, width, height, map.description.clone())?;
    Ok(Picture { width, height, file })
}

fn paint(canvas: &mut Canvas, map: &HeatMap, scene: &Scene, layout: &Layout) {
    let colours = Colours::of(Theme::Light);
    let rule = (layout.side() / 40.0).round().max(1.0);
    let ink = Ink::from(colours.black_stone);
    canvas.clear(colours.table);
    let places = (0..9_u8).flat_map(|large| (0..9_u8).map(move |small| [large, small]));
    for (path, tile) in places.clone().zip(&map.tiles) {
        let (first, last) = scene.corners(Block::of_path(&path));
        let area = layout.area((first, last));
        canvas.rectangle(area, tile.colour);
        for line in 1..NESTED_SIDE {
            let cell = layout.cell_area(Spot::new(first.column + line, first.row + line));
            let (x, y) = (cell.left, cell.top);
            let faint = Ink::faint(colours.black_stone, RULE_OPACITY);
            canvas.rectangle(Area { left: x, right: x + rule, ..area }, faint);
            canvas.rectangle(Area { top: y, bottom: y + rule, ..area }, faint);
        }
        glyphs::write(canvas, &tile.label, area.centre(), LABEL_HEIGHT * layout.side(), ink);
    }
    for (path, number) in places.zip(0_u8..) {
        if map.framed.contains(&number) {
            let width = 3.0 * rule;
            let area = layout.block_area(scene, Block::of_path(&path));
            canvas.outline(area.grown(width / 2.0), width, width, ink);
        }
    }
}
