//! Ultimate tic-tac-toe: its rules compared with a second implementation, the names of the rule
//! sets, and the notation of positions.

use std::collections::HashSet;
use std::mem::size_of;

use zerosum_games::seed::Seed;
use zerosum_games::side::{BySide, Side};
use zerosum_games::ultimate::{
    Closure, Draws, End, LocalStatus, Ultimate, UltimateRules, code_of_square,
};
use zerosum_games::{Game, MoveCode, Outcome, Symmetry};

use crate::support::moves::{after, legal_moves};
use crate::support::naive_ultimate::{NaiveUltimate, Square};

/// Number of random games of each rule set.
const GAMES: u64 = 12;

/// Every position of a random game, by the program and by the plain second implementation.
fn random_game(rules: UltimateRules, number: u64) -> Vec<(Ultimate, NaiveUltimate)> {
    let mut positions = vec![(Ultimate::new(rules), NaiveUltimate::new(rules))];
    for ply in 0.. {
        let (position, naive) = positions.last().expect("a game begins with a position");
        let seed = Seed(number << 32 | ply);
        let Some(square) = seed.pick(naive.legal_moves().into_iter()) else { break };
        let mut next = naive.clone();
        next.play(square);
        positions.push((after(position, code_of(square)), next));
    }
    positions
}

fn random_positions() -> impl Iterator<Item = Ultimate> {
    UltimateRules::ALL
        .into_iter()
        .flat_map(|rules| random_game(rules, 7))
        .map(|(position, _)| position)
}

fn code_of(Square { row, column }: Square) -> MoveCode {
    let number = |count: usize| u16::try_from(count).expect("a board has nine rows and columns");
    code_of_square(number(column), number(row))
}

fn letter(side: Option<Side>) -> char {
    side.map_or('.', |side| if side == Side::First { 'X' } else { 'O' })
}

fn assert_same(position: &Ultimate, naive: &NaiveUltimate) {
    let rules = naive.rules;
    let at = format!("{rules}: {position}");
    let mut expected: Vec<MoveCode> = naive.legal_moves().into_iter().map(code_of).collect();
    expected.sort_unstable();
    assert_eq!(legal_moves(position), expected, "{at}");
    assert_eq!(letter(Some(position.turn())), naive.turn(), "{at}");
    let result = match position.outcome() {
        Some(Outcome::Win(side)) => letter(Some(side)),
        Some(Outcome::Draw) => '=',
        None => '.',
    };
    assert_eq!(result, naive.result, "{at}");
    for row in 0..9 {
        for column in 0..9 {
            let mark = position.mark(code_of(Square { row, column }));
            assert_eq!(letter(mark), naive.grid[row][column], "{at}");
        }
    }
    for board in 0..9_u8 {
        let status = match position.status(board) {
            LocalStatus::InPlay => '.',
            LocalStatus::Won(side) => letter(Some(side)),
            LocalStatus::Drawn => '=',
        };
        let (row, column) = (usize::from(board / 3), usize::from(board % 3));
        assert_eq!(status, naive.statuses[row][column], "{at}");
    }
    let target = position.target().map(|board| (usize::from(board / 3), usize::from(board % 3)));
    assert_eq!(target, naive.target(), "{at}");
}

#[test]
fn all_32_rule_sets_play_like_the_plain_second_implementation() {
    for rules in UltimateRules::ALL {
        for number in 0..GAMES {
            for (position, naive) in random_game(rules, number) {
                assert_same(&position, &naive);
            }
        }
    }
}

/// Without this the comparison above could be one of games that all end alike.
#[test]
fn random_games_end_in_every_way_the_rules_know() {
    for rules in UltimateRules::NAMED {
        let expected = if rules.end == End::Count { 5 } else { 3 };
        let mut ends: HashSet<(Option<Outcome>, bool)> = HashSet::new();
        for number in 1_000..1_400 {
            let mut position = Ultimate::new(rules);
            for ply in 0.. {
                let seed = Seed(number << 32 | ply);
                let Some(code) = seed.pick(legal_moves(&position).into_iter()) else { break };
                position = after(&position, code);
            }
            ends.insert((position.outcome(), position.winning_boards() != 0));
            if ends.len() == expected {
                break;
            }
        }
        for side in Side::ALL {
            let win = Some(Outcome::Win(side));
            assert!(ends.contains(&(win, true)), "{rules}: {ends:?}");
            assert_eq!(ends.contains(&(win, false)), rules.end == End::Count, "{rules}: {ends:?}");
        }
        assert!(ends.contains(&(Some(Outcome::Draw), false)), "{rules}: {ends:?}");
    }
}

