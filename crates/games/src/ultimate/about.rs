//! Names and limits of ultimate tic-tac-toe.

use crate::MoveCode;
use crate::any::GameSpec;
use crate::family::{About, Longest, Words};
use crate::ultimate::{CELLS, UltimateRules};

const STANDARD: GameSpec = GameSpec::Ultimate(UltimateRules::STANDARD);
const COUNT: GameSpec = GameSpec::Ultimate(UltimateRules::COUNT);
const TACTICAL: GameSpec = GameSpec::Ultimate(UltimateRules::TACTICAL);

pub(crate) const ABOUT: About = About {
    named: |name| name.parse().ok().map(GameSpec::Ultimate),
    spelled: |_| None,
    words: &[
        Words {
            spec: STANDARD,
            side: None,
            words: &[
                "ultimate-tic-tac-toe",
                "ultimate-tictactoe",
                "uttt",
                "ультимейт",
                "двойные",
                "двойные-крестики-нолики",
                "подвійні",
                "подвійні-хрестики-нулики",
            ],
        },
        Words { spec: COUNT, side: None, words: &["count"] },
        Words {
            spec: TACTICAL,
            side: None,
            words: &[
                "tactical",
                "тактические",
                "тактические-крестики-нолики",
                "тактичні",
                "тактичні-хрестики-нулики",
            ],
        },
    ],
    offered_first: &[STANDARD],
    offered_next: &[COUNT, TACTICAL],
    variants: |_| UltimateRules::NAMED.map(GameSpec::Ultimate).to_vec(),
    // The board, filled, under the rules with the longest name.
    longest: Longest {
        name_bytes: "ultimate-tactical-count-a-b".len(),
        plies: CELLS as u16, // 81
        code: MoveCode(CELLS as u16 - 1),
    },
};
