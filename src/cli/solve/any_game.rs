//! The answer of `zerosum solve` for a game that is told by its moves, not by its cells.

use std::io::{self, Write};

use serde::Serialize;

use crate::cli::analysis::{Judgement, line_text, sentence, side_name, worth_text};
use crate::cli::solve::{JSON_VERSION, JsonVerdict};
use crate::games::any::{AnyGame, GameSpec};
use crate::games::mnk_values::proven_outcome;
use crate::games::{Game, Outcome};
use crate::search::Verdict;
use crate::search::score::Score;
use crate::search::thought::Distance;

/// The column of worths is no narrower.
const WORTH_WIDTH_MIN: usize = 12;

/// So much of a line is shown.
const LINE_PLIES_MAX: usize = 12;

/// Writes a line for every move, the best one first.
pub fn write_text(
    spec: GameSpec,
    position: &AnyGame,
    judgement: &Judgement,
    out: &mut impl Write,
) -> io::Result<()> {
    let worth = worth_text(judgement.score(), judgement.is_decided(), judgement.distance());
    let depth = judgement.depth().filter(|_| !judgement.is_decided());
    let at_depth = depth.map_or(String::new(), |depth| format!(" at depth {depth}"));
    writeln!(out, "{position}")?;
    let me = sentence(side_name(spec, position.turn()));
    writeln!(out, "{me} to move: {worth}{at_depth}")?;
    if !judgement.is_decided()
        && *position == spec.start()
        && let Some(claim) = proven_claim(spec)
    {
        writeln!(out, "{claim}")?;
    }
    writeln!(out)?;
    let worths = judgement.moves.iter();
    let worths = worths.map(|scored| worth_text(scored.score, scored.is_exact, scored.distance));
    let worths: Vec<String> = worths.collect();
    let width = worths.iter().map(String::len).max().unwrap_or_default().max(WORTH_WIDTH_MIN);
    for (scored, worth) in judgement.moves.iter().zip(&worths) {
        let text = position.move_text(scored.code);
        let line = &scored.line[..scored.line.len().min(LINE_PLIES_MAX)];
        let dots = if line.len() < scored.line.len() { " ..." } else { "" };
        writeln!(out, "{text:<5} {worth:<width$} {}{dots}", line_text(position, line))?;
    }
    writeln!(out)?;
    let best: Vec<String> = judgement.best_moves().map(|code| position.move_text(code)).collect();
    writeln!(out, "Best: {}", best.join(" "))?;
    match judgement.depth() {
        None => writeln!(out, "Every move is proven."),
        Some(depth) => writeln!(
            out,
            "Not every move is searched to the end of the game: depth {depth}. Numbers with a sign\n\
             are estimates in the engine's own units, good for the side to move if positive."
        ),
    }
}

/// How the game ends from its first move on, where that takes longer to prove than is searched here.
fn proven_claim(spec: GameSpec) -> Option<String> {
    let GameSpec::Mnk(board) = spec else { return None };
    let claim = match proven_outcome(board)? {
        Outcome::Win(_) => "is won by X with best play",
        Outcome::Draw => "is a draw with best play",
    };
    Some(format!("{board} {claim}, as `zerosum prove --game {board}` shows."))
}

/// The answer as JSON. A move that is not proven has the depth to which it was searched, and an
/// estimate instead of a result.
#[derive(Serialize)]
struct JsonAnswer {
    version: u32,
    game: String,
    position: String,
    to_move: &'static str,
    #[serde(flatten)]
    worth: JsonWorth,
    moves: Vec<JsonMove>,
    best: Vec<String>,
}

#[derive(Serialize)]
struct JsonMove {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: JsonWorth,
    line: Vec<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonWorth {
    Proven {
        #[serde(flatten)]
        verdict: JsonVerdict,
        /// Whether the game may be over earlier.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        at_most: bool,
    },
    Estimated {
        estimate: i32,
        depth: u16,
    },
}

/// Writes a line of JSON.
pub fn write_json(
    spec: GameSpec,
    position: &AnyGame,
    judgement: &Judgement,
    out: &mut impl Write,
) -> io::Result<()> {
    let moves = judgement.moves.iter().map(|scored| JsonMove {
        text: position.move_text(scored.code),
        worth: worth_of(scored.score, scored.is_exact, scored.distance, scored.depth),
        line: line_text(position, &scored.line).split(' ').map(str::to_owned).collect(),
    });
    let depth = judgement.depth().unwrap_or_default();
    let answer = JsonAnswer {
        version: JSON_VERSION,
        game: spec.name(),
        position: position.to_string(),
        to_move: side_name(spec, position.turn()),
        worth: worth_of(judgement.score(), judgement.is_decided(), judgement.distance(), depth),
        moves: moves.collect(),
        best: judgement.best_moves().map(|code| position.move_text(code)).collect(),
    };
    serde_json::to_writer(&mut *out, &answer)?;
    writeln!(out)
}

fn worth_of(score: Score, is_exact: bool, distance: Distance, depth: u16) -> JsonWorth {
    match score.verdict() {
        Verdict::Draw if !is_exact => JsonWorth::Estimated { estimate: score.value(), depth },
        verdict => JsonWorth::Proven {
            verdict: JsonVerdict::from(verdict),
            at_most: distance == Distance::Within,
        },
    }
}
