//! The proof of one position in parts: whether one side wins, whether the other does, by which move,
//! and within how many plies.

use zerosum_games::MoveCode;
use zerosum_games::mnk::Mnk;
use zerosum_games::side::Side;

use crate::limits::{Budget, Stopped};
use crate::mnk::alpha_beta::RootCell;
use crate::mnk::board::Board;
use crate::mnk::pn_search::PnSearch;
use crate::mnk::searcher::Known;
use crate::mnk::vcf::Vcf;

/// The proof of one position.
pub(crate) struct Prover<'a> {
    pub(crate) board: &'a mut Board,
    pub(crate) pn_search: &'a mut PnSearch,
    pub(crate) vcf: &'a mut Vcf,
    pub(crate) me: Side,
}

impl Prover<'_> {
    /// Answers one question after another: does the side to move win, does the other side, and which
    /// move keeps the value.
    pub(crate) fn go_on(
        &mut self,
        position: &Mnk,
        moves: &[RootCell],
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        if *known == Known::Nothing {
            if self.pn_search.can_win(self.board, self.me, self.vcf, budget)? {
                if let Some(code) = self.find_move(moves, self.me, true, budget)? {
                    *known = Known::Win { code, within: None };
                }
            } else {
                *known = Known::NoWin;
            }
        }
        if *known == Known::NoWin {
            // Strategy stealing: moving first on an empty board is never worse, because after a
            // first mark anywhere the first side can play as the second would.
            let is_lost = position.plies() > 0
                && self.pn_search.can_win(self.board, !self.me, self.vcf, budget)?;
            if is_lost {
                *known = Known::Loss { within: None };
            } else if let Some(code) = self.find_move(moves, !self.me, false, budget)? {
                *known = Known::Draw(code);
            }
        }
        match known {
            Known::Win { code, within: within @ None } => {
                let cell = self.board.cell_of(*code).expect("a legal move is on the board");
                self.board.play(cell);
                let length = self.pn_search.length(self.board, self.me, self.vcf, budget);
                self.board.take_back(cell);
                *within = length?.map(|plies| plies + 1);
            }
            Known::Loss { within: within @ None } => {
                *within = self.pn_search.length(self.board, !self.me, self.vcf, budget)?;
            }
            Known::Win { .. } | Known::Loss { .. } => {}
            Known::Nothing | Known::NoWin | Known::Draw(_) => {}
        }
        Ok(())
    }

    /// The first of the moves after which the attacker can win or cannot, as wanted.
    fn find_move(
        &mut self,
        moves: &[RootCell],
        attacker: Side,
        wanted: bool,
        budget: &mut Budget,
    ) -> Result<Option<MoveCode>, Stopped> {
        let listed = moves.iter().map(|root| root.cell);
        let is_other = |cell: &usize| !moves.iter().any(|root| root.cell == *cell);
        let others: Vec<usize> = self.board.empty().bits().filter(is_other).collect();
        for cell in listed.chain(others) {
            self.board.play(cell);
            let answer = self.pn_search.can_win(self.board, attacker, self.vcf, budget);
            self.board.take_back(cell);
            if answer? == wanted {
                return Ok(Some(self.board.code_of(cell)));
            }
        }
        Ok(None)
    }
}
