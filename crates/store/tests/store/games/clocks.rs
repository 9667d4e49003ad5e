//! Clocks stored beside the records of games, play time, and overdue games.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::task::JoinSet;
use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::game::agreement::Greeting;
use zerosum_session::game::ballot;
use zerosum_session::game::clock::{ClockEnd, PlayTime, TimeControl, encode};
use zerosum_session::game::times;
use zerosum_session::{Action, Actor, Awaiting, Seat, Session, SessionId};
use zerosum_store::games::clocks::TimedBoard;
use zerosum_store::host::operations::Switch;
use zerosum_store::{Commit, OpenGames, Store};

use crate::store_support::{ANN, BEN, board, shared_board};

const MINUTE: i64 = 60_000_000;

/// A game of Ann, who is to move, against Ben, with a clock that has run since then.
fn timed_board(id: u64, time: TimeControl, since: i64) -> Board {
    let session = shared_board(id)
        .session
        .under(time)
        .timed(None, PlayTime(since))
        .with_clock_started(PlayTime(since));
    Board { session, ..shared_board(id) }
}

pub(crate) async fn a_clock_is_kept_beside_the_record(store: Arc<Store>) -> Result<()> {
    let start = timed_board(1, TimeControl::FiveAndThree, MINUTE);
    assert_eq!(store.create(&start, OpenGames::ANY).await?, Commit::Done);
    assert_eq!(store.load(SessionId(1)).await?.as_ref(), Some(&start));
    let mut session = start.session;
    for (user, action) in
        [(ANN, Action::Play(MoveCode(4))), (BEN, Action::Play(MoveCode(0))), (ANN, Action::Resign)]
    {
        let next = session.apply(Actor::User(user), session.revision(), action)?;
        let next = next
            .timed(Some(&session), PlayTime(2 * MINUTE))
            .with_clock_started(PlayTime(2 * MINUTE));
        assert_eq!(store.commit(&next, session.revision()).await?, Commit::Done);
        let stored = store.load(SessionId(1)).await?.map(|board| board.session);
        assert_eq!(stored.as_ref(), Some(&next), "{action:?}");
        session = next;
    }
    assert_eq!(store.overdue(PlayTime(i64::MAX), None, 9).await?, [], "it is over");
    let told = store.boards_of(BEN, None, 9).await?.into_iter().map(|board| board.clock);
    assert_eq!(told.collect::<Vec<_>>(), [session.clock().map(encode)]);
    Ok(())
}

pub(crate) async fn a_clock_that_is_chosen_while_a_seat_is_open_is_kept_until_another_choice(
    store: Arc<Store>,
) -> Result<()> {
    use TimeControl::{Day, FiveAndThree, ThreeMinutes, Unlimited};
    let ends = [Action::Join, Action::PlayEngine(Level::Best), Action::PlayTogether(Level::Best)];
    for (id, end) in (1..).zip(ends) {
        let seats = BySide { first: Seat::Human(ANN), second: Seat::Open };
        let start = Board {
            session: Session::new(SessionId(id), GameSpec::TicTacToe, seats).under(FiveAndThree),
            ..board(id)
        };
        store.create(&start, OpenGames::ANY).await?;
        let mut session = start.session;
        let chosen = [Unlimited, Day, Unlimited, ThreeMinutes].map(Action::Time);
        for action in chosen.into_iter().chain([end]) {
            let user = if action == Action::Join { BEN } else { ANN };
            let next = session.apply(Actor::User(user), session.revision(), action)?;
            let next =
                next.timed(Some(&session), PlayTime(MINUTE)).with_clock_started(PlayTime(MINUTE));
            assert_eq!(store.commit(&next, session.revision()).await?, Commit::Done);
            let stored = store.load(SessionId(id)).await?.map(|board| board.session);
            assert_eq!(stored.as_ref(), Some(&next), "{action:?}");
            session = next;
        }
        let is_timed = session.time_control() == ThreeMinutes;
        assert_eq!(is_timed, end == Action::Join, "there is no clock against an engine");
    }
    Ok(())
}

