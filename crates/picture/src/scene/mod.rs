//! Content of a picture of a board, in terms of boards in general.
//!
//! A scene is built by methods that take it and give it back. Anything off its board is silently left out, so
//! that every scene is valid.

mod mark;
pub mod steps;

use std::ops::RangeInclusive;

pub use crate::scene::mark::Mark;
use crate::theme::Theme;

/// Maximum number of columns or rows of a board.
pub(crate) const SIDE_MAX: u8 = 27;

/// A nested board is three boards wide and high, and so is each of those.
pub(crate) const NESTED_SIDE: u8 = 3;

/// Maximum depth of nested boards: 27 x 27 cells.
pub(crate) const DEPTH_MAX: u8 = 2;

/// Numbers that can be written in a cell and beside a row.
pub(crate) const NUMBERS: RangeInclusive<u8> = 1..=9;

/// Ruling of a board, and the position of its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// In cells.
    Cells,
    /// In cells that are dark where column and row are odd together.
    Checkered,
    /// On the points where lines meet.
    Crossings,
}

/// A cell or crossing, counted from 0 from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    pub column: u8,
    pub row: u8,
}

impl Spot {
    pub fn new(column: u8, row: u8) -> Spot {
        Spot { column, row }
    }

    /// Returns whether it is dark on a checkered board.
    pub(crate) fn is_dark(self) -> bool {
        (self.column ^ self.row) & 1 == 1
    }

    /// Returns whether it lies in the area from one cell to another.
    pub(crate) fn is_between(self, (first, last): (Spot, Spot)) -> bool {
        (first.column..=last.column).contains(&self.column)
            && (first.row..=last.row).contains(&self.row)
    }

    /// Its numbers on a board that is nested to this depth, as [`Spot::of_path`] takes them.
    pub(crate) fn path(self, depth: u8) -> Vec<u8> {
        path_of(self.column, self.row, depth + 1)
    }

    /// A cell of a nested board by its numbers from the largest board to the smallest, each from 0 to 8, row by row.
    pub fn of_path(path: &[u8]) -> Spot {
        let (column, row) = place_of(path);
        Spot { column, row }
    }
}

/// One of the boards within a nested board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    depth: u8,
    /// Counted in blocks of this depth.
    column: u8,
    row: u8,
}

impl Block {
    /// A board by its numbers from the largest board to the smallest, each from 0 to 8, row by row.
    pub fn of_path(path: &[u8]) -> Block {
        let (column, row) = place_of(path);
        Block { depth: u8::try_from(path.len()).unwrap_or(u8::MAX), column, row }
    }

    /// Its numbers, as [`Block::of_path`] takes them.
    pub(crate) fn path(self) -> Vec<u8> {
        path_of(self.column, self.row, self.depth)
    }

    /// Depth of the board: 1 for the nine largest ones.
    pub(crate) fn depth(self) -> u8 {
        self.depth
    }
}

fn place_of(path: &[u8]) -> (u8, u8) {
    let step = |place: u8, number: u8| place.saturating_mul(NESTED_SIDE).saturating_add(number);
    path.iter().fold((0, 0), |(column, row), number| {
        (step(column, number % NESTED_SIDE), step(row, number / NESTED_SIDE))
    })
}

/// Returns the first `length` numbers from the largest board to the smallest that lead to a place.
fn path_of(column: u8, row: u8, length: u8) -> Vec<u8> {
    let sides = (0..length).rev().map(|power| NESTED_SIDE.saturating_pow(power.into()));
    let number = |side: u8| row / side % NESTED_SIDE * NESTED_SIDE + column / side % NESTED_SIDE;
    sides.map(number).collect()
}

/// State of a decided board within a nested board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Won and closed.
    Won(Mark),
    /// Won, and still played in.
    Held(Mark),
    Drawn,
}

/// Note on a free cell: the value of a move there, and the number of moves after which it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    Good(u8),
    Even,
    Bad(u8),
    /// It looks best, and nothing is certain.
    Best,
    /// Nothing is known.
    Open,
    /// No move may be made there.
    Forbidden,
    /// The move made there was a mistake; shown around its mark, too.
    Mistake,
}

