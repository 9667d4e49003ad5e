//! Printed sheets: their texts, and the sheet of a game.

use zerosum_games::MoveCode;
use zerosum_games::any::AnyGame;
use zerosum_sheets::pdf_file::PdfError;
use zerosum_sheets::words::Words;
use zerosum_sheets::{game, pdf_file};

use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;

/// Returns the texts of sheets in this language.
pub fn words(localizer: Localizer) -> Words {
    let say = |phrase| localizer.say(phrase);
    Words {
        language: localizer.language.code().to_owned(),
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

/// Returns the full sheet of a game as PDF, filled in with its moves; `None` for a game without sheets.
pub fn pdf_of(
    words: &Words,
    position: &AnyGame,
    moves: &[MoveCode],
) -> Option<Result<Vec<u8>, PdfError>> {
    match position {
        AnyGame::Strategic(position) => {
            Some(pdf_file::of(&game::full_sheet(words, position, moves)))
        }
        AnyGame::TicTacToe(_)
        | AnyGame::Mnk(_)
        | AnyGame::ConnectFour(_)
        | AnyGame::Ultimate(_)
        | AnyGame::Sheep(_) => None,
    }
}
