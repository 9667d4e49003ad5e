//! `kill -9` in the middle of a broadcast: it goes on, and no recipient gets it twice.

use zerosum::jobs::broadcast::SLICE;
use zerosum_picture::theme::Theme;
use zerosum_session::UserId;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_store::Person;
use zerosum_store::sqlite;

use crate::child::{Launch, Process, folder, telegram};

const PEOPLE: usize = 80;
const TEXT: &str = "Tomorrow there is a new game.";

/// Numbers of recipients reached when the bot is killed.
const KILLS: [usize; 3] = [11, 34, 55];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broadcast_goes_on_after_every_kill_and_reaches_no_person_twice() {
    let (telegram, folder) = (telegram().await, folder());
    let owner = telegram.add_user("Anna", Some("en"));
    let people: Vec<i64> = (0..PEOPLE).map(|_| telegram.add_user("Somebody", Some("en"))).collect();
    let store = sqlite::open(&folder.path().join("zerosum.db")).expect("it opens");
    for user in &people {
        telegram.unblock(*user).expect("they are there");
        let (language, name) = (Language::English, String::new());
        let person = Person {
            language,
            has_chosen: false,
            name,
            is_reachable: true,
            choice: Choice::default(),
            theme: Theme::default(),
            habits: Habits::default(),
            keeps_results: true,
            created_epoch: 0,
        };
        let user = UserId(user.unsigned_abs());
        store.put_person(user, None, &person).await.expect("it is written");
    }
    store.close().await;
    let start = || -> Process {
        let owners = owner.to_string();
        Launch::bot(&telegram, folder.path()).with("ZEROSUM_OWNER_IDS", &owners).start()
    };
    let mut bot = start();
    telegram.send_text(owner, owner, &format!("/broadcast {TEXT}")).expect("she can write");
    let preview = telegram.next_message(owner).await.expect("she is shown it");
    let press = telegram.press(owner, owner, preview.message_id, 0, 0).expect("there is a button");
    telegram.answer(&press).await.expect("it begins");
    for kill in KILLS {
        let arrived = telegram.until(|all| all.last_message(people[kill])).await;
        assert_eq!(arrived.expect("it goes on").text, TEXT);
        bot.signal("KILL");
        bot.end();
        bot = start();
    }
    let ended = telegram.until(|all| {
        let message = all.message(owner, preview.message_id)?;
        message.text.starts_with("Done: ").then_some(message)
    });
    ended.await.expect("it ends");
    let times: Vec<usize> = people.iter().map(|user| telegram.messages(*user).len()).collect();
    assert!(times.iter().all(|times| *times <= 1), "{times:?}");
    let left_out = times.iter().filter(|times| **times == 0).count();
    let slice = usize::try_from(SLICE).expect("it is small");
    assert!(left_out <= KILLS.len() * slice, "{left_out} people were left out");
    assert_eq!(bot.stop().code, Some(0));
}
