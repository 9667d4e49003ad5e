//! Analysis of a position for commands that show it: its value and the value of each of its moves.

use std::time::{Duration, Instant};

use clap::Args;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::diagram::letter;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::Verdict;
use zerosum_search::any::AnySearcher;
use zerosum_search::limits::Limits;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, ScoredMove, Searcher};

use crate::progress::{Counting, Progress};

/// Memory for the transposition table of a position.
const TABLE_BYTES: usize = 64 << 20;

/// Default search time of a position, in milliseconds.
const MOVE_MILLIS_DEFAULT: u64 = 5_000;

/// Number of plies within which every searcher prefers the fastest win.
const FAST_PLIES: u16 = 5;

/// Effort spent on a position. A game that is solved before the first move needs none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct Effort {
    /// Search to this depth in plies, however long it takes; the answer is then always the same
    #[arg(long, value_name = "PLIES", conflicts_with = "movetime", value_parser = clap::value_parser!(u16).range(1..))]
    pub depth: Option<u16>,

    /// Search for this many milliseconds; 5000 if no depth is given
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
}

/// Analyzed position in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Moves, the best one first; equal ones in the order of the game. Not empty.
    pub moves: Vec<ScoredMove>,
}

impl Judgement {
    /// Analyzes a position in play.
    pub fn of(
        spec: GameSpec,
        position: &AnyGame,
        effort: Effort,
        progress: &Progress,
    ) -> Judgement {
        let mut searcher = AnySearcher::of(spec, TABLE_BYTES);
        let limits = effort.depth.map_or(Limits::NONE, Limits::of_depth);
        let millis = effort.movetime.unwrap_or(MOVE_MILLIS_DEFAULT);
        let deadline = match effort.depth {
            Some(_) => None,
            None => Instant::now().checked_add(Duration::from_millis(millis)),
        };
        let mut moves =
            searcher.analyze(position, limits, &mut Counting { progress, deadline }).moves;
        moves.sort_by_key(|scored| std::cmp::Reverse(scored.score));
        Judgement { moves }
    }

    /// The first of the best moves.
    pub fn best(&self) -> &ScoredMove {
        self.moves.first().expect("a position in play has a move")
    }

    /// Returns the value of the position for the side to move.
    pub(crate) fn score(&self) -> Score {
        self.best().score
    }

    /// Moves that keep the value of the position.
    pub fn best_moves(&self) -> impl Iterator<Item = MoveCode> {
        let (score, is_exact) = (self.score(), self.best().is_exact);
        // A guess of the same score as what is proven is not known to be as good.
        let is_as_good =
            move |scored: &&ScoredMove| scored.score == score && scored.is_exact == is_exact;
        self.moves.iter().filter(is_as_good).map(|scored| scored.code)
    }

    /// Moves that keep the value of the position, in the notation of the position.
    pub(crate) fn best_texts(&self, position: &AnyGame) -> Vec<String> {
        self.best_moves().map(|code| move_word(position, code)).collect()
    }

    /// Returns the meaning of the plies in the position's score: a less explored move may win faster.
    pub(crate) fn distance(&self) -> Distance {
        let Verdict::Win { plies } = self.score().verdict() else { return self.best().distance };
        let may_be_faster = |scored: &ScoredMove| match scored.score.verdict() {
            Verdict::Win { .. } => scored.distance == Distance::Within && plies > FAST_PLIES,
            Verdict::Draw | Verdict::Loss { .. } => !scored.is_exact && scored.depth < plies,
        };
        if self.moves.iter().any(may_be_faster) { Distance::Within } else { Distance::Exact }
    }

    /// Returns whether the value of the position is final: the best move is proven, and no other one can
    /// still turn out to be better.
    pub(crate) fn is_decided(&self) -> bool {
        let is_open = |scored: &ScoredMove| !scored.is_exact;
        let is_won = matches!(self.score().verdict(), Verdict::Win { .. });
        self.best().is_exact && (is_won || !self.moves.iter().any(is_open))
    }

