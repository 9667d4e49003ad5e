//! Deletion of one person with many boards: invisible at once, removed in batches, and within the wanted
//! limits.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use futures::future::try_join_all;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::{Revision, Seat, Session, SessionId, UserId};
use zerosum_store::FinishedBoard;
use zerosum_store::people::deletion::{self, DELETION_BATCH, Deletion};
use zerosum_store::{Commit, Grace, OpenGames, Person, Store};

use crate::person;
use crate::store_support::{
    ANN, BEN, CHAT, after_any_action, at, board, board_of, placed_board, placed_board_of,
};

pub(crate) async fn a_person_is_gone_before_all_their_boards_are(store: Arc<Store>) -> Result<()> {
    fill(&store, 20).await?;
    store.put_person(ANN, None, &person()).await?;
    // A board that was never sent, and one in which an engine is to move.
    store.create(&board(28), OpenGames::ANY).await?;
    let seats = BySide { first: Seat::Engine(Level::Best), second: Seat::Human(ANN) };
    let thinking = Session::new(SessionId(29), GameSpec::TicTacToe, seats);
    store.create(&Board::new(thinking.clone(), ANN, CHAT), OpenGames::ANY).await?;
    assert_eq!(store.awaiting_engine(None, 9, Duration::ZERO).await?.len(), 1);

    let begun = store.delete_person(ANN, 5).await?;
    assert_eq!(begun, Deletion { boards: 5, is_complete: false });
    assert_eq!(store.pending_deletions(9).await?, [ANN]);
    assert_eq!(store.deletions().await?, 1);
    is_gone(&store, 28).await?;
    let last = board(17).session;
    assert_eq!(store.commit(&after_any_action(&last)?, Revision::START).await?, Commit::Conflict);
    let noted = store.note_shown(SessionId(17), at(10).into(), Revision(5)).await;
    assert_eq!(noted, Some(Commit::Conflict));
    assert_eq!(store.claim(SessionId(28), CHAT.into(), Grace::NONE).await?, Commit::Conflict);
    let claimed = store.claim_turn(SessionId(29), thinking.revision(), Duration::ZERO).await?;
    assert_eq!(claimed, Commit::Conflict);
    store.place(SessionId(17), at(11), None, Revision::START).await?;
    store.displace(SessionId(16), at(10).into()).await?;
    is_gone(&store, 17).await?;

    let mut left = 18 + 2 - 5;
    while left > 0 {
        let step = store.delete_boards_left(ANN, 5).await?;
        let expected = left.min(5);
        left -= expected;
        assert_eq!(step, Deletion { boards: expected, is_complete: left == 0 });
        is_gone(&store, 17).await?;
    }
    assert_eq!(store.pending_deletions(9).await?, []);
    // Other people's boards are unaffected.
    assert_eq!(store.boards_of(BEN, None, 99).await?.len(), 2);
    Ok(())
}

pub(crate) async fn a_person_who_comes_back_during_their_deletion_is_new_and_stays(
    store: Arc<Store>,
) -> Result<()> {
    fill(&store, 20).await?;
    store.delete_person(ANN, 5).await?;
    store.put_person(ANN, None, &person()).await?;
    let new = placed_board(100, 20);
    assert_eq!(store.create(&new, OpenGames::ANY).await?, Commit::Done);
    let next = after_any_action(&new.session)?;
    assert_eq!(store.commit(&next, Revision::START).await?, Commit::Done);
    let next = after_any_action(&next)?;
    assert_eq!(store.commit(&next, Revision(next.revision().0 - 1)).await?, Commit::Done);
    let is_there = async || -> Result<()> {
        assert_eq!(store.person(ANN).await?, Some(Person { created_epoch: 1, ..person() }));
        assert_eq!(
            store.load(SessionId(100)).await?.map(|board| board.session),
            Some(next.clone())
        );
        assert_eq!(store.boards_of(ANN, None, 99).await?.len(), 1);
        assert_eq!(store.count_open(CHAT, ANN).await?.in_all, 1);
        Ok(())
    };
    is_there().await?;
    assert_eq!(deletion::finish_all(store.as_ref()).await?, 13);
    is_there().await?;

    // Another deletion takes the new board too, even before the first one has finished.
    store.delete_person(ANN, 1).await?;
    is_gone(&store, 100).await?;
    for id in 200..204 {
        store.create(&placed_board(id, 30), OpenGames::ANY).await?;
    }
    store.delete_person(ANN, 1).await?;
    store.create(&placed_board(300, 40), OpenGames::ANY).await?;
    assert_eq!(store.delete_person(ANN, 1).await?, Deletion { boards: 1, is_complete: false });
    store.create(&placed_board(400, 50), OpenGames::ANY).await?;
    assert_eq!(deletion::finish_all(store.as_ref()).await?, 3);
    let left = store.boards_of(ANN, None, 99).await?;
    assert_eq!(left.iter().map(|board| board.id).collect::<Vec<_>>(), [SessionId(400)]);
    Ok(())
}

pub(crate) async fn presses_are_written_while_a_long_deletion_goes_on(
    store: Arc<Store>,
) -> Result<()> {
    let boards = u64::from(DELETION_BATCH) * 3;
    fill(&store, boards + 3).await?;
    let mut session = board(boards + 2).session;
    assert!(!store.delete_person(ANN, 1).await?.is_complete);
    let mut steps = 0;
    loop {
        let next = after_any_action(&session)?;
        let step = store.delete_boards_left(ANN, DELETION_BATCH);
        let press = store.commit(&next, session.revision());
        let (step, press) = tokio::join!(step, press);
        assert_eq!(press?, Commit::Done);
        session = next;
        steps += 1;
        if step?.is_complete {
            break;
        }
    }
    assert_eq!(steps, 3, "so many batches, and a press with each");
    Ok(())
}

