//! Boards to store, for the tests of the store.

use zerosum::games::any::GameSpec;
use zerosum::games::side::{BySide, Side};
use zerosum::session::board::{Board, ChatId, MessageId};
use zerosum::session::{Action, Actor, Refusal, Revision, Seat, Session, SessionId, UserId};

pub const CHAT: ChatId = ChatId(-1_001_234_567_890);
pub const ANN: UserId = UserId(1_001);
pub const BEN: UserId = UserId(1_002);

/// A board of Ann's on which Ann and Ben play; nobody has moved and no message shows it yet.
pub fn board(id: u64) -> Board {
    let seats = BySide { first: Seat::Human(ANN), second: Seat::Human(BEN) };
    Board::new(Session::new(SessionId(id), GameSpec::TicTacToe, seats), ANN, CHAT)
}

/// A board that this message shows as it was at its start.
pub fn placed_board(id: u64, message: i32) -> Board {
    Board { message: Some(MessageId(message)), shown: Revision::START, ..board(id) }
}

/// The session after one more action: a resignation while it is played, and then a rematch. So it
/// never comes to an end.
pub fn after_any_action(session: &Session) -> Result<Session, Refusal> {
    let action = match session.outcome() {
        None => Action::Resign,
        Some(_) => Action::Rematch { switch_sides: session.seat_of(ANN) == Some(Side::First) },
    };
    session.apply(Actor::User(ANN), session.revision(), action)
}
