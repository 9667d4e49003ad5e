//! Pair of marks in which a person sees boards that are buttons.
//!
//! The stored form is one entry of the [habits](crate::people::habits), `marks bear`. The usual pair has
//! none.

/// First word of the entry. No name of a game begins with it.
const MARKS: &str = "marks";

/// Pair of marks, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MarkPair {
    #[default]
    CrossAndNought,
    DiamondAndDisc,
    BearAndRabbit,
    TreeAndBlossom,
    CherriesAndLemon,
}

impl MarkPair {
    pub const ALL: [MarkPair; 5] = [
        MarkPair::CrossAndNought,
        MarkPair::DiamondAndDisc,
        MarkPair::BearAndRabbit,
        MarkPair::TreeAndBlossom,
        MarkPair::CherriesAndLemon,
    ];

    /// Returns its name in stored habits and in buttons.
    pub fn name(self) -> &'static str {
        match self {
            MarkPair::CrossAndNought => "cross",
            MarkPair::DiamondAndDisc => "diamond",
            MarkPair::BearAndRabbit => "bear",
            MarkPair::TreeAndBlossom => "tree",
            MarkPair::CherriesAndLemon => "cherries",
        }
    }

    pub fn from_name(name: &str) -> Option<MarkPair> {
        MarkPair::ALL.into_iter().find(|pair| pair.name() == name)
    }
}

/// Returns whether an entry is about marks, also if this version cannot read it.
pub(crate) fn is_named_in(entry: &str) -> bool {
    entry.split(' ').next() == Some(MARKS)
}

pub(crate) fn encode(pair: MarkPair) -> String {
    format!("{MARKS} {}", pair.name())
}

/// Decodes an entry; `None` if encoding does not give the same text.
pub(crate) fn decode(text: &str) -> Option<MarkPair> {
    let (word, name) = text.split_once(' ')?;
    MarkPair::from_name(name).filter(|_| word == MARKS)
}
