//! Marks in cells.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    Cross,
    Nought,
    BlackStone,
    WhiteStone,
    RedPiece,
    YellowPiece,
    Sheep,
    Wolf,
}

impl Mark {
    /// In the order in which they are listed.
    pub(crate) const ALL: [Mark; 8] = [
        Mark::Cross,
        Mark::Nought,
        Mark::BlackStone,
        Mark::WhiteStone,
        Mark::RedPiece,
        Mark::YellowPiece,
        Mark::Sheep,
        Mark::Wolf,
    ];
}
