//! Boards that are shown in more than one chat.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use zerosum_games::Outcome;
use zerosum_games::side::Side;
use zerosum_session::board::{
    Board, ChatId, ChatMessage, MessageId, PLACEMENTS_MAX, Placement, TopicId,
};
use zerosum_session::choice::Choice;
use zerosum_session::game::clock::PlayTime;
use zerosum_session::{Revision, Session, SessionId, UserId};
use zerosum_store::{Commit, Grace, OpenGames, Store};

use crate::after_moves;
use crate::store_support::{
    ANN, BEN, CHAT, after_any_action, at, board_of, placed_board, placed_board_of, shared_board,
};

const ID: SessionId = SessionId(1);
const BENS: ChatId = ChatId(1_002);
const HOUR: Grace =
    Grace { unsent: Duration::from_secs(3_600), unshown: Duration::from_secs(3_600) };

/// Creates a board that is shown at home by message 10, and in Ben's chat by message 20.
async fn twice_shown(store: &Arc<Store>) -> Result<Board> {
    store.create(&shared_board(ID.0), OpenGames::ANY).await?;
    store.place(ID, at(10), None, Revision::START).await?;
    assert_eq!(store.add_placement(ID, Placement::new(BENS, None)).await?, Commit::Done);
    store.place(ID, bens(20), None, Revision::START).await?;
    store.load(ID).await?.context("it is there")
}

fn bens(message: i32) -> ChatMessage {
    ChatMessage { chat: BENS, message: MessageId(message) }
}

async fn lowest(store: &Arc<Store>, chat: ChatId, person: UserId) -> Result<Option<u64>> {
    Ok(store.lowest_open(chat, person).await?.map(|board| board.session.id().0))
}

async fn shown_in(store: &Arc<Store>, chat: ChatId) -> Result<(Option<i32>, u32)> {
    let board = store.load(ID).await?.context("it is there")?;
    let placement = board.placement_in(chat).context("it is shown there")?;
    Ok((placement.message.map(|message| message.0), placement.shown.0))
}

pub(crate) async fn placements_are_kept_once_for_each_chat_and_not_beyond_the_limit(
    store: Arc<Store>,
) -> Result<()> {
    let nowhere = Placement::new(BENS, None);
    assert_eq!(
        store.add_placement(ID, nowhere.clone()).await?,
        Commit::Conflict,
        "there is no board"
    );
    store.create(&shared_board(ID.0), OpenGames::ANY).await?;
    let mut expected = Vec::new();
    for number in 0..i64::from(PLACEMENTS_MAX) {
        let mut placement = Placement::new(ChatId(-number), Some(TopicId(7)));
        if number % 2 == 0 {
            placement = Placement {
                topic: None,
                message: Some(MessageId(i32::MIN)),
                shown: Revision::LAST,
                ..placement
            };
        }
        assert_eq!(store.add_placement(ID, placement.clone()).await?, Commit::Done);
        assert_eq!(
            store.add_placement(ID, placement.clone()).await?,
            Commit::Conflict,
            "it is there"
        );
        expected.push(placement);
    }
    expected.sort();
    assert_eq!(store.add_placement(ID, nowhere).await?, Commit::Conflict, "there are too many");
    let board = store.load(ID).await?.context("it is there")?;
    assert_eq!(board, Board { elsewhere: expected.clone(), ..shared_board(ID.0) });
    assert_eq!(board.placements().count(), expected.len() + 1);
    assert!(board.is_shown_in(CHAT) && !board.is_shown_in(BENS));
    assert_eq!(store.boards_of(BEN, None, 9).await?[0].elsewhere, expected);
    assert_eq!(store.open_boards(ChatId(-1), BEN, 9).await?, std::slice::from_ref(&board));
    assert_eq!(store.open_boards(ChatId(-1), ANN, 9).await?, std::slice::from_ref(&board));
    assert_eq!(store.count_open(ChatId(-1), BEN).await?.in_chat, 1);
    assert_eq!(store.count_open(BENS, BEN).await?, OpenGames { in_chat: 0, in_all: 1 });
    store.create(&shared_board(2), OpenGames::ANY).await?;
    let home = Placement::new(CHAT, None);
    assert_eq!(store.add_placement(SessionId(2), home).await?, Commit::Conflict, "it is at home");
    Ok(())
}

