//! The words of printed sheets.

use zerosum_sheets::words::Words;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};

/// What stands on sheets in this language.
pub fn words(locales: &Locales, language: Language) -> Words {
    let say = |phrase| locales.say(language, phrase);
    Words {
        language: language.code().to_owned(),
        game: say(Phrase::SheetGame),
        credit: say(Phrase::SheetCredit),
        basic_field: say(Phrase::SheetBasic),
        numbered_field: say(Phrase::SheetNumbered),
        functional_field: say(Phrase::SheetFunctional),
        hyperfunctional_field: say(Phrase::SheetHyperfunctional),
        help_field: say(Phrase::SheetHelp),
        move_record: say(Phrase::SheetRecord),
        continuous_record: say(Phrase::SheetContinuous),
        full_sheet: say(Phrase::SheetFull),
        row_numbers: say(Phrase::SheetRowNumbers),
        cell_numbers: say(Phrase::SheetCellNumbers),
        squares_of_5_mm: say(Phrase::SheetSquares { mm: 5 }),
        squares_of_4_mm: say(Phrase::SheetSquares { mm: 4 }),
        tactical_cells: say(Phrase::SheetTacticalCells),
        strategic_cells: say(Phrase::SheetStrategicCells),
        columns: say(Phrase::SheetColumns),
        date: say(Phrase::SheetDate),
        bar: say(Phrase::SheetBar),
    }
}
