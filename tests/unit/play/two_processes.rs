//! Two processes on one store: what one deletes leaves the copies of the other, and games that one cannot rate
//! hold up no others.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use rusqlite::Connection;
use tempfile::TempDir;
use zerosum::engine::Engine;
use zerosum::play::Play;
use zerosum::play::live_games::{LiveCounts, LiveGames};
use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_metrics::Metrics;
use zerosum_picture::theme::Theme;
use zerosum_search::level::Level;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::Choice;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};
use zerosum_store::{Commit, OpenGames, Person, Store};

use crate::support::sessions::{ANNA, BORIS};

const CLARA: UserId = UserId(1_003);

const CHAT: ChatId = ChatId(-1_001_234_567_890);

/// A process on this store.
fn process(store: &Arc<Store>) -> Arc<Play> {
    let live = LiveGames::new(LiveCounts { boards: 99, people: 99 });
    let (engine, metrics) = (Engine::default(), Arc::<Metrics>::default());
    Arc::new(Play::new(Arc::clone(store), live, engine, 100, metrics))
}

/// A new database in a file of this folder.
async fn store_in(folder: &TempDir) -> Result<Arc<Store>> {
    let url = format!("sqlite://{}", file(folder).display());
    Ok(zerosum_store::open(&url).await?)
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("zerosum.db")
}

async fn meet(store: &Store, people: &[UserId]) -> Result<()> {
    for user in people {
        let person = Person {
            language: Language::English,
            has_chosen: false,
            name: String::new(),
            is_reachable: true,
            choice: Choice::default(),
            theme: Theme::default(),
            habits: Habits::default(),
            keeps_results: true,
            created_epoch: 0,
        };
        ensure!(store.put_person(*user, None, &person).await? == Commit::Done);
    }
    Ok(())
}

/// A timed game with a move of each, which the second player then resigns.
async fn play_timed(store: &Store, players: [UserId; 2]) -> Result<()> {
    let [first, second] = players;
    let seats = BySide { first: Seat::Human(first), second: Seat::Human(second) };
    let start = Session::new(SessionId(1), GameSpec::TicTacToe, seats);
    let mut session = start.under(TimeControl::FiveAndThree);
    for (user, code) in [(first, 4), (second, 0)] {
        let moved = Action::Play(MoveCode(code));
        session = session.apply(Actor::User(user), session.revision(), moved)?;
    }
    let board = Board::new(session.clone(), first, CHAT);
    ensure!(store.create(&board, OpenGames::ANY).await? == Commit::Done);
    let end = session.apply(Actor::User(second), session.revision(), Action::Resign)?;
    ensure!(store.commit(&end, session.revision()).await? == Commit::Done);
    Ok(())
}

#[tokio::test]
async fn a_deletion_drops_the_copies_of_that_person_alone() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let store = store_in(&folder).await?;
    let (one, other) = (process(&store), process(&store));
    meet(&store, &[ANNA, BORIS, CLARA]).await?;
    for (number, user) in [(1, ANNA), (2, BORIS), (3, CLARA)] {
        let seats = BySide { first: Seat::Human(user), second: Seat::Engine(Level::Best) };
        let session = Session::new(SessionId(number), GameSpec::TicTacToe, seats);
        store.create(&Board::new(session, user, CHAT), OpenGames::ANY).await?;
    }
    // Anna plays Clara, too.
    let seats = BySide { first: Seat::Human(CLARA), second: Seat::Human(ANNA) };
    let session = Session::new(SessionId(4), GameSpec::TicTacToe, seats);
    store.create(&Board::new(session, CLARA, CHAT), OpenGames::ANY).await?;
    for play in [&one, &other] {
        play.follow_deletions().await?;
        for number in 1..=4 {
            play.board(CHAT, SessionId(number)).await?.context("it is there")?;
        }
        for user in [ANNA, BORIS, CLARA] {
            play.person(user).await?.context("they are known")?;
        }
        assert_eq!((play.live_counts().boards, play.live_counts().people), (4, 3));
    }
    one.forget(ANNA).await?;
    // Simulates the other process's notice, which may come before or after the count.
    other.note_deleted(ANNA);
    for play in [&one, &other] {
        play.follow_deletions().await?;
        play.follow_deletions().await?;
        let is_live = |number| play.cached(CHAT.into(), SessionId(number)).is_some();
        assert_eq!([1, 2, 3, 4].map(is_live), [false, true, true, false]);
        assert_eq!(play.live_counts().people, 2);
    }
    // A deletion without a notice drops everything.
    one.forget(BORIS).await?;
    other.follow_deletions().await?;
    other.follow_deletions().await?;
    assert_eq!((other.live_counts().boards, other.live_counts().people), (0, 0));
    assert!(one.cached(CHAT.into(), SessionId(3)).is_some());
    store.close().await;
    Ok(())
}

/// Puts more rows than are read at once before a game that can be rated: some that only a newer program can
/// read, and some of people whose rating this one cannot read.
#[tokio::test]
async fn games_that_cannot_be_rated_hold_up_none_behind_them() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let store = store_in(&folder).await?;
    meet(&store, &[ANNA, BORIS, CLARA]).await?;
    let database = Connection::open(file(&folder))?;
    for number in 0..120 {
        let family = if number < 60 { "chess" } else { "3x3" };
        database.execute_batch(&format!(
            "INSERT INTO rated_games (session, first, second, family, outcome, ended) \
             VALUES ({number}, {}, {}, '{family}', 'draw', {number})",
            CLARA.0, ANNA.0
        ))?;
    }
    database.execute_batch(&format!(
        "INSERT INTO ratings (person, family, points, deviation, volatility, games, rated_at, is_provisional) \
         VALUES ({}, '3x3', 9000000000000, 1, 1, 1, 1, 0)",
        CLARA.0
    ))?;
    play_timed(&store, [ANNA, BORIS]).await?;
    let process = process(&store);
    // Unreadable rows are an error, unless a game was rated.
    while process.rate_games().await? {}
    let boris = store.standings(BORIS).await?;
    let [(_, standing)] = boris[..] else { panic!("{boris:?}") };
    assert_eq!(standing.games, 1);
    assert!(process.rate_games().await.is_err(), "the host would not learn of them");
    // They are not lost: they wait for a program that can read them.
    assert_eq!(store.unrated_games(None, 999).await?.1.len(), 60);
    store.close().await;
    Ok(())
}

#[tokio::test]
async fn a_player_whom_another_process_has_stored_is_named_at_once() -> Result<()> {
    let store = Arc::new(Store::in_memory());
    store.share();
    let process = process(&store);
    ensure!(process.player(ANNA).await?.is_none());
    meet(&store, &[ANNA]).await?;
    let met = process.player(ANNA).await?.context("she is stored")?;
    let named = Person { name: "Anna".to_owned(), ..met.clone() };
    ensure!(store.put_person(ANNA, Some(&met), &named).await? == Commit::Done);
    ensure!(process.player(ANNA).await? == Some(named));
    Ok(())
}