pub(crate) async fn each_placement_has_its_own_message_and_what_it_shows(
    store: Arc<Store>,
) -> Result<()> {
    let board = twice_shown(&store).await?;
    assert_eq!(store.behind(None, 9, Grace::NONE).await?, []);
    let played = after_moves(&board.session, &[4])?;
    store.commit(&played, Revision::START).await?;
    let ids = async |after: Option<SessionId>, limit| -> Result<Vec<u64>> {
        let boards = store.behind(after, limit, Grace::NONE).await?;
        Ok(boards.iter().map(|board| board.session.id().0).collect())
    };
    assert_eq!(ids(None, 9).await?, [1], "one board, however often it is shown");
    assert_eq!(store.note_shown(ID, at(20).into(), Revision(2)).await, Some(Commit::Conflict));
    assert_eq!(store.note_shown(ID, bens(10).into(), Revision(2)).await, Some(Commit::Conflict));
    assert_eq!(store.note_shown(ID, at(10).into(), Revision(2)).await, Some(Commit::Done));
    assert_eq!(
        (shown_in(&store, CHAT).await?, shown_in(&store, BENS).await?),
        ((Some(10), 2), (Some(20), 1))
    );
    assert_eq!(ids(None, 9).await?, [1], "the other one lags");
    assert_eq!(store.note_shown(ID, bens(20).into(), Revision(1)).await, Some(Commit::Conflict));
    assert_eq!(store.note_shown(ID, bens(20).into(), Revision(2)).await, Some(Commit::Done));
    assert_eq!(shown_in(&store, BENS).await?, (Some(20), 2));
    assert_eq!(store.behind(None, 9, Grace::NONE).await?, []);
    // Notes about both at the same moment are both kept.
    let ended = after_any_action(&played)?;
    store.commit(&ended, Revision(2)).await?;
    let noted = tokio::join!(
        store.note_shown(ID, at(10).into(), Revision(3)),
        store.note_shown(ID, bens(20).into(), Revision(3))
    );
    assert_eq!(noted, (Some(Commit::Done), Some(Commit::Done)));
    // Pages contain boards of either kind in their order.
    for id in [0, 2] {
        store.create(&shared_board(id), OpenGames::ANY).await?;
    }
    store.place(ID, bens(21), None, Revision(1)).await?;
    assert_eq!(ids(None, 9).await?, [0, 1, 2]);
    assert_eq!(ids(None, 2).await?, [0, 1]);
    assert_eq!(ids(Some(SessionId(0)), 1).await?, [1]);
    assert_eq!(ids(Some(ID), 9).await?, [2]);
    store.displace(ID, bens(20).into()).await?;
    store.displace(ID, at(21).into()).await?;
    assert_eq!(shown_in(&store, BENS).await?, (Some(21), 1), "another message");
    store.displace(ID, bens(21).into()).await?;
    assert_eq!(shown_in(&store, BENS).await?, (None, u32::MAX));
    assert_eq!(shown_in(&store, CHAT).await?, (Some(10), 3));
    let unknown = ChatMessage { chat: ChatId(5), message: MessageId(5) };
    store.place(ID, unknown, None, Revision(3)).await?;
    let board = store.load(ID).await?.context("it is there")?;
    assert!(!board.is_shown_in(ChatId(5)), "nobody has asked for it to be shown there");
    Ok(())
}

pub(crate) async fn of_many_processes_exactly_one_claims_each_placement(
    store: Arc<Store>,
) -> Result<()> {
    const GRACE: Grace = Grace { unsent: Duration::from_secs(3), unshown: Duration::from_secs(3) };
    let board = twice_shown(&store).await?;
    let unsent = ChatId(-5);
    store.add_placement(ID, Placement::new(unsent, None)).await?;
    store.commit(&after_moves(&board.session, &[4])?, Revision::START).await?;
    for chat in [CHAT, BENS, unsent] {
        assert_eq!(store.claim(ID, chat.into(), HOUR).await?, Commit::Conflict, "it is new");
    }
    // The grace time has to pass; this polls until it has.
    while store.behind(None, 9, GRACE).await?.is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for chat in [CHAT, BENS, unsent] {
        assert_eq!(store.behind(None, 9, GRACE).await?.len(), 1, "{chat:?} is left");
        let claims = (0..20).map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.claim(ID, chat.into(), GRACE).await })
        });
        let mut winners = 0;
        for claim in claims.collect::<Vec<_>>() {
            winners += u32::from(claim.await?? == Commit::Done);
        }
        assert_eq!(winners, 1, "{chat:?}");
    }
    assert_eq!(store.behind(None, 9, GRACE).await?, [], "all are seen to");
    assert_eq!(store.claim(ID, ChatId(6).into(), Grace::NONE).await?, Commit::Conflict);
    Ok(())
}

pub(crate) async fn placements_move_with_their_chat_and_never_meet(
    store: Arc<Store>,
) -> Result<()> {
    twice_shown(&store).await?;
    let new = ChatId(-9_001);
    for _ in ["told in the old chat", "told in the new one"] {
        store.move_chat(BENS, new).await?;
    }
    assert_eq!(shown_in(&store, new).await?, (None, 0));
    assert_eq!(shown_in(&store, CHAT).await?, (Some(10), 1));
    assert_eq!(store.behind(None, 9, HOUR).await?.len(), 1, "it is everybody's");
    assert_eq!(store.claim(ID, new.into(), HOUR).await?, Commit::Done);
    assert_eq!(store.claim(ID, new.into(), HOUR).await?, Commit::Conflict, "one is enough");
    // A chat in which the board is shown already keeps that placement.
    store.move_chat(new, CHAT).await?;
    assert_eq!(shown_in(&store, CHAT).await?, (Some(10), 1));
    store.move_chat(CHAT, new).await?;
    let board = store.load(ID).await?.context("it is there")?;
    assert_eq!((board.surface(), board.elsewhere), (new.into(), Vec::new()));
    assert_eq!(store.add_placement(ID, Placement::new(BENS, None)).await?, Commit::Done);
    for person in [ANN, BEN] {
        store.delete_person(person, 9).await?;
    }
    store.create(&shared_board(ID.0), OpenGames::ANY).await?;
    let again = store.load(ID).await?.context("it is there")?;
    assert_eq!(again.elsewhere, [], "nothing was left of the board");
    Ok(())
}

