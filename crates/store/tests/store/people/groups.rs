//! Settings of groups.

use std::sync::Arc;

use anyhow::Result;
use zerosum_session::board::{ChatId, TopicId};
use zerosum_session::language::Language;
use zerosum_session::people::group_settings::{GroupChange, GroupSettings, Starters};
use zerosum_store::Store;

use crate::store_support::CHAT;

const NEW_CHAT: ChatId = ChatId(-9_001);

pub(crate) async fn each_thing_is_chosen_for_a_group_by_itself(store: Arc<Store>) -> Result<()> {
    assert_eq!(store.group_settings(CHAT).await?, None);
    let mut expected = GroupSettings::default();
    for (starters, topic, language) in [
        (Starters::Administrators, Some(TopicId(i32::MAX)), Some(Language::Ukrainian)),
        (Starters::Everybody, None, None),
        (Starters::Administrators, Some(TopicId(1)), Some(Language::English)),
    ] {
        // Several people choose at once, and no choice undoes another.
        let changes = [
            GroupChange::Starters(starters),
            GroupChange::Topic(topic),
            GroupChange::Language(language),
        ];
        let changing = changes.map(|change| store.change_group(CHAT, change));
        futures::future::try_join_all(changing).await?;
        expected = GroupSettings { starters, topic, language };
        assert_eq!(store.group_settings(CHAT).await?, Some(expected));
    }
    assert_eq!(store.group_settings(NEW_CHAT).await?, None);
    store.change_group(CHAT, GroupChange::Topic(None)).await?;
    let expected = GroupSettings { topic: None, ..expected };
    assert_eq!(store.group_settings(CHAT).await?, Some(expected));
    Ok(())
}

pub(crate) async fn what_was_chosen_for_a_group_follows_it_to_another_chat(
    store: Arc<Store>,
) -> Result<()> {
    let language = Some(Language::Russian);
    for change in [GroupChange::Language(language), GroupChange::Topic(Some(TopicId(7)))] {
        store.change_group(CHAT, change).await?;
    }
    // The move is reported twice, and no game is in play.
    for _ in 0..2 {
        store.move_chat(CHAT, NEW_CHAT).await?;
        assert_eq!(store.group_settings(CHAT).await?, None);
        // The old topics do not exist there.
        let expected = GroupSettings { language, ..GroupSettings::default() };
        assert_eq!(store.group_settings(NEW_CHAT).await?, Some(expected));
    }
    // Settings already made there are newer.
    store.change_group(CHAT, GroupChange::Language(Some(Language::English))).await?;
    store.move_chat(CHAT, NEW_CHAT).await?;
    let settings = store.group_settings(NEW_CHAT).await?;
    assert_eq!(settings.and_then(|settings| settings.language), language);
    assert_eq!(store.group_settings(CHAT).await?, None);
    Ok(())
}
