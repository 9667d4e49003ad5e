//! The solver against plain minimax and published results.

use std::collections::{HashMap, HashSet};

use zerosum_games::Game;
use zerosum_games::connect_four::ConnectFour;
use zerosum_games::connect_four::spec::ConnectFourSpec;

use crate::Verdict;
use crate::connect_four::board::Grid;
use crate::connect_four::book::{BOOK_PLIES, Book, SharedBook, book_positions, make_book};
use crate::connect_four::deepening::Worth;
use crate::connect_four::oracle::Oracle;
use crate::connect_four::searcher::ConnectFourSearcher;
use crate::connect_four::solver::{Solver, TABLE_BYTES};
use crate::limits::{Budget, Limits, NODES_BETWEEN_LOOKS, Stopped, Unwatched, Watch};
use crate::score::Score;
use crate::searcher::{Distance, SearchResult, Searcher};

/// A generator of numbers that look random: Marsaglia's xorshift.
struct Lots(u64);

impl Lots {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The remainder is below the bound.
        (self.0 % bound as u64) as usize
    }
}

/// A position from which the game goes on, after random play of two sides that do not win.
fn random_grid(columns: u32, rows: u32, plies: u32, lots: &mut Lots) -> Grid {
    loop {
        let mut grid = Grid::new(columns, rows).expect("a size in range");
        while grid.plies() < plies {
            let moves = (0..columns).filter_map(|column| grid.play(column));
            let quiet: Vec<Grid> = moves.filter(|after| !after.is_over()).collect();
            if quiet.is_empty() {
                break;
            }
            grid = quiet[lots.below(quiet.len())];
        }
        if grid.plies() == plies {
            return grid;
        }
    }
}

/// Minimax over all games, remembering verdicts by position.
fn minimax(grid: &Grid, known: &mut HashMap<u128, Verdict>) -> Verdict {
    if grid.is_win() {
        return Verdict::Loss { plies: 0 };
    }
    if let Some(verdict) = known.get(&grid.key()) {
        return *verdict;
    }
    let moves = (0..grid.columns()).filter_map(|column| grid.play(column));
    let best = moves.map(|after| minimax(&after, known).before_move()).max();
    // A full board without a line is drawn.
    let verdict = best.unwrap_or(Verdict::Draw);
    known.insert(grid.key(), verdict);
    verdict
}

fn solver(grid: &Grid) -> Solver {
    Solver::new(grid.columns(), grid.rows(), TABLE_BYTES).expect("a size in range")
}

fn solve(solver: &mut Solver, grid: &Grid) -> Verdict {
    let mut watch = Unwatched;
    let mut budget = Budget::new(&mut watch, u64::MAX);
    solver.solve(grid, &mut budget).expect("nothing stops it")
}

/// Plays the line of the solver and returns the verdict it leads to.
fn verdict_of_line(grid: &Grid, line: &[u32]) -> Verdict {
    let end = line.iter().fold(*grid, |grid, column| grid.play(*column).expect("a legal line"));
    let mut verdict = if end.is_win() { Verdict::Loss { plies: 0 } } else { Verdict::Draw };
    assert!(end.is_over(), "the line breaks off: {line:?}");
    for _ in line {
        verdict = verdict.before_move();
    }
    verdict
}

/// Compares everything the solver tells about random positions with minimax.
fn compare(columns: u32, rows: u32, plies: std::ops::Range<u32>, count: usize) {
    let mut lots = Lots(0x5EED_0000 + u64::from(16 * columns + rows));
    let mut known = HashMap::new();
    let mut kept = Solver::new(columns, rows, TABLE_BYTES).expect("a size in range");
    for number in 0..count {
        let spread = usize::try_from(plies.end - plies.start).expect("few plies");
        let plies = plies.start + u32::try_from(number % spread).expect("few plies");
        let grid = random_grid(columns, rows, plies, &mut lots);
        let verdict = minimax(&grid, &mut known);
        assert_eq!(solve(&mut solver(&grid), &grid), verdict, "{grid:?}");
        assert_eq!(solve(&mut kept, &grid), verdict, "with a filled table: {grid:?}");

        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, u64::MAX);
        let line = kept.line(&grid, verdict, &mut budget);
        assert_eq!(verdict_of_line(&grid, &line), verdict, "{grid:?} {line:?}");
        let finding = solver(&grid).search(&grid, u32::MAX, &mut budget);
        assert_eq!(finding.worth, Worth::Exact(verdict), "{grid:?}");
        assert_eq!(verdict_of_line(&grid, &finding.line), verdict, "{grid:?} {finding:?}");
    }
}

