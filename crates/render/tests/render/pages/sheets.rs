//! Printed sheets in every language: their texts fit, are legible, and are covered by the font.

use zerosum_games::strategic::numbers::{FunctionalSet, HyperSet, NumberSet};
use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::sheets;
use zerosum_session::language::Language;
use zerosum_sheets::field::{self, Field, Named};
use zerosum_sheets::moves::{Filling, Moves};
use zerosum_sheets::page::Document;
use zerosum_sheets::paper::Paper;
use zerosum_sheets::record::{self, GamesPerPage};
use zerosum_sheets::words::Words;
use zerosum_sheets::{continuous, font, full, help};

/// Phrases that occur only on sheets.
pub(crate) const PHRASES: [Phrase<'static>; 18] = [
    Phrase::SheetGame,
    Phrase::SheetCredit,
    Phrase::SheetBasic,
    Phrase::SheetNumbered,
    Phrase::SheetFunctional,
    Phrase::SheetHyperfunctional,
    Phrase::SheetHelp,
    Phrase::SheetRecord,
    Phrase::SheetContinuous,
    Phrase::SheetFull,
    Phrase::SheetRowNumbers,
    Phrase::SheetCellNumbers,
    Phrase::SheetSquares { mm: 5 },
    Phrase::SheetTacticalCells,
    Phrase::SheetStrategicCells,
    Phrase::SheetColumns,
    Phrase::SheetDate,
    Phrase::SheetBar,
];

/// Margin that printers leave white at every edge, in millimetres.
const EDGE: f32 = 4.2;

/// Smallest legible size of letters: seven points, in millimetres.
const SIZE_MIN: f32 = 2.45;

/// Extent of letters above and below their baseline, in sizes of the font.
const ASCENT: f32 = 0.95;
const DESCENT: f32 = 0.25;

/// A number of moves with which every sheet continues after its first page.
const LONG_GAME: usize = 400;

fn all_fields<'a>(rows: &'a FunctionalSet, cells: &'a HyperSet) -> [Field<'a>; 4] {
    let rows = || Named { name: Some("map34"), numbers: rows };
    let cells = Named { name: Some("hmap2"), numbers: cells };
    [
        Field::Basic,
        Field::Numbered,
        Field::Functional(rows()),
        Field::Hyperfunctional(rows(), cells),
    ]
}

/// Every sheet for a paper, empty and filled in.
fn all_sheets(paper: Paper, words: &Words) -> Vec<Document> {
    let sets = [NumberSet::named("map34"), NumberSet::named("hmap2")];
    let [Some(NumberSet::Functional(rows)), Some(NumberSet::Hyper(cells))] = &sets else {
        panic!("they are sets");
    };
    let game: Moves = "541".repeat(LONG_GAME).parse().expect("they are moves");
    let mut sheets = Vec::new();
    for moves in [&[][..], &game.0] {
        let filling = Filling::of(moves);
        for field in all_fields(rows, cells) {
            sheets.push(field::sheet(&field, paper, words, &filling));
            if paper == Paper::A4 {
                sheets.push(full::sheet(&field, words, &filling, moves));
            }
        }
        sheets.push(help::sheet(paper, words, &filling));
        if paper == Paper::A4 {
            for per_page in GamesPerPage::ALL {
                let games = [moves.to_vec()];
                sheets.push(record::sheet(per_page, words, &games));
                sheets.push(continuous::sheet(per_page, words, &games));
            }
        }
    }
    sheets
}

#[test]
fn every_text_of_every_sheet_fits_its_page_in_every_language() {
    let locales = Locales::load();
    for language in Language::ALL {
        let words = sheets::words(locales.localizer(language));
        for document in Paper::ALL.iter().flat_map(|paper| all_sheets(*paper, &words)) {
            for page in &document.pages {
                for text in page.texts() {
                    let right = text.start.x + font::width(&text.text, text.size);
                    let top = text.start.y - ASCENT * text.size;
                    let bottom = text.start.y + DESCENT * text.size;
                    let is_within = text.start.x >= EDGE
                        && right <= page.size.width - EDGE
                        && top >= EDGE
                        && bottom <= page.size.height - EDGE;
                    assert!(is_within, "{language:?}, {}: {text:?}", document.title);
                    assert!(text.size >= SIZE_MIN, "{language:?}: {text:?}");
                    assert!(font::covers(&text.text), "{language:?}: {text:?}");
                }
            }
        }
    }
}

#[test]
fn every_page_names_the_game_the_authors_the_licence_and_the_size_of_its_squares() {
    let locales = Locales::load();
    for language in Language::ALL {
        let words = sheets::words(locales.localizer(language));
        let authors = match language {
            Language::English => ["M. Demchenko", "A. Shashkov"],
            Language::Russian => ["М. Демченко", "А. Шашкова"],
            Language::Ukrainian => ["М. Демченка", "А. Шашкова"],
        };
        for (paper, millimetres) in [(Paper::A4, "5"), (Paper::A5, "4")] {
            for document in all_sheets(paper, &words) {
                assert_eq!(document.language, language.code());
                for page in &document.pages {
                    let says = |words: &[&str]| {
                        let has = |text: &str| words.iter().all(|word| text.contains(word));
                        page.texts().any(|text| has(&text.text))
                    };
                    assert!(says(&["STTT", authors[0], authors[1], "CC BY 4.0"]), "{language:?}");
                    assert!(says(&[&words.game]), "{language:?}");
                    let squares = locales.say(
                        language,
                        Phrase::SheetSquares { mm: millimetres.parse().expect("a number") },
                    );
                    assert!(squares.contains(millimetres) && says(&[&squares]), "{language:?}");
                }
            }
        }
    }
}

#[test]
fn the_heads_of_a_move_are_three_letters() {
    let locales = Locales::load();
    for language in Language::ALL {
        assert_eq!(sheets::words(locales.localizer(language)).columns.chars().count(), 3);
    }
}
