//! Names, offered boards and limits of Connect Four.

use crate::MoveCode;
use crate::any::GameSpec;
use crate::connect_four::plies_max;
use crate::connect_four::spec::{ConnectFourSpec, SIZE_MAX};
use crate::family::{About, Longest, Words};
use crate::mnk::names::with_plain_x;

const USUAL: GameSpec = GameSpec::ConnectFour(ConnectFourSpec::USUAL);

pub(crate) const ABOUT: About = About {
    named: |name| name.parse().ok().map(GameSpec::ConnectFour),
    spelled,
    words: &[
        Words { spec: USUAL, side: None, words: USUAL_WORDS },
        Words {
            spec: GameSpec::ConnectFour(ConnectFourSpec::POP_OUT),
            side: None,
            words: &[
                "pop-out",
                "popout",
                "поп-аут",
                "с-выталкиванием",
                "із-виштовхуванням",
                "з-виштовхуванням",
            ],
        },
    ],
    offered_first: &[USUAL],
    // The others are its variants.
    offered_next: &[],
    variants: |_| ConnectFourSpec::OFFERED.map(GameSpec::ConnectFour).to_vec(),
    // The largest board with pops, played to its limit, and the pop of its last column.
    longest: Longest {
        name_bytes: "connect-four-9x9-pop".len(),
        plies: plies_max(SIZE_MAX * SIZE_MAX, true),
        code: MoveCode(SIZE_MAX * SIZE_MAX + SIZE_MAX - 1),
    },
};

const USUAL_WORDS: &[&str] = &[
    "connect4",
    "connect-4",
    "connectfour",
    "c4",
    "four-in-a-row",
    "четыре-в-ряд",
    "чотири-в-ряд",
];

/// A board by one of the words for the game and its size, `connect4-8×7`; pops may follow.
fn spelled(word: &str) -> Option<GameSpec> {
    let pops = word.strip_suffix("-pop-out").or(word.strip_suffix("-pop"));
    let (word, has_pops) = match pops {
        Some(word) => (word, true),
        None => (word, false),
    };
    let words = USUAL_WORDS.iter().chain(&["connect-four"]);
    let rest = words.filter_map(|name| word.strip_prefix(name)).min_by_key(|rest| rest.len())?;
    let spec = match rest.strip_prefix('-') {
        None if rest.is_empty() => ConnectFourSpec::USUAL,
        None => return None,
        Some(size) => {
            let size = with_plain_x(size);
            let (columns, rows) = size.split_once('x')?;
            ConnectFourSpec::new(columns.parse().ok()?, rows.parse().ok()?).ok()?
        }
    };
    Some(GameSpec::ConnectFour(if has_pops { spec.with_pops() } else { spec }))
}
