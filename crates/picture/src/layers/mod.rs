//! Layers of a picture in the order of painting: the board, its highlights, its marks, decided boards, and
//! the coordinates around it.

mod deep;
mod notes;
mod numbers;
mod steps;
mod turns;

use crate::canvas::{Canvas, Ink};
use crate::glyphs;
use crate::layout::{Area, Layout, Point};
use crate::marks::{self, Stand};
use crate::scene::{Block, DEPTH_MAX, Fate, Lattice, Line, Scene, Spot};
use crate::theme::{Colour, Colours};

/// State that the layers share.
struct Painter<'a> {
    canvas: &'a mut Canvas,
    scene: &'a Scene,
    layout: &'a Layout,
    colours: &'a Colours,
}

/// Opacity of the covers of a decided board, each from 0 to 255: of the paper, of the colour of its winner,
/// and of the winner's mark.
struct Cover {
    pale: u8,
    tint: u8,
    seal: u8,
}

pub(crate) fn paint(canvas: &mut Canvas, scene: &Scene, layout: &Layout, colours: &Colours) {
    let mut painter = Painter { canvas, scene, layout, colours };
    painter.canvas.clear(colours.table);
    match scene.lattice() {
        Lattice::Cells => painter.cells(),
        Lattice::Checkered => painter.squares(),
        Lattice::Crossings => painter.crossings(),
    }
    painter.faint_numbers();
    painter.chosen();
    painter.hints();
    painter.lines_of_cells();
    painter.marks();
    painter.fates();
    painter.strong_numbers();
    painter.steps();
    painter.notes();
    painter.labels();
    painter.row_numbers();
    match painter.is_deep() {
        true => painter.frames_of_small_cells(),
        false => painter.frames_of_last_moves(),
    }
    painter.lines_of_stones();
    match scene.turns() {
        [] => painter.dots_of_last_moves(),
        turns => painter.turns(turns),
    }
    painter.window();
}

