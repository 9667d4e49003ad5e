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

/// Like [`completed_3x3`], with shared cells that count for both sides: a line of shared cells only
/// belongs to neither side.
#[inline]
pub(crate) fn completed_with_shared_3x3(marks: u16, shared: u16) -> u16 {
    if !has_line_3x3(marks | shared) {
        return 0;
    }
    let is_complete = |line: &u16| (marks | shared) & line == *line && marks & line != 0;
    LINES_3X3.into_iter().filter(is_complete).fold(0, |cells, line| cells | line)
}

/// Returns whether these marks have a line.
#[inline]
pub fn has_line_3x3(marks: u16) -> bool {
    let marks = usize::from(marks & FULL_3X3);
    HAS_LINE[marks / 64] & (1 << (marks % 64)) != 0
}

/// The cells each of which completes a line with these marks, bit `c` for cell `c`. Cells that are
/// marked already may be among them.
#[inline]
pub fn completing_3x3(marks: u16) -> u16 {
    COMPLETING[usize::from(marks & FULL_3X3)]
}

/// Returns whether these marks leave the opponent no line.
#[inline]
pub fn is_blocked_3x3(marks: u16) -> bool {
    BLOCKED[usize::from(marks & FULL_3X3)]
}

/// One entry for every set of cells.
const BLOCKED: &[bool; 512] = &{
    let mut blocked = [true; 512];
    let mut marks = 0;
    while marks < 512 {
        let mut line = 0;
        while line < LINES_3X3.len() {
            blocked[marks] &= marks as u16 & LINES_3X3[line] != 0;
            line += 1;
        }
        marks += 1;
    }
    blocked
};

/// One bit for every set of cells.
const HAS_LINE: &[u64; 8] = &{
    let mut bits = [0; 8];
    let mut marks = 0;
    while marks < 512 {
        let mut line = 0;
        while line < LINES_3X3.len() {
            // A set of cells is below 512 and fits into anything.
            if marks as u16 & LINES_3X3[line] == LINES_3X3[line] {
                bits[marks / 64] |= 1 << (marks % 64);
            }
            line += 1;
        }
        marks += 1;
    }
    bits
};

/// One entry for every set of cells.
const COMPLETING: &[u16; 512] = &{
    let mut cells = [0; 512];
    let mut marks = 0;
    while marks < 512 {
        let mut line = 0;
        while line < LINES_3X3.len() {
            let missing = LINES_3X3[line] & !(marks as u16);
            if missing.count_ones() == 1 {
                cells[marks] |= missing;
            }
            line += 1;
        }
        marks += 1;
    }
    cells
};
