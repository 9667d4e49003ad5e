//! Games: stored, changed under a condition, shown, and found again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use proptest::prelude::any;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId};
use zerosum_session::game::record;
use zerosum_session::{Action, Actor, Revision, SessionId, UserId};
use zerosum_store::{Commit, Grace, OpenGames, Store};

use crate::store_support::{ANN, BEN, CHAT, after_any_action, at, board, board_of, placed_board};
use crate::{after_moves, samples};

pub(crate) async fn a_created_board_is_found_as_it_was(store: Arc<Store>) -> Result<()> {
    assert_eq!(store.load(SessionId(1)).await?, None);
    for board in [board(1), placed_board(2, 20), Board { shown: Revision(7), ..board(3) }] {
        assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Done);
        assert_eq!(store.load(board.session.id()).await?, Some(board));
    }
    Ok(())
}

pub(crate) async fn creating_twice_creates_once(store: Arc<Store>) -> Result<()> {
    let first = placed_board(1, 10);
    let session = after_moves(&first.session, &[4])?;
    let second = Board { session, owner: BEN, ..placed_board(1, 11) };
    assert_eq!(store.create(&first, OpenGames::ANY).await?, Commit::Done);
    assert_eq!(store.create(&second, OpenGames::ANY).await?, Commit::Conflict);
    assert_eq!(store.create(&first, OpenGames::ANY).await?, Commit::Conflict);
    assert_eq!(store.load(SessionId(1)).await?, Some(first));
    assert_eq!(store.count_open(CHAT, ANN).await?.in_chat, 1);
    assert_eq!(store.count_open(CHAT, BEN).await?.in_chat, 0);
    Ok(())
}

pub(crate) async fn a_commit_replaces_the_session_and_nothing_else(
    store: Arc<Store>,
) -> Result<()> {
    let start = placed_board(1, 10);
    let bystander = placed_board(2, 20);
    store.create(&start, OpenGames::ANY).await?;
    store.create(&bystander, OpenGames::ANY).await?;
    // Two moves in one write, as when an engine replies at once.
    let session = after_moves(&start.session, &[4, 0])?;
    assert_eq!(store.commit(&session, Revision::START).await?, Commit::Done);
    assert_eq!(store.load(SessionId(1)).await?, Some(Board { session, ..start }));
    assert_eq!(store.load(SessionId(2)).await?, Some(bystander));
    Ok(())
}

pub(crate) async fn a_commit_with_another_revision_than_the_stored_one_changes_nothing(
    store: Arc<Store>,
) -> Result<()> {
    let start = placed_board(1, 10);
    let current = Board { session: after_moves(&start.session, &[4, 0])?, ..start };
    store.create(&current, OpenGames::ANY).await?;
    let next = after_moves(&current.session, &[8])?;
    for seen in [0, 1, 2, 4, u32::MAX] {
        assert_eq!(store.commit(&next, Revision(seen)).await?, Commit::Conflict, "{seen}");
        assert_eq!(store.load(SessionId(1)).await?.as_ref(), Some(&current), "{seen}");
    }
    let seen = current.session.revision();
    assert_eq!(store.commit(&next, seen).await?, Commit::Done);
    assert_eq!(store.commit(&next, seen).await?, Commit::Conflict);
    Ok(())
}

pub(crate) async fn a_commit_of_a_missing_session_creates_nothing(store: Arc<Store>) -> Result<()> {
    let session = after_moves(&board(1).session, &[4])?;
    assert_eq!(store.commit(&session, Revision::START).await?, Commit::Conflict);
    assert_eq!(store.load(SessionId(1)).await?, None);
    Ok(())
}

pub(crate) async fn of_a_hundred_commits_at_once_exactly_one_wins_each_revision(
    store: Arc<Store>,
) -> Result<()> {
    const WRITERS: usize = 100;
    const ROUNDS: u32 = 10;
    let mut session = board(1).session;
    store.create(&board(1), OpenGames::ANY).await?;
    for round in 0..ROUNDS {
        let next = after_any_action(&session)?;
        let tasks: Vec<_> = (0..WRITERS)
            .map(|_| {
                let (store, next, seen) = (store.clone(), next.clone(), session.revision());
                tokio::spawn(async move { store.commit(&next, seen).await })
            })
            .collect();
        let mut winners = 0;
        for task in tasks {
            winners += u32::from(task.await?? == Commit::Done);
        }
        assert_eq!(winners, 1, "round {round}");
        session = next;
    }
    let stored = store.load(SessionId(1)).await?.map(|board| board.session);
    assert_eq!(stored, Some(session));
    Ok(())
}

