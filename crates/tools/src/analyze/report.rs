//! The answers of `zerosum analyze` for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

use zerosum_games::strategic::numbers::RuleSet;

use crate::analyze::fraction::Fraction;
use crate::analyze::graph::{GOOD_RETURN, NINE};
use crate::analyze::search::{Found, Goal, Search};
use crate::analyze::{Analysis, Cell};

/// A line of the table for each set, the good ones marked.
pub(super) fn write_table(all: &[Analysis], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Distances between nodes in moves, those of nodes to themselves included.")?;
    writeln!(out)?;
    let width = all.iter().map(|analysis| analysis.name.len()).max().unwrap_or_default();
    writeln!(out, "{:<width$} rule set        average                  longest to itself", "set")?;
    for analysis in all {
        let distances = &analysis.distances;
        let good = if distances.has_good_returns() { " *" } else { "" };
        let longest = distances.diameter().map_or("-".to_owned(), |longest| longest.to_string());
        writeln!(
            out,
            "{:<width$} {:<15} {:<24} {longest:>7} {}{good}",
            analysis.name,
            rule_set_name(analysis.rule_set),
            average_text(distances.average()),
            lengths_text(&distances.distribution_of_returns()),
        )?;
    }
    let good = all.iter().filter(|analysis| analysis.distances.has_good_returns()).count();
    writeln!(out)?;
    writeln!(
        out,
        "* every node is at a distance of exactly {GOOD_RETURN} from itself: {good} sets."
    )
}

/// Writes all results about a set.
pub(super) fn write_set(analysis: &Analysis, out: &mut impl Write) -> io::Result<()> {
    let Analysis { name, rule_set, graph, distances } = analysis;
    let nodes = graph.nodes();
    let kind = match rule_set {
        RuleSet::Functional => "rows of three tactical cells",
        RuleSet::Tactical | RuleSet::Hyperfunctional => "tactical cells",
    };
    writeln!(out, "{name}, {}: {nodes} nodes, which are {kind}", rule_set_name(*rule_set))?;
    writeln!(out)?;
    writeln!(out, "Average distance: {}", average_text(distances.average()))?;
    match distances.diameter() {
        Some(longest) => writeln!(out, "Longest distance: {longest}")?,
        None => writeln!(out, "Longest distance: none, some nodes cannot be reached from others")?,
    }
    writeln!(out, "Of nodes to themselves: {}", counts_text(&distances.distribution_of_returns()))?;
    writeln!(out, "Of all pairs of nodes: {}", counts_text(&distances.distribution()))
}

/// The distances from a cell as a board of all tactical cells.
pub(super) fn write_board(analysis: &Analysis, from: Cell, out: &mut impl Write) -> io::Result<()> {
    let node = analysis.node_of(from);
    let lengths: Vec<Option<u8>> = analysis.distances.from(node).collect();
    let (strategic, tactical) = (from.strategic + 1, from.tactical + 1);
    writeln!(out)?;
    writeln!(out, "From strategic cell {strategic}, tactical cell {tactical}:")?;
    for row in 0..NINE {
        if row % 3 == 0 {
            writeln!(out)?;
        }
        let mut line = String::new();
        for column in 0..NINE {
            let cell = analysis.graph.node_of(row / 3 * 3 + column / 3, row % 3 * 3 + column % 3);
            let length = lengths[cell].map_or("-".to_owned(), |length| length.to_string());
            let space = if column > 0 && column % 3 == 0 { "  " } else { "" };
            line.push_str(&format!("{space}{length:>3}"));
        }
        writeln!(out, "{line}")?;
    }
    let average = average_text(analysis.distances.average_from(node));
    writeln!(out)?;
    writeln!(out, "Average from there: {average}")
}

/// Writes a set that a search has found, with its distances and the bound of their average.
pub(super) fn write_found(found: &Found, search: &Search, out: &mut impl Write) -> io::Result<()> {
    write_set(&Analysis::found(found), out)?;
    write_bound(search, found.average, out)?;
    write_digits(found, out)
}

/// Writes what is proven about the average.
fn write_bound(search: &Search, average: Fraction, out: &mut impl Write) -> io::Result<()> {
    let (bound, text) = (search.bound(), average_text(Some(search.bound())));
    let comparative = match search.goal {
        Goal::Shortest => "shorter",
        Goal::Longest => "longer",
    };
    if average == bound {
        writeln!(out, "No average can be {comparative}: the bound of {text} is reached.")
    } else {
        writeln!(out, "No average can be {comparative} than {text}; this bound is not reached.")
    }
}

/// Writes the digits of the set, as analysis and sheets read them, its game, and the seed that finds it.
fn write_digits(found: &Found, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Found with seed {}.", found.seed)?;
    if let Some(game) = &found.game {
        writeln!(out, "A game with it: {game}")?;
    }
    writeln!(out)?;
    writeln!(out, "{}", found.text)
}

pub(super) fn rule_set_name(rule_set: RuleSet) -> &'static str {
    match rule_set {
        RuleSet::Tactical => "tactical",
        RuleSet::Functional => "functional",
        RuleSet::Hyperfunctional => "hyperfunctional",
    }
}

fn average_text(average: Option<Fraction>) -> String {
    match average {
        Some(average) => format!("{average} = {:.7}", average.value()),
        None => "none".to_owned(),
    }
}

/// The lengths that occur: `2-4`.
fn lengths_text(counts: &BTreeMap<Option<u8>, u32>) -> String {
    let text = |length: Option<u8>| length.map_or("-".to_owned(), |length| length.to_string());
    match (counts.keys().next(), counts.keys().next_back()) {
        (Some(first), Some(last)) if first != last => format!("{}-{}", text(*first), text(*last)),
        (Some(only), _) => text(*only),
        (None, _) => String::new(),
    }
}

/// Each length and how often it occurs: `1 x 81, 2 x 243`.
fn counts_text(counts: &BTreeMap<Option<u8>, u32>) -> String {
    let text = |(length, count): (&Option<u8>, &u32)| match length {
        Some(length) => format!("{length} x {count}"),
        None => format!("no way x {count}"),
    };
    counts.iter().map(text).collect::<Vec<_>>().join(", ")
}
