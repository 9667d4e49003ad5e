//! `zerosum sheets` with the record of a game.

use std::fs;

use clap::Parser;
use tempfile::TempDir;
use zerosum_sheets::words::Words;
use zerosum_tools::sheets::{Sheets, run};

/// Command line with only this command.
#[derive(Debug, Parser)]
struct CommandLine {
    #[command(flatten)]
    sheets: Sheets,
}

fn words() -> Words {
    let word = || "word".to_owned();
    Words {
        language: "en".to_owned(),
        game: word(),
        credit: word(),
        basic_field: word(),
        numbered_field: word(),
        functional_field: word(),
        hyperfunctional_field: word(),
        help_field: word(),
        move_record: word(),
        continuous_record: word(),
        full_sheet: word(),
        row_numbers: "rows".to_owned(),
        cell_numbers: "cells".to_owned(),
        squares_of_5_mm: word(),
        squares_of_4_mm: word(),
        tactical_cells: word(),
        strategic_cells: word(),
        columns: "STO".to_owned(),
        date: word(),
        bar: word(),
    }
}

/// Returns the names and contents of the SVG files made of a record, or the error if there is no file.
fn sheets_of(record: &str, options: &[&str]) -> Result<Vec<(String, String)>, String> {
    let folder = TempDir::new().expect("a folder can be made");
    let (file, out) = (folder.path().join("game.txt"), folder.path().join("sheets"));
    fs::write(&file, record).expect("it can be written");
    let [file, out] = [&file, &out].map(|path| path.to_str().expect("its name is text").to_owned());
    let line = ["sheets", "--record", &file, "--out", &out];
    let line = line.into_iter().chain(options.iter().copied());
    let sheets =
        CommandLine::try_parse_from(line).expect("a command line that clap accepts").sheets;
    if let Err(error) = run(&sheets, &words(), &mut Vec::new()) {
        assert!(fs::read_dir(&out).is_err(), "nothing is made of what is wrong");
        return Err(error.to_string());
    }
    let files = fs::read_dir(&out).expect("it is made").map(|entry| entry.expect("it is there"));
    let drawn = files.filter(|file| file.path().extension().is_some_and(|name| name == "svg"));
    let mut drawn: Vec<(String, String)> = drawn
        .map(|file| {
            let name = file.file_name().into_string().expect("its name is text");
            (name, fs::read_to_string(file.path()).expect("it is text"))
        })
        .collect();
    drawn.sort();
    Ok(drawn)
}

#[test]
fn a_record_is_a_full_sheet_with_the_numbers_of_its_rules() {
    for (game, moves, name, details) in [
        ("strategic", "541 412", "full-filled-a4-en.svg", &[][..]),
        ("strategic-functional-map67", "541", "full-map67-filled-a4-en.svg", &["rows: map67"]),
        ("strategic-hyper", "541", "full-hmap2-map34-filled-a4-en.svg", &["cells: hmap2"]),
    ] {
        let record = format!("zerosum record 1 {game} {moves} *");
        let sheets = sheets_of(&record, &[]).expect("the record is right");
        let [(found, content)] = &sheets[..] else { panic!("one sheet, {}", sheets.len()) };
        assert_eq!(found, name);
        assert!(details.iter().all(|detail| content.contains(detail)), "{game}");
    }
}

#[test]
fn a_record_fills_in_the_sheets_that_are_named() {
    let record = "zerosum record 1 strategic continuous 5 4 1 2 3 *";
    let sheets = sheets_of(record, &["continuous", "help", "record"]).expect("the record is right");
    let names: Vec<&str> = sheets.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        names,
        ["continuous-filled-a4-en.svg", "help-filled-a4-en.svg", "record-filled-a4-en.svg"]
    );
}

#[test]
fn the_moves_of_a_record_are_checked_before_anything_is_made() {
    for (record, options, message) in [
        (
            "zerosum record 1 strategic 541 352 *",
            &[][..],
            "move 1, O: 3 5 2 is not in the target 4 1",
        ),
        (
            "zerosum record 1 3x3 b2 *",
            &[],
            "sheets are for Strategic tic-tac-toe, and the record is of 3x3",
        ),
        (
            "zerosum record 1 strategic-hyper 541 *",
            &["continuous"],
            "only the tactical rules have a continuous record, and the game is strategic-hyper",
        ),
    ] {
        assert_eq!(sheets_of(record, options), Err(message.to_owned()), "{record}");
    }
}

#[test]
fn the_rules_of_a_record_are_not_chosen_again() {
    for option in
        [["--rules", "tactical"], ["--rows", "map67"], ["--cells", "hmap2"], ["--moves", "541"]]
    {
        let line = ["sheets", "--record", "-"].into_iter().chain(option);
        CommandLine::try_parse_from(line).expect_err("it is refused");
    }
}
