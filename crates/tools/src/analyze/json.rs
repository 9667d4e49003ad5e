//! The answers of `zerosum analyze` for programs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::analyze::fraction::Fraction;
use crate::analyze::report::rule_set_name;
use crate::analyze::search::{Found, Search};
use crate::analyze::{Analysis, Cell};

/// Counts the changes of the JSON that break its readers.
const JSON_VERSION: u32 = 1;

/// Sets and their distances.
#[derive(Serialize)]
pub(super) struct JsonAnswer {
    version: u32,
    sets: Vec<JsonSet>,
}

/// A set that a search has found.
#[derive(Serialize)]
pub(super) struct JsonFound {
    version: u32,
    seed: u64,
    numbers: String,
    game: Option<String>,
    bound: JsonFraction,
    is_bound_reached: bool,
    #[serde(flatten)]
    set: JsonSet,
    /// The best one that a game is played with, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Box<JsonFound>>,
}

#[derive(Serialize)]
struct JsonSet {
    name: String,
    rule_set: &'static str,
    nodes: usize,
    /// `null` if some nodes cannot be reached from others, and so is the longest distance.
    average: Option<JsonFraction>,
    longest: Option<u8>,
    /// Number of nodes at each distance from themselves.
    to_itself: BTreeMap<String, u32>,
    /// Number of pairs of nodes at each distance.
    distances: BTreeMap<String, u32>,
    /// The distances from a cell to all tactical cells, by strategic cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Vec<Vec<Option<u8>>>>,
}

#[derive(Serialize)]
struct JsonFraction {
    numerator: u32,
    denominator: u32,
    value: f64,
}

impl JsonAnswer {
    pub(super) fn of(all: &[Analysis], from: Option<Cell>) -> JsonAnswer {
        let sets = all.iter().map(|analysis| JsonSet::of(analysis, from));
        JsonAnswer { version: JSON_VERSION, sets: sets.collect() }
    }

    /// Writes a line.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write_line(self, out)
    }
}

impl JsonFound {
    pub(super) fn of(found: &Found, search: &Search) -> JsonFound {
        JsonFound {
            version: JSON_VERSION,
            seed: found.seed,
            numbers: found.text.clone(),
            game: found.game.clone(),
            bound: search.bound().into(),
            is_bound_reached: found.average == search.bound(),
            set: JsonSet::of(&Analysis::found(found), None),
            played: found.played.as_ref().map(|played| Box::new(JsonFound::of(played, search))),
        }
    }

    /// Writes a line.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write_line(self, out)
    }
}

impl JsonSet {
    fn of(analysis: &Analysis, from: Option<Cell>) -> JsonSet {
        let distances = &analysis.distances;
        let from = from.map(|from| {
            let lengths: Vec<_> = distances.from(analysis.node_of(from)).collect();
            let cell = |strategic, tactical| lengths[analysis.graph.node_of(strategic, tactical)];
            let cells = |strategic| (0..9).map(|tactical| cell(strategic, tactical)).collect();
            (0..9).map(cells).collect()
        });
        JsonSet {
            name: analysis.name.clone(),
            rule_set: rule_set_name(analysis.rule_set),
            nodes: analysis.graph.nodes(),
            average: distances.average().map(JsonFraction::from),
            longest: distances.diameter(),
            to_itself: named(distances.distribution_of_returns()),
            distances: named(distances.distribution()),
            from,
        }
    }
}

impl From<Fraction> for JsonFraction {
    fn from(fraction: Fraction) -> JsonFraction {
        JsonFraction {
            numerator: fraction.numerator(),
            denominator: fraction.denominator(),
            value: fraction.value(),
        }
    }
}

fn write_line(answer: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

/// Names the counts by their lengths; the name of a missing way is `none`.
fn named(counts: BTreeMap<Option<u8>, u32>) -> BTreeMap<String, u32> {
    let name = |length: Option<u8>| length.map_or("none".to_owned(), |length| length.to_string());
    counts.into_iter().map(|(length, count)| (name(length), count)).collect()
}
