//! Games whose players, or the bot itself, have left their chat.

use std::sync::Arc;

use anyhow::Result;
use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId, Placement};
use zerosum_session::game::clock::{PlayTime, TimeControl};
use zerosum_session::game::leaving::Departure;
use zerosum_session::game::reservation::Reservation;
use zerosum_session::{Action, Actor, Revision, Seat, Session, SessionId, UserId};
use zerosum_store::{Commit, OpenGames, Origin, Store};

use crate::person;
use crate::store_support::{ANN, BEN, CHAT, board, shared_board};

pub(crate) async fn a_departure_stands_beside_the_record(store: Arc<Store>) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    for board in [shared_board(1), board(2)] {
        let id = board.session.id();
        assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Done);
        let Some(left) = board.session.left_by(ANN) else { panic!("it is in play") };
        assert_eq!(store.commit(&left, Revision::START).await?, Commit::Done);
        assert_eq!(store.commit(&left, Revision::START).await?, Commit::Conflict, "once");
        let Some(board) = store.load(id).await? else { panic!("it is there") };
        assert_eq!(board.session, left);
        assert!(board.session.is_left());
    }
    // Neither player had moved.
    assert_eq!((store.results(ANN).await?, store.results(BEN).await?), (vec![], vec![]));
    Ok(())
}

pub(crate) async fn a_message_resigns_the_game_that_it_was_first_about(
    store: Arc<Store>,
) -> Result<()> {
    let (message, other) = (SessionId(u64::MAX), SessionId(77));
    for number in [1, 2] {
        assert_eq!(store.create(&board(number), OpenGames::ANY).await?, Commit::Done);
    }
    let first = board(1);
    store.note_resigning(first.session.id(), message).await?;
    let resigned = first.session.apply(Actor::User(ANN), Revision::START, Action::Resign)?;
    assert_eq!(store.commit(&resigned, Revision::START).await?, Commit::Done);
    let noted = store.acted_on_by(message).await?;
    assert_eq!(noted.map(|board| board.session), Some(resigned));
    assert_eq!(store.acted_on_by(other).await?, None);
    // A message in which a move is typed is noted with it, and not if the move loses its race.
    let (second, typed) = (board(2), Origin { by: Some(ANN), message: Some(SessionId(78)) });
    let moved =
        second.session.apply(Actor::User(ANN), Revision::START, Action::Play(MoveCode(4)))?;
    assert_eq!(store.commit_of(&moved, Revision(7), typed).await?, Commit::Conflict);
    assert_eq!(store.acted_on_by(SessionId(78)).await?, None);
    assert_eq!(store.commit_of(&moved, Revision::START, typed).await?, Commit::Done);
    let noted = store.acted_on_by(SessionId(78)).await?;
    assert_eq!(noted.map(|board| board.session), Some(moved));
    // The game is over, so no message resigns it any more.
    store.note_resigning(first.session.id(), other).await?;
    assert_eq!(store.acted_on_by(other).await?, None);
    Ok(())
}

pub(crate) async fn a_leaving_that_loses_the_race_leaves_no_note(store: Arc<Store>) -> Result<()> {
    let board = shared_board(1);
    let (id, start) = (board.session.id(), &board.session);
    assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Done);
    let resigned = start.apply(Actor::User(BEN), start.revision(), Action::Resign)?;
    let Some(left) = start.left_by(BEN) else { panic!("it is in play") };
    assert_eq!(store.commit(&resigned, Revision::START).await?, Commit::Done);
    assert_eq!(store.commit(&left, Revision::START).await?, Commit::Conflict);
    let Some(board) = store.load(id).await? else { panic!("it is there") };
    assert_eq!(board.session, resigned);
    assert!(!board.session.is_left(), "a resignation is none");
    Ok(())
}

