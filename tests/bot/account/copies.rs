//! The bot's copy of a person's data is what the store holds.

use zerosum_session::UserId;
use zerosum_session::language::Language;
use zerosum_store::{Commit, Person};

use crate::support::fickle::FickleStore;
use crate::support::harness::Table;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_writes_at_once_the_copy_is_the_later_one() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let (boris, user) = (table.boris, UserId(table.boris.unsigned_abs()));
    table.ask(boris, boris, "/new").await;
    let choice = table.ask(boris, boris, "/language").await;
    table.playground.settled().await.expect("all is settled");
    let before = store.person(user).await.expect("it works").expect("he is known");
    store.hold_to_write(Some(user));
    let press = table.press(boris, &choice, "English");
    store.a_write_waits().await;
    // The bot reads its own write back only after another process has written.
    store.hold(Some(user));
    store.hold_to_write(None);
    store.a_read_waits().await;
    let own = Person { language: Language::English, has_chosen: true, ..before };
    let later = Person { language: Language::Ukrainian, ..own.clone() };
    let put = store.put_person(user, Some(&own), &later).await;
    assert_eq!(put.expect("it works"), Commit::Done);
    store.hold(None);
    table.toast(&press).await;
    table.playground.settled().await.expect("all is settled");
    let help = table.ask(boris, boris, "/privacy").await;
    assert!(help.text.contains("зберіга"), "{help:?}");
    table.finish().await;
}
