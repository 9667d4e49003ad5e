//! `zerosum explain`: explains in words why a move is best.

use std::io::{self, Write};

use clap::Args;
use thiserror::Error;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::{Game, MoveCode};
use zerosum_search::Verdict;
use zerosum_search::searcher::Distance;
use zerosum_search::searcher::ScoredMove;

use crate::analysis::{
    Effort, Judgement, beginning_text, preposition, sentence, side_does, side_name,
};
use crate::positions::{PositionError, read_game, read_position, read_position_text};
use crate::progress::Progress;

/// Maximum number of worse moves that are refuted one by one.
const REFUTATIONS_MAX: usize = 12;

/// Maximum number of plies shown of a line.
const LINE_PLIES_MAX: usize = 16;

/// Explains in words why the engine's move is best
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct Explain {
    /// The game by any name that the bot knows, for example 3x3, gomoku or wolves
    #[arg(value_parser = read_game)]
    pub game: GameSpec,

    /// As the game writes it; its first position if it is left out
    #[arg(allow_hyphen_values = true, value_parser = read_position_text)]
    pub position: Option<String>,

    #[command(flatten)]
    pub effort: Effort,
}

/// Reason why nothing is explained.
#[derive(Debug, Error)]
pub enum ExplainError {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("cannot write the answer")]
    Write(#[from] io::Error),
}

/// Explains the position. Nothing is written if it cannot be read or is over.
pub fn run(explain: &Explain, out: &mut impl Write) -> Result<(), ExplainError> {
    let spec = explain.game;
    let position = read_position(spec, explain.position.as_deref())?;
    let progress = Progress::start(format!("explaining {}", spec.name()));
    let judgement = Judgement::of(spec, &position, explain.effort, &progress);
    drop(progress);
    Explanation { spec, position: &position, judgement: &judgement }.write(out)?;
    Ok(())
}

struct Explanation<'a> {
    spec: GameSpec,
    position: &'a AnyGame,
    judgement: &'a Judgement,
}

impl Explanation<'_> {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let me = side_does(self.spec, self.position.turn(), "plays", "play");
        let best = self.judgement.best();
        writeln!(out, "{}", self.position)?;
        let text = self.position.move_text(best.code);
        writeln!(out, "{}", sentence(&format!("{me} {text}: {}.", self.promise(best))))?;
        if best.line.len() > 1 {
            writeln!(out, "Best play from here: {}.", self.line(&best.line))?;
        }
        self.write_equals(out)?;
        self.write_others(out)?;
        match self.judgement.depth() {
            None => writeln!(out, "All of this is proven: every line was followed to its end."),
            Some(depth) => writeln!(
                out,
                "Where no end is named, nothing is proven: {depth} plies were searched, and what comes\n\
                 after them is judged by the look of it."
            ),
        }
    }

    /// Describes the result of a move of the side to move.
    fn promise(&self, scored: &ScoredMove) -> String {
        let opponent = side_name(self.spec, !self.position.turn());
        let wins = side_does(self.spec, !self.position.turn(), "wins", "win");
        match scored.score.verdict() {
            Verdict::Win { plies: 1 } => "it wins on the spot".to_owned(),
            Verdict::Win { plies } => {
                let when = preposition(scored.distance);
                format!("whatever {opponent} may do, it wins {when} {plies} plies")
            }
            Verdict::Loss { plies } if scored.distance == Distance::Within => {
                format!("{wins} within {plies} plies")
            }
            Verdict::Loss { plies } => {
                format!("{wins} in {plies} plies, and nothing holds out longer")
            }
            Verdict::Draw if scored.is_exact => {
                "with best play of both sides it is a draw".to_owned()
            }
            Verdict::Draw => format!("{} {}", "it is judged", self.estimate(scored)),
        }
    }

    fn estimate(&self, scored: &ScoredMove) -> String {
        let value = scored.score.value();
        let leaning = match value.signum() {
            1 => format!("good for {}", side_name(self.spec, self.position.turn())),
            -1 => format!("good for {}", side_name(self.spec, !self.position.turn())),
            _ => "even".to_owned(),
        };
        format!("{leaning} ({value:+}, {} plies deep)", scored.depth)
    }

    fn write_equals(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.judgement.best_texts(self.position)[..] {
            [] | [_] => Ok(()),
            [_, equals @ ..] => writeln!(out, "Just as good: {}.", equals.join(", ")),
        }
    }

    /// Writes the refutations of the worse moves, the better ones first.
    fn write_others(&self, out: &mut impl Write) -> io::Result<()> {
        let best = self.judgement.score();
        let worse: Vec<&ScoredMove> =
            self.judgement.moves.iter().filter(|scored| scored.score < best).collect();
        if worse.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        for scored in worse.iter().take(REFUTATIONS_MAX) {
            let text = self.position.move_text(scored.code);
            writeln!(out, "{text} {}", self.refutation(scored))?;
        }
        if worse.len() > REFUTATIONS_MAX {
            let rest = worse.len() - REFUTATIONS_MAX;
            writeln!(out, "The other {rest} moves are no better than these.")?;
        }
        writeln!(out)
    }

    fn refutation(&self, scored: &ScoredMove) -> String {
        let answer = match scored.line.get(1..) {
            Some(rest) if !rest.is_empty() => format!(" after {}", self.line_after(scored)),
            Some(_) | None => String::new(),
        };
        let when = preposition(scored.distance);
        match scored.score.verdict() {
            Verdict::Win { plies } if scored.distance == Distance::Within => {
                format!("wins too, {when} {plies} plies{answer}.")
            }
            Verdict::Win { plies } => format!("wins too, but only {when} {plies} plies{answer}."),
            Verdict::Loss { plies } => format!("loses {when} {plies} plies{answer}."),
            Verdict::Draw if scored.is_exact => format!("only draws{answer}."),
            Verdict::Draw => format!("is judged {}{answer}.", self.estimate(scored)),
        }
    }

    fn line(&self, line: &[MoveCode]) -> String {
        beginning_text(self.position, line, LINE_PLIES_MAX, " and so on")
    }

    /// Describes the line that follows a move.
    fn line_after(&self, scored: &ScoredMove) -> String {
        let line = self.line(&scored.line);
        line.split_once(' ').map_or(String::new(), |(_, rest)| rest.to_owned())
    }
}