#[test]
fn small_boards_are_worth_what_minimax_says() {
    compare(4, 4, 2..14, 120);
    compare(5, 4, 9..18, 90);
    compare(4, 5, 9..18, 90);
}

#[test]
fn boards_with_an_odd_number_of_cells_are_worth_what_minimax_says() {
    compare(5, 5, 14..23, 90);
}

#[test]
fn late_positions_of_the_usual_board_are_worth_what_minimax_says() {
    compare(7, 6, 31..40, 180);
}

#[test]
fn late_positions_of_other_boards_are_worth_what_minimax_says() {
    compare(6, 6, 26..34, 80);
    compare(7, 5, 25..33, 80);
    compare(6, 7, 32..40, 80);
}

#[test]
fn late_positions_of_wide_boards_are_worth_what_minimax_says() {
    compare(8, 7, 48..54, 24);
    compare(8, 8, 56..62, 24);
    compare(9, 9, 74..80, 24);
}

/// Solves an empty board in at most this many nodes.
fn solve_empty(columns: u32, rows: u32, nodes_max: u64) -> Verdict {
    let grid = Grid::new(columns, rows).expect("a size in range");
    let mut watch = Unwatched;
    let mut budget = Budget::new(&mut watch, nodes_max);
    let verdict = solver(&grid).solve(&grid, &mut budget);
    verdict.unwrap_or_else(|Stopped| panic!("{columns}x{rows} takes more than {nodes_max} nodes"))
}

/// Outcomes are those of John Tromp's table, <https://tromp.github.io/c4/c4.html>; the plies those of
/// Christophe Steininger's, <https://github.com/ChristopheSteininger/c4>.
#[test]
fn empty_boards_are_worth_what_is_published() {
    for (columns, rows) in [(4, 4), (5, 4), (7, 4), (4, 5), (5, 5), (4, 6)] {
        assert_eq!(solve_empty(columns, rows, 1_000_000), Verdict::Draw, "{columns}x{rows}");
    }
    assert_eq!(solve_empty(6, 4, 1_000_000), Verdict::Loss { plies: 24 });
}

/// Published scores of positions from which the game goes on for long, in columns from 0 and with a
/// number in Pascal Pons's sense: from his test sets "begin easy", "middle medium" and "end easy"
/// (<http://blog.gamesolver.org/solving-connect-four/02-test-protocol/>).
#[test]
fn positions_are_worth_what_is_published() {
    let published = [
        ("1141465142351133000452254232560240330", Verdict::Loss { plies: 4 }),
        ("4443113222123400653304004", Verdict::Win { plies: 11 }),
        ("163441113020550", Verdict::Draw),
        ("4344063250152251", Verdict::Loss { plies: 26 }),
        ("21053514", Verdict::Win { plies: 13 }),
        ("5035", Verdict::Win { plies: 3 }),
    ];
    for (text, verdict) in published {
        let grid = grid_of(text);
        assert_eq!(solve(&mut solver(&grid), &grid), verdict, "{text}");
        let image = grid.mirrored();
        assert_eq!(solve(&mut solver(&image), &image), verdict, "mirrored {text}");
    }
}

/// The position of the usual board after pieces in columns written as digits from 0.
fn grid_of(text: &str) -> Grid {
    let played: Vec<u32> = text.chars().filter_map(|digit| digit.to_digit(10)).collect();
    Grid::after(7, 6, &played).expect("a game of the usual board")
}

/// A watch that stops the search at some look, and counts them.
struct StopsAt {
    looks: u32,
    at: u32,
}

impl Watch for StopsAt {
    fn is_over(&mut self) -> bool {
        self.looks += 1;
        self.looks >= self.at
    }

    fn progress(&mut self, _: &SearchResult) {}
}

#[test]
fn a_stopped_search_ends_and_can_be_resumed() {
    let grid = grid_of("163441113020550");
    let mut solver = solver(&grid);
    let mut watch = StopsAt { looks: 0, at: 3 };
    let mut budget = Budget::new(&mut watch, u64::MAX);
    assert_eq!(solver.solve(&grid, &mut budget), Err(Stopped));
    assert!(budget.nodes() <= 3 * (NODES_BETWEEN_LOOKS + 1), "{}", budget.nodes());
    assert_eq!(watch.looks, 3);
    assert_eq!(solve(&mut solver, &grid), Verdict::Draw);
    // Once it has forgotten the position, it needs as many nodes again.
    let nodes = |solver: &mut Solver| {
        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, u64::MAX);
        solver.solve(&grid, &mut budget).expect("nothing stops it");
        budget.nodes()
    };
    let known = nodes(&mut solver);
    solver.clear();
    assert!(known < nodes(&mut solver));
}

