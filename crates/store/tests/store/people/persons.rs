//! People: stored, found for a broadcast, and forgotten on request.

use std::sync::Arc;

use anyhow::Result;
use proptest::prelude::{Strategy, any};
use zerosum_picture::theme::Theme;
use zerosum_search::level::Level;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId};
use zerosum_session::broadcast::{Broadcast, BroadcastId};
use zerosum_session::choice::Choice;
use zerosum_session::game::record;
use zerosum_session::language::Language;
use zerosum_session::people::habits::{Ending, Habits};
use zerosum_session::{Revision, SessionId, UserId};
use zerosum_store::people::deletion::Deletion;
use zerosum_store::{Commit, OpenGames, Person, Store, StoredBoard};

use crate::store_support::{
    ANN, BEN, CHAT, after_any_action, board, board_of, placed_board, placed_board_of,
};
use crate::{person, samples};

pub(crate) async fn people_are_kept_and_replaced(store: Arc<Store>) -> Result<()> {
    for user in [ANN, UserId(0), UserId(u64::MAX)] {
        assert_eq!(store.person(user).await?, None);
        let mut seen: Option<Person> = None;
        for language in Language::ALL {
            for has_chosen in [false, true] {
                for (is_reachable, theme) in [false, true, true].into_iter().zip(Theme::ALL) {
                    let name = format!("{language:?}");
                    let choice = Choice::default();
                    let ending = if is_reachable { Ending::Won } else { Ending::Lost };
                    let habits = Habits::default().with_ending(choice, ending, SessionId(7));
                    let person = Person {
                        language,
                        has_chosen,
                        name,
                        is_reachable,
                        choice,
                        theme,
                        habits,
                        ..person()
                    };
                    let put = store.put_person(user, seen.as_ref(), &person).await?;
                    assert_eq!(put, Commit::Done);
                    seen = store.person(user).await?;
                    assert_eq!(seen, Some(person));
                }
            }
        }
        assert_eq!(store.person(BEN).await?, None);
    }
    Ok(())
}

pub(crate) async fn names_of_any_letters_are_kept(store: Arc<Store>) -> Result<()> {
    let names =
        ["", " ", "Ґанна", "אָדָם", "👩‍👩‍👧", "Z̷̡a̵l", "'; DROP TABLE people; --", "\u{10ffff}\r\n"];
    // No name that Telegram sends has a NUL, and not every database could keep it.
    let any_name = any::<String>().prop_map(|name| name.replace('\0', ""));
    for name in names.map(str::to_owned).into_iter().chain(samples(any_name, 100)?) {
        let person = Person { name, ..person() };
        let seen = store.person(ANN).await?;
        assert_eq!(store.put_person(ANN, seen.as_ref(), &person).await?, Commit::Done);
        assert_eq!(store.person(ANN).await?, Some(person));
    }
    Ok(())
}

pub(crate) async fn a_person_who_has_changed_or_gone_meanwhile_is_left_alone(
    store: Arc<Store>,
) -> Result<()> {
    let before = person();
    let changes = [
        Person { language: Language::Ukrainian, ..person() },
        Person { has_chosen: true, ..person() },
        Person { name: "Ann".to_owned(), ..person() },
        Person { is_reachable: false, ..person() },
        Person { theme: Theme::Dark, ..person() },
        Person { theme: Theme::Text, ..person() },
        Person { choice: Choice { level: Level::Casual, ..person().choice }, ..person() },
    ];
    let late = Person { name: "late".to_owned(), ..person() };
    assert_eq!(store.put_person(ANN, Some(&before), &late).await?, Commit::Conflict);
    assert_eq!(store.person(ANN).await?, None, "nobody comes back who was deleted");
    assert_eq!(store.put_person(ANN, None, &before).await?, Commit::Done);
    for now in changes {
        assert_eq!(store.put_person(ANN, Some(&before), &now).await?, Commit::Done);
        assert_eq!(store.put_person(ANN, None, &late).await?, Commit::Conflict);
        assert_eq!(store.put_person(ANN, Some(&before), &late).await?, Commit::Conflict);
        assert_eq!(store.person(ANN).await?.as_ref(), Some(&now));
        assert_eq!(store.put_person(ANN, Some(&now), &before).await?, Commit::Done);
    }
    Ok(())
}

pub(crate) async fn reachability_changes_alone(store: Arc<Store>) -> Result<()> {
    store.set_reachable(ANN, true).await?;
    assert_eq!(store.person(ANN).await?, None, "nobody comes to be by being unreachable");
    let ann = Person { name: "Ann".to_owned(), has_chosen: true, ..person() };
    store.put_person(ANN, None, &ann).await?;
    store.put_person(BEN, None, &person()).await?;
    for is_reachable in [false, false, true] {
        store.set_reachable(ANN, is_reachable).await?;
        assert_eq!(store.person(ANN).await?, Some(Person { is_reachable, ..ann.clone() }));
    }
    assert_eq!(store.person(BEN).await?, Some(person()));
    Ok(())
}

