//! `zerosum sheets`: fields and records of Strategic tic-tac-toe for people who play it on paper.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use thiserror::Error;
use zerosum_games::any::AnyGame;
use zerosum_games::record::Record;
use zerosum_games::strategic::numbers::NumberSet;
use zerosum_sheets::field::{Field, Named};
use zerosum_sheets::moves::{Filling, Move, Moves};
use zerosum_sheets::page::Document;
use zerosum_sheets::paper::Paper;
use zerosum_sheets::pdf_file::PdfError;
use zerosum_sheets::record::GamesPerPage;
use zerosum_sheets::words::Words;
use zerosum_sheets::{continuous, field, full, game, help, pdf_file, record, svg_file};

use crate::record::{RecordCommandError, read_text};

/// Maximum number of games.
const GAMES_MAX: usize = 100;

/// Arguments of `zerosum sheets`. The words on sheets are given to [`run`].
#[derive(Clone, Debug, Args)]
pub struct Sheets {
    /// Sheets to print; by default the full sheet of a record, or else all that the paper has
    #[arg(value_enum)]
    pub sheets: Vec<Sheet>,

    /// The numbers left of rows: map11 to map88, or digits of your own, 27 (by column of strategic
    /// cells) or 81 (by strategic cell)
    #[arg(long, value_name = "NUMBERS", default_value = "map34")]
    pub rows: NumberSet,

    /// The numbers in cells, for the hyperfunctional rules: hmap2, or digits of your own, 729 or 81
    /// after an s (by the shift from tactical to operational cell)
    #[arg(long, value_name = "NUMBERS", default_value = "hmap2")]
    pub cells: NumberSet,

    /// The rules whose field is on the full sheet
    #[arg(long, value_enum, default_value = "functional")]
    pub rules: Rules,

    /// The paper: A4 with squares of 5 mm, or A5, for fields only, with squares of 4 mm
    #[arg(long, value_enum, default_value = "a4")]
    pub paper: PaperSize,

    /// Games on a page of records
    #[arg(long, value_enum, default_value = "4")]
    pub games: Games,

    /// Fills the sheets in with a game, X first, three numbers a move: "541 412 122"; once more for
    /// the next game of records. That they follow the rules is not checked
    #[arg(long, value_name = "MOVES")]
    pub moves: Vec<Moves>,

    /// Fills the sheets in with the game of a record, as /record and 'zerosum record' write it, under
    /// its rules; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "rules", "rows", "cells"])]
    pub record: Option<PathBuf>,

