//! Finds out whether a position is a puzzle, and whether a puzzle is right.

use std::sync::Arc;

use thiserror::Error;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::{Game, MoveCode, Outcome};

use crate::level::Level;
use crate::player::Player;
use crate::puzzle::proof::{Proof, line, others_lose};
use crate::puzzle::{Puzzle, Theme};
use crate::solutions::Solutions;
use crate::{RankedMove, Verdict, successors};

/// Size of the searcher's table, in bytes.
const TABLE_BYTES: usize = 1 << 20;

/// Maximum number of moves in which a puzzle asks for a win.
const WIN_MOVES_MAX: u16 = 8;

/// Maximum number of plies kept of a solution.
const LINE_PLIES_MAX: usize = 9;

/// Error returned when a position, or a claim about it, is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAPuzzle {
    #[error("a move of the game is not legal")]
    Illegal,
    #[error("the game is over, or there is only one move")]
    NothingToChoose,
    #[error("nothing is proven that could be asked")]
    Unproven,
    #[error("no one move is better than all others")]
    Undecided,
    #[error("the win is too far off")]
    TooLong,
    #[error("it is not that puzzle but {0:?}")]
    Another(String),
}

/// Finds puzzles and checks them.
pub struct PuzzleSolver {
    player: Player,
}

impl PuzzleSolver {
    pub fn new(solutions: Arc<Solutions>) -> PuzzleSolver {
        PuzzleSolver { player: Player::new(solutions, TABLE_BYTES) }
    }

    /// Returns whether all that a puzzle says is so: its theme, its level, and that its solution is
    /// the only one.
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<(), NotAPuzzle> {
        let found = self.solve(puzzle.spec, &puzzle.moves)?;
        if found == *puzzle { Ok(()) } else { Err(NotAPuzzle::Another(found.to_string())) }
    }

    /// The puzzle that the position after these moves is.
    pub fn solve(&mut self, spec: GameSpec, moves: &[MoveCode]) -> Result<Puzzle, NotAPuzzle> {
        let mut position = spec.start();
        for code in moves {
            position.play(*code).map_err(|_| NotAPuzzle::Illegal)?;
        }
        if successors(&position).nth(1).is_none() {
            return Err(NotAPuzzle::NothingToChoose);
        }
        let proof = Proof::of(&mut self.player, spec, &position).ok_or(NotAPuzzle::Unproven)?;
        let (right, verdict) = only_right(&proof)?;
        let theme = theme(&position, right, verdict)?;
        let level = self.level((spec, &position), (right, verdict));
        let line = line(&mut self.player, (spec, &position), (right, verdict), LINE_PLIES_MAX);
        Ok(Puzzle { spec, moves: moves.to_vec(), theme, level, line })
    }

    /// The player, for games in which there may be puzzles.
    pub(super) fn player(&mut self) -> &mut Player {
        &mut self.player
    }

    /// The lowest level from whose horizon the right move is seen to be the only best one: it is seen to
    /// win, or all others are seen to lose.
    fn level(
        &mut self,
        (spec, position): (GameSpec, &AnyGame),
        (right, verdict): (MoveCode, Verdict),
    ) -> Level {
        let mut levels = Level::UNERRING.into_iter();
        let lowest = levels.find(|level| {
            let Some(horizon) = level.horizon(spec) else { return true };
            let is_seen_to_win = matches!(verdict, Verdict::Win { plies } if plies <= horizon);
            is_seen_to_win || others_lose(&mut self.player, (spec, position), right, horizon)
        });
        lowest.unwrap_or(Level::Best)
    }
}

/// The only right move, and its result.
fn only_right(proof: &Proof) -> Result<(MoveCode, Verdict), NotAPuzzle> {
    match proof {
        Proof::WonWithin { plies, moves } => match moves[..] {
            [only] => Ok((only, Verdict::Win { plies: *plies })),
            [] | [_, _, ..] => Err(NotAPuzzle::Undecided),
        },
        Proof::Complete(moves) => {
            let good = |least| moves.iter().filter(move |ranked| result(ranked) >= least);
            let best = moves.iter().map(result).max().ok_or(NotAPuzzle::NothingToChoose)?;
            let mut best_moves = good(best);
            match (best_moves.next(), best_moves.next()) {
                (Some(only), None) if best >= 0 => Ok((only.code, only.verdict)),
                (_, _) => Err(NotAPuzzle::Undecided),
            }
        }
    }
}

/// The result of a verdict without its distance: 1, 0 or -1.
fn result(ranked: &RankedMove) -> i8 {
    match ranked.verdict {
        Verdict::Win { .. } => 1,
        Verdict::Draw => 0,
        Verdict::Loss { .. } => -1,
    }
}

fn theme(position: &AnyGame, right: MoveCode, verdict: Verdict) -> Result<Theme, NotAPuzzle> {
    let others = || successors(position).filter(|(code, _)| *code != right);
    let is_saved = || others().all(|(_, next)| !wins_at_once(&next).is_empty());
    match verdict {
        Verdict::Win { plies } => {
            let moves = plies.div_ceil(2);
            if moves > WIN_MOVES_MAX {
                return Err(NotAPuzzle::TooLong);
            }
            Ok(if moves == 2 && is_fork(position, right) {
                Theme::Fork
            } else if moves > 1 && is_saved() {
                Theme::Save
            } else {
                Theme::WinIn { moves }
            })
        }
        Verdict::Draw => Ok(if is_saved() { Theme::Save } else { Theme::OnlyDraw }),
        Verdict::Loss { .. } => Err(NotAPuzzle::Undecided),
    }
}

/// Returns whether the move, which wins in two, leaves the side that makes it more than one way to
/// complete its win, no one of which could do without the others.
fn is_fork(position: &AnyGame, right: MoveCode) -> bool {
    match position {
        // There a win is not completed by a threat.
        AnyGame::Sheep(_) | AnyGame::Strategic(_) => return false,
        AnyGame::TicTacToe(_)
        | AnyGame::Mnk(_)
        | AnyGame::ConnectFour(_)
        | AnyGame::Ultimate(_) => {}
    }
    let mut next = position.clone();
    next.play(right).expect("the right move is legal");
    let mut wins = successors(&next).map(|(_, answered)| wins_at_once(&answered));
    let Some(first) = wins.next() else { return false };
    let common = wins.fold(first, |common, wins| {
        common.into_iter().filter(|code| wins.contains(code)).collect()
    });
    common.is_empty()
}

/// The moves with which the side to move wins on the spot.
fn wins_at_once(position: &AnyGame) -> Vec<MoveCode> {
    let won = Some(Outcome::Win(position.turn()));
    let wins = successors(position).filter(|(_, next)| next.outcome() == won);
    wins.map(|(code, _)| code).collect()
}
