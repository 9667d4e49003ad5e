//! Help used in a game, stored beside its record.

use std::sync::Arc;

use anyhow::Result;
use zerosum_games::MoveCode;
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::choice::Choice;
use zerosum_session::game::help;
use zerosum_session::{Action, Actor, Session, SessionId};
use zerosum_store::{Commit, OpenGames, Store};

use crate::store_support::{ANN, board};

pub(crate) async fn help_that_was_used_is_kept_beside_the_record(store: Arc<Store>) -> Result<()> {
    let choice = Choice { level: Level::Casual, ..Choice::default() };
    let start = Board { session: Session::against_engine(SessionId(1), ANN, choice), ..board(1) };
    store.create(&start, OpenGames::ANY).await?;
    let (ann, mut session) = (Actor::User(ANN), start.session.clone());
    let steps = [
        (ann, Action::Hint),
        (ann, Action::Play(MoveCode(4))),
        (Actor::Engine, Action::Play(MoveCode(0))),
        (ann, Action::Xray { is_on: true }),
        (ann, Action::TakeBack),
        (ann, Action::Resign),
    ];
    for (actor, action) in steps {
        let next = session.apply(actor, session.revision(), action)?;
        assert_eq!(store.commit(&next, session.revision()).await?, Commit::Done);
        assert_eq!(store.commit(&next, session.revision()).await?, Commit::Conflict);
        let stored = store.load(SessionId(1)).await?.map(|board| board.session);
        assert_eq!(stored.as_ref(), Some(&next), "{action:?}");
        session = next;
    }
    let told = store.boards_of(ANN, None, 9).await?.into_iter().map(|board| board.help);
    assert_eq!(told.collect::<Vec<_>>(), [Some(help::encode(&session.help()))]);
    Ok(())
}
