//! Checks the claims of puzzles by the solvers that made them and by the rules alone.

use std::collections::HashMap;
use std::sync::Arc;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;
use zerosum_search::mnk::board::Board;
use zerosum_search::puzzle::collection::{
    ADDED_FROM, Collection, DAILY_COUNT, Day, FIRST_COUNT, PuzzleNumber, in_turn,
};
use zerosum_search::puzzle::maker::PuzzleMaker;
use zerosum_search::puzzle::solver::{NotAPuzzle, PuzzleSolver};
use zerosum_search::puzzle::{Puzzle, PuzzleTextError, Theme};
use zerosum_search::solutions::Solutions;
use zerosum_search::{Verdict, minimax};

use crate::support::forced_wins::{wins_by, wins_within};
use crate::support::mnk_force::Force;
use crate::support::moves::{after, legal_moves};

const DAYS_OF_YEAR: u32 = 365;

/// Minimum number of puzzles.
const PUZZLES_MIN: usize = 400;

/// Days, the numbers of their puzzles, and how these begin.
const PINNED: [(u32, u16, &str); 9] = [
    (0, 0, "3x3 b1,a1,c2,b3,a3,c3 fork "),
    (465, 465, "ultimate a7,a3,a8,a5,c5,"),
    (466, 0, "3x3 b1,a1,c2,b3,a3,c3 fork "),
    (20_780, 276, "3x3 a3,a2,c3,b3,b1,c1,b2 save "),
    (20_781, 277, "ultimate e5,d6,c9,h9,f8,"),
    (20_818, 314, "5x5x4 a2,d3,"),
    (20_819, 315, "ultimate b7,d2,"),
    (20_827, 466, "connect-four "),
    (21_000, 10, "6x6x4 b1,d5,"),
];

/// Maximum number of plies kept of a solution.
const LINE_PLIES_MAX: usize = 9;

/// Maximum number of empty cells at which everything is soon tried.
const LEFT_MAX: usize = 11;

fn solver() -> PuzzleSolver {
    PuzzleSolver::new(Arc::new(Solutions::compute()))
}

fn maker(name: &str, seed: u64) -> PuzzleMaker {
    let spec = GameSpec::from_name(name).expect("it is a game");
    PuzzleMaker::new(Arc::new(Solutions::compute()), spec, Seed(seed))
}

/// Checks the puzzles whose numbers leave this remainder, so that several threads share the work.
fn check_every_third(remainder: usize) {
    let mut solver = solver();
    let collection = Collection::read();
    for (number, puzzle) in collection.puzzles().iter().enumerate() {
        if number % 3 == remainder {
            assert_eq!(solver.check(puzzle), Ok(()), "line {}: {puzzle}", number + 1);
        }
    }
}

#[test]
fn every_puzzle_of_the_collection_is_right_first_third() {
    check_every_third(0);
}

#[test]
fn every_puzzle_of_the_collection_is_right_second_third() {
    check_every_third(1);
}

#[test]
fn every_puzzle_of_the_collection_is_right_last_third() {
    check_every_third(2);
}

/// The result of a verdict without its distance.
fn result(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Win { .. } => 1,
        Verdict::Draw => 0,
        Verdict::Loss { .. } => -1,
    }
}

#[test]
fn in_tic_tac_toe_plain_minimax_knows_no_other_move_as_good() {
    let collection = Collection::read();
    let mut found = 0;
    for puzzle in collection.puzzles() {
        let AnyGame::TicTacToe(position) = puzzle.position() else { continue };
        found += 1;
        let ranking = minimax::rank(&position).moves;
        let right = ranking.iter().find(|ranked| ranked.code == puzzle.right());
        let right = right.expect("the right move is legal").verdict;
        let others = || ranking.iter().filter(|ranked| ranked.code != puzzle.right());
        assert!(others().all(|other| result(other.verdict) < result(right)), "{puzzle}");
        let is_lost_at_once = others().all(|other| other.verdict == Verdict::Loss { plies: 2 });
        match (puzzle.theme(), right) {
            (Theme::WinIn { moves }, Verdict::Win { plies }) => assert_eq!(plies, 2 * moves - 1),
            (Theme::Fork, Verdict::Win { plies }) => assert_eq!(plies, 3, "{puzzle}"),
            (Theme::Save, Verdict::Win { .. } | Verdict::Draw) => assert!(is_lost_at_once),
            (Theme::OnlyDraw, Verdict::Draw) => assert!(!is_lost_at_once, "{puzzle}"),
            (Theme::WinIn { .. } | Theme::Fork | Theme::Save | Theme::OnlyDraw, verdict) => {
                panic!("{puzzle} comes to a {verdict}")
            }
        }
    }
    assert!(found >= 30, "{found}");
}

