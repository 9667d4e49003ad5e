//! Moves without the name of their game: `h8i9h9`, `1. h8 i9 2. h9` or `h8-i9-h9`.

use crate::any::GameSpec;
use crate::family::Family;
use crate::mnk::MnkSpec;
use crate::mnk::rule::Rule;
use crate::record::{Record, RecordError, reading};
use crate::side::Side;
use crate::{Game, typing};

/// Minimum number of cells that make a record on their own. Two of them may be one step.
const CELLS_MIN: usize = 3;

/// Two are enough after a number, or before a result.
const MARKED_CELLS_MIN: usize = 2;

/// The usual first move of games of gomoku, rare on boards of other sizes.
const GOMOKU_MIDDLE: &str = "h8";

/// Maximum number of moves of a text that an error names.
const TOLD_MAX: usize = 8;

/// A part of a text of moves.
enum Part {
    /// The number of a move.
    Number(String),
    Cell {
        text: String,
        /// True if it stands in a word with the one before.
        is_joined: bool,
    },
}

/// A text that is nothing but moves.
struct Moves<'a> {
    parts: Vec<Part>,
    result: Option<&'a str>,
    is_one_word: bool,
}

/// Returns whether a text is nothing but moves, and no single one.
pub(super) fn is_moves(text: &str) -> bool {
    let Some(moves) = Moves::of(text) else { return false };
    let cells: Vec<&str> = moves.cells().collect();
    let is_numbered = matches!(moves.parts.first(), Some(Part::Number(number)) if number == "1");
    let is_step = || {
        let sheep = GameSpec::offered().into_iter().filter(|spec| is_of_steps(*spec));
        moves.result.is_none()
            && sheep.map(GameSpec::start).any(|start| start.read_move(&cells.concat()).is_ok())
    };
    cells.len() >= CELLS_MIN
        || cells.len() == MARKED_CELLS_MIN && (is_numbered || moves.result.is_some()) && !is_step()
}

/// Finds the game of a text of moves: one of steps if they are steps; gomoku if they fit it and are one word,
/// as its programs write them, or begin in the middle of its board; else the only game that they fit.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let Some(moves) = Moves::of(text) else { return Err(RecordError::Head) };
    let gomoku = GameSpec::Mnk(MnkSpec::GOMOKU);
    let offered = || GameSpec::offered_first().into_iter().chain(GameSpec::offered_next());
    let read = |spec| Record::of_moves(spec, &moves.text(is_of_steps(spec)));
    if moves.are_steps()
        && let Some(record) =
            offered().filter(|spec| is_of_steps(*spec)).find_map(|spec| read(spec).ok())
    {
        return Ok(record);
    }
    let is_from_middle = moves.cells().next() == Some(GOMOKU_MIDDLE);
    if (moves.is_one_word || is_from_middle)
        && let Ok(record) = read(gomoku)
    {
        return Ok(record);
    }
    let is_meant = |spec: &GameSpec| !is_of_steps(*spec) && *spec != gomoku && !has_rule(*spec);
    let others = offered().filter(is_meant);
    let (mut fitting, mut furthest) = (Vec::new(), None);
    for spec in [gomoku].into_iter().chain(others) {
        match read(spec) {
            Ok(record) => fitting.push(record),
            Err(error) => {
                let plies = plies_before(&error);
                if furthest.as_ref().is_none_or(|(most, _)| *most < plies) {
                    furthest = Some((plies, error));
                }
            }
        }
    }
    match (fitting.len(), fitting.pop()) {
        (1, Some(record)) => Ok(record),
        (0, _) | (_, None) => Err(furthest.map_or(RecordError::Head, |(_, error)| error)),
        // An example: not the largest board if another one will do.
        (_, Some(last)) => Err(moves.of_several(fitting.get(1).unwrap_or(&last).spec())),
    }
}

/// Returns whether moves of the game go from a cell to another one.
pub(super) fn is_of_steps(spec: GameSpec) -> bool {
    spec.family() == Family::Sheep
}

/// Returns whether a game has another rule about rows than moves alone are taken to have.
fn has_rule(spec: GameSpec) -> bool {
    matches!(spec, GameSpec::Mnk(board) if board.rule() != Rule::Free)
}

