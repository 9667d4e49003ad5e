//! Boards in the topics of forums, and in groups that become other chats.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId, TopicId};
use zerosum_session::{Revision, SessionId};
use zerosum_store::{Commit, Grace, OpenGames, Store};

use crate::store_support::{ANN, CHAT, after_any_action, at, board, placed_board};

pub(crate) async fn a_board_is_in_the_topic_in_which_it_was_shown_last(
    store: Arc<Store>,
) -> Result<()> {
    let (news, games) = (Some(TopicId(7)), Some(TopicId(8)));
    store.create(&board(1).in_topic(news), OpenGames::ANY).await?;
    assert_eq!(store.load(SessionId(1)).await?, Some(board(1).in_topic(news)));
    for topic in [games, None, news] {
        store.place(SessionId(1), at(30), topic, Revision::START).await?;
        let stored = store.load(SessionId(1)).await?.expect("it is there");
        assert_eq!(stored.topic, topic);
        assert_eq!(store.open_boards(CHAT, ANN, 9).await?, [stored]);
    }
    Ok(())
}

pub(crate) async fn what_is_in_play_in_a_chat_moves_to_another_one_where_it_was_never_sent(
    store: Arc<Store>,
) -> Result<()> {
    let (old, new, other) = (CHAT, ChatId(-9_001), ChatId(-9_002));
    let in_play = placed_board(1, 10).in_topic(Some(TopicId(7)));
    let session = after_any_action(&board(2).session)?;
    let ended = Board { shown: session.revision(), session, ..placed_board(2, 11) };
    let elsewhere = Board { surface: other.into(), ..placed_board(3, 12) };
    for board in [&in_play, &ended, &elsewhere] {
        store.create(board, OpenGames::ANY).await?;
    }
    // The message was sent just now, yet after the move any process may claim it.
    let hour = Duration::from_secs(3_600);
    let grace = Grace { unsent: hour, unshown: hour };
    for _ in ["told in the old chat", "told in the new one"] {
        store.move_chat(old, new).await?;
    }
    let moved = Board { surface: new.into(), ..board(1) };
    assert_eq!(store.load(SessionId(1)).await?.as_ref(), Some(&moved));
    assert_eq!(store.load(SessionId(2)).await?, Some(ended));
    assert_eq!(store.load(SessionId(3)).await?, Some(elsewhere));
    assert_eq!(store.behind(None, 10, grace).await?, [moved]);
    assert_eq!(store.claim(SessionId(1), new.into(), grace).await?, Commit::Done);
    assert_eq!(
        store.claim(SessionId(1), new.into(), grace).await?,
        Commit::Conflict,
        "one is enough"
    );
    assert_eq!(store.behind(None, 10, grace).await?, []);
    let place = ChatMessage { chat: new, message: MessageId(1) };
    store.place(SessionId(1), place, None, Revision::START).await?;
    assert_eq!(store.behind(None, 10, Grace::NONE).await?, []);
    Ok(())
}