pub(crate) async fn play_time_goes_on_while_a_clock_runs_and_not_during_maintenance(
    store: Arc<Store>,
) -> Result<()> {
    assert_eq!(store.played().await?, PlayTime(0));
    assert_eq!(store.advance_play_time(PlayTime(MINUTE)).await?, PlayTime(0), "no clock runs");
    let board = timed_board(1, TimeControl::Day, 0);
    store.create(&board, OpenGames::ANY).await?;
    assert_eq!(store.advance_play_time(PlayTime(2 * MINUTE)).await?, PlayTime(2 * MINUTE));
    assert_eq!(
        store.advance_play_time(PlayTime(MINUTE)).await?,
        PlayTime(2 * MINUTE),
        "it never goes back"
    );
    store.set_switch(Switch::Maintenance, true).await?;
    assert_eq!(store.advance_play_time(PlayTime(60 * MINUTE)).await?, PlayTime(2 * MINUTE));
    store.set_switch(Switch::Maintenance, false).await?;
    assert_eq!(store.advance_play_time(PlayTime(3 * MINUTE)).await?, PlayTime(3 * MINUTE));
    assert_eq!(store.played().await?, PlayTime(3 * MINUTE));
    Ok(())
}

pub(crate) async fn games_whose_time_is_over_are_listed_in_that_order(
    store: Arc<Store>,
) -> Result<()> {
    let mut expected = Vec::new();
    for (id, since) in [(1, 5), (2, 3), (u64::MAX, 4), (3, 4), (4, 90)] {
        let board = timed_board(id, TimeControl::ThreeMinutes, since * MINUTE);
        store.create(&board, OpenGames::ANY).await?;
        let at = board.session.due().context("its clock runs")?.0;
        expected.push(TimedBoard { at, id: SessionId(id) });
    }
    store.create(&shared_board(5), OpenGames::ANY).await?;
    expected.sort_unstable();
    let [listed @ .., late] = &expected[..] else { anyhow::bail!("there are some") };
    let by = PlayTime(8 * MINUTE);
    assert_eq!(store.overdue(by, None, 9).await?, listed);
    assert_eq!(store.overdue(PlayTime(late.at), None, 9).await?, expected);
    assert_eq!(store.overdue(by, None, 2).await?, listed[..2]);
    assert_eq!(store.overdue(by, Some(listed[1]), 9).await?, listed[2..]);
    let other = TimedBoard { at: listed[0].at + 1, ..listed[0] };
    assert_eq!(store.stop_clock(other).await?, Commit::Conflict);
    assert_eq!(store.stop_clock(listed[0]).await?, Commit::Done);
    assert_eq!(store.stop_clock(listed[0]).await?, Commit::Conflict);
    assert_eq!(store.overdue(by, None, 9).await?, listed[1..]);
    Ok(())
}

pub(crate) async fn of_many_who_end_a_game_one_does(store: Arc<Store>) -> Result<()> {
    let board = timed_board(1, TimeControl::ThreeMinutes, 0);
    store.create(&board, OpenGames::ANY).await?;
    let ended = board.session.ended_by(ClockEnd::Time, PlayTime(9 * MINUTE));
    let ended = ended.context("it is in play")?;
    let mut ending = JoinSet::new();
    for _ in 0..8 {
        let (store, ended, seen) = (store.clone(), ended.clone(), board.session.revision());
        ending.spawn(async move { store.commit(&ended, seen).await });
    }
    let commits = ending.join_all().await.into_iter().collect::<Result<Vec<_>, _>>()?;
    assert_eq!(commits.iter().filter(|commit| **commit == Commit::Done).count(), 1);
    let stored = store.load(SessionId(1)).await?.context("it is kept")?;
    assert_eq!(stored.session, ended);
    assert_eq!(store.overdue(PlayTime(i64::MAX), None, 9).await?, []);
    Ok(())
}

