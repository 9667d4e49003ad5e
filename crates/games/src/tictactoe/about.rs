//! Names and limits of tic-tac-toe.

use crate::MoveCode;
use crate::any::GameSpec;
use crate::family::{About, Longest, Words};
use crate::tictactoe::NAME;

const GAME: GameSpec = GameSpec::TicTacToe;

pub(crate) const ABOUT: About = About {
    named: |name| (name == NAME).then_some(GAME),
    spelled: |_| None,
    words: &[Words {
        spec: GAME,
        side: None,
        words: &[
            "tic-tac-toe",
            "tictactoe",
            "ttt",
            "noughts-and-crosses",
            "крестики-нолики",
            "крестики",
            "хрестики-нулики",
            "хрестики",
        ],
    }],
    offered_first: &[GAME],
    offered_next: &[],
    variants: |_| Vec::new(),
    // The board, filled.
    longest: Longest { name_bytes: NAME.len(), plies: 9, code: MoveCode(8) },
};
