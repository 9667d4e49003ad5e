//! The answer of `zerosum solve` for a game that is shown by its moves, not by its cells.

use std::io::{self, Write};

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::values::proven_outcome;
use zerosum_games::{Game, Outcome};

use crate::analysis::{Judgement, beginning_text, sentence, side_name, worth_text};

/// Minimum width of the column of values.
const WORTH_WIDTH_MIN: usize = 12;

/// Maximum number of plies shown of a line.
const LINE_PLIES_MAX: usize = 12;

/// Writes a line for every move, the best one first.
pub(super) fn write_text(
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
        let line = beginning_text(position, &scored.line, LINE_PLIES_MAX, " ...");
        writeln!(out, "{text:<5} {worth:<width$} {line}")?;
    }
    writeln!(out)?;
    writeln!(out, "Best: {}", judgement.best_texts(position).join(" "))?;
    match judgement.depth() {
        None => writeln!(out, "Every move is proven."),
        Some(depth) => writeln!(
            out,
            "Not every move is searched to the end of the game: depth {depth}. Numbers with a sign\n\
             are estimates in the engine's own units, good for the side to move if positive."
        ),
    }
}

/// Returns the known result of the game from its first move on, where a proof takes longer than the search
/// here.
fn proven_claim(spec: GameSpec) -> Option<String> {
    let GameSpec::Mnk(board) = spec else { return None };
    let claim = match proven_outcome(board)? {
        Outcome::Win(_) => "is won by X with best play",
        Outcome::Draw => "is a draw with best play",
    };
    Some(format!("{board} {claim}, as `zerosum prove --game {board}` shows."))
}
