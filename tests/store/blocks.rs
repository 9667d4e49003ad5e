//! Whom people have blocked.

use std::sync::Arc;

use anyhow::Result;
use zerosum::session::UserId;
use zerosum::store::blocks::{BLOCKED_MAX, Blocked};
use zerosum::store::{Commit, Store};

use crate::person;
use crate::store_support::{ANN, BEN};

const EVE: UserId = UserId(987_654_321);

fn blocked(user: UserId, since: i64) -> Blocked {
    Blocked { user, name: format!("\u{1f600} {}", user.0), since }
}

pub(crate) async fn whoever_is_blocked_is_kept_apart_in_both_directions_until_that_is_taken_back(
    store: Arc<dyn Store>,
) -> Result<()> {
    // Nobody would delete what somebody has blocked who is not remembered.
    assert_eq!(store.block(ANN, &blocked(BEN, 1)).await?, Commit::Conflict);
    store.put_person(ANN, None, &person()).await?;
    assert_eq!(store.block(ANN, &blocked(BEN, 1)).await?, Commit::Done);
    assert_eq!(store.block(ANN, &blocked(BEN, 9)).await?, Commit::Conflict);
    assert_eq!(store.block(ANN, &blocked(EVE, 2)).await?, Commit::Done);
    assert_eq!(store.blocked_by(ANN).await?, [blocked(EVE, 2), blocked(BEN, 1)]);
    assert_eq!(store.blocked_by(BEN).await?, []);
    for (one, other, are_apart) in [(ANN, BEN, true), (BEN, ANN, true), (BEN, EVE, false)] {
        assert_eq!(store.are_apart(one, other).await?, are_apart);
    }
    assert_eq!(store.unblock(BEN, ANN).await?, Commit::Conflict, "it is not his to take back");
    assert_eq!(store.unblock(ANN, BEN).await?, Commit::Done);
    assert_eq!(store.unblock(ANN, BEN).await?, Commit::Conflict);
    assert!(!store.are_apart(ANN, BEN).await? && store.are_apart(EVE, ANN).await?);
    Ok(())
}

pub(crate) async fn nobody_blocks_more_people_than_they_may(store: Arc<dyn Store>) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    for number in 0..BLOCKED_MAX {
        let user = UserId(5_000 + u64::from(number));
        assert_eq!(store.block(ANN, &blocked(user, number.into())).await?, Commit::Done);
    }
    assert_eq!(store.block(ANN, &blocked(EVE, 500)).await?, Commit::Conflict);
    assert_eq!(store.block(BEN, &blocked(EVE, 500)).await?, Commit::Done, "each has their own");
    assert_eq!(store.unblock(ANN, UserId(5_000)).await?, Commit::Done);
    assert_eq!(store.block(ANN, &blocked(EVE, 500)).await?, Commit::Done);
    let all = store.blocked_by(ANN).await?;
    assert_eq!((u32::try_from(all.len())?, all[0].user), (BLOCKED_MAX, EVE));
    Ok(())
}

pub(crate) async fn a_block_goes_with_either_of_the_two(store: Arc<dyn Store>) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    store.block(ANN, &blocked(BEN, 1)).await?;
    store.block(ANN, &blocked(EVE, 2)).await?;
    store.block(BEN, &blocked(EVE, 3)).await?;
    // Also somebody of whom nothing else is stored.
    store.delete_person(EVE, 10).await?;
    assert_eq!(store.blocked_by(ANN).await?, [blocked(BEN, 1)]);
    assert_eq!(store.blocked_by(BEN).await?, []);
    store.delete_person(BEN, 10).await?;
    assert_eq!(store.blocked_by(ANN).await?, []);
    store.block(ANN, &blocked(BEN, 4)).await?;
    store.delete_person(ANN, 10).await?;
    assert_eq!(store.blocked_by(ANN).await?, []);
    assert!(!store.are_apart(ANN, BEN).await?);
    Ok(())
}
