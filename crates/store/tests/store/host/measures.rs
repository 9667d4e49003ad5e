//! Figures about calls: every call is counted once, by its outcome.

use std::sync::Arc;

use anyhow::Result;
use zerosum_metrics::Metrics;
use zerosum_metrics::labels::{StoreCall, StoreFault, StoreOutcome};
use zerosum_session::SessionId;
use zerosum_store::{Commit, Grace, OpenGames, StoreError};

use crate::Fresh;
use crate::games::lapses::databases;
use crate::store_support::{CHAT, board};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_that_cannot_be_read_is_counted_as_an_error() -> Result<()> {
    for Fresh { store, scratch } in databases().await? {
        let metrics = Arc::new(Metrics::new());
        store.create(&board(1), OpenGames::ANY).await?;
        store.count_in(Arc::clone(&metrics));
        store.load(SessionId(1)).await?;
        assert_eq!(metrics.store.errors.value(StoreFault::Record), 0);
        scratch.execute("UPDATE boards SET record = 'chess'").await?;
        let spoiled = store.load(SessionId(1)).await;
        assert!(matches!(spoiled, Err(StoreError::Record(..))), "{spoiled:?}");
        assert_eq!(metrics.store.errors.value(StoreFault::Record), 1);
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_takes_two_statements_is_counted_once() -> Result<()> {
    for Fresh { store, scratch } in databases().await? {
        let metrics = Arc::new(Metrics::new());
        store.count_in(Arc::clone(&metrics));
        // The board is neither in its own chat nor anywhere else.
        let claimed = store.claim(SessionId(1), CHAT.into(), Grace::NONE).await?;
        assert_eq!(claimed, Commit::Conflict);
        let calls = |outcome| metrics.store.calls.value((StoreCall::Claim, outcome));
        assert_eq!([StoreOutcome::Done, StoreOutcome::Conflict].map(calls), [0, 1]);
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}