/// Splits a word of several moves into a text for each; `None` for any other word.
pub(super) fn moves_of_word(word: &str, spec: GameSpec) -> Option<Vec<String>> {
    let moves = Moves::of(word).filter(|moves| moves.result.is_none())?;
    let cells: Vec<&str> = moves.cells().collect();
    let size = if is_of_steps(spec) { 2 } else { 1 };
    // Two cells without anything between them are a step of another game.
    let is_divided = word.contains(|sign: char| !sign.is_alphanumeric());
    let is_clear = cells.len() > MARKED_CELLS_MIN || is_divided;
    let is_whole = is_clear && cells.len() > size && cells.len().is_multiple_of(size);
    (is_whole && cells.len() == moves.parts.len())
        .then(|| cells.chunks(size).map(|cells| cells.concat()).collect())
}

/// Number of moves that were read before the fault.
fn plies_before(error: &RecordError) -> usize {
    match error {
        RecordError::Move { place, .. }
        | RecordError::Number { place, .. }
        | RecordError::Cut { place } => place.number * 2 + usize::from(place.side != Side::First),
        RecordError::Result { .. } => usize::MAX,
        _ => 0,
    }
}

impl<'a> Moves<'a> {
    fn of(text: &'a str) -> Option<Moves<'a>> {
        let text = text.trim();
        let last =
            text.split_whitespace().next_back().filter(|word| reading::result(word).is_some());
        let moves = text[..text.len() - last.map_or(0, str::len)].trim_end();
        let is_one_word = !moves.contains(char::is_whitespace);
        let parts = parts(moves)?;
        Some(Moves { parts, result: last, is_one_word })
    }

    fn cells(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Cell { text, .. } => Some(text.as_str()),
            Part::Number(_) => None,
        })
    }

    /// Returns whether all cells stand in pairs.
    fn are_steps(&self) -> bool {
        let mut groups: Vec<usize> = Vec::new();
        for part in &self.parts {
            match (part, groups.last_mut()) {
                (Part::Cell { is_joined: true, .. }, Some(group)) => *group += 1,
                (Part::Cell { .. }, _) => groups.push(1),
                (Part::Number(_), _) => {}
            }
        }
        groups.iter().all(|group| *group == 2)
    }

    /// The moves as records have them, with the result if there is one.
    fn text(&self, in_pairs: bool) -> String {
        let (mut text, mut cells) = (String::new(), 0);
        for part in &self.parts {
            match part {
                Part::Number(number) => {
                    text.push_str(number);
                    text.push_str(". ");
                }
                Part::Cell { text: cell, .. } => {
                    text.push_str(cell);
                    cells += 1;
                    if !in_pairs || cells % 2 == 0 {
                        text.push(' ');
                    }
                }
            }
        }
        text + self.result.unwrap_or_default()
    }

    fn of_several(&self, spec: GameSpec) -> RecordError {
        let mut cells = self.cells();
        let moves: Vec<String> = cells.by_ref().take(TOLD_MAX).map(str::to_owned).collect();
        RecordError::Several { spec, moves, is_all: cells.next().is_none() }
    }
}

/// The parts of a text; `None` if anything but moves and their numbers is in it.
fn parts(text: &str) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut is_open, mut is_joined) = (false, false);
    for sign in text.chars().flat_map(char::to_lowercase).map(typing::latin) {
        match (sign, parts.last_mut()) {
            ('0'..='9', Some(Part::Cell { text, .. })) if is_open || text.len() == 1 => {
                text.push(sign);
                is_open = true;
            }
            ('0'..='9', Some(Part::Number(number))) if is_open => number.push(sign),
            ('0'..='9', _) => {
                parts.push(Part::Number(sign.to_string()));
                is_open = true;
            }
            // A letter has its row.
            ('a'..='z', Some(Part::Cell { text, .. })) if text.len() == 1 => return None,
            ('a'..='z', last) => {
                let is_joined = is_joined && matches!(last, Some(Part::Cell { .. }));
                parts.push(Part::Cell { text: sign.to_string(), is_joined });
                is_open = false;
            }
            (sign, _) => {
                let is_between = sign.is_whitespace() || "-,;:.…)](`|/>→_".contains(sign);
                is_between.then_some(())?;
                is_open = false;
            }
        }
        is_joined = match sign {
            'a'..='z' | '0'..='9' => true,
            sign => is_joined && !sign.is_whitespace() && !matches!(sign, ',' | ';' | '.'),
        };
    }
    let is_whole = |part: &Part| !matches!(part, Part::Cell { text, .. } if text.len() == 1);
    parts.iter().all(is_whole).then_some(parts)
}
