//! Boards that are shown by inline messages.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use zerosum_session::board::{
    Board, ChatId, ChatMessage, MessageId, PLACEMENTS_MAX, Place, Placement,
};
use zerosum_session::inline_message::InlineMessageId;
use zerosum_session::{Revision, SessionId};
use zerosum_store::{Commit, Grace, OpenGames, Store};

use crate::after_moves;
use crate::store_support::{ANN, BEN, CHAT, after_any_action, at, shared_board};

const ID: SessionId = SessionId(1);
const BENS: ChatId = ChatId(1_002);
const HOUR: Duration = Duration::from_secs(3_600);

fn inline(text: &str) -> Result<InlineMessageId> {
    InlineMessageId::parse(text).context("an id")
}

/// Creates a board that is shown in its chat by message 10 and by this inline message.
async fn shown_inline(store: &Arc<Store>, id: InlineMessageId) -> Result<Board> {
    store.create(&shared_board(ID.0), OpenGames::ANY).await?;
    store.place(ID, at(10), None, Revision::START).await?;
    let placement = Placement { shown: Revision::START, ..Placement::new(id, None) };
    assert_eq!(store.add_placement(ID, placement).await?, Commit::Done);
    loaded(store).await
}

async fn loaded(store: &Arc<Store>) -> Result<Board> {
    store.load(ID).await?.context("it is there")
}

async fn is_behind(store: &Arc<Store>, grace: Grace) -> Result<bool> {
    Ok(!store.behind(None, 9, grace).await?.is_empty())
}

pub(crate) async fn inline_messages_of_any_name_are_kept_among_chats(
    store: Arc<Store>,
) -> Result<()> {
    let longest = "~".repeat(64);
    let names = ["AgAAAPk-AQBB_1dKAAECAwQFBgc", "-", "0,1'\"\\;--", longest.as_str()];
    for (number, name) in (0..).zip(names) {
        let first = shared_board(number);
        let (id, session) = (first.session.id(), first.session.clone());
        store.create(&first, OpenGames::ANY).await?;
        let there = Placement { shown: Revision(7), ..Placement::new(inline(name)?, None) };
        let chat = Placement::new(BENS, None);
        assert_eq!(store.add_placement(id, there.clone()).await?, Commit::Done);
        assert_eq!(store.add_placement(id, there.clone()).await?, Commit::Conflict, "twice");
        assert_eq!(store.add_placement(id, chat.clone()).await?, Commit::Done);
        let elsewhere = vec![chat, there];
        let board = store.load(id).await?.context("it is there")?;
        assert_eq!(board, Board { session, elsewhere: elsewhere.clone(), ..first });
        let seen = board.seen_in(inline(name)?).context("it is shown there")?;
        assert_eq!(seen.place(), Some(Place::Inline(inline(name)?)));
        assert_eq!((seen.viewer(), seen.shown), (ANN, Revision(7)));
        assert_eq!((seen.elsewhere.len(), seen.is_shown_in(CHAT)), (2, true));
        assert_eq!(store.boards_of(BEN, None, 9).await?.len(), usize::try_from(number)? + 1);
        let stored = store.boards_of(ANN, None, 9).await?;
        assert_eq!(stored.last().map(|board| &board.elsewhere), Some(&elsewhere));
        store.create(&Board { session: shared_board(99).session, ..seen }, OpenGames::ANY).await?;
        assert_eq!(store.load(SessionId(99)).await?, None, "a game begins in a chat");
    }
    Ok(())
}

pub(crate) async fn inline_messages_take_of_the_same_limit_as_chats(
    store: Arc<Store>,
) -> Result<()> {
    store.create(&shared_board(ID.0), OpenGames::ANY).await?;
    for number in 0..PLACEMENTS_MAX {
        let placement = Placement::new(inline(&number.to_string())?, None);
        assert_eq!(store.add_placement(ID, placement).await?, Commit::Done);
    }
    let placement = Placement::new(inline("more")?, None);
    assert_eq!(store.add_placement(ID, placement.clone()).await?, Commit::Conflict);
    assert_eq!(store.add_placement(ID, Placement::new(BENS, None)).await?, Commit::Conflict);
    store.displace(ID, inline("1")?.into()).await?;
    assert_eq!(store.add_placement(ID, placement).await?, Commit::Done, "there is room again");
    let board = loaded(&store).await?;
    let is_shown_in = |text: &str| Ok::<_, anyhow::Error>(board.is_shown_in(inline(text)?));
    assert!(is_shown_in("0")? && is_shown_in("more")? && !is_shown_in("1")?, "{board:?}");
    Ok(())
}