pub(crate) async fn how_a_player_came_to_be_out_of_the_chat_is_kept(
    store: Arc<Store>,
) -> Result<()> {
    let cases = [
        (1, Some(ANN), Departure::Left),
        (2, Some(BEN), Departure::RemovedOpponent),
        (3, Some(UserId(9)), Departure::Removed),
        (4, None, Departure::Removed),
    ];
    for (id, by, departure) in cases {
        let board = shared_board(id);
        store.create(&board, OpenGames::ANY).await?;
        let Some(left) = board.session.departed(ANN, by) else { panic!("it is in play") };
        assert_eq!(store.commit(&left, Revision::START).await?, Commit::Done);
        let Some(board) = store.load(SessionId(id)).await? else { panic!("it is there") };
        assert_eq!((board.session.departure(), board.session), (Some(departure), left));
    }
    Ok(())
}

/// A timed game of Ann and Ben in this chat, whose clock runs out after five minutes.
fn timed(id: u64, chat: ChatId) -> Board {
    let seats = BySide { first: Seat::Human(ANN), second: Seat::Human(BEN) };
    let session = Session::new(SessionId(id), GameSpec::TicTacToe, seats);
    let session = session
        .under(TimeControl::FiveAndThree)
        .timed(None, PlayTime(0))
        .with_clock_started(PlayTime(0));
    Board::new(session, ANN, chat)
}

pub(crate) async fn a_group_without_the_bot_has_no_clock_that_runs_out(
    store: Arc<Store>,
) -> Result<()> {
    let other = ChatId(-77);
    let overdue = async || -> Result<Vec<u64>> {
        let found = store.overdue(PlayTime(i64::MAX), None, 9).await?;
        Ok(found.iter().map(|found| found.id.0).collect())
    };
    assert_eq!(store.note_absence(CHAT, PlayTime(7)).await?, Commit::Conflict, "no game");
    for (id, chat) in [(1, CHAT), (2, other)] {
        store.create(&timed(id, chat), OpenGames::ANY).await?;
    }
    assert_eq!(store.absent_since(CHAT).await?, None);
    assert_eq!(store.end_absence(CHAT).await?, Commit::Conflict);
    assert_eq!(store.note_absence(CHAT, PlayTime(7)).await?, Commit::Done);
    assert_eq!(store.note_absence(CHAT, PlayTime(9)).await?, Commit::Conflict, "as before");
    assert_eq!(store.absent_since(CHAT).await?, Some(PlayTime(7)));
    assert_eq!(overdue().await?, [2]);
    // A player presses a button all the same.
    let start = timed(1, CHAT).session;
    let moved = start.apply(Actor::User(ANN), start.revision(), Action::Greet(HELLO))?;
    let moved = moved.timed(Some(&start), PlayTime(8)).with_clock_started(PlayTime(8));
    assert_eq!(store.commit(&moved, Revision::START).await?, Commit::Done);
    assert_eq!(overdue().await?, [2]);
    let found: Vec<SessionId> =
        store.timed_games_in(CHAT, None, 9).await?.iter().map(|board| board.session.id()).collect();
    assert_eq!(found, [SessionId(1)]);
    assert_eq!(store.purge_absences().await?, 0, "a game is in play there");
    // The absence moves along when the group becomes another chat.
    let moved_to = ChatId(-78);
    store.move_chat(CHAT, moved_to).await?;
    assert_eq!(store.absent_since(CHAT).await?, None);
    assert_eq!(store.absent_since(moved_to).await?, Some(PlayTime(7)));
    assert_eq!(store.end_absence(moved_to).await?, Commit::Done);
    assert_eq!(store.end_absence(moved_to).await?, Commit::Conflict);
    assert_eq!(overdue().await?, [1, 2]);
    assert_eq!(store.note_absence(moved_to, PlayTime(11)).await?, Commit::Done);
    assert_eq!(store.absent_since(moved_to).await?, Some(PlayTime(11)));
    let Some(board) = store.load(SessionId(1)).await? else { panic!("it is there") };
    let Some(over) = board.session.left_by(ANN) else { panic!("it is in play") };
    store.commit(&over, board.session.revision()).await?;
    assert_eq!(store.purge_absences().await?, 1);
    assert_eq!(store.absent_since(moved_to).await?, None);
    Ok(())
}

