//! Checks the searcher for k in a row: against minimax where that ends, and against known results
//! of larger boards.

use zerosum_games::mnk::values::{proven_boards, proven_outcome};
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};
use zerosum_search::Verdict;
use zerosum_search::limits::{Budget, Limits, Stopped, Unwatched, Watch};
use zerosum_search::mnk::alpha_beta::AlphaBeta;
use zerosum_search::mnk::board::Board;
use zerosum_search::mnk::needs::{Chart, Need, bits};
use zerosum_search::mnk::pairing::drop_pairs;
use zerosum_search::mnk::pn_search::PnSearch;
use zerosum_search::mnk::searcher::MnkSearcher;
use zerosum_search::mnk::value::{self, is_in_reach};
use zerosum_search::mnk::vcf::Vcf;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, SearchResult, Searcher};

use crate::support::mnk_positions::{crowded_position, random_position, spec};
use crate::support::mnk_values::{PlainValues, Value};
use crate::support::moves::{after, legal_moves};

const TABLE_BYTES: usize = 1 << 20;

/// Boards small enough for minimax from that ply on, with the number of positions of each ply.
const SMALL: [(&str, u64, u64); 8] = [
    ("3x3x3", 0, 30),
    ("4x3x3", 5, 12),
    ("5x3x3", 9, 8),
    ("4x4x3", 9, 10),
    ("4x4x4", 9, 15),
    ("5x4x4", 13, 10),
    ("5x5x4", 18, 10),
    ("5x5x5", 18, 8),
];

fn small_positions(name: &str, plies: u64, count: u64) -> impl Iterator<Item = Mnk> {
    let spec = spec(name);
    let all =
        (plies..u64::from(spec.cell_count())).flat_map(move |at| (0..count).map(move |n| (at, n)));
    all.filter_map(move |(plies, number)| random_position(spec, plies, number))
}

/// Returns whether each side can force a win.
fn can_win(pn_search: &mut PnSearch, position: &Mnk) -> [bool; 2] {
    let mut board = Board::of(position);
    let mut vcf = Vcf::default();
    Side::ALL.map(|side| {
        let mut watch = Unwatched;
        let mut budget = Budget::new(&mut watch, u64::MAX);
        let answer = pn_search.can_win(&mut board, side, &mut vcf, &mut budget);
        assert_eq!(board.key(), Board::of(position).key(), "the board is as it was");
        answer.expect("nothing stops the search")
    })
}

#[test]
fn proofs_agree_with_minimax() {
    let (mut counts, mut exact) = ([0; 3], 0);
    for (name, plies, count) in SMALL {
        let mut values = PlainValues::default();
        let mut pn_search = PnSearch::new(TABLE_BYTES);
        for position in small_positions(name, plies, count) {
            let is_first = position.turn() == Side::First;
            let (expected, kind) = match values.value(&position) {
                Value::Win(_) => ([is_first, !is_first], 0),
                Value::Draw => ([false, false], 1),
                Value::Loss(_) => ([!is_first, is_first], 2),
            };
            assert_eq!(can_win(&mut pn_search, &position), expected, "{position}");
            counts[kind] += 1;
            let (Value::Win(plies) | Value::Loss(plies)) = values.value(&position) else {
                continue;
            };
            let winner = if expected[0] { Side::First } else { Side::Second };
            let length = length(&mut pn_search, &position, winner).expect("little was forgotten");
            assert!(length >= plies && length % 2 == plies % 2, "{position}: {length} for {plies}");
            assert!(u64::from(length) <= u64::from(position.max_plies() - position.plies()));
            exact += u32::from(length == plies);
        }
    }
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
    assert!(exact > 100, "only {exact} proofs are as short as they can be");
}

/// Number of plies within which the proof ends.
fn length(pn_search: &mut PnSearch, position: &Mnk, winner: Side) -> Option<u16> {
    let mut board = Board::of(position);
    let mut watch = Unwatched;
    let mut budget = Budget::new(&mut watch, u64::MAX);
    let length = pn_search.length(&mut board, winner, &mut Vcf::default(), &mut budget);
    assert_eq!(board.key(), Board::of(position).key(), "the board is as it was");
    length.expect("nothing stops the search")
}

