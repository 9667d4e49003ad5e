//! The searcher of Connect Four against plain minimax, and the outcomes of small boards.

use zerosum_games::connect_four::ConnectFour;
use zerosum_games::connect_four::spec::ConnectFourSpec;
use zerosum_games::connect_four::values::proven_outcome;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};
use zerosum_search::Verdict;
use zerosum_search::connect_four::searcher::{ConnectFourSearcher, is_solved};
use zerosum_search::limits::{Limits, NODES_BETWEEN_LOOKS, Patient, Unwatched, Watch};
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, SearchResult, Searcher};

use crate::support::falling_values;
use crate::support::moves::{after, legal_moves};
use crate::support::patience::Patience;

const TABLE_BYTES: usize = 1 << 20;

/// Number of random games on each board.
const GAMES: u64 = 20;

fn searcher(spec: ConnectFourSpec) -> ConnectFourSearcher {
    ConnectFourSearcher::new(spec, TABLE_BYTES)
}

/// The positions in play of a random game that are so late that plain minimax reads them to the end.
fn late_positions(spec: ConnectFourSpec, number: u64) -> Vec<ConnectFour> {
    let mut game = ConnectFour::new(spec);
    let mut late = Vec::new();
    for ply in 0.. {
        if game.outcome().is_some() {
            break;
        }
        late.extend(falling_values::ranking(&game).map(|_| game));
        let seed = Seed(number << 32 | ply);
        let code = seed.pick(legal_moves(&game).into_iter()).expect("a game in play has moves");
        game = after(&game, code);
    }
    late
}

#[test]
fn what_is_found_and_told_of_late_positions_is_what_minimax_says() {
    let mut exact = 0;
    for spec in ConnectFourSpec::READY.into_iter().filter(|spec| !spec.has_pops()) {
        let mut searcher = searcher(spec);
        for game in (0..GAMES).flat_map(|number| late_positions(spec, number)) {
            let ranking = falling_values::ranking(&game).expect("it is late");
            let best = ranking.iter().map(|ranked| ranked.verdict).max().expect("it is in play");
            let found = searcher.find_move(&game, Limits::NONE, &mut Unwatched);
            let searched = searcher.search(&game, Limits::NONE, &mut Unwatched);
            let chosen = ranking.iter().find(|ranked| Some(ranked.code) == found.best);
            assert_eq!(chosen.map(|ranked| ranked.verdict), Some(best), "{game}");
            let analysis = searcher.analyze(&game, Limits::NONE, &mut Unwatched);
            for result in [&found, &searched, &analysis] {
                assert!(result.is_exact, "{game}: {result:?}");
                assert_eq!(result.score, Score::from(best), "{game}");
                assert_eq!(result.distance, Distance::Exact, "{game}");
            }
            for (scored, ranked) in analysis.moves.iter().zip(&ranking) {
                assert_eq!(scored.code, ranked.code, "{game}");
                assert_eq!(scored.score, Score::from(ranked.verdict), "{game}");
            }
            exact += 1;
        }
    }
    assert!(exact > 150, "{exact}");
}

/// Positions on the edge of the book and beside it, in columns from 1. The first takes 2.2 million nodes.
const EDGE: [&str; 5] = ["53132775", "44444422", "1234567", "4433226", "517677322"];

#[test]
fn on_the_edge_of_the_book_the_move_is_as_good_as_the_verdict() {
    let start = ConnectFour::new(ConnectFourSpec::USUAL);
    let mut searcher = searcher(start.spec());
    for text in EDGE {
        let game = text.bytes().fold(start, |game, digit| {
            let code = game.landing_cell(u16::from(digit - b'1')).expect("a free column");
            after(&game, code)
        });
        let result = searcher.search(&game, Limits::NONE, &mut Unwatched);
        assert!(result.is_exact, "{text}: {result:?}");
        let next = after(&game, result.best.expect("the game goes on"));
        let answer = searcher.search(&next, Limits::NONE, &mut Unwatched);
        assert_eq!(answer.score.verdict().before_move(), result.score.verdict(), "{text}");
    }
}

#[test]
fn a_result_within_a_depth_is_true() {
    let mut decided = 0;
    for spec in ConnectFourSpec::READY.into_iter().filter(|spec| !spec.has_pops()) {
        let mut searcher = searcher(spec);
        for game in (0..GAMES).flat_map(|number| late_positions(spec, number)) {
            let ranking = falling_values::ranking(&game).expect("it is late");
            let best = ranking.iter().map(|ranked| ranked.verdict).max().expect("it is in play");
            for depth in [1, 3, 5] {
                let result = searcher.search(&game, Limits::of_depth(depth), &mut Unwatched);
                if result.score.is_decided() {
                    assert_eq!(result.score, Score::from(best), "{game} at depth {depth}");
                    decided += 1;
                }
            }
        }
    }
    assert!(decided > 150, "{decided}");
}

