//! Openings of a match: random moves, if asked only such that leave both sides about equal chances.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};
use zerosum_search::any::AnySearcher;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::review::chance::Chance;
use zerosum_search::searcher::Searcher;

/// Number of attempts at an opening in which the game is not over yet, or that is balanced.
const OPENINGS_TRIED_MAX: u64 = 1_000;

/// Maximum difference of the chance from a half, in thousandths, in a balanced opening.
const BALANCE: u16 = 100;

/// Number of plies that an opening leaves at least of the longest game, so that both engines have a move.
const PLIES_LEFT_MIN: u16 = 2;

/// Memory for the table of the search that looks for balance.
const TABLE_BYTES: usize = 8 << 20;

/// The openings of a match. Equal seeds give equal lines.
pub(crate) struct Openings {
    spec: GameSpec,
    plies: u16,
    judge: Option<Judge>,
}

/// Search for balance, of this program and not of the engines.
struct Judge {
    searcher: AnySearcher,
    nodes_max: u64,
}

impl Openings {
    /// Maximum number of plies of an opening.
    pub(crate) fn plies_max(spec: GameSpec) -> u16 {
        spec.start().max_plies().saturating_sub(PLIES_LEFT_MIN)
    }

    /// Openings of this many plies; balanced ones by a search of `balanced` positions, if that is given.
    pub(crate) fn new(spec: GameSpec, plies: u16, balanced: Option<u64>) -> Openings {
        let plies = plies.min(spec.start().max_plies());
        let judge = |nodes_max| Judge { searcher: AnySearcher::of(spec, TABLE_BYTES), nodes_max };
        Openings { spec, plies, judge: balanced.map(judge) }
    }

    /// Returns a random line after which the game is not over and which is balanced if that is asked for,
    /// shorter than wanted if there is none.
    pub(crate) fn line(&mut self, seed: u64) -> Vec<MoveCode> {
        let plies = (0..=self.plies).rev();
        let mut tries =
            plies.flat_map(|plies| (0..OPENINGS_TRIED_MAX).map(move |attempt| (plies, attempt)));
        tries.find_map(|(plies, attempt)| self.attempt(plies, seed, attempt)).unwrap_or_default()
    }

    fn attempt(&mut self, plies: u16, seed: u64, attempt: u64) -> Option<Vec<MoveCode>> {
        let mut position = self.spec.start();
        let mut line = Vec::new();
        for ply in 0..plies {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            // Different for every seed, attempt and ply, of which there are few.
            let lot = seed << 32 ^ attempt << 16 ^ u64::from(ply);
            let code = Seed(lot).pick(moves.into_iter())?;
            position.play(code).expect("the move is one of the legal ones");
            line.push(code);
        }
        let is_kept = position.outcome().is_none() && self.is_fair(&position);
        is_kept.then_some(line)
    }

    fn is_fair(&mut self, position: &AnyGame) -> bool {
        let Some(Judge { searcher, nodes_max }) = &mut self.judge else { return true };
        searcher.forget();
        let found = searcher.find_move(position, Limits::of_nodes(*nodes_max), &mut Unwatched);
        let chance = found.into_best().map(|best| Chance::of(self.spec, &best));
        chance.is_some_and(|chance| {
            chance.thousandths().abs_diff(Chance::EVEN.thousandths()) <= BALANCE
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balanced_opening_gives_no_side_the_game() {
        let mut openings = Openings::new(GameSpec::TicTacToe, 3, Some(1_000));
        let mut anywhere = Openings::new(GameSpec::TicTacToe, 3, None);
        let mut solver = AnySearcher::of(GameSpec::TicTacToe, TABLE_BYTES);
        let mut drawn = |line: &[MoveCode]| {
            let mut position = GameSpec::TicTacToe.start();
            line.iter().for_each(|code| position.play(*code).expect("it is legal"));
            !solver.search(&position, Limits::NONE, &mut Unwatched).score.is_decided()
        };
        let mut unbalanced = 0;
        for seed in 0..40 {
            let line = openings.line(seed);
            assert_eq!(line, openings.line(seed));
            assert!(line.len() == 3 && drawn(&line), "{line:?}");
            unbalanced += u32::from(!drawn(&anywhere.line(seed)));
        }
        assert!(unbalanced > 10, "{unbalanced}");
    }

    #[test]
    fn an_opening_is_shorter_where_no_balanced_one_is_as_long() {
        let spec = GameSpec::from_name("connect-four-5x4").expect("it is a game");
        let line = Openings::new(spec, 30, None).line(1);
        assert!(line.len() < 20, "{line:?}");
    }
}
