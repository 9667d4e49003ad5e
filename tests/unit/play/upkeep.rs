//! Old games are deleted from the store, in batches and few at a time, while others are played, and never on
//! the word of one clock alone.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use zerosum::jobs::upkeep::{self, KeptFor, PURGE_BATCH, Purged, SHARE_MIN};
use zerosum_games::MoveCode;
use zerosum_metrics::labels::HeldBack;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::{Action, Actor, Revision, Session, SessionId};
use zerosum_store::host::operations::Counts;
use zerosum_store::host::upkeep::StoreTime;
use zerosum_store::people::deletion::{self, DELETION_BATCH};
use zerosum_store::sqlite;
use zerosum_store::{Commit, OpenGames, Store};

use crate::support::seatings::seatings;
use crate::support::sessions::{ANNA, BORIS, fresh};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const KEEPING: KeptFor = KeptFor { finished: DAY, unfinished: DAY.saturating_mul(10) };

fn board(number: u64) -> Board {
    let [against_bot, ..] = seatings();
    let spec = fresh(against_bot).spec();
    Board::new(Session::new(SessionId(number), spec, against_bot), ANNA, ChatId(1_001))
}

fn after(board: &Board, action: Action) -> Session {
    let session = &board.session;
    session.apply(Actor::User(ANNA), session.revision(), action).expect("the action is legal")
}

/// Stores this number of games in play and this number of finished ones.
async fn fill(store: &Store, in_play: u64, over: u64) {
    for number in 0..in_play + over {
        let board = board(number);
        assert_eq!(store.create(&board, OpenGames::ANY).await.expect("stored"), Commit::Done);
        if number >= in_play {
            let resigned = after(&board, Action::Resign);
            store.commit(&resigned, Revision::START).await.expect("stored");
        }
    }
}

async fn left(store: &Store) -> (u64, u64) {
    let Counts { boards_in_play, boards_over, .. } = store.counts().await.expect("counted");
    (boards_in_play.number, boards_over.number)
}

/// The time this number of days from now, by the clock and by the store's own time.
fn after_days(clock: u32, reached: u32) -> StoreTime {
    let now = SystemTime::now() - Duration::from_secs(60);
    StoreTime { clock: now + DAY * clock, reached: now + DAY * reached }
}

async fn purge(store: &Store, time: StoreTime) -> Purged {
    upkeep::purge(store, KEEPING, time).await.expect("the store is there")
}

fn deleted(deleted: u64) -> Purged {
    Purged { deleted, held_back: None }
}

fn held_back(deleted: u64, reason: HeldBack) -> Purged {
    Purged { deleted, held_back: Some(reason) }
}

#[tokio::test]
async fn games_are_kept_for_as_long_as_is_said_and_no_longer() {
    let store = Store::in_memory();
    fill(&store, 3, 2).await;
    assert_eq!(purge(&store, after_days(1, 1)).await, deleted(0));
    assert_eq!(purge(&store, after_days(2, 2)).await, deleted(2));
    assert_eq!(left(&store).await, (3, 0));
    assert_eq!(purge(&store, after_days(10, 10)).await, deleted(0));
    assert_eq!(purge(&store, after_days(11, 11)).await, deleted(3));
    assert_eq!(left(&store).await, (0, 0));
}

#[tokio::test]
async fn nothing_is_deleted_while_only_one_of_both_times_says_that_it_is_old() {
    for time in [after_days(400, 0), after_days(0, 400), after_days(400, 1), after_days(1, 400)] {
        let store = Store::in_memory();
        fill(&store, 3, 2).await;
        assert_eq!(purge(&store, time).await, held_back(0, HeldBack::Clock), "{time:?}");
        assert_eq!(left(&store).await, (3, 2), "{time:?}");
    }
    let nothing = StoreTime { clock: UNIX_EPOCH, reached: UNIX_EPOCH };
    let store = Store::in_memory();
    fill(&store, 3, 2).await;
    assert_eq!(purge(&store, nothing).await, deleted(0));
}

#[tokio::test]
async fn a_difference_of_clocks_that_keeps_no_game_is_not_reported() {
    let store = Store::in_memory();
    assert_eq!(purge(&store, after_days(400, 0)).await, deleted(0), "there is none");
    fill(&store, 1, 0).await;
    assert_eq!(purge(&store, after_days(9, 0)).await, deleted(0), "none is old");
    let store = Store::in_memory();
    fill(&store, 1, 1).await;
    assert_eq!(purge(&store, after_days(2, 1)).await, deleted(0), "they differ by a day only");
    assert_eq!(purge(&store, after_days(9, 0)).await, held_back(0, HeldBack::Clock));
}

