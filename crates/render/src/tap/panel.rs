//! Panels that take the place of the buttons of a board.

/// Replacement of the buttons of a board, or of those below its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The greetings to choose from.
    Greetings,
    /// The question whether to resign.
    Resignation,
    /// The question whether to offer a draw.
    DrawOffer,
    /// Further help, the record and the resignation, in a game against an engine.
    Help,
    /// The setting of reminders before the player's time runs out.
    Reminders { is_on: bool },
}
