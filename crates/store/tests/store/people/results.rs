//! Results of games, stored with the commits that end them.

use std::sync::Arc;

use anyhow::{Result, ensure};
use tokio::task::JoinSet;
use zerosum_games::MoveCode;
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::choice::Choice;
use zerosum_session::people::habits::Ending;
use zerosum_session::people::results::{GameResult, OpponentKind, StoredResult};
use zerosum_session::{Action, Actor, Session, SessionId, UserId};
use zerosum_store::people::results::RESULTS_KEPT_MAX;
use zerosum_store::{Commit, OpenGames, Person, Store};

use crate::person;
use crate::store_support::{ANN, BEN, CHAT, board};

const NONE: [u64; 0] = [];

/// Number of games that are played at once.
const AT_ONCE: u64 = 250;

/// A new game of Ann against an engine, and the game after she has resigned.
async fn game(store: &Store, id: u64) -> Result<[Session; 2]> {
    let session = Session::against_engine(SessionId(id), ANN, Choice::default());
    let start = Board { session: session.clone(), ..board(id) };
    ensure!(store.create(&start, OpenGames::ANY).await? == Commit::Done);
    let end = session.apply(Actor::User(ANN), session.revision(), Action::Resign)?;
    Ok([session, end])
}

async fn give_up(store: &Store, id: u64) -> Result<()> {
    let [start, end] = game(store, id).await?;
    ensure!(store.commit(&end, start.revision()).await? == Commit::Done);
    Ok(())
}

async fn ids(store: &Store, person: UserId) -> Result<Vec<u64>> {
    Ok(store.results(person).await?.iter().map(|played| played.id.0).collect())
}

pub(crate) async fn a_result_is_noted_once_with_the_commit_that_ends_the_game(
    store: Arc<Store>,
) -> Result<()> {
    store.put_person(ANN, None, &person()).await?;
    let [start, end] = game(&store, 1).await?;
    assert_eq!(ids(&store, ANN).await?, NONE);
    assert_eq!(store.commit(&end, start.revision()).await?, Commit::Done);
    let noted = store.results(ANN).await?;
    let result = GameResult {
        spec: end.spec(),
        opponent: OpponentKind::Engine(Level::Best),
        ending: Ending::Lost,
        is_unaided: true,
    };
    let read: Vec<GameResult> =
        noted.iter().filter_map(StoredResult::played).map(|played| played.result).collect();
    assert_eq!(read, [result]);
    assert_eq!(noted[0].ended, store.boards_of(ANN, None, 9).await?[0].touched);
    // A commit that comes too late stores nothing, and a game has one end.
    assert_eq!(store.commit(&end, start.revision()).await?, Commit::Conflict);
    let helped = start.apply(Actor::User(ANN), start.revision(), Action::Hint)?;
    let other = helped.apply(Actor::User(ANN), helped.revision(), Action::Resign)?;
    assert_eq!(store.commit(&other, end.revision()).await?, Commit::Done);
    assert_eq!(store.results(ANN).await?, noted);
    Ok(())
}

pub(crate) async fn a_commit_that_loses_the_race_notes_nothing(store: Arc<Store>) -> Result<()> {
    store.put_person(ANN, None, &person()).await?;
    let [start, end] = game(&store, 1).await?;
    let hint = start.apply(Actor::User(ANN), start.revision(), Action::Hint)?;
    assert_eq!(store.commit(&hint, start.revision()).await?, Commit::Done);
    assert_eq!(store.commit(&end, start.revision()).await?, Commit::Conflict);
    assert_eq!(ids(&store, ANN).await?, NONE);
    Ok(())
}

