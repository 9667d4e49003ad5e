//! Games between people: found by both, and left for good by one of them.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use futures::future::try_join_all;
use zerosum_session::board::{Board, ChatId, Placement, Surface};
use zerosum_session::game::record;
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::people::deletion::{self, Deletion};
use zerosum_store::{Commit, Grace, OpenGames, Store, StoredBoard};

use crate::after_moves;
use crate::store_support::{ANN, BEN, CHAT, after_any_action, at, board, board_of, shared_board};

/// Ben's chat with the bot.
const BENS: ChatId = ChatId(1_002);

pub(crate) async fn a_game_is_found_by_each_person_with_a_seat(store: Arc<Store>) -> Result<()> {
    let shared = shared_board(2);
    assert_eq!((shared.guest(), board(1).guest()), (Some(BEN), None));
    store.create(&board(1), OpenGames::ANY).await?;
    store.create(&shared, OpenGames::ANY).await?;
    store.create(&board_of(BEN, 3), OpenGames::ANY).await?;
    assert_eq!(store.load(SessionId(2)).await?.as_ref(), Some(&shared));
    for (person, found, guest) in [(ANN, [2, 1], false), (BEN, [3, 2], true)] {
        let open = store.open_boards(CHAT, person, 9).await?;
        let ids: Vec<u64> = open.iter().map(|board| board.session.id().0).collect();
        assert_eq!(ids, found, "{person:?}");
        let count = store.count_open(CHAT, person).await?;
        assert_eq!(count, OpenGames { in_chat: 2, in_all: 2 });
        let mut pages = store.boards_of(person, None, 1).await?;
        pages.extend(store.boards_of(person, Some(pages[0].id), 9).await?);
        let ids: Vec<u64> = pages.iter().map(|board| board.id.0).collect();
        let mut found = found;
        found.sort_unstable();
        assert_eq!(ids, found, "{person:?}");
        let stored = pages.iter().find(|board| board.id == SessionId(2)).context("it is theirs")?;
        assert_eq!(stored.is_guest, guest);
    }
    let max = OpenGames { in_chat: 9, in_all: 2 };
    assert_eq!(store.create(&board_of(BEN, 4), max).await?, Commit::Conflict, "a seat counts");
    let ended = after_any_action(&shared.session)?;
    store.commit(&ended, Revision::START).await?;
    assert_eq!(store.count_open(CHAT, BEN).await?.in_all, 1);
    assert_eq!(store.create(&board_of(BEN, 4), max).await?, Commit::Done);
    Ok(())
}

pub(crate) async fn the_games_that_a_person_plays_with_others_are_found(
    store: Arc<Store>,
) -> Result<()> {
    store.create(&board(1), OpenGames::ANY).await?;
    store.create(&shared_board(2), OpenGames::ANY).await?;
    let other = Board { session: shared_board(3).session, ..shared_board(3) };
    store.create(&other, OpenGames::ANY).await?;
    store.create(&board_of(BEN, 4), OpenGames::ANY).await?;
    for person in [ANN, BEN] {
        let found = store.games_with_people(person, 9).await?;
        let ids: Vec<u64> = found.iter().map(|board| board.session.id().0).collect();
        assert_eq!(ids, [3, 2], "{person:?}");
        assert_eq!(store.games_with_people(person, 1).await?.len(), 1);
        assert_eq!(store.latest_over(CHAT, person).await?, None);
    }
    let ended = after_any_action(&shared_board(2).session)?;
    assert!(ended.outcome().is_some());
    store.commit(&ended, Revision::START).await?;
    for person in [ANN, BEN] {
        assert_eq!(store.games_with_people(person, 9).await?.len(), 1, "{person:?}");
        let over = store.latest_over(CHAT, person).await?.context("one is over")?;
        assert_eq!(over.session, ended);
        assert_eq!(store.latest_over(ChatId(-5), person).await?, None);
    }
    store.delete_person(BEN, 9).await?;
    assert_eq!(store.games_with_people(BEN, 9).await?, []);
    assert_eq!(store.games_with_people(ANN, 9).await?, []);
    assert_eq!(store.latest_over(CHAT, BEN).await?, None);
    Ok(())
}

pub(crate) async fn who_has_a_seat_follows_from_the_session(store: Arc<Store>) -> Result<()> {
    let alone = board(1);
    store.create(&alone, OpenGames::ANY).await?;
    // The same game with another seat, as when a player joins.
    let text = record::encode(&alone.session).replacen("u1001 -", "u1002 -", 1);
    let joined = record::decode(SessionId(1), Revision(2), &text)?;
    store.commit(&joined, Revision::START).await?;
    assert_eq!(store.load(SessionId(1)).await?.context("it is there")?.guest(), Some(BEN));
    assert_eq!(store.boards_of(BEN, None, 9).await?.len(), 1);
    let left = record::decode(SessionId(1), Revision(3), &record::encode(&alone.session))?;
    store.commit(&left, Revision(2)).await?;
    assert_eq!(store.boards_of(BEN, None, 9).await?, []);
    assert_eq!(store.count_open(CHAT, BEN).await?.in_all, 0);
    Ok(())
}

