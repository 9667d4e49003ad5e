//! The search for five in a row under each rule, against minimax.

use zerosum_games::Game;
use zerosum_games::mnk::Mnk;
use zerosum_search::Verdict;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::mnk::searcher::MnkSearcher;
use zerosum_search::searcher::{Distance, Searcher};

use crate::support::mnk_positions::{random_position, spec};
use crate::support::mnk_values::{PlainValues, Value};
use crate::support::moves::{after, legal_moves};

/// Boards with the rules under which longer rows do not win, and plies after which minimax gets to the end.
const KINDS: [(&str, u64); 6] = [
    ("6x6x5-exact", 28),
    ("7x6x5-exact", 34),
    ("6x6x5-caro", 28),
    ("7x6x5-caro", 34),
    ("6x6x5-renju", 28),
    ("7x6x5-renju", 34),
];

/// Number of positions of each kind.
const POSITIONS: u64 = 60;

fn positions(name: &str, plies: u64) -> impl Iterator<Item = Mnk> {
    let spec = spec(name);
    (0..POSITIONS).filter_map(move |number| random_position(spec, plies, number))
}

fn verdict(value: Value) -> Verdict {
    match value {
        Value::Win(plies) => Verdict::Win { plies },
        Value::Draw => Verdict::Draw,
        Value::Loss(plies) => Verdict::Loss { plies },
    }
}

/// Checks a claim about a position or a move: who wins, and within how many plies.
fn assert_true(said: Verdict, distance: Distance, truth: Verdict, position: &Mnk) {
    match (said, truth) {
        (Verdict::Win { plies: said }, Verdict::Win { plies })
        | (Verdict::Loss { plies: said }, Verdict::Loss { plies }) => {
            assert!(said >= plies, "{position}: {said}, not within {plies}");
            assert!(
                distance != Distance::Exact || said == plies,
                "{position}: {said}, not {plies}"
            );
        }
        _ => assert_eq!(said, truth, "{position}"),
    }
}

#[test]
fn what_is_called_certain_is_true_under_every_rule() {
    let limits = [Limits::of_nodes(60), Limits::of_depth(3), Limits::of_nodes(3_000)];
    for (name, plies) in KINDS {
        let mut values = PlainValues::default();
        let mut decided = 0;
        for position in positions(name, plies) {
            let truth = verdict(values.value(&position));
            for limits in limits {
                let mut searcher = MnkSearcher::new(spec(name), 1 << 16);
                let result = searcher.search(&position, limits, &mut Unwatched);
                assert!(position.is_legal(result.best.expect("a move")), "{position}");
                if result.is_exact {
                    assert_true(result.score.verdict(), result.distance, truth, &position);
                    decided += u32::from(result.score.is_decided());
                }
            }
        }
        assert!(decided > 20, "{name}: {decided}");
    }
}

#[test]
fn moves_are_judged_as_minimax_does_under_every_rule() {
    for (name, plies) in KINDS {
        let mut values = PlainValues::default();
        let mut searcher = MnkSearcher::new(spec(name), 1 << 20);
        let mut certain = 0;
        for position in positions(name, plies) {
            let analysis = searcher.analyze(&position, Limits::of_depth(4), &mut Unwatched);
            let codes: Vec<_> = analysis.moves.iter().map(|scored| scored.code).collect();
            assert_eq!(codes, legal_moves(&position), "{position}");
            for scored in analysis.moves.iter().filter(|scored| scored.is_exact) {
                let value = values.value(&after(&position, scored.code));
                let truth = verdict(value).before_move();
                assert_true(scored.score.verdict(), scored.distance, truth, &position);
                certain += 1;
            }
        }
        assert!(certain > 50, "{name}: {certain}");
    }
}

/// The best move of a position in play.
fn best(position: &Mnk) -> String {
    let mut searcher = MnkSearcher::new(position.spec(), 1 << 20);
    let result = searcher.find_move(position, Limits::of_nodes(20_000), &mut Unwatched);
    position.move_text(result.best.expect("a game in play has a move"))
}

#[test]
fn a_row_too_long_or_blocked_is_not_played_for() {
    let empty = ".........";
    let rows = |name: &str, row: &str, other: &str| {
        let text = format!("{empty}/{empty}/{other}/{empty}/{row}/{empty}/{empty}/{empty}/{empty}");
        Mnk::read(spec(name), &text).expect("a position in play")
    };
    let long = |name| rows(name, "XX.XXX...", "O.O.O.O.O");
    assert_eq!(best(&long("9x9x5")), "c5");
    assert_ne!(best(&long("9x9x5-exact")), "c5");
    assert_ne!(best(&long("9x9x5-renju")), "c5");
    let blocked = |name| rows(name, "OXXXX.O..", "..O.O....");
    assert_eq!(best(&blocked("9x9x5")), "f5");
    assert_ne!(best(&blocked("9x9x5-caro")), "f5");
}

#[test]
fn a_game_whose_first_side_runs_out_of_moves_is_not_called_won() {
    let text = "OO.OXO/XX.XXX/OXOOXO/OOOX.O/XX.XXX/OOOXOO/XX.XXX/XOXOOO o";
    let position = Mnk::read(spec("6x8x5-renju"), text).expect("a position in play");
    let truth = verdict(PlainValues::default().value(&position));
    assert_eq!(truth, Verdict::Draw);
    let mut searcher = MnkSearcher::new(position.spec(), 1 << 16);
    let result = searcher.search(&position, Limits::of_nodes(3_000), &mut Unwatched);
    assert!(!result.is_exact || result.score.verdict() == truth, "{:?}", result.score.verdict());
}
