//! Hosting: counts, switches and broadcasts.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, ensure};
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId};
use zerosum_session::broadcast::{Broadcast, BroadcastCounts, BroadcastId, State, Step};
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::people::invitation::InvitationCode;
use zerosum_session::people::seeker::{Points, SeekerWish};
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::Count;
use zerosum_store::host::operations::{Counts, Switch};
use zerosum_store::host::upkeep::Purge;
use zerosum_store::{Commit, Grace, OpenGames, Person, Store};

use crate::store_support::{
    ANN, BEN, CHAT, after_any_action, at, board, placed_board, shared_board,
};
use crate::{after_moves, is_closed, person};

const PROGRESS: ChatMessage = ChatMessage { chat: ChatId(1_001), message: MessageId(7) };

pub(crate) async fn create_ended(store: &Store, id: u64) -> Result<()> {
    let session = after_any_action(&board(id).session)?;
    store.create(&Board { session, ..board(id) }, OpenGames::ANY).await?;
    Ok(())
}

pub(crate) async fn everything_is_counted(store: Arc<Store>) -> Result<()> {
    let exact = |number| Count { number, is_exact: true };
    let counts = |people, reachable, in_play, over| Counts {
        people: exact(people),
        people_reachable: exact(reachable),
        boards_in_play: exact(in_play),
        boards_over: exact(over),
        boards_between_people: exact(0),
        seekers: exact(0),
        invitations: exact(0),
    };
    assert_eq!(store.counts().await?, counts(0, 0, 0, 0));
    store.put_person(ANN, None, &person()).await?;
    store.put_person(BEN, None, &Person { is_reachable: false, ..person() }).await?;
    for id in 0..3 {
        store.create(&board(id), OpenGames::ANY).await?;
    }
    create_ended(store.as_ref(), 9).await?;
    assert_eq!(store.counts().await?, counts(2, 1, 3, 1));
    store.commit(&after_any_action(&board(0).session)?, Revision::START).await?;
    assert_eq!(store.counts().await?, counts(2, 1, 2, 2));
    // Games and requests between people.
    store.create(&shared_board(20), OpenGames::ANY).await?;
    let (opponent, time) = (Opponent::Anybody, TimeControl::Day);
    let setup = Setup { spec: GameSpec::TicTacToe, side: Side::First, opponent, time };
    for code in [InvitationCode(1), InvitationCode(2)] {
        let game = SessionId(u64::try_from(code.0)?);
        ensure!(store.invite(code, game, ANN, setup).await? == Commit::Done);
    }
    ensure!(store.withdraw_invitation(InvitationCode(1), ANN).await? == Commit::Done);
    let wish = SeekerWish { spec: GameSpec::TicTacToe, is_any: true, side: None, time };
    ensure!(store.seek(ANN, SessionId(30), wish, Points(1_500)).await? == Commit::Done);
    let together = store.counts().await?;
    let others = [together.boards_between_people, together.seekers, together.invitations];
    assert_eq!(others, [exact(1); 3]);
    assert_eq!(together.boards_in_play, exact(3));
    Ok(())
}

pub(crate) async fn switches_are_off_until_they_are_on(store: Arc<Store>) -> Result<()> {
    assert!(!store.is_on(Switch::Maintenance).await?);
    for is_on in [true, true, false, false, true] {
        store.set_switch(Switch::Maintenance, is_on).await?;
        assert_eq!(store.is_on(Switch::Maintenance).await?, is_on);
    }
    Ok(())
}

