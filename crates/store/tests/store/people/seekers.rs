//! Waiting players: each is seated once, no matter which process pairs them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use tokio::task::JoinSet;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_session::board::{Board, ChatId, MessageId, Placement};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::people::matching::{self, Match, PointsByFamily};
use zerosum_session::people::seeker::{Points, Seeker, SeekerWish};
use zerosum_session::{Session, SessionId, UserId};
use zerosum_store::people::blocks::Blocked;
use zerosum_store::people::seekers::SeekerPlace;
use zerosum_store::{Commit, OpenGames, Store, StoreError};

use crate::games::lapses::databases;
use crate::store_support::{ANN, BEN, board};
use crate::{Fresh, person};

/// Points of a person without a rating.
const AT_FIRST: Points = Points(1_500);

const CID: UserId = UserId(1_003);

/// Number of people who wait at once.
const MANY: u64 = 1_000;

fn wish(side: Option<Side>) -> SeekerWish {
    let (spec, time) = (GameSpec::TicTacToe, TimeControl::ThreeMinutes);
    SeekerWish { spec, is_any: false, side, time }
}

fn game_of(user: UserId) -> SessionId {
    SessionId(user.0 + 70_000)
}

async fn seek(store: &Store, user: UserId) -> Result<Seeker> {
    if store.person(user).await?.is_none() {
        store.put_person(user, None, &person()).await?;
    }
    let sought = store.seek(user, game_of(user), wish(None), AT_FIRST).await?;
    ensure!(sought == Commit::Done);
    store.seeking_of(user).await?.context("they wait")
}

/// The game of two matched players.
fn board_of(found: Match<'_>) -> Board {
    let (owner, guest) = (found.elder.person, found.younger.person);
    let session = Session::set_up(found.elder.game, owner, found.setup);
    let board = Board::new(session, owner, ChatId::of_person(owner));
    Board { elsewhere: vec![Placement::new(ChatId::of_person(guest), None)], ..board }
}

async fn pair(store: &Store, one: &Seeker, other: &Seeker) -> Result<Commit, StoreError> {
    let both = [one.clone(), Seeker { since: one.since + 1, ..other.clone() }];
    let later = one.since + 600_000_000;
    let found = matching::pairs(&both, &PointsByFamily::new(), &BTreeSet::new(), later);
    store.pair(one, other, &board_of(found[0])).await
}

pub(crate) async fn a_person_waits_once_and_as_they_last_said(store: Arc<Store>) -> Result<()> {
    // An unknown person leaves no trace.
    let unknown = store.seek(ANN, game_of(ANN), wish(None), Points(1)).await?;
    assert_eq!((unknown, store.seeking_of(ANN).await?), (Commit::Conflict, None));
    let seeker = seek(&store, ANN).await?;
    assert!((store.now() - seeker.since).abs() < 60_000_000);
    let (game, points, message) = (game_of(ANN), AT_FIRST, None);
    let since = seeker.since;
    let expected = Seeker { person: ANN, game, wish: wish(None), points, since, message };
    assert_eq!(seeker, expected);
    store.put_person(BEN, None, &person()).await?;
    let again = [
        store.seek(ANN, SessionId(9), wish(None), points).await?,
        store.seek(BEN, game, wish(None), points).await?,
    ];
    assert_eq!(again, [Commit::Conflict; 2]);
    let (first, elsewhere) = (wish(Some(Side::First)), SessionId(9));
    let change = (first, Points(-7));
    let strangers = [
        store.change_seeking(BEN, game, wish(None), change).await?,
        store.change_seeking(ANN, elsewhere, wish(None), change).await?,
        store.place_seeking(ANN, elsewhere, MessageId(5)).await?,
        store.withdraw_seeking(BEN, game).await?,
        store.withdraw_seeking(ANN, elsewhere).await?,
    ];
    assert_eq!(strangers, [Commit::Conflict; 5]);
    // Of two changes at once the later one has not seen the other.
    assert_eq!(store.change_seeking(ANN, game, wish(None), change).await?, Commit::Done);
    let overtaken = (wish(Some(Side::Second)), points);
    assert_eq!(store.change_seeking(ANN, game, wish(None), overtaken).await?, Commit::Conflict);
    assert_eq!(store.place_seeking(ANN, game, MessageId(5)).await?, Commit::Done);
    let message = Some(MessageId(5));
    let expected = Seeker { wish: first, points: Points(-7), message, ..expected };
    assert_eq!(store.seeking_of(ANN).await?, Some(expected));
    assert_eq!(store.withdraw_seeking(ANN, game).await?, Commit::Done);
    assert_eq!(store.withdraw_seeking(ANN, game).await?, Commit::Conflict);
    assert_eq!(store.seeking_of(ANN).await?, None);
    Ok(())
}