pub(crate) async fn an_answered_write_is_seen_by_the_next_read(store: Arc<Store>) -> Result<()> {
    let tasks: Vec<_> = (0..20)
        .map(|id| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut session = board(id).session;
                store.create(&board(id), OpenGames::ANY).await?;
                for _ in 0..20 {
                    let next = after_any_action(&session)?;
                    assert_eq!(store.commit(&next, session.revision()).await?, Commit::Done);
                    let stored = store.load(SessionId(id)).await?.map(|board| board.session);
                    assert_eq!(stored.as_ref(), Some(&next));
                    session = next;
                }
                anyhow::Ok(())
            })
        })
        .collect();
    for task in tasks {
        task.await??;
    }
    Ok(())
}

pub(crate) async fn placing_sets_the_message_and_what_it_shows(store: Arc<Store>) -> Result<()> {
    store.create(&board(1), OpenGames::ANY).await?;
    // A later message may show an older revision: the newest message counts. The noted revision of one
    // message never decreases.
    for (message, shown, noted) in [(10, 5, 5), (11, 3, 3), (11, 4, 4), (11, 2, 4), (10, 0, 0)] {
        let noted = Revision(noted);
        store.place(SessionId(1), at(message), None, Revision(shown)).await?;
        let placed = Board { message: Some(MessageId(message)), shown: noted, ..board(1) };
        assert_eq!(store.load(SessionId(1)).await?, Some(placed));
    }
    store.place(SessionId(2), at(20), None, Revision(1)).await?;
    assert_eq!(store.load(SessionId(2)).await?, None);
    Ok(())
}

pub(crate) async fn displacing_forgets_the_message_only_if_it_still_shows_the_session(
    store: Arc<Store>,
) -> Result<()> {
    store.create(&placed_board(1, 10), OpenGames::ANY).await?;
    store.displace(SessionId(1), at(9).into()).await?;
    assert_eq!(store.load(SessionId(1)).await?, Some(placed_board(1, 10)));
    store.place(SessionId(1), at(11), None, Revision::START).await?;
    store.displace(SessionId(1), at(10).into()).await?;
    assert_eq!(store.load(SessionId(1)).await?, Some(placed_board(1, 11)));
    store.displace(SessionId(1), at(11).into()).await?;
    let gone = Board { shown: Revision::LAST, ..board(1) };
    assert_eq!(store.load(SessionId(1)).await?.as_ref(), Some(&gone));
    // One that was never sent, and now never is; a message that another process has sent meanwhile stays.
    store.create(&board(4), OpenGames::ANY).await?;
    store.give_up(SessionId(4), CHAT).await?;
    let given_up = Board { shown: Revision::LAST, ..board(4) };
    assert_eq!(store.load(SessionId(4)).await?, Some(given_up));
    assert_eq!(store.recall(SessionId(4), CHAT, None).await?, Commit::Done, "it can be sent later");
    store.create(&placed_board(5, 12), OpenGames::ANY).await?;
    store.give_up(SessionId(5), CHAT).await?;
    assert_eq!(store.load(SessionId(5)).await?, Some(placed_board(5, 12)));
    store.displace(SessionId(1), at(11).into()).await?;
    store.displace(SessionId(2), at(11).into()).await?;
    assert_eq!(store.load(SessionId(2)).await?, None);
    Ok(())
}

pub(crate) async fn shown_marks_rise_and_never_fall(store: Arc<Store>) -> Result<()> {
    store.create(&placed_board(1, 10), OpenGames::ANY).await?;
    for (noted, expected) in [(2, 2), (1, 2), (2, 2), (u32::MAX, u32::MAX), (3, u32::MAX)] {
        drop(store.note_shown(SessionId(1), at(10).into(), Revision(noted)));
        marks_are_written(store.as_ref()).await?;
        shows(store.as_ref(), SessionId(1), Revision(expected)).await?;
    }
    Ok(())
}