pub(crate) async fn several_may_finish_a_deletion(store: Arc<Store>) -> Result<()> {
    fill(&store, 100).await?;
    store.delete_person(ANN, 10).await?;
    let finishing: Vec<_> = (0..4)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let mut deleted = 0;
                loop {
                    let step = store.delete_boards_left(ANN, 7).await?;
                    deleted += step.boards;
                    if step.is_complete {
                        return anyhow::Ok(deleted);
                    }
                }
            })
        })
        .collect();
    let mut deleted = 0;
    for one in finishing {
        deleted += one.await??;
    }
    assert_eq!(deleted, 100 - 2 - 10);
    assert_eq!(store.boards_of(BEN, None, 99).await?.len(), 2);
    Ok(())
}

pub(crate) async fn the_oldest_finished_boards_beyond_so_many_are_trimmed(
    store: Arc<Store>,
) -> Result<()> {
    for id in 0..12 {
        store.create(&placed_board(id, 10), OpenGames::ANY).await?;
    }
    // All but two are over; the lowest ids ended last.
    for id in (2..12).rev() {
        store.commit(&after_any_action(&board(id).session)?, Revision::START).await?;
    }
    store.create(&placed_board_of(BEN, 100, 10), OpenGames::ANY).await?;
    store.commit(&after_any_action(&board_of(BEN, 100).session)?, Revision::START).await?;
    assert_eq!(store.trim(ANN, 10, 99).await?, 0);
    assert_eq!(store.trim(ANN, 11, 99).await?, 0);
    assert_eq!(store.trim(ANN, 4, 0).await?, 0);
    assert_eq!(store.trim(ANN, 4, 5).await?, 5);
    let ids = async || -> Result<Vec<u64>> {
        Ok(store.boards_of(ANN, None, 99).await?.iter().map(|board| board.id.0).collect())
    };
    assert_eq!(ids().await?, [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(store.trim(ANN, 4, 5).await?, 1);
    assert_eq!(ids().await?, [0, 1, 2, 3, 4, 5]);
    assert_eq!(store.trim(ANN, 0, 9).await?, 4);
    assert_eq!(ids().await?, [0, 1], "games in play are not counted");
    assert_eq!(store.trim(UserId(7), 0, 9).await?, 0);
    assert_eq!(store.boards_of(BEN, None, 99).await?.len(), 1);
    Ok(())
}

pub(crate) async fn finished_boards_are_listed_by_owner_and_age(store: Arc<Store>) -> Result<()> {
    for (id, owner) in [(1, BEN), (2, ANN), (3, ANN), (4, BEN), (5, ANN), (6, ANN)] {
        store.create(&placed_board_of(owner, id, 10), OpenGames::ANY).await?;
    }
    for (id, owner) in [(5, ANN), (4, BEN), (2, ANN), (1, BEN), (3, ANN)] {
        let ended = after_any_action(&board_of(owner, id).session)?;
        store.commit(&ended, Revision::START).await?;
    }
    let mut expected = Vec::new();
    for owner in [ANN, BEN] {
        let mut boards = store.boards_of(owner, None, 99).await?;
        boards.retain(|board| board.id != SessionId(6));
        boards.sort_by_key(|board| board.touched);
        let touched = boards.into_iter().map(|board| board.touched);
        expected.extend(touched.map(|touched| FinishedBoard { owner, touched }));
    }
    assert_eq!(expected.len(), 5);
    for stride in 1..=6 {
        let steps = NonZeroU32::new(stride).context("a stride")?;
        let mut found = Vec::new();
        while let Some(next) = store.finished_behind(found.last().copied(), steps).await? {
            found.push(next);
        }
        let stride = usize::try_from(stride)?;
        let wanted = expected.iter().skip(stride - 1).step_by(stride).copied();
        assert_eq!(found, wanted.collect::<Vec<_>>(), "strides of {stride}");
    }
    Ok(())
}

/// Creates boards of Ann's, with Ben as owner of the last two.
async fn fill(store: &Arc<Store>, boards: u64) -> Result<()> {
    let creating = (0..boards).map(|id| async move {
        let owner = if id + 2 < boards { ANN } else { BEN };
        store.create(&placed_board_of(owner, id, 10), OpenGames::ANY).await
    });
    try_join_all(creating).await?;
    Ok(())
}

/// Checks that nothing of Ann's is found any more, including this board.
async fn is_gone(store: &Arc<Store>, id: u64) -> Result<()> {
    assert_eq!(store.person(ANN).await?, None);
    assert_eq!(store.load(SessionId(id)).await?, None);
    assert_eq!(store.boards_of(ANN, None, 99).await?, []);
    let open = store.count_open(CHAT, ANN).await?;
    assert_eq!((open.in_chat, open.in_all), (0, 0));
    assert_eq!(store.open_boards(CHAT, ANN, 9).await?, []);
    assert_eq!(store.behind(None, 99, Grace::NONE).await?, []);
    assert_eq!(store.awaiting_engine(None, 99, Duration::ZERO).await?, []);
    Ok(())
}