pub(crate) async fn those_who_wait_are_listed_by_age_and_only_if_they_can_be_called(
    store: Arc<Store>,
) -> Result<()> {
    assert_eq!(store.waiting_seekers(None, 9).await?, []);
    let users: Vec<UserId> = (1..=5).rev().map(UserId).collect();
    for user in &users {
        seek(&store, *user).await?;
    }
    let mut all = store.waiting_seekers(None, 9).await?;
    assert_eq!(all.len(), 5);
    let places: Vec<(i64, UserId)> = all.iter().map(|it| (it.since, it.person)).collect();
    assert!(places.is_sorted(), "{places:?}");
    let (since, person) = places[1];
    let behind = store.waiting_seekers(Some(SeekerPlace { since, person }), 2).await?;
    assert_eq!(behind, all[2..4]);
    let gone = all.remove(2).person;
    store.set_reachable(gone, false).await?;
    assert_eq!(store.waiting_seekers(None, 9).await?, all);
    assert!(store.seeking_of(gone).await?.is_some());
    Ok(())
}

pub(crate) async fn two_who_wait_are_seated_and_wait_no_more(store: Arc<Store>) -> Result<()> {
    let (ann, ben) = (seek(&store, ANN).await?, seek(&store, BEN).await?);
    assert_eq!(pair(&store, &ann, &ben).await?, Commit::Done);
    assert_eq!(store.waiting_seekers(None, 9).await?, []);
    let board = store.load(ann.game).await?.context("it has begun")?;
    assert_eq!(board.session.opponent_of(ANN), Some(BEN));
    for user in [ANN, BEN] {
        let open = store.open_boards(ChatId::of_person(user), user, 9).await?;
        let is_unsent = open == std::slice::from_ref(&board);
        assert!(is_unsent, "both see it, and it was sent to nobody: {open:?}");
    }
    assert_eq!(pair(&store, &ann, &ben).await?, Commit::Conflict);
    // A repeated delivery of either wish refers to a game that has begun.
    for Seeker { person, game, .. } in [ann, ben] {
        let again = store.seek(person, game, wish(None), AT_FIRST).await?;
        assert_eq!((again, store.seeking_of(person).await?), (Commit::Conflict, None));
        let anew = SessionId(game.0 + 1_000);
        assert_eq!(store.seek(person, anew, wish(None), AT_FIRST).await?, Commit::Done);
    }
    Ok(())
}

pub(crate) async fn no_one_is_seated_before_the_message_of_their_wait_is_known(
    store: Arc<Store>,
) -> Result<()> {
    let (ann, ben) = (seek(&store, ANN).await?, seek(&store, BEN).await?);
    for (person, message) in [(ANN, 5), (BEN, 6), (BEN, 7)] {
        let seen = [ANN, BEN].map(|user| store.seeking_of(user));
        let [one, other] = seen.map(|seen| async { seen.await?.context("they wait") });
        let (one, other) = (one.await?, other.await?);
        store.place_seeking(person, game_of(person), MessageId(message)).await?;
        assert_eq!(pair(&store, &one, &other).await?, Commit::Conflict, "{message}");
        assert_eq!(store.load(ann.game).await?, None);
    }
    let ann = Seeker { message: Some(MessageId(5)), ..ann };
    let ben = Seeker { message: Some(MessageId(7)), ..ben };
    assert_eq!(store.waiting_seekers(None, 9).await?, [ann.clone(), ben.clone()]);
    assert_eq!(pair(&store, &ann, &ben).await?, Commit::Done);
    Ok(())
}

