//! Memory of live copies. The only test of this file, because it counts the bytes of the whole process.

use std::alloc::System;

use cap::Cap;
use zerosum::engine::Engine;
use zerosum::play::games::transitions::with_engine_replies;
use zerosum::play::live_games::{LiveCounts, LiveGames};
use zerosum_games::{Game, MoveCode};
use zerosum_session::board::{Board, ChatId, MessageId};
use zerosum_session::choice::Choice;
use zerosum_session::{Action, Actor, Revision, Session, SessionId, UserId};

/// Counts what is allocated and not freed.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// Bytes do not depend on how the program is built, time does.
const GAMES: usize = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };

/// Bytes that a live game may take beside its key.
const BYTES_PER_GAME_MAX: usize = 400;

/// The bytes of the key of a game.
const KEY_BYTES: usize = size_of::<SessionId>();

/// A game of its own person in its own chat, some plies into it as it is when its person has
/// pressed some cells.
fn board(engine: &Engine, number: u64) -> Board {
    let user = UserId(number);
    let id = SessionId(number);
    let mut session = Session::against_engine(id, user, Choice::default());
    let mut codes = Vec::new();
    for _ in 0..number % 5 {
        codes.clear();
        session.position().legal_moves(&mut codes);
        let Some(code) = codes.first() else { break };
        session = played(engine, session, user, *code);
    }
    let mut board = Board::new(session, user, ChatId(number.cast_signed()));
    board.message = Some(MessageId(1));
    board.shown = Revision::START;
    board
}

fn played(engine: &Engine, session: Session, user: UserId, code: MoveCode) -> Session {
    let next = session.apply(Actor::User(user), session.revision(), Action::Play(code));
    with_engine_replies(engine, next.expect("the move is legal"))
}

#[test]
fn a_live_game_takes_less_than_400_bytes_and_no_more_are_live_than_fit() {
    let engine = Engine::new();
    let before = HEAP.allocated();
    let live = LiveGames::new(LiveCounts { boards: GAMES + 2, people: 0 });
    let bytes = || HEAP.allocated() - before;
    let mut peak = 0;
    for number in 0..GAMES as u64 {
        live.put_board(board(&engine, number));
        peak = peak.max(bytes());
    }
    let first = live.board(ChatId(0), SessionId(0)).expect("all are live");
    assert_eq!(first, board(&engine, 0));
    drop(first);
    let each = bytes() / GAMES - KEY_BYTES;
    println!("{each} bytes each beside the key, {} at the peak", peak / GAMES - KEY_BYTES);
    assert!(each < BYTES_PER_GAME_MAX, "{each} bytes for each of {GAMES}");
    for number in 0..2 * GAMES as u64 {
        live.put_board(board(&engine, GAMES as u64 + number));
        peak = peak.max(bytes());
    }
    println!("{} at the peak of three times as many", peak / GAMES - KEY_BYTES);
    assert!(peak / GAMES < BYTES_PER_GAME_MAX);
    live.age();
    live.age();
    assert!(bytes() < GAMES, "{} bytes stay behind", bytes());
}
