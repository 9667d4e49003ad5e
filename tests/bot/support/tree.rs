//! The tree of all games against the bot, as its referee plays them, without messages.

use zerosum::engine::Engine;
use zerosum::play::games::transitions::with_engine_replies;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};

const USER: UserId = UserId(7);

/// Number of trees to walk. The session id determines the replies; here it is the index of the tree.
const SESSIONS: u64 = 16;

#[test]
fn every_line_with_crosses_is_drawn_or_lost() {
    let engine = Engine::new();
    let seats = BySide { first: Seat::Human(USER), second: Seat::Engine(Level::Best) };
    assert_drawn_or_lost(&engine, seats, Side::First);
}

#[test]
fn every_line_with_noughts_is_drawn_or_lost() {
    let engine = Engine::new();
    let seats = BySide { first: Seat::Engine(Level::Best), second: Seat::Human(USER) };
    assert_drawn_or_lost(&engine, seats, Side::Second);
}

/// Walks the tree of all possible games of a person to its last leaf.
fn assert_drawn_or_lost(engine: &Engine, seats: BySide<Seat>, side: Side) {
    for number in 0..SESSIONS {
        let session = Session::new(SessionId(number), GameSpec::TicTacToe, seats);
        let mut sessions = vec![with_engine_replies(engine, session)];
        let mut ends = 0;
        while let Some(session) = sessions.pop() {
            if let Some(outcome) = session.outcome() {
                let moves = session.moves();
                assert_ne!(outcome, Outcome::Win(side), "session {number}, moves {moves:?}");
                ends += 1;
            }
            sessions.extend(legal_moves(&session).into_iter().map(|code| {
                let next = session.apply(Actor::User(USER), session.revision(), Action::Play(code));
                with_engine_replies(engine, next.expect("the move is legal"))
            }));
        }
        assert!(ends > 50, "session {number} has only {ends} lines");
    }
}

fn legal_moves(session: &Session) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    session.position().legal_moves(&mut moves);
    moves
}