/// Cells that a line goes through, end to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    Spots(Spot, Spot),
    Blocks(Block, Block),
}

/// Board with everything that is drawn on it.
///
/// Invariant: the sides are from 1 to `SIDE_MAX`, there are as many marks and numbers as cells,
/// numbers are among `NUMBERS`, and all cells and blocks that it names lie on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scene {
    lattice: Lattice,
    columns: u8,
    rows: u8,
    depth: u8,
    theme: Theme,
    has_coordinates: bool,
    marks: Vec<Option<Mark>>,
    numbers: Vec<Option<u8>>,
    row_numbers: Vec<(Spot, u8)>,
    last: Vec<Spot>,
    chosen: Option<Spot>,
    hints: Vec<Spot>,
    notes: Vec<(Spot, Note)>,
    targets: Vec<Block>,
    window: Option<(Spot, Spot)>,
    fates: Vec<(Block, Fate)>,
    lines: Vec<Line>,
    steps: Vec<steps::Step>,
    turns: Vec<Spot>,
}

impl Scene {
    /// An empty board. Sides that are too short or too long are moved to the nearer bound.
    pub fn new(lattice: Lattice, columns: u8, rows: u8) -> Scene {
        let (columns, rows) = (columns.clamp(1, SIDE_MAX), rows.clamp(1, SIDE_MAX));
        Scene {
            lattice,
            columns,
            rows,
            depth: 0,
            theme: Theme::default(),
            has_coordinates: false,
            marks: vec![None; usize::from(columns) * usize::from(rows)],
            numbers: vec![None; usize::from(columns) * usize::from(rows)],
            row_numbers: Vec::new(),
            last: Vec::new(),
            chosen: None,
            hints: Vec::new(),
            notes: Vec::new(),
            targets: Vec::new(),
            window: None,
            fates: Vec::new(),
            lines: Vec::new(),
            steps: Vec::new(),
            turns: Vec::new(),
        }
    }

    /// An empty board of boards: nine of nine cells at a depth of 1, nine of those at a depth of 2.
    pub fn nested(depth: u8) -> Scene {
        let depth = depth.min(DEPTH_MAX);
        let side = NESTED_SIDE.pow(u32::from(depth) + 1);
        Scene { depth, ..Scene::new(Lattice::Cells, side, side) }
    }

    #[must_use]
    pub fn in_theme(self, theme: Theme) -> Scene {
        Scene { theme, ..self }
    }

    /// Letters for columns and numbers for rows, as moves are written; on a board of boards of boards
    /// the two numbers of the smallest boards, above and to the left of the nine largest ones. Other
    /// boards with more than 20 columns have none.
    #[must_use]
    pub fn with_coordinates(self) -> Scene {
        Scene { has_coordinates: true, ..self }
    }

    /// Puts a mark in a cell, in place of its previous mark.
    #[must_use]
    pub fn with_mark(mut self, spot: Spot, mark: Mark) -> Scene {
        if let Some(index) = self.index(spot) {
            self.marks[index] = Some(mark);
        }
        self
    }

    /// Writes a number from 1 to 9 in a cell, in place of one that was there. It is seen as long as the cell is empty.
    #[must_use]
    pub fn with_number(mut self, spot: Spot, number: u8) -> Scene {
        if let Some(index) = self.index(spot).filter(|_| NUMBERS.contains(&number)) {
            self.numbers[index] = Some(number);
        }
        self
    }

    /// Writes a number from 1 to 9 beside a row, to the left of this cell, which is the first one of the
    /// board or, on a board of boards of boards, of one of the nine largest within it.
    #[must_use]
    pub fn with_row_number(mut self, spot: Spot, number: u8) -> Scene {
        if self.has(spot) && self.is_first_of_row(spot) && NUMBERS.contains(&number) {
            self.row_numbers.retain(|(other, _)| *other != spot);
            self.row_numbers.push((spot, number));
        }
        self
    }

