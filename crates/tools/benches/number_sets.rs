//! Cost of the distances between all nodes of a number set.

use divan::{Bencher, black_box};
use zerosum_games::strategic::numbers::NumberSet;
use zerosum_tools::analyze::graph::{Distances, Graph};

fn main() {
    divan::main();
}

/// All pairs of 81 nodes, or of 27 in the functional rule set.
#[divan::bench(args = ["map34", "hmap2"])]
fn distances(bencher: Bencher<'_, '_>, name: &str) {
    let numbers = NumberSet::named(name).expect("it is a set");
    bencher.bench_local(|| -> Distances { Graph::of_set(black_box(&numbers)).distances() });
}