impl Painter<'_> {
    /// Returns whether it is a board of boards of boards, which is painted differently where cells are small.
    fn is_deep(&self) -> bool {
        self.scene.depth() == DEPTH_MAX
    }

    /// Draws sheets of paper, one for each of the smallest boards.
    fn cells(&mut self) {
        let (scene, layout, colours) = (self.scene, self.layout, self.colours);
        let rule = (layout.side() / 40.0).round().clamp(1.0, 4.0);
        let frame = if scene.depth() == 0 { 1.5 * rule } else { rule };
        if self.is_deep() {
            self.plates();
        } else if scene.depth() > 0 {
            let rim = layout.rim();
            self.canvas.rounded(layout.board_area(scene).grown(rim), rim, colours.gap);
        }
        let targets: Vec<Area> =
            scene.targets().iter().map(|block| layout.block_area(scene, *block)).collect();
        for (first, last) in scene.leaves() {
            let sheet = layout.area((first, last));
            let is_target = targets.iter().any(|target| lies_within(sheet, *target));
            let paper = if is_target { colours.target_paper } else { colours.paper };
            self.canvas.rounded(sheet.grown(frame), 2.0 * frame, colours.frame);
            self.canvas.rectangle(sheet, paper);
            for spot in scene.last_moves() {
                let cell = layout.cell_area(*spot);
                if lies_within(cell, sheet) {
                    self.canvas.rectangle(cell, colours.last);
                }
            }
            self.rules(first, last, rule, colours.rule);
        }
        if self.is_deep() {
            return;
        }
        // A single target is drawn wider, so that it stands out.
        let width = if targets.len() > 1 { 1.5 * rule } else { 3.0 * rule };
        for target in targets {
            self.canvas.outline(target.grown(width / 2.0), 2.0 * width, width, colours.target);
        }
    }

    /// Draws the lines between the cells of a board.
    fn rules(&mut self, first: Spot, last: Spot, width: f32, colour: Colour) {
        let Area { left, top, right, bottom } = self.layout.area((first, last));
        let half = (width / 2.0).floor();
        for column in first.column + 1..=last.column {
            let x = self.layout.cell_area(Spot::new(column, first.row)).left - half;
            self.canvas.rectangle(Area { left: x, top, right: x + width, bottom }, colour);
        }
        for row in first.row + 1..=last.row {
            let y = self.layout.cell_area(Spot::new(first.column, row)).top - half;
            self.canvas.rectangle(Area { left, top: y, right, bottom: y + width }, colour);
        }
    }

    fn squares(&mut self) {
        let (scene, layout, colours) = (self.scene, self.layout, self.colours);
        let board = layout.board_area(scene);
        let frame = (layout.side() / 24.0).round().max(2.0);
        self.canvas.rounded(board.grown(frame), 2.0 * frame, colours.frame);
        self.canvas.rectangle(board, colours.light_square);
        for spot in scene.spots().filter(|spot| spot.is_dark()) {
            self.canvas.rectangle(layout.cell_area(spot), colours.dark_square);
        }
        for spot in scene.last_moves() {
            self.canvas.rectangle(layout.cell_area(*spot), Ink::faint(colours.last, 190));
        }
    }

    fn crossings(&mut self) {
        let (scene, layout, colours) = (self.scene, self.layout, self.colours);
        let board = layout.board_area(scene);
        let frame = (layout.side() / 20.0).round().max(2.0);
        self.canvas.rounded(board.grown(frame), 3.0 * frame, colours.wood_rule);
        self.canvas.rounded(board, 2.0 * frame, colours.wood);
        let width = (layout.side() / 30.0).round().max(1.0);
        let first = layout.centre(Spot::new(0, 0));
        let last = layout.centre(Spot::new(scene.columns() - 1, scene.rows() - 1));
        let start = |at: f32| (at - width / 2.0).round();
        let (left, top) = (start(first.x), start(first.y));
        let (right, bottom) = (start(last.x) + width, start(last.y) + width);
        for column in 0..scene.columns() {
            let left = start(layout.centre(Spot::new(column, 0)).x);
            let line = Area { left, top, right: left + width, bottom };
            self.canvas.rectangle(line, colours.wood_rule);
        }
        for row in 0..scene.rows() {
            let top = start(layout.centre(Spot::new(0, row)).y);
            let line = Area { left, top, right, bottom: top + width };
            self.canvas.rectangle(line, colours.wood_rule);
        }
        for spot in stars(scene.columns(), scene.rows()) {
            self.canvas.circle(layout.centre(spot), 2.4 * width, colours.wood_rule);
        }
    }

    /// Writes letters above and below, numbers to the left and right.
    fn labels(&mut self) {
        let (scene, layout) = (self.scene, self.layout);
        if !layout.has_labels {
            return;
        }
        if self.is_deep() {
            self.labels_of_boards();
            return;
        }
        let ink = Ink::from(self.colours.label);
        let board = layout.board_area(scene);
        let room = layout.margin() - layout.rim();
        let (height, away) = (room * 0.44, layout.rim() + room * 0.52);
        for column in 0..scene.columns() {
            let x = layout.centre(Spot::new(column, 0)).x;
            let letter = char::from(b'a' + column).to_string();
            for y in [board.top - away, board.bottom + away] {
                // Small letters fill the lower half of their height.
                let y = y - 0.1 * height;
                glyphs::write(self.canvas, &letter, Point { x, y }, height, ink);
            }
        }
        for row in 0..scene.rows() {
            let y = layout.centre(Spot::new(0, row)).y;
            let number = (row + 1).to_string();
            let is_taken = scene.row_numbers().iter().any(|(first, _)| *first == Spot::new(0, row));
            let left = (!is_taken).then_some(board.left - away);
            for x in left.into_iter().chain([board.right + away]) {
                glyphs::write(self.canvas, &number, Point { x, y }, height, ink);
            }
        }
    }

    /// Frames the window: the cells that are buttons.
    fn window(&mut self) {
        if let Some(ends) = self.scene.window() {
            let width = (self.layout.side() / 8.0).round().max(3.0);
            let area = self.layout.area(ends).grown(width / 2.0);
            self.canvas.outline(area, 2.0 * width, width, self.colours.target);
        }
    }

    fn chosen(&mut self) {
        if let Some(spot) = self.scene.chosen() {
            let width = (self.layout.side() / 14.0).max(2.0);
            let cell = self.layout.cell_area(spot).grown(-width / 2.0);
            self.canvas.outline(cell, width, width, self.colours.target);
        }
    }

    fn hints(&mut self) {
        for spot in self.scene.hints() {
            let (centre, side) = (self.layout.centre(*spot), self.layout.side());
            self.canvas.circle(centre, side * 0.16, Ink::from(self.colours.paper));
            self.canvas.circle(centre, side * 0.13, Ink::from(self.colours.target));
        }
    }

    fn marks(&mut self) {
        if self.is_deep() {
            self.small_marks();
            return;
        }
        let half = self.layout.side() / 2.0;
        for spot in self.scene.spots() {
            if let Some(mark) = self.scene.mark(spot) {
                let stand = Stand { centre: self.layout.centre(spot), half, opacity: u8::MAX };
                marks::paint(self.canvas, mark, stand, self.colours);
            }
        }
    }

    /// Frames the cells of the last move, over the cover of a board that it has decided.
    fn frames_of_last_moves(&mut self) {
        if self.scene.lattice() == Lattice::Crossings {
            return;
        }
        let width = (self.layout.side() / 18.0).round().max(2.0);
        for spot in self.scene.last_moves() {
            let cell = self.layout.cell_area(*spot).grown(-width / 2.0);
            self.canvas.outline(cell, width, width, self.colours.last_edge);
        }
    }

    /// Draws dots on the stones of the last move, over a line that it has completed.
    fn dots_of_last_moves(&mut self) {
        if self.scene.lattice() != Lattice::Crossings {
            return;
        }
        let half = self.layout.side() / 2.0;
        for spot in self.scene.last_moves() {
            let centre = self.layout.centre(*spot);
            self.canvas.circle(centre, half * 0.48, self.colours.last_dot_edge);
            self.canvas.circle(centre, half * 0.34, self.colours.last_dot);
        }
    }

    /// Draws the decided boards within the board, the smaller ones first.
    fn fates(&mut self) {
        let scene = self.scene;
        for depth in (1..=scene.depth()).rev() {
            let fates = scene.fates().iter().filter(|(block, _)| block.depth() == depth);
            for (block, fate) in fates.clone() {
                self.fade(*block, *fate);
            }
            self.lines_of_blocks(depth);
            for (block, fate) in fates {
                self.seal(*block, *fate);
            }
        }
    }

    fn lines_of_blocks(&mut self, depth: u8) {
        for line in self.scene.lines() {
            if let Line::Blocks(from, to) = *line
                && from.depth() == depth
            {
                let area = |block| self.layout.block_area(self.scene, block);
                let (first, last) = (area(from), area(to));
                self.band(first.centre(), last.centre(), first.width());
            }
        }
    }

    /// Makes the cells of a board pale, because they count no more.
    fn fade(&mut self, block: Block, fate: Fate) {
        let (colours, cover) = (self.colours, self.cover(fate));
        let area = self.layout.block_area(self.scene, block);
        let (pale, tint) = match fate {
            Fate::Won(mark) | Fate::Held(mark) => {
                (colours.paper, Some(marks::colour_of(mark, colours)))
            }
            Fate::Drawn => (colours.table, None),
        };
        let tint = tint.map(|colour| Ink::faint(colour, cover.tint));
        for ink in [Some(Ink::faint(pale, cover.pale)), tint].into_iter().flatten() {
            if ink.opacity > 0 {
                self.canvas.rectangle(area, ink);
            }
        }
    }

    /// Marks a board with its winner.
    fn seal(&mut self, block: Block, fate: Fate) {
        let area = self.layout.block_area(self.scene, block);
        let (centre, half) = (area.centre(), area.width() / 2.0);
        let opacity = self.cover(fate).seal;
        let stand = Stand { centre, half, opacity };
        match fate {
            Fate::Won(mark) | Fate::Held(mark) if self.is_deep() => {
                marks::paint_sheer(self.canvas, mark, stand, self.colours);
            }
            Fate::Won(mark) | Fate::Held(mark) => {
                marks::paint(self.canvas, mark, stand, self.colours);
            }
            Fate::Drawn => {
                let from = Point { x: centre.x - half * 0.48, ..centre };
                let to = Point { x: centre.x + half * 0.48, ..centre };
                let ink = Ink::faint(self.colours.drawn, opacity);
                self.canvas.line(from, to, half * 0.24, ink);
            }
        }
    }

    /// Returns the cover of a decided board. On a board of boards of boards covered cells shine through.
    fn cover(&self, fate: Fate) -> Cover {
        match (fate, self.is_deep()) {
            (Fate::Won(_), false) => Cover { pale: 200, tint: 72, seal: u8::MAX },
            (Fate::Won(_), true) => Cover { pale: 140, tint: 72, seal: 160 },
            (Fate::Held(_), true) => Cover { pale: 60, tint: 72, seal: 145 },
            (Fate::Held(_), false) => Cover { pale: 0, tint: 72, seal: 96 },
            (Fate::Drawn, false) => Cover { pale: 205, tint: 0, seal: u8::MAX },
            (Fate::Drawn, true) => Cover { pale: 180, tint: 0, seal: 165 },
        }
    }

    /// Draws the winning lines behind the marks of cells.
    fn lines_of_cells(&mut self) {
        if self.scene.lattice() == Lattice::Crossings {
            return;
        }
        for line in self.scene.lines() {
            if let Line::Spots(from, to) = *line {
                let (from, to) = (self.layout.centre(from), self.layout.centre(to));
                self.band(from, to, self.layout.side());
            }
        }
    }

    /// Draws the winning lines over stones, which would hide anything behind them.
    fn lines_of_stones(&mut self) {
        if self.scene.lattice() != Lattice::Crossings {
            return;
        }
        let side = self.layout.side();
        for line in self.scene.lines() {
            if let Line::Spots(from, to) = *line {
                let (from, to) = (self.layout.centre(from), self.layout.centre(to));
                let (from, to) = stretched(from, to, side * 0.3);
                self.canvas.line(from, to, side * 0.28, self.colours.paper);
                self.canvas.line(from, to, side * 0.17, self.colours.win_stroke);
            }
        }
    }

    /// Draws a line as a marker pen does, with an edge, through cells of that side.
    fn band(&mut self, from: Point, to: Point, side: f32) {
        let (from, to) = stretched(from, to, side * 0.3);
        let width = side * if self.is_deep() { 0.16 } else { 0.26 };
        let edge = (side / 24.0).max(2.0);
        self.canvas.line(from, to, width + 2.0 * edge, self.colours.win_edge);
        self.canvas.line(from, to, width, self.colours.win);
    }
}

/// A line that goes this much further at both ends.
fn stretched(from: Point, to: Point, by: f32) -> (Point, Point) {
    let length = (to.x - from.x).hypot(to.y - from.y).max(1.0);
    let (x, y) = (by * (to.x - from.x) / length, by * (to.y - from.y) / length);
    (Point { x: from.x - x, y: from.y - y }, Point { x: to.x + x, y: to.y + y })
}

fn lies_within(inner: Area, outer: Area) -> bool {
    inner.left >= outer.left
        && inner.top >= outer.top
        && inner.right <= outer.right
        && inner.bottom <= outer.bottom
}

/// The points that are marked on a large board of crossings, to count by.
fn stars(columns: u8, rows: u8) -> Vec<Spot> {
    if columns != rows || columns.is_multiple_of(2) || columns < 9 {
        return Vec::new();
    }
    let (edge, middle) = (3, columns / 2);
    let far = columns - 1 - edge;
    vec![
        Spot::new(edge, edge),
        Spot::new(far, edge),
        Spot::new(middle, middle),
        Spot::new(edge, far),
        Spot::new(far, far),
    ]
}