#[test]
fn nodes_are_limited_and_equal_searches_take_equally_many() {
    let grid = grid_of("163441113020550");
    let nodes = || {
        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, u64::MAX);
        solver(&grid).solve(&grid, &mut budget).expect("nothing stops it");
        budget.nodes()
    };
    assert_eq!(nodes(), nodes());
    let mut watch = Unwatched;
    let mut budget = Budget::new(&mut watch, nodes() / 2);
    assert_eq!(solver(&grid).solve(&grid, &mut budget), Err(Stopped));
}

#[test]
fn a_large_board_gets_an_estimate_with_its_depth_and_a_legal_line() {
    for (columns, rows) in [(8, 8), (9, 7), (9, 9), (7, 6)] {
        let grid = Grid::new(columns, rows).expect("a size in range");
        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, 20_000);
        let finding = solver(&grid).search(&grid, u32::MAX, &mut budget);
        assert!(budget.nodes() <= 20_000 + NODES_BETWEEN_LOOKS, "{}", budget.nodes());
        assert!(matches!(finding.worth, Worth::Estimate(-3000..3000)), "{finding:?}");
        assert!(finding.depth >= 4, "{finding:?}");
        let end = finding.line.iter().try_fold(grid, |grid, column| grid.play(*column));
        assert!(end.is_some() && !finding.line.is_empty(), "{finding:?}");
    }
}

#[test]
fn a_search_without_a_budget_has_a_move_all_the_same() {
    let grid = Grid::new(9, 9).expect("a size in range");
    let mut watch = Unwatched;
    let mut budget = Budget::new(&mut watch, 0);
    let finding = solver(&grid).search(&grid, u32::MAX, &mut budget);
    assert_eq!((finding.depth, finding.line.len()), (1, 1), "{finding:?}");
}

#[test]
fn a_decided_position_is_proven_at_a_small_depth() {
    // Three in a row with both ends open on the floor.
    for (columns, rows) in [(7, 6), (9, 9)] {
        let grid = Grid::after(columns, rows, &[2, 2, 3, 3]).expect("legal moves");
        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, u64::MAX);
        let finding = solver(&grid).search(&grid, 2, &mut budget);
        assert_eq!(finding.worth, Worth::Exact(Verdict::Win { plies: 3 }));
        assert_eq!(verdict_of_line(&grid, &finding.line), Verdict::Win { plies: 3 });
    }
}

/// Checks that findings of a limited depth that count as proven agree with minimax.
#[test]
fn proven_findings_of_a_limited_depth_are_true() {
    let mut lots = Lots(0x00D1_5EA5_E5EE_D000);
    let mut known = HashMap::new();
    let mut proven = 0;
    for number in 0..120 {
        let grid = random_grid(6, 5, 16 + number % 8, &mut lots);
        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, 300);
        let finding = solver(&grid).search(&grid, 4, &mut budget);
        let truth = minimax(&grid, &mut known);
        match finding.worth {
            Worth::Exact(verdict) => assert_eq!(verdict, truth, "{grid:?}"),
            Worth::Within(verdict) => {
                let (bound, truth) = (Score::from(verdict), Score::from(truth));
                assert_eq!(bound.is_won(), truth.is_won(), "{grid:?}");
                assert!(bound.value().abs() <= truth.value().abs(), "{grid:?}");
            }
            Worth::Estimate(_) => continue,
        }
        proven += 1;
    }
    assert!(proven >= 20, "{proven}");
}

/// A position of the usual board after random moves.
fn random_game(plies: u16, lots: &mut Lots) -> ConnectFour {
    let usual = |spec: &ConnectFourSpec| (spec.columns(), spec.rows(), spec.has_pops());
    let spec = ConnectFourSpec::READY.into_iter().find(|spec| usual(spec) == (7, 6, false));
    let mut game = ConnectFour::new(spec.expect("it is ready"));
    while game.plies() < plies {
        let mut codes = Vec::new();
        game.legal_moves(&mut codes);
        if codes.is_empty() {
            return random_game(plies, lots);
        }
        game.play(codes[lots.below(codes.len())]).expect("it is legal");
    }
    game
}

