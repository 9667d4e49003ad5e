//! Boards in characters, for chats in which no picture may be sent and for people who do not want one; and
//! short descriptions of pictures, for people who use a screen reader.

use std::ops::RangeInclusive;

use crate::scene::steps::{FIRST_NUMBER, Step};
use crate::scene::{Block, DEPTH_MAX, Fate, Lattice, Mark, NESTED_SIDE, Note, Scene, Spot};

/// Number of cells shown around the outermost marks of a large board.
const SURROUNDINGS: u8 = 1;

/// Boards with no more columns and rows are shown as a whole.
const WHOLE_MAX: u8 = 9;

/// Numbers of moves, as wide as other emoji.
const KEYCAPS: [&str; 9] = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣"];

/// The board as rows of emoji, which are all of one width, with its coordinates if it has any. Of a
/// large one, only the rows and columns with something to see are drawn.
pub fn drawn(scene: &Scene) -> String {
    let (columns, rows) = shown(scene);
    let has_letters = scene.has_coordinates() && !is_deep(scene);
    let mut lines = Vec::new();
    if has_letters {
        lines.push(letters(scene, columns.clone()));
    }
    for row in rows.clone() {
        if is_after_gap(scene, row) && row != *rows.start() {
            lines.push(String::new());
        }
        let mut line = String::new();
        for column in columns.clone() {
            if is_after_gap(scene, column) && column != *columns.start() {
                line.push(' ');
            }
            line.push_str(character(scene, Spot::new(column, row)));
        }
        if has_letters {
            // Behind the cells, where it moves none of them.
            line.push_str(&format!(" {}", row + 1));
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// Describes the marks with their cells and all else that is seen, in signs and, where they do not
/// suffice, words: `❌ a1, b2. ⭕ c3. Last: c3.` A board of boards of boards is told by numbers from the
/// largest board to the cell, and how many marks there are where no move can be made now:
/// `❌ 5 4 1, 22 ×. ⭕ 23 ×. Last: 9 5 4. 2: ❌. 4 1: ⭕. 🟩 5 4.`
pub fn description(scene: &Scene) -> String {
    let mut parts = listed(scene, |spot| name(scene, spot));
    let lasts: Vec<String> = scene.last_moves().iter().map(|spot| name(scene, *spot)).collect();
    if !lasts.is_empty() {
        parts.push(format!("Last: {}", lasts.join("–")));
    }
    parts.extend(decided(scene));
    parts.extend(offered(scene));
    parts.extend(noted(scene));
    parts.iter().map(|part| format!("{part}.")).collect::<Vec<_>>().join(" ")
}

/// Describes the board in text: the marks with their cells, which are easily read out, above the board in
/// emoji. If both are longer than `units_max` UTF-16 code units, one of them is left out: the list, or else
/// the board; `None` if neither fits alone.
pub fn text_alternative(scene: &Scene, units_max: usize) -> Option<String> {
    let drawn = drawn(scene);
    let name = |spot| match scene.last_moves().contains(&spot) {
        true => format!("‹{}›", name(scene, spot)),
        false => name(scene, spot),
    };
    let mut lines = listed(scene, name);
    lines.extend(decided(scene));
    lines.extend(offered(scene));
    lines.extend(noted(scene));
    let list = lines.join("\n");
    let both = if list.is_empty() { drawn.clone() } else { format!("{list}\n\n{drawn}") };
    let fits = |text: &String| !text.is_empty() && text.encode_utf16().count() <= units_max;
    [both, drawn, list].into_iter().find(fits)
}

/// Each mark with its cells, row by row, as they are named here. Those of a board of boards of boards
/// are too many to be heard: the ones where the next move can be made, and the number of the others.
fn listed(scene: &Scene, name: impl Fn(Spot) -> String) -> Vec<String> {
    let cells_of = |mark: Mark| -> Vec<String> {
        let spots = scene.spots().filter(|spot| scene.mark(*spot) == Some(mark));
        let (told, counted): (Vec<Spot>, Vec<Spot>) =
            spots.partition(|spot| !is_deep(scene) || scene.is_in_target(*spot));
        let count = (!counted.is_empty()).then(|| format!("{} ×", counted.len()));
        told.into_iter().map(&name).chain(count).collect()
    };
    let lists = Mark::ALL.map(|mark| (sign(mark), cells_of(mark)));
    let lists = lists.into_iter().filter(|(_, cells)| !cells.is_empty());
    lists.map(|(sign, cells)| format!("{sign} {}", cells.join(", "))).collect()
}

/// Describes each decided board within the board, with its winner.
fn decided(scene: &Scene) -> Vec<String> {
    let line = |(block, fate): &(Block, Fate)| {
        let sign = match fate {
            Fate::Won(mark) | Fate::Held(mark) => sign(*mark),
            Fate::Drawn => "➖",
        };
        format!("{}: {sign}", area(scene, *block))
    };
    // Boards within a closed board add nothing.
    let is_told = |(block, _): &&(Block, Fate)| !scene.is_within_closed(*block);
    scene.fates().iter().filter(is_told).map(line).collect()
}

/// Describes where the next move may go, or which cells the buttons are.
fn offered(scene: &Scene) -> Option<String> {
    let boards = scene.targets().iter().map(|block| area(scene, *block));
    let window = scene.window().map(|window| ends(scene, window));
    let cells = scene.hints().iter().map(|spot| name(scene, *spot));
    let offers: Vec<String> = boards.chain(window).chain(cells).collect();
    (!offers.is_empty()).then(|| format!("🟩 {}", offers.join(", ")))
}

/// The free cells that are good, even or the best, with the moves after which that shows. The rest is seen
/// on the board.
fn noted(scene: &Scene) -> Vec<String> {
    let cells = |wanted: fn(Note) -> Option<Option<u8>>| -> Vec<String> {
        let notes = scene.notes().iter();
        let told = notes.filter_map(|(spot, note)| Some((name(scene, *spot), wanted(*note)?)));
        let told = told.map(|(name, moves)| match moves {
            Some(moves) => format!("{name} ({moves})"),
            None => name,
        });
        told.collect()
    };
    let good = cells(|note| if let Note::Good(moves) = note { Some(Some(moves)) } else { None });
    let even = cells(|note| (note == Note::Even).then_some(None));
    let best = cells(|note| (note == Note::Best).then_some(None));
    let mistakes = cells(|note| (note == Note::Mistake).then_some(None));
    let forbidden = cells(|note| (note == Note::Forbidden).then_some(None));
    let lists = [("🟢", good), ("🟡", even), ("⭐", best), ("🔴", mistakes), ("✕", forbidden)];
    let lists = lists.into_iter().filter(|(_, cells)| !cells.is_empty());
    let lists = lists.map(|(sign, cells)| format!("{sign} {}", cells.join(", ")));
    lists.chain(followed(scene)).collect()
}

/// The moves that follow the first one of a line, each with its number: `2 ❌ a3, 3 ⭕ c1`.
fn followed(scene: &Scene) -> Option<String> {
    let told = |step: &Step| {
        let from = step.from.map(|from| format!("{}–", name(scene, from))).unwrap_or_default();
        format!("{} {} {from}{}", step.number, sign(step.mark), name(scene, step.to))
    };
    let steps = scene.steps().iter().filter(|step| step.number > FIRST_NUMBER);
    let told: Vec<String> = steps.map(told).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

fn is_deep(scene: &Scene) -> bool {
    scene.depth() == DEPTH_MAX
}

/// One of the boards within the board.
fn area(scene: &Scene, block: Block) -> String {
    if is_deep(scene) { numbers(&block.path()) } else { ends(scene, scene.corners(block)) }
}

/// An area by its first and its last cell.
fn ends(scene: &Scene, (first, last): (Spot, Spot)) -> String {
    format!("{}–{}", name(scene, first), name(scene, last))
}

/// A cell as moves are written.
fn name(scene: &Scene, spot: Spot) -> String {
    match is_deep(scene) {
        true => numbers(&spot.path(scene.depth())),
        false => format!("{}{}", letter(spot.column), spot.row + 1),
    }
}

/// Numbers from the largest board to the smallest, as people count.
fn numbers(path: &[u8]) -> String {
    let numbers: Vec<String> = path.iter().map(|number| (number + 1).to_string()).collect();
    numbers.join(" ")
}

/// No board has more columns than there are letters, but for one.
fn letter(column: u8) -> char {
    char::from_u32(u32::from('a') + u32::from(column))
        .filter(char::is_ascii_lowercase)
        .unwrap_or('?')
}

/// Keeps two regional indicators from making a flag.
const NO_FLAG: char = '\u{200c}';

/// The names of columns in letters that are emoji, as wide as those below them in every font.
fn letters(scene: &Scene, columns: RangeInclusive<u8>) -> String {
    let mut line = String::new();
    for column in columns.clone() {
        if is_after_gap(scene, column) && column != *columns.start() {
            line.push(' ');
        }
        line.extend(char::from_u32(u32::from('🇦') + u32::from(column)));
        line.push(NO_FLAG);
    }
    line
}

/// The columns and the rows that are drawn.
fn shown(scene: &Scene) -> (RangeInclusive<u8>, RangeInclusive<u8>) {
    let whole = (0..=scene.columns() - 1, 0..=scene.rows() - 1);
    if scene.columns().max(scene.rows()) <= WHOLE_MAX {
        return whole;
    }
    let marked = scene.spots().filter(|spot| scene.mark(*spot).is_some());
    let window = scene.window().into_iter().flat_map(|(first, last)| [first, last]);
    let seen: Vec<Spot> = marked.chain(window).collect();
    let span = |of: fn(&Spot) -> u8, size: u8| {
        let (least, most) = (seen.iter().map(of).min()?, seen.iter().map(of).max()?);
        Some(least.saturating_sub(SURROUNDINGS)..=(most + SURROUNDINGS).min(size - 1))
    };
    let spans = span(|spot| spot.column, scene.columns()).zip(span(|spot| spot.row, scene.rows()));
    spans.unwrap_or(whole)
}

/// Returns whether one of the boards within the board begins with this column or row.
fn is_after_gap(scene: &Scene, index: u8) -> bool {
    scene.depth() > 0 && index > 0 && index.is_multiple_of(NESTED_SIDE)
}

fn character(scene: &Scene, spot: Spot) -> &'static str {
    scene.mark(spot).map_or_else(|| empty(scene, spot), sign)
}

fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Cross => "❌",
        Mark::Nought => "⭕",
        Mark::BlackStone => "⚫\u{fe0f}",
        Mark::WhiteStone => "⚪\u{fe0f}",
        Mark::RedPiece => "🔴",
        Mark::YellowPiece => "🟡",
        Mark::Sheep => "🐑",
        Mark::Wolf => "🐺",
    }
}

/// Returns whether red and yellow pieces are on the board.
fn has_pieces(scene: &Scene) -> bool {
    let is_piece = |mark| matches!(mark, Some(Mark::RedPiece | Mark::YellowPiece));
    scene.spots().any(|spot| is_piece(scene.mark(spot)))
}

/// A free cell: green if something can be put there, dark if its board is closed.
fn empty(scene: &Scene, spot: Spot) -> &'static str {
    let note = scene.notes().iter().find(|(noted, _)| *noted == spot);
    match note.map(|(_, note)| note) {
        Some(Note::Good(_)) => return "🟢",
        // The usual signs are pieces there.
        Some(Note::Even) if has_pieces(scene) => return "🟰",
        Some(Note::Bad(_)) if has_pieces(scene) => return "❎",
        Some(Note::Even) => return "🟡",
        Some(Note::Bad(_)) => return "🔴",
        Some(Note::Best) => return "⭐",
        Some(Note::Open | Note::Mistake | Note::Forbidden) | None => {}
    }
    if let Some(step) = scene.step_in(spot) {
        return KEYCAPS[usize::from(step.number - FIRST_NUMBER)];
    }
    let is_framed = scene.window().is_some_and(|ends| spot.is_between(ends));
    match scene.lattice() {
        _ if scene.is_closed(spot) => "⬛",
        _ if scene.is_in_target(spot) || is_framed || scene.hints().contains(&spot) => "🟩",
        Lattice::Checkered if spot.is_dark() => "🟫",
        Lattice::Cells | Lattice::Checkered => "⬜",
        Lattice::Crossings => "🟨",
    }
}
