//! `zerosum analyze strategic`: the figures of the source article, and distances and searches against
//! plain ways to find them.

use std::fs;

use clap::Parser;
use fastrand::Rng;
use tempfile::TempDir;
use zerosum_games::any::GameSpec;
use zerosum_games::strategic::numbers::{FunctionalSet, HyperSet, NumberSet};
use zerosum_tools::analyze::fraction::Fraction;
use zerosum_tools::analyze::graph::{Distances, Graph};
use zerosum_tools::analyze::search::{Found, Goal, Search, Shape};
use zerosum_tools::analyze::{Analyze, run};
use zerosum_tools::progress::Progress;

/// Command line with only this command.
#[derive(Debug, Parser)]
struct CommandLine {
    #[command(flatten)]
    analyze: Analyze,
}

/// Returns the output of the command, or its error.
fn answer(arguments: &[&str]) -> Result<String, String> {
    let line = ["analyze", "strategic"].iter().chain(arguments);
    let analyze = CommandLine::try_parse_from(line).map_err(|error| error.to_string())?.analyze;
    let mut written = Vec::new();
    run(&analyze, &mut written).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(written).expect("the answer is text"))
}

fn distances(name: &str) -> Distances {
    Graph::of_set(&NumberSet::named(name).expect("it is a set")).distances()
}

fn fraction(numerator: u32, denominator: u32) -> Option<Fraction> {
    Fraction::new(numerator, denominator)
}

/// All shortest ways by Floyd and Warshall, between nodes that are told by the rules alone: a move S T O
/// leads to the tactical cell O of a strategic cell. 81 tactical cells, in any rule set.
fn plain(number: impl Fn(usize, usize, usize) -> usize) -> Vec<Vec<Option<u32>>> {
    let mut ways = vec![vec![None; 81]; 81];
    for strategic in 0..9 {
        for tactical in 0..9 {
            for operational in 0..9 {
                let to = number(strategic, tactical, operational) * 9 + operational;
                ways[strategic * 9 + tactical][to] = Some(1);
            }
        }
    }
    for middle in 0..81 {
        for from in 0..81 {
            for to in 0..81 {
                if let (Some(one), Some(two)) = (ways[from][middle], ways[middle][to]) {
                    let best = ways[from][to].map_or(one + two, |way: u32| way.min(one + two));
                    ways[from][to] = Some(best);
                }
            }
        }
    }
    ways
}

/// Like [`plain`], but for a set by its numbers.
fn plain_of(numbers: &NumberSet) -> Vec<Vec<Option<u32>>> {
    let byte = |number: usize| u8::try_from(number).expect("it is below 9");
    plain(|strategic, tactical, operational| {
        let row = 3 * (tactical / 3) + operational / 3;
        let column = 3 * (tactical % 3) + operational % 3;
        numbers.number(byte(strategic), byte(row), byte(column)).into()
    })
}

/// The average between nodes: of tactical cells, or where only their row matters, of triplets.
fn plain_average(numbers: &NumberSet) -> Option<Fraction> {
    let ways = plain_of(numbers);
    let (mut sum, mut count) = (0, 0);
    match numbers {
        NumberSet::Hyper(_) => {
            for way in ways.iter().flatten() {
                sum += (*way)?;
                count += 1;
            }
        }
        NumberSet::Functional(_) => {
            for from in (0..81).step_by(3) {
                for to in (0..81).step_by(3) {
                    sum += (to..to + 3).filter_map(|to| ways[from][to]).min()?;
                    count += 1;
                }
            }
        }
    }
    Fraction::new(sum, count)
}

fn search(shape: Shape, goal: Goal, seed: u64, steps: u64) -> Search {
    let (steps, deadline) = (Some(steps), None);
    Search { shape, goal, seed, steps, runs: 1, concurrency: 1, deadline }
}

fn found(search: Search) -> Found {
    search.run(&Progress::hidden()).expect("a set is found")
}

