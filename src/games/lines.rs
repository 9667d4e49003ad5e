//! Lines of k in a row, as bit masks: bit `c` stands for cell `c`, numbered row by row.

/// Cells of a 3x3 board, one bit each.
pub const FULL_3X3: u16 = 0b111_111_111;

/// The eight lines of three on a 3x3 board: rows, columns, diagonals.
pub const LINES_3X3: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// All cells that belong to a completed line among these marks: empty if there is none, and more
/// than three cells where one move completed two lines.
pub fn completed_3x3(marks: u16) -> u16 {
    LINES_3X3.into_iter().filter(|line| marks & line == *line).fold(0, |cells, line| cells | line)
}
