//! Boards to store, for the tests of the store.

use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId};
use zerosum_session::game::record;
use zerosum_session::{
    Action, Actor, Awaiting, Refusal, Revision, Seat, Session, SessionId, UserId,
};

pub(crate) const CHAT: ChatId = ChatId(-1_001_234_567_890);
pub(crate) const ANN: UserId = UserId(1_001);
pub(crate) const BEN: UserId = UserId(1_002);

/// A board of Ann's on which she plays both sides, without moves or a message.
pub(crate) fn board(id: u64) -> Board {
    board_of(ANN, id)
}

/// Like [`board`], but of this owner.
pub(crate) fn board_of(owner: UserId, id: u64) -> Board {
    let seats = BySide { first: Seat::Human(owner), second: Seat::Human(owner) };
    Board::new(Session::new(SessionId(id), GameSpec::TicTacToe, seats), owner, CHAT)
}

/// A board of Ann's on which she plays against Ben.
pub(crate) fn shared_board(id: u64) -> Board {
    let seats = BySide { first: Seat::Human(ANN), second: Seat::Human(BEN) };
    Board::new(Session::new(SessionId(id), GameSpec::TicTacToe, seats), ANN, CHAT)
}

/// A board that this message shows in its initial state.
pub(crate) fn placed_board(id: u64, message: i32) -> Board {
    placed_board_of(ANN, id, message)
}

pub(crate) fn placed_board_of(owner: UserId, id: u64, message: i32) -> Board {
    let message = Some(MessageId(message));
    Board { message, shown: Revision::START, ..board_of(owner, id) }
}

/// A message in the chat of all these boards.
pub(crate) fn at(message: i32) -> ChatMessage {
    ChatMessage { chat: CHAT, message: MessageId(message) }
}

/// A session of the next revision, resigned if this one is in play and in play if this one is over. No real
/// game goes on like that, but a store does not mind, so a test can have any number of revisions.
pub(crate) fn after_any_action(session: &Session) -> Result<Session, Refusal> {
    if let Awaiting::Human { user, .. } = session.awaiting() {
        return session.apply(Actor::User(user), session.revision(), Action::Resign);
    }
    let start = Session::new(session.id(), session.spec(), session.seats().swapped());
    let Revision(revision) = session.revision();
    let anew = record::decode(session.id(), Revision(revision + 1), &record::encode(&start));
    Ok(anew.expect("the record of a start can be read back"))
}
