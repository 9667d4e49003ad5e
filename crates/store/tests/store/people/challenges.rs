//! Challenges: open seats that are kept for one person.

use std::sync::Arc;

use anyhow::Result;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_session::board::Board;
use zerosum_session::game::reservation::{RESERVED_FOR, Reservation};
use zerosum_session::{Action, Actor, Revision, Seat, Session, SessionId, UserId};
use zerosum_store::people::challenges::{
    CHALLENGES_BETWEEN_MAX, CHALLENGES_BY_PERSON_MAX, CHALLENGES_OF_PERSON_MAX, ChallengeCounts,
};
use zerosum_store::{Commit, OpenGames, Store};

use crate::person;
use crate::store_support::{ANN, BEN, CHAT};

const EVE: UserId = UserId(1_003);

/// A game of `owner` that has waited for `user` since then.
fn waiting(id: u64, owner: UserId, user: UserId, since: i64) -> Board {
    let seats = BySide { first: Seat::Open, second: Seat::Human(owner) };
    let session = Session::new(SessionId(id), GameSpec::TicTacToe, seats);
    Board::new(session.with_reservation(Reservation { user, since }), owner, CHAT)
}

async fn remembered(store: &Arc<Store>, users: &[UserId]) -> Result<()> {
    for user in users {
        store.put_person(*user, None, &person()).await?;
    }
    Ok(())
}

fn counts(waiting_by: u32, waiting_for: u32, noted: u32) -> ChallengeCounts {
    ChallengeCounts { waiting_by, waiting_for, noted }
}

pub(crate) async fn a_reservation_stands_beside_the_record_until_the_seat_is_taken(
    store: Arc<Store>,
) -> Result<()> {
    let board = waiting(1, ANN, BEN, store.now());
    // No deletion would open a seat reserved for a person who is not stored.
    assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Conflict);
    remembered(&store, &[BEN]).await?;
    for (id, owner) in [(1, ANN), (2, ANN), (3, EVE)] {
        let board = waiting(id, owner, BEN, store.now());
        assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Done);
        assert_eq!(store.load(SessionId(id)).await?, Some(board));
    }
    assert_eq!(store.challenges(ANN).await?, counts(2, 0, 0));
    assert_eq!(store.challenges(BEN).await?, counts(0, 3, 3));
    let ends = [
        (ANN, Action::OpenSeat),
        (BEN, Action::Join),
        (EVE, Action::PlayEngine(zerosum_search::level::Level::Casual)),
    ];
    for (id, (user, action)) in (1..).zip(ends) {
        let Some(board) = store.load(SessionId(id)).await? else { panic!("it is there") };
        let next = board.session.apply(Actor::User(user), Revision::START, action)?;
        assert_eq!(store.commit(&next, Revision::START).await?, Commit::Done);
        let Some(board) = store.load(SessionId(id)).await? else { panic!("it is there") };
        assert_eq!(board.session, next);
        assert_eq!(store.challenges(BEN).await?.noted, 3 - u32::try_from(id)?);
    }
    assert_eq!(store.challenges(ANN).await?, ChallengeCounts::default());
    Ok(())
}

pub(crate) async fn a_seat_kept_for_a_deleted_person_is_open_to_all(
    store: Arc<Store>,
) -> Result<()> {
    remembered(&store, &[ANN, BEN, EVE]).await?;
    for (id, user) in [(1, BEN), (2, BEN), (3, EVE)] {
        store.create(&waiting(id, ANN, user, store.now()), OpenGames::ANY).await?;
    }
    store.delete_person(BEN, 10).await?;
    for id in 1..=2 {
        let Some(board) = store.load(SessionId(id)).await? else { panic!("it is there") };
        assert_eq!(board.session.reservation(), None);
        // The new revision makes processes redraw the board, without the name.
        assert_eq!(board.session.revision(), Revision(Revision::START.0 + 1));
    }
    let Some(board) = store.load(SessionId(3)).await? else { panic!("it is there") };
    assert!(board.session.reservation().is_some_and(|kept| kept.user == EVE));
    assert_eq!(store.challenges(BEN).await?, ChallengeCounts::default());
    store.delete_person(ANN, 10).await?;
    assert_eq!(store.challenges(EVE).await?, ChallengeCounts::default());
    Ok(())
}