pub(crate) async fn what_an_inline_message_shows_is_noted_until_it_is_gone(
    store: Arc<Store>,
) -> Result<()> {
    let (id, other) = (inline("AgAAAPk")?, inline("AgAAAPl")?);
    let board = shown_inline(&store, id).await?;
    assert!(!is_behind(&store, Grace::NONE).await?);
    store.commit(&after_moves(&board.session, &[4])?, Revision::START).await?;
    assert_eq!(store.note_shown(ID, at(10).into(), Revision(2)).await, Some(Commit::Done));
    assert!(is_behind(&store, Grace::NONE).await?, "the inline message lags");
    for elsewhere in [other.into(), Place::from(ChatMessage { chat: BENS, ..at(0) })] {
        assert_eq!(store.note_shown(ID, elsewhere, Revision(2)).await, Some(Commit::Conflict));
    }
    assert_eq!(store.note_shown(ID, id.into(), Revision(1)).await, Some(Commit::Conflict));
    assert_eq!(store.note_shown(ID, id.into(), Revision(2)).await, Some(Commit::Done));
    assert_eq!(store.note_shown(ID, id.into(), Revision(2)).await, Some(Commit::Conflict));
    assert!(!is_behind(&store, Grace::NONE).await?);
    let shown = |board: Board| board.placement_in(id).map(|placement| placement.shown);
    assert_eq!(shown(loaded(&store).await?), Some(Revision(2)));
    // The chat message that stands for an inline message is not a place of its own.
    let nowhere = ChatMessage { chat: ChatId(0), message: MessageId(0) };
    store.place(ID, nowhere, None, Revision(9)).await?;
    store.displace(ID, nowhere.into()).await?;
    store.displace(ID, other.into()).await?;
    assert_eq!(shown(loaded(&store).await?), Some(Revision(2)));
    store.displace(ID, id.into()).await?;
    store.displace(ID, id.into()).await?;
    let left = loaded(&store).await?;
    assert_eq!((left.elsewhere.len(), left.message), (0, Some(MessageId(10))));
    assert_eq!(store.note_shown(ID, id.into(), Revision(2)).await, Some(Commit::Conflict));
    let next = after_any_action(&left.session)?;
    assert_eq!(store.commit(&next, Revision(2)).await?, Commit::Done, "the game goes on");
    Ok(())
}

pub(crate) async fn an_inline_message_that_lags_is_claimed_once_and_was_sent_before(
    store: Arc<Store>,
) -> Result<()> {
    const SECONDS: Duration = Duration::from_secs(3);
    let ids = [inline("AgAAAPk")?, inline("AgAAAPl")?];
    let board = shown_inline(&store, ids[0]).await?;
    store.add_placement(ID, Placement::new(ids[1], None)).await?;
    store.commit(&after_moves(&board.session, &[4])?, Revision::START).await?;
    store.note_shown(ID, at(10).into(), Revision(2)).await;
    // The inline message exists, whether or not the bot has drawn on it.
    assert!(!is_behind(&store, Grace { unsent: Duration::ZERO, unshown: HOUR }).await?);
    assert!(is_behind(&store, Grace { unsent: HOUR, unshown: Duration::ZERO }).await?);
    let grace = Grace { unsent: HOUR, unshown: SECONDS };
    let claim = |id: InlineMessageId| store.claim(ID, id.into(), grace);
    assert_eq!(claim(ids[0]).await?, Commit::Conflict, "it is new");
    // The grace time has to pass; this polls until it has.
    let passed = async {
        while !is_behind(&store, grace).await? {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        anyhow::Ok(())
    };
    tokio::time::timeout(10 * SECONDS, passed).await.context("it is never left")??;
    for id in ids {
        assert!(is_behind(&store, grace).await?, "{id:?} is left");
        let claims = (0..20).map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.claim(ID, id.into(), grace).await })
        });
        let mut winners = 0;
        for claim in claims.collect::<Vec<_>>() {
            winners += u32::from(claim.await?? == Commit::Done);
        }
        assert_eq!(winners, 1, "{id:?}");
    }
    assert!(!is_behind(&store, grace).await?, "all are seen to");
    assert_eq!(claim(inline("unknown")?).await?, Commit::Conflict);
    Ok(())
}