#[test]
fn the_standard_game_has_its_perft() {
    fn lines(position: &Ultimate, plies: u32) -> u64 {
        let moves = legal_moves(position);
        match plies {
            0 => 1,
            _ => moves.into_iter().map(|code| lines(&after(position, code), plies - 1)).sum(),
        }
    }
    let start = Ultimate::new(UltimateRules::STANDARD);
    let counted: Vec<u64> = (0..=4).map(|plies| lines(&start, plies)).collect();
    assert_eq!(counted, [1, 81, 720, 6_336, 55_080]);
}

#[test]
fn a_position_fits_into_64_bytes() {
    assert!(size_of::<Ultimate>() <= 64, "{} bytes", size_of::<Ultimate>());
}

#[test]
fn every_rule_set_has_one_name_and_is_read_from_it() {
    let names: HashSet<String> = UltimateRules::ALL.iter().map(UltimateRules::to_string).collect();
    assert_eq!(names.len(), 32);
    for rules in UltimateRules::ALL {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    let named = UltimateRules::NAMED.map(|rules| rules.to_string());
    assert_eq!(named, ["ultimate", "ultimate-count", "ultimate-tactical"]);
    for wrong in ["", "Ultimate", "ultimate-", "ultimate-b-a", "ultimate-filled-both", "ultimate "]
    {
        assert!(wrong.parse::<UltimateRules>().is_err(), "{wrong:?}");
    }
}

#[test]
fn keys_do_not_depend_on_the_way() {
    for position in random_positions() {
        for symmetry in (0..position.symmetries()).map(Symmetry) {
            let image = position.image(symmetry);
            let back = (0..8).map(Symmetry).map(|back| image.image(back));
            assert!(back.into_iter().any(|back| back == position), "{position}");
        }
        let read = Ultimate::read(position.rules(), &position.to_string());
        assert_eq!(read.map(|read| read.key()), Ok(position.key()), "{position}");
    }
}

#[test]
fn every_position_is_read_back_as_it_is_written() {
    for position in random_positions() {
        let text = position.to_string();
        assert_eq!(Ultimate::read(position.rules(), &text), Ok(position), "{text}");
    }
}

#[test]
fn cells_are_named_from_the_top_left_of_the_whole_board() {
    let start = Ultimate::new(UltimateRules::STANDARD);
    for (code, text) in [(0, "a1"), (8, "c3"), (9, "d1"), (40, "e5"), (72, "g7"), (80, "i9")] {
        assert_eq!(start.move_text(MoveCode(code)), text);
        assert_eq!(start.read_move(text), Ok(MoveCode(code)));
    }
    for wrong in ["j1", "a10", "a0", "5", ""] {
        assert!(start.read_move(wrong).is_err(), "{wrong:?}");
    }
}

/// The position after moves from the start.
fn played(rules: UltimateRules, moves: &str) -> Ultimate {
    moves.split_whitespace().fold(Ultimate::new(rules), |position, text| {
        after(&position, position.read_move(text).expect("the text is a move"))
    })
}

#[test]
fn winning_boards_are_those_of_the_winner() {
    for position in random_positions() {
        let winning = position.winning_boards();
        if let Some(Outcome::Win(winner)) = position.outcome()
            && position.rules().end == End::Line
        {
            assert!(winning.count_ones() >= 3, "{position}");
            let others = winning & !position.won_boards().get(winner);
            let jokers = position.drawn_boards();
            let allowed = if position.rules().draws == Draws::Both { jokers } else { 0 };
            assert_eq!(others & !allowed, 0, "{position}");
        }
    }
}

#[test]
fn a_player_may_not_be_sent_back_unless_there_is_no_other_move() {
    let rules = UltimateRules { bars_return: true, ..UltimateRules::STANDARD };
    // X has moved in the middle board and is sent back there: its middle cell is barred.
    let position = played(rules, "d4 b2");
    assert_eq!(position.target(), Some(4));
    assert!(!position.is_legal(code_of_square(4, 4)));
    assert!(position.is_legal(code_of_square(5, 5)));
    assert!(played(UltimateRules::STANDARD, "d4 b2").is_legal(code_of_square(4, 4)));
}

#[test]
fn only_where_boards_are_filled_is_a_won_one_played_on() {
    for rules in UltimateRules::ALL {
        let is_played_on =
            (0..GAMES).flat_map(|game| random_game(rules, game)).any(|(position, _)| {
                let BySide { first, second } = position.won_boards();
                (first | second) & position.playable_boards() != 0
            });
        assert_eq!(is_played_on, rules.closure == Closure::Filled, "{rules}");
    }
}

/// The rows of the last six local boards, empty.
const REST: &str = "........./........./........./........./........./.........";

#[test]
fn a_board_with_lines_of_both_belongs_to_the_side_that_the_text_names() {
    let rules = UltimateRules::TACTICAL;
    for (letter, side) in [("X", Side::First), ("O", Side::Second)] {
        let text = format!("XXX....../OOO....../........./{REST} x 4 {letter}........");
        let position = Ultimate::read(rules, &text).expect("a game gets there");
        assert_eq!(position.status(0), LocalStatus::Won(side));
        assert_eq!(position.to_string(), text);
    }
}

#[track_caller]
fn assert_refused(rules: &str, text: &str, reason: &str) {
    let rules = rules.parse().expect("the rules have this name");
    let refusal = Ultimate::read(rules, text).map_err(|error| error.to_string());
    assert_eq!(refusal, Err(reason.to_owned()), "{text}");
}

#[test]
fn a_text_that_is_no_position_is_refused_with_the_place() {
    let fields = "under these rules a position has";
    let empty = "........./........./.........";
    for (rules, text, reason) in [
        ("ultimate", String::new(), format!("{fields} 3 fields divided by spaces, found 0")),
        (
            "ultimate",
            format!("{empty}/{REST} x"),
            format!("{fields} 3 fields divided by spaces, found 2"),
        ),
        (
            "ultimate-tactical-b",
            format!("{empty}/{REST} x * ........."),
            format!("{fields} 5 fields divided by spaces, found 4"),
        ),
        (
            "ultimate",
            format!("{empty} x *"),
            "a position has 9 rows divided by '/', found 3".into(),
        ),
        (
            "ultimate",
            format!("........./......../........./{REST} x *"),
            "row 2 must have 9 cells, found 8".into(),
        ),
        (
            "ultimate",
            format!("........./...?...../........./{REST} x *"),
            "row 2, column 4: a cell is 'X', 'O' or '.', found '?'".into(),
        ),
        (
            "ultimate",
            format!("{empty}/{REST} z *"),
            "the side to move is 'x' or 'o', found \"z\"".into(),
        ),
        (
            "ultimate",
            format!("{empty}/{REST} x 0"),
            "the target is a local board from 1 to 9 or '*', found \"0\"".into(),
        ),
        (
            "ultimate-filled",
            format!("{empty}/{REST} x * ...."),
            "the statuses are 9 letters 'X', 'O', '=' or '.', found \"....\"".into(),
        ),
        (
            "ultimate-b",
            format!("{empty}/{REST} x * -0"),
            "the boards of the latest moves are 2 characters, 1 to 9 or '-', found \"-0\"".into(),
        ),
    ] {
        assert_refused(rules, &text, &reason);
    }
}

#[test]
fn a_position_that_no_game_reaches_is_refused() {
    let unreachable = "no game gets there";
    for (rules, rows, more, reason) in [
        ("ultimate", "XX......./........./.........", "o 1", format!("{unreachable}: 2 X and 0 O, but X begins and turns alternate")),
        ("ultimate", "X......../........./.........", "x 1", "it is O's turn by the count of marks, not X's".into()),
        ("ultimate", "XXX....../OOO....../.........", "x *", format!("{unreachable}: in local board 1 (row 1, column 1) both sides have a line, and it closed with the first")),
        ("ultimate", "XXXOO..../...OO..../XXX.O....", "o 2", format!("{unreachable}: in local board 1 (row 1, column 1) no single move completes the lines, and it closed then")),
        ("ultimate-filled", "XXX....../OO......./.........", "o 1 .........", "local board 1 (row 1, column 1) does not look as its status says".into()),
        ("ultimate", "XXXOO..../........./.........", "o 1", "the side to move cannot be sent to local board 1 (row 1, column 1): no side has to move there".into()),
        ("ultimate", "X......../........./.........", "o 2", format!("{unreachable}: X has made no move that leads to this target")),
        ("ultimate", "X......../........./.........", "o *", format!("{unreachable}: X has made no move that leads to this target")),
        ("ultimate-b", "X......../........./.........", "o 1 2-", format!("{unreachable}: X's latest move was not in the board that is said")),
        ("ultimate-b", "XO......./........./.........", "x 2 -1", format!("{unreachable}: X's latest move was not in the board that is said")),
        ("ultimate", "XXXXXXXXX/OO.OO.OO./OO.OO....", "x 3", format!("{unreachable}: 9 X and 10 O, but X begins and turns alternate")),
        ("ultimate", "XXXXXXXXX/OO.OO.OO./OO.O.....", "x 4", format!("{unreachable}: the game was over before the last move")),
    ] {
        assert_refused(rules, &format!("{rows}/{REST} {more}"), &reason);
    }
}