#[test]
fn the_figures_of_the_article_come_out() {
    let tactical = Graph::tactical();
    assert_eq!(tactical.nodes(), 81);
    assert_eq!(tactical.distances().average(), fraction(17, 9));
    for name in ["map34", "map67"] {
        assert_eq!(distances(name).average(), fraction(72, 27), "{name}");
        assert!(distances(name).has_good_returns(), "{name}");
        assert_eq!(distances(name).returns().collect::<Vec<_>>(), [Some(3); 27], "{name}");
    }
    assert_eq!(distances("short").average(), fraction(22, 9));
    assert!(distances("short").has_good_returns());
    assert_eq!(distances("hshort").average(), fraction(1390, 729));
    assert!(distances("hshort").has_good_returns());
    let average = distances("hmap2").average().expect("all ways are there");
    assert_eq!(format!("{:.7}", average.value()), "2.2057613");
    assert_eq!(distances("hmap2").returns().collect::<Vec<_>>(), [Some(3); 81]);
    let functional = NumberSet::names().filter(|name| name.starts_with("map"));
    assert_eq!(functional.filter(|name| distances(name).has_good_returns()).count(), 16);
}

#[test]
fn distances_are_those_of_floyd_and_warshall() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..8 {
        // Few numbers leave some nodes out of reach.
        let limit = rng.u8(2..=9);
        let mut row = || std::array::from_fn(|_| rng.u8(..limit));
        let functional = FunctionalSet::new(std::array::from_fn(|_| row()));
        let hyper = HyperSet::new(std::array::from_fn(|_| std::array::from_fn(|_| row())));
        let functional = NumberSet::from(functional.expect("numbers are below 9"));
        let hyper = NumberSet::from(hyper.expect("numbers are below 9"));
        for numbers in [functional, hyper] {
            let graph = Graph::of_set(&numbers);
            let (fast, ways) = (graph.distances(), plain_of(&numbers));
            assert_eq!(fast.average(), plain_average(&numbers));
            for (from, ways) in ways.iter().enumerate() {
                let node = graph.node_of(from / 9, from % 9);
                for to in 0..graph.nodes() {
                    let members = (0..81).filter(|cell| graph.node_of(cell / 9, cell % 9) == to);
                    let way = members.filter_map(|cell| ways[cell]).min();
                    assert_eq!(fast.between(node, to).map(u32::from), way, "{from} {to}");
                }
            }
        }
    }
}

#[test]
fn the_shortest_functional_average_is_met() {
    let search =
        Search { runs: 4, concurrency: 2, ..search(Shape::Columns, Goal::Shortest, 1, 100_000) };
    assert_eq!(Some(search.bound()), fraction(66, 27));
    let found = found(search);
    assert_eq!(found.average, search.bound());
    assert_eq!(plain_average(&found.numbers), Some(found.average));
}

#[test]
fn a_hyperfunctional_set_is_found_that_is_hardly_longer_than_it_must_be() {
    let search = search(Shape::Hyperfunctional, Goal::Shortest, 6, 1_000_000);
    assert_eq!(Some(search.bound()), fraction(154, 81));
    let found = found(search);
    assert_eq!(plain_average(&found.numbers), Some(found.average));
    assert!(found.average < fraction(191, 100).expect("a number"), "{}", found.average);
    assert!(Graph::of_set(&found.numbers).distances().has_good_returns());
    // A game is played with symmetric numbers; free ones are better.
    let played = found.played.expect("it is another one");
    assert!(found.game.is_none() && played.game.is_some());
    assert!(found.average < played.average && played.played.is_none());
    assert_eq!(plain_average(&played.numbers), Some(played.average));
    assert!(Graph::of_set(&played.numbers).distances().has_good_returns());
}

#[test]
fn equal_seeds_find_equal_sets_however_many_run() {
    let one = search(Shape::Hyperfunctional, Goal::Shortest, 3, 200_000);
    let found_once = found(one);
    assert_eq!(found(one).text, found_once.text);
    assert_eq!(plain_average(&found_once.numbers), Some(found_once.average));
    assert!(Graph::of_set(&found_once.numbers).distances().has_good_returns());
    assert_ne!(found(Search { seed: 4, ..one }).text, found_once.text);
    let more = Search { runs: 3, ..one };
    let best = found(more);
    assert_eq!(found(Search { concurrency: 3, ..more }).text, best.text);
    assert!(best.average <= found_once.average);
    assert_eq!(found(Search { seed: best.seed, ..one }).text, best.text);
}