/// Returns whether the Maker fills a need, by trying everything: it and the Breaker mark cells in turn.
fn maker_wins(needs: &[Need], is_makers: bool) -> bool {
    if needs.contains(&0) {
        return true;
    }
    let all = needs.iter().fold(0, |all, need| all | need);
    let after = |cell: usize| -> Vec<Need> {
        let mark = 1 << cell;
        if is_makers {
            needs.iter().map(|need| need & !mark).collect()
        } else {
            needs.iter().copied().filter(|need| need & mark == 0).collect()
        }
    };
    let mut wins = bits(all).map(|cell| maker_wins(&after(cell), !is_makers));
    if is_makers { wins.any(|wins| wins) } else { all != 0 && wins.all(|wins| wins) }
}

#[test]
fn dropping_pairs_does_not_change_whether_maker_wins() {
    let (mut dropped, mut wins) = (0, 0);
    for number in 0..600 {
        let cells: Vec<usize> = (0..7).collect();
        let needs: Vec<Need> = (0..3 + number % 3)
            .map(|line| {
                let pick = |place: u64| {
                    let seed = Seed(number << 16 | line << 8 | place);
                    seed.pick(cells.iter().copied()).expect("there are cells")
                };
                (0..2 + (number / 3) % 3).fold(0, |need, place| need | 1 << pick(place))
            })
            .collect();
        let mut left = needs.clone();
        drop_pairs(&mut left);
        assert!(left.iter().all(|need| needs.contains(need)), "{needs:?}");
        for is_makers in [true, false] {
            let expected = maker_wins(&needs, is_makers);
            assert_eq!(maker_wins(&left, is_makers), expected, "{needs:?}, {left:?}");
            wins += u32::from(expected);
        }
        dropped += u32::from(!left.is_empty() && left.len() < needs.len());
    }
    assert!(dropped > 20 && wins > 100, "only {dropped} dropped in part, {wins} wins");
}

#[test]
fn the_needs_of_a_side_tell_whether_it_can_complete_a_line_at_all() {
    for number in 0..40 {
        let Some(position) = random_position(spec("4x4x3"), 9, number) else { continue };
        let board = Board::of(&position);
        let chart = Chart::of(&board).expect("few cells are empty");
        for side in Side::ALL {
            let needs = chart.needs(&board, side);
            assert_eq!(needs.is_empty(), board.live_windows(side) == 0, "{position}");
            for (index, need) in needs.iter().enumerate() {
                let others = needs[..index].iter().chain(&needs[index + 1..]);
                assert!(others.into_iter().all(|other| other & need != *other), "{needs:?}");
            }
            let ones = needs.iter().filter(|need| need.is_power_of_two()).count();
            assert_eq!(ones, board.winning_cells(side).len(), "{position}");
        }
    }
}

/// Boards listed as proven whose proofs take millions of positions. `zerosum prove` proves them as
/// it does the others.
const LARGE: [&str; 4] = ["7x4x4", "8x4x4", "7x7x5", "8x6x5"];

#[test]
fn boards_that_are_said_to_be_proven_are_proven_once_more() {
    for spec in proven_boards().filter(|spec| !LARGE.contains(&spec.to_string().as_str())) {
        let value = value::prove(spec, 8 * TABLE_BYTES, u64::MAX, &mut Unwatched);
        let outcome = value.expect("nothing stops the search").outcome;
        assert_eq!(proven_outcome(spec), Some(outcome), "{spec}");
    }
}

/// The values are those of the list of solved games at <https://en.wikipedia.org/wiki/M,n,k-game>.
#[test]
fn boards_have_their_known_values() {
    for name in ["4x3x3", "5x3x3", "4x4x3", "5x5x3", "6x5x4", "7x5x4", "6x6x4"] {
        assert_eq!(proven_outcome(spec(name)), Some(Outcome::Win(Side::First)), "{name}");
    }
    for name in ["3x3x3", "4x4x4", "5x4x4", "6x4x4", "5x5x4", "5x5x5", "6x6x5"] {
        assert_eq!(proven_outcome(spec(name)), Some(Outcome::Draw), "{name}");
    }
    for spec in proven_boards() {
        let turned = MnkSpec::new(spec.rows(), spec.columns(), spec.k()).expect("a board");
        assert_eq!(proven_outcome(turned), proven_outcome(spec), "{spec}");
    }
    assert!(LARGE.iter().all(|name| proven_boards().any(|spec| spec.to_string() == *name)));
    assert_eq!(proven_boards().count(), 89);
    assert_eq!(proven_outcome(spec("15x15x5")), None);
}