    /// Marks a cell that the last move changed; a move of a piece changes two.
    #[must_use]
    pub fn with_last_move(mut self, spot: Spot) -> Scene {
        if self.has(spot) {
            self.last.push(spot);
        }
        self
    }

    /// Marks the piece that is about to be moved.
    #[must_use]
    pub fn with_chosen(mut self, spot: Spot) -> Scene {
        self.chosen = self.has(spot).then_some(spot).or(self.chosen);
        self
    }

    /// Marks a cell that can be moved to.
    #[must_use]
    pub fn with_hint(mut self, spot: Spot) -> Scene {
        if self.has(spot) {
            self.hints.push(spot);
        }
        self
    }

    /// Puts a note on a cell, in place of its previous note. It is seen as long as the cell is free, or
    /// beside a piece that can be moved.
    #[must_use]
    pub fn with_note(mut self, spot: Spot, note: Note) -> Scene {
        if self.has(spot) {
            self.notes.retain(|(other, _)| *other != spot);
            self.notes.push((spot, note));
        }
        self
    }

    /// Marks a board in which the next move may be made.
    #[must_use]
    pub fn with_target(mut self, block: Block) -> Scene {
        if self.has_block(block) {
            self.targets.push(block);
        }
        self
    }

    /// Frames the cells that can be reached by the buttons beside the picture, from the first to the last.
    #[must_use]
    pub fn with_window(mut self, first: Spot, last: Spot) -> Scene {
        let is_here = self.has(first) && self.has(last);
        if is_here && first.column <= last.column && first.row <= last.row {
            self.window = Some((first, last));
        }
        self
    }

    /// Removes everything that offers a move.
    #[must_use]
    pub fn without_offers(self) -> Scene {
        let (hints, notes, targets) = (Vec::new(), Vec::new(), Vec::new());
        Scene { chosen: None, hints, notes, targets, window: None, ..self }
    }

    /// Marks a board as decided, in place of its previous state.
    #[must_use]
    pub fn with_fate(mut self, block: Block, fate: Fate) -> Scene {
        if self.has_block(block) {
            self.fates.retain(|(other, _)| *other != block);
            self.fates.push((block, fate));
        }
        self
    }

    /// Draws a winning line.
    #[must_use]
    pub fn with_line(mut self, line: Line) -> Scene {
        let is_here = match line {
            Line::Spots(from, to) => self.has(from) && self.has(to),
            Line::Blocks(from, to) => self.has_block(from) && self.has_block(to),
        };
        if is_here {
            self.lines.push(line);
        }
        self
    }

    /// Numbers the cells of all moves in their order. Each stone shows the number of its move in place of a dot on the
    /// last; other marks have no room for numbers and show none.
    #[must_use]
    pub fn with_turns(self, turns: impl IntoIterator<Item = Spot>) -> Scene {
        let turns = turns.into_iter().filter(|spot| self.has(*spot)).collect();
        Scene { turns, ..self }
    }

    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    pub fn columns(&self) -> u8 {
        self.columns
    }

    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Depth to which boards are nested; 0 for a plain one.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    pub(crate) fn theme(&self) -> Theme {
        self.theme
    }

    pub fn has_coordinates(&self) -> bool {
        self.has_coordinates
    }

