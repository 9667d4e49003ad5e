//! Offers and greetings between two people, stored beside the record of their game.

use std::sync::Arc;

use anyhow::{Context, Result};
use zerosum_games::{MoveCode, Outcome};
use zerosum_session::game::agreement::{Greeting, Offer, encode};
use zerosum_session::{Action, Actor, SessionId};
use zerosum_store::{Commit, OpenGames, Store};

use crate::store_support::{ANN, BEN, shared_board};

const ID: SessionId = SessionId(1);

pub(crate) async fn what_two_people_have_said_is_kept_beside_the_record(
    store: Arc<Store>,
) -> Result<()> {
    let start = shared_board(1);
    store.create(&start, OpenGames::ANY).await?;
    let (ann, ben, mut session) = (Actor::User(ANN), Actor::User(BEN), start.session.clone());
    let steps = [
        (ann, Action::Greet(Greeting::Hello)),
        (ann, Action::Play(MoveCode(4))),
        (ann, Action::Offer(Offer::TakeBack)),
        (ben, Action::Accept(Offer::TakeBack)),
        (ann, Action::Play(MoveCode(0))),
        (ben, Action::Offer(Offer::Draw)),
        (ann, Action::Accept(Offer::Draw)),
    ];
    for (actor, action) in steps {
        let next = session.apply(actor, session.revision(), action)?;
        assert_eq!(store.commit(&next, session.revision()).await?, Commit::Done);
        assert_eq!(store.commit(&next, session.revision()).await?, Commit::Conflict);
        let stored = store.load(ID).await?.map(|board| board.session);
        assert_eq!(stored.as_ref(), Some(&next), "{action:?}");
        session = next;
    }
    assert_eq!((session.outcome(), session.has_taken_back()), (Some(Outcome::Draw), true));
    for person in [ANN, BEN] {
        let told = store.boards_of(person, None, 9).await?.into_iter();
        let told: Vec<Option<String>> = told.map(|board| board.agreement).collect();
        assert_eq!(told, [session.agreement().map(encode)]);
    }
    Ok(())
}

pub(crate) async fn nothing_that_was_said_outlives_a_person_who_leaves(
    store: Arc<Store>,
) -> Result<()> {
    let start = shared_board(1);
    store.create(&start, OpenGames::ANY).await?;
    let greet = Action::Greet(Greeting::Hello);
    let seen = start.session.revision();
    let greeted = start.session.apply(Actor::User(BEN), seen, greet)?;
    assert_eq!(store.commit(&greeted, seen).await?, Commit::Done);
    store.delete_person(BEN, 9).await?;
    let left = store.load(ID).await?.context("the game is Ann's")?.session;
    assert_eq!((left.agreement(), left.greeting()), (None, None));
    Ok(())
}