#[test]
fn a_board_whose_proof_is_stopped_has_no_value() {
    let limited = value::prove(spec("5x5x4"), TABLE_BYTES, 1_000, &mut Unwatched);
    assert_eq!(limited, Err(Stopped));
    let too_large = value::prove(spec("9x8x4"), TABLE_BYTES, u64::MAX, &mut Unwatched);
    assert_eq!(too_large, Err(Stopped));
    assert!(!is_in_reach(spec("9x8x4")) && is_in_reach(spec("8x8x5")));
}

#[test]
fn what_alpha_beta_calls_decided_is_proven_although_it_leaves_moves_out() {
    let kinds = [("6x6x4", 7), ("7x6x4", 8), ("5x5x4", 8), ("5x5x4", 9)];
    let decided = assert_decided_is_proven(&kinds, |alpha_beta| alpha_beta);
    assert!(decided > 20, "only {decided}");
}

#[test]
fn what_alpha_beta_calls_decided_is_proven_although_it_tries_hardly_any_moves() {
    for moves_max in [1, 2] {
        let kinds = [("5x5x4", 8), ("5x5x4", 9), ("6x5x4", 9)];
        let decided =
            assert_decided_is_proven(&kinds, |alpha_beta| alpha_beta.with_moves_max(moves_max));
        assert!(decided > 20, "only {decided}");
    }
}

/// Compares the search's results for random positions with proofs, and returns the number it calls
/// won or lost.
fn assert_decided_is_proven(kinds: &[(&str, u64)], change: impl Fn(AlphaBeta) -> AlphaBeta) -> u32 {
    let mut decided = 0;
    for (name, plies) in kinds {
        let mut pn_search = PnSearch::new(8 * TABLE_BYTES);
        for number in 0..30 {
            let Some(position) = random_position(spec(name), *plies, number) else { continue };
            let mut board = Board::of(&position);
            // A win at once is seen before alpha-beta is asked.
            if !board.winning_cells(board.turn()).is_empty() {
                continue;
            }
            let mut alpha_beta = change(AlphaBeta::new(TABLE_BYTES, false));
            let mut vcf = Vcf::default();
            let mut watch = Unwatched;
            let mut budget = Budget::new(&mut watch, u64::MAX);
            let (mut moves, is_complete) = alpha_beta.root_moves(&mut board, &mut vcf, &mut budget);
            for depth in 1..=4 {
                let score = alpha_beta.deepen(&mut board, &mut moves, depth, &mut vcf, &mut budget);
                let score = score.expect("nothing stops the search");
                let is_loss = score.is_lost() && is_complete;
                if !score.is_won() && !is_loss {
                    continue;
                }
                let winner = if is_loss { !position.turn() } else { position.turn() };
                let [first, second] = can_win(&mut pn_search, &position);
                assert!(if winner == Side::First { first } else { second }, "{position}");
                decided += 1;
            }
        }
    }
    decided
}

#[test]
fn the_searcher_agrees_with_minimax_and_its_moves_keep_the_value() {
    for (name, plies, count) in SMALL {
        let mut values = PlainValues::default();
        let mut searcher = MnkSearcher::new(spec(name), TABLE_BYTES);
        for position in small_positions(name, plies, count) {
            let result = searcher.search(&position, Limits::NONE, &mut Unwatched);
            let value = values.value(&position);
            assert!(result.is_exact, "{position}: {result:?}");
            assert_eq!(kind(result.score.verdict()), kind(verdict(value)), "{position}");
            assert_distance(result.score, result.distance, verdict(value), &position);
            if position.spec().cell_count() <= 16 {
                assert_eq!(result.distance, Distance::Exact, "{position}");
            }
            let best = result.best.expect("a game in play has a move");
            let next = values.value(&after(&position, best));
            assert_eq!(kind(verdict(next).before_move()), kind(verdict(value)), "{position}");
            if position.spec().cell_count() <= 16 {
                assert_eq!(verdict(next).before_move(), verdict(value), "{position}");
            }
        }
    }
}