pub(crate) async fn only_games_of_two_people_without_a_running_clock_are_abandoned(
    store: Arc<Store>,
) -> Result<()> {
    store.advance_uptime().await?;
    store.create(&board(1), OpenGames::ANY).await?;
    store.create(&timed_board(2, TimeControl::Day, 0), OpenGames::ANY).await?;
    store.create(&shared_board(3), OpenGames::ANY).await?;
    let over = shared_board(4);
    store.create(&over, OpenGames::ANY).await?;
    let resigned = over.session.apply(Actor::User(ANN), over.session.revision(), Action::Resign)?;
    store.commit(&resigned, over.session.revision()).await?;
    let mut found = Vec::new();
    while found.is_empty() {
        // The store's own time catches up with the clock.
        store.advance_uptime().await?;
        found = store.abandoned(Duration::ZERO, None, 9).await?;
    }
    assert_eq!(found.iter().map(|board| board.id).collect::<Vec<_>>(), [SessionId(3)]);
    assert_eq!(store.abandoned(Duration::ZERO, found.last().copied(), 9).await?, []);
    assert_eq!(store.abandoned(Duration::from_secs(3_600), None, 9).await?, []);
    // A greeting is not a move.
    let seen = store.load(SessionId(3)).await?.context("it is there")?.session;
    let hello = Action::Greet(Greeting::YourMove);
    let greeted = seen.apply(Actor::User(ANN), seen.revision(), hello)?;
    assert_eq!(store.commit(&greeted, seen.revision()).await?, Commit::Done);
    assert!(store.is_untouched(found[0]).await?);
    let (legal, mover) = (Action::Play(MoveCode(4)), greeted.awaiting());
    let Awaiting::Human { user, .. } = mover else { anyhow::bail!("somebody is to move") };
    let moved = greeted.apply(Actor::User(user), greeted.revision(), legal)?;
    assert_eq!(store.commit(&moved, greeted.revision()).await?, Commit::Done);
    assert!(!store.is_untouched(found[0]).await?);
    Ok(())
}

pub(crate) async fn no_clock_runs_in_the_games_that_a_deleted_person_leaves(
    store: Arc<Store>,
) -> Result<()> {
    for (id, leaver) in [(1, BEN), (2, ANN)] {
        let board = timed_board(id, TimeControl::Day, 0);
        store.create(&board, OpenGames::ANY).await?;
        let due = board.session.due().context("its clock runs")?;
        assert_eq!(store.overdue(due, None, 9).await?.len(), 1);
        let deletion = store.delete_person(leaver, 9).await?;
        assert!(deletion.is_complete, "{deletion:?}");
        let left = store.load(SessionId(id)).await?.context("it stays for the other one")?;
        assert_eq!((left.session.outcome().is_some(), left.session.due()), (true, None));
        assert_eq!(store.overdue(PlayTime(i64::MAX), None, 9).await?, [], "{leaver:?}");
        assert_eq!(store.advance_play_time(PlayTime(MINUTE)).await?, PlayTime(0), "no clock runs");
    }
    Ok(())
}

pub(crate) async fn votes_are_kept_beside_the_record(store: Arc<Store>) -> Result<()> {
    let seats = BySide { first: Seat::Human(ANN), second: Seat::Open };
    let session = Session::new(SessionId(1), GameSpec::TicTacToe, seats);
    let start = Board { session, ..board(1) };
    store.create(&start, OpenGames::ANY).await?;
    let mut session = start.session;
    let vote = |code| Action::Play(MoveCode(code));
    let steps =
        [(ANN, Action::PlayTogether(Level::Best)), (BEN, vote(4)), (ANN, vote(0)), (BEN, vote(0))];
    for (user, action) in steps {
        let next = session.apply(Actor::User(user), session.revision(), action)?;
        let next =
            next.timed(Some(&session), PlayTime(MINUTE)).with_clock_started(PlayTime(MINUTE));
        assert_eq!(store.commit(&next, session.revision()).await?, Commit::Done);
        let stored = store.load(SessionId(1)).await?.map(|board| board.session);
        assert_eq!(stored.as_ref(), Some(&next), "{action:?}");
        session = next;
    }
    let due = session.due().context("somebody has voted")?;
    let overdue = store.overdue(due, None, 9).await?;
    assert_eq!(overdue, [TimedBoard { at: due.0, id: SessionId(1) }]);
    let told = store.boards_of(ANN, None, 9).await?.into_iter().map(|board| board.ballot);
    assert_eq!(told.collect::<Vec<_>>(), [session.kept_ballot().map(ballot::encode)]);
    let played = session.voted_in_time(due).context("it is time")?;
    assert_eq!(store.commit(&played, session.revision()).await?, Commit::Done);
    assert_eq!(store.overdue(PlayTime(i64::MAX), None, 9).await?, [], "nobody has voted since");
    Ok(())
}

