//! The answer of `zerosum solve` for programs.

use std::io::{self, Write};

use serde::Serialize;
use zerosum_games::Game;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::tictactoe::TicTacToe;
use zerosum_search::Verdict;
use zerosum_search::score::Score;
use zerosum_search::searcher::Distance;
use zerosum_search::tictactoe::solution::TicTacToeSolution;

use crate::analysis::{Judgement, line_texts, side_name};

/// Counts the changes of the JSON that break its readers.
const JSON_VERSION: u32 = 2;

/// A position and its moves.
#[derive(Serialize)]
pub(super) struct JsonAnswer {
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
    /// `None` for a game that is solved before its first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
}

/// Value of a move. Unproven values have an estimate instead of a result, and the depth of the search.
#[derive(Serialize)]
#[serde(untagged)]
enum JsonWorth {
    Proven {
        #[serde(flatten)]
        verdict: JsonVerdict,
        /// True if the game may be over earlier.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        at_most: bool,
    },
    Estimated {
        estimate: i32,
        depth: u16,
    },
}

/// For the side to move; the plies are those to the end of the game.
#[derive(Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
enum JsonVerdict {
    Win { plies: u16 },
    Draw,
    Loss { plies: u16 },
}

impl JsonAnswer {
    pub(super) fn of_solution(position: &TicTacToe, solution: &TicTacToeSolution) -> JsonAnswer {
        let moves = solution.ranking(position).into_iter().map(|ranked| JsonMove {
            text: position.move_text(ranked.code),
            worth: JsonWorth::exact(ranked.verdict),
            line: None,
        });
        JsonAnswer {
            version: JSON_VERSION,
            game: GameSpec::TicTacToe.name(),
            position: position.to_string(),
            to_move: side_name(GameSpec::TicTacToe, position.turn()),
            worth: JsonWorth::exact(solution.verdict(position)),
            moves: moves.collect(),
            best: solution.best_moves(position).map(|code| position.move_text(code)).collect(),
        }
    }

    pub(super) fn of_judgement(
        spec: GameSpec,
        position: &AnyGame,
        judgement: &Judgement,
    ) -> JsonAnswer {
        let moves = judgement.moves.iter().map(|scored| JsonMove {
            text: position.move_text(scored.code),
            worth: JsonWorth::of(scored.score, scored.is_exact, scored.distance, scored.depth),
            line: Some(line_texts(position, &scored.line)),
        });
        let depth = judgement.depth().unwrap_or_default();
        let (score, distance) = (judgement.score(), judgement.distance());
        JsonAnswer {
            version: JSON_VERSION,
            game: spec.name(),
            position: position.to_string(),
            to_move: side_name(spec, position.turn()),
            worth: JsonWorth::of(score, judgement.is_decided(), distance, depth),
            moves: moves.collect(),
            best: judgement.best_texts(position),
        }
    }

    /// Writes a line.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }
}

impl JsonWorth {
    fn exact(verdict: Verdict) -> JsonWorth {
        JsonWorth::Proven { verdict: verdict.into(), at_most: false }
    }

    fn of(score: Score, is_exact: bool, distance: Distance, depth: u16) -> JsonWorth {
        match score.verdict() {
            Verdict::Draw if !is_exact => JsonWorth::Estimated { estimate: score.value(), depth },
            verdict => {
                JsonWorth::Proven { verdict: verdict.into(), at_most: distance == Distance::Within }
            }
        }
    }
}

impl From<Verdict> for JsonVerdict {
    fn from(verdict: Verdict) -> JsonVerdict {
        match verdict {
            Verdict::Win { plies } => JsonVerdict::Win { plies },
            Verdict::Draw => JsonVerdict::Draw,
            Verdict::Loss { plies } => JsonVerdict::Loss { plies },
        }
    }
}