#[test]
fn a_ranking_agrees_with_minimax_move_by_move() {
    let (mut certain, mut distances) = (0, [0; 2]);
    for (name, plies, count) in SMALL {
        let mut values = PlainValues::default();
        let mut searcher = MnkSearcher::new(spec(name), TABLE_BYTES);
        for position in small_positions(name, plies, count.min(4)) {
            let ranking = searcher.analyze(&position, Limits::of_depth(6), &mut Unwatched).moves;
            let codes: Vec<_> = ranking.iter().map(|scored| scored.code).collect();
            assert_eq!(codes, legal_moves(&position), "{position}");
            for scored in ranking.iter().filter(|scored| scored.is_exact) {
                let value = verdict(values.value(&after(&position, scored.code))).before_move();
                assert_eq!(kind(scored.score.verdict()), kind(value), "{position}, {scored:?}");
                assert_distance(scored.score, scored.distance, value, &position);
                distances[usize::from(scored.distance == Distance::Exact)] += 1;
                certain += 1;
            }
        }
    }
    assert!(certain > 500, "only {certain}");
    assert!(distances.iter().all(|count| *count > 20), "within and exact: {distances:?}");
}

/// A line that begins with a move of a certain distance goes on with the fastest wins and the longest
/// defences.
#[test]
fn lines_are_what_both_sides_do_at_their_best() {
    let mut answered = 0;
    for (name, plies, count) in [("3x3x3", 0, 30), ("4x3x3", 5, 12), ("4x4x3", 9, 10)] {
        let mut values = PlainValues::default();
        let mut searcher = MnkSearcher::new(spec(name), TABLE_BYTES);
        for position in small_positions(name, plies, count) {
            let analysis = searcher.analyze(&position, Limits::of_depth(9), &mut Unwatched);
            for scored in analysis.moves.iter().filter(|scored| scored.score.is_decided()) {
                if scored.distance == Distance::Within {
                    continue;
                }
                let mut expected = scored.score.verdict();
                let mut now = position;
                for code in &scored.line {
                    now = after(&now, *code);
                    if now.outcome().is_none() {
                        let value = verdict(values.value(&now));
                        assert_eq!(value.before_move(), expected, "{position}: {scored:?}");
                        expected = value;
                    }
                }
                answered += u32::from(scored.line.len() > 1);
            }
        }
    }
    assert!(answered > 50, "only {answered} lines go beyond the move");
    let position = crowded_position(spec("8x8x5"), 8, 0, 2).expect("a position in play");
    let mut searcher = MnkSearcher::new(position.spec(), TABLE_BYTES);
    let analysis = searcher.analyze(&position, Limits::of_depth(4), &mut Unwatched);
    let long = analysis.moves.iter().filter(|scored| scored.line.len() > 2).count();
    assert!(long > 10, "only {long} lines are long");
}

/// Checks the claim about the plies to the end.
fn assert_distance(score: Score, distance: Distance, truth: Verdict, position: &Mnk) {
    match (score.verdict(), truth) {
        (said, truth) if distance == Distance::Exact => assert_eq!(said, truth, "{position}"),
        (Verdict::Win { plies: said }, Verdict::Win { plies })
        | (Verdict::Loss { plies: said }, Verdict::Loss { plies }) => {
            assert!(said >= plies, "{position}: {said}, not within {plies}");
        }
        (said, truth) => assert_eq!(said, truth, "{position}"),
    }
}

#[test]
fn a_win_by_a_proof_is_within_its_length_or_what_is_found_beside_it() {
    for (name, text) in [
        ("6x6x4", "....../....../.X..../....../....X./...O.O x"),
        ("6x6x4", "....../....../....../....../....../...... x"),
    ] {
        let position = Mnk::read(spec(name), text).expect("a position in play");
        let mut searcher = MnkSearcher::new(spec(name), TABLE_BYTES);
        let result = searcher.search(&position, Limits::of_nodes(150_000), &mut Unwatched);
        let Verdict::Win { plies } = result.score.verdict() else { panic!("{result:?}") };
        assert!(plies < 24, "hardly more is known than the cells that are left: {result:?}");
    }
}

