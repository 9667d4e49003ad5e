//! Perft of the ultimate game by both implementations: from the start by the data files, and to the
//! end of the game from late positions of every rule set.

use std::fs;
use std::path::Path;

use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::ultimate::{Ultimate, UltimateRules, code_of_square};
use zerosum_games::{Game, Outcome};

use crate::support::moves::{after, legal_moves};
use crate::support::naive_ultimate::NaiveUltimate;

/// Maximum number of empty cells in open boards of a late position.
const EMPTY_MAX: u32 = 6;

/// The lines of one length: all of them, those won by X, won by O and drawn.
type Ply = [u64; 4];

#[test]
fn both_implementations_have_the_lines_of_the_data_files() {
    for rules in UltimateRules::ALL {
        let name = rules.to_string();
        let file = format!("tests/data/perft/{name}.txt");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file))
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        let expected: Vec<Ply> =
            text.lines().filter(|line| !line.starts_with('#')).map(ply_of).collect();
        let mut counted = vec![Ply::default(); expected.len()];
        count(&Ultimate::new(rules), &mut counted);
        assert_eq!(counted, expected, "{name}");
        let mut counted = vec![Ply::default(); expected.len()];
        count_plainly(&NaiveUltimate::new(rules), &mut counted);
        assert_eq!(counted, expected, "{name}");
    }
}

/// The four counts of a row, which begins with the ply.
fn ply_of(row: &str) -> Ply {
    let numbers: Vec<u64> =
        row.split_whitespace().map(|word| word.parse().expect("a row is of numbers")).collect();
    [numbers[1], numbers[2], numbers[3], numbers[4]]
}

#[test]
fn late_positions_of_all_32_rule_sets_have_the_same_lines_to_the_end() {
    let mut compared = 0;
    for rules in UltimateRules::ALL {
        for number in 0..3 {
            let game = random_game(rules, number);
            let is_late =
                |(position, _): &&(Ultimate, NaiveUltimate)| empty_cells(position) <= EMPTY_MAX;
            let Some((position, naive)) = game.iter().find(is_late) else { continue };
            let mut counted = vec![Ply::default(); 82];
            count(position, &mut counted);
            let mut expected = vec![Ply::default(); 82];
            count_plainly(naive, &mut expected);
            assert_eq!(counted, expected, "{rules}: {position}");
            compared += 1;
        }
    }
    assert!(compared > 32, "only {compared} games last so long");
}

fn empty_cells(position: &Ultimate) -> u32 {
    let open = (0..9).filter(|board| position.open_boards() & (1 << board) != 0);
    let empty = open.map(|board| {
        let marks = position.marks_in(board);
        9 - (marks.first | marks.second).count_ones()
    });
    empty.sum()
}

fn random_game(rules: UltimateRules, number: u64) -> Vec<(Ultimate, NaiveUltimate)> {
    let mut game = vec![(Ultimate::new(rules), NaiveUltimate::new(rules))];
    for ply in 0.. {
        let (position, naive) = game.last().expect("a game begins with a position");
        let seed = Seed((number + 77) << 32 | ply);
        let Some(square) = seed.pick(naive.legal_moves().into_iter()) else { break };
        let number = |count: usize| u16::try_from(count).expect("there are nine of each");
        let code = code_of_square(number(square.column), number(square.row));
        let mut next = naive.clone();
        next.play(square);
        game.push((after(position, code), next));
    }
    game
}

fn count(position: &Ultimate, plies: &mut [Ply]) {
    let Some((ply, deeper)) = plies.split_first_mut() else { return };
    ply[0] += 1;
    match position.outcome() {
        Some(Outcome::Win(Side::First)) => ply[1] += 1,
        Some(Outcome::Win(Side::Second)) => ply[2] += 1,
        Some(Outcome::Draw) => ply[3] += 1,
        None => {}
    }
    if !deeper.is_empty() {
        for code in legal_moves(position) {
            count(&after(position, code), deeper);
        }
    }
}

fn count_plainly(game: &NaiveUltimate, plies: &mut [Ply]) {
    let Some((ply, deeper)) = plies.split_first_mut() else { return };
    ply[0] += 1;
    match game.result {
        'X' => ply[1] += 1,
        'O' => ply[2] += 1,
        '=' => ply[3] += 1,
        _ => {}
    }
    if !deeper.is_empty() {
        for square in game.legal_moves() {
            let mut next = game.clone();
            next.play(square);
            count_plainly(&next, deeper);
        }
    }
}