    /// Plies to which all moves that are not proven were searched; `None` if all are proven.
    pub fn depth(&self) -> Option<u16> {
        let open = self.moves.iter().filter(|scored| !scored.is_exact);
        open.map(|scored| scored.depth).min()
    }
}

/// Describes the value of a move in words, for the side that makes it.
pub(crate) fn worth_text(score: Score, is_exact: bool, distance: Distance) -> String {
    let when = preposition(distance);
    match score.verdict() {
        Verdict::Win { plies } => format!("win {when} {plies}"),
        Verdict::Loss { plies } => format!("loss {when} {plies}"),
        Verdict::Draw if is_exact => "draw".to_owned(),
        Verdict::Draw => format!("{:+}", score.value()),
    }
}

/// Preposition between a score and its plies.
pub(crate) fn preposition(distance: Distance) -> &'static str {
    match distance {
        Distance::Exact => "in",
        Distance::Within => "within",
    }
}

/// The first moves of a line, and after them the dots if there are more.
pub(crate) fn beginning_text(
    position: &AnyGame,
    line: &[MoveCode],
    plies_max: usize,
    dots: &str,
) -> String {
    let shown = &line[..line.len().min(plies_max)];
    let dots = if shown.len() < line.len() { dots } else { "" };
    format!("{}{dots}", line_texts(position, shown).join(" "))
}

/// The moves of a line, each named in the position where it is made. A line ends before a move that renju forbids: a
/// win against it needs no more.
pub(crate) fn line_texts(position: &AnyGame, line: &[MoveCode]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for code in line.iter().copied() {
        let text = move_word(&position, code);
        if position.play(code).is_err() {
            break;
        }
        texts.push(text);
    }
    texts
}

/// Writes a move as one word, without the spaces between its parts: `541` for 5 4 1.
pub(crate) fn move_word(position: &AnyGame, code: MoveCode) -> String {
    position.move_text(code).replace(' ', "")
}

/// Name of a side in a game.
pub(crate) fn side_name(spec: GameSpec, side: Side) -> &'static str {
    match (spec, side) {
        (GameSpec::Sheep(_), Side::First) => "the sheep",
        (GameSpec::Sheep(_), Side::Second) => "the wolves",
        (
            GameSpec::TicTacToe
            | GameSpec::Mnk(_)
            | GameSpec::ConnectFour(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_),
            side,
        ) => letter(side),
    }
}

/// A side and its verb: `one` is the singular form, `many` the plural.
pub(crate) fn side_does(spec: GameSpec, side: Side, one: &str, many: &str) -> String {
    let are_many = matches!((spec, side), (GameSpec::Sheep(_), Side::Second));
    format!("{} {}", side_name(spec, side), if are_many { many } else { one })
}

/// A sentence with its first letter in capitals.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Describes the outcome of a game in words.
pub(crate) fn outcome_text(spec: GameSpec, outcome: Outcome) -> String {
    match outcome {
        Outcome::Draw => "a draw".to_owned(),
        Outcome::Win(side) => side_does(spec, side, "has won", "have won"),
    }
}

#[cfg(test)]
mod tests {
    use zerosum_games::Game;
    use zerosum_games::any::GameSpec;

    use crate::analysis::line_texts;

    #[test]
    fn a_line_ends_before_a_move_that_is_forbidden() {
        let renju = GameSpec::from_name("9x9x5-renju").expect("a game");
        // Two threes of X meet in d4; O stands apart.
        let text = "O.......O/...X...../...X...../.XX....../........./........./........./........./O.......O x";
        let position = renju.read(text).expect("a position");
        let codes = |moves: [&str; 3]| moves.map(|text| position.read_move(text).expect("a cell"));
        assert_eq!(line_texts(&position, &codes(["e5", "a5", "a6"])), ["e5", "a5", "a6"]);
        assert_eq!(line_texts(&position, &codes(["e9", "f9", "d4"])), ["e9", "f9"]);
    }
}