fn verdict(value: Value) -> Verdict {
    match value {
        Value::Win(plies) => Verdict::Win { plies },
        Value::Draw => Verdict::Draw,
        Value::Loss(plies) => Verdict::Loss { plies },
    }
}

/// The kind of a verdict, without its distance.
fn kind(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Win { .. } => 1,
        Verdict::Draw => 0,
        Verdict::Loss { .. } => -1,
    }
}

#[test]
fn what_is_called_certain_under_any_limits_is_true() {
    let limits =
        [Limits::of_nodes(0), Limits::of_nodes(60), Limits::of_depth(1), Limits::of_depth(3)];
    let mut certain = 0;
    for (name, plies, count) in SMALL {
        let mut values = PlainValues::default();
        for position in small_positions(name, plies, count.min(10)) {
            for limits in limits {
                let mut searcher = MnkSearcher::new(spec(name), 1 << 12);
                let result = searcher.search(&position, limits, &mut Unwatched);
                assert!(position.is_legal(result.best.expect("a move")), "{position}");
                assert_eq!(result.line.first(), result.best.as_ref(), "{position}");
                if result.score.is_decided() || result.is_exact {
                    let value = verdict(values.value(&position));
                    assert!(result.is_exact, "{position}");
                    assert_eq!(kind(result.score.verdict()), kind(value), "{position}, {limits:?}");
                    assert_distance(result.score, result.distance, value, &position);
                    certain += 1;
                }
            }
        }
    }
    assert!(certain > 300, "only {certain}");
}

#[test]
fn equal_limits_make_equal_results_and_forgetting_makes_a_fresh_searcher() {
    for name in ["4x4x4", "6x6x5", "15x15x5"] {
        let limits = Limits::of_nodes(3_000);
        let position = crowded_position(spec(name), 7, 1, 2).expect("a position in play");
        let fresh =
            MnkSearcher::new(spec(name), TABLE_BYTES).search(&position, limits, &mut Unwatched);
        let mut searcher = MnkSearcher::new(spec("3x3x3"), TABLE_BYTES);
        searcher.search(&Mnk::new(spec(name)), limits, &mut Unwatched);
        searcher.forget();
        assert_eq!(searcher.search(&position, limits, &mut Unwatched), fresh, "{name}");
    }
}

#[test]
fn the_searcher_wins_at_once_parries_and_is_never_at_a_loss_for_a_move() {
    for spec in MnkSpec::READY {
        let mut searcher = MnkSearcher::new(spec, TABLE_BYTES);
        for number in 0..4 {
            let Some(position) =
                random_position(spec, 12.min(u64::from(spec.cell_count()) - 6), number)
            else {
                continue;
            };
            let result = searcher.search(&position, Limits::of_nodes(500), &mut Unwatched);
            let best = result.best.expect("a game in play has a move");
            let is_won = |position: &Mnk| position.outcome().is_some();
            let wins = |position: &Mnk| {
                legal_moves(position).iter().any(|code| is_won(&after(position, *code)))
            };
            assert!(!wins(&position) || is_won(&after(&position, best)), "{position}");
        }
    }
}

/// Counts the calls, and ends the search at once.
struct Impatient {
    looks: u64,
}

impl Watch for Impatient {
    fn is_over(&mut self) -> bool {
        self.looks += 1;
        true
    }

    fn progress(&mut self, _: &SearchResult) {}
}

#[test]
fn a_search_that_is_stopped_ends_soon_and_has_a_move() {
    for spec in MnkSpec::READY {
        let mut watch = Impatient { looks: 0 };
        let result =
            MnkSearcher::new(spec, TABLE_BYTES).search(&Mnk::new(spec), Limits::NONE, &mut watch);
        assert!(result.best.is_some(), "{spec}");
        assert!(result.statistics.nodes < 5_000, "{spec}: {result:?}");
    }
}