    /// A new file for the one sheet that is named, .pdf or .svg, or a folder for both files of each
    #[arg(long, value_name = "PATH", default_value = "sheets")]
    pub out: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sheet {
    /// The field alone, 29x29 squares
    Basic,
    /// The field with the numbers of tactical cells, 31x31
    Numbered,
    /// The field with numbers left of rows, 35x31
    Functional,
    /// The field with numbers left of rows and in cells, 35x31
    Hyperfunctional,
    /// The results of tactical and strategic cells, 11x15
    Help,
    /// The moves, three columns for each player
    Record,
    /// The moves without numbers twice, for the tactical rules
    Continuous,
    /// Field, help field and record on one page
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rules {
    Tactical,
    Functional,
    Hyperfunctional,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaperSize {
    A4,
    A5,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Games {
    #[value(name = "1")]
    One,
    #[value(name = "2")]
    Two,
    #[value(name = "4")]
    Four,
}

/// Reason why sheets are not made.
#[derive(Debug, Error)]
pub enum SheetsError {
    #[error("--rows is for numbers left of rows, and {0} are numbers in cells")]
    NoRows(NumberSet),
    #[error("--cells is for numbers in cells, and {0} are numbers left of rows")]
    NoCells(NumberSet),
    #[error("at most {GAMES_MAX} games are written down at once")]
    TooManyGames,
    #[error("{0} has no place on A5: fields have")]
    Paper(String),
    #[error("name one sheet for the file {}, or a folder for several", .0.display())]
    OneFile(PathBuf),
    #[error(transparent)]
    Record(#[from] RecordCommandError),
    #[error("sheets are for Strategic tic-tac-toe, and the record is of {0}")]
    OtherGame(String),
    #[error("only the tactical rules have a continuous record, and the game is {0}")]
    NotContinuous(String),
    #[error("cannot make the folder {}: {reason}", .path.display())]
    Folder { path: PathBuf, reason: io::Error },
    #[error("cannot make the file {}: {reason}", .path.display())]
    File { path: PathBuf, reason: io::Error },
    #[error(transparent)]
    Pdf(#[from] PdfError),
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// Makes the sheets and names their files. A file that is there already is not overwritten.
pub fn run(arguments: &Sheets, words: &Words, out: &mut impl Write) -> Result<(), SheetsError> {
    if arguments.moves.len() > GAMES_MAX {
        return Err(SheetsError::TooManyGames);
    }
    let Printed { arguments, filling } = &Printed::of(arguments)?;
    let sheets = arguments.wanted()?;
    let document = |sheet: Sheet| arguments.document(sheet, words, filling);
    let extension = arguments.out.extension().and_then(|extension| extension.to_str());
    let extension = extension.map(str::to_ascii_lowercase);
    match (extension.as_deref(), &sheets[..]) {
        (Some("pdf"), [sheet]) => write_pdf(&document(*sheet)?, &arguments.out, out),
        (Some("svg"), [sheet]) => write_svg(&document(*sheet)?, &arguments.out, out),
        (Some("pdf" | "svg"), _) => Err(SheetsError::OneFile(arguments.out.clone())),
        (_, sheets) => {
            let folder = &arguments.out;
            let made = |sheet: &Sheet| {
                let path = folder.join(arguments.stem(*sheet, words));
                Ok((path, document(*sheet)?))
            };
            // All errors in them are found before the first one is written.
            let documents = sheets.iter().map(made).collect::<Result<Vec<_>, SheetsError>>()?;
            let failed = |reason| SheetsError::Folder { path: folder.clone(), reason };
            fs::create_dir_all(folder).map_err(failed)?;
            for (path, document) in &documents {
                write_pdf(document, &path.with_extension("pdf"), out)?;
                write_svg(document, &path.with_extension("svg"), out)?;
            }
            Ok(())
        }
    }
}

/// Requested sheets, with the game of a record in place of its file.
struct Printed {
    arguments: Sheets,
    /// The first game.
    filling: Filling,
}

impl Printed {
    fn of(arguments: &Sheets) -> Result<Printed, SheetsError> {
        let mut arguments = arguments.clone();
        let Some(file) = &arguments.record else {
            let first: &[Move] = arguments.moves.first().map_or(&[], |moves| &moves.0);
            return Ok(Printed { filling: Filling::of(first), arguments });
        };
        let text = read_text(Some(file))?;
        let record = Record::decode(&text).map_err(RecordCommandError::Record)?;
        let AnyGame::Strategic(position) = record.position() else {
            return Err(SheetsError::OtherGame(record.spec().name()));
        };
        if arguments.sheets.is_empty() && arguments.paper == PaperSize::A4 {
            arguments.sheets.push(Sheet::Full);
        }
        arguments.moves = vec![Moves(game::moves_of(record.moves()))];
        arguments.rules = match &position.rules().numbers {
            None => Rules::Tactical,
            Some(rows @ NumberSet::Functional(_)) => {
                arguments.rows = rows.clone();
                Rules::Functional
            }
            Some(cells @ NumberSet::Hyper(_)) => {
                arguments.cells = cells.clone();
                Rules::Hyperfunctional
            }
        };
        let is_continuous = arguments.sheets.contains(&Sheet::Continuous);
        if is_continuous && arguments.rules != Rules::Tactical {
            return Err(SheetsError::NotContinuous(record.spec().name()));
        }
        Ok(Printed { filling: game::filling(position), arguments })
    }
}

impl Sheet {
    fn is_field(self) -> bool {
        match self {
            Sheet::Basic
            | Sheet::Numbered
            | Sheet::Functional
            | Sheet::Hyperfunctional
            | Sheet::Help => true,
            Sheet::Record | Sheet::Continuous | Sheet::Full => false,
        }
    }
}

impl Sheets {
    /// Returns the named sheets, each once, or else all that the paper has.
    fn wanted(&self) -> Result<Vec<Sheet>, SheetsError> {
        let has_place = |sheet: &Sheet| match self.paper {
            PaperSize::A4 => true,
            PaperSize::A5 => sheet.is_field(),
        };
        if self.sheets.is_empty() {
            return Ok(Sheet::value_variants().iter().copied().filter(has_place).collect());
        }
        match self.sheets.iter().find(|sheet| !has_place(sheet)) {
            Some(sheet) => Err(SheetsError::Paper(name(*sheet))),
            None => {
                let named = Sheet::value_variants().iter().copied();
                Ok(named.filter(|sheet| self.sheets.contains(sheet)).collect())
            }
        }
    }

    fn document(
        &self,
        sheet: Sheet,
        words: &Words,
        filling: &Filling,
    ) -> Result<Document, SheetsError> {
        let first: &[Move] = self.moves.first().map_or(&[], |moves| &moves.0);
        let paper = match self.paper {
            PaperSize::A4 => Paper::A4,
            PaperSize::A5 => Paper::A5,
        };
        let per_page = match self.games {
            Games::One => GamesPerPage::One,
            Games::Two => GamesPerPage::Two,
            Games::Four => GamesPerPage::Four,
        };
        let games: Vec<Vec<Move>> = self.moves.iter().map(|moves| moves.0.clone()).collect();
        Ok(match sheet {
            Sheet::Basic => field::sheet(&Field::Basic, paper, words, filling),
            Sheet::Numbered => field::sheet(&Field::Numbered, paper, words, filling),
            Sheet::Functional => {
                field::sheet(&self.field(Rules::Functional)?, paper, words, filling)
            }
            Sheet::Hyperfunctional => {
                field::sheet(&self.field(Rules::Hyperfunctional)?, paper, words, filling)
            }
            Sheet::Help => help::sheet(paper, words, filling),
            Sheet::Record => record::sheet(per_page, words, &games),
            Sheet::Continuous => continuous::sheet(per_page, words, &games),
            Sheet::Full => full::sheet(&self.field(self.rules)?, words, filling, first),
        })
    }

    /// The field that is played on under these rules.
    fn field(&self, rules: Rules) -> Result<Field<'_>, SheetsError> {
        let rows = || match &self.rows {
            NumberSet::Functional(numbers) => {
                Ok(Named { name: self.rows.name(), numbers: &**numbers })
            }
            NumberSet::Hyper(_) => Err(SheetsError::NoRows(self.rows.clone())),
        };
        let cells = || match &self.cells {
            NumberSet::Hyper(numbers) => Ok(Named { name: self.cells.name(), numbers: &**numbers }),
            NumberSet::Functional(_) => Err(SheetsError::NoCells(self.cells.clone())),
        };
        Ok(match rules {
            Rules::Tactical => Field::Numbered,
            Rules::Functional => Field::Functional(rows()?),
            Rules::Hyperfunctional => Field::Hyperfunctional(rows()?, cells()?),
        })
    }

    /// The name of a file without its extension: `functional-map34-a4-en`.
    fn stem(&self, sheet: Sheet, words: &Words) -> String {
        let rules = match sheet {
            Sheet::Functional => Rules::Functional,
            Sheet::Hyperfunctional => Rules::Hyperfunctional,
            Sheet::Full => self.rules,
            Sheet::Basic | Sheet::Numbered | Sheet::Help | Sheet::Record | Sheet::Continuous => {
                Rules::Tactical
            }
        };
        let numbers: &[&NumberSet] = match rules {
            Rules::Tactical => &[],
            Rules::Functional => &[&self.rows],
            Rules::Hyperfunctional => &[&self.cells, &self.rows],
        };
        let paper = name(self.paper);
        let games = match sheet {
            Sheet::Record | Sheet::Continuous if self.games != Games::Four => {
                Some(format!("{}-a-page", name(self.games)))
            }
            _ => None,
        };
        let filled = (!self.moves.is_empty()).then(|| "filled".to_owned());
        let numbers = numbers.iter().map(|numbers| numbers.name().unwrap_or("own").to_owned());
        let parts: Vec<String> = [name(sheet)]
            .into_iter()
            .chain(numbers)
            .chain(games)
            .chain(filled)
            .chain([paper, words.language.clone()])
            .collect();
        parts.join("-")
    }
}

/// A value as it is written on the command line.
fn name(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn write_pdf(document: &Document, path: &Path, out: &mut impl Write) -> Result<(), SheetsError> {
    write_file(path, &pdf_file::of(document)?, out)
}

/// An SVG has one page, so each further one is a file of its own.
fn write_svg(document: &Document, path: &Path, out: &mut impl Write) -> Result<(), SheetsError> {
    for (number, page) in (1..).zip(&document.pages) {
        let mut path = path.to_owned();
        if number > 1 {
            let mut stem = path.file_stem().unwrap_or_default().to_owned();
            stem.push(format!("-{number}.svg"));
            path.set_file_name(stem);
        }
        write_file(&path, svg_file::of(document, page).as_bytes(), out)?;
    }
    Ok(())
}

fn write_file(path: &Path, contents: &[u8], out: &mut impl Write) -> Result<(), SheetsError> {
    let failed = |reason| SheetsError::File { path: path.to_owned(), reason };
    let mut file = File::create_new(path).map_err(failed)?;
    if let Err(reason) = file.write_all(contents).and_then(|()| file.sync_all()) {
        // Half a file is of no use, and would be in the way of the next try.
        let _ = fs::remove_file(path);
        return Err(failed(reason));
    }
    Ok(writeln!(out, "{}", path.display())?)
}