pub(crate) async fn shown_marks_of_other_messages_are_ignored(store: Arc<Store>) -> Result<()> {
    store.create(&board(1), OpenGames::ANY).await?;
    store.create(&placed_board(2, 20), OpenGames::ANY).await?;
    drop(store.note_shown(SessionId(1), at(10).into(), Revision(1)));
    drop(store.note_shown(SessionId(2), at(10).into(), Revision(1)));
    drop(store.note_shown(SessionId(3), at(10).into(), Revision(1)));
    marks_are_written(store.as_ref()).await?;
    assert_eq!(store.load(SessionId(1)).await?, Some(board(1)));
    assert_eq!(store.load(SessionId(2)).await?, Some(placed_board(2, 20)));
    assert_eq!(store.load(SessionId(3)).await?, None);
    Ok(())
}

pub(crate) async fn a_note_of_what_is_shown_tells_if_something_newer_is_known(
    store: Arc<Store>,
) -> Result<()> {
    let start = placed_board(1, 10);
    store.create(&start, OpenGames::ANY).await?;
    let played = after_moves(&start.session, &[4, 0])?;
    store.commit(&played, Revision::START).await?;
    let noted =
        |message, shown| store.note_shown(SessionId(1), at(message).into(), Revision(shown));
    assert_eq!(noted(10, 2).await, Some(Commit::Conflict), "the session has gone on");
    assert_eq!(noted(9, 3).await, Some(Commit::Conflict), "another message shows it");
    assert_eq!(noted(10, 3).await, Some(Commit::Done));
    let shown = store.load(SessionId(1)).await?.map(|board| board.shown);
    assert_eq!(shown, Some(Revision(3)), "what is told is written");
    store.displace(SessionId(1), at(10).into()).await?;
    assert_eq!(noted(10, 4).await, Some(Commit::Conflict), "no message shows it");
    Ok(())
}

/// Returns once all earlier notes have been written, if the store keeps their order.
async fn marks_are_written(store: &Store) -> Result<()> {
    let last = SessionId(u64::MAX);
    store.create(&board(last.0), OpenGames::ANY).await?;
    // Placing another message in between resets the revision noted for this one.
    store.place(last, at(98), None, Revision::NONE).await?;
    store.place(last, at(99), None, Revision::NONE).await?;
    drop(store.note_shown(last, at(99).into(), Revision(1)));
    shows(store, last, Revision(1)).await
}

/// Returns once the board is noted as showing this revision.
async fn shows(store: &Store, id: SessionId, shown: Revision) -> Result<()> {
    const PATIENCE: Duration = Duration::from_secs(30);
    let asked = Instant::now();
    loop {
        let noted = store.load(id).await?.map(|board| board.shown);
        if noted == Some(shown) {
            return Ok(());
        }
        ensure!(asked.elapsed() < PATIENCE, "{noted:?} is noted instead of {shown:?}");
        tokio::task::yield_now().await;
    }
}

pub(crate) async fn the_latest_open_game_is_the_one_that_changed_last(
    store: Arc<Store>,
) -> Result<()> {
    assert_eq!(store.open_boards(CHAT, ANN, 9).await?, []);
    for id in [3, 1, 2] {
        store.create(&placed_board(id, 10), OpenGames::ANY).await?;
        assert_eq!(latest(store.as_ref()).await?, Some(id), "the one just created");
    }
    let first = after_moves(&board(1).session, &[4])?;
    store.commit(&first, Revision::START).await?;
    assert_eq!(latest(store.as_ref()).await?, Some(1), "the one just played");
    // Only changes of a game count.
    store.create(&board(3), OpenGames::ANY).await?;
    store.commit(&first, Revision::START).await?;
    store.commit(&after_moves(&board(2).session, &[4])?, Revision(5)).await?;
    store.place(SessionId(3), at(30), None, Revision(1)).await?;
    store.displace(SessionId(2), at(10).into()).await?;
    assert_eq!(latest(store.as_ref()).await?, Some(1), "still the one just played");
    let board = Board { session: first, ..placed_board(1, 10) };
    assert_eq!(store.open_boards(CHAT, ANN, 1).await?, [board]);
    Ok(())
}

