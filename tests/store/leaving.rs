//! Games that are over because somebody has left their group.

use std::sync::Arc;

use anyhow::Result;
use zerosum::session::Revision;
use zerosum::store::{Commit, OpenGames, Store};

use crate::person;
use crate::store_support::{ANN, BEN, board, shared_board};

pub(crate) async fn that_somebody_has_left_stands_beside_the_record_and_counts_for_nobody(
    store: Arc<dyn Store>,
) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    for board in [shared_board(1), board(2)] {
        let id = board.session.id();
        assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Done);
        let Some(left) = board.session.left_by(ANN) else { panic!("it is in play") };
        assert_eq!(store.commit(&left, Revision::START).await?, Commit::Done);
        assert_eq!(store.commit(&left, Revision::START).await?, Commit::Conflict, "once");
        let Some(board) = store.load(id).await? else { panic!("it is there") };
        assert_eq!(board.session, left);
        assert!(board.session.is_left());
    }
    assert_eq!((store.results(ANN).await?, store.results(BEN).await?), (vec![], vec![]));
    Ok(())
}