    /// All cells, row by row.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Spot { column, row }))
    }

    /// The mark in a cell; none off the board.
    pub fn mark(&self, spot: Spot) -> Option<Mark> {
        self.index(spot).and_then(|index| self.marks[index])
    }

    /// The number that is written in a cell: none off the board and under a mark.
    pub fn number(&self, spot: Spot) -> Option<u8> {
        let number = self.index(spot).and_then(|index| self.numbers[index]);
        number.filter(|_| self.mark(spot).is_none())
    }

    pub fn row_numbers(&self) -> &[(Spot, u8)] {
        &self.row_numbers
    }

    pub fn last_moves(&self) -> &[Spot] {
        &self.last
    }

    pub fn chosen(&self) -> Option<Spot> {
        self.chosen
    }

    pub fn hints(&self) -> &[Spot] {
        &self.hints
    }

    pub fn notes(&self) -> &[(Spot, Note)] {
        &self.notes
    }

    pub fn targets(&self) -> &[Block] {
        &self.targets
    }

    pub fn window(&self) -> Option<(Spot, Spot)> {
        self.window
    }

    pub fn fates(&self) -> &[(Block, Fate)] {
        &self.fates
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub fn turns(&self) -> &[Spot] {
        &self.turns
    }

    /// The first and the last cell of a board within this one.
    pub fn corners(&self, block: Block) -> (Spot, Spot) {
        let side = NESTED_SIDE.pow(u32::from((self.depth + 1).saturating_sub(block.depth)));
        let first = Spot { column: block.column * side, row: block.row * side };
        (first, Spot { column: first.column + side - 1, row: first.row + side - 1 })
    }

    /// Returns whether a cell lies in a board within this one.
    pub fn covers(&self, block: Block, spot: Spot) -> bool {
        spot.is_between(self.corners(block))
    }

    /// The cells beside which the number of a row stands, from the one it is to the left of.
    pub(crate) fn row_from(&self, first: Spot) -> impl Iterator<Item = Spot> + use<> {
        let end = first.column.saturating_add(self.row_length());
        (first.column..end).map(move |column| Spot { column, row: first.row })
    }

    /// Returns whether this cell lies in a board in which the next move may be made, and in none that is closed.
    pub(crate) fn is_in_target(&self, spot: Spot) -> bool {
        self.targets.iter().any(|block| self.covers(*block, spot)) && !self.is_closed(spot)
    }

    /// Returns whether a board with this cell is decided and closed.
    pub(crate) fn is_closed(&self, spot: Spot) -> bool {
        self.fates.iter().any(|(block, fate)| match fate {
            Fate::Won(_) | Fate::Drawn => self.covers(*block, spot),
            Fate::Held(_) => false,
        })
    }

    /// Returns whether a board lies within a larger one that is closed.
    pub(crate) fn is_within_closed(&self, block: Block) -> bool {
        self.fates.iter().any(|(larger, fate)| {
            larger.depth < block.depth
                && !matches!(fate, Fate::Held(_))
                && self.covers(*larger, self.corners(block).0)
        })
    }

    /// The smallest boards, or the whole of a plain one.
    pub(crate) fn leaves(&self) -> Vec<(Spot, Spot)> {
        if self.depth == 0 {
            return vec![(Spot::new(0, 0), Spot::new(self.columns - 1, self.rows - 1))];
        }
        let firsts = |count: u8| (0..count / NESTED_SIDE).map(|block| block * NESTED_SIDE);
        firsts(self.rows)
            .flat_map(|row| firsts(self.columns).map(move |column| Spot { column, row }))
            .map(|first| (first, Spot { column: first.column + 2, row: first.row + 2 }))
            .collect()
    }

    fn has(&self, spot: Spot) -> bool {
        spot.column < self.columns && spot.row < self.rows
    }

    fn has_block(&self, block: Block) -> bool {
        let is_here = |place: u8| place < NESTED_SIDE.saturating_pow(u32::from(block.depth));
        (1..=self.depth).contains(&block.depth) && is_here(block.column) && is_here(block.row)
    }

    fn is_first_of_row(&self, spot: Spot) -> bool {
        spot.column.is_multiple_of(self.row_length())
    }

    /// The cells in a row of this board, or of one of the nine largest within a board of boards of
    /// boards.
    fn row_length(&self) -> u8 {
        if self.depth == DEPTH_MAX { NESTED_SIDE * NESTED_SIDE } else { self.columns }
    }

    fn index(&self, spot: Spot) -> Option<usize> {
        let index = usize::from(spot.row) * usize::from(self.columns) + usize::from(spot.column);
        self.has(spot).then_some(index)
    }
}
