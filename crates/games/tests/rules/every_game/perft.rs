//! Perft: every line of play to a depth, counted. One wrong rule anywhere changes the numbers.

use std::fs;
use std::path::Path;

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};

use crate::support::moves::{after, legal_moves};

/// The lines of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ply {
    lines: u64,
    won_by_first: u64,
    won_by_second: u64,
    drawn: u64,
}

#[test]
fn every_game_has_the_lines_of_its_data_file() {
    for spec in GameSpec::ALL {
        let expected = read_plies(spec);
        let mut counted = vec![Ply::default(); expected.len()];
        count_lines(&spec.start(), &mut counted);
        assert_eq!(counted, expected, "{}", spec.name());
    }
}

#[test]
fn tic_tac_toe_has_255168_games() {
    let start = GameSpec::TicTacToe.start();
    let mut plies = vec![Ply::default(); usize::from(start.max_plies()) + 1];
    count_lines(&start, &mut plies);
    let sum = |count: fn(&Ply) -> u64| plies.iter().map(count).sum::<u64>();
    let first = sum(|ply| ply.won_by_first);
    let second = sum(|ply| ply.won_by_second);
    let drawn = sum(|ply| ply.drawn);
    assert_eq!((first, second, drawn), (131_184, 77_904, 46_080));
    assert_eq!(first + second + drawn, 255_168);
}

/// Counts the position into the first of the plies and what follows it into the others.
fn count_lines<G: Game>(position: &G, plies: &mut [Ply]) {
    let Some((ply, deeper)) = plies.split_first_mut() else { return };
    ply.lines += 1;
    match position.outcome() {
        Some(Outcome::Win(Side::First)) => ply.won_by_first += 1,
        Some(Outcome::Win(Side::Second)) => ply.won_by_second += 1,
        Some(Outcome::Draw) => ply.drawn += 1,
        None => {}
    }
    if !deeper.is_empty() {
        for code in legal_moves(position) {
            count_lines(&after(position, code), deeper);
        }
    }
}

/// The data file of a game: `#` begins a comment, then come rows of ply, lines, won by first, won
/// by second and drawn, the plies counted from 0.
fn read_plies(spec: GameSpec) -> Vec<Ply> {
    let file = format!("tests/data/perft/{}.txt", spec.name());
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file))
        .unwrap_or_else(|error| panic!("{file}: {error}"));
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(rows.len() > 1, "{file} counts nothing");
    let mut plies = Vec::new();
    for (number, row) in (0_u64..).zip(rows) {
        let numbers: Result<Vec<u64>, _> = row.split_whitespace().map(str::parse).collect();
        let Ok(&[ply, lines, won_by_first, won_by_second, drawn]) = numbers.as_deref() else {
            panic!("{file}: {row:?} is not a row of five numbers");
        };
        assert_eq!(ply, number, "{file}: the plies count from 0");
        plies.push(Ply { lines, won_by_first, won_by_second, drawn });
    }
    plies
}
