//! Rules of five in a row: what wins, and the moves that renju forbids, against the definitions word for word.

use std::collections::HashMap;

use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::mnk::renju::Stones;
use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode, Outcome};

use crate::support::moves::legal_moves;
use crate::support::naive_mnk::NaiveMnk;
use crate::support::naive_renju::NaiveRenju;

/// Number of random positions of each rule.
const POSITIONS: usize = 10_000;

fn spec(size: u16, rule: Rule) -> MnkSpec {
    let board = MnkSpec::new(size, size, 5).and_then(|board| board.with_rule(rule));
    board.expect("a board of five in a row")
}

/// Marks each cell at random: for X and O this many of a hundred.
fn random_cells(size: u16, shares: [u64; 2], number: u64) -> Vec<Vec<char>> {
    let mark = |row: u16, column: u16| {
        let seed = Seed(number << 20 | u64::from(row) << 10 | u64::from(column));
        match seed.mixed() % 100 {
            chance if chance < shares[0] => 'X',
            chance if chance < shares[0] + shares[1] => 'O',
            _ => '.',
        }
    };
    (0..size).map(|row| (0..size).map(|column| mark(row, column)).collect()).collect()
}

fn stones(spec: MnkSpec, cells: &[Vec<char>]) -> Stones {
    let (mut own, mut empty) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (code, mark) in spec.cells().zip(cells.iter().flatten()) {
        let bit = spec.bit_of(code).expect("it is a cell of the board");
        match mark {
            'X' => own.insert(bit),
            'O' => {}
            _ => empty.insert(bit),
        }
    }
    Stones { spec, own, empty }
}

#[test]
fn renju_forbids_what_the_definitions_forbid() {
    let mut faults = HashMap::new();
    for number in 0..POSITIONS {
        let seed = Seed(number as u64).mixed();
        let size = 6 + (seed % 6) as u16;
        let cells = random_cells(size, [8 + seed / 8 % 30, seed / 256 % 20], seed);
        let plain = NaiveRenju::new(&cells);
        let board = spec(size, Rule::Renju);
        let stones = stones(board, &cells);
        for code in board.cells() {
            let bit = board.bit_of(code).expect("it is a cell of the board");
            if !stones.empty.contains(bit) {
                continue;
            }
            let cell = (code.0 / size, code.0 % size);
            let fault = plain.fault((cell.0.cast_signed().into(), cell.1.cast_signed().into()));
            assert_eq!(stones.fault(bit), fault, "{cell:?}: {cells:#?}");
            *faults.entry(fault).or_insert(0) += 1;
        }
    }
    assert_eq!(faults.len(), 4, "each kind of fault occurs: {faults:?}");
}

/// A position by its rows, and whether the cell marked `?` is forbidden to X.
fn is_forbidden(rows: &[&str]) -> bool {
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let size = u16::try_from(rows.len()).expect("a small board");
    let place = cells.iter().flatten().position(|mark| *mark == '?').expect("a cell is asked for");
    let board = spec(size, Rule::Renju);
    let code = MoveCode(u16::try_from(place).expect("a small board"));
    let bit = board.bit_of(code).expect("it is a cell of the board");
    stones(board, &cells).is_forbidden(bit)
}

#[test]
fn forbidden_and_allowed_moves_of_the_books() {
    // Two threes; with one of them closed; and with the point that makes it four forbidden as an overline.
    let threes = [".......", "...X...", "...X...", ".XX?...", ".......", ".......", "......."];
    assert!(is_forbidden(&threes));
    let closed = [".......", "...X...", "...X...", "OXX?...", ".......", "...O...", "......."];
    assert!(!is_forbidden(&closed));
    // Two fours, also on one line; and five, which wins in any case.
    let fours = ["...X...", "...X...", "...X...", "XXX?...", ".......", ".......", "......."];
    assert!(is_forbidden(&fours));
    let on_a_line = [
        ".........",
        "X.X?X.X..",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    assert!(is_forbidden(&on_a_line));
    let five = ["...X...", "...X...", "...X...", "XXX?...", "...X...", ".......", "......."];
    assert!(!is_forbidden(&five));
    // Six in a row, but not with five along another line.
    let six = [".......", ".......", ".......", "XXX?XX.", ".......", ".......", "......."];
    assert!(is_forbidden(&six));
    let six_and_five =
        ["...X...", "...X...", "...X...", "XXX?XX.", "...X...", ".......", "......."];
    assert!(!is_forbidden(&six_and_five));
}

#[test]
fn each_rule_goes_as_the_plain_one_says() {
    for rule in Rule::ALL {
        let mut positions = 0;
        let mut peculiar = 0;
        for number in 0_u64.. {
            let board = spec(6 + (number % 3) as u16, rule);
            let (mut position, mut plain) = (Mnk::new(board), NaiveMnk::new(board));
            for ply in 0_u64.. {
                let moves = legal_moves(&position);
                let cells: Vec<usize> = moves.iter().map(|code| code.0.into()).collect();
                assert_eq!(cells, plain.legal_moves(), "{board}: {position}");
                assert_eq!(position.outcome(), plain.outcome(), "{board}: {position}");
                positions += 1;
                peculiar += u32::from(!position.forbidden_moves().is_empty());
                let Some(code) = Seed(number << 20 | ply).pick(moves.into_iter()) else { break };
                position.play(code).expect("the move is legal");
                plain.play(code.0.into());
            }
            let is_longer =
                |code: &MoveCode| has_five(&position, *code) && !position.is_winning_cell(*code);
            peculiar += u32::from(
                position.outcome() == Some(Outcome::Draw)
                    && board.cells().any(|code| is_longer(&code)),
            );
            if positions >= POSITIONS {
                break;
            }
        }
        // Rows of five and more that win nothing, or forbidden cells.
        assert_eq!(peculiar > 0, rule != Rule::Free, "{rule:?}");
    }
}

/// Returns whether five or more of one side in a row go right or down from a cell.
fn has_five(position: &Mnk, MoveCode(cell): MoveCode) -> bool {
    let columns = position.spec().columns();
    let (row, column) = (cell / columns, cell % columns);
    let mark = |distance: u16, (down, right): (u16, u16)| {
        let (row, column) = (row + distance * down, column + distance * right);
        let is_on = row < position.spec().rows() && column < columns;
        position.mark(MoveCode(row * columns + column)).filter(|_| is_on)
    };
    [(0, 1), (1, 0)].into_iter().any(|step| {
        mark(0, step).is_some() && (1..5).all(|distance| mark(distance, step) == mark(0, step))
    })
}
