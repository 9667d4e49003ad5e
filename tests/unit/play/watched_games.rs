//! Games watched on the page: what another process changes is found, even if its announcement is lost.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use zerosum::engine::Engine;
use zerosum::page::live::hub::{Hub, Watching};
use zerosum::play::Play;
use zerosum::play::live_games::{LiveCounts, LiveGames};
use zerosum_games::MoveCode;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::{Action, Actor, Revision};
use zerosum_store::{Commit, OpenGames, Store};

use crate::support::seatings::seatings;
use crate::support::sessions::{ANNA, fresh};

/// Upper bound on the wait for a change.
const PATIENCE: Duration = Duration::from_secs(60);

/// The hub of a process on this store.
fn hub(store: &Arc<Store>) -> Arc<Hub> {
    let live = LiveGames::new(LiveCounts { boards: 9, people: 9 });
    let play = Play::new(Arc::clone(store) as _, live, Engine::default(), 100, Arc::default());
    Arc::new(Hub::new(Arc::new(play)))
}

async fn revision(watching: &mut Watching) -> Revision {
    let board = watching.board().await.expect("the store answers");
    board.expect("the game is there").session.revision()
}

/// Stores a game, and returns it with the one after a move.
async fn stored(store: &Store) -> (Board, Board) {
    let [against_bot, ..] = seatings();
    let board = Board::new(fresh(against_bot), ANNA, ChatId(1_001));
    assert_eq!(store.create(&board, OpenGames::ANY).await.expect("stored"), Commit::Done);
    let session = &board.session;
    let moved = session.apply(Actor::User(ANNA), session.revision(), Action::Play(MoveCode(4)));
    let moved = Board { session: moved.expect("it is legal"), ..board.clone() };
    (board, moved)
}

#[tokio::test]
async fn a_change_of_another_process_is_found_though_its_announcement_is_lost() {
    let store = Arc::new(Store::in_memory());
    store.share();
    let hub = hub(&store);
    let (board, moved) = stored(&store).await;
    let seen = board.session.revision();
    let [mut one, mut other] =
        [(); 2].map(|()| hub.watch(board.session.id(), false).expect("few watch"));
    for watching in [&mut one, &mut other] {
        assert_eq!(revision(watching).await, seen);
    }
    assert_eq!(store.commit(&moved.session, seen).await.expect("stored"), Commit::Done);
    for watching in [&mut one, &mut other] {
        let found = async {
            while revision(watching).await != moved.session.revision() {
                watching.changed().await;
            }
        };
        timeout(PATIENCE, found).await.expect("the change is found");
    }
}

#[tokio::test]
async fn watchers_keep_no_player_from_their_game() {
    let store = Arc::new(Store::in_memory());
    let hub = hub(&store);
    let (board, _) = stored(&store).await;
    let id = board.session.id();
    let watching: Vec<Watching> = std::iter::from_fn(|| hub.watch(id, false).ok()).collect();
    assert!(watching.len() > 100, "{}", watching.len());
    assert!(hub.watch(id, false).is_err());
    let mut player = hub.watch(id, true).expect("a player may always watch");
    assert_eq!(revision(&mut player).await, board.session.revision());
}
