//! The picture of a board as JSON.

use serde::Serialize;
use zerosum_picture::scene::{Block, Fate, Lattice, Line, Mark, Note, Scene, Spot};

use crate::board::insight;

/// A part of the board, from its first to its last cell.
type Area = (u16, u16);

/// A picture of a board. Cells are counted row by row; text has a letter for each cell, `.` where there is
/// nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SceneView {
    lattice: &'static str,
    columns: u8,
    rows: u8,
    /// Depth of boards nested in boards; 0 for a plain one.
    depth: u8,
    /// Naming of cells beside the board: by a letter and a number, by the numbers of the boards they are in, or not.
    names: &'static str,
    marks: String,
    /// Digits in free cells; left out if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    numbers: String,
    /// Digits to the left of a cell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    row_numbers: Vec<(u16, u8)>,
    /// Cells that the last move has changed.
    last: Vec<u16>,
    /// Lines that have won, from the middle of one part to that of another.
    lines: Vec<(Area, Area)>,
    fates: Vec<FateView>,
    /// Parts in which the next move may be.
    targets: Vec<Area>,
    /// Values of moves, by the cell that shows them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<ValueView>,
}

/// The value of a move: what it leads to, and its sign in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ValueView {
    cell: u16,
    is: &'static str,
    sign: String,
}

/// A decided board within a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct FateView {
    area: Area,
    is: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<char>,
}

impl SceneView {
    pub(crate) fn of(scene: &Scene) -> SceneView {
        let letters = |letter: &dyn Fn(Spot) -> char| scene.spots().map(letter).collect::<String>();
        let mark = |spot| scene.mark(spot).map_or('.', letter_of);
        let number = |spot| scene.number(spot).and_then(digit).unwrap_or('.');
        let has_numbers = scene.spots().any(|spot| scene.number(spot).is_some());
        let row_numbers = scene.row_numbers().iter();
        let block = |block: &Block| area(scene, scene.corners(*block));
        SceneView {
            lattice: match scene.lattice() {
                Lattice::Cells => "cells",
                Lattice::Checkered => "checkered",
                Lattice::Crossings => "crossings",
            },
            columns: scene.columns(),
            rows: scene.rows(),
            depth: scene.depth(),
            names: match scene.has_coordinates() {
                _ if scene.depth() > 1 => "path",
                true => "letters",
                false => "none",
            },
            marks: letters(&mark),
            numbers: if has_numbers { letters(&number) } else { String::new() },
            row_numbers: row_numbers.map(|(spot, number)| (cell(scene, *spot), *number)).collect(),
            last: scene.last_moves().iter().map(|spot| cell(scene, *spot)).collect(),
            lines: scene.lines().iter().map(|line| ends(scene, line)).collect(),
            fates: scene.fates().iter().map(|(at, fate)| fate_view(block(at), *fate)).collect(),
            targets: scene.targets().iter().map(block).collect(),
            values: scene
                .notes()
                .iter()
                .map(|(at, note)| value_view(cell(scene, *at), *note))
                .collect(),
        }
    }
}

impl SceneView {
    /// Shows these values of moves instead of others.
    pub(crate) fn with_values(self, values: Vec<ValueView>) -> SceneView {
        SceneView { values, ..self }
    }
}

impl ValueView {
    /// The value of a move that is not proven: its chance in percent.
    pub(crate) fn of_chance(cell: u16, percent: u16) -> ValueView {
        ValueView { cell, is: "open", sign: percent.to_string() }
    }
}

/// Returns the number of a cell.
pub(crate) fn cell(scene: &Scene, spot: Spot) -> u16 {
    u16::from(spot.row) * u16::from(scene.columns()) + u16::from(spot.column)
}

/// Returns the letter of a mark.
pub(crate) fn letter_of(mark: Mark) -> char {
    match mark {
        Mark::Cross => 'x',
        Mark::Nought => 'o',
        Mark::BlackStone => 'b',
        Mark::WhiteStone => 'w',
        Mark::RedPiece => 'r',
        Mark::YellowPiece => 'y',
        Mark::Sheep => 's',
        Mark::Wolf => 'v',
    }
}

fn digit(number: u8) -> Option<char> {
    char::from_digit(number.into(), 10)
}

fn area(scene: &Scene, (first, last): (Spot, Spot)) -> Area {
    (cell(scene, first), cell(scene, last))
}

fn ends(scene: &Scene, line: &Line) -> (Area, Area) {
    match *line {
        Line::Spots(from, to) => (area(scene, (from, from)), area(scene, (to, to))),
        Line::Blocks(from, to) => {
            (area(scene, scene.corners(from)), area(scene, scene.corners(to)))
        }
    }
}

pub(crate) fn value_view(cell: u16, note: Note) -> ValueView {
    let is = match note {
        Note::Good(_) => "good",
        Note::Even => "even",
        Note::Bad(_) | Note::Mistake | Note::Forbidden => "bad",
        Note::Best => "best",
        Note::Open => "open",
    };
    ValueView { cell, is, sign: insight::sign_of(note) }
}

fn fate_view(area: Area, fate: Fate) -> FateView {
    let (is, mark) = match fate {
        Fate::Won(mark) => ("won", Some(mark)),
        Fate::Held(mark) => ("held", Some(mark)),
        Fate::Drawn => ("drawn", None),
    };
    FateView { area, is, mark: mark.map(letter_of) }
}