#[test]
fn a_win_that_is_sought_is_one_and_takes_fewer_positions_than_the_fastest_one() {
    let lots = &mut Lots(11);
    let (mut wins, mut fastest_nodes, mut nodes) = (0, 0, 0);
    for _ in 0..40 {
        let game = random_game(16, lots);
        let mut searcher = ConnectFourSearcher::new(game.spec(), TABLE_BYTES);
        let fastest = searcher.search(&game, Limits::NONE, &mut Unwatched);
        if game.outcome().is_some() || !fastest.score.is_won() {
            continue;
        }
        searcher.forget();
        let found = searcher.find_win(&game, Limits::NONE, &mut Unwatched);
        assert!(found.score.is_won() && found.score <= fastest.score, "{game}: {found:?}");
        assert!(found.is_exact && found.distance == Distance::Within, "{game}: {found:?}");
        wins += 1;
        fastest_nodes += fastest.statistics.nodes;
        nodes += found.statistics.nodes;
        let mut next = game;
        next.play(found.best.expect("it is won")).expect("it is legal");
        let after = searcher.search(&next, Limits::NONE, &mut Unwatched);
        assert!((-after.score).delayed(1) >= found.score, "{game}: {found:?}, {after:?}");
    }
    assert!(wins > 10 && nodes < fastest_nodes, "{wins}: {nodes} of {fastest_nodes}");
}

#[test]
fn grids_refuse_what_no_game_leads_to() {
    assert!(Grid::new(3, 6).is_none() && Grid::new(7, 10).is_none());
    assert!(Grid::after(7, 6, &[7]).is_none());
    assert!(Grid::after(7, 6, &[0; 7]).is_none());
    // The game is over after the seventh piece.
    assert!(Grid::after(7, 6, &[0, 1, 0, 1, 0, 1, 0, 1]).is_none());
    assert!(Grid::of_pieces(7, 6, 0b10, 0).is_none(), "a piece floats");
    assert!(Grid::of_pieces(7, 6, 0b1, 0b1).is_none(), "pieces overlap");
    assert!(Grid::of_pieces(7, 6, 0, 0b1).is_none(), "the second side is ahead");
    assert!(Grid::of_pieces(7, 6, 0b100_0000, 0).is_none(), "a piece lies above the top");
}

#[test]
fn grids_of_pieces_and_of_keys_are_those_of_play() {
    let mut lots = Lots(0x0123_4567_89AB_CDEF);
    for (columns, rows) in [(4, 4), (7, 6), (8, 7), (9, 9)] {
        for plies in 0..12 {
            let grid = random_grid(columns, rows, plies, &mut lots);
            let (own, theirs) = (grid.own(), grid.theirs());
            let (first, second) = if plies % 2 == 0 { (own, theirs) } else { (theirs, own) };
            assert_eq!(Grid::of_pieces(columns, rows, first, second), Some(grid));
            assert_eq!(Grid::of_key(columns, rows, grid.key()), Some(grid));
            assert_eq!(grid.mirrored().mirrored(), grid);
            assert_eq!(grid.symmetric_key(), grid.mirrored().symmetric_key());
            assert_eq!(grid.plies(), plies);
        }
    }
}

/// Counts positions and those that are their own mirror image. No game is over before its seventh
/// piece.
#[test]
fn a_book_has_all_positions() {
    let counts: Vec<usize> = (0..=4).map(book_positions).collect();
    let mut expected = vec![HashSet::from([Grid::new(7, 6).expect("a size in range")])];
    for plies in 0..4 {
        let moves = |grid: &Grid| (0..7).filter_map(|column| grid.play(column)).collect::<Vec<_>>();
        let next = expected[plies].iter().flat_map(moves).collect();
        expected.push(next);
    }
    for (plies, grids) in expected.iter().enumerate() {
        let own_images = grids.iter().filter(|grid| grid.mirrored() == **grid).count();
        assert_eq!(counts[plies], (grids.len() + own_images) / 2, "{plies} plies");
    }
}

/// Only the middle wins; its neighbours draw, and the others lose (Victor Allis, "A Knowledge-based
/// Approach of Connect-Four", 1988). The win takes 41 plies
/// (<https://github.com/ChristopheSteininger/c4>).
#[test]
fn the_shipped_book_knows_the_start() {
    let book = Book::shipped();
    let start = Grid::new(7, 6).expect("a size in range");
    assert_eq!(book.verdict(&start), Some(Verdict::Win { plies: 41 }));
    let replies = [
        Verdict::Loss { plies: 40 },
        Verdict::Loss { plies: 42 },
        Verdict::Draw,
        Verdict::Win { plies: 41 },
        Verdict::Draw,
        Verdict::Loss { plies: 42 },
        Verdict::Loss { plies: 40 },
    ];
    for (column, verdict) in (0..).zip(replies) {
        let after = start.play(column).expect("an empty column");
        assert_eq!(book.verdict(&after).map(Verdict::before_move), Some(verdict), "{column}");
    }
}