pub(crate) async fn open_games_are_counted_by_chat_and_owner(store: Arc<Store>) -> Result<()> {
    let private = ChatId(1_001);
    for (id, chat, owner) in [(1, CHAT, ANN), (2, CHAT, ANN), (3, CHAT, BEN), (4, private, ANN)] {
        store
            .create(&Board { surface: chat.into(), ..board_of(owner, id) }, OpenGames::ANY)
            .await?;
    }
    for (chat, owner, count, newest) in [
        (CHAT, ANN, 2, Some(SessionId(2))),
        (CHAT, BEN, 1, Some(SessionId(3))),
        (private, ANN, 1, Some(SessionId(4))),
        (private, BEN, 0, None),
    ] {
        assert_eq!(store.count_open(chat, owner).await?.in_chat, count);
        let latest = store.open_boards(chat, owner, 1).await?.pop();
        assert_eq!(latest.map(|board| board.session.id()), newest);
    }
    for (owner, count) in [(ANN, 3), (BEN, 1), (UserId(7), 0)] {
        assert_eq!(store.count_open(CHAT, owner).await?.in_all, count);
    }
    let session = after_any_action(&board(1).session)?;
    store.commit(&session, Revision::START).await?;
    assert_eq!(store.count_open(CHAT, ANN).await?.in_all, 2, "one of them is over");
    Ok(())
}

pub(crate) async fn no_one_gets_more_open_games_than_allowed(store: Arc<Store>) -> Result<()> {
    let private = ChatId(1_001);
    let max = OpenGames { in_chat: 2, in_all: 3 };
    let wished = [
        (1, CHAT, ANN, Commit::Done),
        (2, CHAT, ANN, Commit::Done),
        (3, CHAT, ANN, Commit::Conflict),
        (4, private, ANN, Commit::Done),
        (5, private, ANN, Commit::Conflict),
        (6, CHAT, BEN, Commit::Done),
    ];
    for (id, chat, owner, expected) in wished {
        let created =
            store.create(&Board { surface: chat.into(), ..board_of(owner, id) }, max).await?;
        assert_eq!(created, expected, "game {id}");
    }
    assert_eq!(store.load(SessionId(5)).await?, None);
    let ended = after_any_action(&board(1).session)?;
    assert_eq!(store.commit(&ended, Revision::START).await?, Commit::Done);
    assert_eq!(store.create(&board(3), max).await?, Commit::Done, "one has ended");
    Ok(())
}

pub(crate) async fn an_ended_game_is_not_open_until_it_is_played_again(
    store: Arc<Store>,
) -> Result<()> {
    let start = board(1).session;
    let resigned = start.apply(Actor::User(ANN), start.revision(), Action::Resign)?;
    let won = after_moves(&start, &[0, 3, 1, 4, 2])?;
    let drawn = after_moves(&start, &[0, 1, 2, 4, 3, 5, 7, 6, 8])?;
    for (id, ended) in [resigned, won, drawn].into_iter().enumerate() {
        let id = SessionId(u64::try_from(id)?);
        // The same game under an id of its own.
        let ended = record::decode(id, ended.revision(), &record::encode(&ended))?;
        let start = board(id.0);
        store.create(&start, OpenGames::ANY).await?;
        assert_eq!(store.count_open(CHAT, ANN).await?.in_chat, 1, "{ended:?}");
        store.commit(&ended, Revision::START).await?;
        assert_eq!(store.count_open(CHAT, ANN).await?.in_chat, 0, "{ended:?}");
        assert_eq!(store.open_boards(CHAT, ANN, 9).await?, [], "{ended:?}");
        let again = after_any_action(&ended)?;
        store.commit(&again, ended.revision()).await?;
        assert_eq!(store.count_open(CHAT, ANN).await?.in_chat, 1, "{ended:?}");
        assert_eq!(latest(store.as_ref()).await?, Some(id.0), "{ended:?}");
        store.commit(&after_any_action(&again)?, again.revision()).await?;
    }
    let ended = Board { session: after_any_action(&board(9).session)?, ..board(9) };
    store.create(&ended, OpenGames::ANY).await?;
    assert_eq!(store.count_open(CHAT, ANN).await?.in_chat, 0, "a game that was created as ended");
    Ok(())
}