pub(crate) async fn no_one_is_seated_who_does_not_wait_for_that_or_is_blocked(
    store: Arc<Store>,
) -> Result<()> {
    let (ann, ben) = (seek(&store, ANN).await?, seek(&store, BEN).await?);
    let cid = seek(&store, CID).await?;
    let name = String::new();
    let blocked = Blocked { user: Some(BEN), name, since: 1 };
    assert_eq!(store.block(ANN, &blocked).await?, Commit::Done);
    assert_eq!(store.seekers_apart(9).await?, [(ANN, BEN)]);
    assert_eq!(store.seekers_apart(0).await?, []);
    assert_eq!(pair(&store, &ann, &ben).await?, Commit::Conflict);
    assert_eq!(pair(&store, &ben, &ann).await?, Commit::Conflict);
    let second = wish(Some(Side::Second));
    store.change_seeking(CID, cid.game, cid.wish, (second, AT_FIRST)).await?;
    assert_eq!(pair(&store, &ann, &cid).await?, Commit::Conflict);
    let cid = Seeker { wish: second, ..cid };
    store.withdraw_seeking(BEN, ben.game).await?;
    assert_eq!(pair(&store, &cid, &ben).await?, Commit::Conflict);
    assert_eq!(store.load(cid.game).await?, None);
    assert_eq!(store.load(ann.game).await?, None);
    assert_eq!(store.seekers_apart(9).await?, []);
    let waiting = store.waiting_seekers(None, 9).await?;
    let waiting: BTreeSet<UserId> = waiting.iter().map(|seeker| seeker.person).collect();
    assert_eq!(waiting, [ANN, CID].into());
    // A player whose opponent has left is free for the next one.
    assert_eq!(pair(&store, &ann, &cid).await?, Commit::Done);
    Ok(())
}

pub(crate) async fn of_two_who_want_the_same_person_one_is_seated_and_the_other_waits_on(
    store: Arc<Store>,
) -> Result<()> {
    for round in 0..20 {
        let users = [1, 2, 3].map(|number| UserId(round * 10 + number));
        let mut seekers = Vec::new();
        for user in users {
            seekers.push(seek(&store, user).await?);
        }
        let (one, both, other) = (&seekers[0], &seekers[1], &seekers[2]);
        let pairing = tokio::join!(pair(&store, one, both), pair(&store, other, both));
        let done = [pairing.0?, pairing.1?].map(|commit| commit == Commit::Done);
        assert!(done == [true, false] || done == [false, true], "{done:?}");
        let waiting = store.waiting_seekers(None, 9).await?;
        assert_eq!(waiting, [if done[0] { other.clone() } else { one.clone() }]);
        let left = waiting[0].person;
        store.withdraw_seeking(left, game_of(left)).await?;
    }
    Ok(())
}

/// Matches and seats players as a process does until none is left, and returns the number of pairs it has
/// seated. It skips the first players as long as there are others, so that two workers do not want the same
/// pairs.
async fn work(store: Arc<Store>, passed_over: usize) -> Result<u64> {
    let mut seated = 0;
    loop {
        let waiting = store.waiting_seekers(None, 2_000).await?;
        let passed_over = passed_over.min(waiting.len().saturating_sub(2));
        let found = matching::pairs(
            &waiting[passed_over..],
            &PointsByFamily::new(),
            &BTreeSet::new(),
            store.now(),
        );
        if found.is_empty() {
            return Ok(seated);
        }
        for found in found {
            let board = board_of(found);
            // A database in which two transactions wait for each other refuses one of them, which tries
            // again.
            if let Ok(Commit::Done) = store.pair(found.elder, found.younger, &board).await {
                seated += 1;
            }
        }
    }
}

pub(crate) async fn a_thousand_are_seated_by_two_at_work_and_none_twice(
    store: Arc<Store>,
) -> Result<()> {
    let mut sitting = JoinSet::new();
    for number in 1..=MANY {
        let store = Arc::clone(&store);
        sitting.spawn(async move { seek(&store, UserId(number)).await });
    }
    while let Some(seeker) = sitting.join_next().await {
        seeker??;
    }
    let working = [0, 1].map(|passed| tokio::spawn(work(Arc::clone(&store), passed)));
    let mut seated = 0;
    for work in working {
        seated += work.await??;
    }
    assert_eq!(seated, MANY / 2);
    all_are_seated_once(&store).await
}

/// Checks that each of [`MANY`] has a seat in exactly one game, with an opponent.
pub(crate) async fn all_are_seated_once(store: &Store) -> Result<()> {
    assert_eq!(store.waiting_seekers(None, 9).await?, []);
    let mut games: HashMap<SessionId, u32> = HashMap::new();
    for number in 1..=MANY {
        let user = UserId(number);
        let boards = store.boards_of(user, None, 9).await?;
        assert_eq!(boards.len(), 1, "{user:?}");
        *games.entry(boards[0].id).or_default() += 1;
    }
    assert!(games.values().all(|people| *people == 2), "{games:?}");
    Ok(())
}