#[test]
fn a_longest_search_keeps_its_condition() {
    let found = found(search(Shape::Functional, Goal::Longest, 1, 20_000));
    assert!(found.average > fraction(4, 1).expect("a number"), "{}", found.average);
    assert_eq!(plain_average(&found.numbers), Some(found.average));
    assert!(Graph::of_set(&found.numbers).distances().has_good_returns());
}

#[test]
fn what_is_found_is_printed_as_sets_are_read() {
    let text = answer(&["--search", "hyperfunctional", "--steps", "200000", "--seed", "3"]);
    let text = text.expect("a set is found");
    let digits = text.lines().last().expect("there are lines");
    assert_eq!(digits.len(), 729);
    let game = text.lines().find_map(|line| line.strip_prefix("A game with it: "));
    let (spec, _) = GameSpec::from_alias(game.expect("it is played")).expect("it is a game");
    assert_eq!(GameSpec::from_alias(&format!("strategic-hyper-{digits}")), Some((spec, None)));
    let again = answer(&[digits]).expect("it is read");
    let average = again.lines().find(|line| line.starts_with("Average distance: "));
    assert!(text.contains(average.expect("the average is told")), "{text}\n{again}");
    assert!(text.contains("No average can be shorter than 154/81 = 1.9012346"), "{text}");
}

#[test]
fn a_set_is_told_in_text_and_in_json() {
    let text = answer(&["map34", "--from", "5.4.1"]).expect("it is told");
    assert!(text.contains("Average distance: 8/3 = 2.6666667\nLongest distance: 4\n"), "{text}");
    assert!(text.contains("Of nodes to themselves: 3 x 27\n"), "{text}");
    assert!(text.contains("\n  1  1  1    2  2  2    3  3  3\n"), "{text}");
    let json = answer(&["tactical", "--json"]).expect("it is told");
    let start = concat!(
        r#"{"version":1,"sets":[{"name":"tactical","rule_set":"tactical","nodes":81,"#,
        r#""average":{"numerator":17,"denominator":9,"value":"#,
    );
    let end = concat!(
        r#""longest":2,"to_itself":{"1":9,"2":72},"distances":{"1":729,"2":5832}}]}"#,
        "\n",
    );
    assert!(json.starts_with(start) && json.ends_with(end), "{json}");
    let table = answer(&[]).expect("it is told");
    assert_eq!(table.lines().filter(|line| line.starts_with("map")).count(), 64);
}

#[test]
fn a_heat_map_is_written_once_and_over_nothing() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (svg, png) = (path("a.svg"), path("a.png"));
    let line = ["hmap2", "--svg", &svg, "--png", &png, "--from", "1.1"];
    answer(&line).expect("it is drawn");
    let text = fs::read_to_string(&svg).expect("it is there");
    assert!(text.contains("hmap2: distances from 1.1. ") && text.matches("<text").count() == 81);
    assert!(fs::read(&png).expect("it is there").starts_with(b"\x89PNG"));
    let error = answer(&line).expect_err("the file is there");
    assert!(error.starts_with("cannot make the file "), "{error}");
}

#[test]
fn a_set_without_averages_has_no_heat_map_of_them() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("a.svg").to_string_lossy().into_owned();
    let own = "1".repeat(27);
    let error = answer(&[&own, "--svg", &path]).expect_err("nodes are out of reach");
    assert_eq!(error, "a heat map of averages needs a way from every node to every node");
    let text = answer(&[&own, "--svg", &path, "--from", "1.1"]).expect("distances are drawn");
    assert!(text.contains("Average distance: none\n"), "{text}");
}

#[test]
fn arguments_that_say_nothing_are_refused() {
    for (arguments, reason) in [
        (&["map99"][..], "\"map99\" is neither tactical nor the name of a number set"),
        (&["0"], "a hyperfunctional one 729, or 81 behind 's', found 1"),
        (&[&"0".repeat(81)], "strategic cell 1, row 1: a number is from 1 to 9, found '0'"),
        (&["map34", "--from", "0.1"], "a cell is 2 or 3 numbers from 1 to 9"),
        (&["map34", "--from", "5"], "a cell is 2 or 3 numbers from 1 to 9"),
        (&["--from", "5.4"], "required arguments were not provided"),
        (&["--seed", "5"], "required arguments were not provided"),
        (&["--search", "columns", "--steps", "0"], "0 is not in 1..="),
    ] {
        let error = answer(arguments).expect_err("it is refused");
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}