pub(crate) async fn boards_behind_are_paged_by_ascending_id(store: Arc<Store>) -> Result<()> {
    let middle = i64::MAX.cast_unsigned();
    let ids = [0, 1, 7, middle, middle + 1, u64::MAX - 1, u64::MAX];
    for id in [3, 6, 0, 5, 1, 4, 2] {
        let start = placed_board(ids[id], 10);
        let session = after_moves(&start.session, &[4])?;
        store.create(&Board { session, ..start }, OpenGames::ANY).await?;
    }
    for page_size in 1..=8 {
        let mut found = Vec::new();
        let mut after = None;
        loop {
            let page = behind(store.as_ref(), after, page_size).await?;
            assert!(page.len() <= usize::try_from(page_size)?);
            let Some(last) = page.last() else { break };
            after = Some(*last);
            found.extend(page);
        }
        assert_eq!(found, ids, "pages of {page_size}");
    }
    assert_eq!(behind(store.as_ref(), Some(2), 2).await?, ids[2..4]);
    assert_eq!(behind(store.as_ref(), None, u32::MAX).await?, ids);
    assert!(behind(store.as_ref(), None, 0).await?.is_empty());
    assert!(behind(store.as_ref(), Some(u64::MAX), 9).await?.is_empty());
    Ok(())
}

pub(crate) async fn only_boards_whose_screen_lags_are_behind(store: Arc<Store>) -> Result<()> {
    let start = placed_board(1, 10);
    let played = after_moves(&start.session, &[4])?;
    store.create(&start, OpenGames::ANY).await?;
    assert_eq!(store.behind(None, 9, Grace::NONE).await?, [], "nothing has changed");
    store.commit(&played, Revision::START).await?;
    let lagging = Board { session: played.clone(), ..start };
    assert_eq!(store.behind(None, 9, Grace::NONE).await?, [lagging], "the message is not redrawn");
    drop(store.note_shown(SessionId(1), at(10).into(), played.revision()));
    shows(store.as_ref(), SessionId(1), played.revision()).await?;
    assert_eq!(store.behind(None, 9, Grace::NONE).await?, [], "the message is redrawn");
    store.place(SessionId(1), at(11), None, Revision::START).await?;
    assert_eq!(behind(store.as_ref(), None, 9).await?, [1], "a new message shows an old state");
    store.displace(SessionId(1), at(11).into()).await?;
    assert_eq!(store.behind(None, 9, Grace::NONE).await?, [], "there is no message");
    store.place(SessionId(1), at(12), None, Revision(2)).await?;
    assert_eq!(store.behind(None, 9, Grace::NONE).await?, [], "the message shows all");
    store.create(&board(2), OpenGames::ANY).await?;
    assert_eq!(store.behind(None, 9, Grace::NONE).await?, [board(2)], "the board was never sent");
    Ok(())
}

pub(crate) async fn boards_within_the_grace_are_left_to_the_process_that_changed_them(
    store: Arc<Store>,
) -> Result<()> {
    const HOUR: Duration = Duration::from_secs(3_600);
    store.create(&board(1), OpenGames::ANY).await?;
    store.create(&placed_board(2, 20), OpenGames::ANY).await?;
    store.commit(&after_moves(&board(2).session, &[4])?, Revision::START).await?;
    for (unsent, unshown, found) in [
        (Duration::ZERO, Duration::ZERO, &[1, 2][..]),
        (HOUR, Duration::ZERO, &[2]),
        (Duration::ZERO, HOUR, &[1]),
        (HOUR, HOUR, &[]),
        (Duration::MAX, Duration::MAX, &[]),
    ] {
        let grace = Grace { unsent, unshown };
        let boards = store.behind(None, 9, grace).await?;
        let ids: Vec<u64> = boards.iter().map(|board| board.session.id().0).collect();
        assert_eq!(ids, found, "{grace:?}");
        for id in 0..4 {
            let claimed = store.claim(SessionId(id), CHAT.into(), grace).await?;
            let expected = if found.contains(&id) { Commit::Done } else { Commit::Conflict };
            assert_eq!(claimed, expected, "{id} {grace:?}");
        }
    }
    store.create(&placed_board(3, 30), OpenGames::ANY).await?;
    assert_eq!(
        store.claim(SessionId(3), CHAT.into(), Grace::NONE).await?,
        Commit::Conflict,
        "it is shown"
    );
    Ok(())
}