pub(crate) async fn a_broadcast_is_kept_until_it_is_done(store: Arc<Store>) -> Result<()> {
    let id = BroadcastId(1);
    let mut expected = Broadcast::new(id, "Завтра 👋".to_owned(), ANN, PROGRESS);
    let other = Broadcast::new(BroadcastId(u64::MAX), "soon".to_owned(), BEN, PROGRESS);
    assert_eq!(store.broadcast(id).await?, None);
    assert_eq!(store.create_broadcast(&other).await?, Commit::Done);
    assert_eq!(store.create_broadcast(&expected).await?, Commit::Done);
    let again = Broadcast { text: "twice".to_owned(), ..expected.clone() };
    assert_eq!(store.create_broadcast(&again).await?, Commit::Conflict);
    assert_eq!(store.broadcasts_unfinished().await?, [expected.clone(), other.clone()]);

    let claim = Step::Claim { last: UserId(50), people: 8 };
    assert_eq!(store.advance_broadcast(id, Some(BEN), claim, 3).await?, Commit::Conflict);
    assert_eq!(store.broadcast(id).await?, Some(expected.clone()), "nothing is counted");
    assert_eq!(store.advance_broadcast(id, None, claim, 0).await?, Commit::Done);
    assert_eq!(store.advance_broadcast(id, None, claim, 0).await?, Commit::Conflict);
    expected.cursor = Some(UserId(50));
    expected.tally = BroadcastCounts { sent: 0, failed: 8 };
    assert_eq!(
        store.broadcast(id).await?,
        Some(expected.clone()),
        "all claimed people are counted"
    );
    let claim = Step::Claim { last: UserId(90), people: 2 };
    assert_eq!(store.advance_broadcast(id, expected.cursor, claim, 5).await?, Commit::Done);
    expected.cursor = Some(UserId(90));
    expected.tally = BroadcastCounts { sent: 5, failed: 5 };
    assert_eq!(store.broadcast(id).await?, Some(expected.clone()));

    let seen = expected.cursor;
    assert_eq!(store.advance_broadcast(id, None, Step::Finish, 1).await?, Commit::Conflict);
    assert_eq!(store.advance_broadcast(id, seen, Step::Finish, 1).await?, Commit::Done);
    assert_eq!(store.advance_broadcast(id, seen, Step::Finish, 1).await?, Commit::Conflict);
    store.tally_broadcast(id, 1).await?;
    expected.tally = BroadcastCounts { sent: 7, failed: 3 };
    expected.state = State::Done;
    // Neither the text is kept nor who was reached last.
    (expected.text, expected.cursor) = (String::new(), None);
    assert_eq!(store.broadcast(id).await?, Some(expected));
    assert_eq!(store.broadcasts_unfinished().await?, [other]);
    Ok(())
}

pub(crate) async fn broadcasts_are_found_by_who_wrote_them(store: Arc<Store>) -> Result<()> {
    for (id, author) in [(u64::MAX, ANN), (2, ANN), (3, BEN), (0, ANN)] {
        let broadcast = Broadcast::new(BroadcastId(id), "soon".to_owned(), author, PROGRESS);
        store.create_broadcast(&broadcast).await?;
    }
    store.stop_broadcast(BroadcastId(2)).await?;
    for page_size in 1..=4 {
        let mut found = Vec::new();
        loop {
            let page = store.broadcasts_by(ANN, found.last().copied(), page_size).await?;
            if page.is_empty() {
                break;
            }
            found.extend(page.iter().map(|broadcast| broadcast.id));
        }
        assert_eq!(found, [0, 2, u64::MAX].map(BroadcastId), "pages of {page_size}");
    }
    Ok(())
}

pub(crate) async fn a_stopped_broadcast_claims_nothing_and_keeps_no_text(
    store: Arc<Store>,
) -> Result<()> {
    let id = BroadcastId(1);
    assert_eq!(store.stop_broadcast(id).await?, Commit::Conflict, "there is none");
    let broadcast = Broadcast::new(id, "soon".to_owned(), ANN, PROGRESS);
    store.create_broadcast(&broadcast).await?;
    let claim = Step::Claim { last: UserId(50), people: 4 };
    store.advance_broadcast(id, None, claim, 0).await?;
    assert_eq!(store.stop_broadcast(id).await?, Commit::Done);
    assert_eq!(store.stop_broadcast(id).await?, Commit::Conflict);
    let seen = Some(UserId(50));
    for step in [Step::Claim { last: UserId(90), people: 4 }, Step::Finish] {
        assert_eq!(store.advance_broadcast(id, seen, step, 3).await?, Commit::Conflict);
    }
    store.tally_broadcast(id, 3).await?;
    let (text, state) = (String::new(), State::Stopped);
    let tally = BroadcastCounts { sent: 3, failed: 1 };
    let stopped = Broadcast { text, state, cursor: None, tally, ..broadcast };
    assert_eq!(store.broadcast(id).await?, Some(stopped.clone()));
    assert_eq!(store.broadcasts_unfinished().await?, []);
    // One that ended without that forgets its cursor at the next purge; one that runs keeps it.
    let [other, running] = [BroadcastId(2), BroadcastId(3)];
    let left = Broadcast { id: other, cursor: Some(BEN), ..stopped.clone() };
    let runs = Broadcast { id: running, state: State::Running, ..left.clone() };
    store.create_broadcast(&left).await?;
    store.create_broadcast(&runs).await?;
    assert_eq!(store.claim_purge(Duration::ZERO).await?, Commit::Done);
    assert_eq!(store.broadcast(other).await?, Some(Broadcast { id: other, ..stopped }));
    assert_eq!(store.broadcast(running).await?, Some(runs));
    Ok(())
}