#[test]
fn where_a_win_in_two_is_asked_exactly_one_move_wins_in_two_by_the_rules_alone() {
    let collection = Collection::read();
    let mut found = 0;
    for puzzle in collection.puzzles() {
        let moves = match puzzle.theme() {
            Theme::WinIn { moves } if moves <= 2 => moves,
            Theme::Fork => 2,
            Theme::WinIn { .. } | Theme::Save | Theme::OnlyDraw => continue,
        };
        found += 1;
        let position = puzzle.position();
        let plies = 2 * moves - 1;
        let wins = legal_moves(&position).into_iter();
        let wins: Vec<MoveCode> = wins.filter(|code| wins_by(&position, *code, plies)).collect();
        assert_eq!(wins, [puzzle.right()], "{puzzle}");
        assert!(moves == 1 || !wins_within(&position, plies - 2), "{puzzle}");
    }
    assert!(found >= 100, "{found}");
}

#[test]
fn where_the_opponent_threatens_every_other_move_loses_at_once_and_the_right_one_does_not() {
    let collection = Collection::read();
    let saves = collection.puzzles().iter().filter(|puzzle| puzzle.theme() == Theme::Save);
    for puzzle in saves.clone() {
        let position = puzzle.position();
        let lost = legal_moves(&position).into_iter();
        let others: Vec<MoveCode> =
            lost.filter(|code| !wins_within(&after(&position, *code), 1)).collect();
        assert_eq!(others, [puzzle.right()], "{puzzle}");
    }
    assert!(saves.count() >= 30);
}

#[test]
fn on_boards_of_k_in_a_row_only_the_right_move_forces_the_win_as_fast_as_is_asked() {
    let collection = Collection::read();
    let mut found = 0;
    for puzzle in collection.puzzles() {
        let (AnyGame::Mnk(position), Theme::WinIn { moves }) = (puzzle.position(), puzzle.theme())
        else {
            continue;
        };
        found += 1;
        let (side, mut force) = (position.turn(), Force::default());
        let mut forced = |code, plies| {
            let next = after(&*position, code);
            next.outcome() == Some(Outcome::Win(side))
                || force.wins_within(&mut Board::of(&next), side, plies - 1)
        };
        let plies = 2 * moves - 1;
        let codes = legal_moves(&*position);
        let wins: Vec<MoveCode> =
            codes.iter().copied().filter(|code| forced(*code, plies)).collect();
        assert_eq!(wins, [puzzle.right()], "{puzzle}");
        assert!(moves == 1 || !forced(puzzle.right(), plies - 2), "{puzzle}");
    }
    assert!(found >= 60, "{found}");
}

#[test]
fn on_boards_of_k_in_a_row_a_saving_move_does_not_lose_to_the_end_of_the_game() {
    let collection = Collection::read();
    let mut found = 0;
    for puzzle in collection.puzzles() {
        let AnyGame::Mnk(position) = puzzle.position() else { continue };
        let next = after(&*position, puzzle.right());
        let left = legal_moves(&next).len();
        if puzzle.theme() != Theme::Save || left > LEFT_MAX {
            continue;
        }
        found += 1;
        let plies = u16::try_from(left).expect("a board has few cells");
        let mut board = Board::of(&next);
        assert!(!Force::default().wins_within(&mut board, next.turn(), plies), "{puzzle}");
    }
    assert!(found >= 20, "{found}");
}

#[test]
fn a_solution_begins_with_the_right_move_and_a_won_one_ends_with_the_win() {
    let collection = Collection::read();
    for puzzle in collection.puzzles() {
        let mut position = puzzle.position();
        let side = position.turn();
        for code in puzzle.line() {
            position.play(*code).expect("the moves of a solution are legal");
        }
        let plies = match puzzle.theme() {
            Theme::WinIn { moves } => usize::from(2 * moves - 1),
            Theme::Fork => 3,
            Theme::Save | Theme::OnlyDraw => continue,
        };
        assert_eq!(puzzle.line().len(), plies.min(LINE_PLIES_MAX), "{puzzle}");
        if plies <= LINE_PLIES_MAX {
            assert_eq!(position.outcome(), Some(Outcome::Win(side)), "{puzzle}");
        }
    }
}

