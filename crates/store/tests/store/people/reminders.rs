//! Reminders: the people who want them, and at most one for each move.

use std::sync::Arc;

use anyhow::{Context, Result};
use tokio::task::JoinSet;
use zerosum_games::MoveCode;
use zerosum_session::board::Board;
use zerosum_session::game::clock::{PlayTime, TimeControl};
use zerosum_session::{Action, Actor, SessionId};
use zerosum_store::games::clocks::TimedBoard;
use zerosum_store::{Commit, OpenGames, Store};

use crate::person;
use crate::store_support::{ANN, BEN, shared_board};

const HOUR: i64 = 3_600_000_000;

/// Creates a game of Ann, who is to move, against Ben, with a clock that has run since then, and returns when
/// it runs out.
async fn begun(
    store: &Store,
    id: u64,
    time: TimeControl,
    since: i64,
) -> Result<(Board, TimedBoard)> {
    let session = shared_board(id)
        .session
        .under(time)
        .timed(None, PlayTime(since))
        .with_clock_started(PlayTime(since));
    let at = session.due().context("its clock runs")?.0;
    let board = Board { session, ..shared_board(id) };
    store.create(&board, OpenGames::ANY).await?;
    Ok((board, TimedBoard { at, id: SessionId(id) }))
}

pub(crate) async fn a_wish_for_reminders_is_kept_until_it_is_taken_back(
    store: Arc<Store>,
) -> Result<()> {
    // No deletion would remove the choice of an unknown person.
    assert_eq!(store.set_reminders(ANN, true).await?, Commit::Conflict);
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    assert!(!store.has_reminders(ANN).await?);
    assert_eq!(store.set_reminders(ANN, true).await?, Commit::Done);
    assert_eq!(store.set_reminders(ANN, true).await?, Commit::Conflict);
    assert!(store.has_reminders(ANN).await? && !store.has_reminders(BEN).await?);
    assert_eq!(store.set_reminders(BEN, false).await?, Commit::Conflict);
    assert_eq!(store.set_reminders(ANN, false).await?, Commit::Done);
    assert!(!store.has_reminders(ANN).await?);
    store.set_reminders(ANN, true).await?;
    store.delete_person(ANN, 9).await?;
    store.put_person(ANN, None, &person()).await?;
    assert!(!store.has_reminders(ANN).await?, "it goes with the person");
    Ok(())
}

pub(crate) async fn games_of_a_day_a_move_are_listed_before_their_time_is_over(
    store: Arc<Store>,
) -> Result<()> {
    let mut listed = Vec::new();
    for (id, since) in [(1, 2), (2, 1), (3, 1)] {
        listed.push(begun(&store, id, TimeControl::Day, since * HOUR).await?.1);
    }
    begun(&store, 4, TimeControl::Day, 9 * HOUR).await?;
    begun(&store, 5, TimeControl::FiveAndThree, 24 * HOUR).await?;
    store.create(&shared_board(6), OpenGames::ANY).await?;
    listed.sort_unstable();
    let (now, by) = (PlayTime(24 * HOUR), PlayTime(27 * HOUR));
    assert_eq!(store.to_remind(now, by, None, 9).await?, listed);
    assert_eq!(store.to_remind(now, by, None, 1).await?, listed[..1]);
    assert_eq!(store.to_remind(now, by, Some(listed[0]), 9).await?, listed[1..]);
    assert_eq!(store.to_remind(PlayTime(25 * HOUR), by, None, 9).await?, listed[2..]);
    assert_eq!(store.claim_reminder(listed[1]).await?, Commit::Done);
    assert_eq!(store.to_remind(now, by, None, 9).await?, [listed[0], listed[2]]);
    Ok(())
}

pub(crate) async fn of_many_who_remind_of_a_move_one_does_and_of_the_next_move_again(
    store: Arc<Store>,
) -> Result<()> {
    let (board, found) = begun(&store, 1, TimeControl::Day, 0).await?;
    let mut claiming = JoinSet::new();
    for _ in 0..8 {
        let store = Arc::clone(&store);
        claiming.spawn(async move { store.claim_reminder(found).await });
    }
    let claims = claiming.join_all().await.into_iter().collect::<Result<Vec<_>, _>>()?;
    assert_eq!(claims.iter().filter(|claim| **claim == Commit::Done).count(), 1);
    let session = &board.session;
    let moved = session.apply(Actor::User(ANN), session.revision(), Action::Play(MoveCode(4)))?;
    let moved = moved.timed(Some(session), PlayTime(HOUR)).with_clock_started(PlayTime(HOUR));
    store.commit(&moved, session.revision()).await?;
    assert_eq!(store.claim_reminder(found).await?, Commit::Conflict, "it is no longer her move");
    let at = moved.due().context("it runs for him")?.0;
    assert_eq!(store.claim_reminder(TimedBoard { at, ..found }).await?, Commit::Done);
    assert_eq!(store.claim_reminder(TimedBoard { at, ..found }).await?, Commit::Conflict);
    let resigned = moved.apply(Actor::User(ANN), moved.revision(), Action::Resign)?;
    store
        .commit(
            &resigned.timed(Some(&moved), PlayTime(HOUR)).with_clock_started(PlayTime(HOUR)),
            moved.revision(),
        )
        .await?;
    assert_eq!(store.to_remind(PlayTime(0), PlayTime(i64::MAX), None, 9).await?, []);
    Ok(())
}