pub(crate) async fn nothing_of_a_deleted_guest_stays(store: Arc<Store>) -> Result<()> {
    let session = after_moves(&shared_board(1).session, &[4, 0])?;
    store.create(&Board { session: session.clone(), ..shared_board(1) }, OpenGames::ANY).await?;
    store.create(&board(2), OpenGames::ANY).await?;
    store.create(&board_of(BEN, 3), OpenGames::ANY).await?;
    store.place(SessionId(1), at(10), None, Revision(3)).await?;
    let other = ChatId(-77);
    for chat in [BENS, other] {
        let placement = Placement { shown: Revision(3), ..Placement::new(chat, None) };
        assert_eq!(store.add_placement(SessionId(1), placement).await?, Commit::Done);
    }
    let deleted = store.delete_person(BEN, 9).await?;
    assert_eq!(deleted, Deletion { boards: 1, is_complete: true });
    assert_eq!(store.boards_of(BEN, None, 9).await?, []);
    assert_eq!(store.count_open(CHAT, BEN).await?.in_all, 0);
    assert_eq!(store.load(SessionId(3)).await?, None);
    let boards = store.boards_of(ANN, None, 9).await?;
    let [left, own] = &boards[..] else { anyhow::bail!("{boards:?}") };
    assert_eq!(left.record, "1 3x3 u1001 gone - 4.0");
    assert_eq!((left.revision, left.shown), (Revision(4), Revision(3)), "screens have to follow");
    let chats: Vec<Surface> = left.elsewhere.iter().map(Placement::surface).collect();
    assert_eq!(chats, [other.into()], "the chat with the bot is as good as the name");
    assert_eq!(own.record, record::encode(&board(2).session));
    let open = store.count_open(CHAT, ANN).await?;
    assert_eq!(open.in_all, 1, "the game is over");
    // A commit in flight finds another revision.
    let next = after_moves(&session, &[8])?;
    assert_eq!(store.commit(&next, Revision(3)).await?, Commit::Conflict);
    for chat in [CHAT, other] {
        assert_eq!(
            store.claim(SessionId(1), chat.into(), Grace::NONE).await?,
            Commit::Done,
            "{chat:?}"
        );
    }
    // The owner's own deletion takes the rest.
    store.delete_person(ANN, 9).await?;
    assert_eq!(store.boards_of(ANN, None, 9).await?, []);
    Ok(())
}

pub(crate) async fn a_guest_is_gone_before_all_their_seats_are(store: Arc<Store>) -> Result<()> {
    let creating = (0..20).map(|id| {
        let store = Arc::clone(&store);
        async move { store.create(&shared_board(id), OpenGames::ANY).await }
    });
    try_join_all(creating).await?;
    let begun = store.delete_person(BEN, 5).await?;
    assert_eq!(begun, Deletion { boards: 0, is_complete: false });
    assert_eq!(store.pending_deletions(9).await?, [BEN]);
    is_gone(&store, BEN).await?;
    // A person who comes back is new, even when taking a seat in an old game.
    let new = Board { session: shared_board(100).session, ..board(100) };
    store.create(&new, OpenGames::ANY).await?;
    let next = after_any_action(&new.session)?;
    assert_eq!(store.commit(&next, Revision::START).await?, Commit::Done);
    assert_eq!(deletion::finish_all(store.as_ref()).await?, 0);
    assert_eq!(store.pending_deletions(9).await?, []);
    let left = store.boards_of(BEN, None, 99).await?;
    assert_eq!(left.iter().map(|board| board.id.0).collect::<Vec<_>>(), [100]);
    let records = store.boards_of(ANN, None, 99).await?;
    let gone = records.iter().filter(|board: &&StoredBoard| board.record.contains(" gone "));
    assert_eq!((gone.count(), records.len()), (20, 21));
    assert_eq!(store.count_open(CHAT, ANN).await?.in_all, 0);
    assert_eq!(store.awaiting_engine(None, 9, Duration::ZERO).await?, []);
    Ok(())
}

async fn is_gone(store: &Arc<Store>, person: UserId) -> Result<()> {
    assert_eq!(store.boards_of(person, None, 99).await?, []);
    assert_eq!(store.open_boards(CHAT, person, 99).await?, []);
    let open = store.count_open(CHAT, person).await?;
    assert_eq!((open.in_chat, open.in_all), (0, 0));
    for id in 0..20 {
        let seats_them = |board: Board| board.guest() == Some(person);
        // A record with a seat that is gone may be unreadable.
        let loaded = store.load(SessionId(id)).await.ok().flatten();
        assert!(!loaded.is_some_and(seats_them), "game {id}");
        let next = after_any_action(&shared_board(id).session)?;
        assert_eq!(store.commit(&next, Revision::START).await?, Commit::Conflict);
    }
    Ok(())
}
