//! Words on sheets, in any language.

/// The phrases of one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The language as a two-letter code.
    pub language: String,
    /// The name of the game, before those of sheets.
    pub game: String,
    /// The authors of the idea and the licence, at the foot of every page.
    pub credit: String,
    pub basic_field: String,
    pub numbered_field: String,
    pub functional_field: String,
    pub hyperfunctional_field: String,
    pub help_field: String,
    pub move_record: String,
    pub continuous_record: String,
    pub full_sheet: String,
    /// Before the name of the set of numbers left of the rows.
    pub row_numbers: String,
    /// Before the name of the set of numbers in the cells.
    pub cell_numbers: String,
    /// Says that the squares of the sheet have this many millimetres.
    pub squares_of_5_mm: String,
    pub squares_of_4_mm: String,
    /// Above the nine fields of tactical cells.
    pub tactical_cells: String,
    /// Above the field of strategic cells.
    pub strategic_cells: String,
    /// The heads of the columns of a move, a letter each: strategic cell, tactical cell, cell.
    pub columns: String,
    /// Label for the day of the game.
    pub date: String,
    /// Meaning of a bar in a continuous record.
    pub bar: String,
}