pub(crate) async fn no_one_waits_for_one_person_in_more_games_than_allowed(
    store: Arc<Store>,
) -> Result<()> {
    remembered(&store, &[ANN, BEN, EVE]).await?;
    let now = store.now();
    let long_ago = now - i64::try_from(RESERVED_FOR.as_micros())? - 1_000_000;
    let create = async |number: u64, owner: UserId, user: UserId, since: i64| {
        store.create(&waiting(number, owner, user, since), OpenGames::ANY).await
    };
    assert_eq!(create(1, ANN, BEN, long_ago).await?, Commit::Done);
    // Its time was told by a clock that was ahead.
    let in_a_year = now + 365 * 24 * 60 * 60 * 1_000_000;
    assert_eq!(create(2, ANN, BEN, in_a_year).await?, Commit::Done);
    for number in 0..CHALLENGES_BETWEEN_MAX {
        assert_eq!(store.challenges_between(ANN, BEN).await?, number);
        assert_eq!(create(10 + u64::from(number), ANN, BEN, now).await?, Commit::Done);
    }
    assert_eq!(create(20, ANN, BEN, now).await?, Commit::Conflict);
    assert_eq!(store.challenges_between(ANN, BEN).await?, CHALLENGES_BETWEEN_MAX);
    for (number, owner, user) in [(21, BEN, ANN), (22, ANN, EVE), (23, EVE, BEN)] {
        assert_eq!(store.challenges_between(owner, user).await?, 0);
        assert_eq!(create(number, owner, user, now).await?, Commit::Done);
    }
    // An answer makes room for another challenge.
    let answered = waiting(10, ANN, BEN, now).session;
    let next = answered.apply(Actor::User(BEN), Revision::START, Action::Decline)?;
    assert_eq!(store.commit(&next, Revision::START).await?, Commit::Done);
    assert_eq!(create(24, ANN, BEN, now).await?, Commit::Done);
    Ok(())
}

pub(crate) async fn no_one_waits_for_more_people_than_allowed(store: Arc<Store>) -> Result<()> {
    remembered(&store, &[ANN, BEN, EVE]).await?;
    let mut number = 0_u64;
    let mut create = async |owner: UserId, user: UserId, since: i64| {
        number += 1;
        store.create(&waiting(number, owner, user, since), OpenGames::ANY).await
    };
    let now = store.now();
    let long_ago = now - i64::try_from(RESERVED_FOR.as_micros())? - 1_000_000;
    let in_a_year = now + 365 * 24 * 60 * 60 * 1_000_000;
    for since in [long_ago, long_ago, in_a_year] {
        assert_eq!(create(ANN, BEN, since).await?, Commit::Done);
    }
    for other in 0..u64::from(CHALLENGES_BY_PERSON_MAX) {
        let user = UserId(6_000 + other);
        remembered(&store, &[user]).await?;
        assert_eq!(create(ANN, user, now).await?, Commit::Done);
    }
    assert_eq!(create(ANN, EVE, now).await?, Commit::Conflict, "she waits for enough people");
    for other in 0..u64::from(CHALLENGES_OF_PERSON_MAX) {
        assert_eq!(create(UserId(5_000 + other), BEN, now).await?, Commit::Done);
    }
    assert_eq!(create(EVE, BEN, now).await?, Commit::Conflict, "enough people wait for him");
    assert_eq!(create(BEN, EVE, now).await?, Commit::Done);
    let noted = CHALLENGES_OF_PERSON_MAX + 3;
    assert_eq!(store.challenges(BEN).await?, counts(1, CHALLENGES_OF_PERSON_MAX, noted));
    Ok(())
}

pub(crate) async fn a_declined_challenge_outlives_the_data_of_both(
    store: Arc<Store>,
) -> Result<()> {
    assert_eq!(store.declined_at(ANN, BEN).await?, None);
    store.note_declined(ANN, BEN, 7).await?;
    store.note_declined(ANN, BEN, 9).await?;
    for user in [ANN, BEN] {
        store.delete_person(user, 9).await?;
    }
    assert_eq!(store.declined_at(ANN, BEN).await?, Some(9));
    assert_eq!(store.declined_at(BEN, ANN).await?, None, "the other way round nobody has");
    assert_eq!(store.purge_declined(9, 5).await?, 0);
    assert_eq!(store.purge_declined(10, 5).await?, 1);
    assert_eq!(store.declined_at(ANN, BEN).await?, None);
    Ok(())
}