pub(crate) async fn a_clock_starts_once_and_not_after_the_session_has_changed(
    store: Arc<Store>,
) -> Result<()> {
    let waiting = shared_board(1).session.under(TimeControl::FiveAndThree);
    let waiting = waiting.timed(None, PlayTime(0));
    let board = Board { session: waiting.clone(), ..shared_board(1) };
    store.create(&board, OpenGames::ANY).await?;
    assert_eq!(store.advance_play_time(PlayTime(MINUTE)).await?, PlayTime(0), "no clock runs");
    let started = waiting.clone().with_clock_started(PlayTime(MINUTE));
    let later = waiting.clone().with_clock_started(PlayTime(2 * MINUTE));
    let played = waiting.apply(Actor::User(ANN), waiting.revision(), Action::Play(MoveCode(4)))?;
    let played = played.timed(Some(&waiting), PlayTime(0));
    let early = played.clone().with_clock_started(PlayTime(MINUTE));
    assert_eq!(store.start_clock(&early).await?, Commit::Conflict, "nothing was played");
    assert_eq!(store.start_clock_soon(&early).await, Some(Commit::Conflict));
    assert_eq!(store.start_clock_soon(&started).await, Some(Commit::Done));
    assert_eq!(store.start_clock(&later).await?, Commit::Conflict);
    assert_eq!(store.start_clock_soon(&later).await, Some(Commit::Conflict));
    let session = store.load(SessionId(1)).await?.context("it is there")?.session;
    assert_eq!(session, started);
    assert_eq!(store.advance_play_time(PlayTime(MINUTE)).await?, PlayTime(MINUTE));
    let due = started.due().context("its clock runs")?;
    assert_eq!(store.overdue(due, None, 9).await?, [TimedBoard { at: due.0, id: SessionId(1) }]);
    store.commit(&played, waiting.revision()).await?;
    assert_eq!(store.start_clock(&started).await?, Commit::Conflict, "it has gone on");
    assert_eq!(store.start_clock(&early).await?, Commit::Done);
    let resigned = played.apply(Actor::User(BEN), played.revision(), Action::Resign)?;
    store.commit(&resigned.timed(Some(&played), PlayTime(0)), played.revision()).await?;
    assert_eq!(store.start_clock(&early).await?, Commit::Conflict, "it is over");
    Ok(())
}

pub(crate) async fn the_times_at_the_last_plies_are_kept_with_their_revision(
    store: Arc<Store>,
) -> Result<()> {
    let start = timed_board(1, TimeControl::FiveAndThree, 0);
    store.create(&start, OpenGames::ANY).await?;
    let mut session = start.session;
    let mut now = PlayTime(0);
    for (user, code) in [(ANN, 4), (BEN, 0), (ANN, 8), (BEN, 1)] {
        now = now.after(Duration::from_secs(7));
        let action = Action::Play(MoveCode(code));
        let next = session.apply(Actor::User(user), session.revision(), action)?;
        let next = next.timed(Some(&session), now).with_clock_started(now);
        store.commit(&next, session.revision()).await?;
        let stored = store.load(SessionId(1)).await?.context("it is there")?.session;
        assert_eq!((stored.times(), &stored), (next.times(), &next));
        session = next;
    }
    let told = store.boards_of(BEN, None, 9).await?.into_iter().map(|board| board.times);
    let text = session.times().map(|times| times::encode(times, session.revision()));
    assert!(text.is_some());
    assert_eq!(told.collect::<Vec<_>>(), [text]);
    Ok(())
}