pub(crate) async fn the_games_of_a_deleted_person_are_left_to_those_who_play_there(
    store: Arc<Store>,
) -> Result<()> {
    let chat_of = |user: UserId| ChatId(user.0.cast_signed());
    let there = Placement {
        message: Some(MessageId(5)),
        shown: Revision::START,
        ..Placement::new(chat_of(BEN), None)
    };
    for id in 1..=5 {
        let session = shared_board(id).session;
        let board = Board::new(session, ANN, chat_of(ANN));
        let board = Board { message: Some(MessageId(3)), shown: Revision::START, ..board };
        let board = Board { elsewhere: vec![there.clone()], ..board };
        assert_eq!(store.create(&board, OpenGames::ANY).await?, Commit::Done);
    }
    // A board in a group, and one without other players.
    store.create(&shared_board(6), OpenGames::ANY).await?;
    let alone = Session::set_up(SessionId(7), ANN, Choice::default().into());
    store.create(&Board::new(alone, ANN, chat_of(ANN)), OpenGames::ANY).await?;
    let mut deletion = store.delete_person(ANN, 2).await?;
    let mut steps = 1;
    while !deletion.is_complete {
        deletion = store.delete_boards_left(ANN, 2).await?;
        steps += 1;
    }
    assert_eq!(steps, 3, "two at a time");
    assert_eq!(store.load(SessionId(7)).await?, None);
    for id in 1..=6 {
        let board = store.load(SessionId(id)).await?.context("it is Ben's")?;
        assert_eq!((board.owner, board.guest()), (BEN, None));
        assert_eq!(board.session.outcome(), Some(Outcome::Win(Side::Second)), "he has won");
        assert_eq!(board.session.revision(), Revision(2));
        let home = if id == 6 { CHAT } else { chat_of(BEN) };
        assert_eq!((board.surface(), board.elsewhere.len()), (home.into(), 0));
        let message = (id < 6).then_some(MessageId(5));
        assert_eq!(board.message, message, "his own screen shows it");
    }
    let told = store.boards_of(BEN, None, 9).await?;
    assert!(told.iter().all(|board| !board.is_guest && !board.record.contains("u1001")));
    assert_eq!((told.len(), store.boards_of(ANN, None, 9).await?.len()), (6, 0));
    let behind = store.behind(None, 9, Grace::NONE).await?;
    assert_eq!(behind.len(), 6, "they are drawn again");
    assert_eq!(store.overdue(PlayTime(i64::MAX), None, 9).await?, []);
    Ok(())
}

pub(crate) async fn the_lowest_game_in_play_is_the_one_with_the_newest_message_in_a_chat(
    store: Arc<Store>,
) -> Result<()> {
    assert_eq!(lowest(&store, CHAT, ANN).await?, None);
    let shared = twice_shown(&store).await?;
    store.create(&placed_board(2, 5), OpenGames::ANY).await?;
    store
        .create(&Board { surface: BENS.into(), ..placed_board_of(BEN, 3, 15) }, OpenGames::ANY)
        .await?;
    // Both later games have changed after the shared one.
    assert_eq!(lowest(&store, CHAT, ANN).await?, Some(ID.0));
    assert_eq!(lowest(&store, BENS, BEN).await?, Some(ID.0));
    assert_eq!(lowest(&store, BENS, ANN).await?, Some(ID.0));
    store.place(SessionId(2), at(11), None, Revision::START).await?;
    store.place(SessionId(3), bens(21), None, Revision::START).await?;
    assert_eq!(lowest(&store, CHAT, ANN).await?, Some(2));
    assert_eq!(lowest(&store, BENS, BEN).await?, Some(3));
    store.create(&board_of(ANN, 4), OpenGames::ANY).await?;
    assert_eq!(lowest(&store, CHAT, ANN).await?, Some(4), "it is yet to be sent");
    store.place(SessionId(4), at(3), None, Revision::START).await?;
    assert_eq!(lowest(&store, CHAT, ANN).await?, Some(2));
    // Boards whose messages are gone.
    store.displace(SessionId(2), at(11).into()).await?;
    store.displace(SessionId(3), bens(21).into()).await?;
    assert_eq!(lowest(&store, CHAT, ANN).await?, Some(ID.0));
    assert_eq!(lowest(&store, BENS, BEN).await?, Some(ID.0));
    store.commit(&after_any_action(&shared.session)?, Revision::START).await?;
    assert_eq!(lowest(&store, CHAT, ANN).await?, Some(4));
    assert_eq!(lowest(&store, BENS, BEN).await?, Some(3), "there is no other");
    Ok(())
}