pub(crate) async fn a_wait_goes_with_its_person_and_with_time(store: Arc<Store>) -> Result<()> {
    let ann = seek(&store, ANN).await?;
    let ben = seek(&store, BEN).await?;
    store.delete_person(ANN, 9).await?;
    assert_eq!(store.seeking_of(ANN).await?, None);
    assert_eq!(pair(&store, &ann, &ben).await?, Commit::Conflict);
    assert_eq!(store.seeking_of(BEN).await?, Some(ben));
    seek(&store, CID).await?;
    assert_eq!(store.purge_seekers(store.now() - 600_000_000, 9).await?, 0);
    assert_eq!(store.purge_seekers(store.now() + 1_000_000, 1).await?, 1);
    assert_eq!(store.purge_seekers(store.now() + 1_000_000, 9).await?, 1);
    assert_eq!(store.waiting_seekers(None, 9).await?, []);
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_that_cannot_be_read_back_keeps_no_one_from_being_found() -> Result<()> {
    for Fresh { store, scratch } in databases().await? {
        let ann = seek(&store, ANN).await?;
        let (ben, cid) = (seek(&store, BEN).await?, seek(&store, CID).await?);
        let spoil = "UPDATE seekers SET wish = 'this chess - 3m' WHERE person = ";
        scratch.execute(&format!("{spoil}{}", ANN.0)).await?;
        // A page has at most the requested length.
        assert_eq!(store.waiting_seekers(None, 1).await?, std::slice::from_ref(&ben));
        assert_eq!(store.waiting_seekers(None, 9).await?, [ben.clone(), cid.clone()]);
        assert_eq!(pair(&store, &ben, &cid).await?, Commit::Done);
        // The wish can be withdrawn, or makes room for another one.
        assert_eq!(store.seeking_of(ANN).await?, None);
        let again = store.seek(ANN, SessionId(9), wish(None), AT_FIRST).await?;
        assert_eq!(again, Commit::Done);
        let now = store.seeking_of(ANN).await?.context("she waits")?;
        assert_eq!((now.game, now.wish), (SessionId(9), ann.wish));
        scratch.execute(&format!("{spoil}{}", ANN.0)).await?;
        assert_eq!(store.withdraw_seeking(ANN, SessionId(9)).await?, Commit::Done);
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

/// Checks two handles on one database, as two processes have them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_thousand_are_seated_by_two_processes_and_none_twice() -> Result<()> {
    let Some(schema) = crate::postgres_support::Schema::create().await? else { return Ok(()) };
    let one = zerosum_store::open(&schema.url()).await?;
    let other = zerosum_store::open(&schema.url()).await?;
    let sitting = (1..=MANY).map(|number| {
        let store = if number % 2 == 0 { &one } else { &other };
        seek(store, UserId(number))
    });
    futures::future::try_join_all(sitting).await?;
    let working = [(&one, 0), (&other, 1)]
        .map(|(store, passed_over)| tokio::spawn(work(Arc::clone(store), passed_over)));
    let mut seated = 0;
    for work in working {
        seated += work.await??;
    }
    assert_eq!(seated, MANY / 2);
    all_are_seated_once(&one).await?;
    for store in [one, other] {
        store.close().await;
    }
    schema.drop().await
}

/// Repeats a wish while another process seats its person.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn a_wish_that_is_repeated_while_it_is_fulfilled_starts_no_wait() -> Result<()> {
    let Some(schema) = crate::postgres_support::Schema::create().await? else { return Ok(()) };
    let store = zerosum_store::open(&schema.url()).await?;
    let ben = seek(&store, BEN).await?;
    assert_eq!(store.create(&board(1), OpenGames::ANY).await?, Commit::Done);
    let other = schema.stranger().await?;
    let seating = format!(
        "BEGIN; UPDATE boards SET sought_by = (SELECT game FROM seekers WHERE person = {0}); \
         DELETE FROM seekers WHERE person = {0}",
        BEN.0
    );
    other.batch_execute(&seating).await?;
    let repeating = Arc::clone(&store);
    let repeated =
        tokio::spawn(async move { repeating.seek(BEN, ben.game, wish(None), AT_FIRST).await });
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity \
                   WHERE application_name = $1 AND wait_event_type = 'Lock'";
    let observer = schema.stranger().await?;
    while observer.query_one(waiting, &[&schema.name()]).await?.try_get::<_, i64>(0)? == 0 {
        ensure!(!repeated.is_finished(), "it does not wait for the other process");
    }
    other.batch_execute("COMMIT").await?;
    repeated.await??;
    assert_eq!(store.seeking_of(BEN).await?, None);
    store.close().await;
    schema.drop().await
}
