//! Names and limits of Catch the Sheep.

use crate::MoveCode;
use crate::any::GameSpec;
use crate::family::{About, Longest, Words};
use crate::sheep::{PLIES_MAX, SheepStart};
use crate::side::Side;

const USUAL: GameSpec = GameSpec::Sheep(SheepStart::Column4);

pub(crate) const ABOUT: About = About {
    named: |name| name.parse().ok().map(GameSpec::Sheep),
    spelled: |_| None,
    // Some leave the side open, others ask for one.
    words: &[
        Words {
            spec: USUAL,
            side: None,
            words: &["catch-the-sheep", "поймай-овцу", "спіймай-вівцю"],
        },
        Words {
            spec: USUAL, side: Some(Side::First), words: &["🐑", "овца", "овечка", "вівця"]
        },
        Words {
            spec: USUAL,
            side: Some(Side::Second),
            words: &["wolves", "wolf", "🐺", "волки", "волк", "вовки", "вовк"],
        },
    ],
    offered_first: &[USUAL],
    offered_next: &[],
    variants: |_| Vec::new(),
    // A step between the last two squares has the greatest number.
    longest: Longest { name_bytes: "sheep-6".len(), plies: PLIES_MAX, code: MoveCode(32 * 32 - 1) },
};
