//! Names and limits of strategic tic-tac-toe.

use crate::MoveCode;
use crate::any::GameSpec;
use crate::family::{About, Longest, Words};
use crate::strategic::CELLS;
use crate::strategic::spec::StrategicSpec;

const TACTICAL: GameSpec = GameSpec::Strategic(StrategicSpec::USUAL[0]);
const FUNCTIONAL: GameSpec = GameSpec::Strategic(StrategicSpec::USUAL[1]);
const HYPER: GameSpec = GameSpec::Strategic(StrategicSpec::USUAL[2]);

pub(crate) const ABOUT: About = About {
    named: |name| spelled(name).filter(|spec| spec.name() == name),
    spelled,
    words: &[
        Words {
            spec: TACTICAL,
            side: None,
            words: &[
                "sttt",
                "strategic-tic-tac-toe",
                "strategic-tictactoe",
                "27x27",
                "стратегические",
                "стратегические-крестики-нолики",
                "стратегічні",
                "стратегічні-хрестики-нулики",
            ],
        },
        Words {
            spec: FUNCTIONAL,
            side: None,
            words: &["functional", "функциональные", "функціональні"],
        },
        Words {
            spec: HYPER,
            side: None,
            words: &[
                "hyper",
                "hyperfunctional",
                "strategic-hyperfunctional",
                "гиперфункциональные",
                "гіперфункціональні",
            ],
        },
    ],
    offered_first: &[TACTICAL],
    // The others are its variants.
    offered_next: &[],
    variants: |_| StrategicSpec::USUAL.map(GameSpec::Strategic).to_vec(),
    // The field, filled, under the rules with the longest name.
    longest: Longest {
        name_bytes: "strategic-functional--decided-neutral-ta-tb-sa-sb".len() + 81,
        plies: CELLS,
        code: MoveCode(CELLS - 1),
    },
};

/// Finds rules whose numbers are written in another form than in the name.
fn spelled(name: &str) -> Option<GameSpec> {
    StrategicSpec::of(&name.parse().ok()?).map(GameSpec::Strategic)
}
