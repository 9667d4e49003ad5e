//! Numbers of a search: a set that is changed one step at a time.

use fastrand::Rng;
use zerosum_games::strategic::numbers::{FunctionalSet, HyperSet, NumberSet};

use crate::analyze::graph::{Graph, NINE, TRIPLETS, place_in_strategic, small};
use crate::analyze::search::Shape;
use crate::analyze::search::annealing::Change;

/// The columns of strategic cells.
const COLUMNS: usize = 3;

/// Numbers of a set of some shape.
///
/// Invariant: there are as many numbers as edges, each below 9; in the shape of columns the lists of
/// the three rows of strategic cells are equal, and each has every number once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    shape: Shape,
    /// By node and by part that is chosen, as the edges of a [`Graph`].
    values: Vec<u8>,
}

impl Numbers {
    /// Random numbers.
    pub(super) fn random(shape: Shape, rng: &mut Rng) -> Numbers {
        if shape == Shape::Columns {
            let mut lists = [[0, 1, 2, 3, 4, 5, 6, 7, 8]; COLUMNS];
            lists.iter_mut().for_each(|list| rng.shuffle(list));
            return Numbers { shape, values: lists.as_flattened().repeat(COLUMNS) };
        }
        let values = (0..edges(shape)).map(|_| rng.u8(..9));
        Numbers { shape, values: values.collect() }
    }

    /// Numbers whose graph is long: a chain of triangles, in which a single edge leads on to the next one and
    /// all other edges lead to the beginning. The faults of the graph are at the beginning, too.
    pub(super) fn chain(shape: Shape) -> Numbers {
        let parts = parts(shape);
        let nodes = NINE * parts;
        // The first nodes of two triangles in a row are different parts, because an edge leads to both.
        let shift = if parts == NINE { 3 } else { 1 };
        let part = |place: usize| (place / 3 * shift + place % 3) % parts;
        let mut used = vec![0; parts];
        let chain: Vec<usize> = (0..nodes)
            .map(|place| {
                let strategic = &mut used[part(place)];
                *strategic += 1;
                (*strategic - 1) * parts + part(place)
            })
            .collect();
        let mut values = vec![0; edges(shape)];
        for (place, node) in chain.iter().enumerate() {
            let on = (place + 1 < nodes).then_some(place + 1);
            let back = (place % 3 == 2).then(|| place - 2);
            for chosen in 0..parts {
                let mut ahead = on.iter().chain(&back).copied();
                let to = ahead.find(|ahead| part(*ahead) == chosen);
                let home = || (0..nodes).find(|home| *home != place && part(*home) == chosen);
                let to = to.or_else(home).map_or(*node, |to| chain[to]);
                values[node * parts + chosen] = small(to / parts);
            }
        }
        Numbers { shape, values }
    }

    /// Numbers of the hyperfunctional shape: of each operational cell, by its strategic and tactical cell.
    pub(super) fn hyperfunctional(number: impl Fn(usize, usize, usize) -> u8) -> Numbers {
        let shape = Shape::Hyperfunctional;
        let place = |place: usize| number(place / (NINE * NINE), place / NINE % NINE, place % NINE);
        Numbers { shape, values: (0..edges(shape)).map(place).collect() }
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn graph(&self) -> Graph {
        let parts = parts(self.shape);
        Graph::of_parts(parts, |node, part| self.value(node * parts + part))
    }

    /// Returns the number at an index: the strategic cell to which an edge leads.
    pub(super) fn value(&self, place: usize) -> usize {
        usize::from(self.values[place])
    }

    /// The node to which an edge leads.
    pub(super) fn target(&self, place: usize) -> usize {
        let parts = parts(self.shape);
        self.value(place) * parts + place % parts
    }

    /// Indexes of the edges of a node.
    pub(super) fn places(&self, node: usize) -> std::ops::Range<usize> {
        let parts = parts(self.shape);
        node * parts..(node + 1) * parts
    }

    /// Returns a small random change that keeps the shape; an empty one if it would change nothing.
    pub(super) fn proposal(&self, rng: &mut Rng) -> Vec<Change> {
        let changed = |place: usize, after: u8| {
            let before = self.values[place];
            Change { place, before, after }
        };
        if self.shape == Shape::Columns {
            let (column, one, two) = (rng.usize(..COLUMNS), rng.usize(..NINE), rng.usize(..NINE));
            if one == two {
                return Vec::new();
            }
            let cells = (0..COLUMNS).map(|row| (row * COLUMNS + column) * NINE);
            let swap = |first: usize| {
                let (one, two) = (first + one, first + two);
                [changed(one, self.values[two]), changed(two, self.values[one])]
            };
            return cells.flat_map(swap).collect();
        }
        let place = rng.usize(..self.values.len());
        let change = changed(place, rng.u8(..9));
        if change.before == change.after { Vec::new() } else { vec![change] }
    }

    pub(super) fn set(&mut self, place: usize, number: u8) {
        self.values[place] = number;
    }

    pub(super) fn number_set(&self) -> NumberSet {
        match self.shape {
            Shape::Columns | Shape::Functional => NumberSet::from(self.functional()),
            Shape::Hyperfunctional => NumberSet::from(self.hyper()),
        }
    }

    /// All digits of the set, even if it has a name or a shorter form.
    pub(super) fn text(&self) -> String {
        match self.shape {
            Shape::Columns | Shape::Functional => self.functional().to_string(),
            Shape::Hyperfunctional => self.hyper().digits(),
        }
    }

    fn functional(&self) -> FunctionalSet {
        let row = |strategic: usize, row: usize| self.values[strategic * NINE + row];
        let rows = |strategic| std::array::from_fn(|number| row(strategic, number));
        FunctionalSet::new(std::array::from_fn(rows)).expect("every number is below 9")
    }

    fn hyper(&self) -> HyperSet {
        let mut numbers = [[[0; NINE]; NINE]; NINE];
        for (place, number) in self.values.iter().enumerate() {
            let (strategic, tactical, operational) =
                (place / (NINE * NINE), place / NINE % NINE, place % NINE);
            let (row, column) = place_in_strategic(tactical, operational);
            numbers[strategic][row][column] = *number;
        }
        HyperSet::new(numbers).expect("every number is below 9")
    }
}

/// Parts of a strategic cell.
pub(super) fn parts(shape: Shape) -> usize {
    match shape {
        Shape::Columns | Shape::Functional => TRIPLETS,
        Shape::Hyperfunctional => NINE,
    }
}

fn edges(shape: Shape) -> usize {
    let parts = parts(shape);
    NINE * parts * parts
}
