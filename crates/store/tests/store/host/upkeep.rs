//! Upkeep of a store: purges, their coordination, and the store's own time.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use zerosum_session::board::Board;
use zerosum_session::{Revision, SessionId};
use zerosum_store::host::upkeep::Purge;
use zerosum_store::{Commit, OpenGames, Store};

use crate::after_moves;
use crate::host::operations::create_ended;
use crate::store_support::{ANN, CHAT, after_any_action, board, placed_board};

const HOUR: Duration = Duration::from_secs(3_600);

/// A moment after all earlier changes and before all later ones, by the clock of the store.
async fn a_moment(store: &Store) -> Result<SystemTime> {
    let boards = store.boards_of(ANN, None, 99).await?;
    let newest = boards.iter().map(|board| board.touched).max().unwrap_or_default();
    Ok(UNIX_EPOCH + Duration::from_micros(newest.unsigned_abs() + 1))
}

pub(crate) async fn old_boards_are_purged_in_batches_and_young_ones_stay(
    store: Arc<Store>,
) -> Result<()> {
    let before_all = a_moment(store.as_ref()).await?;
    for id in 0..5 {
        create_ended(store.as_ref(), id).await?;
        store.create(&board(10 + id), OpenGames::ANY).await?;
    }
    let later = a_moment(store.as_ref()).await?;
    create_ended(store.as_ref(), 5).await?;
    store.create(&board(15), OpenGames::ANY).await?;
    // Played on, and therefore not abandoned.
    store.commit(&after_moves(&board(10).session, &[4])?, Revision::START).await?;

    let purge = |over_before, open_before, limit| Purge { over_before, open_before, limit };
    assert_eq!(store.purge(purge(before_all, before_all, 99)).await?, 0);
    assert_eq!(store.purge(purge(later, before_all, 0)).await?, 0);
    assert_eq!(store.count_stale(purge(later, before_all, 99)).await?, 5);
    assert_eq!(store.count_stale(purge(later, before_all, 3)).await?, 3);
    assert_eq!(store.purge(purge(later, before_all, 3)).await?, 3);
    assert_eq!(store.purge(purge(later, before_all, 3)).await?, 2);
    assert_eq!(
        store.count_open(CHAT, ANN).await?.in_all,
        6,
        "games in play have a time of their own"
    );
    assert_eq!(store.purge(purge(later, later, 99)).await?, 4);
    assert_eq!(store.count_stale(purge(later, later, 99)).await?, 0);
    assert_eq!(store.purge(purge(later, later, 99)).await?, 0);
    let left = store.boards_of(ANN, None, 99).await?;
    let left: Vec<u64> = left.iter().map(|board| board.id.0).collect();
    assert_eq!(left, [5, 10, 15]);
    let all = a_moment(store.as_ref()).await?;
    assert_eq!(store.purge(purge(all, all, 99)).await?, 3);
    assert_eq!(store.boards_of(ANN, None, 99).await?, []);
    Ok(())
}

pub(crate) async fn a_board_that_is_played_again_is_not_purged(store: Arc<Store>) -> Result<()> {
    let start = placed_board(1, 10);
    let ended = after_any_action(&start.session)?;
    store.create(&Board { session: ended.clone(), ..start }, OpenGames::ANY).await?;
    let later = a_moment(store.as_ref()).await?;
    let again = after_any_action(&ended)?;
    store.commit(&again, ended.revision()).await?;
    let purge = Purge { over_before: later, open_before: later, limit: 9 };
    assert_eq!(store.purge(purge).await?, 0);
    assert!(store.load(SessionId(1)).await?.is_some());
    Ok(())
}

pub(crate) async fn of_many_processes_exactly_one_claims_a_purge(store: Arc<Store>) -> Result<()> {
    store.advance_uptime().await?;
    let claims = (0..20).map(|_| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.claim_purge(HOUR).await })
    });
    let mut winners = 0;
    for claim in claims.collect::<Vec<_>>() {
        winners += u32::from(claim.await?? == Commit::Done);
    }
    assert_eq!(winners, 1);
    assert_eq!(store.claim_purge(HOUR).await?, Commit::Conflict, "it was done a moment ago");
    assert_eq!(store.claim_purge(Duration::ZERO).await?, Commit::Done);
    Ok(())
}

pub(crate) async fn the_own_time_goes_on_as_time_is_lived_through(store: Arc<Store>) -> Result<()> {
    let began = Instant::now();
    let first = store.advance_uptime().await?.reached;
    let mut last = first;
    loop {
        let reached = store.advance_uptime().await?.reached;
        assert!(reached >= last);
        last = reached;
        if began.elapsed() >= Duration::from_millis(50) {
            break;
        }
    }
    let passed = last.duration_since(first)?;
    assert!(passed > Duration::ZERO && passed <= began.elapsed() * 5 / 4, "{passed:?}");
    Ok(())
}
