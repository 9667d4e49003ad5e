//! Ways in which a message presents a board.

use zerosum_games::side::Side;

use crate::board::buttons::focus::Focus;
use crate::tap::Panel;

/// Presentation of a board in its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presentation {
    /// The board with the buttons of this part.
    Focus(Focus),
    /// A panel that the player on this side has opened in place of the buttons.
    Panel(Panel, Side),
    /// The board of a player who has no time left, until the game is ended.
    OutOfTime,
    /// The remains of a board whose owner has gone on to another game.
    Left,
    /// A note that another message shows the board.
    Moved,
}