pub(crate) async fn inline_messages_stay_when_chats_move_and_guests_leave_and_go_with_their_board(
    store: Arc<Store>,
) -> Result<()> {
    let id = inline("AgAAAPk")?;
    shown_inline(&store, id).await?;
    let new = ChatId(-9_001);
    store.move_chat(ChatId(0), new).await?;
    assert_eq!(loaded(&store).await?.surface(), CHAT.into(), "an inline message is in no chat");
    store.move_chat(CHAT, new).await?;
    let board = loaded(&store).await?;
    let placement = board.placement_in(id).context("it stays")?;
    assert_eq!((board.surface(), placement.shown), (new.into(), Revision::START));
    assert_eq!(store.open_boards(ChatId(0), ANN, 9).await?, []);
    assert_eq!(store.count_open(ChatId(0), ANN).await?.in_chat, 0);
    store.delete_person(BEN, 9).await?;
    let board = loaded(&store).await?;
    assert!(board.is_shown_in(id) && board.session.outcome().is_some(), "{board:?}");
    assert_eq!((board.guest(), board.session.revision()), (None, Revision(2)));
    assert_eq!(store.claim(ID, id.into(), Grace::NONE).await?, Commit::Done, "its screen follows");
    store.delete_person(ANN, 9).await?;
    store.create(&shared_board(ID.0), OpenGames::ANY).await?;
    assert_eq!(loaded(&store).await?.elsewhere, [], "nothing was left of the board");
    Ok(())
}

pub(crate) async fn a_board_begins_together_with_all_places_in_which_it_is_shown(
    store: Arc<Store>,
) -> Result<()> {
    let id = inline("AgAAAPk")?;
    let session = shared_board(ID.0).session;
    let posted = Board::posted(session.clone(), ANN, id);
    assert_eq!(store.create(&posted, OpenGames::ANY).await?, Commit::Done);
    assert_eq!(loaded(&store).await?, posted);
    let home = posted.surface();
    assert_eq!(home.chat().and_then(ChatId::person), Some(ANN));
    // Only the message is drawn, and nothing is ever sent to the chat itself.
    assert!(is_behind(&store, Grace::NONE).await?);
    assert_eq!(store.claim(ID, home, Grace::NONE).await?, Commit::Conflict);
    assert_eq!(store.note_shown(ID, id.into(), Revision::START).await, Some(Commit::Done));
    assert!(!is_behind(&store, Grace::NONE).await?);
    store.commit(&after_moves(&session, &[4])?, Revision::START).await?;
    assert_eq!(store.claim(ID, home, Grace::NONE).await?, Commit::Conflict);
    assert_eq!(store.claim(ID, id.into(), Grace::NONE).await?, Commit::Done);
    // A creation that comes too late adds no place to the existing board.
    let before = loaded(&store).await?;
    let late = Board::posted(session, ANN, inline("AgAAAPl")?);
    assert_eq!(store.create(&late, OpenGames::ANY).await?, Commit::Conflict);
    assert_eq!(loaded(&store).await?, before);
    store.displace(ID, id.into()).await?;
    assert_eq!(store.create(&posted, OpenGames::ANY).await?, Commit::Conflict);
    assert_eq!(loaded(&store).await?.elsewhere, [], "what is gone does not come back");
    // It counts as a game of its owner's chat, and can be brought there on request.
    let ChatId(chat) = ChatId::of_person(ANN);
    assert_eq!(store.open_boards(ChatId(chat), ANN, 9).await?.len(), 1);
    let at = ChatMessage { chat: ChatId(chat), message: MessageId(7) };
    store.place(ID, at, None, Revision(2)).await?;
    assert_eq!(loaded(&store).await?.place(), Some(at.into()));
    let none = OpenGames { in_chat: 1, in_all: 9 };
    let more = Board::posted(shared_board(2).session, ANN, id);
    assert_eq!(store.create(&more, none).await?, Commit::Conflict);
    assert_eq!(store.load(SessionId(2)).await?, None, "nor is a place kept without its board");
    assert_eq!(store.create(&more, OpenGames::ANY).await?, Commit::Done);
    assert_eq!(store.load(SessionId(2)).await?, Some(more));
    Ok(())
}
