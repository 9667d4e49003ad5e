//! The signature of the searches: the result and the number of nodes of each on some positions. A
//! change that is meant to alter neither leaves it as it is; any other change updates the file.

use std::fmt::Write;

use zerosum_games::Game;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::Mnk;
use zerosum_games::sheep::{Sheep, SheepStart};
use zerosum_games::strategic::Strategic;
use zerosum_games::strategic::numbers::RuleSet;
use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::strategic::spec::StrategicSpec;
use zerosum_games::ultimate::{Ultimate, UltimateRules};
use zerosum_search::any::AnySearcher;
use zerosum_search::deepening::evaluation::NoEvaluation;
use zerosum_search::deepening::iterative_deepening::GenericSearcher;
use zerosum_search::deepening::options::Options;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::mnk::value;
use zerosum_search::searcher::{SearchResult, Searcher};

use crate::support::mnk_positions::{crowded_position, spec};

const SIGNATURE: &str = include_str!("../signature.txt");

/// Small enough that positions replace each other.
const TABLE_BYTES: usize = 1 << 16;

#[test]
fn the_searches_have_their_signature() {
    let mut found = String::new();
    let board = |name| Mnk::new(spec(name));
    found += &of_generic("4x4x3", &board("4x4x3"), 9);
    found += &of_generic("4x4x4", &board("4x4x4"), 9);
    found += &of_generic("sheep", &Sheep::new(SheepStart::default()), 14);
    found += &of_generic("ultimate", &Ultimate::new(UltimateRules::STANDARD), 5);
    for rules in UltimateRules::NAMED {
        let position = Ultimate::new(rules);
        let spec = GameSpec::Ultimate(rules);
        found += &of_game(spec, &AnyGame::Ultimate(Box::new(position)), 20_000);
    }
    for rule_set in RuleSet::ALL {
        let position = Strategic::new(StrategicRules::usual(rule_set));
        let spec = StrategicSpec::of(position.rules()).expect("it is played");
        let position = AnyGame::Strategic(Box::new(position));
        found += &of_game(GameSpec::Strategic(spec), &position, 20_000);
    }
    for (name, plies, nodes_max) in [
        ("4x4x4", 2, u64::MAX),
        ("5x5x4", 6, 20_000),
        ("6x6x4", 6, 20_000),
        ("8x8x5", 12, 20_000),
        ("15x15x5", 8, 20_000),
        ("15x15x5", 14, 20_000),
    ] {
        for number in 0..4 {
            let position = crowded_position(spec(name), plies, number, 2);
            let Some(position) = position else { continue };
            found +=
                &of_game(GameSpec::Mnk(spec(name)), &AnyGame::Mnk(Box::new(position)), nodes_max);
        }
    }
    for name in ["5x4x4", "5x5x4", "6x5x4", "6x6x5"] {
        let value = value::prove(spec(name), TABLE_BYTES, u64::MAX, &mut Unwatched);
        let _ = writeln!(found, "proof of {name}: {value:?}");
    }
    assert_eq!(found, SIGNATURE, "{found}");
}

fn of_generic<G: Game>(name: &str, position: &G, depth: u16) -> String {
    let mut searcher = GenericSearcher::<NoEvaluation<G>>::new(Options::full(TABLE_BYTES));
    let result = searcher.search(position, Limits::of_depth(depth), &mut Unwatched);
    format!("any game, {name}: {}\n", signature_of(&result))
}

/// The result of a searcher of the game, and the scores of all moves three plies deep, weighted by
/// the numbers of the moves and summed.
fn of_game(spec: GameSpec, position: &AnyGame, nodes_max: u64) -> String {
    let mut searcher = AnySearcher::of(spec, TABLE_BYTES);
    let result = searcher.search(position, Limits::of_nodes(nodes_max), &mut Unwatched);
    let ranking = searcher.analyze(position, Limits::of_depth(3), &mut Unwatched).moves;
    let numbered = (1..).zip(&ranking);
    let sum: i64 = numbered.map(|(number, scored)| number * i64::from(scored.score.value())).sum();
    format!("{}: {}, moves {sum}\n", spec.name(), signature_of(&result))
}

fn signature_of(result: &SearchResult) -> String {
    let best = result.best.expect("the game is in play");
    let (score, nodes) = (result.score.value(), result.statistics.nodes);
    format!("move {}, score {score}, {nodes} positions", best.0)
}
