//! Engines' turns: found, and claimed by one of many processes.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::{Action, Actor, Revision, Seat, Session, SessionId};
use zerosum_store::{Commit, OpenGames, Store};

use crate::store_support::{ANN, CHAT};

const NONE: Duration = Duration::ZERO;
const HOUR: Duration = Duration::from_secs(3_600);

/// A new board on which an engine plays this side.
fn board(id: u64, engine_side: Side) -> Board {
    let (human, engine) = (Seat::Human(ANN), Seat::Engine(Level::Best));
    let seats = match engine_side {
        Side::First => BySide { first: engine, second: human },
        Side::Second => BySide { first: human, second: engine },
    };
    Board::new(Session::new(SessionId(id), GameSpec::TicTacToe, seats), ANN, CHAT)
}

fn next(session: &Session, actor: Actor, action: Action) -> Result<Session> {
    Ok(session.apply(actor, session.revision(), action)?)
}

async fn found(store: &Store, after: Option<u64>, limit: u32) -> Result<Vec<u64>> {
    let boards = store.awaiting_engine(after.map(SessionId), limit, NONE).await?;
    Ok(boards.iter().map(|board| board.session.id().0).collect())
}

pub(crate) async fn boards_whose_engine_is_to_move_are_found(store: Arc<Store>) -> Result<()> {
    let engine_begins = board(1, Side::First);
    store.create(&engine_begins, OpenGames::ANY).await?;
    store.create(&board(2, Side::Second), OpenGames::ANY).await?;
    let begins = store.awaiting_engine(None, 9, NONE).await?;
    assert_eq!(begins, std::slice::from_ref(&engine_begins));
    let start = board(2, Side::Second).session;
    let played = next(&start, Actor::User(ANN), Action::Play(MoveCode(4)))?;
    store.commit(&played, start.revision()).await?;
    assert_eq!(found(store.as_ref(), None, 9).await?, [1, 2]);
    assert_eq!(found(store.as_ref(), None, 1).await?, [1]);
    assert_eq!(found(store.as_ref(), Some(1), 9).await?, [2]);
    let answered = next(&played, Actor::Engine, Action::Play(MoveCode(0)))?;
    store.commit(&answered, played.revision()).await?;
    assert_eq!(found(store.as_ref(), None, 9).await?, [1], "it has answered");
    let start = engine_begins.session;
    let resigned = next(&start, Actor::User(ANN), Action::Resign)?;
    store.commit(&resigned, start.revision()).await?;
    assert!(found(store.as_ref(), None, 9).await?.is_empty(), "the game is over");
    store.create(&board(3, Side::First), OpenGames::ANY).await?;
    assert_eq!(found(store.as_ref(), None, 9).await?, [3], "another one begins");
    store.delete_person(ANN, 99).await?;
    assert!(found(store.as_ref(), None, 9).await?.is_empty());
    Ok(())
}

pub(crate) async fn turns_within_the_grace_are_left_to_the_process_that_made_them_due(
    store: Arc<Store>,
) -> Result<()> {
    let board = board(1, Side::First);
    let (id, seen) = (SessionId(1), board.session.revision());
    store.create(&board, OpenGames::ANY).await?;
    for grace in [HOUR, Duration::MAX] {
        assert_eq!(store.awaiting_engine(None, 9, grace).await?, []);
        assert_eq!(store.claim_turn(id, seen, grace).await?, Commit::Conflict);
    }
    assert_eq!(store.claim_turn(id, seen, NONE).await?, Commit::Done);
    assert_eq!(store.load(id).await?, Some(board), "a claim is no change of the game");
    Ok(())
}

pub(crate) async fn a_turn_is_claimed_at_the_revision_that_was_seen_only(
    store: Arc<Store>,
) -> Result<()> {
    store.create(&board(1, Side::First), OpenGames::ANY).await?;
    store.create(&board(2, Side::Second), OpenGames::ANY).await?;
    for (id, seen, expected) in [
        (1, Revision::START, Commit::Done),
        (1, Revision(2), Commit::Conflict),
        (1, Revision::NONE, Commit::Conflict),
        // A person is to move, or the board does not exist.
        (2, Revision::START, Commit::Conflict),
        (3, Revision::START, Commit::Conflict),
    ] {
        assert_eq!(store.claim_turn(SessionId(id), seen, NONE).await?, expected, "{id} {seen:?}");
    }
    Ok(())
}

pub(crate) async fn of_many_processes_exactly_one_claims_a_turn(store: Arc<Store>) -> Result<()> {
    const GRACE: Duration = Duration::from_secs(3);
    store.create(&board(1, Side::First), OpenGames::ANY).await?;
    // The grace time has to pass; this polls until it has.
    while store.awaiting_engine(None, 9, GRACE).await?.is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let claims = (0..20).map(|_| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.claim_turn(SessionId(1), Revision::START, GRACE).await })
    });
    let mut winners = 0;
    for claim in claims.collect::<Vec<_>>() {
        winners += u32::from(claim.await?? == Commit::Done);
    }
    assert_eq!(winners, 1);
    assert_eq!(store.awaiting_engine(None, 9, GRACE).await?, [], "it is being thought about");
    Ok(())
}
