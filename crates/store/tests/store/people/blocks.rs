//! Blocks between people.

use std::sync::Arc;

use anyhow::Result;
use zerosum_session::UserId;
use zerosum_store::people::blocks::{BLOCKED_MAX, Blocked};
use zerosum_store::{Commit, Store};

use crate::person;
use crate::store_support::{ANN, BEN};

const EVE: UserId = UserId(987_654_321);

fn blocked(user: UserId, since: i64) -> Blocked {
    Blocked { user: Some(user), name: format!("\u{1f600} {}", user.0), since }
}

pub(crate) async fn a_block_keeps_two_people_apart_in_both_directions_until_it_is_taken_back(
    store: Arc<Store>,
) -> Result<()> {
    // No deletion would remove the blocks of a person who is not stored.
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
    assert_eq!(store.unblock(BEN, 1).await?, Commit::Conflict, "it is not his to take back");
    assert_eq!(store.unblock(ANN, 1).await?, Commit::Done);
    assert_eq!(store.unblock(ANN, 1).await?, Commit::Conflict);
    assert!(!store.are_apart(ANN, BEN).await? && store.are_apart(EVE, ANN).await?);
    Ok(())
}

pub(crate) async fn no_one_blocks_more_people_than_allowed(store: Arc<Store>) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    for number in 0..BLOCKED_MAX {
        let user = UserId(5_000 + u64::from(number));
        assert_eq!(store.block(ANN, &blocked(user, number.into())).await?, Commit::Done);
    }
    assert_eq!(store.block(ANN, &blocked(EVE, 500)).await?, Commit::Conflict);
    assert_eq!(store.block(BEN, &blocked(EVE, 500)).await?, Commit::Done, "each has their own");
    assert_eq!(store.unblock(ANN, 0).await?, Commit::Done);
    assert_eq!(store.block(ANN, &blocked(EVE, 500)).await?, Commit::Done);
    let all = store.blocked_by(ANN).await?;
    assert_eq!((u32::try_from(all.len())?, all[0].user), (BLOCKED_MAX, Some(EVE)));
    Ok(())
}

pub(crate) async fn a_block_goes_with_its_person_and_stays_without_the_name_of_the_other_one(
    store: Arc<Store>,
) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    store.block(ANN, &blocked(BEN, 1)).await?;
    store.block(ANN, &blocked(EVE, 2)).await?;
    store.block(BEN, &blocked(EVE, 3)).await?;
    let nameless = |user, since| Blocked { user, name: String::new(), since };
    // This holds even for a person of whom nothing else is stored.
    for _ in 0..2 {
        store.delete_person(EVE, 10).await?;
        assert_eq!(store.blocked_by(ANN).await?, [nameless(None, 2), blocked(BEN, 1)]);
        assert_eq!(store.blocked_by(BEN).await?, [nameless(None, 3)]);
        assert!(store.are_apart(ANN, EVE).await? && store.are_apart(EVE, BEN).await?);
    }
    // A person who is blocked again before coming back is blocked once, and by name.
    assert_eq!(store.block(ANN, &blocked(EVE, 5)).await?, Commit::Done);
    assert_eq!(store.blocked_by(ANN).await?, [blocked(EVE, 5), blocked(BEN, 1)]);
    store.delete_person(BEN, 10).await?;
    assert_eq!(store.blocked_by(ANN).await?, [blocked(EVE, 5), nameless(None, 1)]);
    assert!(store.are_apart(ANN, BEN).await? && !store.are_apart(BEN, EVE).await?);
    // A person who has come back is blocked as before, even when stored by statements that know only people.
    store.put_person(BEN, None, &person()).await?;
    assert_eq!(store.blocked_by(ANN).await?, [blocked(EVE, 5), nameless(Some(BEN), 1)]);
    assert!(store.are_apart(BEN, ANN).await?);
    store.delete_person(BEN, 10).await?;
    assert_eq!(store.unblock(ANN, 1).await?, Commit::Done, "without a name, too");
    assert_eq!(store.unblock(ANN, 1).await?, Commit::Conflict);
    assert!(!store.are_apart(ANN, BEN).await?);
    store.delete_person(EVE, 10).await?;
    store.delete_person(ANN, 10).await?;
    assert_eq!(store.blocked_by(ANN).await?, []);
    store.put_person(ANN, None, &person()).await?;
    assert!(!store.are_apart(ANN, EVE).await?);
    Ok(())
}