pub(crate) async fn reachable_people_are_paged_by_ascending_id(store: Arc<Store>) -> Result<()> {
    assert_eq!(store.people_after(None, 9).await?, []);
    let largest = UserId(i64::MAX.unsigned_abs());
    for user in [UserId(9), UserId(2), largest, UserId(5), UserId(0), UserId(7)] {
        let is_reachable = user != UserId(5);
        store.put_person(user, None, &Person { is_reachable, ..person() }).await?;
    }
    let reachable = [UserId(0), UserId(2), UserId(7), UserId(9), largest];
    for page_size in 1..=6 {
        let mut found = Vec::new();
        loop {
            let page = store.people_after(found.last().copied(), page_size).await?;
            assert!(page.len() <= usize::try_from(page_size)?);
            if page.is_empty() {
                break;
            }
            found.extend(page);
        }
        assert_eq!(found, reachable, "pages of {page_size}");
    }
    assert_eq!(store.people_after(Some(UserId(3)), 1).await?, [UserId(7)]);
    assert_eq!(store.people_after(None, 0).await?, []);
    assert_eq!(store.people_after(Some(UserId(u64::MAX)), 9).await?, []);
    Ok(())
}

pub(crate) async fn boards_of_a_person_are_paged_by_ascending_id(store: Arc<Store>) -> Result<()> {
    for id in [u64::MAX, 3, 0, 8] {
        store.create(&placed_board(id, 10), OpenGames::ANY).await?;
    }
    let elsewhere = Board { surface: ChatId(1_001).into(), ..board(5) };
    store.create(&elsewhere, OpenGames::ANY).await?;
    store.create(&board_of(BEN, 4), OpenGames::ANY).await?;
    let ended = after_any_action(&board(3).session)?;
    store.commit(&ended, Revision::START).await?;
    let all = [0, 3, 5, 8, u64::MAX].map(SessionId);
    for page_size in 1..=6 {
        let mut found: Vec<StoredBoard> = Vec::new();
        loop {
            let after = found.last().map(|board| board.id);
            let page = store.boards_of(ANN, after, page_size).await?;
            if page.is_empty() {
                break;
            }
            found.extend(page);
        }
        let ids: Vec<SessionId> = found.iter().map(|board| board.id).collect();
        assert_eq!(ids, all, "pages of {page_size}");
        let stored = StoredBoard {
            id: SessionId(5),
            chat: ChatId(1_001),
            message: None,
            shown: Revision::NONE,
            revision: elsewhere.session.revision(),
            record: record::encode(&elsewhere.session),
            touched: found[2].touched,
            is_guest: false,
            elsewhere: Vec::new(),
            help: None,
            agreement: None,
            clock: None,
            times: None,
            ballot: None,
            departure: None,
            reminded: None,
            reserved_since: None,
            counts_on: false,
            acted: None,
        };
        assert_eq!(found[2], stored);
        // They were created in this order, and board 3 has changed last.
        let touched = |index: usize| found[index].touched;
        assert!(touched(4) < touched(0) && touched(0) < touched(3) && touched(2) < touched(1));
    }
    assert_eq!(store.boards_of(ANN, None, 0).await?, []);
    assert_eq!(store.boards_of(UserId(7), None, 9).await?, []);
    Ok(())
}

pub(crate) async fn a_deleted_person_leaves_nothing_and_others_stay(
    store: Arc<Store>,
) -> Result<()> {
    for id in 0..20 {
        let owner = if id < 17 { ANN } else { BEN };
        store.create(&placed_board_of(owner, id, 10), OpenGames::ANY).await?;
    }
    store.commit(&after_any_action(&board(3).session)?, Revision::START).await?;
    let place = ChatMessage { chat: CHAT, message: MessageId(1) };
    for (id, user) in [(1, ANN), (2, BEN)] {
        store.put_person(user, None, &person()).await?;
        let text = "tomorrow".to_owned();
        store.create_broadcast(&Broadcast::new(BroadcastId(id), text, user, place)).await?;
    }
    assert_eq!(store.deletions().await?, 0);
    assert_eq!(store.delete_person(ANN, 17).await?, Deletion { boards: 17, is_complete: true });
    assert_eq!(store.deletions().await?, 1);
    assert_eq!(store.person(ANN).await?, None);
    assert_eq!(store.load(SessionId(3)).await?, None);
    assert_eq!(store.boards_of(ANN, None, 99).await?, []);
    assert_eq!(store.count_open(CHAT, ANN).await?.in_all, 0);
    assert_eq!(store.count_open(CHAT, ANN).await?.in_chat, 0);
    assert_eq!(store.open_boards(CHAT, ANN, 9).await?, []);
    assert_eq!(store.broadcast(BroadcastId(1)).await?, None);
    assert_eq!(store.people_after(None, 9).await?, [BEN]);
    assert_eq!(store.boards_of(BEN, None, 99).await?.len(), 3);
    assert!(store.broadcast(BroadcastId(2)).await?.is_some());
    assert_eq!(store.pending_deletions(9).await?, []);
    let nothing = Deletion { boards: 0, is_complete: true };
    assert_eq!(store.delete_person(ANN, 99).await?, nothing, "nothing is left to delete");
    assert_eq!(store.delete_boards_left(ANN, 99).await?, nothing);
    // A person who comes back is new, and another one than before.
    store.create(&board(3), OpenGames::ANY).await?;
    assert_eq!(store.count_open(CHAT, ANN).await?.in_all, 1);
    assert_eq!(store.put_person(ANN, None, &person()).await?, Commit::Done);
    let back = store.person(ANN).await?.expect("they are stored");
    assert_eq!(back, Person { created_epoch: store.deletions().await?, ..person() });
    let renamed = Person { name: "Ann".to_owned(), ..back.clone() };
    assert_eq!(store.put_person(ANN, Some(&back), &renamed).await?, Commit::Done);
    assert_eq!(store.person(ANN).await?, Some(renamed), "a change leaves it");
    assert_eq!(store.person(BEN).await?, Some(person()));
    Ok(())
}
