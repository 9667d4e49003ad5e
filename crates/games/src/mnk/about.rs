//! Names, offered boards and limits of k in a row.

use crate::MoveCode;
use crate::any::GameSpec;
use crate::family::{About, Longest, Words};
use crate::mnk::opening::Opening;
use crate::mnk::rule::Rule;
use crate::mnk::{MnkSpec, SIZE_MAX, names};

pub(crate) const ABOUT: About = About {
    named: |name| name.parse().ok().map(GameSpec::Mnk),
    spelled: names::of_size,
    words: &[
        Words {
            spec: GameSpec::Mnk(MnkSpec::GOMOKU),
            side: None,
            words: &[
                "gomoku",
                "gobang",
                "five-in-a-row",
                "freestyle",
                "5-or-more",
                "five-or-more",
                "гомоку",
                "5-и-больше",
                "5-і-більше",
            ],
        },
        Words {
            spec: GameSpec::Mnk(MnkSpec::STANDARD),
            side: None,
            words: &[
                "gomoku-standard",
                "standard-gomoku",
                "exactly-five",
                "exactly-5",
                "ровно-пять",
                "ровно-5",
                "рівно-п’ять",
                "рівно-5",
                "стандартное-гомоку",
                "стандартне-гомоку",
            ],
        },
        Words { spec: GameSpec::Mnk(MnkSpec::CARO), side: None, words: &["caro", "каро"] },
        Words {
            spec: GameSpec::Mnk(MnkSpec::RENJU),
            side: None,
            words: &["renju", "рэндзю", "рендзю", "ренджу"],
        },
        Words {
            spec: GameSpec::Mnk(MnkSpec::SWAP2),
            side: None,
            words: &["swap2", "swap-2", "своп2", "своп-2", "свап2", "свап-2"],
        },
        Words {
            spec: GameSpec::Mnk(MnkSpec::SWAP), side: None, words: &["swap", "своп", "свап"]
        },
    ],
    offered_first: &[GameSpec::Mnk(MnkSpec::of(6, 6, 4)), GameSpec::Mnk(MnkSpec::GOMOKU)],
    offered_next: &[
        GameSpec::Mnk(MnkSpec::of(4, 4, 4)),
        GameSpec::Mnk(MnkSpec::of(5, 5, 4)),
        GameSpec::Mnk(MnkSpec::of(7, 7, 5)),
        GameSpec::Mnk(MnkSpec::of(8, 8, 5)),
        GameSpec::Mnk(MnkSpec::of(10, 10, 5)),
        GameSpec::Mnk(MnkSpec::CARO),
    ],
    variants,
    // The board of 20x20, filled.
    longest: Longest {
        name_bytes: "20x20x5-renju-swap2".len(),
        plies: SIZE_MAX * SIZE_MAX,
        code: MoveCode(SIZE_MAX * SIZE_MAX - 1),
    },
};

/// The ready boards of the same size, of caro and renju, which few know, one at most, and the opening of tournaments
/// where it is played.
fn variants(spec: GameSpec) -> Vec<GameSpec> {
    let GameSpec::Mnk(board) = spec else { return Vec::new() };
    let left_out = if board.rule() == Rule::Caro { Rule::Renju } else { Rule::Caro };
    let ready = board.ready_of_this_size().filter(|ready| ready.rule() != left_out);
    let with_opening = match board.opening() {
        Opening::Plain if board == MnkSpec::GOMOKU => Some(MnkSpec::SWAP2),
        Opening::Plain => None,
        Opening::Swap | Opening::Swap2 => Some(board),
    };
    ready.chain(with_opening).map(GameSpec::Mnk).collect()
}
