//! Old games leave the store, in batches, while others are played on.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use zerosum::games::MoveCode;
use zerosum::session::board::{Board, ChatId};
use zerosum::session::{Action, Actor, Revision, Session, SessionId};
use zerosum::store::memory::MemoryStore;
use zerosum::store::sqlite::SqliteStore;
use zerosum::store::{Commit, Counts, OpenGames, Store};
use zerosum::upkeep::{self, Keeping, PURGE_BATCH};

use support::sessions::{ANNA, fresh, seatings};

mod support {
    pub mod sessions;
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const KEEPING: Keeping = Keeping { finished: DAY, unfinished: DAY.saturating_mul(10) };

fn board(number: u64) -> Board {
    let [against_bot, ..] = seatings();
    let spec = fresh(against_bot).spec();
    Board::new(Session::new(SessionId(number), spec, against_bot), ANNA, ChatId(1_001))
}

fn after(board: &Board, action: Action) -> Session {
    let session = &board.session;
    session.apply(Actor::User(ANNA), session.revision(), action).expect("the action is legal")
}

/// Keeps so many games in play and so many that are over.
async fn fill(store: &dyn Store, in_play: u64, over: u64) {
    for number in 0..in_play + over {
        let board = board(number);
        assert_eq!(store.create(&board, OpenGames::ANY).await.expect("stored"), Commit::Done);
        if number >= in_play {
            let resigned = after(&board, Action::Resign);
            store.commit(&resigned, Revision::START).await.expect("stored");
        }
    }
}

async fn left(store: &dyn Store) -> (u64, u64) {
    let Counts { boards_in_play, boards_over, .. } = store.counts().await.expect("counted");
    (boards_in_play.number, boards_over.number)
}

#[tokio::test]
async fn games_are_kept_for_as_long_as_is_said_and_no_longer() {
    let store = MemoryStore::new();
    fill(&store, 3, 2).await;
    let now = SystemTime::now();
    let after_days = |days: u32| now + DAY * days - Duration::from_secs(60);
    assert_eq!(upkeep::purge(&store, KEEPING, after_days(1)).await, 0);
    assert_eq!(upkeep::purge(&store, KEEPING, after_days(2)).await, 2);
    assert_eq!(left(&store).await, (3, 0));
    assert_eq!(upkeep::purge(&store, KEEPING, after_days(10)).await, 0);
    assert_eq!(upkeep::purge(&store, KEEPING, after_days(11)).await, 3);
    assert_eq!(left(&store).await, (0, 0));
}

#[tokio::test]
async fn more_than_a_batch_is_deleted_batch_by_batch() {
    let store = MemoryStore::new();
    let games = u64::from(PURGE_BATCH) * 2 + 1;
    fill(&store, 1, games).await;
    assert_eq!(upkeep::purge(&store, KEEPING, SystemTime::now() + DAY * 2).await, games);
    assert_eq!(left(&store).await, (1, 0));
}

#[tokio::test]
async fn a_keeping_of_ages_deletes_nothing() {
    let store = MemoryStore::new();
    fill(&store, 1, 1).await;
    let keeping = Keeping { finished: Duration::MAX, unfinished: Duration::MAX };
    assert_eq!(upkeep::purge(&store, keeping, SystemTime::now()).await, 0);
    assert_eq!(left(&store).await, (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_may_purge_while_others_play() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let store = SqliteStore::open(&folder.path().join("games.db")).expect("the store opens");
    let store: Arc<dyn Store> = Arc::new(store);
    let games = u64::from(PURGE_BATCH) * 2;
    fill(store.as_ref(), 0, games).await;
    let later = SystemTime::now() + DAY * 2;
    let purgers: Vec<_> = (0..3)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { upkeep::purge(store.as_ref(), KEEPING, later).await })
        })
        .collect();
    let playing = board(games);
    store.create(&playing, OpenGames::ANY).await.expect("stored");
    let played = after(&playing, Action::Play(MoveCode(4)));
    assert_eq!(store.commit(&played, Revision::START).await.expect("stored"), Commit::Done);
    let mut deleted = 0;
    for purger in purgers {
        deleted += purger.await.expect("it does not panic");
    }
    assert_eq!((deleted, left(store.as_ref()).await), (games, (1, 0)));
    store.close().await;
}

#[tokio::test]
async fn a_store_that_is_away_is_left_alone_until_the_next_time() {
    let store = MemoryStore::new();
    fill(&store, 0, 1).await;
    store.close().await;
    assert_eq!(upkeep::purge(&store, KEEPING, SystemTime::now() + DAY * 2).await, 0);
}
