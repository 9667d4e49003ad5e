//! Distances as colours: from red for short ones over yellow to green for long ones.

use svg::Document;
use svg::node::element::{Group, Path, Rectangle, Text, Title};
use zerosum_picture::charts::heat_map::{self, TILES, Tile};
use zerosum_picture::theme::Colour;
use zerosum_picture::{DrawError, SIDE_PIXELS};

use crate::analyze::graph::NINE;
use crate::analyze::{Analysis, Cell};

/// Colours of the shortest, a medium and the longest distance.
const COLOURS: [[u8; 3]; 3] = [[222, 76, 62], [247, 220, 98], [88, 171, 92]];

/// Colour of a node that cannot be reached.
const NO_WAY: Colour = Colour { red: 190, green: 190, blue: 190 };

/// The side of a tactical cell in the SVG, between two of them, and what is added between strategic
/// cells and around them.
const CELL: usize = 90;
const GAP: usize = 6;
const WIDE_GAP: usize = 9;
const MARGIN: usize = 20;

/// Heat map of the distances between tactical cells.
pub(super) struct HeatMap {
    /// Title, as a sentence.
    title: String,
    tiles: [Tile; TILES],
    /// The tactical cells from which distances are counted.
    framed: Vec<usize>,
}

impl HeatMap {
    /// The distances from a cell, or else the average from each; `None` if there are no averages.
    pub(super) fn of(analysis: &Analysis, from: Option<Cell>) -> Option<HeatMap> {
        let Analysis { name, graph, distances, .. } = analysis;
        let node_of = |cell: usize| graph.node_of(cell / NINE, cell % NINE);
        let cells: [usize; TILES] = std::array::from_fn(|cell| cell);
        let Some(from) = from else {
            let averages = cells.map(|cell| distances.average_from(node_of(cell)));
            let averages = averages.into_iter().collect::<Option<Vec<_>>>()?;
            let values: Vec<_> = averages.iter().map(|average| Some(average.value())).collect();
            let title = format!("{name}: average distance from each tactical cell");
            let tiles = tiles(&values, |value| format!("{value:.2}"));
            return Some(HeatMap { title, tiles, framed: Vec::new() });
        };
        let start = analysis.node_of(from);
        let lengths: Vec<_> = distances.from(start).map(|length| length.map(f64::from)).collect();
        let values = cells.map(|cell| lengths[node_of(cell)]);
        let (strategic, tactical) = (from.strategic + 1, from.tactical + 1);
        let title = format!("{name}: distances from {strategic}.{tactical}");
        let framed = cells.into_iter().filter(|cell| node_of(*cell) == start).collect();
        Some(HeatMap { title, tiles: tiles(&values, |value| value.to_string()), framed })
    }

    pub(super) fn png(&self) -> Result<Vec<u8>, DrawError> {
        let framed = self.framed.iter().map(|cell| u8::try_from(*cell).unwrap_or(u8::MAX));
        let map = heat_map::HeatMap {
            tiles: self.tiles.clone(),
            framed: framed.collect(),
            description: self.description(),
        };
        Ok(heat_map::draw(&map, SIDE_PIXELS)?.file)
    }

    pub(super) fn svg(&self) -> String {
        let side = 2 * MARGIN + place(NINE - 1) + CELL;
        let mut document = Document::new()
            .set("viewBox", (0, 0, side, side))
            .set("font-family", "sans-serif")
            .set("font-size", CELL / 4)
            .set("text-anchor", "middle")
            .add(Title::new(self.description()))
            .add(Rectangle::new().set("width", side).set("height", side).set("fill", "white"));
        for (cell, tile) in self.tiles.iter().enumerate() {
            document = document.add(drawn(cell, tile, self.framed.contains(&cell)));
        }
        format!("{document}\n")
    }

    /// The title, and the labels by strategic cell.
    fn description(&self) -> String {
        let labels = |tiles: &[Tile]| {
            let labels: Vec<&str> = tiles.iter().map(|tile| tile.label.as_str()).collect();
            labels.join(" ")
        };
        let cells: Vec<String> = self.tiles.chunks(NINE).map(labels).collect();
        format!("{}. {}.", self.title, cells.join("; "))
    }
}

/// Position where a row or column of tactical cells begins, without the margin.
fn place(line: usize) -> usize {
    line * (CELL + GAP) + line / 3 * WIDE_GAP
}

/// Draws a tactical cell with the lines of its operational cells.
fn drawn(cell: usize, tile: &Tile, is_framed: bool) -> Group {
    let (strategic, tactical) = (cell / NINE, cell % NINE);
    let x = MARGIN + place(strategic % 3 * 3 + tactical % 3);
    let y = MARGIN + place(strategic / 3 * 3 + tactical / 3);
    let Colour { red, green, blue } = tile.colour;
    let third = CELL / 3;
    let lines = format!(
        "M{} {y}v{CELL}M{} {y}v{CELL}M{x} {}h{CELL}M{x} {}h{CELL}",
        x + third,
        x + 2 * third,
        y + third,
        y + 2 * third,
    );
    let paper = Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", CELL)
        .set("height", CELL)
        .set("fill", format!("#{red:02x}{green:02x}{blue:02x}"))
        .set("stroke", "#333333")
        .set("stroke-width", if is_framed { 5 } else { 1 });
    let rules = Path::new().set("d", lines).set("stroke", "#333333").set("stroke-opacity", 0.2);
    let label = Text::new(tile.label.as_str())
        .set("x", x + CELL / 2)
        .set("y", y + CELL / 2)
        .set("dominant-baseline", "central");
    Group::new().add(paper).add(rules).add(label)
}

fn tiles(values: &[Option<f64>], label: impl Fn(f64) -> String) -> [Tile; TILES] {
    let known = || values.iter().flatten().copied();
    let (least, most) = (known().fold(f64::INFINITY, f64::min), known().fold(0.0, f64::max));
    std::array::from_fn(|cell| match values[cell] {
        Some(value) => {
            let share = if most > least { (value - least) / (most - least) } else { 0.5 };
            Tile { colour: colour(share), label: label(value) }
        }
        None => Tile { colour: NO_WAY, label: String::new() },
    })
}

/// From the first colour at 0 to the last one at 1.
fn colour(share: f64) -> Colour {
    let [near, middle, far] = COLOURS;
    let (from, to, share) =
        if share < 0.5 { (near, middle, 2.0 * share) } else { (middle, far, 2.0 * share - 1.0) };
    let mixed = |index: usize| {
        let (from, to) = (f64::from(from[index]), f64::from(to[index]));
        // Between two bytes lies a byte.
        (from + (to - from) * share).round() as u8
    };
    Colour { red: mixed(0), green: mixed(1), blue: mixed(2) }
}