pub(crate) async fn of_many_processes_exactly_one_claims_a_board_that_was_left_behind(
    store: Arc<Store>,
) -> Result<()> {
    const GRACE: Grace = Grace { unsent: Duration::from_secs(3), unshown: Duration::from_secs(3) };
    let unsent = board(1);
    let start = placed_board(2, 20);
    let unshown = Board { session: after_moves(&start.session, &[4])?, ..start };
    for board in [&unsent, &unshown] {
        store.create(board, OpenGames::ANY).await?;
    }
    // The grace time has to pass; this polls until it has.
    while store.behind(None, 9, GRACE).await?.len() < 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for board in [&unsent, &unshown] {
        let id = board.session.id();
        let claims = (0..20).map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.claim(id, CHAT.into(), GRACE).await })
        });
        let mut winners = 0;
        for claim in claims.collect::<Vec<_>>() {
            winners += u32::from(claim.await?? == Commit::Done);
        }
        assert_eq!(winners, 1, "{board:?}");
        assert_eq!(store.load(id).await?.as_ref(), Some(board), "nothing else has changed");
    }
    assert_eq!(store.behind(None, 9, GRACE).await?, [], "both are seen to");
    assert_eq!(latest(store.as_ref()).await?, Some(2), "a claim is no change of the game");
    Ok(())
}

pub(crate) async fn boards_of_any_numbers_are_kept(store: Arc<Store>) -> Result<()> {
    let numbers = (any::<u64>(), any::<u64>(), any::<i64>(), any::<i32>(), any::<[u32; 2]>());
    let extremes = [
        (u64::MAX, u64::MAX, i64::MIN, i32::MIN, [u32::MAX; 2]),
        (u64::MAX / 2, u64::MAX / 2 + 1, i64::MAX, i32::MAX, [u32::MAX, 0]),
        (0, 0, 0, 0, [0, u32::MAX]),
    ];
    for (id, user, chat, message, [revision, shown]) in
        extremes.into_iter().chain(samples(numbers, 100)?)
    {
        let chat = ChatId(chat);
        let text = format!("1 3x3 u{user} e:perfect - 4.0");
        let board = Board {
            session: record::decode(SessionId(id), Revision(revision), &text)?,
            owner: UserId(user),
            surface: chat.into(),
            topic: None,
            message: Some(MessageId(message)),
            shown: Revision(shown),
            elsewhere: Vec::new(),
        };
        assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Done);
        assert_eq!(store.load(SessionId(id)).await?.as_ref(), Some(&board));
        assert_eq!(store.count_open(chat, board.owner).await?.in_chat, 1, "{board:?}");
        assert_eq!(store.open_boards(chat, board.owner, 1).await?, std::slice::from_ref(&board));
        let place = ChatMessage { chat, message: MessageId(message) };
        store.displace(board.session.id(), place.into()).await?;
        store.place(board.session.id(), place, None, board.shown).await?;
        assert_eq!(store.load(SessionId(id)).await?, Some(board));
    }
    Ok(())
}

async fn latest(store: &Store) -> Result<Option<u64>> {
    Ok(store.open_boards(CHAT, ANN, 1).await?.first().map(|board| board.session.id().0))
}

async fn behind(store: &Store, after: Option<u64>, limit: u32) -> Result<Vec<u64>> {
    let boards = store.behind(after.map(SessionId), limit, Grace::NONE).await?;
    Ok(boards.iter().map(|board| board.session.id().0).collect())
}