pub(crate) async fn games_whose_message_in_a_chat_was_given_up_are_found_newest_first(
    store: Arc<Store>,
) -> Result<()> {
    let elsewhere = ChatId(-77);
    let found = async |chat, limit| -> Result<Vec<u64>> {
        let boards = store.games_gone_from(chat, limit).await?;
        Ok(boards.iter().map(|board| board.session.id().0).collect())
    };
    for id in 1..=4 {
        store.create(&shared_board(id), OpenGames::ANY).await?;
    }
    store.add_placement(SessionId(2), Placement::new(elsewhere, None)).await?;
    assert!(found(CHAT, 9).await?.is_empty(), "none was sent yet");
    for (id, chat) in [(1, CHAT), (2, CHAT), (2, elsewhere), (3, CHAT), (4, CHAT)] {
        let message = ChatMessage { chat, message: MessageId(9) };
        store.place(SessionId(id), message, None, Revision::START).await?;
        if id < 4 {
            store.displace(SessionId(id), message.into()).await?;
        }
    }
    assert_eq!(found(CHAT, 9).await?, [3, 2, 1]);
    assert_eq!(found(CHAT, 2).await?, [3, 2]);
    assert_eq!(found(elsewhere, 9).await?, [2]);
    assert_eq!(store.recall(SessionId(2), elsewhere, None).await?, Commit::Done);
    assert!(found(elsewhere, 9).await?.is_empty(), "it is to be sent again");
    // A change makes a game the newest, and its end leaves nothing to be sent.
    let start = shared_board(1).session;
    let moved = start.apply(Actor::User(ANN), start.revision(), Action::Play(MoveCode(4)))?;
    assert_eq!(store.commit(&moved, start.revision()).await?, Commit::Done);
    assert_eq!(found(CHAT, 9).await?, [1, 3, 2]);
    let Some(over) = moved.left_by(ANN) else { panic!("it is in play") };
    assert_eq!(store.commit(&over, moved.revision()).await?, Commit::Done);
    assert_eq!(found(CHAT, 9).await?, [3, 2]);
    Ok(())
}

const HELLO: zerosum_session::game::agreement::Greeting =
    zerosum_session::game::agreement::Greeting::Hello;

pub(crate) async fn games_that_are_left_behind_are_found(store: Arc<Store>) -> Result<()> {
    for user in [ANN, BEN] {
        store.put_person(user, None, &person()).await?;
    }
    for board in [timed(1, CHAT), timed(2, ChatId(-77)), board(3)] {
        store.create(&board, OpenGames::ANY).await?;
    }
    let with_others = async |user, after| -> Result<Vec<u64>> {
        let found = store.games_with_others(user, after, 9).await?;
        Ok(found.iter().map(|board| board.session.id().0).collect())
    };
    for user in [ANN, BEN] {
        assert_eq!(with_others(user, None).await?, [1, 2], "not those against the bot");
        assert_eq!(with_others(user, Some(SessionId(1))).await?, [2]);
    }
    let seats = BySide { first: Seat::Human(ANN), second: Seat::Open };
    let kept = Session::new(SessionId(4), GameSpec::TicTacToe, seats)
        .with_reservation(Reservation { user: BEN, since: store.now() });
    let board = Board::new(kept, ANN, CHAT);
    assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Done);
    let kept_in = async |chat, user| -> Result<Vec<SessionId>> {
        let found = store.seats_kept_in(chat, user, 9).await?;
        Ok(found.iter().map(|board| board.session.id()).collect())
    };
    assert_eq!(kept_in(CHAT, BEN).await?, [SessionId(4)]);
    assert_eq!(kept_in(CHAT, ANN).await?, []);
    assert_eq!(kept_in(ChatId(-77), BEN).await?, []);
    Ok(())
}