#[test]
fn small_boards_have_the_outcomes_that_are_told_of_them() {
    for (columns, rows) in [(5, 4), (5, 5), (5, 6), (6, 4), (6, 5), (7, 4)] {
        let spec = ConnectFourSpec::new(columns, rows).expect("a size");
        assert!(is_solved(spec));
        let start = ConnectFour::new(spec);
        let result = searcher(spec).search(&start, Limits::NONE, &mut Unwatched);
        let outcome = match result.score.verdict() {
            Verdict::Win { .. } => Outcome::Win(Side::First),
            Verdict::Draw => Outcome::Draw,
            Verdict::Loss { .. } => Outcome::Win(Side::Second),
        };
        assert!(result.is_exact);
        assert_eq!(proven_outcome(spec), Some(outcome), "{spec}");
    }
}

#[test]
fn boards_are_solved_exactly_where_their_outcome_is_known() {
    for (columns, rows) in (5..=9).flat_map(|columns| (4..=9).map(move |rows| (columns, rows))) {
        let spec = ConnectFourSpec::new(columns, rows).expect("a size");
        assert_eq!(is_solved(spec), proven_outcome(spec).is_some(), "{spec}");
        assert!(!is_solved(spec.with_pops()) && proven_outcome(spec.with_pops()).is_none());
    }
}

#[test]
fn a_search_that_is_stopped_has_a_move_all_the_same() {
    let start = ConnectFour::new(ConnectFourSpec::new(6, 6).expect("a size"));
    let mut searcher = searcher(start.spec());
    for result in [
        searcher.search(&start, Limits::of_nodes(1), &mut Unwatched),
        searcher.find_move(&start, Limits::NONE, &mut Patience(1)),
    ] {
        assert!(result.best.is_some_and(|code| start.is_legal(code)) && !result.is_exact);
    }
    let analysis = searcher.analyze(&start, Limits::NONE, &mut Patience(1));
    assert_eq!(analysis.moves.len(), 6);
}

/// Counts how often it is asked, and is always over.
struct Counting(u64);

impl Watch for Counting {
    fn is_over(&mut self) -> bool {
        self.0 += 1;
        true
    }

    fn progress(&mut self, _: &SearchResult) {}
}

#[test]
fn a_patient_watch_lets_a_search_go_on_for_its_nodes() {
    for looks in [0, 1, 5] {
        let mut inner = Counting(0);
        let mut watch = Patient::new(&mut inner, looks * NODES_BETWEEN_LOOKS);
        let waited = (1_u64..).find(|_| watch.is_over()).expect("it ends");
        assert_eq!((waited, inner.0), (looks.max(1), 1));
    }
    // So it is solved in spite of a watch that is over.
    let start = ConnectFour::new(ConnectFourSpec::new(6, 5).expect("a size"));
    let mut impatient = Patience(1);
    let mut watch = Patient::new(&mut impatient, 16_000_000);
    let result = searcher(start.spec()).find_move(&start, Limits::NONE, &mut watch);
    assert!(result.is_exact);
}

/// Keeps what it is told, and ends the search at its first look.
#[derive(Default)]
struct Told(Vec<SearchResult>);

impl Watch for Told {
    fn is_over(&mut self) -> bool {
        true
    }

    fn progress(&mut self, result: &SearchResult) {
        self.0.push(result.clone());
    }
}

#[test]
fn a_search_for_a_move_tells_one_before_it_is_stopped() {
    let usual = ConnectFour::new(ConnectFourSpec::USUAL);
    // Empty, and with as many pieces as the book has, and beyond the book.
    let late = ["", "53132775", "5313277531"].map(|text| {
        text.bytes().fold(usual, |game, digit| {
            let code = game.landing_cell(u16::from(digit - b'1')).expect("a free column");
            after(&game, code)
        })
    });
    let large = ConnectFour::new(ConnectFourSpec::new(9, 9).expect("a size"));
    for game in late.into_iter().chain([large]) {
        let mut told = Told::default();
        searcher(game.spec()).find_move(&game, Limits::NONE, &mut told);
        let first = told.0.first().expect("a move is told");
        assert!(first.best.is_some_and(|code| game.is_legal(code)), "{game}");
    }
    // In the book the first that is told is exact, and only its line is short.
    let mut told = Told::default();
    let found = searcher(usual.spec()).find_move(&usual, Limits::NONE, &mut told);
    let first = told.0.first().expect("a move is told");
    assert_eq!((first.best, first.score, first.line.len()), (found.best, found.score, 1));
    assert!(first.is_exact && found.is_exact);
}