/// Verdicts of Pascal Pons's test set "begin hard", in columns from 0.
const PUBLISHED: [(&str, Verdict); 8] = [
    ("53", Verdict::Draw),
    ("26", Verdict::Win { plies: 35 }),
    ("140", Verdict::Win { plies: 33 }),
    ("201", Verdict::Draw),
    ("355", Verdict::Loss { plies: 36 }),
    ("503", Verdict::Loss { plies: 34 }),
    ("556", Verdict::Win { plies: 35 }),
    ("666", Verdict::Win { plies: 37 }),
];

#[test]
fn the_shipped_book_agrees_with_published_scores() {
    let book = Book::shipped();
    for (text, verdict) in PUBLISHED {
        let grid = grid_of(text);
        assert_eq!(book.verdict(&grid), Some(verdict), "{text}");
        assert_eq!(book.verdict(&grid.mirrored()), Some(verdict), "mirrored {text}");
    }
}

#[test]
fn a_sample_of_the_shipped_book_equals_a_fresh_solution() {
    let (book, mut lots) = (Book::shipped(), Lots(88));
    let edge = (0..12).map(|_| random_grid(7, 6, BOOK_PLIES, &mut lots));
    for grid in edge.chain([grid_of("140")]) {
        assert_eq!(book.verdict(&grid), Some(solve(&mut solver(&grid), &grid)), "{grid:?}");
    }
}

/// The positions of the benchmark Fhourstones (<https://tromp.github.io/c4/fhour.html>) are a win, a loss and a draw.
#[test]
fn the_shipped_book_knows_the_positions_of_a_known_benchmark() {
    let book = Book::shipped();
    let verdicts = ["34350556", "24222460", "02222000"].map(|text| book.verdict(&grid_of(text)));
    let is_so = matches!(
        verdicts,
        [Some(Verdict::Win { .. }), Some(Verdict::Loss { .. }), Some(Verdict::Draw)]
    );
    assert!(is_so, "{verdicts:?}");
}

/// Positions in the book that end within it, with the columns of best play.
#[test]
fn lines_that_begin_in_the_book_go_on_to_a_near_end() {
    let mut oracle = Oracle::new(7, 6, SharedBook::default()).expect("a size in range");
    let mut watch = Unwatched;
    let mut budget = Budget::new(&mut watch, u64::MAX);
    for (text, verdict) in [
        ("001122", Verdict::Win { plies: 1 }),
        ("11223", Verdict::Loss { plies: 2 }),
        ("1122", Verdict::Win { plies: 3 }),
    ] {
        let grid = grid_of(text);
        assert_eq!(oracle.verdict(&grid, &mut budget), Ok(verdict), "{text}");
        for line in [
            oracle.line(&grid, verdict, &mut budget),
            oracle.line_at_hand(&grid, verdict, &mut budget),
        ] {
            assert_eq!(verdict_of_line(&grid, &line), verdict, "{text}: {line:?}");
        }
    }
}

#[test]
fn a_book_refuses_what_is_none() {
    let empty = vec![64; book_positions(2)];
    assert!(Book::read(2, &empty).is_some());
    assert!(Book::read(2, &empty[1..]).is_none());
    assert!(Book::read(2, &vec![94; book_positions(2)]).is_none());
    let book = Book::shipped();
    assert_eq!(book.verdict(&random_grid(7, 6, BOOK_PLIES + 1, &mut Lots(7))), None);
    assert_eq!(book.verdict(&Grid::new(8, 6).expect("a size in range")), None);
}

/// The last position of the file, made again after the bytes of all others.
#[test]
fn making_the_book_goes_on_where_it_ended_and_makes_the_same_file() {
    let file = include_bytes!("book.bin");
    let (mut watch, earlier) = (Unwatched, &file[..file.len() - 1]);
    let mut budget = Budget::new(&mut watch, u64::MAX);
    let mut seen = 0;
    let made = make_book(BOOK_PLIES, TABLE_BYTES, earlier, &mut budget, |bytes| seen = bytes.len());
    assert_eq!((made.as_deref(), seen), (Ok(&file[..]), file.len()));
}
