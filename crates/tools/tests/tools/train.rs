//! `zerosum train` on a few games: the file it writes, and its output.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use zerosum_games::ultimate::UltimateRules;
use zerosum_search::mnk::patterns::numbers::Numbers;
use zerosum_search::ultimate::parameters::Parameters;
use zerosum_tools::train::{Train, Trained, run};

fn training(out: PathBuf) -> Train {
    Train {
        game: Trained::Ultimate(UltimateRules::COUNT),
        out,
        games: 40,
        seed: 3,
        match_games: 0,
        concurrency: 1,
    }
}

/// Returns the output and the file.
fn run_in(folder: &TempDir, name: &str, change: impl FnOnce(&mut Train)) -> (String, String) {
    let mut training = training(folder.path().join(name));
    change(&mut training);
    let mut out = Vec::new();
    run(&training, &mut out).expect("it is fitted");
    let file = fs::read_to_string(&training.out).expect("the file is there");
    (String::from_utf8(out).expect("it is text"), file)
}

/// The loss after a name.
fn loss(text: &str, name: &str) -> f64 {
    let rest = text.lines().find_map(|line| line.trim().strip_prefix(name));
    rest.expect("the loss is said").trim().parse().expect("it is a number")
}

#[test]
fn equal_seeds_give_equal_files_however_many_play() {
    let folder = TempDir::new().expect("a folder can be made");
    let (text, file) = run_in(&folder, "one", |_| ());
    let (text_of_two, file_of_two) = run_in(&folder, "two", |train| train.concurrency = 2);
    assert!(file == file_of_two, "the files differ");
    let losses = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!(losses(&text), losses(&text_of_two));
    let (_, other) = run_in(&folder, "other", |train| train.seed = 4);
    assert!(file != other, "another seed gives other games");
}

#[test]
fn the_file_is_read_back_and_foretells_more_than_no_weights_do() {
    let folder = TempDir::new().expect("a folder can be made");
    // Fewer games leave too few positions to tell by.
    let (text, file) =
        run_in(&folder, "numbers.txt", |train| (train.games, train.match_games) = (400, 3));
    assert!(text.starts_with("ultimate-count: 400 games, "), "{text}");
    assert!(loss(&text, "fitted") < loss(&text, "all weights 0"), "{text}");
    assert!(loss(&text, "least possible") < loss(&text, "fitted"), "{text}");
    assert!((loss(&text, "all weights 0") - std::f64::consts::LN_2).abs() < 1e-4, "{text}");
    assert!(text.contains("\n4 games: A wins ") && text.contains("Elo of A over B: "), "{text}");
    let parameters: Parameters = file.parse().expect("it is in the format of the program");
    let is_comment = |line: &&str| line.starts_with('#');
    assert_eq!(file.lines().take_while(is_comment).count(), 5);
    let body: String =
        file.lines().filter(|line| !is_comment(line)).map(|line| format!("{line}\n")).collect();
    assert_eq!(parameters.to_string(), body);
}

#[test]
fn a_file_that_is_there_is_left_alone() {
    let folder = TempDir::new().expect("a folder can be made");
    let training = training(folder.path().join("numbers.txt"));
    fs::write(&training.out, "mine").expect("it can be written");
    let error = run(&training, &mut Vec::new()).expect_err("it is refused");
    assert!(error.to_string().starts_with("cannot make the file "), "{error}");
    assert_eq!(fs::read_to_string(&training.out).expect("it is there"), "mine");
}

#[test]
fn the_numbers_of_gomoku_are_fitted_read_back_and_played_by() {
    let folder = TempDir::new().expect("a folder can be made");
    let gomoku = |train: &mut Train| (train.game, train.games) = (Trained::Gomoku, 24);
    let (text, file) = run_in(&folder, "numbers.txt", |train| {
        gomoku(train);
        train.match_games = 2;
    });
    assert!(text.starts_with("gomoku: 24 games, "), "{text}");
    assert!(loss(&text, "fitted") < loss(&text, "all weights 0"), "{text}");
    assert!(text.contains("\n2 games: A wins ") && text.contains("Elo of A over B: "), "{text}");
    let numbers: Numbers = file.parse().expect("it is in the format of the program");
    assert!(file.ends_with(&numbers.to_string()));
    let (_, of_two) = run_in(&folder, "two", |train| {
        gomoku(train);
        train.concurrency = 2;
    });
    assert!(file == of_two, "the files differ");
}
