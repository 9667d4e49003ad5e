//! `zerosum record`, as it is typed and as it answers.

use std::fs;

use clap::Parser;
use tempfile::TempDir;
use zerosum_games::record::RECORD_BYTES_MAX;
use zerosum_tools::record::{RecordArguments, run};

/// Command line with only this command.
#[derive(Debug, Parser)]
struct CommandLine {
    #[command(flatten)]
    record: RecordArguments,
}

/// Returns the output of the command for a file of these bytes, or its error if nothing was written.
fn answer(bytes: impl AsRef<[u8]>, options: &[&str]) -> Result<String, String> {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("game.txt");
    fs::write(&file, bytes).expect("it can be written");
    let file = file.to_str().expect("its name is text");
    let line = ["record", file].into_iter().chain(options.iter().copied());
    let record =
        CommandLine::try_parse_from(line).expect("a command line that clap accepts").record;
    let mut written = Vec::new();
    match run(&record, &mut written) {
        Ok(()) => Ok(String::from_utf8(written).expect("the answer is text")),
        Err(error) => {
            assert!(written.is_empty(), "nothing is written of what is wrong");
            Err(error.to_string().replace(file, "FILE"))
        }
    }
}

const RECORD: &str = "zerosum record 1 4x4x3\n1. b2 a1\n2. c2 a2\n3. d2\n1-0\n";

#[test]
fn a_record_is_printed_as_every_reader_knows_it() {
    assert_eq!(answer(RECORD, &[]), Ok(RECORD.to_owned()));
    let typed = "ZEROSUM Record 1: 4x4x3, B2 a1, C2 A2, d2 1-0";
    assert_eq!(answer(typed, &[]), Ok(RECORD.to_owned()));
}

#[test]
fn the_final_position_is_printed_on_request() {
    assert_eq!(answer(RECORD, &["--position"]), Ok("O.../OXXX/..../.... o\n".to_owned()));
}

#[test]
fn a_list_of_moves_becomes_a_record() {
    assert_eq!(answer("b2 a1 c2 a2 d2", &["--game", "4x4x3"]), Ok(RECORD.to_owned()));
    let in_play = "zerosum record 1 15x15x5\n1. h8 g7\n*\n";
    assert_eq!(answer("h8,\ng7", &["--game", "gomoku"]), Ok(in_play.to_owned()));
}

#[test]
fn a_record_of_strategic_tic_tac_toe_is_printed_in_pairs_or_as_one_row() {
    let pairs = "zerosum record 1 strategic\n1. 5 4 1  4 1 2\n2. 1 2 3\n*\n";
    let continuous = "zerosum record 1 strategic continuous\n5 4 1 2 3\n*\n";
    for record in [pairs, continuous] {
        assert_eq!(answer(record, &[]), Ok(pairs.to_owned()));
        assert_eq!(answer(record, &["--continuous"]), Ok(continuous.to_owned()));
    }
    let list = answer("541 412 123", &["--game", "27x27", "--continuous"]);
    assert_eq!(list, Ok(continuous.to_owned()));
    let error =
        "only 'strategic', with the tactical rules, has continuous records, and this is 4x4x3";
    assert_eq!(answer(RECORD, &["--continuous"]), Err(error.to_owned()));
}

#[test]
fn every_game_of_a_match_is_printed() {
    let headers = |result| {
        format!(
            "[Game \"4x4x3\"]\n[Round \"1.1\"]\n[First \"one\"]\n[Second \"two\"]\n\
             [OpeningPlies \"2\"]\n[Result \"{result}\"]\n"
        )
    };
    let fault = "[Termination \"no move: z9 is off the board\"]\n";
    let lost = "zerosum record 1 4x4x3\n1. b2 a1\n0-1\n";
    let (first, second) = (headers("1-0"), headers("0-1"));
    let written = format!("{first}\n{RECORD}\n{second}{fault}\n{lost}\n");
    assert_eq!(answer(&written, &[]), Ok(format!("{RECORD}\n{lost}")));
    let positions = "O.../OXXX/..../.... o\n\nO.../.X../..../.... x\n";
    assert_eq!(answer(&written, &["--position"]), Ok(positions.to_owned()));
    assert_eq!(answer(format!("{second}{fault}\n{lost}\n"), &[]), Ok(lost.to_owned()));
    let marked = format!("\u{feff}{written}");
    assert_eq!(answer(marked, &[]), Ok(format!("{RECORD}\n{lost}")));
    // Files of earlier versions have only moves below the name of the game.
    let old = "[Game \"15x15x5-renju\"]\n[Result \"*\"]\n\n1. h8 h9 2. i10 *\n\n\
               [Game \"connect-four\"]\n[Result \"*\"]\n\n1. 4 4 2. 3 *\n";
    let read = "zerosum record 1 15x15x5-renju\n1. h8 h9\n2. i10\n*\n\n\
                zerosum record 1 connect-four\n1. 4 4\n2. 3\n*\n";
    assert_eq!(answer(old, &[]), Ok(read.to_owned()));
    for cut in [
        &old[..old.find("1. h8").expect("it is there")],
        &old[..old.find(" 2. i10").expect("it is there")],
    ] {
        assert!(answer(cut, &[]).is_err(), "{cut}");
    }
    let wrong = written.replace("1. b2 a1\n0-1", "1. b2 b2\n0-1");
    assert_eq!(answer(wrong, &[]), Err("game 2: move 1, O: b2 is taken".to_owned()));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let taken = "zerosum record 1 3x3\n1. b2 b2\n*\n";
    assert_eq!(answer(taken, &[]), Err("move 1, O: b2 is taken".to_owned()));
    let list = answer("b2 b2", &["--game", "3x3", "--position"]);
    assert_eq!(list, Err("move 1, O: b2 is taken".to_owned()));
    assert_eq!(answer([0xff, 0xfe], &[]), Err("the text is not UTF-8".to_owned()));
}

#[test]
fn a_text_without_end_is_not_read_to_its_end() {
    let long = [RECORD.as_bytes(), &vec![b' '; 10 << 20]].concat();
    let error = format!("a record has {RECORD_BYTES_MAX} bytes at most");
    assert_eq!(answer(&long, &[]), Err(error));
    let endless = [long, vec![b' '; 10 << 20]].concat();
    assert_eq!(answer(endless, &[]), Err("a file of games has 16777216 bytes at most".to_owned()));
}

#[test]
fn a_match_of_many_games_is_longer_than_a_record() {
    let game = "[Game \"3x3\"]\n[Result \"*\"]\n\n1. b2 a1\n*\n\n";
    let games = RECORD_BYTES_MAX / game.len() + 2;
    let text = answer(game.repeat(games), &[]).expect("all are read");
    assert_eq!(text.matches("1. b2 a1").count(), games);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let line = ["record", "/nowhere/game.txt"];
    let record =
        CommandLine::try_parse_from(line).expect("a command line that clap accepts").record;
    let error = run(&record, &mut Vec::new()).expect_err("there is no such file").to_string();
    assert!(error.starts_with("cannot read /nowhere/game.txt: "), "{error}");
}