pub(crate) async fn of_many_processes_exactly_one_claims_each_slice(
    store: Arc<Store>,
) -> Result<()> {
    const SENDERS: usize = 20;
    const SLICES: u64 = 30;
    let id = BroadcastId(1);
    let text = "soon".to_owned();
    store.create_broadcast(&Broadcast::new(id, text, ANN, PROGRESS)).await?;
    let senders: Vec<_> = (0..SENDERS)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut claimed = Vec::new();
                loop {
                    let broadcast = store.broadcast(id).await?.context("it is kept")?;
                    let next = broadcast.cursor.map_or(1, |UserId(last)| last + 1);
                    if next > SLICES {
                        return anyhow::Ok(claimed);
                    }
                    let claim = Step::Claim { last: UserId(next), people: 1 };
                    let taken = store.advance_broadcast(id, broadcast.cursor, claim, 1);
                    if taken.await? == Commit::Done {
                        claimed.push(next);
                    }
                }
            })
        })
        .collect();
    let mut claimed = Vec::new();
    for sender in senders {
        claimed.extend(sender.await??);
    }
    claimed.sort_unstable();
    assert_eq!(claimed, (1..=SLICES).collect::<Vec<_>>());
    let tally = store.broadcast(id).await?.context("it is kept")?.tally;
    assert_eq!(tally, BroadcastCounts { sent: SLICES, failed: 0 });
    Ok(())
}

pub(crate) async fn an_open_store_answers_a_ping(store: Arc<Store>) -> Result<()> {
    Ok(store.ping().await?)
}

pub(crate) async fn a_closed_store_answers_that_it_is_closed(store: Arc<Store>) -> Result<()> {
    store.create(&placed_board(1, 10), OpenGames::ANY).await?;
    tokio::join!(store.close(), store.close());
    let id = SessionId(1);
    let played = after_moves(&board(1).session, &[4])?;
    is_closed(store.create(&board(2), OpenGames::ANY).await);
    is_closed(store.load(id).await);
    is_closed(store.commit(&played, Revision::START).await);
    is_closed(store.place(id, at(1), None, Revision(1)).await);
    is_closed(store.displace(id, at(1).into()).await);
    assert_eq!(store.note_shown(id, at(1).into(), Revision(1)).await, None);
    is_closed(store.open_boards(CHAT, ANN, 1).await);
    is_closed(store.count_open(CHAT, ANN).await);
    is_closed(store.behind(None, 1, Grace::NONE).await);
    is_closed(store.claim(id, CHAT.into(), Grace::NONE).await);
    is_closed(store.person(ANN).await);
    is_closed(store.put_person(ANN, None, &person()).await);
    is_closed(store.boards_of(ANN, None, 1).await);
    is_closed(store.delete_person(ANN, 9).await);
    is_closed(store.pending_deletions(9).await);
    is_closed(store.delete_boards_left(ANN, 9).await);
    is_closed(store.finished_behind(None, NonZeroU32::MIN).await);
    is_closed(store.trim(ANN, 0, 9).await);
    is_closed(store.set_reachable(ANN, true).await);
    is_closed(store.people_after(None, 1).await);
    let now = SystemTime::now();
    let purge = Purge { over_before: now, open_before: now, limit: 1 };
    is_closed(store.purge(purge).await);
    is_closed(store.count_stale(purge).await);
    is_closed(store.claim_purge(Duration::ZERO).await);
    is_closed(store.advance_uptime().await);
    is_closed(store.counts().await);
    is_closed(store.is_on(Switch::Maintenance).await);
    is_closed(store.set_switch(Switch::Maintenance, true).await);
    is_closed(store.broadcasts_unfinished().await);
    is_closed(store.stop_broadcast(BroadcastId(1)).await);
    is_closed(store.ping().await);
    Ok(())
}
