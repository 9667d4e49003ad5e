//! Plain minimax with a notebook: every call is numbered and kept, for people to follow.
//!
//! The search is that of [`minimax`](crate::minimax). It records a tree of [`Call`]s, which can be
//! printed: a line for each call in the order in which they are made, indented by the depth of the
//! call.

use std::cmp::Reverse;
use std::fmt;

use thiserror::Error;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::score::Score;
use crate::{Verdict, successors};

/// A trace is for reading, and longer ones are refused. Five free cells of a board always fit,
/// with at most 326 calls: 1 + 5 + 5*4 + 5*4*3 + 5*4*3*2 + 5*4*3*2*1.
pub const MAX_CALLS: u32 = 500;

/// The textbook's value of a win; a loss is its negative, a draw is 0.
const PLAIN_WIN: i32 = 10;

/// One call of minimax: the search of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Calls count from 1, the call for the root, in the order in which they are made.
    pub number: u32,
    /// The move that leads here; `None` at the root.
    pub code: Option<MoveCode>,
    /// For the side to move at the root, wherever this call stands; distances count from the root.
    pub verdict: Verdict,
    pub step: Step,
}

/// The kind of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The game is over here: the outcome is the value.
    Leaf,
    /// The side that searches is to move, and takes the greatest value.
    Max(Choice),
    /// The opponent is to move, and takes the least value.
    Min(Choice),
}

/// The calls that a call makes, one for each legal move, and the move it chooses: the first of the
/// best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub code: MoveCode,
    pub calls: Vec<Call>,
}

/// The search is too long to be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a trace of this search takes more than {MAX_CALLS} calls; try a position later in a game")]
pub struct TooManyCalls;

/// Searches the root to the end of the game and returns the call for it, which holds all others.
pub fn trace<G: Game>(root: &G) -> Result<Call, TooManyCalls> {
    Notebook { me: root.turn(), calls: 0 }.call(root, None, 0)
}

struct Notebook {
    /// The side to move at the root.
    me: Side,
    /// Number of calls made.
    calls: u32,
}

impl Notebook {
    fn call<G: Game>(
        &mut self,
        position: &G,
        code: Option<MoveCode>,
        plies: u16,
    ) -> Result<Call, TooManyCalls> {
        if self.calls == MAX_CALLS {
            return Err(TooManyCalls);
        }
        self.calls += 1;
        let number = self.calls;
        if let Some(outcome) = position.outcome() {
            let verdict = Score::of_end(outcome, self.me, plies).verdict();
            return Ok(Call { number, code, verdict, step: Step::Leaf });
        }
        let calls = successors(position)
            .map(|(code, next)| self.call(&next, Some(code), plies + 1))
            .collect::<Result<Vec<Call>, TooManyCalls>>()?;
        let is_mine = position.turn() == self.me;
        // Of equals, `min_by_key` takes the first.
        let best = if is_mine {
            calls.iter().min_by_key(|call| Reverse(call.verdict))
        } else {
            calls.iter().min_by_key(|call| call.verdict)
        };
        let best = best.expect("a game without an outcome has a legal move");
        let verdict = best.verdict;
        let choice = Choice { code: best.code.expect("only the root has no move"), calls };
        let step = if is_mine { Step::Max(choice) } else { Step::Min(choice) };
        Ok(Call { number, code, verdict, step })
    }
}

impl Call {
    /// The textbook's value, which knows no distance. Where the moves differ in it, it alone makes
    /// the choice; among equals the distance does.
    pub fn plain_value(&self) -> i32 {
        match self.verdict {
            Verdict::Win { .. } => PLAIN_WIN,
            Verdict::Draw => 0,
            Verdict::Loss { .. } => -PLAIN_WIN,
        }
    }

    /// The call and those below it as text, with the moves as they are written in the game of `root`.
    pub fn told<'a, G: Game>(&'a self, root: &'a G) -> Told<'a, G> {
        Told { call: self, root }
    }
}

/// A call as text.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a, G> {
    call: &'a Call,
    root: &'a G,
}

impl<G: Game> fmt::Display for Told<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_call(f, 0, self.call)
    }
}

impl<G: Game> Told<'_, G> {
    fn fmt_call(&self, f: &mut fmt::Formatter<'_>, depth: usize, call: &Call) -> fmt::Result {
        write!(f, "{:1$}call {2}", "", 2 * depth, call.number)?;
        if let Some(code) = call.code {
            write!(f, ", move {}", self.root.move_text(code))?;
        }
        match &call.step {
            Step::Leaf => writeln!(f, ": {}, {}", signed(call.plain_value()), call.verdict),
            Step::Max(choice) => self.fmt_choice(f, depth, "max", call, choice),
            Step::Min(choice) => self.fmt_choice(f, depth, "min", call, choice),
        }
    }

    fn fmt_choice(
        &self,
        f: &mut fmt::Formatter<'_>,
        depth: usize,
        function: &str,
        call: &Call,
        Choice { code, calls }: &Choice,
    ) -> fmt::Result {
        let values: Vec<String> = calls.iter().map(|below| signed(below.plain_value())).collect();
        let (values, value) = (values.join(", "), signed(call.plain_value()));
        let text = self.root.move_text(*code);
        writeln!(f, ": {function}({values}) = {value} by {text}, {}", call.verdict)?;
        calls.iter().try_for_each(|below| self.fmt_call(f, depth + 1, below))
    }
}

/// The value with its sign, except that nought has none.
fn signed(value: i32) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}