#[tokio::test]
async fn of_few_games_a_few_are_deleted_at_a_time() {
    let store = Store::in_memory();
    let games = SHARE_MIN * 2 + 1;
    fill(&store, 0, games).await;
    let time = after_days(400, 400);
    assert_eq!(purge(&store, time).await, held_back(SHARE_MIN, HeldBack::Share));
    assert_eq!(purge(&store, time).await, held_back(SHARE_MIN, HeldBack::Share));
    assert_eq!(purge(&store, time).await, deleted(1));
    fill(&store, 0, SHARE_MIN).await;
    assert_eq!(purge(&store, time).await, deleted(SHARE_MIN), "nothing is left to hold back");
}

#[tokio::test]
async fn of_many_games_a_small_share_is_deleted_at_a_time_batch_by_batch() {
    let store = Store::in_memory();
    let share = u64::from(PURGE_BATCH) * 2 + 1;
    fill(&store, 0, share * 20).await;
    let time = after_days(400, 400);
    assert_eq!(purge(&store, time).await, held_back(share, HeldBack::Share));
    assert_eq!(left(&store).await, (0, share * 19));
}

#[tokio::test]
async fn of_too_many_finished_games_of_one_person_the_oldest_go() {
    let store = Store::in_memory();
    let games = u64::from(PURGE_BATCH) * 2 + 50;
    fill(&store, 1, games).await;
    // A player with as many games as allowed, and not one more.
    for number in games + 1..games + 51 {
        let board = Board { owner: BORIS, ..board(number) };
        store.create(&board, OpenGames::ANY).await.expect("stored");
        store.commit(&after(&board, Action::Resign), Revision::START).await.expect("stored");
    }
    assert_eq!(upkeep::trim(&store, 50).await, games - 50);
    assert_eq!(left(&store).await, (1, 100));
    let kept = store.boards_of(ANNA, None, 100).await.expect("read");
    let kept = kept.iter().filter(|board| !board.is_guest);
    let kept: Vec<u64> = kept.map(|board| board.id.0).collect();
    assert_eq!(kept[0], 0, "the game in play stays");
    assert_eq!(kept[1..], (games - 49..=games).collect::<Vec<_>>(), "those that ended last stay");
    assert_eq!(upkeep::trim(&store, 50).await, 0);
}

#[tokio::test]
async fn what_a_deletion_has_left_is_deleted_batch_by_batch() {
    let store = Store::in_memory();
    let games = u64::from(DELETION_BATCH) * 2 + 1;
    fill(&store, games + 1, 0).await;
    store.delete_person(ANNA, 1).await.expect("deleted");
    assert_eq!(deletion::finish_all(&store).await.expect("deleted"), games);
    assert_eq!(store.pending_deletions(9).await.expect("read"), []);
    assert_eq!(deletion::finish_all(&store).await.expect("nothing is left"), 0);
}

#[tokio::test]
async fn a_keeping_of_ages_deletes_nothing() {
    let store = Store::in_memory();
    fill(&store, 1, 1).await;
    let keeping = KeptFor { finished: Duration::MAX, unfinished: Duration::MAX };
    let purged = upkeep::purge(&store, keeping, after_days(400, 400)).await;
    assert_eq!(purged.expect("the store is there"), deleted(0));
    assert_eq!(left(&store).await, (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_may_purge_while_others_play() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let store = sqlite::open(&folder.path().join("games.db")).expect("the store opens");
    let store = Arc::new(store);
    let games = SHARE_MIN * 3;
    fill(store.as_ref(), 0, games).await;
    let later = after_days(2, 2);
    let purgers: Vec<_> = (0..3)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { purge(store.as_ref(), later).await.deleted })
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
    let folder = tempfile::tempdir().expect("a folder can be made");
    let store = sqlite::open(&folder.path().join("games.db")).expect("the store opens");
    fill(&store, 0, 2).await;
    store.close().await;
    assert!(upkeep::purge(&store, KEEPING, after_days(2, 2)).await.is_err());
    assert_eq!(upkeep::trim(&store, 0).await, 0);
}