pub(crate) async fn two_people_have_a_result_each(store: Arc<Store>) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    let start = crate::store_support::shared_board(5);
    let mut session = start.session.clone();
    for (user, code) in [(ANN, 4), (BEN, 0)] {
        let moved = Action::Play(MoveCode(code));
        session = session.apply(Actor::User(user), session.revision(), moved)?;
    }
    let start = Board { session, ..start };
    store.create(&start, OpenGames::ANY).await?;
    let session = &start.session;
    let end = session.apply(Actor::User(ANN), session.revision(), Action::Resign)?;
    assert_eq!(store.commit(&end, session.revision()).await?, Commit::Done);
    for (user, ending) in [(ANN, Ending::Lost), (BEN, Ending::Won)] {
        let results = store.results(user).await?;
        let seen: Vec<(&str, &str)> =
            results.iter().map(|result| (&*result.opponent, &*result.ending)).collect();
        assert_eq!(seen, [(OpponentKind::Person.name(), ending.name())], "{user:?}");
    }
    Ok(())
}

pub(crate) async fn nothing_is_noted_of_people_who_are_unknown_or_do_not_want_it(
    store: Arc<Store>,
) -> Result<()> {
    give_up(&store, 1).await?;
    let off = Person { keeps_results: false, ..person() };
    assert_eq!(store.put_person(ANN, None, &off).await?, Commit::Done);
    assert_eq!(store.person(ANN).await?, Some(off.clone()));
    give_up(&store, 2).await?;
    assert_eq!(ids(&store, ANN).await?, NONE);
    assert_eq!(store.put_person(ANN, Some(&off), &person()).await?, Commit::Done);
    give_up(&store, 3).await?;
    assert_eq!(ids(&store, ANN).await?, [3]);
    // A person who stops the counting loses all results, even if it is resumed.
    assert_eq!(store.put_person(ANN, Some(&person()), &off).await?, Commit::Done);
    assert_eq!(ids(&store, ANN).await?, NONE);
    assert_eq!(store.put_person(ANN, Some(&off), &person()).await?, Commit::Done);
    give_up(&store, 4).await?;
    assert_eq!(ids(&store, ANN).await?, [4]);
    // A change that comes too late deletes nothing either.
    assert_eq!(store.put_person(ANN, Some(&off), &off).await?, Commit::Conflict);
    assert_eq!(ids(&store, ANN).await?, [4]);
    Ok(())
}

pub(crate) async fn a_result_outlives_its_game_and_goes_with_its_person(
    store: Arc<Store>,
) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    for id in 1..=3 {
        give_up(&store, id).await?;
    }
    assert_eq!(store.trim(ANN, 0, 9).await?, 3);
    assert_eq!(ids(&store, ANN).await?, [3, 2, 1]);
    store.delete_person(BEN, 9).await?;
    assert_eq!(ids(&store, ANN).await?, [3, 2, 1]);
    // A game that ends after its person was deleted counts for no one.
    let [start, end] = game(&store, 4).await?;
    store.delete_person(ANN, 9).await?;
    assert_eq!(ids(&store, ANN).await?, NONE);
    store.put_person(ANN, None, &person()).await?;
    assert_eq!(store.commit(&end, start.revision()).await?, Commit::Conflict);
    assert_eq!(ids(&store, ANN).await?, NONE);
    Ok(())
}

pub(crate) async fn of_very_many_results_the_latest_are_kept(store: Arc<Store>) -> Result<()> {
    store.put_person(ANN, None, &person()).await?;
    let kept = u64::from(RESULTS_KEPT_MAX);
    for first in (0..kept).step_by(usize::try_from(AT_ONCE)?) {
        let mut playing = JoinSet::new();
        for id in first..first + AT_ONCE {
            let store = Arc::clone(&store);
            playing.spawn(async move { give_up(&store, id).await });
        }
        while let Some(played) = playing.join_next().await {
            played??;
        }
    }
    let before = ids(&store, ANN).await?;
    assert_eq!(u64::try_from(before.len())?, kept);
    give_up(&store, kept).await?;
    let after = ids(&store, ANN).await?;
    let expected: Vec<u64> = std::iter::once(kept).chain(before).take(after.len()).collect();
    assert_eq!(after, expected);
    assert_eq!(u64::try_from(after.len())?, kept);
    assert_eq!(store.load(SessionId(kept)).await?.map(|board| board.surface()), Some(CHAT.into()));
    Ok(())
}