#[test]
fn no_position_comes_again_within_a_year_however_it_is_turned() {
    let collection = Collection::read();
    let (Day(from), count) = (ADDED_FROM, u32::from(DAILY_COUNT));
    let mut last: HashMap<String, u32> = HashMap::new();
    // Later days repeat the same puzzles.
    for day in (0..2 * u32::from(FIRST_COUNT)).chain(from - count..from + 2 * count) {
        let puzzle = collection.puzzle(collection.daily(Day(day))).expect("every day has one");
        if let Some(before) = last.insert(puzzle.common_key(), day) {
            assert!(day - before >= DAYS_OF_YEAR, "{puzzle} on days {before} and {day}");
        }
    }
    assert_eq!(collection.daily(Day(7)), collection.daily(Day(7 + u32::from(FIRST_COUNT))));
    assert_eq!(collection.daily(Day(from + 7)), collection.daily(Day(from + 7 + count)));
}

#[test]
fn from_their_first_day_on_added_puzzles_come_as_often_as_others_and_evenly() {
    let collection = Collection::read();
    let (Day(from), count) = (ADDED_FROM, u32::from(DAILY_COUNT));
    let cycle = (from..from + count).map(|day| collection.daily(Day(day)));
    let cycle: Vec<u16> = cycle.map(|PuzzleNumber(number)| number).collect();
    let mut all = cycle.clone();
    all.sort_unstable();
    assert_eq!(all, (0..DAILY_COUNT).collect::<Vec<u16>>());
    let is_added =
        |numbers: &[u16]| numbers.iter().filter(|number| **number >= FIRST_COUNT).count();
    for days in cycle.windows(18) {
        assert!((2..=3).contains(&is_added(days)), "{days:?}");
    }
}

/// Links and buttons name days, and a player who has solved a day's puzzle has solved that one.
#[test]
fn every_day_keeps_its_puzzle_however_many_puzzles_are_added() {
    let collection = Collection::read();
    for (day, number, beginning) in PINNED {
        assert_eq!(collection.daily(Day(day)), PuzzleNumber(number), "day {day}");
        let found = collection.puzzle(PuzzleNumber(number)).expect("it is in the collection");
        assert!(found.to_string().starts_with(beginning), "day {day}: {found}");
    }
}

#[test]
fn there_are_many_puzzles_of_several_games_all_levels_and_all_themes() {
    let collection = Collection::read();
    let puzzles = collection.puzzles();
    assert!(puzzles.len() >= PUZZLES_MIN, "{}", puzzles.len());
    for name in ["3x3", "4x4x4", "6x6x4", "ultimate", "sheep"] {
        let count = puzzles.iter().filter(|puzzle| puzzle.spec().name() == name).count();
        assert!(count >= 15, "{count} of {name}");
    }
    for level in Level::UNERRING {
        let count = puzzles.iter().filter(|puzzle| puzzle.level() == level).count();
        assert!(count >= 30, "{count} of {}", level.name());
    }
    for theme in [Theme::Fork, Theme::Save, Theme::OnlyDraw, Theme::WinIn { moves: 3 }] {
        let count = puzzles.iter().filter(|puzzle| puzzle.theme() == theme).count();
        assert!(count >= 10, "{count} of {theme}");
    }
}

#[test]
fn a_puzzle_is_written_in_one_way_only() {
    for puzzle in Collection::read().puzzles() {
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
    }
    let refused = |text: &str| text.parse::<Puzzle>().expect_err("it is refused");
    assert_eq!(refused("3x3 b2,a1,c3 save casual"), PuzzleTextError::Form);
    assert_eq!(refused("3x3 b2,a1,c3  save casual a3"), PuzzleTextError::Form);
    assert_eq!(refused("2x2 b2 save casual a3"), PuzzleTextError::Game("2x2".to_owned()));
    assert_eq!(refused("3x3 b2,b2 save casual a3"), PuzzleTextError::Move("b2".to_owned()));
    assert_eq!(refused("3x3 b2,a1 save casual a1"), PuzzleTextError::Move("a1".to_owned()));
    assert_eq!(refused("3x3 b2,a1 saves casual a3"), PuzzleTextError::Theme("saves".to_owned()));
    assert_eq!(refused("3x3 b2,a1 save perfekt a3"), PuzzleTextError::Level("perfekt".to_owned()));
    assert_eq!(refused("3x3 a1,b1,a2,b2,a3 save casual c3"), PuzzleTextError::Over);
    let spelled = PuzzleTextError::Spelling("3x3 b2,a1 win-1 casual a3".to_owned());
    assert_eq!(refused("3x3 b2,A1 win-1 casual a3"), spelled);
    assert_eq!(refused("3x3 b2,a1 win-01 casual a3"), spelled);
}

