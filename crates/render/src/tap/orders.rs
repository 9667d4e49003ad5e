//! Choices that buttons of pages offer.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_session::game::clock::TimeControl;

/// Time at which a player was blocked, in microseconds since 1970. It identifies one of the user's
/// blocks without revealing the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockedAt(pub i64);

/// Action on the counting of the user's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Shows the results in detail.
    Details,
    /// Asks whether to stop counting.
    AskToStop,
    /// Stops counting and deletes the counts.
    Stop,
    /// Continues counting.
    Keep,
    /// Starts counting.
    Start,
    /// Tells milestones from now on.
    TellMilestones,
    /// Tells no milestones any more.
    HideMilestones,
}

/// Change of the user's invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InvitationOrder {
    /// Sets the user's side.
    Play(Side),
    /// Sets the time control.
    Time(TimeControl),
    /// Withdraws the invitation.
    Withdraw,
}

/// Options of a search for an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeekerCard {
    /// `None` if any game will do.
    pub spec: Option<GameSpec>,
    /// `None` if either will do.
    pub side: Option<Side>,
    pub time: TimeControl,
    /// True if the search begins now.
    pub is_chosen: bool,
}

/// Change of a running search for an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeekingOrder {
    /// Sets whether any game will do.
    AnyGame(bool),
    /// Sets the user's side, or either.
    Play(Option<Side>),
    Time(TimeControl),
    /// Ends the search.
    Withdraw,
}

/// Decision of an owner on a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BroadcastOrder {
    /// Sends the message to all users.
    Send,
    /// Discards the message.
    Discard,
    /// Stops the running broadcast.
    Stop,
}
