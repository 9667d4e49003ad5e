//! Clocks that were wrong for a while, and the times that they have left in a database.

use std::sync::Arc;
use std::time::{Duration, Instant, UNIX_EPOCH};

use anyhow::Result;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::people::results::StoredResult;
use zerosum_session::{Revision, Seat, Session, SessionId};
use zerosum_store::{Commit, Grace, OpenGames, Store};

use crate::people::ratings::{meet, play};
use crate::store_support::{ANN, BEN, CHAT, board};
use crate::{Fresh, after_moves, postgres, sqlite};

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);
const GRACE: Grace = Grace { unsent: HOUR, unshown: HOUR };

/// 400 days in microseconds.
const LAPSE: &str = "34560000000000";

/// A fresh store of every available database.
pub(crate) async fn databases() -> Result<Vec<Fresh>> {
    Ok([sqlite().await?, postgres().await?].into_iter().flatten().collect())
}

/// A board on which an engine is to move.
fn awaiting_board(id: u64) -> Board {
    let seats = BySide { first: Seat::Engine(Level::Best), second: Seat::Human(ANN) };
    Board::new(Session::new(SessionId(id), GameSpec::TicTacToe, seats), ANN, CHAT)
}

async fn latest(store: &Store) -> Result<Option<u64>> {
    Ok(store.open_boards(CHAT, ANN, 1).await?.first().map(|board| board.session.id().0))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_clock_that_was_ahead_has_left_behind_is_found_and_claimed_once() -> Result<()> {
    for Fresh { store, scratch } in databases().await? {
        let (unsent, turn) = ([board(1)], [awaiting_board(2)]);
        let start = turn[0].session.revision();
        for column in ["touched", "claimed", "turn_claimed"] {
            store.delete_person(ANN, 1_000).await?;
            store.create(&unsent[0], OpenGames::ANY).await?;
            store.create(&turn[0], OpenGames::ANY).await?;
            assert_eq!(store.behind(None, 9, GRACE).await?, [], "they are new");
            assert_eq!(store.awaiting_engine(None, 9, HOUR).await?, [], "it is new");
            // Simulates that it was long ago, except for times written while the clock was ahead.
            let past = format!("UPDATE boards SET touched = touched - {LAPSE}");
            scratch.execute(&past).await?;
            let ahead = format!("UPDATE boards SET {column} = {LAPSE} * 100");
            scratch.execute(&ahead).await?;
            assert_eq!(store.behind(None, 1, GRACE).await?, unsent, "{column}");
            assert_eq!(
                store.claim(SessionId(1), CHAT.into(), GRACE).await?,
                Commit::Done,
                "{column}"
            );
            assert_eq!(
                store.claim(SessionId(1), CHAT.into(), GRACE).await?,
                Commit::Conflict,
                "{column}"
            );
            assert_eq!(store.awaiting_engine(None, 9, HOUR).await?, turn, "{column}");
            let claim = async || store.claim_turn(SessionId(2), start, HOUR).await;
            assert_eq!(claim().await?, Commit::Done, "{column}");
            assert_eq!(claim().await?, Commit::Conflict, "{column}");
        }
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_and_ratings_of_a_time_that_has_not_come_are_of_now() -> Result<()> {
    for Fresh { store, scratch } in databases().await? {
        meet(store.as_ref(), &[ANN, BEN]).await?;
        for id in 1..=3 {
            play(store.as_ref(), id, [ANN, BEN]).await?;
        }
        let before = store.results(ANN).await?;
        scratch.execute(&format!("UPDATE boards SET touched = touched + {LAPSE}")).await?;
        scratch.execute(&format!("UPDATE results SET ended = ended + {LAPSE}")).await?;
        scratch.execute(&format!("UPDATE rated_games SET ended = ended + {LAPSE}")).await?;
        store.close().await;
        let store = zerosum_store::open(&scratch.url()).await?;
        store.advance_uptime().await?;
        let after = store.results(ANN).await?;
        assert!(after[0].ended <= store.now(), "{after:?}");
        let sessions =
            |results: &[StoredResult]| results.iter().map(|it| it.id).collect::<Vec<_>>();
        assert_eq!(sessions(&after), sessions(&before), "the order is kept");
        let (_, unrated) = store.unrated_games(None, 9).await?;
        let is_past = unrated.iter().all(|game| game.ended <= store.now());
        assert!(unrated.len() == 3 && is_past, "{unrated:?}");
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_a_time_that_has_not_come_keep_their_order_and_later_ones_come_after_them()
-> Result<()> {
    for Fresh { store, scratch } in databases().await? {
        for id in [3, 1, 2] {
            store.create(&board(id), OpenGames::ANY).await?;
        }
        scratch.execute(&format!("UPDATE boards SET touched = touched + {LAPSE}")).await?;
        let before = store.boards_of(ANN, None, 9).await?;
        store.advance_uptime().await?;
        let after = store.boards_of(ANN, None, 9).await?;
        assert_eq!(latest(store.as_ref()).await?, Some(2), "the order is kept");
        assert!(before.iter().zip(&after).all(|(before, after)| after.touched < before.touched));
        store.create(&board(4), OpenGames::ANY).await?;
        assert_eq!(latest(store.as_ref()).await?, Some(4));
        // Opening does the same, before any query.
        store.close().await;
        scratch.execute(&format!("UPDATE boards SET touched = touched + {LAPSE}")).await?;
        let store = zerosum_store::open(&scratch.url()).await?;
        assert_eq!(latest(store.as_ref()).await?, Some(4));
        store.create(&board(5), OpenGames::ANY).await?;
        assert_eq!(latest(store.as_ref()).await?, Some(5));
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_jump_of_the_clock_does_not_move_the_own_time() -> Result<()> {
    for Fresh { store, scratch } in databases().await? {
        for (sign, is_ahead) in [("-", true), ("+", false)] {
            zerosum_store::open(&scratch.url()).await?.close().await;
            // To a store that has lived until then, today's clock is off by that much.
            scratch
                .execute(&format!("UPDATE zerosum_instance SET reached = reached {sign} {LAPSE}"))
                .await?;
            let store = zerosum_store::open(&scratch.url()).await?;
            let first = store.advance_uptime().await?;
            let second = store.advance_uptime().await?;
            assert!(second.reached >= first.reached);
            assert!(second.reached.duration_since(first.reached)? < DAY);
            assert_eq!(second.clock > second.reached, is_ahead);
            let (clock, reached) = (second.clock, second.reached);
            let apart = clock.max(reached).duration_since(clock.min(reached))?;
            assert!(apart > DAY * 399, "{apart:?}");
            store.create(&board(1), OpenGames::ANY).await?;
            let touched = store.boards_of(ANN, None, 1).await?[0].touched;
            let reached = reached.duration_since(UNIX_EPOCH)?.as_micros();
            assert!(u128::from(touched.unsigned_abs()) >= reached, "written before what was lived");
            store.delete_person(ANN, 1_000).await?;
            store.close().await;
            let back = if is_ahead { "+" } else { "-" };
            scratch
                .execute(&format!("UPDATE zerosum_instance SET reached = reached {back} {LAPSE}"))
                .await?;
        }
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL, which ZEROSUM_TEST_POSTGRES_URL names"]
async fn processes_that_live_at_the_same_time_do_not_add_up_what_they_live_through() -> Result<()> {
    let Some(Fresh { store, scratch }) = postgres().await? else { return Ok(()) };
    let began = Instant::now();
    let first = store.advance_uptime().await?.reached;
    let mut others: Vec<Arc<Store>> = Vec::new();
    for _ in 0..4 {
        others.push(zerosum_store::open(&scratch.url()).await?);
    }
    let mut last = first;
    for _ in 0..10 {
        for other in &others {
            last = other.advance_uptime().await?.reached;
        }
    }
    let passed = last.duration_since(first)?;
    assert!(passed <= began.elapsed() * 5 / 4, "{passed:?} in {:?}", began.elapsed());
    for store in others.into_iter().chain([store]) {
        store.close().await;
    }
    scratch.clear().await
}

#[tokio::test]
async fn a_game_from_before_the_own_time_was_kept_is_where_it_begins() -> Result<()> {
    for Fresh { store, scratch } in databases().await? {
        store.create(&board(1), OpenGames::ANY).await?;
        store.commit(&after_moves(&board(1).session, &[4])?, Revision::START).await?;
        store.close().await;
        scratch.execute("DELETE FROM zerosum_instance").await?;
        scratch.execute(&format!("UPDATE boards SET touched = touched - {LAPSE}")).await?;
        let store = zerosum_store::open(&scratch.url()).await?;
        let time = store.advance_uptime().await?;
        assert!(time.clock.duration_since(time.reached)? > DAY * 399, "{time:?}");
        store.close().await;
        scratch.clear().await?;
    }
    Ok(())
}