#[test]
fn a_wrong_theme_a_wrong_level_and_a_wrong_solution_are_found_out() {
    let mut solver = solver();
    for puzzle in Collection::read().puzzles().iter().step_by(23) {
        let text = puzzle.to_string();
        let words: Vec<&str> = text.split(' ').collect();
        let [code, moves, theme, level, line] = words[..] else { panic!("{text} has five words") };
        let other_theme = if puzzle.theme() == Theme::Save { "only-draw" } else { "save" };
        let other_level = puzzle.level().easier().unwrap_or(Level::Best).name();
        let position = puzzle.position();
        let mut others = legal_moves(&position).into_iter();
        let other = others.find(|code| *code != puzzle.right()).expect("there is a choice");
        let other_line = position.move_text(other);
        for wrong in [
            format!("{code} {moves} {other_theme} {level} {line}"),
            format!("{code} {moves} {theme} {other_level} {line}"),
            format!("{code} {moves} {theme} {level} {other_line}"),
        ] {
            let wrong: Puzzle = wrong.parse().expect("it has the form of a puzzle");
            assert_eq!(solver.check(&wrong), Err(NotAPuzzle::Another(text.clone())));
        }
    }
}

#[test]
fn a_position_with_two_good_moves_or_with_one_move_at_all_is_not_a_puzzle() {
    let mut solver = solver();
    let mut refusal = |text: &str| {
        let puzzle: Puzzle = text.parse().expect("it has the form of a puzzle");
        solver.check(&puzzle).expect_err("it is not right")
    };
    // Two corners keep the draw.
    assert_eq!(refusal("3x3 b2,a1,c3 save casual a3"), NotAPuzzle::Undecided);
    // All moves lose.
    assert_eq!(refusal("3x3 a1,b1,a3,a2,c3 save casual b2"), NotAPuzzle::Undecided);
    let full = "3x3 a1,b1,c1,a2,b2,c2,b3,a3 win-1 beginner c3";
    assert_eq!(refusal(full), NotAPuzzle::NothingToChoose);
    assert_eq!(refusal("15x15x5 h8 win-4 perfect i9"), NotAPuzzle::Unproven);
    let twice = [MoveCode(4), MoveCode(4)];
    assert_eq!(solver.solve(GameSpec::TicTacToe, &twice), Err(NotAPuzzle::Illegal));
}

#[test]
fn equal_seeds_make_equal_puzzles_and_no_two_are_images_of_each_other() {
    for name in ["3x3", "4x4x3", "sheep"] {
        let [mut one, mut other] = [maker(name, 5), maker(name, 5)];
        for _ in 0..30 {
            one.play_game();
            other.play_game();
        }
        let puzzles = one.mixed(usize::MAX);
        assert_eq!(puzzles, other.mixed(usize::MAX));
        assert_eq!(puzzles.len(), one.found());
        let mut keys: Vec<String> = puzzles.iter().map(Puzzle::common_key).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), puzzles.len());
        assert!(puzzles.len() >= 5, "{name}: {}", puzzles.len());
    }
}

#[test]
fn games_come_in_turn_and_none_is_lost() {
    let [mut small, mut large] = [maker("3x3", 1), maker("sheep", 1)];
    for _ in 0..60 {
        small.play_game();
        large.play_game();
    }
    let (small, large) = (small.mixed(10), large.mixed(10));
    assert_eq!((small.len(), large.len()), (10, 10));
    let turns = in_turn([small.clone(), large.clone()].concat(), Seed(3));
    for pair in turns.chunks(2) {
        assert_ne!(pair[0].spec(), pair[1].spec());
    }
    assert!(small.iter().chain(&large).all(|puzzle| turns.contains(puzzle)));
    assert_ne!(turns, in_turn([small, large].concat(), Seed(4)));
}
