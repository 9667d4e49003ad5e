//! Words to print where only their identity matters, not their meaning.

use crate::words::Words;

pub(crate) fn words() -> Words {
    let word = |text: &str| text.to_owned();
    Words {
        language: word("en"),
        game: word("game"),
        credit: word("authors & <licence>"),
        basic_field: word("basic"),
        numbered_field: word("numbered"),
        functional_field: word("functional"),
        hyperfunctional_field: word("hyperfunctional"),
        help_field: word("help"),
        move_record: word("record"),
        continuous_record: word("continuous"),
        full_sheet: word("full"),
        row_numbers: word("rows"),
        cell_numbers: word("cells"),
        squares_of_5_mm: word("five"),
        squares_of_4_mm: word("four"),
        tactical_cells: word("tactical"),
        strategic_cells: word("strategic"),
        columns: word("STO"),
        date: word("date"),
        bar: word("bar"),
    }
}
